//! Expansions, input and output in one view.

mod asks;
mod handlers;

use expect_test::Expect;
use proc_macro2::TokenStream;
use syn::{File, Item, ItemFn, Stmt, parse2};

/// The whole expansion of a handler.
fn whole(options: TokenStream, item: TokenStream, expected: &Expect) {
    let file: File = parse2(crate::tool::expand(options, item)).unwrap();
    expected.assert_eq(&prettyplease::unparse(&file));
}

/// Only what becomes of the handler itself, without what is around it.
fn handler(item: TokenStream, expected: &Expect) {
    let outer: ItemFn = parse2(crate::tool::expand(TokenStream::new(), item)).unwrap();
    let Some(Stmt::Item(inner)) = outer.block.stmts.into_iter().next() else {
        panic!("the handler comes first");
    };
    expected.assert_eq(&shown(without_allow(inner)));
}

/// Only the function that describes the tool.
fn description(options: TokenStream, item: TokenStream, expected: &Expect) {
    let outer: ItemFn = parse2(crate::tool::expand(options, item)).unwrap();
    let Some(Stmt::Expr(syn::Expr::Block(ours), _)) = outer.block.stmts.into_iter().nth(1) else {
        panic!("what is ours comes second");
    };
    let describe = ours.block.stmts.into_iter().find_map(|statement| match statement {
        Stmt::Item(Item::Fn(function)) if function.sig.ident == "mcp_describe" => Some(function),
        _ => None,
    });
    expected.assert_eq(&shown(without_allow(Item::Fn(describe.unwrap()))));
}

fn without_allow(item: Item) -> Item {
    match item {
        Item::Fn(mut function) => {
            function.attrs.retain(|attribute| !attribute.path().is_ident("allow"));
            Item::Fn(function)
        }
        other => other,
    }
}

fn shown(item: Item) -> String {
    prettyplease::unparse(&File { shebang: None, attrs: Vec::new(), items: vec![item] })
}

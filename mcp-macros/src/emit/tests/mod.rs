//! Expansions, input and output in one view.

#![expect(clippy::needless_raw_string_hashes, reason = "expect-test writes them")]

mod asks;
mod handlers;
mod steps;

use expect_test::Expect;
use proc_macro2::TokenStream;
use syn::{Attribute, Expr, File, Item, ItemFn, Stmt, parse2};

/// The whole expansion of a handler.
fn whole(options: TokenStream, item: &TokenStream, expected: &Expect) {
    let file: File = parse2(expansion(options, item)).unwrap();
    expected.assert_eq(&prettyplease::unparse(&file));
}

/// What a handler expands to, with the path into the runtime cut short.
fn expansion(options: TokenStream, item: &TokenStream) -> TokenStream {
    let tokens = crate::tool::expand(options, item).to_string();
    tokens.replace(":: mcp_runtime :: __private", "rt").parse().unwrap()
}

/// Only what becomes of the handler itself, without what is around it.
fn handler(item: &TokenStream, expected: &Expect) {
    let outer: ItemFn = parse2(expansion(TokenStream::new(), item)).unwrap();
    let Some(Stmt::Item(inner)) = outer.block.stmts.into_iter().next() else {
        panic!("the handler comes first");
    };
    expected.assert_eq(&shown(&without_allow(inner)));
}

/// Only the function that describes the tool.
fn description(options: TokenStream, item: &TokenStream, expected: &Expect) {
    let describe = ours(options, item)
        .into_iter()
        .find(|item| matches!(item, Item::Fn(function) if function.sig.ident == "mcp_describe"));
    expected.assert_eq(&shown(&without_allow(describe.unwrap())));
}

/// Only the constants of the arguments.
fn arguments(item: &TokenStream, expected: &Expect) {
    let is_argument = |item: &Item| matches!(item, Item::Const(one) if one.ident != "MCP_RETURNS");
    let constants = ours(TokenStream::new(), item).into_iter().filter(is_argument);
    let shown: Vec<String> = constants.map(|item| shown(&without_allow(item))).collect();
    expected.assert_eq(&shown.join(""));
}

/// The items in the block behind the handler.
fn ours(options: TokenStream, item: &TokenStream) -> Vec<Item> {
    let outer: ItemFn = parse2(expansion(options, item)).unwrap();
    let Some(Stmt::Expr(Expr::Block(ours), _)) = outer.block.stmts.into_iter().nth(1) else {
        panic!("what is ours comes second");
    };
    let items = ours.block.stmts.into_iter().filter_map(|statement| match statement {
        Stmt::Item(item) => Some(item),
        _ => None,
    });
    items.collect()
}

fn without_allow(item: Item) -> Item {
    let without = |attributes: &mut Vec<Attribute>| {
        attributes.retain(|attribute| !attribute.path().is_ident("allow"));
    };
    match item {
        Item::Fn(mut function) => {
            without(&mut function.attrs);
            Item::Fn(function)
        }
        Item::Const(mut constant) => {
            without(&mut constant.attrs);
            Item::Const(constant)
        }
        other => other,
    }
}

fn shown(item: &Item) -> String {
    prettyplease::unparse(&syn::parse_quote!(#item))
}

//! The attributes that say how often a statement is done: `#[step]` and `#[repeat]`.

use proc_macro2::{TokenStream, TokenTree};
use quote::quote;
use syn::visit_mut::VisitMut;
use syn::{
    Attribute, Expr, ExprArray, ExprAssign, ExprAsync, ExprAwait, ExprBinary, ExprBlock, ExprBreak,
    ExprCall, ExprCast, ExprClosure, ExprConst, ExprContinue, ExprField, ExprForLoop, ExprGroup,
    ExprIf, ExprIndex, ExprInfer, ExprLet, ExprLit, ExprLoop, ExprMacro, ExprMatch, ExprMethodCall,
    ExprParen, ExprPath, ExprRange, ExprRawAddr, ExprReference, ExprRepeat, ExprReturn, ExprStruct,
    ExprTry, ExprTryBlock, ExprTuple, ExprUnary, ExprUnsafe, ExprWhile, ExprYield, Stmt,
};

use crate::parse::list::name_of;

/// Whether an attribute records what a statement does.
pub(crate) fn is_step(attribute: &Attribute) -> bool {
    is(attribute, "step")
}

/// Whether an attribute says that a statement is done in every round.
pub(crate) fn is_repeat(attribute: &Attribute) -> bool {
    is(attribute, "repeat")
}

/// Whether an attribute says how often a statement is done.
pub(crate) fn marks(attribute: &Attribute) -> bool {
    is_step(attribute) || is_repeat(attribute)
}

fn is(attribute: &Attribute, name: &str) -> bool {
    attribute.path().segments.len() == 1 && name_of(attribute) == name
}

/// The attributes in front of a statement. Those of an item are its own affair.
pub(crate) fn attributes(statement: &Stmt) -> &[Attribute] {
    match statement {
        Stmt::Local(local) => &local.attrs,
        Stmt::Macro(mac) => &mac.attrs,
        Stmt::Expr(expression, _) => in_front_of(expression),
        Stmt::Item(_) => &[],
    }
}

/// Whether a statement is a step.
pub(crate) fn is_step_statement(statement: &Stmt) -> bool {
    attributes(statement).iter().any(is_step)
}

/// Whether a statement is done in every round on purpose.
pub(crate) fn is_repeated(statement: &Stmt) -> bool {
    attributes(statement).iter().any(is_repeat)
}

/// The attributes of the node that holds what stands in front of an expression: of `a = b` and `a + b`
/// that is `a`.
macro_rules! attributes_of {
    ($expression:expr) => {
        match $expression {
            Expr::Array(ExprArray { attrs, .. })
            | Expr::Async(ExprAsync { attrs, .. })
            | Expr::Await(ExprAwait { attrs, .. })
            | Expr::Block(ExprBlock { attrs, .. })
            | Expr::Break(ExprBreak { attrs, .. })
            | Expr::Call(ExprCall { attrs, .. })
            | Expr::Closure(ExprClosure { attrs, .. })
            | Expr::Const(ExprConst { attrs, .. })
            | Expr::Continue(ExprContinue { attrs, .. })
            | Expr::Field(ExprField { attrs, .. })
            | Expr::ForLoop(ExprForLoop { attrs, .. })
            | Expr::Group(ExprGroup { attrs, .. })
            | Expr::If(ExprIf { attrs, .. })
            | Expr::Index(ExprIndex { attrs, .. })
            | Expr::Infer(ExprInfer { attrs, .. })
            | Expr::Let(ExprLet { attrs, .. })
            | Expr::Lit(ExprLit { attrs, .. })
            | Expr::Loop(ExprLoop { attrs, .. })
            | Expr::Macro(ExprMacro { attrs, .. })
            | Expr::Match(ExprMatch { attrs, .. })
            | Expr::MethodCall(ExprMethodCall { attrs, .. })
            | Expr::Paren(ExprParen { attrs, .. })
            | Expr::Path(ExprPath { attrs, .. })
            | Expr::Range(ExprRange { attrs, .. })
            | Expr::RawAddr(ExprRawAddr { attrs, .. })
            | Expr::Reference(ExprReference { attrs, .. })
            | Expr::Repeat(ExprRepeat { attrs, .. })
            | Expr::Return(ExprReturn { attrs, .. })
            | Expr::Struct(ExprStruct { attrs, .. })
            | Expr::Try(ExprTry { attrs, .. })
            | Expr::TryBlock(ExprTryBlock { attrs, .. })
            | Expr::Tuple(ExprTuple { attrs, .. })
            | Expr::Unary(ExprUnary { attrs, .. })
            | Expr::Unsafe(ExprUnsafe { attrs, .. })
            | Expr::While(ExprWhile { attrs, .. })
            | Expr::Yield(ExprYield { attrs, .. }) => Some(attrs),
            _ => None,
        }
    };
}

fn in_front_of(mut expression: &Expr) -> &[Attribute] {
    loop {
        expression = match expression {
            Expr::Assign(ExprAssign { left, .. }) | Expr::Binary(ExprBinary { left, .. }) => left,
            Expr::Cast(ExprCast { expr, .. }) => expr,
            other => return attributes_of!(other).map_or(&[], |attributes| attributes),
        }
    }
}

/// Takes the attributes in front of an expression away.
pub(crate) fn take_attributes(mut expression: &mut Expr) -> Vec<Attribute> {
    loop {
        expression = match expression {
            Expr::Assign(ExprAssign { left, .. }) | Expr::Binary(ExprBinary { left, .. }) => left,
            Expr::Cast(ExprCast { expr, .. }) => expr,
            other => return attributes_of!(other).map(std::mem::take).unwrap_or_default(),
        }
    }
}

/// Takes `#[repeat]` away wherever it stands.
pub(crate) struct Unrepeated;

impl VisitMut for Unrepeated {
    fn visit_attributes_mut(&mut self, attributes: &mut Vec<Attribute>) {
        attributes.retain(|attribute| !is_repeat(attribute));
    }
}

/// The first mark in the input of a macro. No pass of ours can tell what the macro makes of it.
pub(crate) fn in_macro(input: &TokenStream) -> Option<TokenStream> {
    let mut tokens = input.clone().into_iter().peekable();
    while let Some(token) = tokens.next() {
        let TokenTree::Group(group) = &token else {
            if let (TokenTree::Punct(pound), Some(TokenTree::Group(group))) =
                (&token, tokens.peek())
                && pound.as_char() == '#'
                && let Some(TokenTree::Ident(name)) = group.stream().into_iter().next()
                && (name == "step" || name == "repeat")
            {
                return Some(quote!(#token #group));
            }
            continue;
        };
        if let Some(found) = in_macro(&group.stream()) {
            return Some(found);
        }
    }
    None
}

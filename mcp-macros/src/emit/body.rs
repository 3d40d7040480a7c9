//! The handler's body, with each ask and each step in its place.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, ExprAsync, ExprClosure, ExprConst, Item, Local, Stmt, StmtMacro, Token};

use super::{ask, step};
use crate::model::ask::{Ask, is_ask};
use crate::model::mark::{Unrepeated, is_step_statement};
use crate::model::point::Point;
use crate::model::round;
use crate::model::tool::Tool;

/// The statements of the body: first what the parameters ask, then what the user wrote.
pub(crate) fn statements(tool: &Tool, rt: &TokenStream) -> TokenStream {
    let first: Vec<&Ask> = tool.asked_first().collect();
    let first = lets(&first, rt);
    let mut body = tool.function.block.clone();
    Unrepeated.visit_block_mut(&mut body);
    Fill { points: tool.points.iter(), rt }.visit_block_mut(&mut body);
    let body = &body.stmts;
    quote_spanned!(Span::mixed_site()=> #(#first)* #(#body)*)
}

/// Puts asks and steps into the places of the statements that they were read from, in the same order.
struct Fill<'tool> {
    points: std::slice::Iter<'tool, Point>,
    rt: &'tool TokenStream,
}

impl Fill<'_> {
    fn step(&mut self, mut statement: Stmt, is_last: bool) -> Option<Stmt> {
        let Some(Point::Step(step)) = self.points.next() else { return None };
        let (otherwise, end) = match &mut statement {
            Stmt::Local(Local { init: Some(init), .. }) => (init.diverge.take(), None),
            Stmt::Expr(_, None) | Stmt::Macro(StmtMacro { semi_token: None, .. }) if is_last => {
                (None, None)
            }
            _ => (None, Some(Token![;](Span::mixed_site()))),
        };
        let mut otherwise = otherwise.map(|(_, block)| block);
        if let Some(block) = &mut otherwise {
            self.visit_expr_mut(block);
        }
        let step = step::statement(step, otherwise.as_deref(), end, self.rt);
        Some(Stmt::Expr(Expr::Verbatim(step), None))
    }
}

impl VisitMut for Fill<'_> {
    fn visit_block_mut(&mut self, block: &mut Block) {
        let mut adjacent: Vec<&Ask> = Vec::new();
        let mut filled = Vec::with_capacity(block.stmts.len());
        let mut statements = std::mem::take(&mut block.stmts).into_iter().peekable();
        while let Some(mut statement) = statements.next() {
            if matches!(&statement, Stmt::Local(local) if is_ask(&local.attrs)) {
                if let Some(Point::Ask(ask)) = self.points.next() {
                    adjacent.push(ask);
                }
                continue;
            }
            filled.extend(lets(&std::mem::take(&mut adjacent), self.rt));
            if is_step_statement(&statement) {
                filled.extend(self.step(statement, statements.peek().is_none()));
                continue;
            }
            visit_mut::visit_stmt_mut(self, &mut statement);
            filled.push(statement);
        }
        filled.extend(lets(&adjacent, self.rt));
        block.stmts = filled;
    }

    fn visit_expr_closure_mut(&mut self, _: &mut ExprClosure) {}

    fn visit_expr_async_mut(&mut self, _: &mut ExprAsync) {}

    fn visit_expr_const_mut(&mut self, _: &mut ExprConst) {}

    fn visit_item_mut(&mut self, _: &mut Item) {}
}

/// The `let`s of asks that directly follow each other: one for each round.
fn lets(asks: &[&Ask], rt: &TokenStream) -> Vec<Stmt> {
    let statement = |round: Vec<&Ask>| Stmt::Expr(Expr::Verbatim(one_let(&round, rt)), None);
    round::rounds(asks).into_iter().map(statement).collect()
}

fn one_let(round: &[&Ask], rt: &TokenStream) -> TokenStream {
    let attributes = round.iter().flat_map(|ask| &ask.attributes);
    let pattern =
        pairs(round, &|ask| ask.binding.to_token_stream(), &|left, right| quote!((#left, #right)));
    let answers = pairs(
        round,
        &|ask| ask::future(ask, rt),
        &|left, right| quote_spanned!(Span::mixed_site()=> #rt::join(#left, #right)),
    );
    // If something that is not `Send` is held meanwhile, rustc points here.
    let asked = round.first().map_or_else(Span::mixed_site, |ask| ask.attribute.path().span());
    let wait = quote_spanned!(asked=> .await);
    quote_spanned!(Span::mixed_site()=> #(#attributes)* let #pattern = #answers #wait;)
}

/// Nests what `each` makes of the asks, as `rt::join` nests their answers: `(a, (b, c))`.
fn pairs(
    round: &[&Ask],
    each: &dyn Fn(&Ask) -> TokenStream,
    pair: &dyn Fn(TokenStream, TokenStream) -> TokenStream,
) -> TokenStream {
    match round {
        [] => TokenStream::new(),
        [last] => each(last),
        [first, rest @ ..] => pair(each(first), pairs(rest, each, pair)),
    }
}

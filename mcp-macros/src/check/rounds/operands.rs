//! The parts of an expression without control flow, in the order in which they are evaluated.

use syn::{BinOp, Expr};

/// What is evaluated on the way to the value of `expression`; nothing of a closure.
pub(super) fn of(expression: &Expr) -> Vec<&Expr> {
    match expression {
        Expr::Array(array) => array.elems.iter().collect(),
        Expr::Assign(assign) => vec![&assign.right, &assign.left],
        Expr::Binary(binary) => vec![&binary.left, &binary.right],
        Expr::Call(call) => std::iter::once(&*call.func).chain(&call.args).collect(),
        Expr::Cast(cast) => vec![&cast.expr],
        Expr::Field(field) => vec![&field.base],
        Expr::Group(group) => vec![&group.expr],
        Expr::Index(index) => vec![&index.expr, &index.index],
        Expr::Let(condition) => vec![&condition.expr],
        Expr::MethodCall(call) => std::iter::once(&*call.receiver).chain(&call.args).collect(),
        Expr::Paren(paren) => vec![&paren.expr],
        Expr::Range(range) => {
            range.start.iter().chain(&range.end).map(|expression| &**expression).collect()
        }
        Expr::RawAddr(address) => vec![&address.expr],
        Expr::Reference(reference) => vec![&reference.expr],
        Expr::Repeat(repeat) => vec![&repeat.expr],
        Expr::Struct(literal) => {
            let fields = literal.fields.iter().map(|field| &field.expr);
            fields.chain(literal.rest.as_deref()).collect()
        }
        Expr::Try(question) => vec![&question.expr],
        Expr::Tuple(tuple) => tuple.elems.iter().collect(),
        Expr::Unary(unary) => vec![&unary.expr],
        _ => Vec::new(),
    }
}

/// Whether the right side of an operator may be left out.
pub(super) fn is_short_circuit(operator: BinOp) -> bool {
    matches!(operator, BinOp::And(_) | BinOp::Or(_))
}

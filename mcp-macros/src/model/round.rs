//! Which asks travel together.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::Ident;
use syn::ext::IdentExt;

use super::ask::Ask;

/// Cuts asks that directly follow each other into rounds, each as long as it can be.
pub(crate) fn rounds<'asks>(asks: &[&'asks Ask]) -> Vec<Vec<&'asks Ask>> {
    let mut rounds: Vec<Vec<&Ask>> = Vec::new();
    for ask in asks {
        match rounds.last_mut() {
            Some(round) if round.iter().all(|earlier| independent(earlier, ask)) => round.push(ask),
            _ => rounds.push(vec![ask]),
        }
    }
    rounds
}

/// Whether `later` can be asked before `earlier` is answered.
fn independent(earlier: &Ask, later: &Ask) -> bool {
    let names_apart = earlier
        .bound()
        .iter()
        .all(|bound| !mentions(later, bound) && !later.bound().iter().any(|again| again == bound));
    names_apart && !conditional(earlier) && !conditional(later)
}

/// Whether the `let` may not be there at all.
fn conditional(ask: &Ask) -> bool {
    ask.attributes
        .iter()
        .any(|attribute| attribute.path().is_ident("cfg") || attribute.path().is_ident("cfg_attr"))
}

fn mentions(ask: &Ask, variable: &Ident) -> bool {
    let name = variable.unraw().to_string();
    ask.texts().any(|text| text.mentions(&name))
        || ask.expressions().any(|expression| names(expression.to_token_stream(), &name))
}

/// Whether `name` occurs in `tokens`, as an identifier or as a capture of a literal. A name that only
/// looks like the variable costs a round and no more.
fn names(tokens: TokenStream, name: &str) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Group(group) => names(group.stream(), name),
        TokenTree::Ident(ident) => ident.unraw() == name,
        TokenTree::Literal(literal) => literal.to_string().contains(name),
        TokenTree::Punct(_) => false,
    })
}

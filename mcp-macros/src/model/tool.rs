//! A tool: the handler, what its parameters are, and what it asks and records.

use syn::ext::IdentExt;
use syn::{FnArg, ItemFn, LitStr, ReturnType, Type, parse_quote};

use super::ask::Ask;
use super::body::{self, Found};
use super::parameter::Parameter;
use super::point::Point;
use super::step::Step;
use crate::diag::Diagnostics;
use crate::parse::docs;
use crate::parse::tool::Options;

/// Everything that the expansion of `#[mcp_tool]` is made from.
pub(crate) struct Tool {
    /// The user's function, untouched.
    pub(crate) function: ItemFn,
    pub(crate) options: Options,
    /// The name on the wire.
    pub(crate) name: LitStr,
    pub(crate) description: Option<LitStr>,
    /// One for each parameter of the function, in order.
    pub(crate) parameters: Vec<Parameter>,
    /// The asks and steps of the body, in order of appearance.
    pub(crate) points: Vec<Point>,
}

impl Tool {
    /// Makes out what the handler `function` is.
    pub(crate) fn understand(options: Options, function: ItemFn, diag: &mut Diagnostics) -> Self {
        let ident = &function.sig.ident;
        let own_name = LitStr::new(&ident.unraw().to_string(), ident.span());
        let comment = docs::text(&function.attrs).map(|text| LitStr::new(&text, ident.span()));
        let parameters = function
            .sig
            .inputs
            .iter()
            .filter_map(|input| match input {
                FnArg::Receiver(_) => None,
                FnArg::Typed(typed) => Parameter::understand(typed, diag),
            })
            .collect();
        let points = body::points(&function.block).into_iter().filter_map(|found| match found {
            Found::Ask(local) => Some(Point::Ask(Box::new(Ask::of_local(local, diag)?))),
            Found::Step(statement) => {
                Some(Point::Step(Box::new(Step::understand(statement, diag)?)))
            }
        });
        let points = points.collect();
        Self {
            name: options.name.clone().unwrap_or(own_name),
            description: options.description.clone().or(comment),
            options,
            parameters,
            points,
            function,
        }
    }

    /// What the handler returns.
    pub(crate) fn output(&self) -> Type {
        match &self.function.sig.output {
            ReturnType::Default => parse_quote!(()),
            ReturnType::Type(_, ty) => (**ty).clone(),
        }
    }

    /// What is asked before the body runs.
    pub(crate) fn asked_first(&self) -> impl Iterator<Item = &Ask> {
        self.parameters.iter().filter_map(|parameter| match parameter {
            Parameter::Asked(ask) => Some(&**ask),
            _ => None,
        })
    }

    /// Everything it asks, in order.
    pub(crate) fn every_ask(&self) -> impl Iterator<Item = &Ask> {
        let asks = self.points.iter().filter_map(|point| match point {
            Point::Ask(ask) => Some(&**ask),
            Point::Step(_) => None,
        });
        self.asked_first().chain(asks)
    }

    /// Its steps, in order.
    pub(crate) fn steps(&self) -> impl Iterator<Item = &Step> {
        self.points.iter().filter_map(|point| match point {
            Point::Ask(_) => None,
            Point::Step(step) => Some(&**step),
        })
    }

    /// Whether it asks or records anything by attributes, for which it needs the call.
    pub(crate) fn needs_the_call(&self) -> bool {
        !self.points.is_empty() || self.asked_first().next().is_some()
    }
}

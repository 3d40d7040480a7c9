//! What a type borrows without saying for how long.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Lifetime, ReturnType, Type, TypeReference};

/// The first `&T` or `'_` in `ty`. What is `'static` is as good as owned.
pub(crate) fn first(ty: &Type) -> Option<TokenStream> {
    let mut borrows = Borrows(None);
    borrows.visit_type(ty);
    borrows.0
}

/// The first `&T` or lifetime in `ty`, for values that are read from somewhere else. What says that it is `'static`, and
/// is no `&T`, can own what it holds.
pub(crate) fn any(ty: &Type) -> Option<TokenStream> {
    let mut references = References(None);
    references.visit_type(ty);
    references.0
}

/// Writes `lifetime` wherever `output` leaves one out.
pub(crate) fn name(output: &mut ReturnType, lifetime: &Lifetime) {
    Named(lifetime).visit_return_type_mut(output);
}

struct Named<'name>(&'name Lifetime);

impl VisitMut for Named<'_> {
    fn visit_type_reference_mut(&mut self, reference: &mut TypeReference) {
        reference.lifetime.get_or_insert_with(|| self.0.clone());
        visit_mut::visit_type_reference_mut(self, reference);
    }

    fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
        if lifetime.ident == "_" {
            lifetime.clone_from(self.0);
        }
    }
}

struct Borrows(Option<TokenStream>);

impl<'ast> Visit<'ast> for Borrows {
    fn visit_type_reference(&mut self, reference: &'ast TypeReference) {
        if reference.lifetime.is_none() {
            self.0.get_or_insert_with(|| reference.to_token_stream());
        }
        visit::visit_type_reference(self, reference);
    }

    fn visit_lifetime(&mut self, lifetime: &'ast Lifetime) {
        if lifetime.ident != "static" {
            self.0.get_or_insert_with(|| lifetime.to_token_stream());
        }
    }
}

struct References(Option<TokenStream>);

impl<'ast> Visit<'ast> for References {
    fn visit_type_reference(&mut self, reference: &'ast TypeReference) {
        self.0.get_or_insert_with(|| reference.to_token_stream());
    }

    fn visit_lifetime(&mut self, lifetime: &'ast Lifetime) {
        if lifetime.ident != "static" {
            self.0.get_or_insert_with(|| lifetime.to_token_stream());
        }
    }
}

//! How often a statement is done is said once.

use syn::visit::{self, Visit};
use syn::{Block, Item, Meta, Stmt};

use crate::diag::Diagnostics;
use crate::model::{ask, mark};
use crate::parse::list::name_of;

pub(super) fn statements_have_one_mark(body: &Block, diag: &mut Diagnostics) {
    Marks(diag).visit_block(body);
}

struct Marks<'diag>(&'diag mut Diagnostics);

impl<'ast> Visit<'ast> for Marks<'_> {
    fn visit_stmt(&mut self, statement: &'ast Stmt) {
        let attributes = mark::attributes(statement);
        let asking = attributes.iter().find(|attribute| ask::asks(attribute));
        let is_step = attributes.iter().any(mark::is_step);
        let mut repeats = attributes.iter().filter(|attribute| mark::is_repeat(attribute));
        for attribute in attributes.iter().filter(|attribute| mark::marks(attribute)) {
            let name = name_of(attribute);
            if let Some(asking) = asking {
                let ask = name_of(asking);
                self.0.error(
                    attribute,
                    format_args!("`#[{name}]` says how often something is done, and this asks"),
                    format_args!(
                        "remove it: the answer to `#[{ask}]` is carried to the next rounds by itself"
                    ),
                );
            } else if is_step && mark::is_repeat(attribute) {
                self.0.error(
                    attribute,
                    "a step is done once, and `#[repeat]` says that it is done in every round",
                    "keep one of the two",
                );
            }
        }
        if let Some(first) = repeats.next() {
            if !matches!(first.meta, Meta::Path(_)) {
                self.0.error(first, "`#[repeat]` has no options", "write `#[repeat]`");
            }
            for second in repeats {
                self.0.error(second, "`#[repeat]` is said once", "remove the second one");
            }
        }
        visit::visit_stmt(self, statement);
    }

    fn visit_item(&mut self, _: &'ast Item) {}
}

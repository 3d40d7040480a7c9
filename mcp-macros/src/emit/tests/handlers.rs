use expect_test::expect;
use quote::quote;

use super::{description, handler, whole};

#[test]
fn the_smallest_tool() {
    whole(
        quote!(),
        quote! {
            /// Says hello.
            #[mcp_tool]
            pub async fn hello() {}
        },
        &expect![],
    );
}

#[test]
fn parameters_of_every_origin() {
    whole(
        quote!(destructive),
        quote! {
            /// Deletes a folder and everything in it.
            async fn delete_folder(
                /// Absolute path of the folder
                path: String,
                #[arg(default = 3, header = "Tries")] tries: u8,
                files: &Files,
                clock: &dyn Clock,
                cx: &Context,
                #[elicit(key = "sure", message = "Delete {path}?")] confirm: Confirm,
            ) -> Result<String, FilesError> {
                files.remove(&path).await
            }
        },
        &expect![],
    );
}

#[test]
fn every_option() {
    description(
        quote! {
            name = "all.options", title = "All", description = "Has all.", read_only = true,
            destructive = false, idempotent, open_world = false, group = "g",
            icons = ["https://example.com/a.png", "https://example.com/b.png"], version = 2,
            accept_unasked
        },
        quote! {
            async fn all() {}
        },
        &expect![],
    );
}

#[test]
fn arguments_are_named_described_and_have_defaults() {
    whole(
        quote!(crate = mcp),
        quote! {
            async fn search(
                /// What to look for.
                ///
                ///  - one word
                r#type: String,
                #[arg(rename = "max-hits", default = -1)] mut hits: i64,
                #[arg(default = "a \"b\"\n")] name: String,
                #[arg(default = Unit::Metre)] unit: Unit,
                #[arg(default)] deep: bool,
                limit: Option<u32>,
            ) -> String {
                r#type
            }
        },
        &expect![],
    );
}

#[test]
fn attributes_go_where_they_belong() {
    whole(
        quote!(),
        quote! {
            #[cfg(unix)]
            #[cfg_attr(docsrs, doc(cfg(unix)))]
            #[cfg_attr(feature = "trace", tracing::instrument)]
            #[deprecated]
            #[tracing::instrument(skip_all)]
            #[expect(clippy::todo, reason = "…")]
            #[must_use = "…"]
            pub(crate) async fn old() -> String { todo!() }
        },
        &expect![],
    );
}

#[test]
fn parameters_keep_their_patterns_and_attributes() {
    handler(
        quote! {
            async fn f(#[allow(unused)] mut a: A, Files { root, .. }: &Files, _: &Context) {}
        },
        &expect![],
    );
}

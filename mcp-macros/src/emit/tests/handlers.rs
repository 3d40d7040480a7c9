use expect_test::expect;
use quote::quote;

use super::{arguments, description, handler, whole};

#[test]
fn the_smallest_tool() {
    whole(
        quote!(),
        &quote! {
            /// Says hello.
            pub async fn hello() {}
        },
        &expect![[r#"
            /// Says hello.
            #[must_use]
            #[allow(dead_code, clippy::double_must_use)]
            pub fn hello() -> rt::Tool {
                #[allow(
                    clippy::needless_pass_by_value,
                    clippy::too_many_arguments,
                    clippy::trivially_copy_pass_by_ref,
                    clippy::unused_async
                )]
                async fn hello() {}
                {
                    #[allow(clippy::all, clippy::pedantic)]
                    const MCP_RETURNS: rt::Returns<()> = rt::returns::<()>();
                    #[allow(clippy::all, clippy::pedantic, unused_variables)]
                    fn mcp_run<'call>(
                        call: &'call rt::Context,
                        arguments: &'call rt::Arguments<'call>,
                    ) -> rt::Running<'call> {
                        ::std::boxed::Box::pin(async move { MCP_RETURNS.finish(hello().await) })
                    }
                    #[allow(clippy::all, clippy::pedantic)]
                    fn mcp_describe() -> rt::Tool {
                        rt::Tool::new("hello")
                            .description("Says hello.")
                            .returns(&MCP_RETURNS)
                            .runs(mcp_run)
                    }
                    rt::inventory::submit! {
                        rt::Registered::tool(mcp_describe)
                    }
                    mcp_describe()
                }
            }
        "#]],
    );
}

#[test]
#[expect(clippy::too_many_lines, reason = "a whole expansion, in one view with what it is made of")]
fn parameters_of_every_origin() {
    whole(
        quote!(destructive),
        &quote! {
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
        &expect![[r#"
            /// Deletes a folder and everything in it.
            #[must_use]
            #[allow(dead_code, clippy::double_must_use)]
            fn delete_folder() -> rt::Tool {
                #[allow(
                    clippy::needless_pass_by_value,
                    clippy::too_many_arguments,
                    clippy::trivially_copy_pass_by_ref,
                    clippy::unused_async
                )]
                async fn delete_folder(
                    call: &rt::Context,
                    path: String,
                    tries: u8,
                    files: &Files,
                    clock: &dyn Clock,
                    cx: &Context,
                ) -> Result<String, FilesError> {
                    let confirm = rt::elicit::<
                        Confirm,
                    >(call, "sure", ::std::format!("Delete {path}?"))
                        .await;
                    files.remove(&path).await
                }
                {
                    #[allow(clippy::all, clippy::pedantic)]
                    const MCP_ARGUMENT_0: rt::Argument<String> = rt::argument::<String>("path")
                        .described("Absolute path of the folder");
                    #[allow(clippy::all, clippy::pedantic)]
                    const MCP_ARGUMENT_1: rt::Argument<u8> = rt::argument::<u8>("tries")
                        .or(|| 3)
                        .showing("3")
                        .header("Tries");
                    #[allow(clippy::all, clippy::pedantic)]
                    const MCP_RETURNS: rt::Returns<Result<String, FilesError>> = rt::returns::<
                        Result<String, FilesError>,
                    >();
                    #[allow(clippy::all, clippy::pedantic, unused_variables)]
                    fn mcp_run<'call>(
                        call: &'call rt::Context,
                        arguments: &'call rt::Arguments<'call>,
                    ) -> rt::Running<'call> {
                        ::std::boxed::Box::pin(async move {
                            let mut given = rt::Given::new(arguments);
                            let argument_0 = given.read(&MCP_ARGUMENT_0);
                            let argument_1 = given.read(&MCP_ARGUMENT_1);
                            let (
                                ::core::option::Option::Some(argument_0),
                                ::core::option::Option::Some(argument_1),
                            ) = (argument_0, argument_1) else {
                                return given.refuse();
                            };
                            MCP_RETURNS
                                .finish(
                                    delete_folder(
                                            call,
                                            argument_0,
                                            argument_1,
                                            rt::state::<Files>(call),
                                            rt::state::<dyn Clock>(call),
                                            call,
                                        )
                                        .await,
                                )
                        })
                    }
                    #[allow(clippy::all, clippy::pedantic)]
                    fn mcp_describe() -> rt::Tool {
                        rt::Tool::new("delete_folder")
                            .description("Deletes a folder and everything in it.")
                            .destructive(true)
                            .argument(&MCP_ARGUMENT_0)
                            .argument(&MCP_ARGUMENT_1)
                            .needs::<Files>()
                            .needs::<dyn Clock>()
                            .point(rt::Point::elicit("sure", ::core::line!()))
                            .returns(&MCP_RETURNS)
                            .runs(mcp_run)
                    }
                    rt::inventory::submit! {
                        rt::Registered::tool(mcp_describe)
                    }
                    mcp_describe()
                }
            }
        "#]],
    );
}

#[test]
fn every_option() {
    description(
        quote! {
            crate = mcp, name = "all.options", title = "All", description = "Has all.", read_only = true,
            destructive = false, idempotent, open_world = false, group = "g",
            icons = ["https://example.com/a.png", "https://example.com/b.png"], version = 2,
            accept_unasked
        },
        &quote! {
            async fn all() {}
        },
        &expect![[r#"
            fn mcp_describe() -> mcp::__private::Tool {
                mcp::__private::Tool::new("all.options")
                    .title("All")
                    .description("Has all.")
                    .read_only(true)
                    .destructive(false)
                    .idempotent(true)
                    .open_world(false)
                    .accept_unasked(true)
                    .group("g")
                    .icon("https://example.com/a.png")
                    .icon("https://example.com/b.png")
                    .version(2)
                    .returns(&MCP_RETURNS)
                    .runs(mcp_run)
            }
        "#]],
    );
}

#[test]
fn arguments_are_named_described_and_have_defaults() {
    arguments(
        &quote! {
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
        &expect![[r#"
            const MCP_ARGUMENT_0: rt::Argument<String> = rt::argument::<String>("type")
                .described("What to look for.\n\n - one word");
            const MCP_ARGUMENT_1: rt::Argument<i64> = rt::argument::<i64>("max-hits")
                .or(|| -1)
                .showing("-1");
            const MCP_ARGUMENT_2: rt::Argument<String> = rt::argument::<String>("name")
                .or(|| ::core::convert::From::from("a \"b\"\n"))
                .showing("\"a \\\"b\\\"\\u000a\"");
            const MCP_ARGUMENT_3: rt::Argument<Unit> = rt::argument::<Unit>("unit")
                .or(|| Unit::Metre);
            const MCP_ARGUMENT_4: rt::Argument<bool> = rt::argument::<bool>("deep")
                .or(|| <bool as ::core::default::Default>::default());
            const MCP_ARGUMENT_5: rt::Argument<Option<u32>> = rt::argument::<Option<u32>>("limit");
        "#]],
    );
}

#[test]
fn attributes_go_where_they_belong() {
    whole(
        quote!(),
        &quote! {
            #[cfg(unix)]
            #[cfg_attr(docsrs, doc(cfg(unix)))]
            #[cfg_attr(feature = "trace", tracing::instrument)]
            #[deprecated]
            #[tracing::instrument(skip_all)]
            #[expect(clippy::todo, reason = "…")]
            #[must_use = "…"]
            pub(crate) async fn old() -> String { todo!() }
        },
        &expect![[r##"
            #[cfg(unix)]
            #[cfg_attr(docsrs, doc(cfg(unix)))]
            #[deprecated]
            #[must_use = "…"]
            #[allow(dead_code, clippy::double_must_use)]
            pub(crate) fn old() -> rt::Tool {
                #[allow(
                    clippy::needless_pass_by_value,
                    clippy::too_many_arguments,
                    clippy::trivially_copy_pass_by_ref,
                    clippy::unused_async
                )]
                #[cfg_attr(feature = "trace", tracing::instrument)]
                #[tracing::instrument(skip_all)]
                #[expect(clippy::todo, reason = "…")]
                async fn old() -> String {
                    todo!()
                }
                {
                    #[allow(clippy::all, clippy::pedantic)]
                    const MCP_RETURNS: rt::Returns<String> = rt::returns::<String>();
                    #[allow(clippy::all, clippy::pedantic, unused_variables)]
                    fn mcp_run<'call>(
                        call: &'call rt::Context,
                        arguments: &'call rt::Arguments<'call>,
                    ) -> rt::Running<'call> {
                        ::std::boxed::Box::pin(async move { MCP_RETURNS.finish(old().await) })
                    }
                    #[allow(clippy::all, clippy::pedantic)]
                    fn mcp_describe() -> rt::Tool {
                        rt::Tool::new("old").returns(&MCP_RETURNS).runs(mcp_run)
                    }
                    rt::inventory::submit! {
                        rt::Registered::tool(mcp_describe)
                    }
                    mcp_describe()
                }
            }
        "##]],
    );
}

#[test]
fn an_output_may_borrow_state_after_an_ask() {
    handler(
        &quote! {
            async fn name(names: &Names, #[roots] roots: Vec<Root>) -> Result<&str, Error> {
                names.first()
            }
        },
        &expect![[r#"
            async fn name<'call>(
                call: &'call rt::Context,
                names: &'call Names,
            ) -> Result<&'call str, Error> {
                let roots = rt::roots::<Vec<Root>>(call, "roots").await;
                names.first()
            }
        "#]],
    );
}

#[test]
fn parameters_keep_their_patterns_and_attributes() {
    handler(
        &quote! {
            async fn f(#[allow(unused)] mut a: A, Files { root, .. }: &Files, _: &Context) {}
        },
        &expect![[r#"
            async fn f(#[allow(unused)] mut a: A, Files { root, .. }: &Files, _: &Context) {}
        "#]],
    );
}

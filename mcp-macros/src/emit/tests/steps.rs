use expect_test::expect;
use quote::quote;

use super::{description, handler};

#[test]
fn what_succeeds_is_recorded() {
    handler(
        &quote! {
            async fn order(cart: Cart, shop: &Shop) -> Result<String, ShopError> {
                #[step]
                let quote: Quote = shop.quote(&cart).await?;
                #[step(key = "paid-{n}", secret)]
                shop.charge(&quote).await?;
                Ok(quote.to_string())
            }
        },
        &expect![[r#"
            async fn order(
                call: &rt::Context,
                cart: Cart,
                shop: &Shop,
            ) -> Result<String, ShopError> {
                let quote: Quote = rt::step(call, "quote", async { shop.quote(&cart).await }).await?;
                rt::step(call, ::std::format!("paid-{n}"), async { shop.charge(&quote).await })
                    .await?;
                Ok(quote.to_string())
            }
        "#]],
    );
}

#[test]
fn what_cannot_fail_is_recorded_whole() {
    handler(
        &quote! {
            async fn order() -> String {
                #[step]
                let id: Uuid = Uuid::new_v4();
                #[step(key = "touch")]
                touch().await;
                id.to_string()
            }
        },
        &expect![[r#"
            async fn order(call: &rt::Context) -> String {
                let id = rt::step_whole(
                        call,
                        "id",
                        async {
                            #[allow(unused_imports)]
                            use rt::StepOutput as _;
                            let value: Uuid = Uuid::new_v4();
                            rt::plain((&value).mcp_kind_of_step(), value)
                        },
                    )
                    .await;
                rt::step_whole(
                        call,
                        "touch",
                        async {
                            #[allow(unused_imports)]
                            use rt::StepOutput as _;
                            let value = touch().await;
                            rt::plain((&value).mcp_kind_of_step(), value)
                        },
                    )
                    .await;
                id.to_string()
            }
        "#]],
    );
}

#[test]
fn a_failure_is_recorded_where_that_is_said() {
    handler(
        &quote! {
            async fn order(shop: &Shop) -> Result<String, ShopError> {
                #[step(whole)]
                let stock: Result<Stock, Empty> = shop.stock().await;
                #[step(whole, key = "quote")]
                let Quote { price, .. } = shop.quote().await?;
                Ok(format!("{stock:?} {price}"))
            }
        },
        &expect![[r#"
            async fn order(call: &rt::Context, shop: &Shop) -> Result<String, ShopError> {
                let stock: Result<Stock, Empty> = rt::step_whole(
                        call,
                        "stock",
                        async { shop.stock().await },
                    )
                    .await;
                let Quote { price, .. } = rt::step_whole(call, "quote", async { shop.quote().await })
                    .await?;
                Ok(format!("{stock:?} {price}"))
            }
        "#]],
    );
}

#[test]
#[expect(clippy::too_many_lines, reason = "an expansion, in one view with what it is made of")]
fn steps_stand_among_asks_in_every_block() {
    handler(
        &quote! {
            async fn order() -> Result<String, ShopError> {
                #[elicit(message = "From?")]
                let from: Place;
                #[step]
                let one = 1;
                #[elicit(message = "To?")]
                let to: Place;
                #[cfg(feature = "two")]
                #[step(key = "two")]
                let Some(two) = find()? else {
                    #[elicit(message = "Why?")]
                    let why: Why;
                    return Ok(why.to_string());
                };
                #[repeat]
                for n in 0..touch().await {
                    #[step(key = "three")]
                    match n {
                        3 => three(),
                        _ => {}
                    }
                    #[repeat]
                    touch().await;
                }
                #[step(key = "end")]
                finish()?
            }
        },
        &expect![[r#"
            async fn order(call: &rt::Context) -> Result<String, ShopError> {
                let from = rt::elicit::<Place>(call, "from", "From?").await;
                let one = rt::step_whole(
                        call,
                        "one",
                        async {
                            #[allow(unused_imports)]
                            use rt::StepOutput as _;
                            let value = 1;
                            rt::plain((&value).mcp_kind_of_step(), value)
                        },
                    )
                    .await;
                let to = rt::elicit::<Place>(call, "to", "To?").await;
                #[cfg(feature = "two")]
                let Some(two) = rt::step(call, "two", async { find() }).await? else {
                    let why = rt::elicit::<Why>(call, "why", "Why?").await;
                    return Ok(why.to_string());
                };
                for n in 0..touch().await {
                    rt::step_whole(
                            call,
                            "three",
                            async {
                                #[allow(unused_imports)]
                                use rt::StepOutput as _;
                                let value = match n {
                                    3 => three(),
                                    _ => {}
                                };
                                rt::plain((&value).mcp_kind_of_step(), value)
                            },
                        )
                        .await;
                    touch().await;
                }
                rt::step(call, "end", async { finish() }).await?
            }
        "#]],
    );
}

#[test]
fn a_tool_lists_its_steps_among_its_asks() {
    description(
        quote!(single_use, replay = "unchecked"),
        &quote! {
            async fn f(#[elicit(message = "Sure?")] sure: Confirmed) {
                #[step]
                let r#type = load();
                for n in 0..2 {
                    #[elicit(key = "guess-{n}", message = "Guess!")]
                    let guess: Guess;
                    #[step(secret, key = "secret-{n}")]
                    keep(guess);
                }
            }
        },
        &expect![[r#"
            fn mcp_describe() -> rt::Tool {
                rt::Tool::new("f")
                    .single_use(true)
                    .point(rt::Point::elicit("sure", ::core::line!()))
                    .point(rt::Point::step("type", ::core::line!()))
                    .point(rt::Point::elicit("guess-{n}", ::core::line!()))
                    .point(rt::Point::secret_step("secret-{n}", ::core::line!()))
                    .returns(&MCP_RETURNS)
                    .runs(mcp_run)
            }
        "#]],
    );
}

use expect_test::expect;
use quote::quote;

use super::{description, handler};

#[test]
fn an_ask_in_its_place() {
    handler(
        &quote! {
            async fn greet() -> String {
                let hello = "Hello";
                #[elicit(key = "who", message = "What is your name?")]
                let who: Answer<Who>;
                format!("{hello}, {who:?}!")
            }
        },
        &expect![[r#"
            async fn greet(call: &rt::Context) -> String {
                let hello = "Hello";
                let who = rt::elicit::<Answer<Who>>(call, "who", "What is your name?").await;
                format!("{hello}, {who:?}!")
            }
        "#]],
    );
}

#[test]
fn adjacent_asks_are_joined_when_none_uses_the_other() {
    handler(
        &quote! {
            async fn trip(cx: &Context) {
                #[elicit(message = "From?")]
                let from: Place;
                #[sample(prompt = "Where to, in spring?")]
                let to: Completion;
                #[roots]
                let _roots: Vec<Root>;
            }
        },
        &expect![[r#"
            async fn trip(call: &rt::Context, cx: &Context) {
                let (from, (to, _roots)) = rt::join(
                        rt::elicit::<Place>(call, "from", "From?"),
                        rt::join(
                            rt::sample::<
                                Completion,
                            >(call, "to", rt::Sample::new("Where to, in spring?")),
                            rt::roots::<Vec<Root>>(call, "_roots"),
                        ),
                    )
                    .await;
            }
        "#]],
    );
}

#[test]
fn an_ask_that_uses_an_answer_waits_for_it() {
    handler(
        &quote! {
            async fn trip(cx: &Context) {
                #[elicit(message = "From?")]
                let from: Place;
                #[elicit(message = "To?")]
                let to: Place;
                #[elicit(message = "Change on the way from {from}?")]
                let change: Place;
                #[elicit(message = "When?", otherwise = When::of(&change))]
                let when: When;
                #[elicit(message = "Seats?", key = "seats-{when}")]
                let seats: Seats;
                #[elicit(message = "Snacks?")]
                let seats: Snacks;
            }
        },
        &expect![[r#"
            async fn trip(call: &rt::Context, cx: &Context) {
                let (from, to) = rt::join(
                        rt::elicit::<Place>(call, "from", "From?"),
                        rt::elicit::<Place>(call, "to", "To?"),
                    )
                    .await;
                let change = rt::elicit::<
                    Place,
                >(call, "change", ::std::format!("Change on the way from {from}?"))
                    .await;
                let when = rt::elicit::<When>(call, "when", "When?")
                    .otherwise(|| When::of(&change))
                    .await;
                let seats = rt::elicit::<Seats>(call, ::std::format!("seats-{when}"), "Seats?")
                    .await;
                let seats = rt::elicit::<Snacks>(call, "seats", "Snacks?").await;
            }
        "#]],
    );
}

#[test]
fn a_statement_between_them_keeps_asks_apart() {
    handler(
        &quote! {
            async fn trip() {
                #[elicit(message = "From?")]
                let from: Place;
                log();
                #[elicit(message = "To?")]
                let to: Place;
            }
        },
        &expect![[r#"
            async fn trip(call: &rt::Context) {
                let from = rt::elicit::<Place>(call, "from", "From?").await;
                log();
                let to = rt::elicit::<Place>(call, "to", "To?").await;
            }
        "#]],
    );
}

#[test]
fn asks_in_branches_and_loops() {
    handler(
        &quote! {
            async fn play() {
                if hard() {
                    #[elicit(message = "Sure?")]
                    let sure: Confirmed;
                }
                for n in 0..3 {
                    #[elicit(key = "guess-{n}", message = "Guess!")]
                    let guess: Option<Guess>;
                    match guess {
                        Some(guess) => {
                            #[elicit(message = "{guess:>3}? {{really}}")]
                            let _really: Confirmed;
                        }
                        None => break,
                    }
                }
            }
        },
        &expect![[r#"
            async fn play(call: &rt::Context) {
                if hard() {
                    let sure = rt::elicit::<Confirmed>(call, "sure", "Sure?").await;
                }
                for n in 0..3 {
                    let guess = rt::elicit::<
                        Option<Guess>,
                    >(call, ::std::format!("guess-{n}"), "Guess!")
                        .await;
                    match guess {
                        Some(guess) => {
                            let _really = rt::elicit::<
                                Confirmed,
                            >(call, "_really", ::std::format!("{guess:>3}? {{really}}"))
                                .await;
                        }
                        None => break,
                    }
                }
            }
        "#]],
    );
}

#[test]
fn parameters_ask_first_and_together() {
    handler(
        &quote! {
            async fn f(
                path: String,
                #[elicit(message = "Delete {path}?")] mut sure: Confirm,
                files: &Files,
                #[roots] roots: Vec<Root>,
                #[elicit(message = "Why, {sure}?")] why: Why,
            ) {
                body()
            }
        },
        &expect![[r#"
            async fn f(call: &rt::Context, path: String, files: &Files) {
                let (mut sure, roots) = rt::join(
                        rt::elicit::<Confirm>(call, "sure", ::std::format!("Delete {path}?")),
                        rt::roots::<Vec<Root>>(call, "roots"),
                    )
                    .await;
                let why = rt::elicit::<Why>(call, "why", ::std::format!("Why, {sure}?")).await;
                body()
            }
        "#]],
    );
}

#[test]
fn the_answer_when_nobody_can_be_asked() {
    handler(
        &quote! {
            async fn f() {
                #[elicit(message = "Which?", otherwise = Which::default())]
                let which: Which;
            }
        },
        &expect![[r#"
            async fn f(call: &rt::Context) {
                let which = rt::elicit::<Which>(call, "which", "Which?")
                    .otherwise(|| Which::default())
                    .await;
            }
        "#]],
    );
}

#[test]
fn captures_of_a_url_are_data() {
    handler(
        &quote! {
            async fn pay(order: u64, r#type: String) {
                #[elicit(url = "https://pay.example/{order}?t={type}&o={order}", message = "Pay {order}")]
                let paid: Option<()>;
                #[elicit(url = "http://localhost:8080/", message = "Sign in")]
                let signed_in: ();
            }
        },
        &expect![[r#"
            async fn pay(call: &rt::Context, order: u64, r#type: String) {
                let (paid, signed_in) = rt::join(
                        rt::elicit_url::<
                            Option<()>,
                        >(
                            call,
                            "paid",
                            ::std::format!("Pay {order}"),
                            ::std::format!(
                                "https://pay.example/{order}?t={type}&o={order}", order =
                                rt::percent(& order), r#type = rt::percent(& r#type)
                            ),
                        ),
                        rt::elicit_url::<()>(call, "signed_in", "Sign in", "http://localhost:8080/"),
                    )
                    .await;
            }
        "#]],
    );
}

#[test]
fn a_model_is_asked() {
    handler(
        &quote! {
            async fn f(text: String) {
                #[sample(
                    prompt = "Summarize {text}", max_tokens = 200, system = "Be brief.",
                    temperature = 0.2, key = "summary", otherwise = Completion::empty()
                )]
                let short: Result<Completion, AskFailed>;
            }
        },
        &expect![[r#"
            async fn f(call: &rt::Context, text: String) {
                let short = rt::sample::<
                    Result<Completion, AskFailed>,
                >(
                        call,
                        "summary",
                        rt::Sample::new(::std::format!("Summarize {text}"))
                            .max_tokens(200)
                            .system("Be brief.")
                            .temperature(0.2),
                    )
                    .otherwise(|| Completion::empty())
                    .await;
            }
        "#]],
    );
}

#[test]
fn patterns_and_attributes_of_a_let_stay() {
    handler(
        &quote! {
            async fn f() {
                #[elicit(key = "sure", message = "Sure?")]
                let _: Confirmed;
                #[allow(unused)]
                #[elicit(key = "who", message = "Who?")]
                let Who { name, .. }: Who;
                #[cfg(feature = "age")]
                #[elicit(message = "How old?")]
                let mut age: Age;
                #[elicit(message = "Where?")]
                let place: Place;
            }
        },
        &expect![[r#"
            async fn f(call: &rt::Context) {
                #[allow(unused)]
                let (_, Who { name, .. }) = rt::join(
                        rt::elicit::<Confirmed>(call, "sure", "Sure?"),
                        rt::elicit::<Who>(call, "who", "Who?"),
                    )
                    .await;
                #[cfg(feature = "age")]
                let mut age = rt::elicit::<Age>(call, "age", "How old?").await;
                let place = rt::elicit::<Place>(call, "place", "Where?").await;
            }
        "#]],
    );
}

#[test]
fn a_tool_lists_what_it_asks() {
    description(
        quote!(),
        &quote! {
            async fn f(#[elicit(message = "Sure?")] sure: Confirmed) {
                for n in 0..2 {
                    #[elicit(key = "guess-{n}", message = "Guess!")]
                    let guess: Guess;
                }
                #[sample(prompt = "…")]
                let r#type: Completion;
                #[roots]
                let roots: Vec<Root>;
                #[elicit(url = "https://example.com", message = "…")]
                let page: ();
            }
        },
        &expect![[r#"
            fn mcp_describe() -> rt::Tool {
                rt::Tool::new("f")
                    .point(rt::Point::elicit("sure", ::core::line!()))
                    .point(rt::Point::elicit("guess-{n}", ::core::line!()))
                    .point(rt::Point::sample("type", ::core::line!()))
                    .point(rt::Point::roots("roots", ::core::line!()))
                    .point(rt::Point::elicit_url("page", ::core::line!()))
                    .returns(&MCP_RETURNS)
                    .runs(mcp_run)
            }
        "#]],
    );
}

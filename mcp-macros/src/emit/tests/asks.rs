use expect_test::expect;
use quote::quote;

use super::{description, handler};

#[test]
fn an_ask_in_its_place() {
    handler(
        quote! {
            async fn greet() -> String {
                let hello = "Hello";
                #[elicit(key = "who", message = "What is your name?")]
                let who: Answer<Who>;
                format!("{hello}, {who:?}!")
            }
        },
        &expect![],
    );
}

#[test]
fn adjacent_asks_are_joined_when_none_uses_the_other() {
    handler(
        quote! {
            async fn trip(cx: &Context) {
                #[elicit(message = "From?")]
                let from: Place;
                #[sample(prompt = "Where to, in spring?")]
                let to: Completion;
                #[roots]
                let _roots: Vec<Root>;
            }
        },
        &expect![],
    );
}

#[test]
fn an_ask_that_uses_an_answer_waits_for_it() {
    handler(
        quote! {
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
        &expect![],
    );
}

#[test]
fn a_statement_between_them_keeps_asks_apart() {
    handler(
        quote! {
            async fn trip() {
                #[elicit(message = "From?")]
                let from: Place;
                log();
                #[elicit(message = "To?")]
                let to: Place;
            }
        },
        &expect![],
    );
}

#[test]
fn asks_in_branches_and_loops() {
    handler(
        quote! {
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
        &expect![],
    );
}

#[test]
fn parameters_ask_first_and_together() {
    handler(
        quote! {
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
        &expect![],
    );
}

#[test]
fn the_answer_when_nobody_can_be_asked() {
    handler(
        quote! {
            async fn f() {
                #[elicit(message = "Which?", otherwise = Which::default())]
                let which: Which;
            }
        },
        &expect![],
    );
}

#[test]
fn captures_of_a_url_are_data() {
    handler(
        quote! {
            async fn pay(order: u64, r#type: String) {
                #[elicit(url = "https://pay.example/{order}?t={type}&o={order}", message = "Pay {order}")]
                let paid: Option<()>;
                #[elicit(url = "http://localhost:8080/", message = "Sign in")]
                let signed_in: ();
            }
        },
        &expect![],
    );
}

#[test]
fn a_model_is_asked() {
    handler(
        quote! {
            async fn f(text: String) {
                #[sample(
                    prompt = "Summarize {text}", max_tokens = 200, system = "Be brief.",
                    temperature = 0.2, key = "summary", otherwise = Completion::empty()
                )]
                let short: Result<Completion, AskFailed>;
            }
        },
        &expect![],
    );
}

#[test]
fn patterns_and_attributes_of_a_let_stay() {
    handler(
        quote! {
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
        &expect![],
    );
}

#[test]
fn a_tool_lists_what_it_asks() {
    description(
        quote!(),
        quote! {
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
        &expect![],
    );
}

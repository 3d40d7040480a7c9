//! Pages that users are asked to open.

#![allow(clippy::indexing_slicing, reason = "helpers of tests fail like tests")]

use mcp_runtime::prelude::*;
use mcp_tests::{Caller, Said, accept, cancel, decline, server_of};
use serde_json::{Value, json};

fn opens() -> Tool {
    Tool::new("open").handler(|cx, arguments| {
        Box::pin(async move {
            let url = arguments["url"].as_str().unwrap_or_default();
            match cx.elicit_url("Please pay", url).key("page").await {
                Answer::Accept(()) => "agreed",
                Answer::Decline => "declined",
                Answer::Cancel => "closed",
            }
        })
    })
}

async fn asked_for(url: &str) -> Said {
    Caller::who_can_be_asked(server_of(opens())).calls("open", json!({ "url": url })).await
}

#[tokio::test]
async fn a_page_is_asked_for_with_its_url_and_without_an_id() {
    let asked = asked_for("https://example.com/pay?order=7#top").await;
    let params = json!({ "mode": "url", "message": "Please pay", "url": "https://example.com/pay?order=7#top" });
    assert_eq!(asked.ask("page"), &json!({ "method": "elicitation/create", "params": params }));
}

#[tokio::test]
async fn a_link_that_is_not_for_the_web_never_leaves() {
    for url in [
        "javascript:alert(1)",
        "JavaScript:alert(1)",
        "data:text/html,hi",
        "file:///etc/passwd",
        "/relative",
        "//example.com/x",
        "",
        "https:",
        "https://",
        "http://example.com",
        "http://127.0.0.1.example.com/",
        "http://localhost.example.com",
        "ftp://example.com",
        "https://user:word@example.com",
        "https://example.com\\@evil.example",
        "https://example.com/a b",
        "https://example.com/\u{202e}gpj",
        "https://exämple.com",
        "vscode://x",
        " https://example.com",
    ] {
        let said = asked_for(url).await;
        assert_eq!(said.code(), -32_603, "{url}");
        assert!(said.error().contains("is not sent"), "{}", said.error());
        assert!(!said.raw().contains("elicitation/create"));
    }
    for url in [
        "https://example.com",
        "http://localhost:8080/x",
        "http://127.0.0.1/",
        "http://[::1]:3000/",
    ] {
        assert_eq!(asked_for(url).await.keys(), ["page"], "{url}");
    }
}

#[tokio::test]
async fn what_a_person_says_to_a_page_has_no_content() {
    let ada = Caller::who_can_be_asked(server_of(opens()));
    let asked = ada.calls("open", json!({ "url": "https://example.com" })).await;
    for (answer, text) in [
        (json!({ "action": "accept" }), "agreed"),
        (accept(json!({})), "agreed"),
        (accept(json!({ "paid": true })), "agreed"),
        (decline(), "declined"),
        (cancel(), "closed"),
    ] {
        assert_eq!(ada.answers(&asked, [("page", answer.clone())]).await.text(), text, "{answer}");
    }
    for answer in [json!({}), json!(true), json!(["accept"]), Value::Null] {
        let again =
            ada.goes_on(&asked).answering([("page", answer.clone())]).wrongly().send().await;
        assert_eq!(again.keys(), ["page"], "{answer}");
    }
}

#[tokio::test]
async fn an_agreement_to_one_page_is_none_to_another() {
    #[mcp_tool]
    async fn pay(cx: &Context) -> String {
        let host = cx.state::<String>().cloned().unwrap_or_default();
        match cx.elicit_url("Pay", format!("https://{host}/pay")).key("page").await {
            Answer::Accept(()) => host,
            Answer::Decline | Answer::Cancel => "no".to_owned(),
        }
    }
    let server = |host: &str| {
        Server::new("t", "1")
            .request_state(mcp_tests::sealing())
            .state(host.to_owned())
            .tool(pay)
            .build()
            .unwrap()
    };
    let ada = Caller::who_can_be_asked(server("good.example"));
    let asked = ada.calls("pay", json!({})).await;
    let moved = ada.at(server("evil.example"));
    let again = moved.answers(&asked, [("page", json!({ "action": "accept" }))]).await;
    assert_eq!(again.ask("page")["params"]["url"], "https://evil.example/pay");
}

#[tokio::test]
async fn captures_are_encoded_and_stay_in_their_place() {
    #[mcp_tool]
    async fn order(id: String) -> String {
        #[elicit(url = "https://example.com/orders/{id}/pay?ref={id}", message = "Pay {id}")]
        let page: Answer<()>;
        format!("{}", page.accepted().is_some())
    }
    let ada = Caller::who_can_be_asked(server_of(order));
    let asked = ada.calls("order", json!({ "id": "../a?b#c&d=é \u{202e}" })).await;
    assert_eq!(
        asked.ask("page")["params"]["url"],
        "https://example.com/orders/..%2Fa%3Fb%23c%26d%3D%C3%A9%20%E2%80%AE/pay?ref=..%2Fa%3Fb%23c%26d%3D%C3%A9%20%E2%80%AE"
    );
    assert_eq!(asked.question("page"), "Pay ../a?b#c&d=é ", "what turns text around is not shown");
}

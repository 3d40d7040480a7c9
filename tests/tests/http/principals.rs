//! Who calls: a layer in front puts it into the request, handlers see it, and states belong to it.

use http::{Request, Response};
use http_body_util::{BodyExt as _, Full};
use mcp_runtime::Principal;
use mcp_runtime::http::{HttpOptions, HttpService};
use serde_json::{Value, json};

use crate::log::Log;
use crate::post::request;
use crate::serve::sealing;
use crate::tools::{self, Watch};

fn service() -> HttpService {
    let server = tools::server(Watch::default()).request_state(sealing()).build().unwrap();
    server.service(HttpOptions::new()).unwrap()
}

fn ada() -> Principal {
    Principal::new().issuer("https://id.example").client("editor").subject("ada")
}

/// One request of somebody, as a layer in front hands it on.
async fn asks(service: &HttpService, who: Option<Principal>, message: &Value) -> (u16, Value) {
    let text = message.to_string();
    let mut request = Request::post("/mcp")
        .header("host", "localhost")
        .header("content-type", "application/json")
        .header("mcp-protocol-version", "2026-07-28")
        .header("mcp-method", message["method"].as_str().unwrap());
    if let Some(name) = message["params"]["name"].as_str() {
        request = request.header("mcp-name", name);
    }
    let body = Full::<&[u8]>::new(text.as_bytes());
    let mut request = request.body(body).unwrap();
    if let Some(who) = who {
        request.extensions_mut().insert(who);
    }
    let response: Response<_> = service.answer(request).await;
    let status = response.status().as_u16();
    let body = response.into_body().collect().await.unwrap().to_bytes();
    (status, serde_json::from_slice(&body).unwrap())
}

fn greet() -> Value {
    request("tools/call", json!({ "name": "greet", "arguments": { "greeting": "Hello" } }))
}

fn answered(state: &str) -> Value {
    request(
        "tools/call",
        json!({
            "name": "greet",
            "arguments": { "greeting": "Hello" },
            "inputResponses": { "who": { "action": "accept", "content": { "name": "Ada" } } },
            "requestState": state,
        }),
    )
}

#[tokio::test]
async fn a_handler_sees_who_calls() {
    let whoami = request("tools/call", json!({ "name": "whoami", "arguments": {} }));
    let (_, named) = asks(&service(), Some(ada()), &whoami).await;
    let (_, nobody) = asks(&service(), None, &whoami).await;
    assert_eq!(named["result"]["content"][0]["text"], "Some(\"ada\")");
    assert_eq!(nobody["result"]["content"][0]["text"], "nobody");
}

#[tokio::test]
async fn a_state_is_redeemed_by_whom_it_was_made_for_and_nobody_else() {
    let service = service();
    let (status, asked) = asks(&service, Some(ada()), &greet()).await;
    assert_eq!((status, &asked["result"]["resultType"]), (200, &json!("input_required")));
    let answer = answered(asked["result"]["requestState"].as_str().unwrap());
    let forged = asks(&service, Some(ada()), &answered("forged")).await;

    for other in [Some(ada().subject("bob")), Some(ada().client("other")), None] {
        assert_eq!(asks(&service, other, &answer).await, forged);
    }
    let (_, done) = asks(&service, Some(ada()), &answer).await;

    assert_eq!(forged.0, 400);
    assert_eq!(forged.1["error"]["message"], "Invalid or expired requestState");
    assert_eq!(done["result"]["content"][0]["text"], "Hello, Ada!");
}

#[tokio::test]
async fn a_token_that_names_nobody_is_refused_at_the_first_ask() {
    let log = Log::open();
    let nobody = Principal::new().issuer("https://id.example").client("editor");

    let (_, refused) = asks(&service(), Some(nobody.clone()), &greet()).await;
    let echo = request("tools/call", json!({ "name": "echo", "arguments": { "text": "x" } }));
    let (_, served) = asks(&service(), Some(nobody), &echo).await;

    assert_eq!(refused["error"]["code"], -32_603);
    assert!(log.text().contains("subject(|token|"), "{}", log.text());
    assert_eq!(served["result"]["content"][0]["text"], "x");
}

//! What one request costs inside, without a socket: `cargo run --release -p mcp-benches --bin parts`.

#![expect(clippy::print_stdout, reason = "it prints figures")]

use std::hint::black_box;
use std::time::Instant;

use mcp_runtime::Peer;
use mcp_runtime::moment::{Moment, UnixSeconds};

const ROUNDS: u32 = 20_000;

#[tokio::main(flavor = "current_thread")]
async fn main() -> mcp_runtime::Result<()> {
    let server = mcp_benches::server().build()?;
    let peer = Peer::anonymous();
    let moment = Moment { now: UnixSeconds(1_800_000_000), random: [7; 32] };

    let first = mcp_benches::call("ask1", "");
    let asked = server.handle_at(first.clone(), &peer, &moment).await;
    let asked = String::from_utf8_lossy(asked.body().unwrap_or_default()).into_owned();
    let state = mcp_benches::state(&asked);
    let answers = r#""inputResponses":{"q1":{"action":"accept","content":{"v":"Rome"}}},"#;
    let second = mcp_benches::call("ask1", &format!("{answers}\"requestState\":\"{state}\","));

    for (what, request) in [
        ("a call that answers at once", mcp_benches::call("echo", "")),
        ("a first round that asks", first),
        ("a second round, with its state and answer", second),
    ] {
        let begun = Instant::now();
        for _ in 0..ROUNDS {
            black_box(server.handle_at(black_box(request.clone()), &peer, &moment).await.body());
        }
        println!("{what}: {:?}", begun.elapsed() / ROUNDS);
    }
    Ok(())
}

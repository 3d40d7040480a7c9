//! Fifty calls, one after the other, on one connection: does any of them wait for a timer?
//!
//! `cargo run --release -p mcp-benches --bin latency` prints the median and the 99th percentile of several runs. A
//! stack that lets small packets wait for each other shows a step of 40 ms here.

#![expect(clippy::print_stdout, reason = "it prints figures")]

use std::time::{Duration, Instant};

use mcp_runtime::http::HttpOptions;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

const CALLS: usize = 50;
const RUNS: usize = 5;

#[tokio::main]
async fn main() -> mcp_runtime::Result<()> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    let service = mcp_benches::server().build()?.service(HttpOptions::new())?;
    tokio::spawn(service.serve(listener, std::future::pending()));

    let body = mcp_benches::call("echo", "");
    let request = format!(
        "POST /mcp HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\n\
         accept: application/json, text/event-stream\r\nmcp-protocol-version: 2026-07-28\r\n\
         mcp-method: tools/call\r\nmcp-name: echo\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    for run in 1..=RUNS {
        let mut times = one_connection(address, request.as_bytes()).await?;
        times.sort();
        let at = |share: usize| times.get((CALLS - 1) * share / 100).copied().unwrap_or_default();
        let (half, most) = (at(50), at(99));
        let ratio = most.as_secs_f64() / half.as_secs_f64().max(f64::EPSILON);
        println!("run {run}: p50 {half:?}, p99 {most:?}, p99/p50 {ratio:.1}");
    }
    Ok(())
}

async fn one_connection(
    address: std::net::SocketAddr,
    request: &[u8],
) -> std::io::Result<Vec<Duration>> {
    let mut stream = TcpStream::connect(address).await?;
    let mut times = Vec::with_capacity(CALLS);
    let mut buffer = vec![0; 16 * 1024];
    // The first call of a connection also pays for the connection.
    for call in 0..=CALLS {
        let begun = Instant::now();
        stream.write_all(request).await?;
        let mut read = 0;
        loop {
            let rest = buffer.get_mut(read..).unwrap_or_default();
            let more = stream.read(rest).await?;
            if more == 0 {
                return Err(std::io::ErrorKind::UnexpectedEof.into());
            }
            read += more;
            if buffer.get(..read).is_some_and(|reply| reply.ends_with(b"}}")) {
                break;
            }
        }
        if call > 0 {
            times.push(begun.elapsed());
        }
    }
    Ok(times)
}

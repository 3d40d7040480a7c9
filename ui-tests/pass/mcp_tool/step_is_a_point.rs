//! A tool lists its steps among its asks, in the order of its source.

use mcp_runtime::prelude::*;

#[mcp_tool(single_use)]
async fn order(#[elicit(message = "First?")] first: Confirmed) -> String {
    drop(first);
    #[step]
    let one = 1;
    for n in 0..2 {
        #[roots(key = "roots-{n}")]
        let roots: Vec<Root>;
        drop(roots);
        #[step(secret, key = "two-{n}")]
        let _: (u8, u8) = (1, 2);
    }
    #[step(whole)]
    let three: Result<u8, String> = Ok(3);
    format!("{one} {three:?}")
}

fn main() {
    let order = order();
    let points: Vec<_> =
        order.points().iter().map(|point| format!("{:?} {} {}", point.kind, point.key, point.line)).collect();
    assert_eq!(
        points,
        [
            "Elicit first 6",
            "Step one 8",
            "Roots roots-{n} 11",
            "SecretStep two-{n} 14",
            "Step three 17",
        ]
    );
}

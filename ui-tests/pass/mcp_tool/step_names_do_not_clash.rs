//! A user's names are a user's, whatever the expansion of a step uses.
#![deny(warnings)]

use mcp_runtime::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
enum Result {
    Ok(u8),
}

trait StepOutput {
    fn of_step(&self) -> u8;
}

impl StepOutput for Result {
    fn of_step(&self) -> u8 {
        let Self::Ok(value) = self;
        *value
    }
}

#[derive(Serialize, Deserialize)]
struct Own;

impl Own {
    fn of_step(&self) -> u8 {
        3
    }
}

fn plain(value: u8) -> u8 {
    value
}

#[mcp_tool]
async fn order(value: u8, call: u8, cx: u8) -> String {
    #[step]
    let work = plain(value) + call + cx;
    #[step]
    let value = Result::Ok(value);
    #[step(whole)]
    let step: std::result::Result<u8, String> = Ok(value.of_step());
    #[step]
    let own = Own;
    #[step(key = "{call}-{work}")]
    let call = own.of_step();
    #[elicit(key = "work", message = "{work}")]
    let _: Confirmed;
    format!("{work} {step:?} {call}")
}

fn main() {
    let _: Tool = order();
}

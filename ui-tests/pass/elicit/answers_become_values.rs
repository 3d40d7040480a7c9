//! An answer arrives in the struct; one that is wrong never does.

use mcp_runtime::form::{Elicit, Read, read};
use serde_json::value::RawValue;

#[derive(Elicit, Debug, PartialEq)]
enum Size {
    #[elicit(title = "Small", rename = "S")]
    Small,
    #[elicit(title = "Large", rename = "L")]
    Large,
}

#[derive(Elicit, Debug, PartialEq)]
struct Order {
    size: Size,
    #[elicit(minimum = 1, maximum = 3)]
    qty: i64,
    note: Option<String>,
}

fn main() {
    let read = |json: &str| {
        let json = RawValue::from_string(json.to_owned()).unwrap();
        match read::<Order>(Some(&json)) {
            Ok(Read::Value(order)) => Ok(order),
            Ok(Read::Refused) => Err("refused".to_owned()),
            Err(problems) => Err(problems.to_string()),
        }
    };

    let order = Order { size: Size::Large, qty: 2, note: None };
    assert_eq!(read(r#"{"size":"L","qty":2.0}"#), Ok(order));
    assert_eq!(
        read(r#"{"size":"XL"}"#),
        Err("`size` must be one of `Small`, `Large`, not \"XL\"; \
             `qty` is missing: it must be a whole number from 1 to 3"
            .to_owned())
    );
}

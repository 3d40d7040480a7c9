//! `rename` of ours and of serde, and `rename_all` of serde, beside serde's own derive.

use mcp_runtime::form::{Elicit, Kind};

#[derive(Elicit, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "SCREAMING-KEBAB-CASE")]
enum Color {
    DarkRed,
    #[serde(rename = "blue")]
    LightBlue,
    #[elicit(rename = "g")]
    #[serde(rename = "g")]
    Green,
}

#[derive(Elicit, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Paint {
    wall_color: Color,
    #[serde(rename(serialize = "in", deserialize = "room"), default)]
    the_room: String,
    #[elicit(rename = "coats")]
    #[serde(alias = "layers")]
    number_of_coats: u8,
    r#type: String,
}

fn main() {
    let names: Vec<&str> = Paint::form().fields().iter().map(|field| field.name()).collect();
    assert_eq!(names, ["wallColor", "room", "coats", "type"]);
    let Kind::Select(select) = Paint::form().fields()[0].kind() else { panic!("not a select") };
    let values: Vec<&str> = select.options.iter().map(|option| option.value.as_str()).collect();
    assert_eq!(values, ["DARK-RED", "blue", "g"]);
}

//! Every way to write a default.

use mcp_runtime::form::Elicit;

const MANY: u8 = 7;

#[derive(Elicit)]
enum Color {
    Red,
    Blue,
}

#[derive(Elicit)]
#[expect(dead_code, reason = "only the form is looked at")]
struct Defaults {
    #[elicit(default = "Blue")]
    by_name: Color,
    #[elicit(default = Color::Red)]
    by_variant: Option<Color>,
    #[elicit(default = ["Blue", "Red"], max_items = 2)]
    names: Vec<Color>,
    #[elicit(default = vec![Color::Red])]
    variants: Vec<Color>,
    #[elicit(default = 0)]
    zero: u8,
    #[elicit(default = -1i64)]
    negative: i64,
    #[elicit(default = MANY)]
    constant: u8,
    #[elicit(default = 1)]
    ratio: f64,
    #[elicit(default = 0.5, minimum = -0.5)]
    half: f32,
    #[elicit(default = false)]
    no: bool,
    #[elicit(default = "")]
    text: String,
    #[elicit(default = "ada@example.com", format = "email")]
    address: String,
}

fn main() {
    let form = Defaults::form();
    assert!(form.defect().is_none());
    let answer = form.check(None).unwrap();
    assert_eq!(
        serde_json::to_string(&answer).unwrap(),
        r#"{"by_name":"Blue","by_variant":"Red","names":["Blue","Red"],"variants":["Red"],"zero":0,"negative":-1,"constant":7,"ratio":1.0,"half":0.5,"no":false,"text":"","address":"ada@example.com"}"#
    );
}

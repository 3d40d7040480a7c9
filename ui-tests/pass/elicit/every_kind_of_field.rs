//! One field of each kind, with and without `Option`, and every rule.

use std::collections::BTreeSet;

use mcp_runtime::form::Elicit;

#[derive(Elicit, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Tag {
    New,
    Used,
}

type Amount = u16;

#[derive(Elicit)]
#[expect(dead_code, reason = "only the form is looked at")]
struct Everything {
    /// A line of text
    /// over two lines
    #[elicit(title = "Text", min_length = 1, max_length = 5, pattern = "^a")]
    text: String,
    #[elicit(format = "email")]
    address: Option<String>,
    byte: u8,
    #[elicit(minimum = -5, maximum = 5)]
    signed: i32,
    long: u64,
    size: usize,
    #[elicit(minimum = 0, maximum = 1.5)]
    ratio: f64,
    single: Option<f32>,
    yes: bool,
    tag: Tag,
    #[elicit(min_items = 1, max_items = 2)]
    tags: Vec<Tag>,
    set: Option<BTreeSet<Tag>>,
    #[elicit(maximum = 10)]
    alias: Amount,
    #[elicit(not_secret)]
    token: Option<String>,
    tokens_used: Option<u32>,
    save_password: Option<bool>,
}

fn main() {
    let names: Vec<&str> = Everything::form().fields().iter().map(|field| field.name()).collect();
    assert_eq!(names.len(), 16);
    assert_eq!(names.first(), Some(&"text"));
    let text = Everything::form().field("text").unwrap();
    assert_eq!(text.description(), Some("A line of text over two lines"));
    assert_eq!(text.rules().unwrap(), "text of 1 to 5 characters that matches `^a`");
    assert!(!Everything::form().field("address").unwrap().is_required());
}

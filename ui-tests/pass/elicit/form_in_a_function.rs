//! A form that only one function knows.

fn main() {
    use mcp_runtime::form::Elicit;

    #[derive(Elicit)]
    enum Size {
        Small,
    }

    #[derive(Elicit)]
    struct Order {
        #[elicit(pattern = ".")]
        _note: String,
        _size: Size,
    }

    let _ = Size::Small;
    assert_eq!(
        Order::form().schema(),
        r#"{"type":"object","properties":{"_note":{"type":"string"},"_size":{"type":"string","enum":["Small"]}},"required":["_note","_size"]}"#
    );
}

//! Forms in the places of answers, and forms that are declared inside a handler.

use mcp_runtime::prelude::*;

/// Who somebody is.
#[derive(Debug, Elicit)]
struct Who {
    /// First and last name
    name: String,
    #[elicit(title = "How old?", minimum = 0)]
    age: Option<u8>,
}

#[mcp_tool]
async fn greet(#[elicit(message = "Who are you?")] who: Answer<Who>) -> String {
    #[derive(Elicit)]
    struct Colour {
        #[elicit(title = "Which colour?")]
        name: String,
    }

    #[elicit(message = "And who is with you?", otherwise = None)]
    let friend: Option<Who>;
    #[elicit(key = "colour", message = "What do you both like?")]
    let Colour { name: colour }: Colour;
    #[elicit(key = "again", message = "Once more?")]
    let again: Result<Option<Who>, AskFailed>;

    let age = again.ok().flatten().and_then(|who| who.age);
    match who {
        Answer::Accept(who) => format!("{} {colour} {friend:?} {age:?}", who.name),
        Answer::Decline | Answer::Cancel => colour,
    }
}

fn main() {
    let _: Tool = greet();
}

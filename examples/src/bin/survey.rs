//! A survey with every kind of form field, an ask in a branch, and one in a loop.
//!
//! Each `#[derive(Elicit)]` struct is a form: the doc comment of a field is its description, `#[elicit(…)]` holds its
//! rules. Whatever a client lets through, the server checks the answer against all of them and asks again if it does
//! not hold, so a handler never sees a value that breaks a rule.

use mcp_runtime::prelude::*;

/// How many books somebody may name.
const BOOKS: usize = 3;

/// One field of every kind.
#[derive(Elicit)]
struct About {
    /// What we should call you
    #[elicit(title = "Name", min_length = 1, max_length = 40)]
    name: String,
    /// Capital letters and digits, as on your card
    #[elicit(title = "Member number", pattern = "^[A-Z0-9]{4}$")]
    member: Option<String>,
    /// Where we can write to you
    #[elicit(format = "email")]
    email: Option<String>,
    #[elicit(format = "date")]
    birthday: Option<String>,
    /// Whole years
    #[elicit(minimum = 18, maximum = 130)]
    age: u8,
    /// In metres
    #[elicit(title = "Height", minimum = 0.3, maximum = 2.8)]
    height: Option<f64>,
    /// A list of values
    size: Size,
    /// A list of values that have titles
    #[elicit(default = Travel::Bicycle)]
    travel: Travel,
    /// Any number of them, two at most
    #[elicit(max_items = 2)]
    languages: Vec<Language>,
    /// Whether we may write to you
    #[elicit(title = "Newsletter", default = false)]
    newsletter: bool,
}

#[derive(Debug, Elicit)]
enum Size {
    Small,
    Medium,
    Large,
}

#[derive(Debug, Elicit)]
#[serde(rename_all = "kebab-case")]
enum Travel {
    #[elicit(title = "My bicycle")]
    Bicycle,
    #[elicit(title = "The bus or a train")]
    Bus,
    #[elicit(title = "On foot")]
    OnFoot,
}

#[derive(Debug, Elicit)]
enum Language {
    English,
    French,
    German,
}

/// Asked only of those who want the newsletter.
#[derive(Elicit)]
struct Newsletter {
    /// Issues a month
    #[elicit(minimum = 1, maximum = 4, default = 1)]
    issues: u32,
}

/// Asked until there is no more.
#[derive(Elicit)]
struct Book {
    /// Title of the book
    #[elicit(min_length = 1)]
    title: String,
    /// From 1 to 5 stars
    #[elicit(minimum = 1, maximum = 5)]
    stars: u8,
}

/// Asks the user about themselves, and sums up what they said.
#[mcp_tool(read_only)]
async fn survey() -> String {
    #[elicit(message = "Tell us about yourself")]
    let about: Answer<About>;
    let about = match about {
        Answer::Accept(about) => about,
        Answer::Decline => return "They would rather not say".to_owned(),
        Answer::Cancel => return "They left before they said anything".to_owned(),
    };

    let mut report = vec![about.summary()];

    if about.newsletter {
        #[elicit(message = "How often may we write?")]
        let newsletter: Option<Newsletter>;

        report.push(match newsletter {
            Some(newsletter) => format!("newsletter {} times a month", newsletter.issues),
            None => "no newsletter after all".to_owned(),
        });
    }

    for number in 1..=BOOKS {
        // Asked once a turn of the loop: its keys are `book`, `book#2` and `book#3`.
        #[elicit(message = "Name a book that you like ({number} of {BOOKS})")]
        let book: Option<Book>;

        let Some(book) = book else { break };
        report.push(format!("{} ({} stars)", book.title, book.stars));
    }
    report.join("; ")
}

/// Has the client's model write a verse about somebody, who is asked for their name first.
#[mcp_tool(read_only)]
async fn verse(#[elicit(message = "Who is it for?")] whom: Whom) -> String {
    let name = whom.name;
    #[sample(
        prompt = "Write a verse of two lines for {name}.",
        system = "You are a friendly poet.",
        max_tokens = 100,
        otherwise = None
    )]
    let verse: Option<Completion>;

    verse.map_or_else(|| format!("Roses are red, {name}."), |verse| verse.text())
}

#[derive(Elicit)]
struct Whom {
    /// Their first name
    #[elicit(default = "Ada")]
    name: String,
}

impl About {
    fn summary(&self) -> String {
        let or_none = |text: &Option<String>| text.clone().unwrap_or_else(|| "none".to_owned());
        let height =
            self.height.map_or_else(|| "unknown".to_owned(), |metres| format!("{metres} m"));
        format!(
            "{}, {}, height {height}, size {:?}, by {:?}, speaks {:?}, member {}, email {}, born {}",
            self.name,
            self.age,
            self.size,
            self.travel,
            self.languages,
            or_none(&self.member),
            or_none(&self.email),
            or_none(&self.birthday),
        )
    }
}

#[tokio::main]
async fn main() -> mcp_runtime::Result<()> {
    mcp_examples::serve(Server::new("survey", env!("CARGO_PKG_VERSION")).all_registered()).await
}

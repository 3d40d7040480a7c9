//! A picture of a server's handlers: where each may stop, and what it does once, as data and as a diagram.

use std::fmt::Write as _;

use serde::Serialize;

use super::Server;
use crate::handler::point::{Point, PointKind};

/// What a server's handlers ask and do once, from [`Server::describe`].
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Description {
    /// The handlers, in the order in which they are listed.
    pub handlers: Vec<HandlerDescription>,
}

/// What one handler asks and does once.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
#[non_exhaustive]
pub struct HandlerDescription {
    /// The name on the wire.
    pub name: String,
    /// The asks and steps of its own body, in the order of the source. What it asks and does through the context, as a
    /// helper that is given it does, is not known before it runs, and is not among them.
    pub points: Vec<Point>,
}

impl Server {
    /// What each handler asks and does once, in the order of its source.
    ///
    /// ```
    /// use mcp_runtime::prelude::*;
    /// use mcp_runtime::PointKind;
    ///
    /// /// Deletes a file.
    /// #[mcp_tool(destructive)]
    /// async fn delete(path: String) -> String {
    ///     #[elicit(key = "sure", message = "Delete {path}?")]
    ///     let _: Confirmed;
    ///
    ///     format!("Deleted {path}")
    /// }
    ///
    /// let server = Server::new("files", "1.0.0").tool(delete).build()?;
    /// let described = server.describe();
    /// let sure = described.handlers[0].points[0];
    /// assert_eq!((sure.kind, sure.key), (PointKind::Elicit, "sure"));
    /// assert!(described.mermaid().contains("asks the user: sure"));
    /// # Ok::<(), mcp_runtime::ConfigErrors>(())
    /// ```
    #[must_use]
    pub fn describe(&self) -> Description {
        let handler = |tool: &crate::Tool| HandlerDescription {
            name: tool.name().to_owned(),
            points: tool.points().to_vec(),
        };
        Description { handlers: self.tools().map(handler).collect() }
    }
}

impl Description {
    /// All handlers as one Mermaid state diagram, each a state with its points inside.
    ///
    /// Points stand in the order of the source: a branch that isn't taken is passed, and a loop goes back, which a
    /// list of points doesn't know.
    #[must_use]
    pub fn mermaid(&self) -> String {
        let mut text = String::from("stateDiagram-v2\n");
        for (number, handler) in self.handlers.iter().enumerate() {
            handler.write(number, &mut text);
        }
        text
    }
}

impl HandlerDescription {
    /// This handler alone as a Mermaid state diagram.
    #[must_use]
    pub fn mermaid(&self) -> String {
        let mut text = String::from("stateDiagram-v2\n");
        self.write(0, &mut text);
        text
    }

    fn write(&self, number: usize, text: &mut String) {
        let name = format!("h{number}");
        line(text, 1, &format!("state \"{}\" as {name} {{", escaped(&self.name)));
        for (place, point) in self.points.iter().enumerate() {
            let (verb, key) = (verb(point.kind), escaped(point.key));
            let line_number = point.line;
            line(
                text,
                2,
                &format!("state \"{verb}: {key} (line {line_number})\" as {name}p{place}"),
            );
        }
        let mut from = "[*]".to_owned();
        let mut arrow = String::new();
        for (place, point) in self.points.iter().enumerate() {
            line(text, 2, &format!("{from} --> {name}p{place}{arrow}"));
            from = format!("{name}p{place}");
            arrow = format!(" : {}", outcome(point.kind));
        }
        line(text, 2, &format!("{from} --> [*]{arrow}"));
        line(text, 1, "}");
    }
}

fn line(text: &mut String, depth: usize, content: &str) {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{:width$}{content}", "", width = depth * 4);
}

fn verb(kind: PointKind) -> &'static str {
    match kind {
        PointKind::Elicit => "asks the user",
        PointKind::ElicitUrl => "asks the user to open a page",
        PointKind::Sample => "asks the model",
        PointKind::Roots => "asks for the folders",
        PointKind::Step => "does once",
        PointKind::SecretStep => "does once, in secret",
    }
}

/// What leads on from a point.
fn outcome(kind: PointKind) -> &'static str {
    match kind {
        PointKind::Step | PointKind::SecretStep => "recorded",
        _ => "answered",
    }
}

/// Text between quotes, without what Mermaid or HTML would read as their own; Mermaid finds words like `direction LR` there
/// too.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, ' ' | '"' | '#' | '<' | '>' | '&') || c.is_control() {
            let _ = write!(safe, "#{};", u32::from(c));
        } else {
            safe.push(c);
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Tool;

    #[test]
    fn points_stand_in_the_order_of_the_source() {
        let tool = Tool::new("order")
            .point(Point::step("quote-{i}", 10))
            .point(Point::elicit("pay", 12))
            .point(Point::step("charge", 15))
            .point(Point::elicit_url("a\"b<#>&\n", 20))
            .point(Point::sample("a poem", 21))
            .point(Point::roots("roots", 22))
            .handler(|_, _| Box::pin(async { "done" }));
        let idle = Tool::new("idle").handler(|_, _| Box::pin(async { "done" }));
        let server = Server::new("t", "1").tool(tool).tool(idle).build().unwrap();

        let description = server.describe();

        assert_eq!(
            description.mermaid(),
            r#"stateDiagram-v2
    state "order" as h0 {
        state "does once: quote-{i} (line 10)" as h0p0
        state "asks the user: pay (line 12)" as h0p1
        state "does once: charge (line 15)" as h0p2
        state "asks the user to open a page: a#34;b#60;#35;#62;#38;#10; (line 20)" as h0p3
        state "asks the model: a#32;poem (line 21)" as h0p4
        state "asks for the folders: roots (line 22)" as h0p5
        [*] --> h0p0
        h0p0 --> h0p1 : recorded
        h0p1 --> h0p2 : answered
        h0p2 --> h0p3 : recorded
        h0p3 --> h0p4 : answered
        h0p4 --> h0p5 : answered
        h0p5 --> [*] : answered
    }
    state "idle" as h1 {
        [*] --> [*]
    }
"#
        );
        assert!(description.handlers[1].mermaid().ends_with("[*] --> [*]\n    }\n"));
        let data = serde_json::to_value(&description).unwrap();
        let first = &data["handlers"][0]["points"][0];
        assert_eq!(*first, serde_json::json!({ "kind": "step", "key": "quote-{i}", "line": 10 }));
    }
}

//! A reader of server-sent events, by the book: lines end in CR, LF or both, fields in any order, comments anywhere.

use std::collections::VecDeque;

use serde_json::Value;

/// What a stream says.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum Event {
    Message { name: String, data: String },
    Comment,
}

impl Event {
    /// The message that it carries.
    pub(crate) fn message(&self) -> Option<Value> {
        let Self::Message { name, data } = self else { return None };
        assert_eq!(name, "message");
        Some(serde_json::from_str(data).unwrap_or_else(|error| panic!("{error}: {data}")))
    }
}

/// Reads a stream piece by piece.
#[derive(Debug, Default)]
pub(crate) struct Reader {
    line: Vec<u8>,
    after_return: bool,
    name: String,
    data: Option<String>,
    events: VecDeque<Event>,
}

impl Reader {
    pub(crate) fn feed(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            let pair = std::mem::replace(&mut self.after_return, byte == b'\r') && byte == b'\n';
            match byte {
                _ if pair => {}
                b'\r' | b'\n' => self.end_line(),
                _ => self.line.push(byte),
            }
        }
    }

    pub(crate) fn next(&mut self) -> Option<Event> {
        self.events.pop_front()
    }

    fn end_line(&mut self) {
        let line = String::from_utf8(std::mem::take(&mut self.line)).expect("it is UTF-8");
        if line.is_empty() {
            let name = std::mem::take(&mut self.name);
            if let Some(data) = self.data.take() {
                self.events.push_back(Event::Message { name, data });
            }
            return;
        }
        let (field, value) = line.split_once(':').unwrap_or((&line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match field {
            "" => self.events.push_back(Event::Comment),
            "event" => value.clone_into(&mut self.name),
            "data" => match &mut self.data {
                Some(data) => {
                    data.push('\n');
                    data.push_str(value);
                }
                None => self.data = Some(value.to_owned()),
            },
            other => panic!("no other field is sent: {other}"),
        }
    }
}

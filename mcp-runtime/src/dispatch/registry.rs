//! The tools of a server by name: what is listed and what can be called come from this one table.

use std::collections::HashMap;

use crate::era::mirror::Mirrored;
use crate::handler::rules::Rules;
use crate::handler::tool::Tool;

/// Tools in the order in which they are listed.
#[derive(Debug, Default)]
pub(crate) struct Registry {
    tools: Vec<Entry>,
    places: HashMap<String, usize>,
}

/// A tool, and what its input schema was compiled to.
#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) tool: Tool,
    pub(crate) rules: Option<Rules>,
    pub(crate) mirrored: Vec<Mirrored>,
}

impl Registry {
    /// Adds a tool; `false` if there is one of its name.
    pub(crate) fn add(&mut self, entry: Entry) -> bool {
        if self.places.contains_key(entry.tool.name()) {
            return false;
        }
        self.places.insert(entry.tool.name().to_owned(), self.tools.len());
        self.tools.push(entry);
        true
    }

    pub(crate) fn find(&self, name: &str) -> Option<&Entry> {
        self.tools.get(*self.places.get(name)?)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Tool> {
        self.tools.iter().map(|entry| &entry.tool)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.tools.is_empty()
    }
}

//! The tools of a server by name: what is listed and what can be called come from this one table.

use std::collections::HashMap;

use crate::handler::rules::Rules;
use crate::handler::tool::Tool;

/// Tools in the order in which they are listed.
#[derive(Debug, Default)]
pub(crate) struct Registry {
    tools: Vec<(Tool, Option<Rules>)>,
    places: HashMap<String, usize>,
}

impl Registry {
    /// Adds a tool; `false` if there is one of its name.
    pub(crate) fn add(&mut self, tool: Tool, rules: Option<Rules>) -> bool {
        if self.places.contains_key(tool.name()) {
            return false;
        }
        self.places.insert(tool.name().to_owned(), self.tools.len());
        self.tools.push((tool, rules));
        true
    }

    pub(crate) fn find(&self, name: &str) -> Option<(&Tool, Option<&Rules>)> {
        let (tool, rules) = self.tools.get(*self.places.get(name)?)?;
        Some((tool, rules.as_ref()))
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Tool> {
        self.tools.iter().map(|(tool, _)| tool)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.tools.is_empty()
    }
}

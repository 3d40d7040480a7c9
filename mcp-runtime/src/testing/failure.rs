//! What a conversation says when it did not go as its script has it.

use std::fmt;
use std::panic::Location;

use super::script::Line;
use super::transcript::Transcript;

/// A conversation that did not go as its script has it: the line, what was expected, what came, and all that was said.
#[derive(Debug)]
pub struct Failure {
    line: Option<(String, &'static Location<'static>)>,
    expected: String,
    came: String,
    transcript: Transcript,
}

impl Failure {
    pub(super) fn new(
        line: Option<&Line>,
        expected: impl Into<String>,
        came: impl Into<String>,
        transcript: &Transcript,
    ) -> Self {
        Self {
            line: line.map(|line| (line.step.to_string(), line.at)),
            expected: expected.into(),
            came: came.into(),
            transcript: transcript.clone(),
        }
    }

    /// What was said until then.
    #[must_use]
    pub fn transcript(&self) -> &Transcript {
        &self.transcript
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the conversation did not go as its script has it\n")?;
        if let Some((step, at)) = &self.line {
            writeln!(f, "  line:     {step} at {at}")?;
        }
        writeln!(f, "  expected: {}", indented(&self.expected))?;
        writeln!(f, "  came:     {}", indented(&self.came))?;
        let said = self.transcript.to_string();
        if !said.is_empty() {
            write!(f, "what was said until then:\n{said}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Failure {}

fn indented(text: &str) -> String {
    text.trim_end().replace('\n', "\n            ")
}

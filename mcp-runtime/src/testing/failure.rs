//! What a conversation says when it did not go as its script has it.

use std::fmt;
use std::panic::Location;

use super::script::Line;
use super::transcript::Transcript;
use super::twice::Difference;

/// A conversation that did not go as its script has it: the line, what was expected, what came, and all that was said.
///
/// Of a handler that did something else when a round was played again: what it asked both times, what is first
/// different, and what usually causes that.
#[derive(Debug)]
pub struct Failure {
    line: Option<(String, &'static Location<'static>)>,
    what: What,
    transcript: Transcript,
}

#[derive(Debug)]
enum What {
    /// The script has it otherwise.
    Script { expected: String, came: String },
    /// The same round was not the same when it was played again.
    Replay(Box<Difference>),
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
            what: What::Script { expected: expected.into(), came: came.into() },
            transcript: transcript.clone(),
        }
    }

    /// The same round was not the same when it was played again.
    pub(super) fn of_replay(line: &Line, difference: Difference, transcript: &Transcript) -> Self {
        let line = Some((line.step.to_string(), line.at));
        Self { line, what: What::Replay(Box::new(difference)), transcript: transcript.clone() }
    }

    /// What was said until then.
    #[must_use]
    pub fn transcript(&self) -> &Transcript {
        &self.transcript
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.what {
            What::Script { .. } => "the conversation did not go as its script has it\n",
            What::Replay(_) => {
                "the handler did something else when the same round was played again: it runs again from the top in \
                 every round, and must ask the same for the same answers\n"
            }
        })?;
        if let Some((step, at)) = &self.line {
            writeln!(f, "  line:     {step} at {at}")?;
        }
        match &self.what {
            What::Script { expected, came } => {
                writeln!(f, "  expected: {}", indented(expected))?;
                writeln!(f, "  came:     {}", indented(came))?;
            }
            What::Replay(difference) => {
                let Difference { first, then, what, cause } = &**difference;
                writeln!(f, "  first:    {}", indented(first))?;
                writeln!(f, "  then:     {}", indented(then))?;
                writeln!(f, "  differs:  {}", indented(what))?;
                writeln!(f, "  usually:  {cause}")?;
            }
        }
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

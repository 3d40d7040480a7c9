//! What each bad client got.

use std::fmt;

use super::Behaviour;
use crate::testing::transcript::json;
use serde_json::Value;

/// What every client got, round by round. Its text is the same for every run of a tool that is.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Report {
    pub(super) call: String,
    /// What came of the call of a client that behaves.
    pub(super) good: String,
    pub(super) rounds: Vec<RoundReport>,
}

/// What clients got that misbehaved at one round.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct RoundReport {
    pub(super) asked: String,
    pub(super) got: Vec<Got>,
}

/// What one client got.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Got {
    pub(super) behaviour: Behaviour,
    pub(super) told: String,
    /// What should not have been.
    pub(super) fault: Option<String>,
}

impl Report {
    pub(super) fn of(tool: &str, arguments: &Value) -> Self {
        Self { call: format!("call {tool} {}", json(arguments)), ..Self::default() }
    }

    fn faults(&self) -> impl Iterator<Item = (usize, &Got, &str)> {
        self.rounds.iter().enumerate().flat_map(|(place, round)| {
            let faulty = round.got.iter();
            faulty.filter_map(move |got| Some((place + 1, got, got.fault.as_deref()?)))
        })
    }

    /// Itself, if nothing was wrong.
    pub(super) fn judge(self) -> Result<Self, Faults> {
        if self.faults().next().is_none() { Ok(self) } else { Err(Faults::of(None, self)) }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.call)?;
        if !self.good.is_empty() {
            writeln!(f, "a client that behaves: {}", self.good)?;
        }
        for (place, round) in self.rounds.iter().enumerate() {
            writeln!(f, "round {}: {}", place + 1, round.asked.replace('\n', "\n    "))?;
            for got in &round.got {
                let told = got.told.replace('\n', "\n    ");
                let mark = if got.fault.is_some() { "FAULT " } else { "" };
                writeln!(f, "  {mark}{}: {told}", got.behaviour)?;
            }
        }
        Ok(())
    }
}

/// A tool that does not hold against a bad client, or a script that not even a good one can follow.
#[derive(Debug)]
pub struct Faults(Box<Inner>);

#[derive(Debug)]
struct Inner {
    problem: Option<String>,
    report: Report,
}

impl Faults {
    pub(super) fn of(problem: Option<String>, report: Report) -> Self {
        Self(Box::new(Inner { problem, report }))
    }

    /// What each client got until then.
    #[must_use]
    pub fn report(&self) -> &Report {
        &self.0.report
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Inner { problem, report } = &*self.0;
        if let Some(problem) = problem {
            writeln!(f, "{problem}")?;
        } else {
            writeln!(f, "the tool does not hold against every client")?;
        }
        for (round, got, fault) in report.faults() {
            writeln!(f, "  round {round}, {}: {fault}", got.behaviour)?;
        }
        write!(f, "what each client got:\n{report}")
    }
}

impl std::error::Error for Faults {}

//! Findings as data, and four ways to print them.
//!
//! Every finding of the program, operational ones included, is a [`Diagnostic`]: a row of a
//! table ([`Rule`]) with the arguments of its text, at a [`Place`]. Each wing has a table of its
//! own, made with [`findings!`]; this room knows none of them and imports no room but `text`.

mod argument;
mod findings;
mod place;
mod render;
mod report;
mod rule;

pub use argument::{List, Structured};
pub use findings::Findings;
pub use place::{Place, Positions};
pub use render::counted;
pub use report::{Count, Format, Report, Tree};
pub(crate) use rule::findings;
pub use rule::{Finding, Rule, value};

use std::fmt;

use serde::Serialize;
use serde_json::Value;

use crate::text::visible::visible;

/// How much a finding matters. Only errors fail a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The rule is broken.
    Error,
    /// Valid, but somebody should look.
    Warning,
    /// Worth knowing.
    Note,
}

/// One finding at one place.
#[derive(Debug, Clone, PartialEq)]
pub struct Diagnostic {
    /// The row of its code.
    pub rule: &'static Rule,
    /// The text, arguments filled in.
    pub message: String,
    /// The arguments by name.
    pub arguments: Vec<(&'static str, Value)>,
    /// Where.
    pub place: Place,
}

impl Diagnostic {
    /// A finding at a place.
    pub fn new(place: Place, finding: impl Finding) -> Self {
        let (message, arguments) = (finding.message(), finding.arguments());
        Self { rule: finding.rule(), message, arguments, place }
    }

    /// A finding about the whole of what is looked at, or about the command.
    pub fn general(finding: impl Finding) -> Self {
        Self::new(Place::whole(), finding)
    }

    /// Severity of the finding's code.
    pub fn severity(&self) -> Severity {
        self.rule.severity
    }

    /// Whether it fails a command.
    pub fn is_error(&self) -> bool {
        self.severity() == Severity::Error
    }

    /// The line of the text form for a terminal, with its newline.
    pub fn emphasised(&self) -> String {
        render::line(self, render::Emphasis::Bold)
    }

    /// Brings findings into the order they are reported in: path, line, column, code, text.
    pub fn sort(diagnostics: &mut [Self]) {
        diagnostics.sort_by(|a, b| {
            a.place
                .cmp(&b.place)
                .then_with(|| (a.rule.code, &a.message).cmp(&(b.rule.code, &b.message)))
        });
    }
}

/// `code: message` with the place in front where there is one: the form in which `query` lists
/// errors and warnings starts with the code. Always one line: hidden characters are escaped.
impl fmt::Display for Diagnostic {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}: ", self.rule.code)?;
        if !self.place.path.is_empty() {
            out.write_str(&visible(&self.place.path))?;
            if let Some(line) = self.place.line {
                write!(out, ":{line}")?;
            }
            write!(out, ": ")?;
        }
        out.write_str(&visible(&self.message))
    }
}

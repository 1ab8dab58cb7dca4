//! Findings: one enum of codes, one table of texts, four ways to print them.
//!
//! Every finding of the program, operational ones included, is a [`Diagnostic`]: a
//! [`Finding`] (its code and typed arguments) at a [`Place`]. The table in `table.rs` is the
//! only place with German message texts; a second language would stand beside it. This room
//! imports no other.

mod argument;
mod place;
mod render;
mod report;
mod table;

pub use argument::{
    Damage, Ending, List, Meaning, Meanings, Measure, NoJson, Obstacle, Part, Unfit, Unread,
};
pub use place::{Document, Place};
pub use render::{counted, visible};
pub use report::{Format, Report, Summary};
pub use table::{Code, Finding};

use std::fmt;

use serde::Serialize;

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
    /// What was found.
    pub finding: Finding,
    /// Where.
    pub place: Place,
}

impl Diagnostic {
    /// A finding at a place.
    pub fn new(place: Place, finding: Finding) -> Self {
        Self { finding, place }
    }

    /// A finding about the vault as a whole or about the command.
    pub fn vault(finding: Finding) -> Self {
        Self::new(Place::vault(), finding)
    }

    /// Severity of the finding's code.
    pub fn severity(&self) -> Severity {
        self.finding.code().severity()
    }

    /// Whether it fails a command.
    pub fn is_error(&self) -> bool {
        self.severity() == Severity::Error
    }

    /// The line of the text form for a terminal, with its newline.
    pub fn emphasised(&self) -> String {
        render::line(self, render::Emphasis::Bold)
    }

    /// Brings findings into the order they are reported in: path, line, column, code, arguments.
    pub fn sort(diagnostics: &mut [Self]) {
        diagnostics.sort_by_cached_key(|found| {
            (found.place.clone(), found.finding.code().name(), found.finding.message())
        });
    }
}

/// `code: message` with the place in front where there is one: the form in which `query` lists
/// errors and warnings starts with the code. Always one line: hidden characters are escaped.
impl fmt::Display for Diagnostic {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}: ", self.finding.code().name())?;
        if !self.place.path.is_empty() {
            out.write_str(&render::visible(&self.place.path))?;
            if let Some(line) = self.place.line {
                write!(out, ":{line}")?;
            }
            write!(out, ": ")?;
        }
        out.write_str(&render::visible(&self.finding.message()))
    }
}

//! Findings: one enum of codes, one table of texts, four ways to print them.
//!
//! Every finding of the program, operational ones included, is a [`Diagnostic`]: a
//! [`Finding`] (its code and typed arguments) at a [`Place`]. The table in `table.rs` is the
//! only place with German message texts; a second language would stand beside it. This room
//! imports no other.

mod render;
mod report;
mod table;

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

/// Where a finding stands. Lines and columns count from 1, columns in characters.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// Path relative to the vault's root, or empty for the vault as a whole.
    pub path: String,
    /// Line in the file.
    pub line: Option<usize>,
    /// Column in the line; only with a line.
    pub column: Option<usize>,
}

impl Place {
    /// The vault as a whole.
    pub fn vault() -> Self {
        Self::default()
    }

    /// A file or folder as a whole.
    pub fn file(path: &str) -> Self {
        Self { path: path.to_owned(), line: None, column: None }
    }

    /// A line of a file.
    pub fn line(path: &str, line: usize) -> Self {
        Self { path: path.to_owned(), line: Some(line), column: None }
    }

    /// The place of a byte offset in the text of a file; `first_line` is the line `text` starts
    /// at, 1 for a whole file.
    pub fn offset(path: &str, text: &str, first_line: usize, offset: usize) -> Self {
        let before = text.get(..offset).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Self {
            path: path.to_owned(),
            line: Some(first_line + before.matches('\n').count()),
            column: Some(before[line_start..].chars().count() + 1),
        }
    }
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

/// Several names or paths as one argument, printed separated by commas.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct List(pub Vec<String>);

impl fmt::Display for List {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.is_empty() {
            true => out.write_str("–"),
            false => out.write_str(&self.0.join(", ")),
        }
    }
}

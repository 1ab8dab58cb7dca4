//! A command's findings, printed as text, JSON, SARIF or workflow commands.

use super::render::Emphasis;
use super::{Diagnostic, Severity, render};

/// How findings are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Format {
    /// One line each for people, then a summary.
    #[default]
    Text,
    /// One JSON document, `skillsafe.report/v1`.
    Json,
    /// SARIF 2.1.0 for code scanning.
    Sarif,
    /// Workflow commands of GitHub Actions.
    Github,
}

/// How many there are of one kind of thing, with the nouns to say it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Count {
    /// Its key in the JSON form.
    pub key: &'static str,
    /// The noun for one.
    pub one: &'static str,
    /// The noun for any other number.
    pub many: &'static str,
    /// The number.
    pub number: usize,
}

/// What the places of a report are relative to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tree {
    /// Its name in SARIF; whoever reads the log knows where it lies.
    pub id: &'static str,
    /// What a reader is told it is.
    pub description: &'static str,
    /// Path to it from the current folder, empty if they are the same or apart. Workflow
    /// commands name files from there: the runner stands in the repository around it.
    pub base: String,
}

/// Findings of one command.
#[derive(Debug)]
pub struct Report {
    /// The command, as it stands in the summary.
    pub command: &'static str,
    /// Sorted findings.
    pub diagnostics: Vec<Diagnostic>,
    /// What was looked at.
    pub summary: Vec<Count>,
    /// Where its files lie.
    pub tree: Tree,
}

impl Report {
    /// A report with its findings in reporting order.
    pub fn new(
        command: &'static str,
        mut diagnostics: Vec<Diagnostic>,
        summary: Vec<Count>,
    ) -> Self {
        Diagnostic::sort(&mut diagnostics);
        Self { command, diagnostics, summary, tree: Tree::default() }
    }

    /// The same, of files in `tree`.
    pub fn of(self, tree: Tree) -> Self {
        Self { tree, ..self }
    }

    /// How many findings have this severity.
    pub fn count(&self, severity: Severity) -> usize {
        self.diagnostics.iter().filter(|found| found.severity() == severity).count()
    }

    /// Whether any finding is an error.
    pub fn failed(&self) -> bool {
        self.count(Severity::Error) > 0
    }

    /// The text form for a terminal.
    pub fn emphasised(&self) -> String {
        render::text(self, Emphasis::Bold)
    }

    /// The report in one form, with a final newline; only workflow commands are nothing at all
    /// when there is nothing to say.
    pub fn render(&self, format: Format) -> String {
        match format {
            Format::Text => render::text(self, Emphasis::None),
            Format::Json => render::json(self),
            Format::Sarif => render::sarif(self),
            Format::Github => render::github(self),
        }
    }
}

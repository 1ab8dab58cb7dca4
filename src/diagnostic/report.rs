//! A command's findings, printed as text, JSON, SARIF or workflow commands.

use serde::Serialize;

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

/// Size of the vault a report speaks of.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// Pages under `knowledge/`.
    pub pages: usize,
    /// Claims on them.
    pub claims: usize,
    /// Registered local sources.
    pub sources: usize,
    /// Listed external sources.
    pub external: usize,
}

/// Findings of one command.
#[derive(Debug)]
pub struct Report {
    /// The command, as it stands in the summary.
    pub command: &'static str,
    /// Sorted findings.
    pub diagnostics: Vec<Diagnostic>,
    /// What was looked at.
    pub summary: Summary,
    /// Path from the current folder to the vault, empty if they are the same or apart. Workflow
    /// commands name files from there: the runner stands in the repository around the vault.
    pub base: String,
}

impl Report {
    /// A report with its findings in reporting order.
    pub fn new(command: &'static str, mut diagnostics: Vec<Diagnostic>, summary: Summary) -> Self {
        Diagnostic::sort(&mut diagnostics);
        Self { command, diagnostics, summary, base: String::new() }
    }

    /// The same, of a vault at `base`.
    pub fn at(self, base: String) -> Self {
        Self { base, ..self }
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

//! A command's findings, printed as text, JSON, SARIF or workflow commands.

use std::fmt::Write as _;

use serde::Serialize;

use super::{Diagnostic, Severity};

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
}

impl Report {
    /// A report with its findings in reporting order.
    pub fn new(command: &'static str, mut diagnostics: Vec<Diagnostic>, summary: Summary) -> Self {
        Diagnostic::sort(&mut diagnostics);
        Self { command, diagnostics, summary }
    }

    /// How many findings have this severity.
    pub fn count(&self, severity: Severity) -> usize {
        self.diagnostics.iter().filter(|found| found.severity() == severity).count()
    }

    /// Whether any finding is an error.
    pub fn failed(&self) -> bool {
        self.count(Severity::Error) > 0
    }

    /// The report in one form, with a final newline.
    pub fn render(&self, format: Format) -> String {
        match format {
            Format::Text | Format::Json | Format::Sarif | Format::Github => self.text(),
        }
    }

    fn text(&self) -> String {
        let mut out = String::new();
        for found in &self.diagnostics {
            let mark = match found.severity() {
                Severity::Error => "🔴",
                Severity::Warning => "🟡",
                Severity::Note => "ℹ️",
            };
            let _ = write!(out, "{mark} ");
            if !found.place.path.is_empty() {
                let _ = write!(out, "{}", found.place.path);
                for position in [found.place.line, found.place.column].into_iter().flatten() {
                    let _ = write!(out, ":{position}");
                }
                out.push(' ');
            }
            let _ = writeln!(out, "{}: {}", found.finding.code().name(), found.finding.message());
        }
        let mark = if self.failed() { "🔴" } else { "🟢" };
        let Summary { pages, claims, sources, external } = self.summary;
        let _ = writeln!(
            out,
            "{mark} {}: {} Fehler, {} Warnungen, {} Hinweise — {pages} Seiten, {claims} Claims, {sources} Quellen, {external} externe Quellen",
            self.command,
            self.count(Severity::Error),
            self.count(Severity::Warning),
            self.count(Severity::Note),
        );
        out
    }
}

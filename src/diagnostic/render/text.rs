//! One line for people per finding, then a summary.

use std::fmt::Write as _;

use super::super::{Diagnostic, Report, Severity};
use crate::text::visible::visible;

/// Whether codes stand out.
#[derive(Debug, Clone, Copy)]
pub(in super::super) enum Emphasis {
    /// Plain text.
    None,
    /// Bold, for terminals.
    Bold,
}

impl Emphasis {
    fn around(self) -> (&'static str, &'static str) {
        match self {
            Self::None => ("", ""),
            Self::Bold => ("\u{1b}[1m", "\u{1b}[0m"),
        }
    }
}

/// A line per finding and the summary line.
pub(in super::super) fn text(report: &Report, emphasis: Emphasis) -> String {
    let mut out: String = report.diagnostics.iter().map(|found| line(found, emphasis)).collect();
    out.push_str(&summary(report));
    out.push('\n');
    out
}

/// `🔴 path:line:col code: message`
pub(in super::super) fn line(found: &Diagnostic, emphasis: Emphasis) -> String {
    let mut out = match found.severity() {
        Severity::Error => "🔴 ",
        Severity::Warning => "🟡 ",
        Severity::Note => "ℹ️ ",
    }
    .to_owned();
    if !found.place.path.is_empty() {
        out.push_str(&visible(&found.place.path));
        for position in [found.place.line, found.place.column].into_iter().flatten() {
            let _ = write!(out, ":{position}");
        }
        out.push(' ');
    }
    let (start, end) = emphasis.around();
    let _ = writeln!(out, "{start}{}{end}: {}", found.rule.code, visible(&found.message));
    out
}

fn summary(report: &Report) -> String {
    let mark = if report.failed() { "🔴" } else { "🟢" };
    let mut findings = vec![
        counted(report.count(Severity::Error), "Fehler", "Fehler"),
        counted(report.count(Severity::Warning), "Warnung", "Warnungen"),
    ];
    let notes = report.count(Severity::Note);
    if notes > 0 {
        findings.push(counted(notes, "Hinweis", "Hinweise"));
    }
    let counts = report.summary.iter().map(|count| counted(count.number, count.one, count.many));
    let looked_at: Vec<_> = counts.collect();
    format!("{mark} {}: {} — {}", report.command, findings.join(", "), looked_at.join(", "))
}

/// A number with the noun that goes with it.
pub fn counted(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::super::tests::{hostile, size};
    use super::*;
    use crate::diagnostic::{Diagnostic, Place};
    use crate::findings::Finding;

    #[test]
    fn a_green_report_is_its_summary() {
        let found = Diagnostic::new(Place::file("knowledge/a/b.md"), Finding::PageWithoutClaims {});
        let size = size([20, 129, 7, 3]);
        let text = text(&Report::new("validate", vec![found], size), Emphasis::None);
        let (finding, summary) = text.split_once('\n').unwrap();
        assert!(finding.starts_with("🟡 knowledge/a/b.md page-without-claims: "), "{finding}");
        assert_eq!(
            summary,
            "🟢 validate: 0 Fehler, 1 Warnung — 20 Seiten, 129 Claims, 7 Quellen, 3 externe Quellen\n"
        );
    }

    #[test]
    fn one_of_each_is_singular() {
        let findings = vec![
            Diagnostic::general(Finding::TreeSymlink {}),
            Diagnostic::general(Finding::PageWithoutClaims {}),
            Diagnostic::general(Finding::CheckoutEntries {}),
        ];
        let size = size([1; 4]);
        assert_eq!(
            summary(&Report::new("doctor", findings, size)),
            "🔴 doctor: 1 Fehler, 1 Warnung, 1 Hinweis — 1 Seite, 1 Claim, 1 Quelle, 1 externe Quelle"
        );
    }

    #[test]
    fn none_and_several_are_plural() {
        let notes = vec![Diagnostic::general(Finding::CheckoutEntries {}); 2];
        assert_eq!(
            summary(&Report::new("doctor", notes, size([0; 4]))),
            "🟢 doctor: 0 Fehler, 0 Warnungen, 2 Hinweise — 0 Seiten, 0 Claims, 0 Quellen, 0 externe Quellen"
        );
    }

    #[test]
    fn content_breaks_no_line_and_reaches_no_terminal() {
        let text = text(&hostile(), Emphasis::None);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 5, "{text}");
        assert!(!text.chars().any(|c| c.is_control() && c != '\n'), "{text:?}");
        assert!(lines[0].starts_with("ℹ️ checkout-entries: "), "{text}");
        assert!(lines[1].starts_with("🔴 manifest-deviation: "), "{text}");
        assert!(lines[1].contains("neu: a.md, b.md; fehlt: –; geändert: "), "{text}");
        assert!(
            lines[2].starts_with("🔴 knowledge/a b/100%:ü,\\u{1b}]0;x\\u{7}.md:7:3 tag-invalid: "),
            "{text}"
        );
        assert!(
            lines[2].contains("„rot\\u{a}::error::x\\u{1b}[31m 100%, a:b\\u{d}\\u{9b}2J"),
            "{text}"
        );
        assert!(lines[4].starts_with("🔴 validate: 2 Fehler, 1 Warnung, 1 Hinweis — "), "{text}");
    }
}

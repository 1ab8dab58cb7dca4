//! Workflow commands: GitHub Actions shows them beside the lines they speak of.

use std::fmt::Write as _;

use super::super::{Report, Severity};
use crate::text::visible::visible;

/// One `::error file=…,line=…,col=…,title=<code>::<message>` per finding, no summary.
pub(in super::super) fn github(report: &Report) -> String {
    let mut out = String::new();
    for found in &report.diagnostics {
        let command = match found.severity() {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "notice",
        };
        let _ = write!(out, "::{command} ");
        if !found.place.path.is_empty() {
            let separator = if report.tree.base.is_empty() { "" } else { "/" };
            let file = format!("{}{separator}{}", report.tree.base, found.place.path);
            let _ = write!(out, "file={},", property(&file));
            if let Some(line) = found.place.line {
                let _ = write!(out, "line={line},");
                if let Some(column) = found.place.column {
                    let _ = write!(out, "col={column},");
                }
            }
        }
        let title = found.rule.code;
        let _ = writeln!(out, "title={title}::{}", data(&found.message));
    }
    out
}

/// Text after the second `::`: percent signs and line ends encoded as the runner decodes them,
/// other control characters made visible, since the log of a run is shown like a terminal.
fn data(text: &str) -> String {
    let encoded = text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
    visible(&encoded).into_owned()
}

/// A value before it, where colons and commas separate too.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::super::tests::hostile;
    use super::super::tests::size;
    use super::*;
    use crate::diagnostic::{Diagnostic, Place, Tree};
    use crate::findings::Finding;

    #[test]
    fn a_green_report_prints_nothing() {
        assert_eq!(github(&Report::new("validate", vec![], size([0; 4]))), "");
    }

    #[test]
    fn severities_and_places() {
        let whole = Diagnostic::new(Place::file("a.md"), Finding::TreeSymlink {});
        let report = Report::new("validate", vec![whole], size([0; 4]));
        assert!(github(&report).starts_with("::error file=a.md,title=tree-symlink::"));
        let report = report.of(Tree { base: "docs/vault".to_owned(), ..Tree::default() });
        assert!(github(&report).starts_with("::error file=docs/vault/a.md,title="));
        let text = github(&hostile());
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[0].starts_with("::notice title=checkout-entries::"), "{text}");
        assert!(
            lines[3].starts_with("::warning file=knowledge/a/b.md,line=2,title=page-without-"),
            "{text}"
        );
    }

    #[test]
    fn content_starts_no_command() {
        let text = github(&hostile());
        assert_eq!(text.lines().count(), 4, "{text}");
        assert!(text.lines().all(|line| line.starts_with("::")), "{text}");
        assert!(!text.chars().any(|c| c.is_control() && c != '\n'), "{text:?}");
        let line = text.lines().nth(2).unwrap();
        assert!(
            line.starts_with(
                "::error file=knowledge/a b/100%25%3Aü%2C\\u{1b}]0;x\\u{7}.md,line=7,col=3,title=tag-invalid::"
            ),
            "{line}"
        );
        assert!(line.contains("„rot%0A::error::x\\u{1b}[31m 100%25, a:b%0D"), "{line}");
    }
}

//! The forms a report is printed in, one file each. Only the text form emphasises, and only
//! when asked.

mod github;
mod json;
mod sarif;
mod text;

pub(super) use github::github;
pub(super) use json::json;
pub(super) use sarif::sarif;
pub use text::counted;
pub(super) use text::{Emphasis, line, text};

#[cfg(test)]
mod tests {
    use crate::diagnostic::List;
    use crate::diagnostic::{Count, Diagnostic, Place, Report, Tree};
    use crate::findings::Finding;

    /// Counts of four kinds of things.
    pub(super) fn size(counts: [usize; 4]) -> Vec<Count> {
        let nouns = [
            ("pages", "Seite", "Seiten"),
            ("claims", "Claim", "Claims"),
            ("sources", "Quelle", "Quellen"),
            ("external", "externe Quelle", "externe Quellen"),
        ];
        let count = |((key, one, many), number)| Count { key, one, many, number };
        nouns.into_iter().zip(counts).map(count).collect()
    }

    /// An error, a warning, a note and an error of the vault as a whole, with hostile content.
    pub(super) fn hostile() -> Report {
        let tag = "rot\n::error::x\u{1b}[31m 100%, a:b\r\u{9b}2J\u{202e}";
        let path = "knowledge/a b/100%:ü,\u{1b}]0;x\u{7}.md";
        Report::new(
            "validate",
            vec![
                Diagnostic::new(
                    Place { path: path.to_owned(), line: Some(7), column: Some(3) },
                    Finding::TagInvalid { tag: tag.to_owned() },
                ),
                Diagnostic::new(Place::line("knowledge/a/b.md", 2), Finding::PageWithoutClaims {}),
                Diagnostic::general(Finding::CheckoutEntries {}),
                Diagnostic::general(Finding::ManifestDeviation {
                    added: List(vec!["a.md".to_owned(), "b.md".to_owned()]),
                    missing: List(vec![]),
                    changed: List(vec!["[x](https://example.org)".to_owned()]),
                }),
            ],
            size([20, 129, 7, 3]),
        )
        .of(Tree { id: "VAULTROOT", ..Tree::default() })
    }
}

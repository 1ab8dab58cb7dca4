//! `INDEX.md`: a table of all pages per domain, for people.

use std::fmt::Write as _;

use crate::model::Vault;
use crate::model::page::Page;

const HEADING: &str = "# Index";
const COMMENT: &str = "<!-- Abgeleitet aus den Seiten: vault index. Nicht von Hand ändern. -->";

/// The text of the index.
pub fn index(vault: &Vault) -> String {
    let mut text = format!("{HEADING}\n\n{COMMENT}\n");
    for (domain, pages) in vault.domains() {
        let _ = write!(
            text,
            "\n## {domain}\n\n\
             | Seite | Typ | Status | Konfidenz | Stand | Titel |\n\
             |---|---|---|---|---|---|\n"
        );
        for page in pages {
            let Page { name, path, .. } = page;
            let (kind, status, confidence) = (page.text("type"), page.status(), page.confidence());
            let (as_of, title) = (page.as_of(), page.title());
            let _ = writeln!(
                text,
                "| [{name}]({path}) | {kind} | {status} | {confidence} | {as_of} | {title} |"
            );
        }
    }
    text
}

/// The lines of an index that are compared: all but the first heading and comment lines, whose
/// wording is each engine's own.
pub fn index_rows(text: &str) -> impl Iterator<Item = &str> {
    let mut headings = 0;
    text.split('\n').filter(move |line| {
        let heading = line.starts_with("# ") && headings == 0;
        headings += usize::from(heading);
        !heading && !line.starts_with("<!--")
    })
}

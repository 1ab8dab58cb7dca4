//! Rows of the two source tables: `sources/REGISTER.md` and `sources/EXTERN.md`
//! (spec chapter 3).

use serde::Serialize;

use super::contract::Scope;
use super::ids::is_id;
use super::media_type::MediaType;
use super::paths::is_portable;
use super::values::is_https_prefix;
use crate::diagnostic::{Diagnostic, Place};
use crate::digest::Digest;
use crate::findings::Finding;
use crate::text::whitespace::trim;
use crate::vault::layout;

/// A registered local source.
#[derive(Debug)]
pub struct Source<'a> {
    /// `S-nnnn`
    pub id: &'a str,
    /// Title.
    pub title: &'a str,
    /// As-of date or version, free text.
    pub as_of: &'a str,
    /// Digest of the original, if well-formed.
    pub digest: Option<Digest>,
    /// The cell it stands in.
    pub digest_cell: &'a str,
    /// `T1` to `T3`.
    pub trust: &'a str,
    /// Rights, free text.
    pub rights: &'a str,
    /// Path of the original.
    pub file: &'a str,
    /// Line in the register.
    pub line: usize,
}

/// A listed external source.
#[derive(Debug)]
pub struct ExternalSource<'a> {
    /// `X-nnnn`
    pub id: &'a str,
    /// Title.
    pub title: &'a str,
    /// `markdown-tree` or `skillsafe-vault`.
    pub kind: &'a str,
    /// `-` or an `https://` prefix.
    pub target: &'a str,
    /// As-of date or version; of a vault also its scope.
    pub as_of: &'a str,
    /// Key its binding on this host goes by.
    pub key: &'a str,
    /// `T1` to `T3`.
    pub trust: &'a str,
    /// Rights, free text.
    pub rights: &'a str,
    /// Line in the table.
    pub line: usize,
}

/// What is told of a source wherever it is cited. Fields in alphabetical order of their names in
/// print, which is the order they are printed in.
#[derive(Debug, Clone, Copy, Default, Serialize)]
pub struct Cited<'a> {
    /// `S-nnnn` or `X-nnnn`
    pub id: &'a str,
    /// `lokal` or `extern`
    pub kind: &'static str,
    /// Rights, free text.
    pub rights: &'a str,
    /// As-of date or version.
    #[serde(rename = "stand")]
    pub as_of: &'a str,
    /// Title.
    pub title: &'a str,
    /// `T1` to `T3`
    pub trust: &'a str,
}

impl<'a> Source<'a> {
    /// Tells what a citation says of it.
    pub fn cited(&self) -> Cited<'a> {
        let &Self { id, title, as_of, trust, rights, .. } = self;
        Cited { id, kind: "lokal", rights, as_of, title, trust }
    }

    /// Whether the original lies where it must: directly in `sources/raw/`, its name starting
    /// with the ID.
    pub fn is_admissible(&self) -> bool {
        let name = layout::in_folder(self.file, layout::RAW);
        is_portable(self.file)
            && name.is_some_and(|name| {
                let rest = name.strip_prefix(self.id).and_then(|rest| rest.strip_prefix("__"));
                !name.contains('/') && rest.is_some_and(|rest| !rest.is_empty())
            })
    }

    /// Suffix of the original, without the dot.
    pub fn suffix(&self) -> &'a str {
        let name = self.file.rsplit('/').next().unwrap_or_default();
        name.rsplit_once('.').map_or("", |(_, suffix)| suffix)
    }

    /// What the suffix says the original is, if that is an image or PDF.
    pub fn media_type(&self) -> Option<MediaType> {
        MediaType::for_suffix(self.suffix())
    }
}

/// Kind of an external source that is a folder of Markdown files.
pub const MARKDOWN_TREE: &str = "markdown-tree";
/// Kind of an external source that is another vault.
pub const FOREIGN_VAULT: &str = "skillsafe-vault";

impl<'a> ExternalSource<'a> {
    /// Tells what a citation says of it.
    pub fn cited(&self) -> Cited<'a> {
        let &Self { id, title, as_of, trust, rights, .. } = self;
        Cited { id, kind: "extern", rights, as_of, title, trust }
    }

    /// Whether it is read over the network. A target that is no proper prefix counts as local.
    pub fn is_web(&self) -> bool {
        is_https_prefix(self.target)
    }

    /// The scopes its as-of cell names, from the widest; exactly one is right for a vault.
    pub fn scopes(&self) -> Vec<Scope> {
        let cell = self.as_of.to_lowercase();
        Scope::ALL.into_iter().filter(|scope| cell.contains(scope.key())).collect()
    }

    /// The scope it states, if it is a vault.
    pub fn scope(&self) -> Option<Scope> {
        self.scopes().first().copied().filter(|_| self.kind == FOREIGN_VAULT)
    }
}

/// Reads `sources/REGISTER.md`, sorted by ID.
pub fn parse_register<'a>(
    path: &str,
    text: &'a str,
    found: &mut Vec<Diagnostic>,
) -> Vec<Source<'a>> {
    let columns = ["ID", "Titel", "Stand/Version", "SHA-256", "Trust", "Rechte", "Ablage"];
    let rows = rows(path, text, "S", columns, found);
    let source =
        |(line, [id, title, as_of, digest, trust, rights, file]): (usize, [&'a str; 7])| {
            let (digest, digest_cell) = (Digest::parse(digest), digest);
            Source { id, title, as_of, digest, digest_cell, trust, rights, file, line }
        };
    rows.into_iter().map(source).collect()
}

/// Reads `sources/EXTERN.md`, sorted by ID.
pub fn parse_external<'a>(
    path: &str,
    text: &'a str,
    found: &mut Vec<Diagnostic>,
) -> Vec<ExternalSource<'a>> {
    let columns =
        ["ID", "Titel", "Art", "Ziel", "Stand/Version", "Bindungsschlüssel", "Trust", "Rechte"];
    let rows = rows(path, text, "X", columns, found);
    let external =
        |(line, [id, title, kind, target, as_of, key, trust, rights]): (usize, [&'a str; 8])| {
            ExternalSource { id, title, kind, target, as_of, key, trust, rights, line }
        };
    rows.into_iter().map(external).collect()
}

/// The well-formed rows whose ID starts with `prefix`, sorted by ID; the first of two equal IDs
/// stays. Empty cells and the trust cell are judged here, what a cell means is not.
fn rows<'a, const N: usize>(
    path: &str,
    text: &'a str,
    prefix: &str,
    columns: [&str; N],
    found: &mut Vec<Diagnostic>,
) -> Vec<(usize, [&'a str; N])> {
    let mut rows: Vec<(usize, [&str; N])> = Vec::new();
    let mut seen = std::collections::HashSet::new();
    let start = format!("| {prefix}-");
    for (line, content) in (1..).zip(text.split('\n')) {
        let bare = trim(content);
        if !bare.starts_with(&start) {
            continue;
        }
        let mut report = |finding| found.push(Diagnostic::new(Place::line(path, line), finding));
        let cells: Vec<_> = bare.trim_matches('|').split('|').map(trim).collect();
        let Ok(cells) = <[&str; N]>::try_from(cells.as_slice()) else {
            let (expected, found) = (N as u64, cells.len() as u64);
            report(Finding::TableCells { expected, found });
            continue;
        };
        let id = cells[0];
        if !is_id(prefix, id) {
            report(Finding::TableId { value: id.to_owned() });
            continue;
        }
        if !seen.insert(id) {
            report(Finding::TableRepeated { id: id.to_owned() });
            continue;
        }
        for (column, cell) in columns.iter().zip(cells) {
            let (id, value) = (id.to_owned(), cell.to_owned());
            if cell.is_empty() {
                report(Finding::TableCellEmpty { id, column: column.to_string() });
            } else if *column == "Trust" && !["T1", "T2", "T3"].contains(&cell) {
                report(Finding::TableTrust { id, value });
            }
        }
        rows.push((line, cells));
    }
    rows.sort_unstable_by_key(|(_, cells)| cells[0]);
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes(row: &str) -> Vec<&'static str> {
        let mut found = Vec::new();
        parse_register("sources/REGISTER.md", row, &mut found);
        found.iter().map(|found| found.rule.code).collect()
    }

    #[test]
    fn rows_are_read_and_dropped_as_specified() {
        assert_eq!(codes("  | S-0001 | t | 2026 | x | T1 | frei | f |||  "), [""; 0]);
        assert_eq!(codes("| S-0001 | t | 2026 | x | T1 | frei |"), ["table-cells"]);
        assert_eq!(codes("| S-001 | t | 2026 | x | T1 | frei | f |"), ["table-id"]);
        assert_eq!(
            codes("| S-0001 | | 2026 | x | T4 | frei | f |"),
            ["table-cell-empty", "table-trust"]
        );
        let twice =
            "| S-0001 | a | 2026 | x | T1 | frei | f |\n| S-0001 | b | 1 | x | T1 | frei | f |";
        let mut found = Vec::new();
        let rows = parse_register("sources/REGISTER.md", twice, &mut found);
        assert_eq!((rows.len(), rows[0].title), (1, "a"));
        assert_eq!(found[0].place, Place::line("sources/REGISTER.md", 2));
        assert_eq!(codes("|  S-0001 | no row, two blanks |"), [""; 0]);
    }
}

//! Literal words, line by line, also in an invalid vault.

use unicode_segmentation::UnicodeSegmentation as _;

use crate::check;
use crate::diagnostic::{Diagnostic, Findings, Place};
use crate::findings::Finding;
use crate::text::visible::visible;
use crate::text::whitespace::trim;
use crate::vault::{Content, File, Snapshot, Trouble, layout};

/// Longest line shown, in characters as people count them.
const SHOWN: usize = 200;

/// What a search found.
#[derive(Debug, Default)]
pub struct Hits {
    /// `path:line: text` for each line with one of the words.
    pub lines: Vec<String>,
    /// What would have been searched and could not be read.
    pub unreadable: Vec<Diagnostic>,
}

/// Finds the lines of pages, register and router that hold one of the words, in any case.
pub fn search(snapshot: &Snapshot, words: &[String]) -> Result<Hits, Findings> {
    refuse_links(snapshot)?;
    if words.iter().any(|word| trim(word).is_empty()) {
        // It would be found everywhere; most likely a variable was not set.
        return Err(Finding::QueryEmpty {}.into());
    }
    let words: Vec<_> = words.iter().map(|word| word.to_lowercase()).collect();
    let mut hits = Hits { lines: Vec::new(), unreadable: not_searched(snapshot) };
    for file in searched(snapshot) {
        match &file.content {
            Content::Text(text) => lines_with(&file.path, text, &words, &mut hits.lines),
            Content::NotUtf8(offset) => {
                let finding = Finding::TextEncoding { offset: *offset as u64 };
                hits.unreadable.push(Diagnostic::new(Place::file(&file.path), finding));
            }
            _ => {}
        }
    }
    Ok(hits)
}

/// A link could lead anywhere; what it names is not searched, and that must not go unnoticed.
fn refuse_links(snapshot: &Snapshot) -> Result<(), Findings> {
    let is_link = |trouble: &Trouble| matches!(trouble, Trouble::Link | Trouble::HardLinked(_));
    let links = snapshot.irregular.iter().filter(|entry| is_link(&entry.trouble));
    let refused = |path: &str| Diagnostic::new(Place::file(path), Finding::SearchLinks {});
    links.map(|entry| refused(&entry.path)).collect::<Findings>().none()
}

/// What would be searched and cannot be read.
fn not_searched(snapshot: &Snapshot) -> Vec<Diagnostic> {
    let wanted = |path: &str| {
        [layout::KNOWLEDGE, "sources", layout::REGISTER, layout::ROUTER].contains(&path)
            || layout::in_folder(path, layout::KNOWLEDGE).is_some()
    };
    let findings = check::irregular(snapshot);
    findings.into_iter().filter(|found| wanted(&found.place.path)).collect()
}

/// Pages, then the register, then the router.
fn searched(snapshot: &Snapshot) -> impl Iterator<Item = &File> {
    let pages = snapshot.files.iter().filter(|file| layout::is_page(&file.path));
    pages.chain(snapshot.file(layout::REGISTER)).chain(snapshot.file(layout::ROUTER))
}

fn lines_with(path: &str, text: &str, words: &[String], hits: &mut Vec<String>) {
    for (number, line) in (1..).zip(text.split('\n')) {
        let lower = line.to_lowercase();
        if words.iter().any(|word| lower.contains(word)) {
            hits.push(format!("{}:{number}: {}", visible(path), visible(&shown(line))));
        }
    }
}

/// A line trimmed and cut between characters.
fn shown(line: &str) -> String {
    let line = trim(line);
    match line.grapheme_indices(true).nth(SHOWN) {
        Some((end, _)) => format!("{} …", &line[..end]),
        None => line.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_between_characters() {
        assert_eq!(shown("  kurz \t"), "kurz");
        let family = "👩\u{200d}👩\u{200d}👧";
        assert_eq!(shown(&family.repeat(SHOWN)), family.repeat(SHOWN));
        assert_eq!(shown(&family.repeat(SHOWN + 1)), family.repeat(SHOWN) + " …");
    }
}

//! `vault search`: literal words, line by line, also in an invalid vault.

use unicode_segmentation::UnicodeSegmentation as _;

use super::output::Output;
use super::{Failure, Outcome, exit, read};
use crate::check;
use crate::diagnostic::{Diagnostic, Place};
use crate::files::Folder;
use crate::findings::Finding;
use crate::text::visible::visible;
use crate::text::whitespace::trim;
use crate::vault::{Content, File, Snapshot, Trouble, layout};

/// Longest line shown, in characters as people count them.
const SHOWN: usize = 200;

pub(super) fn run(root: &Folder, terms: &[String], out: &Output) -> Outcome {
    let snapshot = read(root)?;
    refuse_links(&snapshot)?;
    if terms.iter().any(|term| trim(term).is_empty()) {
        // It would be found everywhere; most likely a variable was not set.
        return Err(Diagnostic::general(Finding::QueryEmpty {}).into());
    }
    let terms: Vec<_> = terms.iter().map(|term| term.to_lowercase()).collect();
    let mut hits = String::new();
    let mut unreadable = not_searched(&snapshot);
    for file in searched(&snapshot) {
        match &file.content {
            Content::Text(text) => search(&file.path, text, &terms, &mut hits),
            Content::NotUtf8(offset) => {
                let finding = Finding::TextEncoding { offset: *offset as u64 };
                unreadable.push(Diagnostic::new(Place::file(&file.path), finding));
            }
            _ => {}
        }
    }
    out.print(&hits)?;
    out.problems(unreadable);
    Ok(exit(!hits.is_empty()))
}

/// A link could lead anywhere; what it names is not searched, and that must not go unnoticed.
fn refuse_links(snapshot: &Snapshot) -> Result<(), Failure> {
    let is_link = |trouble: &Trouble| matches!(trouble, Trouble::Link | Trouble::HardLinked(_));
    let links = snapshot.irregular.iter().filter(|entry| is_link(&entry.trouble));
    let found: Vec<_> = links
        .map(|entry| Diagnostic::new(Place::file(&entry.path), Finding::SearchLinks {}))
        .collect();
    if found.is_empty() { Ok(()) } else { Err(found.into()) }
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

fn search(path: &str, text: &str, terms: &[String], hits: &mut String) {
    for (number, line) in (1..).zip(text.split('\n')) {
        let lower = line.to_lowercase();
        if terms.iter().any(|term| lower.contains(term)) {
            hits.push_str(&format!("{}:{number}: {}\n", visible(path), visible(&shown(line))));
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

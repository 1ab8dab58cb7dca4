//! The files of a bundle: pages, listings, the journal.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::page::{self, Sources};
use super::{INDEX, VERSION, link};
use crate::diagnostic::{Diagnostic, Place};
use crate::findings::Finding;
use crate::model::Vault;
use crate::model::page::Page;
use crate::text::values::is_calendar_day;
use crate::text::whitespace::trim;
use crate::vault::layout;

/// Contents of files by their paths, sorted.
pub type Bundle = BTreeMap<String, String>;

/// Names that cannot stand in a bundle: domains and pages that are hidden, for a bundle holds
/// nothing hidden, and domains named like a file of its root.
pub fn unfit_names(vault: &Vault) -> Vec<Diagnostic> {
    let is_unfit = |folder: &&str| {
        let taken = [INDEX, layout::LOG].iter().any(|name| folder.eq_ignore_ascii_case(name));
        taken || folder.starts_with('.')
    };
    let folders: BTreeSet<&str> = vault.pages.iter().map(|page| page.folder).collect();
    let folders = folders.into_iter().filter(is_unfit);
    let folders = folders.map(|folder| format!("{}/{folder}", layout::KNOWLEDGE));
    let pages = vault.pages.iter().filter(|page| page.name.starts_with('.'));
    let unfit = folders.chain(pages.map(|page| page.path.to_owned()));
    unfit.map(|path| Diagnostic::new(Place::file(&path), Finding::ExportDomain {})).collect()
}

/// The texts of a valid vault's bundle; `log` is the vault's journal.
pub fn bundle(vault: &Vault, log: &str, sources: Sources) -> Bundle {
    let mut bundle = Bundle::new();
    for page in &vault.pages {
        let path = format!("{}/{}", page.folder, page.name);
        bundle.insert(path, page::document(page, vault, sources));
    }
    let domains = vault.domains();
    bundle.insert(INDEX.to_owned(), root_listing(&domains));
    for (domain, pages) in &domains {
        bundle.insert(format!("{domain}/{INDEX}"), listing(domain, pages));
    }
    if let Some(journal) = journal(log) {
        bundle.insert(layout::LOG.to_owned(), journal);
    }
    bundle
}

fn root_listing(domains: &BTreeMap<&str, Vec<&Page>>) -> String {
    let (field, version) = VERSION;
    let mut text = format!("---\n{field}: \"{version}\"\n---\n\n# Bundle\n\n# Subdirectories\n\n");
    for (domain, pages) in domains {
        // writing to a string cannot fail
        let _ =
            writeln!(text, "* {} - Seiten: {}", link(domain, &format!("{domain}/")), pages.len());
    }
    text
}

fn listing(domain: &str, pages: &[&Page]) -> String {
    let mut text = format!("# {domain}\n\n");
    for page in pages {
        let _ = write!(text, "* {}", link(page.title(), page.name));
        if let Some(description) = page::description(page.body) {
            let _ = write!(text, " - {description}");
        }
        text.push('\n');
    }
    text
}

/// The journal by days, newest first; none where no line is an entry.
fn journal(log: &str) -> Option<String> {
    let mut days: BTreeMap<&str, Vec<(&str, &str)>> = BTreeMap::new();
    for (day, action, text) in log.lines().filter_map(entry) {
        days.entry(day).or_default().push((action, text));
    }
    if days.is_empty() {
        return None;
    }
    let mut out = "# Log\n".to_owned();
    for (day, entries) in days.iter().rev() {
        let _ = write!(out, "\n## {day}\n\n");
        for (action, text) in entries {
            let _ = writeln!(out, "* **{}**: {text}", capitalised(action));
        }
    }
    Some(out)
}

/// Takes `## [day] action | text` apart.
fn entry(line: &str) -> Option<(&str, &str, &str)> {
    let (day, rest) = line.strip_prefix("## [")?.split_once("] ")?;
    let (action, text) = rest.split_once(" | ")?;
    let (action, text) = (trim(action), trim(text));
    let is_entry = is_calendar_day(day) && !action.is_empty() && !text.is_empty();
    is_entry.then_some((day, action, text))
}

fn capitalised(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_journal_is_grouped_by_day_newest_first() {
        let log = "# Log\n\n## [2026-01-01] note | a\n## [2026-01-02] release | v1 | x\nx\n\
                   ## [2026-01-01] extern | b\n## [2026-13-01] note | c\n## [2026-01-01] note\n";
        let grouped = "# Log\n\n## 2026-01-02\n\n* **Release**: v1 | x\n\n\
                       ## 2026-01-01\n\n* **Note**: a\n* **Extern**: b\n";
        assert_eq!(journal(log).as_deref(), Some(grouped));
        assert_eq!(journal("# Log\n\nx\n"), None);
    }
}

//! `ROUTER.md`: keywords and pages per domain (spec chapter 3).

use crate::diagnostic::{Diagnostic, Place};
use crate::findings::Finding;
use crate::text::whitespace::trim;

/// A section of the router.
#[derive(Debug)]
pub struct Section<'a> {
    /// Domain.
    pub domain: &'a str,
    /// Lower-cased keywords; the last line with any counts.
    pub keywords: Vec<String>,
    /// Paths of pages with their lines, in file order.
    pub pages: Vec<(&'a str, usize)>,
    /// Line of the heading.
    pub line: usize,
}

/// Reads the sections, in file order. Of two with the same name the first counts.
pub fn parse<'a>(path: &str, text: &'a str, found: &mut Vec<Diagnostic>) -> Vec<Section<'a>> {
    let mut sections: Vec<Section<'a>> = Vec::new();
    let mut names = std::collections::HashSet::new();
    // Lines before the first section and under a repeated one belong nowhere.
    let mut open = false;
    for (line, content) in (1..).zip(text.split('\n')) {
        let bare = trim(content);
        if let Some(domain) = bare.strip_prefix("## ").map(trim) {
            open = names.insert(domain);
            if open {
                let (keywords, pages) = (Vec::new(), Vec::new());
                sections.push(Section { domain, keywords, pages, line });
            } else {
                let finding = Finding::RouterRepeated { domain: domain.to_owned() };
                found.push(Diagnostic::new(Place::line(path, line), finding));
            }
        } else if let Some(section) = sections.last_mut().filter(|_| open) {
            if let Some(list) = bare.strip_prefix("schlagworte:") {
                let keywords = list.split(',').map(trim).filter(|word| !word.is_empty());
                section.keywords = keywords.map(str::to_lowercase).collect();
            } else if let Some(page) = bare.strip_prefix("- ").map(trim)
                && page.starts_with("knowledge/")
            {
                section.pages.push((page, line));
            }
        }
    }
    sections
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_keep_their_lines_and_the_last_keywords() {
        let text = "- knowledge/a/x.md\n## a\nschlagworte: X\n  schlagworte: Öl , y,\nseiten:\n\
                    - knowledge/a/b.md\n- other\n## a\n- knowledge/a/c.md\n";
        let mut found = Vec::new();
        let sections = parse("ROUTER.md", text, &mut found);
        assert_eq!(sections.len(), 1);
        assert_eq!(sections[0].keywords, ["öl", "y"]);
        assert_eq!(sections[0].pages, [("knowledge/a/b.md", 6)]);
        assert_eq!(found[0].place.line, Some(8));
    }
}

//! A page: frontmatter, body, claims (spec chapter 2).

use super::claim::{self, Claim, ClaimError};
use super::reviewer::TrustTier;
use crate::diagnostic::{Diagnostic, Place};
use crate::findings::Finding;
use crate::model::claim::Part;
use crate::text::frontmatter::{self, Frontmatter, FrontmatterErrorKind};

/// A page, whatever is wrong with it.
#[derive(Debug)]
pub struct Page<'a> {
    /// Path relative to the root.
    pub path: &'a str,
    /// Name of the folder it lies in: its domain, if all is well.
    pub folder: &'a str,
    /// Name of the file.
    pub name: &'a str,
    /// Fields.
    pub fields: Frontmatter<'a>,
    /// Everything after the frontmatter.
    pub body: &'a str,
    /// Line of the file the body starts at.
    pub body_line: usize,
    /// The well-formed claims, in file order.
    pub claims: Vec<Claim<'a>>,
}

/// Reads a page.
pub fn parse<'a>(path: &'a str, text: &'a str, found: &mut Vec<Diagnostic>) -> Page<'a> {
    let parsed = frontmatter::parse(text);
    for error in parsed.errors {
        let finding = match error.kind {
            FrontmatterErrorKind::Missing => Finding::FrontmatterMissing {},
            FrontmatterErrorKind::Unterminated => Finding::FrontmatterUnterminated {},
            FrontmatterErrorKind::Indented => Finding::FrontmatterNested {},
            FrontmatterErrorKind::OrphanListItem => Finding::FrontmatterOrphanItem {},
            FrontmatterErrorKind::NoColon => Finding::FrontmatterLine {},
            FrontmatterErrorKind::RepeatedKey(key) => {
                Finding::FrontmatterRepeatedKey { key: key.to_owned() }
            }
        };
        found.push(Diagnostic::new(Place::at(path, (error.line, error.column)), finding));
    }
    let body_line = parsed.body_line + 1;
    let mut claims = Vec::new();
    for (line, claim) in claim::claim_lines(parsed.body, body_line) {
        let finding = match claim {
            Ok(claim) => {
                claims.push(claim);
                continue;
            }
            Err(ClaimError::Grammar) => Finding::ClaimGrammar {},
            Err(ClaimError::EmptyLocator) => {
                Finding::ClaimEmpty { part: Part::Locator.to_string() }
            }
            Err(ClaimError::EmptyText) => Finding::ClaimEmpty { part: Part::Statement.to_string() },
        };
        found.push(Diagnostic::new(Place::line(path, line), finding));
    }
    let (parent, name) = path.rsplit_once('/').unwrap_or(("", path));
    let folder = parent.rsplit_once('/').map_or(parent, |(_, folder)| folder);
    Page { path, folder, name, fields: parsed.frontmatter, body: parsed.body, body_line, claims }
}

impl<'a> Page<'a> {
    /// A text field; what is absent or a list is empty.
    pub fn text(&self, field: &str) -> &'a str {
        self.fields.text(field).unwrap_or_default()
    }

    /// Title.
    pub fn title(&self) -> &'a str {
        self.text("title")
    }

    /// `aktiv`, `veraltet` or `in-pruefung`.
    pub fn status(&self) -> &'a str {
        self.text("status")
    }

    /// `hoch`, `mittel` or `niedrig`.
    pub fn confidence(&self) -> &'a str {
        self.text("confidence")
    }

    /// As-of date.
    pub fn as_of(&self) -> &'a str {
        self.text("stand")
    }

    /// Who reviewed it, if anybody did.
    pub fn reviewed_by(&self) -> Option<&'a str> {
        self.fields.text("geprueft_von").filter(|by| !by.is_empty())
    }

    /// Day of the review, if there was one.
    pub fn reviewed_at(&self) -> Option<&'a str> {
        self.fields.text("geprueft_am").filter(|day| !day.is_empty())
    }

    /// Derived from the reviewer.
    pub fn trust_tier(&self) -> TrustTier {
        TrustTier::of(self.reviewed_by())
    }

    /// Concept IDs, in file order.
    pub fn concepts(&self) -> &[&'a str] {
        self.fields.list("concepts")
    }

    /// The well-formed relations: type and target, in file order.
    pub fn relations(&self) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.fields.list("relations").iter().filter_map(|value| relation(value))
    }
}

/// Takes `type -> domain/page.md` apart.
pub fn relation(value: &str) -> Option<(&str, &str)> {
    let (name, target) = value.split_once(" ->")?;
    let target = target.strip_prefix(' ')?.trim_start_matches(' ');
    let (domain, page) = target.split_once('/')?;
    let well_formed = !name.is_empty()
        && name.chars().all(|c| c.is_ascii_lowercase() || c == '_')
        && !domain.is_empty()
        && !page.contains('/')
        && page.len() > 3
        && page.ends_with(".md");
    well_formed.then_some((name, target))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_relation_has_one_form() {
        assert_eq!(relation("ersetzt -> a/b.md"), Some(("ersetzt", "a/b.md")));
        assert_eq!(relation("ersetzt ->   a/b.md"), Some(("ersetzt", "a/b.md")));
        for bad in [
            "ersetzt => a/b.md",
            "ersetzt  -> a/b.md",
            "ersetzt ->a/b.md",
            "Ersetzt -> a/b.md",
            "ersetzt -> a/b/c.md",
            "ersetzt -> b.md",
            "ersetzt -> a/b.txt",
            "-> a/b.md",
            "",
        ] {
            assert_eq!(relation(bad), None, "{bad}");
        }
    }
}

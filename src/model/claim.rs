//! Claims: single statements bound to a place in a source (spec chapter 2).

use std::fmt;

use std::sync::LazyLock;

use regex::Regex;

use super::ids::{find_ids, is_id};
use crate::text::whitespace::trim_end;

/// Part of a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// Where in the source.
    Locator,
    /// What is claimed.
    Statement,
}

impl fmt::Display for Part {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Locator => "Fundstelle",
            Self::Statement => "Aussage",
        })
    }
}

/// What every claim line starts with.
const START: &str = "- **C-";

/// How a claim relates to its source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClaimKind {
    /// What the source says.
    Verbatim,
    /// What is seen in a media source.
    Observation,
    /// What the curator concludes.
    Interpretation,
}

impl ClaimKind {
    /// The word in the vault.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Verbatim => "Wortlaut",
            Self::Observation => "Beobachtung",
            Self::Interpretation => "Auslegung",
        }
    }

    fn from_word(word: &str) -> Option<Self> {
        [Self::Verbatim, Self::Observation, Self::Interpretation]
            .into_iter()
            .find(|kind| kind.as_str() == word)
    }
}

/// A well-formed claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Claim<'a> {
    /// `C-nnnn`
    pub id: &'a str,
    /// `S-nnnn` or `X-nnnn`
    pub source: &'a str,
    /// Where in the source, without outer blanks.
    pub locator: &'a str,
    /// Its relation to the source.
    pub kind: ClaimKind,
    /// The statement, without outer blanks.
    pub text: &'a str,
    /// Line in the file.
    pub line: usize,
}

impl<'a> Claim<'a> {
    /// Whether it cites an external source.
    pub fn is_external(&self) -> bool {
        self.source.starts_with('X')
    }

    /// The region its locator names, if it names exactly one.
    pub fn region_id(&self) -> Option<&'a str> {
        sole_id("R", self.locator)
    }

    /// The anchor its locator names, if it names exactly one.
    pub fn anchor_id(&self) -> Option<&'a str> {
        sole_id("A", self.locator)
    }
}

/// The ID with this prefix in a locator, if there is exactly one.
fn sole_id<'a>(prefix: &'a str, locator: &'a str) -> Option<&'a str> {
    let mut ids = find_ids(prefix, locator, false);
    let first = ids.next()?;
    ids.next().is_none().then_some(first)
}

/// Why a line that starts like a claim is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClaimError {
    /// The line does not have the form.
    Grammar,
    /// The locator consists of blanks.
    EmptyLocator,
    /// The statement consists of blanks.
    EmptyText,
}

/// A line of a body that starts like a claim, with its line in the file. Markdown context is
/// not looked at.
pub type ClaimLine<'a> = (usize, Result<Claim<'a>, ClaimError>);

/// All claim lines of a body that starts at line `first_line` of its file.
pub fn claim_lines(body: &str, first_line: usize) -> impl Iterator<Item = ClaimLine<'_>> {
    let lines = (first_line..).zip(body.split('\n'));
    lines
        .filter(|(_, content)| content.starts_with(START))
        .map(|(line, content)| (line, parse(content, line)))
}

/// Lines of a body that a reader would take for a claim and that are none, because they do not
/// start like one: another list mark, an indent, no bold ID.
pub fn look_alikes(body: &str, first_line: usize) -> impl Iterator<Item = usize> {
    static LIKE: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(r"^[ \t]*(?:[-*+]|[0-9]+[.)])[ \t]*\**[Cc]-[0-9]{4}\**[ \t]*\[[SX]-").ok()
    });
    let lines = (first_line..).zip(body.split('\n'));
    // Nearly all other lines start with a letter; the expression sees few.
    let possible = |content: &str| {
        let first = content.as_bytes().first().copied().unwrap_or_default();
        matches!(first, b' ' | b'\t' | b'-' | b'*' | b'+' | b'0'..=b'9')
            && !content.starts_with(START)
    };
    lines
        .filter(move |(_, content)| {
            possible(content) && LIKE.as_ref().is_some_and(|like| like.is_match(content))
        })
        .map(|(line, _)| line)
}

fn parse(content: &str, line: usize) -> Result<Claim<'_>, ClaimError> {
    let (id, source, locator, kind, text) = split(content).ok_or(ClaimError::Grammar)?;
    let locator = locator.trim_matches(' ');
    let text = trim_end(text.trim_start_matches(' '));
    if locator.is_empty() {
        return Err(ClaimError::EmptyLocator);
    }
    if text.is_empty() {
        return Err(ClaimError::EmptyText);
    }
    Ok(Claim { id, source, locator, kind, text, line })
}

/// `- **C-nnnn** [S-nnnn | locator | kind] statement`, taken apart.
fn split(content: &str) -> Option<(&str, &str, &str, ClaimKind, &str)> {
    let (id, rest) = content.strip_prefix("- **")?.split_once("** [")?;
    let (head, text) = rest.split_once("] ")?;
    let (source, rest) = head.split_once(" | ")?;
    let (locator, kind) = rest.rsplit_once(" | ")?;
    let kind = ClaimKind::from_word(kind)?;
    let well_formed = is_id("C", id)
        && (is_id("S", source) || is_id("X", source))
        && !locator.contains(['|', ']']);
    well_formed.then_some((id, source, locator, kind, text))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(content: &str) -> Result<Claim<'_>, ClaimError> {
        claim_lines(content, 7).next().unwrap().1
    }

    #[test]
    fn blanks_are_trimmed_where_allowed() {
        let claim = one("- **C-0001** [S-0002 |   § 5 | Wortlaut]   Ein Satz. ").unwrap();
        assert_eq!((claim.id, claim.source, claim.line), ("C-0001", "S-0002", 7));
        assert_eq!((claim.locator, claim.text), ("§ 5", "Ein Satz."));
        assert_eq!(claim.kind, ClaimKind::Verbatim);
    }

    #[test]
    fn what_only_looks_like_a_claim_is_seen() {
        for like in [
            "* **C-0001** [S-0001 | a | Wortlaut] t",
            "  - **C-0001** [S-0001 | a | Wortlaut] t",
            "- C-0001 [S-0001 | a | Wortlaut] t",
            "- **c-0001** [X-0001 | a | Wortlaut] t",
            "12. **C-0001** [S-0001 | a | Wortlaut] t",
            "-  **C-0001** [S-0001 | a | Wortlaut] t",
        ] {
            assert_eq!(look_alikes(like, 3).collect::<Vec<_>>(), [3], "{like}");
        }
        for other in ["- **C-0001** [S-0001 | a | b", "Siehe C-0001 [S-0001]", "- siehe C-0001"] {
            assert_eq!(look_alikes(other, 3).next(), None, "{other}");
        }
    }

    #[test]
    fn everything_else_that_starts_like_a_claim_is_an_error() {
        for bad in [
            "- **C-001** [S-0001 | a | Wortlaut] t",
            "- **C-0001**  [S-0001 | a | Wortlaut] t",
            "- **C-0001** [S-0001| a | Wortlaut] t",
            "- **C-0001** [S-0001 | a | b | Wortlaut] t",
            "- **C-0001** [S-0001 | a] | Wortlaut] t",
            "- **C-0001** [S-0001 | a | wortlaut] t",
            "- **C-0001** [R-0001 | a | Wortlaut] t",
            "- **C-0001** [S-0001 | a | Wortlaut]\tt",
            "- **C-0001** [S-0001 | a | Wortlaut]t",
            "- **C-0001** [S-0001 | a |\tWortlaut] t",
            "- **C-٠٠٠١** [S-0001 | a | Wortlaut] t",
            "- **C-",
        ] {
            assert_eq!(one(bad), Err(ClaimError::Grammar), "{bad}");
        }
        assert_eq!(one("- **C-0001** [S-0001 |   | Wortlaut] t"), Err(ClaimError::EmptyLocator));
        assert_eq!(one("- **C-0001** [S-0001 | a | Wortlaut]   "), Err(ClaimError::EmptyText));
        assert!(claim_lines(" - **C-0001** no claim", 1).next().is_none());
    }
}

//! What the Agent Skills format demands of `SKILL.md`.

use crate::diagnostic::{Diagnostic, Finding, Place};
use crate::model::frontmatter;
use crate::vault::layout;

/// Longest name, in bytes.
const NAME_LIMIT: usize = 64;
/// Longest description, in characters.
const DESCRIPTION_LIMIT: usize = 1024;
/// Largest file, in bytes.
const SIZE_LIMIT: usize = 128 * 1024;

/// `[a-z0-9]+(-[a-z0-9]+)*`, as agent skills are named.
pub fn is_skill_name(name: &str) -> bool {
    let plain = |part: &str| {
        !part.is_empty() && part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
    };
    name.len() <= NAME_LIMIT && name.split('-').all(plain)
}

/// The name of the skill, if its contract keeps all limits.
pub(super) fn name(contract: &str) -> Result<String, Vec<Diagnostic>> {
    let frontmatter = frontmatter::parse(contract).frontmatter;
    let name = frontmatter.text("name").unwrap_or_default();
    let description = frontmatter.text("description").unwrap_or_default();
    let mut found = Vec::new();
    if !is_skill_name(name) {
        found.push(Finding::PackageSkillName { name: name.to_owned() });
    }
    let length = description.chars().count();
    if !(1..=DESCRIPTION_LIMIT).contains(&length) || description.contains(['<', '>']) {
        found.push(Finding::PackageSkillDescription { length: length as u64 });
    }
    if contract.len() > SIZE_LIMIT {
        found.push(Finding::PackageSkillSize { limit: SIZE_LIMIT as u64 });
    }
    if found.is_empty() {
        return Ok(name.to_owned());
    }
    let at = |finding| Diagnostic::new(Place::file(layout::SKILL), finding);
    Err(found.into_iter().map(at).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_skills() {
        for good in ["a", "wissens-tresor", "x9-1", &"a".repeat(64)] {
            assert!(is_skill_name(good), "{good}");
        }
        for bad in ["", "-a", "a-", "a--b", "A", "ä", "a b", "a_b", &"a".repeat(65)] {
            assert!(!is_skill_name(bad), "{bad}");
        }
    }
}

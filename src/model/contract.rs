//! `SKILL.md`: what a vault says of itself to the agents that use it.

use crate::text::frontmatter;

/// Longest name of a skill, in bytes.
pub const NAME_LIMIT: usize = 64;

/// The fields of a contract; what it does not say is empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Contract<'a> {
    /// Name of the skill, right or not ([`is_skill_name`]).
    pub name: &'a str,
    /// When to use it.
    pub description: &'a str,
}

impl<'a> Contract<'a> {
    /// Reads the frontmatter, as far as there is one.
    pub fn parse(text: &'a str) -> Self {
        let fields = frontmatter::parse(text).frontmatter;
        let field = |key| fields.text(key).unwrap_or_default();
        Self { name: field("name"), description: field("description") }
    }

    /// For whom the vault is meant, if its description says so (spec chapter 7).
    pub fn scope(&self) -> Option<Scope> {
        let (_, stated) = self.description.split_once("Scope:")?;
        let stated = stated.trim_start().to_lowercase().replace('ö', "oe");
        Scope::ALL.into_iter().find(|scope| stated.starts_with(scope.key()))
    }
}

/// `[a-z0-9]+(-[a-z0-9]+)*`, as agent skills are named.
pub fn is_skill_name(name: &str) -> bool {
    let plain = |part: &str| {
        !part.is_empty() && part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
    };
    name.len() <= NAME_LIMIT && name.split('-').all(plain)
}

/// For whom a vault is meant, from the widest to the narrowest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scope {
    /// Everybody in the organisation.
    Organisation,
    /// A department.
    Department,
    /// A project.
    Project,
    /// One person.
    Personal,
}

impl Scope {
    /// All of them, from the widest.
    pub const ALL: [Self; 4] =
        [Self::Organisation, Self::Department, Self::Project, Self::Personal];

    /// As tables, arguments and answers name it.
    pub fn key(self) -> &'static str {
        match self {
            Self::Organisation => "organisation",
            Self::Department => "fachbereich",
            Self::Project => "projekt",
            Self::Personal => "persoenlich",
        }
    }

    /// As a description says it.
    pub fn title(self) -> &'static str {
        match self {
            Self::Organisation => "Organisation",
            Self::Department => "Fachbereich",
            Self::Project => "Projekt",
            Self::Personal => "Persönlich",
        }
    }
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

    #[test]
    fn a_scope_is_stated_in_the_description() {
        let scope = |description: &str| {
            let text = format!("---\nname: x\ndescription: {description}\n---\n");
            Contract::parse(&text).scope()
        };
        for known in Scope::ALL {
            assert_eq!(scope(&format!("\"Ein Tresor. Scope: {}\"", known.title())), Some(known));
            assert_eq!(scope(&format!("Scope: {}, intern", known.key())), Some(known));
        }
        assert!(Scope::ALL.is_sorted());
        assert_eq!(scope("Ein Tresor."), None);
        assert_eq!(scope("Scope: Verein"), None);
    }
}

//! What the Agent Skills format demands of `SKILL.md`.

use crate::diagnostic::{Diagnostic, Findings, Place};
use crate::findings::Finding;
use crate::model::contract::{Contract, NAME_LIMIT, is_skill_name};
use crate::vault::layout;

/// Longest description, in characters.
const DESCRIPTION_LIMIT: usize = 1024;
/// Largest file, in bytes.
const SIZE_LIMIT: usize = 128 * 1024;

/// The name of the skill, if its contract keeps all limits.
pub(super) fn name(contract: &str) -> Result<String, Findings> {
    let Contract { name, description } = Contract::parse(contract);
    let mut found = Vec::new();
    if !is_skill_name(name) {
        found.push(Finding::PackageSkillName { name: name.to_owned(), limit: NAME_LIMIT as u64 });
    }
    let length = description.chars().count();
    if !(1..=DESCRIPTION_LIMIT).contains(&length) || description.contains(['<', '>']) {
        found.push(Finding::PackageSkillDescription {
            length: length as u64,
            limit: DESCRIPTION_LIMIT as u64,
        });
    }
    if contract.len() > SIZE_LIMIT {
        found.push(Finding::PackageSkillSize { limit: SIZE_LIMIT as u64 });
    }
    let at = |finding| Diagnostic::new(Place::file(layout::SKILL), finding);
    found.into_iter().map(at).collect::<Findings>().none()?;
    Ok(name.to_owned())
}

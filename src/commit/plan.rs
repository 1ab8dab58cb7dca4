//! The record of a commit, `plan.json`: what is replaced, by what, and how to go back.
//!
//! It is written once, synced, renamed into place, and never changed. Reading it is strict:
//! whatever is not exactly a record stops recovery, and nothing is removed on its word alone,
//! since every target is compared with a digest first.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::error::Damage;
use super::{FOLDER, LOCK, LOCK_NEW};
use crate::digest::Digest;

/// Format of the record.
const FORMAT: &str = "vault-commit/1";

/// A file's bytes and permission bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Version {
    pub sha256: Digest,
    pub mode: u32,
}

/// One file to replace. Its new content waits as `new-<i>`, a copy of the old as `old-<i>`,
/// `i` being its place in the record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Target {
    pub path: String,
    /// `null` for a file that did not exist.
    #[serde(deserialize_with = "required")]
    pub old: Option<Version>,
    pub new: Version,
}

/// A field that may be `null` but not absent.
fn required<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Option<Version>, D::Error> {
    Option::deserialize(from)
}

/// The record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Plan {
    format: String,
    /// In the order in which they are replaced.
    pub targets: Vec<Target>,
    /// Folders that did not exist, outermost first.
    pub folders: Vec<String>,
}

impl Plan {
    pub(super) fn new(targets: Vec<Target>, folders: Vec<String>) -> Self {
        Self { format: FORMAT.to_owned(), targets, folders }
    }

    /// The record's bytes.
    pub(super) fn to_json(&self) -> serde_json::Result<Vec<u8>> {
        let mut bytes = serde_json::to_vec_pretty(self)?;
        bytes.push(b'\n');
        Ok(bytes)
    }

    /// Reads a record; the error says what is wrong with it.
    pub(super) fn parse(bytes: &[u8]) -> Result<Self, Damage> {
        let plan: Self = serde_json::from_slice(bytes).map_err(|_| Damage::Shape)?;
        if plan.format != FORMAT {
            return Err(Damage::Format(plan.format));
        }
        let mut seen = BTreeSet::new();
        let targets = plan.targets.iter().map(|target| &target.path);
        for path in targets.chain(&plan.folders) {
            if !is_allowed(path) || !seen.insert(path) {
                return Err(Damage::Path(path.clone()));
            }
        }
        Ok(plan)
    }

    /// The paths of all targets.
    pub(super) fn paths(&self) -> Vec<String> {
        self.targets.iter().map(|target| target.path.clone()).collect()
    }
}

/// Whether a commit may replace a file at this path: relative, in its plainest form, and none
/// of the commit's own files.
pub(super) fn is_allowed(path: &str) -> bool {
    let plain =
        path.split('/').all(|part| !matches!(part, "" | "." | "..")) && !path.contains('\0');
    let first = path.split('/').next().unwrap_or_default();
    plain && ![FOLDER, LOCK, LOCK_NEW].contains(&first)
}

/// Name of the staged new content of target `index`.
pub(super) fn new_name(index: usize) -> String {
    format!("new-{index}")
}

/// Name of the copy of the old content of target `index`.
pub(super) fn old_name(index: usize) -> String {
    format!("old-{index}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan() -> Plan {
        let version = Version { sha256: Digest::of(b"x"), mode: 0o644 };
        let one = Target { path: "graph/graph.json".into(), old: None, new: version };
        let two = Target { path: "VERSION".into(), old: Some(version), new: version };
        Plan::new(vec![one, two], vec!["graph".into()])
    }

    #[test]
    fn a_record_reads_back() {
        let plan = plan();
        assert_eq!(Plan::parse(&plan.to_json().unwrap()).unwrap(), plan);
    }

    #[test]
    fn what_is_not_exactly_a_record_is_refused() {
        let good = String::from_utf8(plan().to_json().unwrap()).unwrap();
        for cut in 0..good.len() - 1 {
            assert!(Plan::parse(&good.as_bytes()[..cut]).is_err(), "{cut}");
        }
        for (from, to) in [
            ("vault-commit/1", "vault-commit/2"),
            ("\"VERSION\"", "\"../VERSION\""),
            ("\"VERSION\"", "\"/VERSION\""),
            ("\"VERSION\"", "\"graph/graph.json\""),
            ("\"VERSION\"", "\".vault-release/old-0\""),
            ("\"VERSION\"", "\".vault-release.lock\""),
            ("\"folders\"", "\"more\": 1, \"folders\""),
            ("\"old\": null,", ""),
            ("\"mode\": 420", "\"mode\": -1"),
        ] {
            assert!(good.contains(from));
            assert!(Plan::parse(good.replacen(from, to, 1).as_bytes()).is_err(), "{to}");
        }
    }
}

//! Where a bundle may lie, and putting it there.

use std::path::{Component, Path};

use super::{Bundle, INDEX, VERSION};
use crate::commit::{Building, CommitError, FILE_MODE, Io, Refusal, supplant};
use crate::diagnostic::{Diagnostic, Finding, Obstacle, Place};
use crate::files::{Entry, Folder, HELD_LIMIT};
use crate::model::frontmatter;
use crate::publish::verified;
use crate::vault::File;
use crate::vault::outside::Site;

/// Folders that agents read their skills from.
const AGENT_FOLDERS: [&str; 2] = [".claude", ".codex"];

/// Files of a vault that go with a bundle as they are.
#[derive(Debug, Clone, Copy)]
pub struct Originals<'a> {
    /// The vault.
    pub root: &'a Folder,
    /// As they were verified.
    pub files: &'a [&'a File],
}

/// A place for a bundle: outside the vault, and not where agents look for skills.
#[derive(Debug)]
pub struct Target {
    site: Site,
    /// As it was named.
    shown: String,
}

impl Target {
    /// Looks at the place a caller names. `vault` is the folder of the vault, links resolved.
    pub fn new(path: &Path, vault: &Path) -> Result<Self, Diagnostic> {
        let shown = path.display().to_string();
        match judge(path, vault) {
            Ok(site) => Ok(Self { site, shown }),
            Err(reason) => Err(refused(&shown, reason)),
        }
    }

    /// Puts a bundle there, whole or not at all. What is there must be empty or an earlier export,
    /// which goes as a whole; the finding given back says what could not be removed of it.
    pub fn write(
        &self,
        io: &Io,
        bundle: &Bundle,
        originals: Originals<'_>,
    ) -> Result<Option<Diagnostic>, Vec<Diagnostic>> {
        let judge = |folder: &Folder| match is_export(folder) {
            true => Ok(()),
            false => Err(vec![refused(&self.shown, Obstacle::NotEmpty)]),
        };
        let fill = |building: &mut Building<'_>| {
            for (path, text) in bundle {
                building.add_bytes(path, FILE_MODE, text.as_bytes())?;
            }
            for file in originals.files {
                building.add(&file.path, FILE_MODE, |mut copy| {
                    verified::copy(originals.root, file, &mut copy)
                })?;
            }
            Ok(())
        };
        match supplant(&self.site.parent, io, &self.site.name, judge, fill) {
            Ok(left) => Ok(left.map(|(folder, error)| {
                let reason = error.to_string();
                Diagnostic::new(Place::file(&folder), Finding::ExportCleanup { reason })
            })),
            Err(Refusal::Commit(CommitError::Target { path, source })) => {
                let place = if path == self.site.name { &self.shown } else { &path };
                Err(vec![refused(place, source.into())])
            }
            Err(refusal) => Err(refusal.diagnostics()),
        }
    }
}

/// The named place, if a bundle may lie there.
fn judge(path: &Path, vault: &Path) -> Result<Site, Obstacle> {
    let site = Site::named(path)?;
    if site.path.starts_with(vault) {
        return Err(Obstacle::InVault(vault.display().to_string()));
    }
    if vault.starts_with(&site.path) {
        return Err(Obstacle::HoldsVault(vault.display().to_string()));
    }
    if is_of_agents(path) || is_of_agents(&site.path) {
        return Err(Obstacle::AgentFolder);
    }
    Ok(site)
}

fn refused(path: &str, reason: Obstacle) -> Diagnostic {
    Diagnostic::new(Place::file(path), Finding::ExportTarget { reason })
}

fn is_of_agents(path: &Path) -> bool {
    let is_agents = |name: &str| AGENT_FOLDERS.iter().any(|own| own.eq_ignore_ascii_case(name));
    path.components().any(|part| match part {
        Component::Normal(name) => name.to_str().is_some_and(is_agents),
        _ => false,
    })
}

/// Whether a folder holds a bundle and no more: its root names the version of the format, and
/// nothing is hidden there, such as a history of its own.
fn is_export(folder: &Folder) -> bool {
    let Ok(bytes) = folder.read_file(INDEX, HELD_LIMIT) else { return false };
    let Ok(text) = String::from_utf8(bytes) else { return false };
    let parsed = frontmatter::parse(&text);
    let version = parsed.frontmatter.text(VERSION.0).unwrap_or_default();
    let names_version = parsed.errors.is_empty() && !version.is_empty();
    let is_hidden = |entry: &Entry| entry.name.starts_with(b".");
    names_version && folder.entries().is_ok_and(|entries| !entries.iter().any(is_hidden))
}

//! Where a bundle may lie, and putting it there.

use std::path::{Component, Path};

use super::{Bundle, INDEX, VERSION};
use crate::commit::{CommitError, Io, Refusal, supplant};
use crate::diagnostic::{Diagnostic, Finding, Obstacle, Place};
use crate::files::{Entry, Folder, HELD_LIMIT};
use crate::model::frontmatter;
use crate::vault::outside;

/// Folders that agents read their skills from.
const AGENT_FOLDERS: [&str; 2] = [".claude", ".codex"];

/// A place for a bundle: outside the vault, and not where agents look for skills.
#[derive(Debug)]
pub struct Target {
    parent: Folder,
    name: String,
    /// As it was named.
    shown: String,
}

impl Target {
    /// Looks at the place a caller names. `vault` is the folder of the vault, links resolved.
    pub fn new(path: &Path, vault: &Path) -> Result<Self, Diagnostic> {
        let shown = path.display().to_string();
        match judge(path, vault) {
            Ok((parent, name)) => Ok(Self { parent, name, shown }),
            Err(reason) => Err(refused(&shown, reason)),
        }
    }

    /// Puts a bundle there, whole or not at all. What is there must be empty or an earlier export,
    /// which goes as a whole; the finding given back says what could not be removed of it.
    pub fn write(&self, io: &Io, bundle: &Bundle) -> Result<Option<Diagnostic>, Vec<Diagnostic>> {
        let files: Vec<(&str, &[u8])> =
            bundle.iter().map(|(path, bytes)| (path.as_str(), bytes.as_slice())).collect();
        let judge = |folder: &Folder| match is_export(folder) {
            true => Ok(()),
            false => Err(Obstacle::NotEmpty),
        };
        match supplant(&self.parent, io, &self.name, &files, judge) {
            Ok(left) => Ok(left.map(|(folder, error)| {
                let reason = error.to_string();
                Diagnostic::new(Place::file(&folder), Finding::ExportCleanup { reason })
            })),
            Err(Refusal::Check(reason)) => Err(vec![refused(&self.shown, reason)]),
            Err(Refusal::Commit(CommitError::Target { path, source })) => {
                let place = if path == self.name { &self.shown } else { &path };
                Err(vec![refused(place, source.into())])
            }
            Err(Refusal::Commit(error)) => Err(error.diagnostics()),
        }
    }
}

/// The folder a place lies in, opened, and its name in it, if a bundle may lie there.
fn judge(path: &Path, vault: &Path) -> Result<(Folder, String), Obstacle> {
    let absolute =
        std::path::absolute(path).map_err(|error| Obstacle::System(error.to_string()))?;
    let (parent, name) = outside(path)?;
    let resolved = parent.join(&name);
    if resolved.starts_with(vault) {
        return Err(Obstacle::InVault(vault.display().to_string()));
    }
    if vault.starts_with(&resolved) {
        return Err(Obstacle::HoldsVault(vault.display().to_string()));
    }
    if is_of_agents(&absolute) || is_of_agents(&resolved) {
        return Err(Obstacle::AgentFolder);
    }
    let parent = Folder::open_root(&parent)?;
    // The export takes the place of the folder; whoever stands in that would not see it.
    let here = Folder::open_root(Path::new(".")).and_then(|here| here.stat_self());
    if let (Ok(here), Ok(there)) = (here, parent.stat(&name))
        && here.identity == there.identity
    {
        return Err(Obstacle::Here);
    }
    Ok((parent, name))
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

//! Where a bundle may lie, and putting it there.

use std::path::{Component, Path};

use super::{Bundle, INDEX, VERSION};
use crate::commit::failure;
use crate::diagnostic::{Diagnostic, Findings, Place};
use crate::files::{Entry, FileError, Folder, HELD_LIMIT, Kind};
use crate::findings::Finding;
use crate::publish::originals;
use crate::storage::{Building, FILE_MODE, Io, Refusal, StorageError, supplant};
use crate::text::frontmatter;
use crate::vault::outside::{Site, Unsuitable};
use crate::vault::{File, layout};

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
pub struct ExportFolder(Site);

impl ExportFolder {
    /// Looks at the place a caller names. `vault` is the folder of the vault, links resolved.
    pub fn new(path: &Path, vault: &Path) -> Result<Self, Diagnostic> {
        let site = Site::named(path, Some(vault), |reason| Finding::ExportTarget { reason })?;
        if vault.starts_with(&site.path) {
            return Err(site.refused(Unsuitable::HoldsVault(vault.display().to_string())));
        }
        if is_of_agents(path) || is_of_agents(&site.path) {
            return Err(site.refused(Unsuitable::AgentFolder));
        }
        Ok(Self(site))
    }

    /// Puts a bundle there, whole or not at all. What is there must be empty or an earlier export,
    /// which goes as a whole; the finding given back says what could not be removed of it.
    pub fn write(
        &self,
        io: &Io,
        bundle: &Bundle,
        originals: Originals<'_>,
    ) -> Result<Option<Diagnostic>, Findings> {
        let Self(site) = self;
        let judge = |folder: &Folder| {
            if is_export(folder) { Ok(()) } else { Err(site.refused(FileError::NotEmpty).into()) }
        };
        let fill = |building: &mut Building<'_>| {
            for (path, text) in bundle {
                building.add_bytes(path, FILE_MODE, text.as_bytes())?;
            }
            for file in originals.files {
                building.add(&file.path, FILE_MODE, |mut copy| {
                    originals::copy(originals.root, file, &mut copy)
                })?;
            }
            Ok(())
        };
        match supplant(&site.parent, io, &site.name, judge, fill) {
            Ok(left) => Ok(left.map(|(folder, error)| {
                let reason = failure::told(&error);
                Diagnostic::new(Place::file(&folder), Finding::ExportCleanup { reason })
            })),
            Err(Refusal::Failed(StorageError::Target { path, source })) if path == site.name => {
                Err(site.refused(source).into())
            }
            Err(refusal) => Err(failure::refused(refusal)),
        }
    }
}

fn is_of_agents(path: &Path) -> bool {
    let is_agents = |name: &str| AGENT_FOLDERS.iter().any(|own| own.eq_ignore_ascii_case(name));
    path.components().any(|part| match part {
        Component::Normal(name) => name.to_str().is_some_and(is_agents),
        _ => false,
    })
}

/// Whether a folder holds a bundle and nothing that no bundle has: its root names the version of
/// the format, and what lies in it has the kinds and names of what [`ExportFolder::write`] puts there. A
/// history of its own, notes beside the pages or links are somebody's work.
fn is_export(folder: &Folder) -> bool {
    let Ok(bytes) = folder.read_file(INDEX, HELD_LIMIT) else { return false };
    let Ok(text) = String::from_utf8(bytes) else { return false };
    let parsed = frontmatter::parse(&text);
    let version = parsed.frontmatter.text(VERSION.0).unwrap_or_default();
    let names_version = parsed.errors.is_empty() && !version.is_empty();
    names_version && holds_only_export(folder, "")
}

/// Whether an export has an entry of this kind at this path.
fn is_of_export(path: &str, kind: Kind) -> bool {
    let depth = path.split('/').count();
    match kind {
        Kind::Folder => depth == 1 || path == layout::RAW,
        Kind::File if layout::in_folder(path, layout::RAW).is_some() => true,
        Kind::File if depth == 1 => [INDEX, layout::LOG].contains(&path),
        Kind::File => depth == 2 && path.ends_with(".md"),
        Kind::Link | Kind::Special => false,
    }
}

/// Whether every entry of the folder at `path`, at any depth, is one of an export and not hidden.
fn holds_only_export(folder: &Folder, path: &str) -> bool {
    let Ok(entries) = folder.entries() else { return false };
    entries.iter().all(|Entry { name, kind }| {
        let Ok(name) = std::str::from_utf8(name) else { return false };
        let path = if path.is_empty() { name.to_owned() } else { format!("{path}/{name}") };
        let is_fine = !name.starts_with('.') && is_of_export(&path, *kind);
        let below = || folder.open_folder(name).is_ok_and(|found| holds_only_export(&found, &path));
        is_fine && (*kind != Kind::Folder || below())
    })
}

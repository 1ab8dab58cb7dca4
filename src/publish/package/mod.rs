//! `package`: a vault as one file that an agent installs as a skill (spec chapter 8).
//!
//! The way: the snapshot says what belongs in; [`archive`] packs it beside its place, reading the
//! files again and holding them to the snapshot's digests; [`trial`] packs it once more, compares,
//! reads back what was packed, has it judged by [`gate`], which knows nothing of how the list came
//! about, installs and uses it; then it takes its place, if nothing else has it. No file of the
//! vault is ever held in memory whole.

mod archive;
mod binary;
mod engine;
mod entry;
mod gate;
mod reason;
mod skill;
mod trial;

use std::io::{Read, Seek, Write};
use std::path::Path;

pub use archive::Archive;
pub use engine::{Engine, NoEngine};
pub use entry::{Entry, Member};

use crate::commit::failure;
use crate::diagnostic::{Diagnostic, Findings, Place};
use crate::digest::Digest;
use crate::files::{CopyError, Folder};
use crate::findings::Finding;
use crate::publish::overwrite;
use crate::storage::{Io, Verdict, put_file};
use crate::vault::outside::Unsuitable;
use crate::vault::{Snapshot, layout};

/// How a built package is tried before it takes its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trial {
    /// It is read back and its vault checked.
    Looked,
    /// Its engine runs on this platform and is used too.
    Used,
}

/// What becomes of another package of the same name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Existing {
    /// It stays, and nothing is written.
    Kept,
    /// It gives way.
    Replaced,
}

/// What is to be packed.
#[derive(Debug)]
pub struct Package<'a> {
    /// The vault.
    pub root: &'a Folder,
    /// Name of the skill and of the one folder in the archive.
    pub name: String,
    /// Name of the file.
    pub file_name: String,
    /// Everything in it, sorted by path.
    pub entries: Vec<Entry<'a>>,
}

impl<'a> Package<'a> {
    /// The package of a vault that is valid and released as `version`.
    pub fn new(
        root: &'a Folder,
        snapshot: &'a Snapshot,
        version: &str,
        engine: Option<Engine>,
    ) -> Result<Self, Findings> {
        let name = skill::name(snapshot.text(layout::SKILL).unwrap_or_default())?;
        let suffix = engine.as_ref().map(|engine| format!("-{}", engine.platform));
        let file_name = format!("{name}-{version}{}.skill", suffix.unwrap_or_default());
        let mut entries = content(snapshot)?;
        entries.extend(engine.into_iter().flat_map(Engine::into_entries));
        entries.sort_unstable_by(|a, b| a.member.path.cmp(&b.member.path));
        Ok(Self { root, name, file_name, entries })
    }

    /// Writes the archive.
    pub fn pack(&self, to: impl Write + Seek) -> Result<(), CopyError<Findings>> {
        archive::pack(self.root, &self.name, &self.entries, to)
    }

    /// Reads an archive back; it must list exactly what is to be in it, and that must belong there.
    pub fn read_back<R: Read + Seek>(&self, from: R) -> Result<Archive<R>, Findings> {
        let archive = Archive::open(&self.name, from)?;
        if !self.entries.iter().map(|entry| &entry.member).eq(&archive.members) {
            return Err(unfaithful());
        }
        gate::check(&self.name, &archive.members)?;
        Ok(archive)
    }

    /// Builds and tries the package and puts it into `folder`, which lies at `path`.
    pub fn put(
        &self,
        folder: &Folder,
        path: &Path,
        io: &Io,
        trial: Trial,
        existing: Existing,
    ) -> Result<Verdict, Findings> {
        let placed = put_file(
            folder,
            io,
            &self.file_name,
            |file| self.pack(file),
            |file| {
                let digest = trial::trial(self, file, folder, path, io, trial)?;
                self.judge(folder, digest, existing)
            },
        );
        placed.map_err(failure::refused)
    }

    /// What becomes of the built package, which has this digest.
    fn judge(
        &self,
        folder: &Folder,
        digest: Digest,
        existing: Existing,
    ) -> Result<Verdict, Findings> {
        let name = &self.file_name;
        overwrite::judge(folder, name, digest, 0, |_| existing == Existing::Replaced).map_err(
            |reason| {
                let finding = match reason {
                    Unsuitable::Foreign => Finding::PackageDiffers {},
                    other => Finding::PackageTarget { reason: other.to_string() },
                };
                Diagnostic::new(Place::file(name), finding).into()
            },
        )
    }
}

/// What the manifest covers, and the manifest. The journal stays, for it grows after the release
/// and tells of this host.
fn content(snapshot: &Snapshot) -> Result<Vec<Entry<'_>>, Findings> {
    let files = snapshot.tracked().chain(snapshot.file(layout::MANIFEST));
    let entries: Vec<_> = files.map(Entry::of_vault).collect();
    let is_empty = |folder: &&str| {
        !entries.iter().any(|entry| layout::in_folder(&entry.member.path, folder).is_some())
    };
    let empty = layout::REQUIRED_FOLDERS.into_iter().filter(is_empty);
    let report = |folder| Diagnostic::new(Place::file(folder), Finding::PackageFolderEmpty {});
    empty.map(report).collect::<Findings>().none()?;
    Ok(entries)
}

/// What was built is not what it should be.
fn unfaithful() -> Findings {
    Finding::PackageUnfaithful {}.into()
}

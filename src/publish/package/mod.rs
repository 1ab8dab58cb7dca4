//! `package`: a vault as one file that an agent installs as a skill (spec chapter 8).
//!
//! The way: the snapshot says what belongs in; the bytes are read again and held to its digests;
//! [`archive`] packs them twice; what it packed is read back, compared, and judged by [`gate`],
//! which knows nothing of how the list came about; [`trial`] installs and uses it; [`output`]
//! puts it in its place.

mod archive;
mod engine;
mod gate;
mod output;
mod skill;
mod trial;

pub use archive::{Entry, pack, verify};
pub use engine::Engine;
pub use output::put;
pub use skill::is_skill_name;
pub use trial::trial;

use crate::diagnostic::{Diagnostic, Finding, Place};
use crate::files::Folder;
use crate::publish::verified;
use crate::vault::{Snapshot, layout};

/// A package that was built and compared, not yet written.
#[derive(Debug)]
pub struct Package {
    /// Name of the skill and of the one folder in the archive.
    pub name: String,
    /// Name of the file.
    pub file_name: String,
    /// The archive.
    pub bytes: Vec<u8>,
}

/// Builds the package of a vault that is valid and released as `version`.
pub fn build(
    root: &Folder,
    snapshot: &Snapshot,
    version: &str,
    engine: Option<Engine>,
) -> Result<Package, Vec<Diagnostic>> {
    let name = skill::name(snapshot.text(layout::SKILL).unwrap_or_default())?;
    let suffix = engine.as_ref().map(|engine| format!("-{}", engine.platform));
    let file_name = format!("{name}-{version}{}.skill", suffix.unwrap_or_default());
    let mut entries = content(root, snapshot)?;
    entries.extend(engine.into_iter().flat_map(Engine::into_entries));
    entries.sort_unstable_by(|a, b| a.path.cmp(&b.path));
    let bytes = pack(&name, &entries)?;
    if pack(&name, &entries)? != bytes {
        return Err(archive::unfaithful());
    }
    gate::check(&verify(&name, &bytes, &entries)?)?;
    Ok(Package { name, file_name, bytes })
}

/// What the manifest covers, and the manifest: the bytes the snapshot was taken of. The journal
/// stays, for it grows after the release and tells of this host.
fn content(root: &Folder, snapshot: &Snapshot) -> Result<Vec<Entry>, Vec<Diagnostic>> {
    let files = snapshot.tracked().chain(snapshot.file(layout::MANIFEST));
    let read = files.map(|file| {
        let bytes = verified::read(root, file)?;
        Ok(Entry { path: file.path.clone(), bytes, executable: false })
    });
    let entries = read.collect::<Result<Vec<_>, Diagnostic>>().map_err(|found| vec![found])?;
    let is_empty = |folder: &&str| {
        !entries.iter().any(|entry| layout::in_folder(&entry.path, folder).is_some())
    };
    let empty = layout::REQUIRED_FOLDERS.into_iter().filter(is_empty);
    let found: Vec<_> = empty
        .map(|folder| Diagnostic::new(Place::file(folder), Finding::PackageFolderEmpty {}))
        .collect();
    if found.is_empty() { Ok(entries) } else { Err(found) }
}

//! What a file, wherever it lies, would be registered as.

use std::path::Path;

use crate::check;
use crate::diagnostic::Findings;
use crate::digest::Digest;
use crate::files::{FileError, Folder, Kind};
use crate::findings::Finding;
use crate::model::Vault;
use crate::text::normal::spell_umlauts;
use crate::vault::layout;

/// The registration of a new source.
#[derive(Debug)]
pub struct Registration {
    /// Name of the file.
    pub name: String,
    /// Digest of its bytes.
    pub digest: Digest,
    /// The next free `S-nnnn`.
    pub id: String,
    /// Where the file is to be put.
    pub stored: String,
}

impl Registration {
    /// Gives the row of the register. Cells that only a person can fill stay empty: `validate`
    /// asks for each.
    pub fn row(&self) -> String {
        let Self { digest, id, stored, .. } = self;
        format!("| {id} |  |  | {digest} |  |  | {stored} |")
    }
}

/// Says what the file at `path` would be registered as.
pub fn register(vault: &Vault, path: &Path) -> Result<Registration, Findings> {
    let (name, digest) = read_outside(path).map_err(|reason| {
        let (file, reason) = (path.display().to_string(), reason.to_string());
        Finding::SourceFile { file, reason }
    })?;
    let id = next_id(vault)?;
    let stored = format!("{}/{id}__{}", layout::RAW, stored_name(&name));
    Ok(Registration { name, digest, id, stored })
}

/// Why a file cannot be registered, in the words a person is told.
#[derive(Debug, thiserror::Error)]
enum NoSource {
    /// It cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// A kind of file that no vault holds.
    #[error("Dateiart im Tresor nicht erlaubt, siehe schema/profil.md")]
    Kind,
}

/// Digest of a regular file that is no link, whatever lies around it.
fn read_outside(file: &Path) -> Result<(String, Digest), NoSource> {
    let name = file.file_name().ok_or(FileError::WrongKind(Kind::Folder))?;
    let name = name.to_str().ok_or(FileError::NotUtf8Name)?;
    let parent = file.parent().filter(|parent| !parent.as_os_str().is_empty());
    let folder = Folder::open_root(parent.unwrap_or(Path::new(".")))?;
    let opened = folder.open_file(name)?;
    if !check::is_allowed_kind(name) {
        return Err(NoSource::Kind);
    }
    Ok((name.to_owned(), opened.digest(0)?.0))
}

/// One more than the highest registered number.
fn next_id(vault: &Vault) -> Result<String, Finding> {
    let numbers = vault.sources.iter().filter_map(|source| source.id[2..].parse::<u32>().ok());
    match numbers.max().unwrap_or(0) + 1 {
        number @ ..=9999 => Ok(format!("S-{number:04}")),
        _ => Err(Finding::SourceNumbers {}),
    }
}

/// A name that is the same on every system: lower case, without blanks and umlauts.
fn stored_name(name: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
    spell_umlauts(&name.to_lowercase()).chars().map(|c| if plain(c) { c } else { '-' }).collect()
}

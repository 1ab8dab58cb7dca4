//! Places outside every vault, where something new may be put: a vault never lies in another, and
//! what leaves one is no part of any.

use std::path::{Path, PathBuf};

use super::root::enclosing;
use crate::diagnostic::{Diagnostic, Place};
use crate::files::{FileError, Folder, Kind, resolve};
use crate::findings::Finding;

/// Why nothing may be put at a place, in the words a person is told.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unsuitable {
    /// What lies there or on the way cannot be used.
    #[error(transparent)]
    File(#[from] FileError),
    /// Its path does not end with a name.
    #[error("der Pfad endet nicht mit einem Namen")]
    Unnamed,
    /// The folder it should lie in is missing.
    #[error("der übergeordnete Ordner fehlt; erst anlegen")]
    NoParent,
    /// It is the current folder, or holds it.
    #[error("ist der aktuelle Ordner oder enthält ihn; von außerhalb anlegen")]
    Here,
    /// It would lie in this vault.
    #[error("liegt im Tresor {0}")]
    InVault(String),
    /// This vault lies in it.
    #[error("enthält den Tresor {0}")]
    HoldsVault(String),
    /// It would lie where agents look for skills.
    #[error("liegt in .claude oder .codex, wo Agenten Skills suchen")]
    AgentFolder,
    /// A file that the command did not make, or not so.
    #[error("die Datei dort stammt nicht von diesem Befehl")]
    Foreign,
}

/// How a command calls it that a place is none for what it makes.
type Refusal = fn(String) -> Finding;

/// A name in a folder that lies in no vault: what is to be put there may not exist yet.
#[derive(Debug)]
pub struct Site {
    /// The folder it lies in.
    pub parent: Folder,
    /// Its name there.
    pub name: String,
    /// Where that is, all links on the way resolved.
    pub path: PathBuf,
    /// As it was named.
    shown: String,
    refusal: Refusal,
}

impl Site {
    /// The place a caller names. It ends with a name, and neither it nor anything in it is the
    /// current folder: what replaces a folder is not seen by those who stand in the old one.
    /// `vault` is the folder the command works on, links resolved, if it does on one: nothing is
    /// put there though it lacks what makes others know a vault. A `refusal` tells of the place
    /// as it was named.
    pub fn named(path: &Path, vault: Option<&Path>, refusal: Refusal) -> Result<Self, Diagnostic> {
        let shown = path.display().to_string();
        match locate(path, vault) {
            Ok((parent, name, path)) => Ok(Self { parent, name, path, shown, refusal }),
            Err(reason) => Err(refused(&shown, refusal(reason.to_string()))),
        }
    }

    /// The finding that this is no place for what was to be put there.
    pub fn refused(&self, reason: impl Into<Unsuitable>) -> Diagnostic {
        refused(&self.shown, (self.refusal)(reason.into().to_string()))
    }
}

/// Opens an existing folder and says where it lies. It is no link itself; those on the way to it
/// are the caller's choice. `vault` and `refusal` are as for [`Site::named`].
pub fn existing(
    path: &Path,
    vault: &Path,
    refusal: Refusal,
) -> Result<(Folder, PathBuf), Diagnostic> {
    let shown = path.display().to_string();
    enter(path, vault).map_err(|reason| refused(&shown, refusal(reason.to_string())))
}

fn refused(shown: &str, finding: Finding) -> Diagnostic {
    Diagnostic::new(Place::file(shown), finding)
}

fn locate(path: &Path, vault: Option<&Path>) -> Result<(Folder, String, PathBuf), Unsuitable> {
    let absolute = absolute(path)?;
    let (Some(above), Some(name)) = (absolute.parent(), absolute.file_name()) else {
        return Err(Unsuitable::Unnamed);
    };
    let name = name.to_str().ok_or(FileError::NotUtf8Name)?.to_owned();
    let (parent, above) = open(above, vault).map_err(|obstacle| match obstacle {
        Unsuitable::File(FileError::Missing) => Unsuitable::NoParent,
        other => other,
    })?;
    if holds_current_folder(&parent, &name) {
        return Err(Unsuitable::Here);
    }
    let path = above.join(&name);
    match vault.filter(|vault| path == *vault) {
        Some(vault) => Err(Unsuitable::InVault(vault.display().to_string())),
        None => Ok((parent, name, path)),
    }
}

fn enter(path: &Path, vault: &Path) -> Result<(Folder, PathBuf), Unsuitable> {
    let absolute = absolute(path)?;
    let (folder, resolved) = open(&absolute, Some(vault))?;
    let (Some(above), Some(name)) = (absolute.parent(), absolute.file_name()) else {
        return Ok((folder, resolved));
    };
    match Folder::open_root(above)?.stat_entry(name.as_encoded_bytes())?.kind {
        Kind::Link => Err(FileError::Link.into()),
        _ => Ok((folder, resolved)),
    }
}

fn absolute(path: &Path) -> Result<PathBuf, FileError> {
    Ok(std::path::absolute(path)?)
}

fn open(path: &Path, vault: Option<&Path>) -> Result<(Folder, PathBuf), Unsuitable> {
    let resolved = resolve(path)?;
    let own = vault.filter(|vault| resolved.starts_with(vault));
    if let Some(vault) = own.or_else(|| enclosing(&resolved)) {
        return Err(Unsuitable::InVault(vault.display().to_string()));
    }
    Ok((Folder::open_root(&resolved)?, resolved))
}

/// Whether the current folder is `name` in `parent`, or lies in it.
fn holds_current_folder(parent: &Folder, name: &str) -> bool {
    let (Ok(there), Ok(here)) = (parent.stat(name), resolve(Path::new("."))) else {
        return false;
    };
    here.ancestors().any(|above| {
        let stat = Folder::open_root(above).and_then(|above| above.stat_self());
        stat.is_ok_and(|stat| stat.identity == there.identity)
    })
}

//! Places outside every vault, where something new may be put: a vault never lies in another, and
//! what leaves one is no part of any.

use std::path::{Path, PathBuf};

use super::root::enclosing;
use crate::diagnostic::Obstacle;
use crate::files::{FileError, Folder, Kind, resolve};

/// A name in a folder that lies in no vault: what is to be put there may not exist yet.
#[derive(Debug)]
pub struct Site {
    /// The folder it lies in.
    pub parent: Folder,
    /// Its name there.
    pub name: String,
    /// Where that is, all links on the way resolved.
    pub path: PathBuf,
}

impl Site {
    /// The place a caller names. It ends with a name, and neither it nor anything in it is the
    /// current folder: what replaces a folder is not seen by those who stand in the old one.
    pub fn named(path: &Path) -> Result<Self, Obstacle> {
        let absolute = absolute(path)?;
        let (Some(above), Some(name)) = (absolute.parent(), absolute.file_name()) else {
            return Err(Obstacle::Unnamed);
        };
        let name = name.to_str().ok_or(Obstacle::NotUtf8)?.to_owned();
        let (parent, above) = open(above).map_err(|obstacle| match obstacle {
            Obstacle::Missing => Obstacle::NoParent,
            other => other,
        })?;
        if holds_current_folder(&parent, &name) {
            return Err(Obstacle::Here);
        }
        Ok(Self { parent, path: above.join(&name), name })
    }
}

/// Opens an existing folder and says where it lies. It is no link itself; those on the way to it
/// are the caller's choice.
pub fn existing(path: &Path) -> Result<(Folder, PathBuf), Obstacle> {
    let absolute = absolute(path)?;
    let (folder, resolved) = open(&absolute)?;
    let (Some(above), Some(name)) = (absolute.parent(), absolute.file_name()) else {
        return Ok((folder, resolved));
    };
    match Folder::open_root(above)?.stat_entry(name.as_encoded_bytes())?.kind {
        Kind::Link => Err(Obstacle::Link),
        _ => Ok((folder, resolved)),
    }
}

fn absolute(path: &Path) -> Result<PathBuf, FileError> {
    Ok(std::path::absolute(path)?)
}

fn open(path: &Path) -> Result<(Folder, PathBuf), Obstacle> {
    let resolved = resolve(path)?;
    if let Some(vault) = enclosing(&resolved) {
        return Err(Obstacle::InVault(vault.display().to_string()));
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

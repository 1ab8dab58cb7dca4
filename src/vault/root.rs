//! Finding the vault: the folder the binary is installed in, or the one that was named.

use std::path::{Path, PathBuf};

use super::layout;
use crate::diagnostic::Obstacle;
use crate::files::{Folder, Kind, resolve};

/// No vault to work on.
#[derive(Debug, thiserror::Error)]
#[error("no vault around the binary")]
pub struct RootError;

/// Where the running binary lies, links resolved.
#[allow(clippy::disallowed_methods, reason = "the one place that knows where the binary is")]
pub fn own_binary() -> Result<PathBuf, RootError> {
    let binary = std::env::current_exe().map_err(|_| RootError)?;
    resolve(&binary).map_err(|_| RootError)
}

/// The first folder at or above the resolved path of the binary that holds a vault's contract
/// and type registry. The current directory is never looked at (spec chapter 1).
pub fn find_root() -> Result<PathBuf, RootError> {
    let binary = own_binary()?;
    let folder = binary.parent().ok_or(RootError)?;
    enclosing(folder).map(Path::to_path_buf).ok_or(RootError)
}

/// The folder that something new at `path` would lie in, links resolved, and its name there.
/// Nothing new lies in a vault.
pub fn outside(path: &Path) -> Result<(PathBuf, String), Obstacle> {
    let absolute =
        std::path::absolute(path).map_err(|error| Obstacle::System(error.to_string()))?;
    let name = absolute.file_name().and_then(|name| name.to_str());
    let (Some(parent), Some(name)) = (absolute.parent(), name) else {
        return Err(Obstacle::Missing);
    };
    let parent = resolve(parent).map_err(|_| Obstacle::NoParent)?;
    match enclosing(&parent) {
        Some(vault) => Err(Obstacle::InVault(vault.display().to_string())),
        None => Ok((parent, name.to_owned())),
    }
}

/// The first folder at or above `folder` that is a vault.
pub fn enclosing(folder: &Path) -> Option<&Path> {
    folder.ancestors().find(|folder| is_vault(folder))
}

fn is_vault(path: &Path) -> bool {
    let Ok(folder) = Folder::open_root(path) else { return false };
    let holds = |path| folder.stat(path).is_ok_and(|stat| stat.kind == Kind::File);
    holds(layout::SKILL) && holds(layout::TYPES)
}

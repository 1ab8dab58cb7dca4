//! Finding the vault: the folder the binary is installed in, or the one that was named.

use std::path::{Path, PathBuf};

use super::layout;
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

/// The first folder at or above `folder` that is a vault.
pub fn enclosing(folder: &Path) -> Option<&Path> {
    folder.ancestors().find(|folder| is_vault(folder))
}

/// Whether a folder lacks everything a vault, however damaged, would have something of: somebody
/// named it by mistake.
pub fn holds_nothing_of_a_vault(folder: &Folder) -> bool {
    let parts = [layout::SKILL, layout::TYPES, layout::REGISTER, layout::MANIFEST, layout::STAGING];
    let parts = parts.iter().chain(&layout::REQUIRED_FOLDERS);
    parts.into_iter().all(|part| folder.stat(part).is_err())
}

fn is_vault(path: &Path) -> bool {
    let Ok(folder) = Folder::open_root(path) else { return false };
    let holds = |path| folder.stat(path).is_ok_and(|stat| stat.kind == Kind::File);
    holds(layout::SKILL) && holds(layout::TYPES)
}

//! Finding the vault: the folder the binary is installed in, or the one that was named.

use std::path::{Path, PathBuf};

use super::layout;
use crate::files::{FileError, Folder, Kind, resolve};
use crate::findings::Finding;

/// Why a folder is no vault, in the words a person is told.
#[derive(Debug, thiserror::Error)]
enum NoVault {
    /// It cannot be opened.
    #[error(transparent)]
    File(#[from] FileError),
    /// Nothing of a vault is in it.
    #[error("nichts darin gehört zu einem Tresor")]
    Nothing,
}

/// The vault a command works on.
#[derive(Debug)]
pub struct Root {
    /// The opened folder.
    pub folder: Folder,
    /// Where it lies, links resolved.
    pub path: PathBuf,
}

impl Root {
    /// Opens the vault at `path`, or says why it cannot be one.
    pub fn named(path: &Path) -> Result<Self, Finding> {
        let invalid = |reason: NoVault| {
            let (path, reason) = (path.display().to_string(), reason.to_string());
            Finding::RootInvalid { path, reason }
        };
        let root = Self::open(path).map_err(|error| invalid(error.into()))?;
        if holds_nothing_of_a_vault(&root.folder) {
            return Err(invalid(NoVault::Nothing));
        }
        Ok(root)
    }

    /// Opens the vault the running binary is installed in: the first folder at or above its
    /// resolved path that holds a vault's contract and type registry. The current directory is
    /// never looked at (spec chapter 1).
    pub fn installed() -> Result<Self, Finding> {
        let binary = own_binary();
        let folder = binary.as_deref().and_then(Path::parent).and_then(enclosing);
        Self::named(folder.ok_or(Finding::RootMissing {})?)
    }

    fn open(path: &Path) -> Result<Self, FileError> {
        let path = resolve(path)?;
        Ok(Self { folder: Folder::open_root(&path)?, path })
    }

    /// Gives the name of its folder.
    pub fn name(&self) -> String {
        self.path.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }
}

/// Tells where the running binary lies, links resolved, if the system says so.
#[allow(clippy::disallowed_methods, reason = "the one place that knows where the binary is")]
pub fn own_binary() -> Option<PathBuf> {
    resolve(&std::env::current_exe().ok()?).ok()
}

/// Finds the first folder at or above `folder` that is a vault.
pub fn enclosing(folder: &Path) -> Option<&Path> {
    folder.ancestors().find(|folder| is_vault(folder))
}

/// Whether a folder lacks everything a vault, however damaged, would have something of: somebody
/// named it by mistake.
fn holds_nothing_of_a_vault(folder: &Folder) -> bool {
    let parts = [layout::SKILL, layout::TYPES, layout::REGISTER, layout::MANIFEST, layout::STAGING];
    let parts = parts.iter().chain(&layout::REQUIRED_FOLDERS);
    parts.into_iter().all(|part| folder.stat(part).is_err())
}

fn is_vault(path: &Path) -> bool {
    let Ok(folder) = Folder::open_root(path) else { return false };
    let holds = |path| folder.stat(path).is_ok_and(|stat| stat.kind == Kind::File);
    holds(layout::SKILL) && holds(layout::TYPES)
}

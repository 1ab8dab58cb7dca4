//! Folders of the program's own: nothing in them is anybody's work, all of it may be lost, and
//! nobody but their owner sees them.

use std::path::Path;

use super::error::Failed;
use super::io::{Action, Dir, Io, optional};
use crate::files::{Folder, write};

/// Permission bits of what only its owner sees.
const PRIVATE_MODE: u32 = 0o600;

impl Io {
    /// Opens the folder at `path`, making what is missing of it for its owner only.
    pub fn open_private_root(&self, path: &Path) -> Result<Dir, Failed> {
        let shown = path.display().to_string();
        let folder = self.plain(Action::MakeFolder, &shown, || {
            write::make_private_path(path)?;
            Folder::open_root(path)
        })?;
        self.open_root(&folder)
    }

    /// Opens the direct subfolder `name`, made for its owner only if it is missing.
    pub fn open_private_folder(&self, dir: &Dir, name: &str) -> Result<Dir, Failed> {
        if let Some(there) = optional(self.open_folder(dir, name))? {
            return Ok(there);
        }
        // Another process may have made it meanwhile; opening it says whether it will do.
        let _ = self.make_folder(dir, name);
        self.open_folder(dir, name)
    }

    /// Makes the bytes the whole content of the file `name`, for its owner only. Whoever reads it
    /// meanwhile, or after a power cut, sees the old content or the new.
    pub fn put_private(&self, dir: &Dir, name: &str, bytes: &[u8]) -> Result<(), Failed> {
        let new = format!("{name}.{}.new", std::process::id());
        let put = self
            .put(dir, &new, bytes, PRIVATE_MODE)
            .and_then(|()| self.rename((dir, &new), (dir, name), Action::Rename));
        if put.is_err() {
            // The reason for giving up is what counts.
            let _ = self.unlink(dir, &new);
        }
        put
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::{FileError, Kind};

    #[test]
    fn what_is_missing_is_made_for_the_owner_only() {
        let (io, dir) = (Io::new(), tempfile::tempdir().unwrap());
        let root = io.open_private_root(&dir.path().join("a/b")).unwrap();
        let folder = io.open_private_folder(&root, "c").unwrap();
        io.put_private(&folder, "file", b"old").unwrap();
        io.put_private(&folder, "file", b"new").unwrap();
        let again = io.open_private_root(&dir.path().join("a/b")).unwrap();
        let folder = io.open_private_folder(&again, "c").unwrap().folder;
        assert_eq!(folder.read_file("file", 9).unwrap(), b"new");
        assert_eq!(folder.entries().unwrap().len(), 1);
        assert_eq!(folder.stat("file").unwrap().mode, 0o600);
        assert_eq!(folder.stat_self().unwrap().mode, 0o700);
        assert_eq!(root.folder.stat_self().unwrap().mode, 0o700);
    }

    #[test]
    fn links_and_obstacles_are_left_alone() {
        let (io, dir) = (Io::new(), tempfile::tempdir().unwrap());
        std::fs::create_dir(dir.path().join("elsewhere")).unwrap();
        std::fs::write(dir.path().join("precious"), "1").unwrap();
        std::os::unix::fs::symlink("elsewhere", dir.path().join("link")).unwrap();
        std::os::unix::fs::symlink("precious", dir.path().join("file")).unwrap();
        let root = io.open_private_root(dir.path()).unwrap();
        let refused = io.open_private_folder(&root, "link").unwrap_err();
        assert!(matches!(refused.source, FileError::WrongKind(_) | FileError::Link));
        assert!(io.open_private_folder(&root, "precious").is_err());
        io.put_private(&root, "file", b"2").unwrap();
        assert_eq!(root.folder.read_file("precious", 9).unwrap(), b"1");
        assert_eq!(root.folder.stat("file").unwrap().kind, Kind::File);
        assert!(io.put_private(&root, "elsewhere", b"2").is_err());
        assert_eq!(root.folder.entries().unwrap().len(), 4);
    }
}

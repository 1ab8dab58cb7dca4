//! Folders of the program's own outside any vault: nothing in them is anybody's work, all of it
//! may be lost, and nobody but their owner sees them.

use std::fs::{DirBuilder, File};
use std::io::Write;
use std::os::unix::fs::DirBuilderExt;
use std::path::Path;

use super::{FileError, Folder};

impl Folder {
    /// As [`Folder::open_root`], making what is missing of the path, mode 0700.
    pub fn open_private_root(path: &Path) -> Result<Self, FileError> {
        DirBuilder::new().recursive(true).mode(0o700).create(path)?;
        Self::open_root(path)
    }

    /// Opens the direct subfolder `name`, made with mode 0700 if missing.
    pub fn open_private_folder(&self, name: &str) -> Result<Self, FileError> {
        match self.open_folder(name) {
            Err(FileError::Missing) => {}
            done => return done,
        }
        // Another process may have made it meanwhile; opening it says whether it will do.
        let _ = self.make_folder(name);
        self.open_folder(name)
    }

    /// Makes the bytes the whole content of the file `name`, mode 0600. Whoever reads it
    /// meanwhile, or after a power cut, sees the old content or the new.
    pub fn put_private(&self, name: &str, bytes: &[u8]) -> Result<(), FileError> {
        let new = format!("{name}.{}.new", std::process::id());
        let file = self.create_file(&new)?.into_file();
        let put = fill(&file, bytes).and_then(|()| self.rename(&new, self, name));
        if put.is_err() {
            let _ = self.unlink(&new);
        }
        put
    }
}

fn fill(mut file: &File, bytes: &[u8]) -> Result<(), FileError> {
    file.write_all(bytes)?;
    Ok(file.sync_all()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Kind;

    #[test]
    fn what_is_missing_is_made_for_the_owner_only() {
        let dir = tempfile::tempdir().unwrap();
        let root = Folder::open_private_root(&dir.path().join("a/b")).unwrap();
        let folder = root.open_private_folder("c").unwrap();
        folder.put_private("file", b"old").unwrap();
        folder.put_private("file", b"new").unwrap();
        let again = Folder::open_private_root(&dir.path().join("a/b")).unwrap();
        let folder = again.open_private_folder("c").unwrap();
        assert_eq!(folder.read_file("file", 9).unwrap(), b"new");
        assert_eq!(folder.entries().unwrap().len(), 1);
        assert_eq!(folder.stat("file").unwrap().mode, 0o600);
        assert_eq!(folder.stat_self().unwrap().mode, 0o700);
        assert_eq!(root.stat_self().unwrap().mode, 0o700);
    }

    #[test]
    fn links_and_obstacles_are_left_alone() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::create_dir(dir.path().join("elsewhere")).unwrap();
        std::fs::write(dir.path().join("precious"), "1").unwrap();
        std::os::unix::fs::symlink("elsewhere", dir.path().join("link")).unwrap();
        std::os::unix::fs::symlink("precious", dir.path().join("file")).unwrap();
        let root = Folder::open_private_root(dir.path()).unwrap();
        assert!(matches!(
            root.open_private_folder("link"),
            Err(FileError::WrongKind(_) | FileError::Link)
        ));
        assert!(root.open_private_folder("precious").is_err());
        root.put_private("file", b"2").unwrap();
        assert_eq!(root.read_file("precious", 9).unwrap(), b"1");
        assert_eq!(root.stat("file").unwrap().kind, Kind::File);
        assert!(root.put_private("elsewhere", b"2").is_err());
        assert_eq!(root.entries().unwrap().len(), 4);
    }
}

//! Writing beneath a held folder: single calls, none of which follows a link or replaces what
//! it was not told to replace. Every name is a direct entry of the folder. What order makes
//! them safe is the business of the rooms above.

use std::fs::File;
use std::io;

use rustix::fs::{self, AtFlags, Mode, OFlags, RenameFlags};
use rustix::io::Errno;

use super::folder::open_beneath;
use super::{FileError, Folder, Opened};
use rustix::fd::AsFd;

impl Folder {
    /// Creates a file that must not exist yet, readable by its owner only until
    /// [`set_mode`] says otherwise.
    pub fn create_file(&self, name: &str) -> Result<Opened, FileError> {
        let flags = OFlags::RDWR | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW;
        let mode = Mode::RUSR | Mode::WUSR;
        Opened::check(fs::openat(self.as_fd(), name, flags | OFlags::CLOEXEC, mode)?)
    }

    /// Opens the regular file `name` for reading and writing in place, without emptying it.
    pub fn open_update(&self, name: &str) -> Result<Opened, FileError> {
        let flags = OFlags::RDWR | OFlags::NONBLOCK | OFlags::NOCTTY;
        Opened::check(open_beneath(self.as_fd(), name, flags)?)
    }

    /// Renames an entry into `folder`, replacing what is there.
    pub fn rename(&self, name: &str, folder: &Self, to: &str) -> Result<(), FileError> {
        Ok(fs::renameat(self.as_fd(), name, folder.as_fd(), to)?)
    }

    /// Renames a file into `folder` where nothing of that name may be yet. File systems that
    /// cannot do this in one call get a second name first and lose the old one then; that too
    /// never replaces anything, and a crash in between leaves one file with both names.
    pub fn rename_new(&self, name: &str, folder: &Self, to: &str) -> Result<(), FileError> {
        let (from, into) = (self.as_fd(), folder.as_fd());
        match fs::renameat_with(from, name, into, to, RenameFlags::NOREPLACE) {
            Err(Errno::NOSYS | Errno::INVAL | Errno::NOTSUP) => {
                fs::linkat(from, name, into, to, AtFlags::empty())?;
                self.unlink(name)
            }
            done => Ok(done?),
        }
    }

    /// Lets two entries take each other's place in one call.
    pub fn exchange(&self, name: &str, other: &str) -> Result<(), FileError> {
        let flags = RenameFlags::EXCHANGE;
        Ok(fs::renameat_with(self.as_fd(), name, self.as_fd(), other, flags)?)
    }

    /// Removes a file, link or special file.
    pub fn unlink(&self, name: &str) -> Result<(), FileError> {
        Ok(fs::unlinkat(self.as_fd(), name, AtFlags::empty())?)
    }

    /// Makes a folder that must not exist yet, its owner's only until [`set_mode`] says otherwise.
    pub fn make_folder(&self, name: &str) -> Result<(), FileError> {
        Ok(fs::mkdirat(self.as_fd(), name, Mode::RWXU)?)
    }

    /// Removes an empty folder.
    pub fn remove_folder(&self, name: &str) -> Result<(), FileError> {
        Ok(fs::unlinkat(self.as_fd(), name, AtFlags::REMOVEDIR)?)
    }

    /// Waits until the folder's entries are on the medium. A file system that knows no such
    /// request is taken at its word.
    pub fn sync(&self) -> Result<(), FileError> {
        match self.as_file().sync_all() {
            Err(error) if error.kind() == io::ErrorKind::InvalidInput => Ok(()),
            done => Ok(done?),
        }
    }
}

/// Sets the permission bits of an opened file or folder, whatever the umask is.
pub fn set_mode(file: &File, mode: u32) -> Result<(), FileError> {
    Ok(fs::fchmod(file.as_fd(), Mode::from_raw_mode(mode as _))?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Kind;

    #[test]
    fn nothing_is_replaced_unasked_and_no_link_followed() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("one"), "1").unwrap();
        std::fs::write(dir.path().join("two"), "2").unwrap();
        std::os::unix::fs::symlink("one", dir.path().join("link")).unwrap();
        let root = Folder::open_root(dir.path()).unwrap();
        assert!(root.create_file("one").is_err());
        assert!(root.create_file("link").is_err());
        assert!(matches!(root.open_update("link"), Err(FileError::Link)));
        assert!(root.rename_new("one", &root, "two").is_err());
        root.rename_new("one", &root, "three").unwrap();
        root.rename("three", &root, "two").unwrap();
        assert_eq!(root.read_file("two", 9).unwrap(), b"1");
        root.unlink("link").unwrap();
        root.make_folder("folder").unwrap();
        assert_eq!(root.stat("folder").unwrap().mode, 0o700);
        root.remove_folder("folder").unwrap();
        root.sync().unwrap();
        let left: Vec<_> = root.entries().unwrap().into_iter().map(|e| (e.name, e.kind)).collect();
        assert_eq!(left, [(b"two".to_vec(), Kind::File)]);
    }

    #[test]
    fn modes_are_exact() {
        let dir = tempfile::tempdir().unwrap();
        let root = Folder::open_root(dir.path()).unwrap();
        let file = root.create_file("new").unwrap().into_file();
        assert_eq!(root.stat("new").unwrap().mode, 0o600);
        set_mode(&file, 0o666).unwrap();
        assert_eq!(root.stat("new").unwrap().mode, 0o666);
    }
}

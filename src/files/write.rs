//! Writing beneath a held folder: single calls, none of which follows a link or replaces what
//! it was not told to replace. Every name is a direct entry of the folder. What order makes
//! them safe is the business of the rooms above.

use std::fs::{DirBuilder, File};
use std::io;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::Path;

use rustix::fs::{self, AtFlags, Mode, OFlags, RenameFlags};
use rustix::io::Errno;

use super::folder::open_beneath;
use super::{FileError, Folder, Opened};
use rustix::fd::AsFd;

/// Creates a file that must not exist yet, readable by its owner only until
/// [`set_mode`] says otherwise.
pub fn create_file(dir: &Folder, name: &str) -> Result<Opened, FileError> {
    let flags = OFlags::RDWR | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW;
    let mode = Mode::RUSR | Mode::WUSR;
    Opened::check(fs::openat(dir.as_fd(), name, flags | OFlags::CLOEXEC, mode)?)
}

/// Opens the regular file `name` for reading and writing in place, without emptying it.
pub fn open_update(dir: &Folder, name: &str) -> Result<Opened, FileError> {
    let flags = OFlags::RDWR | OFlags::NONBLOCK | OFlags::NOCTTY;
    Opened::check(open_beneath(dir.as_fd(), name, flags)?)
}

/// Renames an entry into `folder`, replacing what is there.
pub fn rename(dir: &Folder, name: &str, folder: &Folder, to: &str) -> Result<(), FileError> {
    Ok(fs::renameat(dir.as_fd(), name, folder.as_fd(), to)?)
}

/// Renames a file into `folder` where nothing of that name may be yet. File systems that
/// cannot do this in one call get a second name first and lose the old one then; that too
/// never replaces anything, and a crash in between leaves one file with both names.
pub fn rename_new(dir: &Folder, name: &str, folder: &Folder, to: &str) -> Result<(), FileError> {
    let (from, into) = (dir.as_fd(), folder.as_fd());
    match fs::renameat_with(from, name, into, to, RenameFlags::NOREPLACE) {
        Err(Errno::NOSYS | Errno::INVAL | Errno::NOTSUP) => {
            fs::linkat(from, name, into, to, AtFlags::empty())?;
            unlink(dir, name)
        }
        done => Ok(done?),
    }
}

/// Lets two entries take each other's place in one call.
pub fn exchange(dir: &Folder, name: &str, other: &str) -> Result<(), FileError> {
    let flags = RenameFlags::EXCHANGE;
    Ok(fs::renameat_with(dir.as_fd(), name, dir.as_fd(), other, flags)?)
}

/// Removes a file, link or special file.
pub fn unlink(dir: &Folder, name: &str) -> Result<(), FileError> {
    Ok(fs::unlinkat(dir.as_fd(), name, AtFlags::empty())?)
}

/// Makes a folder that must not exist yet, its owner's only until [`set_mode`] says otherwise.
pub fn make_folder(dir: &Folder, name: &str) -> Result<(), FileError> {
    Ok(fs::mkdirat(dir.as_fd(), name, Mode::RWXU)?)
}

/// Removes an empty folder.
pub fn remove_folder(dir: &Folder, name: &str) -> Result<(), FileError> {
    Ok(fs::unlinkat(dir.as_fd(), name, AtFlags::REMOVEDIR)?)
}

/// Waits until the folder's entries are on the medium. A file system that knows no such
/// request is taken at its word.
pub fn sync(dir: &Folder) -> Result<(), FileError> {
    match dir.as_file().sync_all() {
        Err(error) if error.kind() == io::ErrorKind::InvalidInput => Ok(()),
        done => Ok(done?),
    }
}

/// Makes what is missing of the path of a folder, for its owner only.
pub fn make_private_path(path: &Path) -> Result<(), FileError> {
    Ok(DirBuilder::new().recursive(true).mode(0o700).create(path)?)
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
        assert!(create_file(&root, "one").is_err());
        assert!(create_file(&root, "link").is_err());
        assert!(matches!(open_update(&root, "link"), Err(FileError::Link)));
        assert!(rename_new(&root, "one", &root, "two").is_err());
        rename_new(&root, "one", &root, "three").unwrap();
        rename(&root, "three", &root, "two").unwrap();
        assert_eq!(root.read_file("two", 9).unwrap(), b"1");
        unlink(&root, "link").unwrap();
        make_folder(&root, "folder").unwrap();
        assert_eq!(root.stat("folder").unwrap().mode, 0o700);
        remove_folder(&root, "folder").unwrap();
        sync(&root).unwrap();
        let left: Vec<_> = root.entries().unwrap().into_iter().map(|e| (e.name, e.kind)).collect();
        assert_eq!(left, [(b"two".to_vec(), Kind::File)]);
    }

    #[test]
    fn modes_are_exact() {
        let dir = tempfile::tempdir().unwrap();
        let root = Folder::open_root(dir.path()).unwrap();
        let file = create_file(&root, "new").unwrap().into_file();
        assert_eq!(root.stat("new").unwrap().mode, 0o600);
        set_mode(&file, 0o666).unwrap();
        assert_eq!(root.stat("new").unwrap().mode, 0o666);
    }
}

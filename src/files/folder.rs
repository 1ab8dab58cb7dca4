//! A folder held by its descriptor, and opening beneath it.

use std::fs::File;
use std::path::{Path, PathBuf};

use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::fs::{self, AtFlags, CWD, Dir, FileType, Mode, OFlags};
use rustix::io::Errno;

use super::FileError;

/// What a directory entry is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A regular file.
    File,
    /// A folder.
    Folder,
    /// A symbolic link.
    Link,
    /// FIFO, socket or device.
    Special,
}

impl Kind {
    fn of(kind: FileType) -> Self {
        match kind {
            FileType::RegularFile => Self::File,
            FileType::Directory => Self::Folder,
            FileType::Symlink => Self::Link,
            _ => Self::Special,
        }
    }
}

/// What the system says about a file, taken without following links.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stat {
    /// What it is.
    pub kind: Kind,
    /// Number of names of the file.
    pub links: u64,
    /// Permission bits, `0o7777` at most.
    pub mode: u32,
    /// Size in bytes.
    pub size: u64,
    /// Device and inode: the identity of the file.
    pub identity: (u64, u64),
}

impl Stat {
    // The fields have other widths on other systems, and signs on some.
    #[allow(clippy::unnecessary_cast, reason = "not unnecessary everywhere")]
    pub(super) fn of(stat: &fs::Stat) -> Self {
        Self {
            kind: Kind::of(FileType::from_raw_mode(stat.st_mode)),
            links: stat.st_nlink as u64,
            mode: stat.st_mode as u32 & 0o7777,
            size: stat.st_size as u64,
            identity: (stat.st_dev as u64, stat.st_ino as u64),
        }
    }
}

/// One entry of a folder; the name as the system gives it, not always UTF-8.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Name without any folder.
    pub name: Vec<u8>,
    /// What it is.
    pub kind: Kind,
}

/// The path with all links resolved; what does not exist is an error.
pub fn resolve(path: &Path) -> Result<PathBuf, FileError> {
    Ok(std::fs::canonicalize(path)?)
}

/// An opened folder. All further paths are relative to it, `/`-joined, without `..`.
#[derive(Debug)]
pub struct Folder(File);

impl Folder {
    /// Opens the folder a command works on. Links in `path` itself are the caller's choice and
    /// followed here, once; beneath the folder none is.
    pub fn open_root(path: &Path) -> Result<Self, FileError> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        Ok(Self(fs::openat(CWD, path, flags, Mode::empty())?.into()))
    }

    /// Opens the folder at an absolute path that holds no link: one that was resolved earlier and
    /// must still lead to the same place.
    pub fn open_resolved(path: &Path) -> Result<Self, FileError> {
        let below = path.to_str().and_then(|path| path.strip_prefix('/'));
        Self::open_root(Path::new("/"))?.open_folder(below.ok_or(FileError::NotUtf8Name)?)
    }

    /// Opens a folder beneath this one; `""` is the folder itself.
    pub fn open_folder(&self, path: &str) -> Result<Self, FileError> {
        let path = if path.is_empty() { "." } else { path };
        let flags = OFlags::RDONLY | OFlags::DIRECTORY;
        Ok(Self(open_beneath(self.as_fd(), path, flags)?.into()))
    }

    /// Opens for reading whatever lies at `path`, without waiting on FIFOs. The caller checks
    /// what it got.
    pub(super) fn open_any(&self, path: &str) -> Result<OwnedFd, FileError> {
        let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOCTTY;
        Ok(open_beneath(self.as_fd(), path, flags)?)
    }

    /// What lies at `path`; links are not followed, neither at the end nor on the way.
    pub fn stat(&self, path: &str) -> Result<Stat, FileError> {
        match path.rsplit_once('/') {
            Some((parent, name)) => self.open_folder(parent)?.stat_entry(name.as_bytes()),
            None => self.stat_entry(path.as_bytes()),
        }
    }

    /// As [`Folder::stat`], for a direct entry with any name.
    pub fn stat_entry(&self, name: &[u8]) -> Result<Stat, FileError> {
        let stat = fs::statat(self.as_fd(), name, AtFlags::SYMLINK_NOFOLLOW)?;
        Ok(Stat::of(&stat))
    }

    /// The folder's own state.
    pub fn stat_self(&self) -> Result<Stat, FileError> {
        Ok(Stat::of(&fs::fstat(self.as_fd())?))
    }

    /// All entries but `.` and `..`, sorted by name.
    pub fn entries(&self) -> Result<Vec<Entry>, FileError> {
        let mut entries = Vec::new();
        for entry in Dir::read_from(self.as_fd())? {
            let entry = entry?;
            let name = entry.file_name().to_bytes();
            if matches!(name, b"." | b"..") {
                continue;
            }
            let kind = match entry.file_type() {
                FileType::Unknown => self.stat_entry(name)?.kind,
                known => Kind::of(known),
            };
            entries.push(Entry { name: name.to_vec(), kind });
        }
        entries.sort_unstable_by(|a, b| a.name.cmp(&b.name));
        Ok(entries)
    }

    /// The descriptor as a file, for advisory locks and syncs.
    pub fn as_file(&self) -> &File {
        &self.0
    }
}

impl AsFd for Folder {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }
}

/// Opens `path` beneath `folder`, refusing links everywhere: one call where the kernel can do
/// it, else one component after the other.
pub(super) fn open_beneath(
    folder: BorrowedFd<'_>,
    path: &str,
    flags: OFlags,
) -> Result<OwnedFd, Errno> {
    let flags = flags | OFlags::CLOEXEC | OFlags::NOFOLLOW;
    if path.starts_with('/') || path.split('/').any(|part| part == "..") {
        return Err(Errno::XDEV);
    }
    if !path.contains('/') {
        return fs::openat(folder, path, flags, Mode::empty());
    }
    #[cfg(target_os = "linux")]
    {
        use fs::ResolveFlags;
        let resolve = ResolveFlags::BENEATH | ResolveFlags::NO_SYMLINKS;
        match fs::openat2(folder, path, flags, Mode::empty(), resolve) {
            // Old kernels and some sandboxes do not have the call.
            Err(Errno::NOSYS | Errno::PERM) => {}
            done => return done,
        }
    }
    open_by_component(folder, path, flags)
}

fn open_by_component(folder: BorrowedFd<'_>, path: &str, flags: OFlags) -> Result<OwnedFd, Errno> {
    let through = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC | OFlags::NOFOLLOW;
    let mut components = path.split('/').filter(|part| !part.is_empty() && *part != ".");
    let mut current: Option<OwnedFd> = None;
    let mut next = components.next().unwrap_or(".");
    loop {
        let at = current.as_ref().map_or(folder, |fd| fd.as_fd());
        match components.next() {
            Some(after) => {
                current = Some(fs::openat(at, next, through, Mode::empty())?);
                next = after;
            }
            None => return fs::openat(at, next, flags, Mode::empty()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree() -> (tempfile::TempDir, Folder) {
        let dir = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(dir.path().join("a/b")).unwrap();
        std::fs::write(dir.path().join("a/b/file"), "x").unwrap();
        std::os::unix::fs::symlink("b", dir.path().join("a/link")).unwrap();
        std::os::unix::fs::symlink("b/file", dir.path().join("a/end")).unwrap();
        let root = Folder::open_root(dir.path()).unwrap();
        (dir, root)
    }

    type Open = fn(BorrowedFd<'_>, &str, OFlags) -> Result<OwnedFd, Errno>;

    fn by_component(folder: BorrowedFd<'_>, path: &str, flags: OFlags) -> Result<OwnedFd, Errno> {
        open_by_component(folder, path, flags | OFlags::CLOEXEC | OFlags::NOFOLLOW)
    }

    #[test]
    fn both_ways_of_opening_refuse_links_and_escapes() {
        let (_dir, root) = tree();
        for open in [open_beneath as Open, by_component] {
            assert!(open(root.as_fd(), "a/b/file", OFlags::RDONLY).is_ok());
            assert!(open(root.as_fd(), "./a//b/file", OFlags::RDONLY).is_ok());
            for bad in ["a/link/file", "a/end"] {
                assert!(open(root.as_fd(), bad, OFlags::RDONLY).is_err(), "{bad}");
            }
        }
        for bad in ["../x", "a/../a/b/file", "..", "/etc/hosts", "a/.."] {
            assert!(open_beneath(root.as_fd(), bad, OFlags::RDONLY).is_err(), "{bad}");
        }
    }

    #[test]
    fn entries_are_sorted_and_typed() {
        let (_dir, root) = tree();
        let entries = root.open_folder("a").unwrap().entries().unwrap();
        let seen: Vec<_> = entries.iter().map(|e| (e.name.as_slice(), e.kind)).collect();
        let expected: [(&[u8], Kind); 3] =
            [(b"b", Kind::Folder), (b"end", Kind::Link), (b"link", Kind::Link)];
        assert_eq!(seen, expected);
    }
}

//! Checked reading: the opened descriptor is a regular file with one name, or it is not read.

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::time::SystemTime;

use rustix::buffer::spare_capacity;
use rustix::fd::OwnedFd;
use rustix::fs::{self, CWD, Mode, OFlags};

use super::FileError;
use super::folder::{Folder, Kind, Stat};
use crate::digest::{Digest, Hasher};

/// Largest file that is held in memory whole: far more text than anybody writes, and it still
/// fits.
pub const HELD_LIMIT: u64 = 512 * 1024 * 1024;
/// Bytes read at a time from a stream.
pub(super) const CHUNK: usize = 64 * 1024;

/// A regular file, opened and checked.
#[derive(Debug)]
pub struct Opened {
    file: File,
    /// What the descriptor says.
    pub stat: Stat,
}

impl Opened {
    /// Checks that `fd` is a regular file. The number of its names is the caller's to judge
    /// ([`Opened::sole`]).
    pub(super) fn check(fd: OwnedFd) -> Result<Self, FileError> {
        let stat = Stat::of(&fs::fstat(&fd)?);
        match stat.kind {
            Kind::File => Ok(Self { file: fd.into(), stat }),
            other => Err(FileError::WrongKind(other)),
        }
    }

    /// Opens the regular file the user names. Links in `path` are the user's choice.
    pub fn open_named(path: &Path) -> Result<Self, FileError> {
        let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
        Self::check(fs::openat(CWD, path, flags, Mode::empty())?)
    }

    /// When its content was last changed.
    pub fn modified(&self) -> Result<SystemTime, FileError> {
        Ok(self.file.metadata()?.modified()?)
    }

    /// Refuses a file with several names.
    pub fn sole(self) -> Result<Self, FileError> {
        match self.stat.links {
            1 => Ok(self),
            several => Err(FileError::HardLinked(several)),
        }
    }

    /// Everything in the file, at most `limit` bytes.
    pub fn read(mut self, limit: u64) -> Result<Vec<u8>, FileError> {
        if self.stat.size > limit {
            return Err(FileError::TooLarge(limit));
        }
        // With a byte of room more than the file says it has, one call reads it and shows that
        // this was all; only a file that changes meanwhile needs another look.
        let mut bytes = Vec::with_capacity(self.stat.size as usize + 1);
        let read = rustix::io::read(&self.file, spare_capacity(&mut bytes))?;
        if read as u64 != self.stat.size {
            let cap = limit.saturating_add(1).saturating_sub(read as u64);
            (&mut self.file).take(cap).read_to_end(&mut bytes)?;
        }
        if bytes.len() as u64 > limit {
            return Err(FileError::TooLarge(limit));
        }
        Ok(bytes)
    }

    /// Digests the file as a stream and keeps its first bytes, at most `head`. Memory stays
    /// bounded however large the file is.
    pub fn digest(mut self, head: usize) -> Result<(Digest, Vec<u8>), FileError> {
        let mut hasher = Hasher::default();
        let mut kept = Vec::new();
        // A small file needs no more room than itself and a byte to see its end.
        let mut chunk = vec![0; CHUNK.min(self.stat.size as usize + 1)];
        let mut total = 0;
        loop {
            match self.file.read(&mut chunk)? {
                0 => return Ok((hasher.finish(), kept)),
                // It grows while it is read, perhaps without end.
                count if total + count as u64 > self.stat.size => return Err(FileError::Changed),
                count => {
                    total += count as u64;
                    hasher.update(&chunk[..count]);
                    let room = head.saturating_sub(kept.len()).min(count);
                    kept.extend_from_slice(&chunk[..room]);
                }
            }
        }
    }

    /// The file as a stream. It ends a byte after its size at the latest: what grows while it is
    /// read has another digest by then, and perhaps no end.
    pub fn stream(self) -> impl Read {
        self.file.take(self.stat.size.saturating_add(1))
    }

    /// The file itself, for locks.
    pub fn into_file(self) -> File {
        self.file
    }
}

impl Folder {
    /// Opens the regular file at `path`.
    pub fn open_file(&self, path: &str) -> Result<Opened, FileError> {
        Opened::check(self.open_any(path)?)
    }

    /// Reads the regular, singly named file at `path`, at most `limit` bytes.
    pub fn read_file(&self, path: &str, limit: u64) -> Result<Vec<u8>, FileError> {
        self.open_file(path)?.sole()?.read(limit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_regular_sole_files_of_bounded_size_are_read() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("one"), "12345").unwrap();
        std::fs::hard_link(dir.path().join("one"), dir.path().join("two")).unwrap();
        std::fs::write(dir.path().join("three"), "123").unwrap();
        let root = Folder::open_root(dir.path()).unwrap();
        assert_eq!(root.read_file("three", 3).unwrap(), b"123");
        assert!(matches!(root.read_file("three", 2), Err(FileError::TooLarge(2))));
        assert!(matches!(root.read_file("one", 9), Err(FileError::HardLinked(2))));
        assert!(matches!(root.read_file("gone", 9), Err(FileError::Missing)));
        assert!(matches!(root.open_file("."), Err(FileError::WrongKind(Kind::Folder))));
    }

    #[test]
    fn a_stream_has_the_digest_of_the_whole() {
        let dir = tempfile::tempdir().unwrap();
        let bytes = vec![7; CHUNK + 5];
        std::fs::write(dir.path().join("big"), &bytes).unwrap();
        let root = Folder::open_root(dir.path()).unwrap();
        let (digest, head) = root.open_file("big").unwrap().digest(10).unwrap();
        assert_eq!(digest, Digest::of(&bytes));
        assert_eq!(head, vec![7; 10]);
    }
}

//! The seam between this room and the file system.
//!
//! Every file operation of a commit is one method of [`Io`]: one call, announced to an optional
//! [`Observer`] before it is made and reported after it succeeded. An observer numbers the
//! calls, lets one of them fail, ends everything at one of them or keeps the log a power cut
//! is replayed from; the operations themselves are always the real ones. Without an observer
//! the seam costs nothing.

#![allow(clippy::disallowed_types, reason = "it holds the files it writes")]

use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};
use std::sync::{Arc, Mutex, PoisonError};

use fs2::FileExt;

use super::Refusal;
use crate::digest::Digest;
use crate::files::{CopyError, Entry, FileError, Folder, HELD_LIMIT, Stat, set_mode};

/// Kind of an operation; its name is that of the system call that matters in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Action {
    /// Asks what lies at the path.
    Stat,
    /// Opens a folder or a lock file.
    Open,
    /// Lists a folder.
    List,
    /// Opens and reads a whole file.
    Read,
    /// Creates an empty file that did not exist.
    Create,
    /// Makes bytes, or what comes piece by piece, the whole content of an opened file.
    Write,
    /// Writes bytes at the end of an opened file.
    Append,
    /// Sets permission bits.
    SetMode,
    /// Waits until a file's bytes are on the medium.
    SyncFile,
    /// Waits until a folder's entries are on the medium.
    SyncFolder,
    /// Renames, replacing what is there.
    Rename,
    /// Renames where nothing is yet.
    RenameNew,
    /// Lets two folders take each other's place.
    Exchange,
    /// Removes a file.
    Unlink,
    /// Makes a folder.
    MakeFolder,
    /// Removes an empty folder.
    RemoveFolder,
    /// Tries to take an advisory lock.
    Lock,
}

impl Action {
    /// Name of the system call.
    pub fn name(self) -> &'static str {
        match self {
            Self::Stat => "stat",
            Self::Open | Self::Create => "open",
            Self::List => "readdir",
            Self::Read => "read",
            Self::Write | Self::Append => "write",
            Self::SetMode => "chmod",
            Self::SyncFile | Self::SyncFolder => "fsync",
            Self::Rename | Self::RenameNew | Self::Exchange => "rename",
            Self::Unlink => "unlink",
            Self::MakeFolder => "mkdir",
            Self::RemoveFolder => "rmdir",
            Self::Lock => "flock",
        }
    }
}

/// One operation, as an observer sees it. Paths are relative to the root.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operation<'a> {
    /// What is done.
    pub action: Action,
    /// To what; `""` is the root itself.
    pub path: &'a str,
    /// The new name of a rename, else empty.
    pub to: &'a str,
    /// The bytes of a write, unless they come piece by piece; else empty.
    pub bytes: &'a [u8],
    /// The permission bits set, else 0.
    pub mode: u32,
}

/// Sees every operation; see the module's introduction.
pub trait Observer: Send {
    /// Asked before the operation numbered `number`, counting from 0. An error is returned in
    /// place of the call, which is then not made.
    fn before(&mut self, number: u64, operation: &Operation<'_>) -> io::Result<()>;

    /// Told once the operation succeeded.
    fn after(&mut self, _number: u64, _operation: &Operation<'_>) {}
}

/// An operation that failed.
#[derive(Debug)]
pub struct Failed {
    /// What was to be done.
    pub action: Action,
    /// To what, relative to the root.
    pub path: String,
    /// Why it could not be.
    pub source: FileError,
}

impl Failed {
    /// Whether the system reported this kind.
    pub(super) fn is(&self, kind: io::ErrorKind) -> bool {
        self.source.is(kind)
    }
}

/// Turns "nothing there" into `None`.
pub(super) fn optional<T>(done: Result<T, Failed>) -> Result<Option<T>, Failed> {
    match done {
        Ok(value) => Ok(Some(value)),
        Err(Failed { source: FileError::Missing, .. }) => Ok(None),
        Err(failed) => Err(failed),
    }
}

/// A folder held by its descriptor, with its path for messages.
#[derive(Debug)]
pub(super) struct Dir {
    pub folder: Folder,
    /// Device and inode.
    pub identity: (u64, u64),
    path: String,
}

impl Dir {
    /// Path of an entry, relative to the root.
    pub fn join(&self, name: &str) -> String {
        match (self.path.as_str(), name) {
            ("", _) => name.to_owned(),
            (path, "") => path.to_owned(),
            (path, name) => format!("{path}/{name}"),
        }
    }
}

/// A file read whole, with what its descriptor said.
pub(super) struct Content {
    pub bytes: Vec<u8>,
    pub stat: Stat,
}

impl Content {
    pub fn digest(&self) -> Digest {
        Digest::of(&self.bytes)
    }
}

/// Performs the operations. A clone speaks to the same observer.
#[derive(Clone, Default)]
pub struct Io(Option<Arc<Mutex<Watch>>>);

struct Watch {
    next: u64,
    observer: Box<dyn Observer>,
}

impl Io {
    /// Performs every operation unobserved.
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks and tells `observer` about every operation.
    pub fn observed(observer: impl Observer + 'static) -> Self {
        Self(Some(Arc::new(Mutex::new(Watch { next: 0, observer: Box::new(observer) }))))
    }

    /// The one way to the file system.
    fn call<T>(
        &self,
        operation: Operation<'_>,
        perform: impl FnOnce() -> Result<T, FileError>,
    ) -> Result<T, Failed> {
        let done = match &self.0 {
            None => perform(),
            Some(watch) => {
                let mut watch = watch.lock().unwrap_or_else(PoisonError::into_inner);
                let number = watch.next;
                watch.next += 1;
                let allowed = watch.observer.before(number, &operation).map_err(FileError::from);
                let done = allowed.and_then(|()| perform());
                if done.is_ok() {
                    watch.observer.after(number, &operation);
                }
                done
            }
        };
        let Operation { action, path, .. } = operation;
        done.map_err(|source| Failed { action, path: path.to_owned(), source })
    }

    /// An operation that has nothing but a path.
    fn plain<T>(
        &self,
        action: Action,
        path: &str,
        perform: impl FnOnce() -> Result<T, FileError>,
    ) -> Result<T, Failed> {
        self.call(Operation { action, path, to: "", bytes: &[], mode: 0 }, perform)
    }

    /// Opens the root once more, so that locks on it are this holder's own.
    pub(super) fn open_root(&self, root: &Folder) -> Result<Dir, Failed> {
        self.open_as(root, "", String::new())
    }

    pub(super) fn open_folder(&self, dir: &Dir, path: &str) -> Result<Dir, Failed> {
        self.open_as(&dir.folder, path, dir.join(path))
    }

    fn open_as(&self, folder: &Folder, path: &str, name: String) -> Result<Dir, Failed> {
        let (folder, identity) = self.plain(Action::Open, &name, || {
            let folder = folder.open_folder(path)?;
            let identity = folder.stat_self()?.identity;
            Ok((folder, identity))
        })?;
        Ok(Dir { folder, identity, path: name })
    }

    /// Opens a file for locking and rewriting.
    pub(super) fn open_update(&self, dir: &Dir, name: &str) -> Result<(File, Stat), Failed> {
        let opened = self.plain(Action::Open, &dir.join(name), || dir.folder.open_update(name))?;
        let stat = opened.stat;
        Ok((opened.into_file(), stat))
    }

    /// Opens a file for looking at it and its lock.
    pub(super) fn open_file(&self, dir: &Dir, name: &str) -> Result<(File, Stat), Failed> {
        let opened = self.plain(Action::Open, &dir.join(name), || dir.folder.open_file(name))?;
        let stat = opened.stat;
        Ok((opened.into_file(), stat))
    }

    pub(super) fn stat(&self, dir: &Dir, name: &str) -> Result<Option<Stat>, Failed> {
        let stat = || dir.folder.stat_entry(name.as_bytes());
        optional(self.plain(Action::Stat, &dir.join(name), stat))
    }

    /// Whether a name still is what has this identity.
    pub(super) fn lies_at(
        &self,
        dir: &Dir,
        name: &str,
        identity: (u64, u64),
    ) -> Result<bool, Failed> {
        Ok(self.stat(dir, name)?.is_some_and(|stat| stat.identity == identity))
    }

    pub(super) fn list(&self, dir: &Dir) -> Result<Vec<Entry>, Failed> {
        self.plain(Action::List, &dir.path, || dir.folder.entries())
    }

    /// Reads the regular file at `path`, if there is one.
    pub(super) fn read(&self, dir: &Dir, path: &str) -> Result<Option<Content>, Failed> {
        optional(self.plain(Action::Read, &dir.join(path), || {
            let opened = dir.folder.open_file(path)?;
            let stat = opened.stat;
            Ok(Content { bytes: opened.read(HELD_LIMIT)?, stat })
        }))
    }

    pub(super) fn create(&self, dir: &Dir, name: &str) -> Result<(File, Stat), Failed> {
        let create = || dir.folder.create_file(name);
        let opened = self.plain(Action::Create, &dir.join(name), create)?;
        let stat = opened.stat;
        Ok((opened.into_file(), stat))
    }

    /// Creates a file with these bytes and this mode, and waits until it is on the medium.
    pub(super) fn put(&self, dir: &Dir, name: &str, bytes: &[u8], mode: u32) -> Result<(), Failed> {
        let (file, _) = self.create(dir, name)?;
        self.fill(dir, name, &file, bytes, mode)
    }

    /// Gives a created file its bytes and mode, and waits until it is on the medium.
    pub(super) fn fill(
        &self,
        dir: &Dir,
        name: &str,
        file: &File,
        bytes: &[u8],
        mode: u32,
    ) -> Result<(), Failed> {
        self.write(dir, name, file, bytes)?;
        self.set_mode(&dir.join(name), file, mode)?;
        self.sync_file(dir, name, file)
    }

    /// Makes the bytes the file's whole content.
    pub(super) fn write(
        &self,
        dir: &Dir,
        name: &str,
        mut file: &File,
        bytes: &[u8],
    ) -> Result<(), Failed> {
        let path = &dir.join(name);
        self.call(Operation { action: Action::Write, path, to: "", bytes, mode: 0 }, || {
            file.seek(SeekFrom::Start(0))?;
            file.write_all(bytes)?;
            Ok(file.set_len(bytes.len() as u64)?)
        })
    }

    /// Lets `fill` write the content of a created file, however large it is: one operation.
    pub(super) fn stream<E>(
        &self,
        dir: &Dir,
        name: &str,
        file: &File,
        fill: impl FnOnce(&File) -> Result<(), CopyError<E>>,
    ) -> Result<(), Refusal<E>> {
        let filled = self.plain(Action::Write, &dir.join(name), || match fill(file) {
            Ok(()) => Ok(Ok(())),
            Err(CopyError::Source(reason)) => Ok(Err(reason)),
            Err(CopyError::Target(error)) => Err(error.into()),
        })?;
        filled.map_err(Refusal::Check)
    }

    pub(super) fn append(
        &self,
        dir: &Dir,
        name: &str,
        mut file: &File,
        bytes: &[u8],
    ) -> Result<(), Failed> {
        let path = &dir.join(name);
        self.call(Operation { action: Action::Append, path, to: "", bytes, mode: 0 }, || {
            file.seek(SeekFrom::End(0))?;
            Ok(file.write_all(bytes)?)
        })
    }

    pub(super) fn set_mode(&self, path: &str, file: &File, mode: u32) -> Result<(), Failed> {
        let operation = Operation { action: Action::SetMode, path, to: "", bytes: &[], mode };
        self.call(operation, || set_mode(file, mode))
    }

    pub(super) fn sync_file(&self, dir: &Dir, name: &str, file: &File) -> Result<(), Failed> {
        self.plain(Action::SyncFile, &dir.join(name), || Ok(file.sync_all()?))
    }

    pub(super) fn sync_folder(&self, dir: &Dir) -> Result<(), Failed> {
        self.plain(Action::SyncFolder, &dir.path, || dir.folder.sync())
    }

    pub(super) fn rename(
        &self,
        (dir, name): (&Dir, &str),
        (into, to): (&Dir, &str),
        action: Action,
    ) -> Result<(), Failed> {
        let (path, target) = (&dir.join(name), &into.join(to));
        let operation = Operation { action, path, to: target, bytes: &[], mode: 0 };
        self.call(operation, || match action {
            Action::RenameNew => dir.folder.rename_new(name, &into.folder, to),
            _ => dir.folder.rename(name, &into.folder, to),
        })
    }

    pub(super) fn exchange(&self, dir: &Dir, name: &str, other: &str) -> Result<(), Failed> {
        let (path, to) = (&dir.join(name), &dir.join(other));
        let operation = Operation { action: Action::Exchange, path, to, bytes: &[], mode: 0 };
        self.call(operation, || dir.folder.exchange(name, other))
    }

    pub(super) fn unlink(&self, dir: &Dir, name: &str) -> Result<(), Failed> {
        self.plain(Action::Unlink, &dir.join(name), || dir.folder.unlink(name))
    }

    pub(super) fn make_folder(&self, dir: &Dir, name: &str) -> Result<(), Failed> {
        self.plain(Action::MakeFolder, &dir.join(name), || dir.folder.make_folder(name))
    }

    pub(super) fn remove_folder(&self, dir: &Dir, name: &str) -> Result<(), Failed> {
        self.plain(Action::RemoveFolder, &dir.join(name), || dir.folder.remove_folder(name))
    }

    /// Tries to take the advisory lock; `false` if somebody else has it.
    pub(super) fn try_lock(&self, path: &str, file: &File, hold: Hold) -> Result<bool, Failed> {
        self.plain(Action::Lock, path, || {
            // By their full names: the standard library has methods of these names too.
            let tried = match hold {
                Hold::Shared => FileExt::try_lock_shared(file),
                Hold::Exclusive => FileExt::try_lock_exclusive(file),
            };
            match tried {
                Ok(()) => Ok(true),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(false),
                Err(error) => Err(error.into()),
            }
        })
    }
}

/// How an advisory lock is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Hold {
    /// With others who hold it shared.
    Shared,
    /// Alone.
    Exclusive,
}

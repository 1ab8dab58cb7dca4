//! The seam between everything that writes and the file system.
//!
//! Every file operation is one method of [`Io`]: one call, announced to an optional
//! [`Observer`] before it is made and reported after it succeeded. An observer numbers the
//! calls, lets one of them fail, ends everything at one of them or keeps the log a power cut
//! is replayed from; the operations themselves are always the real ones. Without an observer
//! the seam costs nothing.

use std::fmt;
use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};
use std::sync::{Arc, Mutex, PoisonError};

use fs2::FileExt;

use super::{Failed, Refusal};
use crate::digest::Digest;
use crate::files::{CopyError, Entry, FileError, Folder, HELD_LIMIT, Stat, write};

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
    /// Cuts an opened file off at a length.
    Truncate,
    /// Sets permission bits.
    SetMode,
    /// Waits until a file's bytes and all that is said of it are on the medium.
    SyncFile,
    /// Waits until a file's bytes are on the medium, and its length.
    SyncData,
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
            Self::Truncate => "ftruncate",
            Self::SetMode => "chmod",
            Self::SyncFile | Self::SyncFolder => "fsync",
            Self::SyncData => "fdatasync",
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
    /// The length a file is cut off at, else 0.
    pub length: u64,
}

impl<'a> Operation<'a> {
    /// An operation that has nothing but a path.
    fn plain(action: Action, path: &'a str) -> Self {
        Self { action, path, to: "", bytes: &[], mode: 0, length: 0 }
    }
}

/// Sees every operation; see the module's introduction.
pub trait Observer: Send {
    /// Asked before the operation numbered `number`, counting from 0. An error is returned in
    /// place of the call, which is then not made.
    fn before(&mut self, number: u64, operation: &Operation<'_>) -> io::Result<()>;

    /// Told once the operation succeeded.
    fn after(&mut self, _number: u64, _operation: &Operation<'_>) {}
}

/// Turns "nothing there" into `None`.
pub fn optional<T>(done: Result<T, Failed>) -> Result<Option<T>, Failed> {
    match done {
        Ok(value) => Ok(Some(value)),
        Err(Failed { source: FileError::Missing, .. }) => Ok(None),
        Err(failed) => Err(failed),
    }
}

/// A folder held by its descriptor, with its path for messages.
#[derive(Debug)]
pub struct Dir {
    /// The folder.
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
pub struct FileBytes {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// What the descriptor said.
    pub stat: Stat,
}

impl FileBytes {
    /// Digests the bytes.
    pub fn digest(&self) -> Digest {
        Digest::of(&self.bytes)
    }
}

impl fmt::Debug for Io {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(if self.0.is_some() { "Io(observed)" } else { "Io" })
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
    pub(super) fn plain<T>(
        &self,
        action: Action,
        path: &str,
        perform: impl FnOnce() -> Result<T, FileError>,
    ) -> Result<T, Failed> {
        self.call(Operation::plain(action, path), perform)
    }

    /// Opens the root once more, so that locks on it are this holder's own.
    pub fn open_root(&self, root: &Folder) -> Result<Dir, Failed> {
        self.open_as(root, "", String::new())
    }

    /// Opens a folder beneath `dir`.
    pub fn open_folder(&self, dir: &Dir, path: &str) -> Result<Dir, Failed> {
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
    pub fn open_update(&self, dir: &Dir, name: &str) -> Result<(File, Stat), Failed> {
        let opened =
            self.plain(Action::Open, &dir.join(name), || write::open_update(&dir.folder, name))?;
        let stat = opened.stat;
        Ok((opened.into_file(), stat))
    }

    /// Opens a file for looking at it and its lock.
    pub fn open_file(&self, dir: &Dir, name: &str) -> Result<(File, Stat), Failed> {
        let opened = self.plain(Action::Open, &dir.join(name), || dir.folder.open_file(name))?;
        let stat = opened.stat;
        Ok((opened.into_file(), stat))
    }

    /// Asks what lies at `name`, if anything does.
    pub fn stat(&self, dir: &Dir, name: &str) -> Result<Option<Stat>, Failed> {
        let stat = || dir.folder.stat_entry(name.as_bytes());
        optional(self.plain(Action::Stat, &dir.join(name), stat))
    }

    /// Whether a name still is what has this identity.
    pub fn lies_at(&self, dir: &Dir, name: &str, identity: (u64, u64)) -> Result<bool, Failed> {
        Ok(self.stat(dir, name)?.is_some_and(|stat| stat.identity == identity))
    }

    /// Lists a folder.
    pub fn list(&self, dir: &Dir) -> Result<Vec<Entry>, Failed> {
        self.plain(Action::List, &dir.path, || dir.folder.entries())
    }

    /// Reads the regular file at `path`, if there is one.
    pub fn read(&self, dir: &Dir, path: &str) -> Result<Option<FileBytes>, Failed> {
        optional(self.plain(Action::Read, &dir.join(path), || {
            let opened = dir.folder.open_file(path)?;
            let stat = opened.stat;
            Ok(FileBytes { bytes: opened.read(HELD_LIMIT)?, stat })
        }))
    }

    /// Creates an empty file that must not exist yet.
    pub fn create(&self, dir: &Dir, name: &str) -> Result<(File, Stat), Failed> {
        let create = || write::create_file(&dir.folder, name);
        let opened = self.plain(Action::Create, &dir.join(name), create)?;
        let stat = opened.stat;
        Ok((opened.into_file(), stat))
    }

    /// Creates a file with these bytes and this mode, and waits until it is on the medium.
    pub fn put(&self, dir: &Dir, name: &str, bytes: &[u8], mode: u32) -> Result<(), Failed> {
        let (file, _) = self.create(dir, name)?;
        self.fill(dir, name, &file, bytes, mode)
    }

    /// Gives a created file its bytes and mode, and waits until it is on the medium.
    pub fn fill(
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
    pub fn write(
        &self,
        dir: &Dir,
        name: &str,
        mut file: &File,
        bytes: &[u8],
    ) -> Result<(), Failed> {
        let path = &dir.join(name);
        self.call(Operation { bytes, ..Operation::plain(Action::Write, path) }, || {
            file.seek(SeekFrom::Start(0))?;
            file.write_all(bytes)?;
            Ok(file.set_len(bytes.len() as u64)?)
        })
    }

    /// Lets `fill` write the content of a created file, however large it is: one operation.
    pub fn stream<E>(
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

    /// Writes bytes at the end of a file.
    pub fn append(
        &self,
        dir: &Dir,
        name: &str,
        mut file: &File,
        bytes: &[u8],
    ) -> Result<(), Failed> {
        let path = &dir.join(name);
        self.call(Operation { bytes, ..Operation::plain(Action::Append, path) }, || {
            file.seek(SeekFrom::End(0))?;
            Ok(file.write_all(bytes)?)
        })
    }

    /// Sets permission bits.
    pub fn set_mode(&self, path: &str, file: &File, mode: u32) -> Result<(), Failed> {
        let operation = Operation { mode, ..Operation::plain(Action::SetMode, path) };
        self.call(operation, || write::set_mode(file, mode))
    }

    /// Waits until a file is on the medium.
    pub fn sync_file(&self, dir: &Dir, name: &str, file: &File) -> Result<(), Failed> {
        self.plain(Action::SyncFile, &dir.join(name), || Ok(file.sync_all()?))
    }

    /// Waits until the bytes and the length of a file are on the medium.
    pub fn sync_data(&self, dir: &Dir, name: &str, file: &File) -> Result<(), Failed> {
        self.plain(Action::SyncData, &dir.join(name), || Ok(file.sync_data()?))
    }

    /// Cuts a file off at `length` bytes.
    pub fn truncate(&self, dir: &Dir, name: &str, file: &File, length: u64) -> Result<(), Failed> {
        let path = &dir.join(name);
        let operation = Operation { length, ..Operation::plain(Action::Truncate, path) };
        self.call(operation, || Ok(file.set_len(length)?))
    }

    /// Waits until the entries of a folder are on the medium.
    pub fn sync_folder(&self, dir: &Dir) -> Result<(), Failed> {
        self.plain(Action::SyncFolder, &dir.path, || write::sync(&dir.folder))
    }

    /// Gives a file or folder another place; `action` says whether something may be there.
    pub fn rename(
        &self,
        (dir, name): (&Dir, &str),
        (into, to): (&Dir, &str),
        action: Action,
    ) -> Result<(), Failed> {
        let (path, target) = (&dir.join(name), &into.join(to));
        let operation = Operation { to: target, ..Operation::plain(action, path) };
        self.call(operation, || match action {
            Action::RenameNew => write::rename_new(&dir.folder, name, &into.folder, to),
            _ => write::rename(&dir.folder, name, &into.folder, to),
        })
    }

    /// Lets two entries take each other's place.
    pub fn exchange(&self, dir: &Dir, name: &str, other: &str) -> Result<(), Failed> {
        let (path, to) = (&dir.join(name), &dir.join(other));
        let operation = Operation { to, ..Operation::plain(Action::Exchange, path) };
        self.call(operation, || write::exchange(&dir.folder, name, other))
    }

    /// Removes a file.
    pub fn unlink(&self, dir: &Dir, name: &str) -> Result<(), Failed> {
        self.plain(Action::Unlink, &dir.join(name), || write::unlink(&dir.folder, name))
    }

    /// Makes a folder that must not exist yet.
    pub fn make_folder(&self, dir: &Dir, name: &str) -> Result<(), Failed> {
        self.plain(Action::MakeFolder, &dir.join(name), || write::make_folder(&dir.folder, name))
    }

    /// Removes an empty folder.
    pub fn remove_folder(&self, dir: &Dir, name: &str) -> Result<(), Failed> {
        self.plain(Action::RemoveFolder, &dir.join(name), || {
            write::remove_folder(&dir.folder, name)
        })
    }

    /// Tries to take the advisory lock; `false` if somebody else has it.
    pub fn try_lock(&self, path: &str, file: &File, hold: Hold) -> Result<bool, Failed> {
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
pub enum Hold {
    /// With others who hold it shared.
    Shared,
    /// Alone.
    Exclusive,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What an append-only file needs: bytes at the end, a cut, and its data on the medium.
    #[test]
    fn a_file_grows_at_its_end_and_is_cut_off() {
        struct Log(Arc<Mutex<Vec<(Action, u64)>>>);
        impl Observer for Log {
            fn before(&mut self, _: u64, operation: &Operation<'_>) -> io::Result<()> {
                self.0.lock().unwrap().push((operation.action, operation.length));
                Ok(())
            }
        }
        let seen = Arc::new(Mutex::new(Vec::new()));
        let io = Io::observed(Log(seen.clone()));
        let dir = tempfile::tempdir().unwrap();
        let root = io.open_root(&Folder::open_root(dir.path()).unwrap()).unwrap();
        let (file, _) = io.create(&root, "journal").unwrap();
        io.append(&root, "journal", &file, b"one\n").unwrap();
        io.append(&root, "journal", &file, b"tw").unwrap();
        io.truncate(&root, "journal", &file, 4).unwrap();
        io.append(&root, "journal", &file, b"two\n").unwrap();
        io.sync_data(&root, "journal", &file).unwrap();
        assert_eq!(std::fs::read(dir.path().join("journal")).unwrap(), b"one\ntwo\n");
        let seen = seen.lock().unwrap();
        let wanted = [Action::Append, Action::Append, Action::Truncate, Action::Append];
        assert_eq!(seen[2..6].iter().map(|(action, _)| *action).collect::<Vec<_>>(), wanted);
        assert_eq!((seen[4].1, seen[6].0), (4, Action::SyncData));
    }
}

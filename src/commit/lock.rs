//! The lock: one writer at a time, readers never inside a half-written state.
//!
//! Two things together make it. The *lock file* says that a writer is there, and its advisory
//! lock whether that writer still lives; it never appears at its name unheld, because it is
//! prepared under a second name, locked there and renamed. The *advisory lock on the root
//! folder* keeps readers (shared) and the writer (exclusive) apart; the writer takes it second,
//! so that readers see the lock file, leave, and those still inside are waited for.
//!
//! Whoever holds the advisory lock of the file at the second name owns that name. A file
//! there that nobody holds is what a killed process left, and is removed by the next writer.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "a lock is a held file, names its process and is waited for"
)]

use std::fs::File;
use std::io::{self, Read};
use std::thread;
use std::time::Duration;

use super::io::{Action, Dir, Failed, Hold, Io, optional};
use super::restore::foreign;
use super::{CommitError, FOLDER, LOCK, LOCK_NEW};
use crate::files::{FileError, Folder, Kind};

/// How often a reader looks again while a writer is at work.
const READER_STEPS: u32 = 100;
/// How often a writer looks again while readers are inside or the lock changes hands.
const WRITER_STEPS: u32 = 1500;
/// How often `recover` tries to take over a lock that others may just be looking at.
const TAKEOVER_STEPS: u32 = 25;
/// Time between two looks.
const STEP: Duration = Duration::from_millis(20);
/// The part of a lock file that is read for the process number.
const HEAD: u64 = 64;

/// What a look at the root says about writers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WriterState {
    /// No writer, nothing left over.
    Idle,
    /// A writer is at work, as far as can be told.
    Held {
        /// Its process number, if the lock file says so.
        pid: Option<u32>,
    },
    /// Something lies at the lock's path that no living process holds.
    LeftOver {
        /// Process number of the one who left it.
        pid: Option<u32>,
    },
    /// No lock, but the staging folder of a writer that did not finish.
    Unfinished,
}

impl WriterState {
    /// The refusal a writer gets; `None` if it may go on.
    fn refusal(self) -> Option<CommitError> {
        match self {
            Self::Idle => None,
            Self::Held { pid } => Some(CommitError::Held { pid }),
            Self::LeftOver { pid } => Some(CommitError::LeftOver { pid }),
            Self::Unfinished => Some(CommitError::Unfinished),
        }
    }
}

/// Looks who writes, without waiting and without taking anything.
pub fn inspect(root: &Folder, io: &Io) -> Result<WriterState, CommitError> {
    Ok(look(io, &io.open_root(root)?)?)
}

fn look(io: &Io, root: &Dir) -> Result<WriterState, Failed> {
    for _ in 0..READER_STEPS {
        let Some(stat) = io.stat(root, LOCK)? else {
            if io.stat(root, FOLDER)?.is_none() {
                return Ok(WriterState::Idle);
            }
            // A writer may have come in between; without one, the folder is a remainder.
            match io.stat(root, LOCK)? {
                None => return Ok(WriterState::Unfinished),
                Some(_) => continue,
            }
        };
        if stat.kind != Kind::File {
            return Ok(WriterState::LeftOver { pid: None });
        }
        let file = match optional(io.open_file(root, LOCK)) {
            Ok(Some((file, _))) => file,
            Ok(None) => continue,
            // Another user's lock, perhaps alive.
            Err(failed) if failed.is(io::ErrorKind::PermissionDenied) => {
                return Ok(WriterState::Held { pid: None });
            }
            Err(failed) => return Err(failed),
        };
        let pid = read_pid(&file);
        match io.try_lock(LOCK, &file, Hold::Shared) {
            Ok(false) => return Ok(WriterState::Held { pid }),
            Err(failed) if is_unsupported(&failed) => return Ok(WriterState::Held { pid }),
            Err(failed) => return Err(failed),
            // Nobody holds it. If it still lies there, it was not just given up either.
            Ok(true) if io.lies_at(root, LOCK, stat.identity)? => {
                return Ok(WriterState::LeftOver { pid });
            }
            Ok(true) => {}
        }
    }
    Ok(WriterState::Held { pid: None })
}

/// The number in `pid=<n>`, if the file starts like that.
fn read_pid(file: &File) -> Option<u32> {
    let mut head = Vec::new();
    file.take(HEAD).read_to_end(&mut head).ok()?;
    let text = String::from_utf8_lossy(&head);
    text.lines().next()?.strip_prefix("pid=")?.parse().ok()
}

/// Whether the file system has no advisory locks.
fn is_unsupported(failed: &Failed) -> bool {
    let FileError::System(error) = &failed.source else { return false };
    let no_locks = rustix::io::Errno::NOLCK.raw_os_error();
    error.kind == io::ErrorKind::Unsupported || error.code == Some(no_locks)
}

/// A reader's hold on the root: while it lives, no writer replaces anything.
#[derive(Debug)]
pub struct Shared {
    locked: bool,
    root: Dir,
}

impl Shared {
    /// Comes in, waiting two seconds at most for a writer at work. A lock nobody holds and an
    /// unfinished commit are [`CommitError::Busy`] at once, a longer writer after the wait.
    pub fn acquire(root: &Folder, io: &Io) -> Result<Self, CommitError> {
        let mut state = WriterState::Held { pid: None };
        for step in 0..READER_STEPS {
            if step > 0 {
                thread::sleep(STEP);
            }
            // Looking first keeps those who wait from holding up the writer they wait for.
            state = inspect(root, io)?;
            if state == WriterState::Idle
                && let Some(shared) = Self::try_acquire(root, io)?
            {
                state = look(io, &shared.root)?;
                if state == WriterState::Idle {
                    return Ok(shared);
                }
            }
            if matches!(state, WriterState::LeftOver { .. } | WriterState::Unfinished) {
                break;
            }
        }
        match state {
            WriterState::Idle => Err(CommitError::Busy(WriterState::Held { pid: None })),
            busy => Err(CommitError::Busy(busy)),
        }
    }

    fn try_acquire(root: &Folder, io: &Io) -> Result<Option<Self>, CommitError> {
        let root = io.open_root(root)?;
        match io.try_lock("", root.folder.as_file(), Hold::Shared) {
            Ok(true) => Ok(Some(Self { locked: true, root })),
            Ok(false) => Ok(None),
            Err(failed) if is_unsupported(&failed) => Ok(Some(Self { locked: false, root })),
            Err(failed) => Err(failed.into()),
        }
    }

    /// Whether writers are really kept out. Where the file system has no advisory locks they
    /// are not, and a reader must compare what it read with what is there afterwards.
    pub fn is_locked(&self) -> bool {
        self.locked
    }
}

/// The writer's lock. Dropped, it is given up; [`Lock::release`] says whether that worked.
///
/// A process that holds it reads without a [`Shared`], which would wait for the process itself.
pub struct Lock {
    pub(super) io: Io,
    pub(super) root: Dir,
    file: File,
    identity: (u64, u64),
    held: bool,
}

impl Lock {
    /// Becomes the one writer of the folder, or says who is or what was left over.
    pub fn acquire(root: &Folder, io: &Io) -> Result<Self, CommitError> {
        for step in 0..WRITER_STEPS {
            if step > 0 {
                thread::sleep(STEP);
            }
            if let Some(refusal) = inspect(root, io)?.refusal() {
                return Err(refusal);
            }
            let Some(lock) = Self::publish(root, io)? else { continue };
            return match lock.enter() {
                Ok(()) => Ok(lock),
                Err(cause) => match lock.withdraw(Ok(())) {
                    Ok(()) => Err(cause),
                    Err(reason) => Err(reason.instead_of(Some(cause))),
                },
            };
        }
        Err(CommitError::Held { pid: None })
    }

    /// For `recover`: takes over the lock somebody left, or a new one if only a staging folder
    /// is there. `None` if there is nothing to recover. The lock is not given up when dropped.
    pub(super) fn take_over(root: &Folder, io: &Io) -> Result<Option<Self>, CommitError> {
        let dir = io.open_root(root)?;
        let mut holder = None;
        for step in 0..TAKEOVER_STEPS {
            if step > 0 {
                thread::sleep(STEP);
            }
            let lock = match io.stat(&dir, LOCK)? {
                Some(stat) if stat.kind != Kind::File => return Err(CommitError::ForeignLock),
                Some(_) => Self::adopt(root, io, &mut holder)?,
                None if io.stat(&dir, FOLDER)?.is_some() => Self::publish(root, io)?,
                None => {
                    remove_abandoned(io, &dir)?;
                    return Ok(None);
                }
            };
            if let Some(mut lock) = lock {
                lock.held = false;
                lock.exclude_readers()?;
                return Ok(Some(lock));
            }
        }
        Err(CommitError::Held { pid: holder })
    }

    /// Prepares the lock file under its second name and publishes it. `None` if somebody else
    /// is doing the same; look again then.
    fn publish(root: &Folder, io: &Io) -> Result<Option<Self>, CommitError> {
        let root = io.open_root(root)?;
        let (file, stat) = match io.create(&root, LOCK_NEW) {
            Ok(created) => created,
            Err(failed) if failed.is(io::ErrorKind::AlreadyExists) => {
                remove_abandoned(io, &root)?;
                return Ok(None);
            }
            Err(failed) => return Err(failed.into()),
        };
        let identity = stat.identity;
        match prepare(io, &root, &file, identity) {
            Ok(true) => Ok(Some(Self { io: io.clone(), root, file, identity, held: true })),
            Ok(false) => Ok(None),
            Err(failed) => {
                drop(file);
                // Best effort: what stays is removed by the next writer or `recover`.
                let _ = remove_abandoned(io, &root);
                Err(failed.into())
            }
        }
    }

    /// Takes the lock file that lies there, unless somebody holds it.
    fn adopt(
        root: &Folder,
        io: &Io,
        holder: &mut Option<u32>,
    ) -> Result<Option<Self>, CommitError> {
        let root = io.open_root(root)?;
        let Some((file, stat)) = optional(io.open_update(&root, LOCK))? else { return Ok(None) };
        if !io.try_lock(LOCK, &file, Hold::Exclusive)? {
            *holder = read_pid(&file);
            return Ok(None);
        }
        let lock = Self { io: io.clone(), root, file, identity: stat.identity, held: false };
        if !lock.is_in_place()? {
            return Ok(None);
        }
        // Who asks who holds it should learn our number; recovery does not depend on it.
        let _ = lock.io.write(&lock.root, LOCK, &lock.file, pid_line().as_bytes());
        Ok(Some(lock))
    }

    /// With the lock file in place: waits for readers, and looks for what came to lie there
    /// before the lock did.
    fn enter(&self) -> Result<(), CommitError> {
        self.exclude_readers()?;
        match self.io.stat(&self.root, FOLDER)? {
            None => Ok(()),
            Some(_) => Err(CommitError::Unfinished),
        }
    }

    /// Waits until the readers that are inside have left; new ones see the lock file.
    fn exclude_readers(&self) -> Result<(), CommitError> {
        for _ in 0..WRITER_STEPS {
            if self.io.try_lock("", self.root.folder.as_file(), Hold::Exclusive)? {
                return Ok(());
            }
            thread::sleep(STEP);
        }
        let source = FileError::InUse;
        Err(Failed { action: Action::Lock, path: String::new(), source }.into())
    }

    fn is_in_place(&self) -> Result<bool, Failed> {
        self.io.lies_at(&self.root, LOCK, self.identity)
    }

    /// Checks that the lock file is still the one this process holds.
    pub(super) fn verify(&self) -> Result<(), CommitError> {
        match self.is_in_place()? {
            true => Ok(()),
            false => Err(CommitError::ForeignLock),
        }
    }

    /// Gives the lock up. A file at its path that is not the held one is left alone.
    pub fn release(mut self) -> Result<(), CommitError> {
        self.remove()?;
        Ok(self.io.sync_folder(&self.root)?)
    }

    fn remove(&mut self) -> Result<(), CommitError> {
        self.held = false;
        self.verify()?;
        Ok(self.io.unlink(&self.root, LOCK)?)
    }

    /// Gives the lock up after a failure, if `undone` says that all is as it was before. An
    /// error says why the lock stays; somebody else's at its path does not count.
    pub(super) fn withdraw(mut self, undone: Result<(), CommitError>) -> Result<(), CommitError> {
        match undone.and_then(|()| self.remove()) {
            Ok(()) => {
                // Should the file come back after a power cut, `recover` finds nothing else.
                let _ = self.io.sync_folder(&self.root);
                Ok(())
            }
            Err(CommitError::ForeignLock) => Ok(()),
            Err(error) => Err(self.abandon(error)),
        }
    }

    /// Leaves the lock file where it is, with the reason why recovery is needed: every reader
    /// and writer is refused until `recover` was there.
    pub(super) fn abandon(mut self, reason: CommitError) -> CommitError {
        self.held = false;
        let line = format!("recovery_required={}\n", reason.told().replace('\n', " "));
        // Best effort: that the file lies there is what counts.
        let _ = self.io.append(&self.root, LOCK, &self.file, line.as_bytes());
        let _ = self.io.sync_file(&self.root, LOCK, &self.file);
        reason
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        if self.held {
            // Nobody is left to tell; a lock file that stays is found by whoever comes next.
            let _ = self.remove();
        }
    }
}

fn pid_line() -> String {
    format!("pid={}\n", std::process::id())
}

/// Locks the new file, fills it and gives it the lock's name. `false` if others were faster.
fn prepare(io: &Io, root: &Dir, file: &File, identity: (u64, u64)) -> Result<bool, Failed> {
    // Between creating and locking, another writer may take it for a remainder.
    if !io.try_lock(LOCK_NEW, file, Hold::Exclusive)? || !io.lies_at(root, LOCK_NEW, identity)? {
        return Ok(false);
    }
    io.set_mode(LOCK_NEW, file, 0o600)?;
    io.write(root, LOCK_NEW, file, pid_line().as_bytes())?;
    io.sync_file(root, LOCK_NEW, file)?;
    match io.rename((root, LOCK_NEW), (root, LOCK), Action::RenameNew) {
        Ok(()) => Ok(true),
        Err(failed) if failed.is(io::ErrorKind::AlreadyExists) => {
            io.unlink(root, LOCK_NEW)?;
            Ok(false)
        }
        Err(failed) => Err(failed),
    }
}

/// Removes the file at the lock's second name, if no living process holds it.
pub(super) fn remove_abandoned(io: &Io, root: &Dir) -> Result<(), CommitError> {
    let opened = optional(io.open_update(root, LOCK_NEW)).map_err(foreign)?;
    let Some((file, stat)) = opened else { return Ok(()) };
    if io.try_lock(LOCK_NEW, &file, Hold::Exclusive)?
        && io.lies_at(root, LOCK_NEW, stat.identity)?
    {
        io.unlink(root, LOCK_NEW)?;
    }
    Ok(())
}

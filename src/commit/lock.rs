//! The lock: one writer at a time, readers never inside a half-written state.
//!
//! Two things together make it. The *lock file* ([`LockFile`]) says that a writer is there, and
//! whether it still lives. The *advisory lock on the root folder* keeps readers (shared) and the
//! writer (exclusive) apart; the writer takes it second, so that readers see the lock file,
//! leave, and those still inside are waited for.

#![allow(clippy::disallowed_methods, reason = "a lock is waited for")]

use std::thread;
use std::time::Duration;

use super::restore::foreign;
use super::{CommitError, FOLDER, LOCK, LOCK_NEW};
use crate::files::{FileError, Folder, Kind};
use crate::storage::{
    Action, Dir, Failed, Hold, Holder, Io, LockFile, LockNames, holder, is_unsupported,
    remove_abandoned,
};

/// Where the lock file of a vault lies in its root.
pub(super) const NAMES: LockNames = LockNames { name: LOCK, new: LOCK_NEW };

/// How often a reader looks again while a writer is at work.
const READER_STEPS: u32 = 100;
/// How often a writer looks again while readers are inside or the lock changes hands.
const WRITER_STEPS: u32 = 1500;
/// How often `recover` tries to take over a lock that others may just be looking at.
const TAKEOVER_STEPS: u32 = 25;
/// Time between two looks.
const STEP: Duration = Duration::from_millis(20);

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
        match holder(io, root, NAMES)? {
            Holder::Process { pid } => return Ok(WriterState::Held { pid }),
            Holder::LeftOver { pid } => return Ok(WriterState::LeftOver { pid }),
            Holder::Changing => {}
            Holder::Nobody => {
                if io.stat(root, FOLDER)?.is_none() {
                    return Ok(WriterState::Idle);
                }
                // A writer may have come in between; without one, the folder is a remainder.
                if io.stat(root, LOCK)?.is_none() {
                    return Ok(WriterState::Unfinished);
                }
            }
        }
    }
    Ok(WriterState::Held { pid: None })
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
    file: LockFile,
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
                    remove_abandoned(io, &dir, NAMES).map_err(foreign)?;
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

    /// Puts a new lock file in its place. `None` if somebody else is doing the same; look again
    /// then.
    fn publish(root: &Folder, io: &Io) -> Result<Option<Self>, CommitError> {
        let root = io.open_root(root)?;
        let file = LockFile::publish(io, &root, NAMES).map_err(foreign)?;
        Ok(file.map(|file| Self { io: io.clone(), root, file, held: true }))
    }

    /// Takes the lock file that lies there, unless somebody holds it.
    fn adopt(
        root: &Folder,
        io: &Io,
        holder: &mut Option<u32>,
    ) -> Result<Option<Self>, CommitError> {
        let root = io.open_root(root)?;
        match LockFile::adopt(io, &root, NAMES)? {
            None => Ok(None),
            Some(Err(pid)) => {
                *holder = pid;
                Ok(None)
            }
            Some(Ok(file)) => Ok(Some(Self { io: io.clone(), root, file, held: false })),
        }
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

    /// Checks that the lock file is still the one this process holds.
    pub(super) fn verify(&self) -> Result<(), CommitError> {
        if self.file.is_in_place(&self.io, &self.root)? {
            Ok(())
        } else {
            Err(CommitError::ForeignLock)
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
        Ok(self.file.remove(&self.io, &self.root)?)
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
        self.file.annotate(&self.io, &self.root, &line);
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

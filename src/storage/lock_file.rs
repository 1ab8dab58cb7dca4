//! A file that says a process is at work, and whose advisory lock says whether it still lives.
//!
//! It never appears at its name unheld: it is prepared under a second name, locked there and
//! renamed. Whoever holds the advisory lock of the file at the second name owns that name. A file
//! there that nobody holds is what a killed process left, and is removed by whoever comes next.

use std::fs::File;
use std::io::{self, Read};

use super::error::Failed;
use super::io::{Action, Dir, Hold, Io, optional};
use crate::files::{FileError, Kind};

/// The part of a lock file that is read for the process number.
const HEAD: u64 = 64;
/// Permission bits of a lock file.
const LOCK_MODE: u32 = 0o600;

/// Where a lock file lies in its folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LockNames {
    /// Its name.
    pub name: &'static str,
    /// Its name while it is prepared.
    pub new: &'static str,
}

/// Who holds a lock file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holder {
    /// Nobody, and none lies there.
    Nobody,
    /// A process, as far as can be told.
    Process {
        /// Its number, if the file says so.
        pid: Option<u32>,
    },
    /// No living process: it was left over, or is none.
    LeftOver {
        /// Number of the process that left it.
        pid: Option<u32>,
    },
    /// It changed hands while it was looked at; look again.
    Changing,
}

/// Looks who holds the lock file, without waiting and without taking anything.
pub fn holder(io: &Io, dir: &Dir, names: LockNames) -> Result<Holder, Failed> {
    let Some(stat) = io.stat(dir, names.name)? else { return Ok(Holder::Nobody) };
    if stat.kind != Kind::File {
        return Ok(Holder::LeftOver { pid: None });
    }
    let file = match optional(io.open_file(dir, names.name)) {
        Ok(Some((file, _))) => file,
        Ok(None) => return Ok(Holder::Changing),
        // Another user's lock, perhaps alive.
        Err(failed) if failed.is(io::ErrorKind::PermissionDenied) => {
            return Ok(Holder::Process { pid: None });
        }
        Err(failed) => return Err(failed),
    };
    let pid = read_pid(&file);
    match io.try_lock(&dir.join(names.name), &file, Hold::Shared) {
        Ok(false) => Ok(Holder::Process { pid }),
        Err(failed) if is_unsupported(&failed) => Ok(Holder::Process { pid }),
        Err(failed) => Err(failed),
        // Nobody holds it. If it still lies there, it was not just given up either.
        Ok(true) if io.lies_at(dir, names.name, stat.identity)? => Ok(Holder::LeftOver { pid }),
        Ok(true) => Ok(Holder::Changing),
    }
}

/// Whether the file system has no advisory locks.
pub fn is_unsupported(failed: &Failed) -> bool {
    let FileError::System(error) = &failed.source else { return false };
    let no_locks = rustix::io::Errno::NOLCK.raw_os_error();
    error.kind == io::ErrorKind::Unsupported || error.code == Some(no_locks)
}

/// The number in `pid=<n>`, if the file starts like that.
fn read_pid(file: &File) -> Option<u32> {
    let mut head = Vec::new();
    file.take(HEAD).read_to_end(&mut head).ok()?;
    let text = String::from_utf8_lossy(&head);
    text.lines().next()?.strip_prefix("pid=")?.parse().ok()
}

fn pid_line() -> String {
    format!("pid={}\n", std::process::id())
}

/// A lock file that this process holds.
pub struct LockFile {
    file: File,
    identity: (u64, u64),
    names: LockNames,
}

impl LockFile {
    /// Prepares a lock file and puts it at its name. `None` if somebody else is doing the same;
    /// look again then.
    pub fn publish(io: &Io, dir: &Dir, names: LockNames) -> Result<Option<Self>, Failed> {
        let (file, stat) = match io.create(dir, names.new) {
            Ok(created) => created,
            Err(failed) if failed.is(io::ErrorKind::AlreadyExists) => {
                remove_abandoned(io, dir, names)?;
                return Ok(None);
            }
            Err(failed) => return Err(failed),
        };
        let lock = Self { file, identity: stat.identity, names };
        match lock.prepare(io, dir) {
            Ok(true) => Ok(Some(lock)),
            Ok(false) => Ok(None),
            Err(failed) => {
                drop(lock);
                // Best effort: what stays is removed by whoever comes next.
                let _ = remove_abandoned(io, dir, names);
                Err(failed)
            }
        }
    }

    /// Locks the new file, fills it and gives it the lock's name. `false` if others were faster.
    fn prepare(&self, io: &Io, dir: &Dir) -> Result<bool, Failed> {
        let Self { file, identity, names } = self;
        // Between creating and locking, another process may take it for a remainder.
        if !io.try_lock(&dir.join(names.new), file, Hold::Exclusive)?
            || !io.lies_at(dir, names.new, *identity)?
        {
            return Ok(false);
        }
        io.set_mode(&dir.join(names.new), file, LOCK_MODE)?;
        io.write(dir, names.new, file, pid_line().as_bytes())?;
        io.sync_file(dir, names.new, file)?;
        match io.rename((dir, names.new), (dir, names.name), Action::RenameNew) {
            Ok(()) => Ok(true),
            Err(failed) if failed.is(io::ErrorKind::AlreadyExists) => {
                io.unlink(dir, names.new)?;
                Ok(false)
            }
            Err(failed) => Err(failed),
        }
    }

    /// Takes the lock file that lies there, unless somebody holds it: that process's number, as
    /// far as it is known, is the `Err` within. `None` if it changed hands; look again then.
    pub fn adopt(
        io: &Io,
        dir: &Dir,
        names: LockNames,
    ) -> Result<Option<Result<Self, Option<u32>>>, Failed> {
        let Some((file, stat)) = optional(io.open_update(dir, names.name))? else {
            return Ok(None);
        };
        if !io.try_lock(&dir.join(names.name), &file, Hold::Exclusive)? {
            return Ok(Some(Err(read_pid(&file))));
        }
        let lock = Self { file, identity: stat.identity, names };
        if !lock.is_in_place(io, dir)? {
            return Ok(None);
        }
        // Who asks who holds it should learn our number; nothing depends on it.
        let _ = io.write(dir, names.name, &lock.file, pid_line().as_bytes());
        Ok(Some(Ok(lock)))
    }

    /// Whether what lies at its name still is this file.
    pub fn is_in_place(&self, io: &Io, dir: &Dir) -> Result<bool, Failed> {
        io.lies_at(dir, self.names.name, self.identity)
    }

    /// Adds a line for whoever looks at it, as far as that is possible.
    pub fn annotate(&self, io: &Io, dir: &Dir, line: &str) {
        // Best effort: that the file lies there is what counts.
        let _ = io.append(dir, self.names.name, &self.file, line.as_bytes());
        let _ = io.sync_file(dir, self.names.name, &self.file);
    }

    /// Removes it from its name. Whether it still lies there is for the caller to see first.
    pub fn remove(&self, io: &Io, dir: &Dir) -> Result<(), Failed> {
        io.unlink(dir, self.names.name)
    }
}

/// Removes the file at the lock's second name, if no living process holds it.
pub fn remove_abandoned(io: &Io, dir: &Dir, names: LockNames) -> Result<(), Failed> {
    let opened = optional(io.open_update(dir, names.new))?;
    let Some((file, stat)) = opened else { return Ok(()) };
    if io.try_lock(&dir.join(names.new), &file, Hold::Exclusive)?
        && io.lies_at(dir, names.new, stat.identity)?
    {
        io.unlink(dir, names.new)?;
    }
    Ok(())
}

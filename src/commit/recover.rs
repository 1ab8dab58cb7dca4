//! Recovery: what an interrupted commit left becomes exactly the old or exactly the new state.

use super::lock::{Lock, NAMES};
use super::plan::Plan;
use super::restore::{Restore, clean_up, foreign, open_parents, own_entries};
use super::{COMMITTED, CommitError, FOLDER, RECORD};
use crate::files::Folder;
use crate::storage::{Dir, Io, StorageError, optional, remove_abandoned};

/// What recovery found and did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Recovered {
    /// No lock, no staging folder.
    NothingToDo,
    /// Neither record was there, so nothing was half replaced: a commit that had not begun
    /// to, or one whose end or taking back was complete but for its cleaning up.
    CleanedUp,
    /// The old state is back.
    RolledBack {
        /// All targets of the commit, replaced or not.
        paths: Vec<String>,
    },
    /// The new state stands; only cleaning up was left to do.
    Finished {
        /// All targets of the commit.
        paths: Vec<String>,
    },
}

/// Ends an interrupted commit. It may be interrupted itself and run again, also after an error
/// of the system ([`CommitError::RecoveryRequired`]). An error leaves lock and staging folder; a
/// living writer is one ([`CommitError::Held`]).
pub fn recover(root: &Folder, io: &Io) -> Result<Recovered, CommitError> {
    let Some(lock) = Lock::take_over(root, io)? else { return Ok(Recovered::NothingToDo) };
    let done = match finish(&lock.io, &lock.root) {
        Ok(recovered) => lock.release().map(|()| recovered),
        Err(error) => Err(lock.abandon(error)),
    };
    done.map_err(|error| match error {
        CommitError::Storage(StorageError::Failed(_)) => error.instead_of(None),
        other => other,
    })
}

fn finish(io: &Io, root: &Dir) -> Result<Recovered, CommitError> {
    remove_abandoned(io, root, NAMES).map_err(foreign)?;
    let Some(staging) = optional(io.open_folder(root, FOLDER)).map_err(foreign)? else {
        return Ok(Recovered::CleanedUp);
    };
    let names = own_entries(io, &staging)?;
    // A record's name may not be on the medium yet. What follows must not get there before it.
    io.sync_folder(&staging)?;
    let has = |name: &str| names.iter().any(|own| own == name);
    let recovered = if has(COMMITTED) {
        let plan = read_record(io, &staging, COMMITTED)?;
        // A power cut may have left the record with both names. Should the other one outlast
        // the copies, nothing could be made of it.
        if has(RECORD) {
            io.unlink(&staging, RECORD)?;
            io.sync_folder(&staging)?;
        }
        Recovered::Finished { paths: plan.paths() }
    } else if has(RECORD) {
        let plan = read_record(io, &staging, RECORD)?;
        roll_back(io, root, &staging, &plan)?;
        Recovered::RolledBack { paths: plan.paths() }
    } else {
        Recovered::CleanedUp
    };
    clean_up(io, root, &staging)?;
    Ok(recovered)
}

fn read_record(io: &Io, staging: &Dir, name: &str) -> Result<Plan, CommitError> {
    let record = io.read(staging, name)?;
    let bytes = record.map(|record| record.bytes).unwrap_or_default();
    Plan::parse(&bytes).map_err(|reason| CommitError::Record { path: staging.join(name), reason })
}

fn roll_back(io: &Io, root: &Dir, staging: &Dir, plan: &Plan) -> Result<(), CommitError> {
    let parents = &open_parents(io, root, plan)?;
    let (tried, folders) = (plan.targets.len(), plan.folders.len());
    Restore { io, root, staging, parents, plan, tried, replaced: tried, folders }.run()
}

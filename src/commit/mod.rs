//! Replacing several files so that either all are replaced or none, whatever happens.
//!
//! This room knows a folder, files, digests and a plan; it does not know what the files mean.
//!
//! # On disk
//!
//! While nobody writes, nothing of a commit is on disk. A writer puts into the root:
//!
//! ```text
//! .vault-release.lock        "pid=<n>\n", mode 0600, advisory lock held while the writer lives;
//!                            "recovery_required=<reason>\n" follows if going back failed
//! .vault-release.lock.new    the lock being prepared, for a moment
//! .vault-release/
//!     new-<i>                new content of target i, until it is renamed to its place
//!     old-<i>                copy of the old content of target i, with its mode
//!     plan.json              the record: targets with digests and modes, folders made;
//!                            `plan.json.new` while it is being written
//!     committed              the record once the commit point is passed
//! ```
//!
//! What the state is follows from the record's name alone:
//!
//! | record | the targets are | the way out |
//! |---|---|---|
//! | none | not touched, or all old or all new and synced | remove the rest |
//! | `plan.json` | each old or new | back: every new one gets its old content |
//! | `committed` | all new, synced | remove the rest |
//!
//! # The order
//!
//! 1. *Check.* Every target is what the caller read: a regular file with one name, no link on
//!    the way, its folder held by descriptor. Missing folders go into the record.
//! 2. *Stage.* `new-<i>` and `old-<i>` are written and synced, then `.vault-release/`.
//! 3. *Arm.* The record is written under its temporary name, synced, renamed to `plan.json`;
//!    `.vault-release/` is synced, then the root. From here on there is a way back.
//! 4. *Precommit.* The caller looks once more; the lock file is still ours.
//! 5. *Replace.* Missing folders are made; then target by target: the same file in the same
//!    folder with the same bytes as in step 1, then `new-<i>` is renamed to its place. The
//!    folders are synced.
//! 6. *Check.* Everything is read back; the caller looks at the result; read back once more.
//! 7. *Commit point.* `plan.json` is renamed to `committed`, `.vault-release/` synced.
//! 8. *Clean up.* Copies, then the record, then the folder; the root is synced; the lock file
//!    is removed; the root is synced.
//!
//! A failure in 2–7 goes back the way `recover` does: newest first, every target that has its
//! new digest gets its copy renamed to its place, or is removed if there was none; folders are
//! synced; folders that were made are removed; then step 8. Renaming a copy needs no space, so
//! a full disk is no obstacle.
//!
//! # Why it is safe
//!
//! Only what was synced is believed to survive a power cut; of the operations on folders that
//! were not, any subset may. So each decision rests on synced ground: targets are touched only
//! under a synced `plan.json`; copies are removed only once the name `committed`, or the
//! targets' return, is synced. After a failed commit point the record gets its old name back,
//! synced, before any target moves. And `recover` syncs before it acts, because a killed
//! process may have left names that are visible but not yet on the medium.
//!
//! Of a rename, also between two folders, only this is assumed: the name that goes is never gone
//! before the other has come. After a power cut a record may have both its names; it counts as
//! `committed` then, and loses the other name before any copy is removed.
//!
//! A content that is neither old nor new is somebody's work: nothing is touched then, and both
//! versions stay. Two moments are left that no call of the system closes. Lost is what others
//! write into a target between the last look at it and the rename, and what they put at the
//! lock's path between the last look at it and its removal.

mod error;
pub mod failure;
mod lock;
mod plan;
mod recover;
mod restore;
mod transaction;

pub use error::{CommitError, Conflict, Damage};
pub use lock::{Lock, Shared, WriterState, inspect};
pub use recover::{Recovered, recover};
pub use transaction::{Change, Committed, commit};

/// Name of the lock file in the root.
pub const LOCK: &str = ".vault-release.lock";
/// Name of a lock file that is being prepared.
pub const LOCK_NEW: &str = ".vault-release.lock.new";
/// Name of the staging folder in the root.
pub const FOLDER: &str = ".vault-release";

/// The record, in the staging folder.
const RECORD: &str = "plan.json";
/// The record while it is written.
const RECORD_NEW: &str = "plan.json.new";
/// The record after the commit point.
const COMMITTED: &str = "committed";

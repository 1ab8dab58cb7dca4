//! The one way of writing: a counted seam over the primitives of `files`, and what is built on it
//! for whoever writes.
//!
//! [`Io`] makes each call; [`create`], [`supplant`], [`scratch`] and [`put_file`] build something
//! beside its place and put it there; [`LockFile`] says that a process is at work and whether it
//! still lives. What the files mean, and what a person is told of a [`StorageError`], is known
//! above.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "it writes, and names its process where it does"
)]

mod create;
mod error;
mod io;
mod lock_file;
mod private;

pub use create::{Building, UNFINISHED, Verdict, create, put_file, scratch, supplant};
pub use error::{Failed, Refusal, StorageError};
pub use io::{Action, Dir, FileBytes, Hold, Io, Observer, Operation, optional};
pub use lock_file::{Holder, LockFile, LockNames, holder, is_unsupported, remove_abandoned};

/// Permission bits of files that did not exist.
pub const FILE_MODE: u32 = 0o644;
/// Permission bits of programs that did not exist.
pub const EXECUTABLE_MODE: u32 = 0o755;
/// Permission bits of folders that did not exist.
pub const FOLDER_MODE: u32 = 0o755;

/// Parts a path into folder and name.
pub fn split(path: &str) -> (&str, &str) {
    path.rsplit_once('/').unwrap_or(("", path))
}

//! The only door to the file system.
//!
//! Everything is opened relative to an already opened folder, links are refused on the way and
//! at the end, and what is believed is the opened descriptor, never the path (spec chapter 1).

#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "the door itself")]

mod copy;
mod error;
mod folder;
mod read;
pub mod write;

pub use copy::{CopyError, copy};
pub use error::{FileError, SystemError};
pub use folder::{Entry, Folder, Kind, Stat, resolve};
pub use read::{HELD_LIMIT, Opened};

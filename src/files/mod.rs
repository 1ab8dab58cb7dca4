//! The only door to the file system.
//!
//! Everything is opened relative to an already opened folder, links are refused on the way and
//! at the end, and what is believed is the opened descriptor, never the path (spec chapter 1).

#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "the door itself")]

mod copy;
mod folder;
mod private;
mod read;
mod write;

pub use copy::{CopyError, copy};
pub use folder::{Entry, Folder, Kind, Stat, resolve};
pub use read::{HELD_LIMIT, Opened};
pub use write::set_mode;

use std::io;

use crate::findings::Obstacle;

/// Why a file or folder could not be used. The path is relative to the folder it was asked of.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// Nothing there.
    #[error("missing")]
    Missing,
    /// A symbolic link at the end of the path or on the way.
    #[error("symbolic link")]
    Link,
    /// A folder, FIFO, socket or device where a regular file belongs, or a file where a folder
    /// does.
    #[error("wrong kind of file: {0:?}")]
    WrongKind(Kind),
    /// It changed while it was read.
    #[error("changed while it was read")]
    Changed,
    /// A name that is not UTF-8.
    #[error("name is not UTF-8")]
    NotUtf8Name,
    /// A folder with something in it where an empty one belongs.
    #[error("folder not empty")]
    NotEmpty,
    /// A regular file with more than one name.
    #[error("file with {0} hard links")]
    HardLinked(u64),
    /// More bytes than allowed.
    #[error("more than {0} bytes")]
    TooLarge(u64),
    /// Others went on using it for too long.
    #[error("in use")]
    InUse,
    /// A path nothing may be put at.
    #[error("no plain path")]
    Path,
    /// Whatever else the system says.
    #[error("{0}")]
    Io(io::Error),
}

impl From<FileError> for Obstacle {
    fn from(error: FileError) -> Self {
        Self::from(&error)
    }
}

impl From<&FileError> for Obstacle {
    fn from(error: &FileError) -> Self {
        match error {
            FileError::Missing => Self::Missing,
            FileError::Link | FileError::WrongKind(Kind::Link) => Self::Link,
            FileError::WrongKind(Kind::Folder) => Self::Folder,
            FileError::WrongKind(Kind::File) => Self::File,
            FileError::WrongKind(Kind::Special) => Self::Special,
            FileError::NotEmpty => Self::NotEmpty,
            FileError::Changed => Self::Changed,
            FileError::NotUtf8Name => Self::NotUtf8,
            FileError::HardLinked(links) => Self::HardLinked(*links),
            FileError::TooLarge(limit) => Self::TooLarge(*limit),
            FileError::InUse => Self::InUse,
            FileError::Path => Self::Path,
            FileError::Io(error) => Self::System(error.to_string()),
        }
    }
}

impl From<rustix::io::Errno> for FileError {
    fn from(errno: rustix::io::Errno) -> Self {
        use rustix::io::Errno;
        match errno {
            Errno::NOENT => Self::Missing,
            Errno::LOOP => Self::Link,
            // A component that is no folder, and a socket or FIFO without its other end.
            Errno::NOTDIR => Self::WrongKind(Kind::File),
            Errno::NXIO => Self::WrongKind(Kind::Special),
            other => Self::Io(other.into()),
        }
    }
}

impl From<io::Error> for FileError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::NotFound => Self::Missing,
            io::ErrorKind::NotADirectory => Self::WrongKind(Kind::File),
            _ => Self::Io(error),
        }
    }
}

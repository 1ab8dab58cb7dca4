//! Why a file or folder could not be used, in the words a person is told.

use std::io;

use rustix::io::Errno;

use super::Kind;

/// Why a file or folder could not be used. The path is relative to the folder it was asked of.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FileError {
    /// Nothing there.
    #[error("nicht vorhanden")]
    Missing,
    /// A symbolic link at the end of the path or on the way.
    #[error("symbolischer Link")]
    Link,
    /// A folder, FIFO, socket or device where a regular file belongs, or a file where a folder
    /// does.
    #[error("{}", wrong_kind(*.0))]
    WrongKind(Kind),
    /// It changed while it was read.
    #[error("änderte sich beim Lesen")]
    Changed,
    /// A name that is not UTF-8.
    #[error("kein UTF-8")]
    NotUtf8Name,
    /// A folder with something in it where an empty one belongs.
    #[error("der Ordner ist nicht leer")]
    NotEmpty,
    /// A regular file with more than one name.
    #[error("Datei mit {0} Namen (Hardlinks)")]
    HardLinked(u64),
    /// More bytes than allowed.
    #[error("größer als {0} Bytes")]
    TooLarge(u64),
    /// Others went on using it for too long.
    #[error("andere lesen dort noch")]
    InUse,
    /// A path nothing may be put at.
    #[error("kein einfacher Pfad unter der Wurzel, oder doppelt")]
    Path,
    /// Whatever else the system says.
    #[error(transparent)]
    System(SystemError),
}

fn wrong_kind(found: Kind) -> &'static str {
    match found {
        Kind::Folder => "ein Ordner, keine Datei",
        Kind::File => "kein Ordner",
        Kind::Link => "symbolischer Link",
        Kind::Special => "FIFO, Socket oder Gerät",
    }
}

/// An error of the system that has no name of its own here.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{text}")]
pub struct SystemError {
    /// What kind it is.
    pub kind: io::ErrorKind,
    /// Its number, if it has one.
    pub code: Option<i32>,
    text: String,
}

impl FileError {
    /// Whether the system reported this kind.
    pub fn is(&self, kind: io::ErrorKind) -> bool {
        matches!(self, Self::System(error) if error.kind == kind)
    }
}

impl From<Errno> for FileError {
    fn from(errno: Errno) -> Self {
        match errno {
            Errno::NOENT => Self::Missing,
            Errno::LOOP => Self::Link,
            // A component that is no folder, and a socket or FIFO without its other end.
            Errno::NOTDIR => Self::WrongKind(Kind::File),
            Errno::NXIO => Self::WrongKind(Kind::Special),
            other => io::Error::from(other).into(),
        }
    }
}

impl From<io::Error> for FileError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::NotFound => Self::Missing,
            io::ErrorKind::NotADirectory => Self::WrongKind(Kind::File),
            kind => {
                let (code, text) = (error.raw_os_error(), error.to_string());
                Self::System(SystemError { kind, code, text })
            }
        }
    }
}

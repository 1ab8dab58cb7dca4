//! Why a commit did not happen, as data; the texts are those of the table of findings.

use std::fmt;

use super::{FOLDER, LOCK, WriterState, failure};
use crate::diagnostic::{Diagnostic, Findings, Place};
use crate::findings::Finding;
use crate::storage::{Failed, Refusal, StorageError};

/// Why nothing was committed or recovered. Unless the variant says otherwise, every file is
/// what it was before, and neither lock nor staging folder is left.
#[derive(Debug)]
pub enum CommitError {
    /// Another writer is at work.
    Held {
        /// Its process number, where known.
        pid: Option<u32>,
    },
    /// A lock lies there that nobody holds. It stays, for `recover`.
    LeftOver {
        /// Process number of the one who left it.
        pid: Option<u32>,
    },
    /// A staging folder lies there. It stays, for `recover`.
    Unfinished,
    /// A reader could not come in.
    Busy(WriterState),
    /// What lies at the lock's path is not a lock file of this process; it is never touched.
    ForeignLock,
    /// Something lies in the staging folder, or in its place, that no commit put there.
    /// Nothing was removed.
    ForeignEntry {
        /// Path of the entry, or of what is no staging folder.
        path: String,
    },
    /// The storage failed.
    Storage(StorageError),
    /// Going back, or recovery itself, failed. The lock stays for `recover`, and so does what is
    /// left of the staging folder.
    RecoveryRequired {
        /// Why the commit was given up, unless a check of the caller's said so or this was
        /// recovery already.
        cause: Option<Box<Self>>,
        /// Why going back failed.
        reason: Box<Self>,
    },
    /// Somebody edited these after the commit was interrupted. Both versions stay.
    Conflict(Vec<Conflict>),
    /// The record or a copy is damaged. Nothing was removed.
    Record {
        /// Path of the damaged file.
        path: String,
        /// What is wrong with it.
        reason: Damage,
    },
}

/// What is wrong with what a writer left to go back by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Damage {
    /// No JSON, or not the fields of a record.
    Shape,
    /// A format nobody here knows.
    Format(String),
    /// A path no commit replaces, or twice the same.
    Path(String),
    /// No copy with this digest.
    NoCopy(String),
    /// A copy with the first digest instead of the second.
    OtherCopy(String, String),
}

impl fmt::Display for Damage {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shape => out.write_str("kein Vermerk"),
            Self::Format(format) => write!(out, "unbekanntes Format „{format}“"),
            Self::Path(path) => write!(out, "Pfad „{path}“ darf dort nicht stehen"),
            Self::NoCopy(wanted) => write!(out, "es fehlt die Kopie {wanted}"),
            Self::OtherCopy(found, wanted) => write!(out, "{found} statt {wanted}"),
        }
    }
}

/// A target that is neither old nor new.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conflict {
    /// The target, which keeps what somebody wrote.
    pub path: String,
    /// Where the old version lies; `None` if there was none.
    pub kept: Option<String>,
}

impl CommitError {
    /// Being the reason why going back failed, replaces what it was to go back from.
    pub(super) fn instead_of(self, cause: Option<Self>) -> Self {
        Self::RecoveryRequired { cause: cause.map(Box::new), reason: Box::new(self) }
    }

    /// What a person is told of it within another finding.
    pub fn told(&self) -> String {
        match self {
            Self::Storage(error) => failure::told(error),
            other => {
                let found = other.diagnostics();
                found.iter().map(Diagnostic::to_string).collect::<Vec<_>>().join("; ")
            }
        }
    }

    /// The findings that tell a person.
    pub fn diagnostics(&self) -> Findings {
        let (place, finding) = match self {
            Self::Held { pid } => (Place::whole(), Finding::LockHeld { pid: number(*pid) }),
            Self::LeftOver { pid } => (Place::whole(), Finding::LockLeftOver { pid: number(*pid) }),
            Self::Unfinished => (Place::whole(), Finding::ReleaseUnfinished {}),
            Self::Busy(state) => (Place::whole(), Finding::VaultBusy { reason: reason(*state) }),
            Self::ForeignLock => (Place::file(LOCK), Finding::LockForeign {}),
            Self::ForeignEntry { path } => (Place::file(path), Finding::RecoverForeign {}),
            Self::Storage(error) => return failure::finding(error).into(),
            Self::RecoveryRequired { cause, reason } => {
                let reason = match cause {
                    Some(cause) => format!("{} ({})", reason.told(), cause.told()),
                    None => reason.told(),
                };
                (Place::whole(), Finding::RecoveryRequired { reason })
            }
            Self::Conflict(conflicts) => {
                return conflicts.iter().map(Conflict::diagnostic).collect();
            }
            Self::Record { path, reason } => {
                (Place::file(path), Finding::RecoverRecord { reason: reason.to_string() })
            }
        };
        Diagnostic::new(place, finding).into()
    }

    /// The finding that tells a person when this happened after the commit point: the new state
    /// stands, only the cleaning up is left.
    pub fn unfinished(&self) -> Diagnostic {
        Diagnostic::general(Finding::WriteCleanup { reason: self.told() })
    }
}

impl Conflict {
    fn diagnostic(&self) -> Diagnostic {
        let kept = self.kept.clone().unwrap_or_else(|| "–".to_owned());
        Diagnostic::new(Place::file(&self.path), Finding::RecoverConflict { kept })
    }
}

impl WriterState {
    /// What a person who looks at the folder should know of it.
    pub fn diagnostic(self) -> Option<Diagnostic> {
        let finding = match self {
            Self::Idle => return None,
            Self::Unfinished => Finding::ReleaseUnfinished {},
            Self::Held { pid } | Self::LeftOver { pid } => {
                Finding::LockPresent { pid: number(pid) }
            }
        };
        Some(Diagnostic::new(Place::file(LOCK), finding))
    }
}

/// A process number, or a mark that it is not known.
fn number(pid: Option<u32>) -> String {
    pid.map_or_else(|| "?".to_owned(), |pid| pid.to_string())
}

/// What a busy reader saw, by the names of the files.
fn reason(state: WriterState) -> String {
    match state {
        WriterState::Held { pid } | WriterState::LeftOver { pid } => {
            format!("{LOCK}, pid={}", number(pid))
        }
        WriterState::Unfinished | WriterState::Idle => FOLDER.to_owned(),
    }
}

impl From<CommitError> for Findings {
    fn from(error: CommitError) -> Self {
        error.diagnostics()
    }
}

/// As findings, those of the caller's check included.
impl From<Refusal<Findings, CommitError>> for Findings {
    fn from(refusal: Refusal<Findings, CommitError>) -> Self {
        match refusal {
            Refusal::Check(found) => found,
            Refusal::Failed(error) => error.into(),
        }
    }
}

impl From<StorageError> for CommitError {
    fn from(error: StorageError) -> Self {
        Self::Storage(error)
    }
}

impl From<Failed> for CommitError {
    fn from(failed: Failed) -> Self {
        Self::Storage(failed.into())
    }
}

impl<E> From<CommitError> for Refusal<E, CommitError> {
    fn from(error: CommitError) -> Self {
        Self::Failed(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::{FileError, Kind};
    use crate::storage::Action;

    #[test]
    fn findings_tell_of_errors_within_others() {
        let failed = |source| -> CommitError {
            Failed { action: Action::Rename, path: "INDEX.md".to_owned(), source }.into()
        };
        let target = |source| -> CommitError {
            StorageError::Target { path: "log.md".to_owned(), source }.into()
        };
        let record = |reason| CommitError::Record { path: "plan.json".to_owned(), reason };
        for (error, told) in [
            (failed(FileError::InUse), "rename INDEX.md: andere lesen dort noch"),
            (target(FileError::WrongKind(Kind::Folder)), "log.md: ein Ordner, keine Datei"),
            (target(FileError::Path), "log.md: kein einfacher Pfad unter der Wurzel, oder doppelt"),
            (CommitError::ForeignLock, &CommitError::ForeignLock.diagnostics()[0].to_string()),
            (record(Damage::Shape), &record(Damage::Shape).diagnostics()[0].to_string()),
        ] {
            assert_eq!(error.told(), told);
            assert!(error.unfinished().to_string().contains(told), "{told}");
            let required = error.instead_of(Some(failed(FileError::Missing))).diagnostics();
            let said = required[0].to_string();
            assert!(said.contains(&format!("{told} (rename INDEX.md: nicht vorhanden)")), "{said}");
        }
    }
}

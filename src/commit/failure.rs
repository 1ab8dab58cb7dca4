//! What a person is told of a failure of the storage.

use crate::diagnostic::{Diagnostic, Findings, Place};
use crate::findings::Finding;
use crate::storage::{Failed, Refusal, StorageError};

/// Makes the finding of a failure.
pub fn finding(error: &StorageError) -> Diagnostic {
    let (path, finding) = match error {
        StorageError::Failed(Failed { action, path, source }) => {
            let step = action.name().to_owned();
            (path, Finding::WriteFailed { step, reason: source.to_string() })
        }
        StorageError::Target { path, source } => {
            (path, Finding::WriteTarget { reason: source.to_string() })
        }
        StorageError::TargetChanged { path } => (path, Finding::WriteTargetChanged {}),
        StorageError::Building { path } => (path, Finding::WriteBuilding {}),
        StorageError::Unsettled { path, source } => {
            (path, Finding::WriteUnsettled { reason: source.source.to_string() })
        }
    };
    Diagnostic::new(Place::file(path), finding)
}

/// Tells of a failure within another finding.
pub fn told(error: &StorageError) -> String {
    match error {
        StorageError::Failed(Failed { action, path, source }) => {
            format!("{} {path}: {source}", action.name())
        }
        StorageError::Target { path, source } => format!("{path}: {source}"),
        other => finding(other).to_string(),
    }
}

/// Makes findings of a refusal, those of the caller's check included.
pub fn refused(refusal: Refusal<Findings>) -> Findings {
    match refusal {
        Refusal::Check(found) => found,
        Refusal::Failed(error) => finding(&error).into(),
    }
}

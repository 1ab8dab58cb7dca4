//! `vault doctor`

use super::output::Output;
use super::{Failure, Outcome, exit, read};
use crate::check;
use crate::commit::{Io, WriterState, inspect};
use crate::diagnostic::{Diagnostic, Finding, Format, Obstacle, Place, Report};
use crate::files::{FileError, Folder};
use crate::model::Vault;
use crate::model::bindings;
use crate::vault::layout;

/// Largest binding file.
const BINDINGS_LIMIT: u64 = 2 * 1024 * 1024;

pub(super) fn run(root: &Folder, format: Format, out: &Output) -> Outcome {
    let writer = lock(root)?;
    let snapshot = read(root)?;
    let validated = check::validate(&snapshot);
    let summary = validated.summary();
    let mut found = bound(root, &validated.vault);
    found.extend(writer);
    found.extend(check::doctor(&snapshot, validated));
    let report = Report::new("doctor", found, summary);
    out.report(&report, format)?;
    Ok(exit(!report.failed()))
}

/// The lock of a writer, alive or not, or what an interrupted one left.
fn lock(root: &Folder) -> Result<Option<Diagnostic>, Failure> {
    let finding = match inspect(root, &Io::new())? {
        WriterState::Idle => return Ok(None),
        WriterState::Unfinished => Finding::ReleaseUnfinished {},
        WriterState::Held { pid } | WriterState::LeftOver { pid } => {
            let pid = pid.map_or_else(|| "?".to_owned(), |pid| pid.to_string());
            Finding::LockPresent { pid }
        }
    };
    Ok(Some(Diagnostic::new(Place::file(crate::commit::LOCK), finding)))
}

/// Bindings that cannot be read, and local sources without one.
fn bound(root: &Folder, vault: &Vault) -> Vec<Diagnostic> {
    let place = Place::file(layout::BINDINGS);
    let bytes = match root.read_file(layout::BINDINGS, BINDINGS_LIMIT) {
        Ok(bytes) => bytes,
        Err(FileError::Missing) => return check::unbound(vault, &[]),
        Err(error) => {
            let reason = Obstacle::from(error);
            return vec![Diagnostic::new(place, Finding::TreeUnreadable { reason })];
        }
    };
    let Ok(document) = String::from_utf8(bytes) else {
        return vec![Diagnostic::new(place, Finding::BindingMalformed {})];
    };
    match bindings::parse(layout::BINDINGS, &document) {
        Ok(bindings) => check::unbound(vault, &bindings),
        Err(faults) => faults,
    }
}

//! `vault doctor`

use super::output::Output;
use super::{Failure, Outcome, Root, exit, read};
use crate::check;
use crate::commit::{Io, WriterState, inspect};
use crate::diagnostic::{Diagnostic, Finding, Format, Place, Report};
use crate::external;
use crate::files::Folder;
use crate::model::Vault;
use crate::vault::Snapshot;

pub(super) fn run(root: &Root, format: Format, out: &Output) -> Outcome {
    let writer = lock(&root.folder)?;
    let snapshot = read(&root.folder)?;
    let validated = check::validate(&snapshot);
    let summary = validated.summary();
    let mut found = host(root, &snapshot, &validated.vault);
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

/// What depends on this host: bindings, and the sources found through them.
fn host(root: &Root, snapshot: &Snapshot, vault: &Vault) -> Vec<Diagnostic> {
    let mut found = external::scopes(snapshot, vault);
    match external::bound_roots(&root.folder) {
        Ok((roots, _)) => {
            found.extend(check::unbound(vault, |id| roots.contains_key(id)));
            found.extend(external::drift(vault, &roots));
        }
        Err(faults) => found.extend(faults),
    }
    found
}

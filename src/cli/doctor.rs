//! `vault doctor`

use super::output::Output;
use super::{Outcome, Root, exit, read};
use crate::check::{self, Validated};
use crate::commit::{Io, WriterState, inspect};
use crate::diagnostic::{Diagnostic, Format, Report};
use crate::external;
use crate::model::Vault;
use crate::vault::Snapshot;

pub(super) fn run(root: &Root, format: Format, out: &Output) -> Outcome {
    let writer = inspect(&root.folder, &Io::new())?;
    let snapshot = read(&root.folder)?;
    let validated = check::validate(&snapshot);
    let summary = validated.summary();
    let found = findings(root, writer, &snapshot, validated);
    let report = Report::new("doctor", found, summary.counts().into()).of(root.tree());
    out.report(&report, format)?;
    Ok(exit(!report.failed()))
}

/// Everything `doctor` has to say; `writer` was looked for before the snapshot was taken.
pub(super) fn findings(
    root: &Root,
    writer: WriterState,
    snapshot: &Snapshot,
    validated: Validated,
) -> Vec<Diagnostic> {
    let mut found = host(root, snapshot, &validated.vault);
    found.extend(writer.diagnostic());
    found.extend(check::doctor(snapshot, validated));
    found
}

/// What depends on this host: bindings, and the sources found through them.
fn host(root: &Root, snapshot: &Snapshot, vault: &Vault) -> Vec<Diagnostic> {
    let mut found = external::scopes(snapshot, vault);
    match external::bound(&root.folder).roots {
        Ok(roots) => {
            found.extend(check::unbound(vault, |id| roots.contains_key(id)));
            found.extend(external::drift(vault, &roots));
        }
        Err(faults) => found.extend(faults),
    }
    found
}

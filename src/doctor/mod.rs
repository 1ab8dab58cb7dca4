//! Everything that is to be said about a vault on this host: its rules, the state of its release,
//! advice, bindings and writers (spec chapter 9).

use crate::check::{self, Validated};
use crate::commit::WriterState;
use crate::diagnostic::Diagnostic;
use crate::external;
use crate::model::Vault;
use crate::vault::{Root, Snapshot};

/// Says everything, in no particular order. `writer` was looked for before the snapshot was
/// taken.
pub fn examine(
    root: &Root,
    writer: WriterState,
    snapshot: &Snapshot,
    validated: Validated<'_>,
) -> Vec<Diagnostic> {
    let vault = &validated.vault;
    let mut found = on_this_host(root, snapshot, vault);
    found.extend(writer.diagnostic());
    found.extend(check::unreleased(snapshot, vault));
    found.extend(check::advice(snapshot, vault));
    found.extend(validated.diagnostics);
    found
}

/// What depends on this host: bindings, and the sources found through them.
fn on_this_host(root: &Root, snapshot: &Snapshot, vault: &Vault<'_>) -> Vec<Diagnostic> {
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

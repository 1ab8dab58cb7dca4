//! The gate: only a valid release, unchanged while it was read, is answered from.

use serde::Serialize;

use super::state::State;
use crate::check::{self, Validated};
use crate::diagnostic::{Diagnostic, Findings};
use crate::digest::Digest;
use crate::findings::Finding;
use crate::parallel;
use crate::vault::{Reader, Snapshot, layout};

/// The release that is asked.
#[derive(Debug, Default, Serialize)]
pub(super) struct Release {
    /// Digest of its manifest, as soon as that was hashed.
    pub manifest_sha256: Option<Digest>,
    /// Its version, once that is valid.
    pub version: Option<String>,
}

/// What was learnt of the vault, however the question ends.
#[derive(Debug, Default)]
pub(super) struct Known {
    /// The release.
    pub release: Release,
    /// Warnings of its checks.
    pub warnings: Vec<Diagnostic>,
}

/// A release that may be answered from.
#[derive(Debug)]
pub(super) struct Admitted {
    /// Digest of its manifest.
    pub manifest: Digest,
    /// What else is known of it.
    pub known: Known,
}

/// The end of a question without an answer.
#[derive(Debug)]
pub(super) struct Closed {
    /// How it ended.
    pub state: State,
    /// Why.
    pub errors: Findings,
    /// What was learnt until then.
    pub known: Known,
}

impl Closed {
    /// Ends before anything was learnt of the vault.
    pub(super) fn unread(state: State, errors: impl Into<Findings>) -> Self {
        Self { state, errors: errors.into(), known: Known::default() }
    }
}

/// Lets only a valid release through.
pub(super) fn admit(
    reader: &Reader<'_>,
    snapshot: &Snapshot,
    validated: &Validated<'_>,
) -> Result<Admitted, Closed> {
    let manifest = snapshot.file(layout::MANIFEST).map(|file| file.digest);
    let mut known = Known::default();
    known.release.manifest_sha256 = manifest;
    // Both look at the whole vault; asked for together they share the cores.
    let (deviation, drift) = parallel::both(
        validated.vault.is_large(),
        || check::manifest::check(snapshot),
        || check::derived_drift(snapshot, &validated.vault),
    );
    let closed = |state, errors, known| Err(Closed { state, errors, known });
    if let Some(deviation) = deviation {
        return closed(State::InvalidVault, deviation.into(), known);
    }
    let warnings = validated.diagnostics.iter().filter(|found| !found.is_error());
    known.warnings = warnings.cloned().collect();
    let faults = validated.require_valid().and(Findings(drift).none());
    let version = faults.and_then(|()| Ok(check::version(snapshot)?));
    match version {
        Ok(version) => known.release.version = Some(version.to_owned()),
        Err(errors) => return closed(State::InvalidVault, errors, known),
    }
    match manifest.filter(|manifest| reader.is_unchanged(*manifest)) {
        Some(manifest) => Ok(Admitted { manifest, known }),
        None => {
            // What was seen belongs to a state that is gone.
            known.warnings.clear();
            closed(State::SnapshotChanged, Finding::SnapshotChanged {}.into(), known)
        }
    }
}

//! The state of the release: version, derived files, manifest (spec chapter 9).

use super::manifest;
use crate::derive;
use crate::diagnostic::{Diagnostic, Place};
use crate::findings::Finding;
use crate::model::Vault;
use crate::model::values::is_version;
use crate::parallel;
use crate::text::whitespace::trim;
use crate::vault::Snapshot;
use crate::vault::layout;

/// Where the tree is not what its release says: version, index, graph, manifest.
pub fn unreleased(snapshot: &Snapshot, vault: &Vault) -> Vec<Diagnostic> {
    let mut found: Vec<_> = version(snapshot).err().into_iter().collect();
    found.extend(derived_drift(snapshot, vault));
    found.extend(manifest::check(snapshot));
    found
}

/// The version of the release, read trimmed.
pub fn version(snapshot: &Snapshot) -> Result<&str, Diagnostic> {
    let text = trim(snapshot.text(layout::VERSION).unwrap_or_default());
    if is_version(text) {
        return Ok(text);
    }
    let value = text.to_owned();
    Err(Diagnostic::new(Place::file(layout::VERSION), Finding::ReleaseVersion { value }))
}

/// Whether index and graph are what the pages give.
pub fn derived_drift(snapshot: &Snapshot, vault: &Vault) -> Vec<Diagnostic> {
    let (index_holds, graph_holds) = parallel::both(
        vault.is_large(),
        || {
            let expected = derive::index(vault);
            let holds = |actual| derive::index_rows(actual).eq(derive::index_rows(&expected));
            snapshot.file(layout::INDEX).map(|file| file.text().is_some_and(holds))
        },
        || {
            let holds = |actual| actual == derive::graph(vault);
            snapshot.file(layout::GRAPH).map(|file| file.text().is_some_and(holds))
        },
    );
    let judge = |path: &str, holds| {
        let finding = match holds {
            Some(true) => return None,
            Some(false) => Finding::DerivedDrift {},
            None => Finding::DerivedMissing {},
        };
        Some(Diagnostic::new(Place::file(path), finding))
    };
    let found = [judge(layout::INDEX, index_holds), judge(layout::GRAPH, graph_holds)];
    found.into_iter().flatten().collect()
}

//! What `doctor` says beyond `validate` (spec chapter 9): the state of the release, and advice.

use std::collections::{BTreeMap, BTreeSet};

use super::Validated;
use super::manifest;
use crate::derive;
use crate::diagnostic::{Diagnostic, Place};
use crate::findings::{Finding, List};
use crate::model::Vault;
use crate::model::values::is_version;
use crate::parallel;
use crate::text::whitespace::trim;
use crate::vault::Snapshot;
use crate::vault::layout;

/// More claims than this on a page make it a candidate for splitting.
const MANY_CLAIMS: usize = 20;
/// More lines than this in a body do, too.
const MANY_LINES: usize = 400;

/// The findings of `doctor` that follow from the snapshot, those of `validate` included. What
/// depends on the host (lock, bindings) is for the caller to add.
pub fn doctor(snapshot: &Snapshot, validated: Validated) -> Vec<Diagnostic> {
    let vault = &validated.vault;
    let mut found = Vec::new();
    found.extend(unreleased(snapshot, vault));
    router_pages(vault, &mut found);
    shared_keywords(vault, &mut found);
    page_advice(vault, &mut found);
    if snapshot.development {
        found.push(Diagnostic::general(Finding::CheckoutEntries {}));
    }
    if !snapshot.ignored.is_empty() {
        let entries = List(snapshot.ignored.clone());
        found.push(Diagnostic::general(Finding::TreeIgnored { entries }));
    }
    found.extend(validated.diagnostics);
    found
}

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

/// Local external sources this host has no binding for.
pub fn unbound(vault: &Vault, is_bound: impl Fn(&str) -> bool) -> Vec<Diagnostic> {
    let local = vault.external.iter().filter(|source| !source.is_web());
    local
        .filter(|source| !is_bound(source.id))
        .map(|source| {
            let finding = Finding::ExternalUnbound { id: source.id.to_owned() };
            Diagnostic::new(Place::line(layout::EXTERNAL, source.line), finding)
        })
        .collect()
}

/// Pages that nobody is led to.
fn router_pages(vault: &Vault, found: &mut Vec<Diagnostic>) {
    let listed: BTreeSet<&str> =
        vault.router.iter().flat_map(|section| &section.pages).map(|(page, _)| *page).collect();
    let related: BTreeSet<&str> =
        vault.pages.iter().flat_map(|page| page.relations()).map(|(_, target)| target).collect();
    for page in vault.pages.iter().filter(|page| !listed.contains(page.path)) {
        let place = Place::file(page.path);
        found.push(Diagnostic::new(place.clone(), Finding::RouterPageUnlisted {}));
        let target = layout::in_folder(page.path, layout::KNOWLEDGE);
        if !target.is_some_and(|target| related.contains(target)) {
            found.push(Diagnostic::new(place, Finding::RouterPageOrphan {}));
        }
    }
}

/// Keywords that lead into several domains.
fn shared_keywords(vault: &Vault, found: &mut Vec<Diagnostic>) {
    let mut domains: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for section in &vault.router {
        for keyword in &section.keywords {
            domains.entry(keyword).or_default().insert(section.domain);
        }
    }
    for (keyword, domains) in domains.into_iter().filter(|(_, domains)| domains.len() > 1) {
        let domains = List(domains.into_iter().map(str::to_owned).collect());
        let finding = Finding::RouterKeywordShared { keyword: keyword.to_owned(), domains };
        found.push(Diagnostic::new(Place::file(layout::ROUTER), finding));
    }
}

/// Pages that grew large, and sure ones that nobody reviewed though others are.
fn page_advice(vault: &Vault, found: &mut Vec<Diagnostic>) {
    let reviewing = vault.pages.iter().any(|page| page.reviewed_by().is_some());
    for page in &vault.pages {
        let mut report = |finding| found.push(Diagnostic::new(Place::file(page.path), finding));
        let (claims, lines) = (page.claims.len(), page.body.split('\n').count());
        if claims > MANY_CLAIMS {
            report(Finding::PageManyClaims { claims: claims as u64 });
        }
        if lines > MANY_LINES {
            report(Finding::PageManyLines { lines: lines as u64 });
        }
        if reviewing && page.confidence() == "hoch" && page.reviewed_by().is_none() {
            report(Finding::ReviewMissing {});
        }
    }
}

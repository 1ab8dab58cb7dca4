//! What is no fault, but worth knowing (spec chapter 9).

use std::collections::{BTreeMap, BTreeSet};

use crate::diagnostic::List;
use crate::diagnostic::{Diagnostic, Place};
use crate::findings::Finding;
use crate::model::Vault;
use crate::vault::Snapshot;
use crate::vault::layout;

/// More claims than this on a page make it a candidate for splitting.
const MANY_CLAIMS: usize = 20;
/// More lines than this in a body do, too.
const MANY_LINES: usize = 400;

/// Gives the advice that follows from the snapshot.
pub fn advice(snapshot: &Snapshot, vault: &Vault) -> Vec<Diagnostic> {
    let mut found = Vec::new();
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
    found
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

//! The router against folders and pages (spec chapter 3).

use std::collections::BTreeSet;

use crate::diagnostic::{Diagnostic, Place};
use crate::findings::Finding;
use crate::model::Vault;
use crate::vault::Snapshot;
use crate::vault::layout;

pub(super) fn check(snapshot: &Snapshot, vault: &Vault, found: &mut Vec<Diagnostic>) {
    let folders = snapshot.folders.iter();
    let below = folders.filter_map(|path| layout::in_folder(path, layout::KNOWLEDGE));
    let domains: BTreeSet<&str> = below.filter(|name| !name.contains('/')).collect();
    let mut report = |line: Option<usize>, finding| {
        let place = match line {
            Some(line) => Place::line(layout::ROUTER, line),
            None => Place::file(layout::ROUTER),
        };
        found.push(Diagnostic::new(place, finding));
    };
    for section in &vault.router {
        let domain = section.domain.to_owned();
        if !domains.contains(section.domain) {
            report(Some(section.line), Finding::RouterDomainUnknown { domain: domain.clone() });
        }
        if section.keywords.is_empty() {
            report(Some(section.line), Finding::RouterKeywords { domain: domain.clone() });
        }
        for (page, line) in &section.pages {
            let named = page.to_string();
            let belongs = layout::in_folder(page, layout::KNOWLEDGE)
                .and_then(|below| below.split_once('/'))
                .is_some_and(|(folder, _)| folder == section.domain);
            if vault.page(page).is_none() {
                report(Some(*line), Finding::RouterPageMissing { page: named });
            } else if !belongs {
                let domain = domain.clone();
                report(Some(*line), Finding::RouterPageDomain { page: named, domain });
            }
        }
    }
    let routed: BTreeSet<&str> = vault.router.iter().map(|section| section.domain).collect();
    for domain in domains.difference(&routed) {
        report(None, Finding::RouterDomainMissing { domain: domain.to_string() });
    }
}

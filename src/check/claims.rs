//! Claims and what they cite (spec chapter 2).

use std::collections::{HashMap, HashSet};

use super::ClaimPages;
use crate::diagnostic::{Diagnostic, Place};
use crate::findings::Finding;
use crate::model::Vault;
use crate::model::claim::Part;
use crate::model::claim::{Claim, ClaimKind, look_alikes};
use crate::model::ids::find_ids;
use crate::model::page::Page;
use crate::text::instruction::has_instruction_signature;
use crate::text::whitespace::has_control;

const LOCATOR_LIMIT: usize = 1_000;
const STATEMENT_LIMIT: usize = 20_000;

/// The claims of one page, each for itself.
pub(super) fn check(page: &Page, vault: &Vault, found: &mut Vec<Diagnostic>) {
    if page.claims.is_empty() {
        found.push(Diagnostic::new(Place::file(page.path), Finding::PageWithoutClaims {}));
    }
    for line in look_alikes(page.body, page.body_line) {
        let place = Place::line(page.path, line);
        found.push(Diagnostic::new(place, Finding::ClaimLookAlike {}));
    }
    let declared = Declared::of(page);
    for claim in &page.claims {
        let place = || Place::line(page.path, claim.line);
        let mut report = |finding| found.push(Diagnostic::new(place(), finding));
        text(claim.locator, Part::Locator, LOCATOR_LIMIT, &mut report);
        text(claim.text, Part::Statement, STATEMENT_LIMIT, &mut report);
        if claim.is_external() {
            external_source(claim, &declared, vault, &mut report)
        } else {
            local_source(claim, &declared, vault, &mut report)
        }
    }
}

/// The sources a page declares. Both lists may be long, and every claim asks.
struct Declared<'a> {
    sources: HashSet<&'a str>,
    external: HashSet<&'a str>,
}

impl<'a> Declared<'a> {
    fn of(page: &Page<'a>) -> Self {
        let set = |field| page.fields.list(field).iter().copied().collect();
        Self { sources: set("sources"), external: set("externe_quellen") }
    }
}

fn text(text: &str, part: Part, limit: usize, report: &mut impl FnMut(Finding)) {
    if text.len() > limit && text.chars().count() > limit {
        report(Finding::ClaimTooLong { part: part.to_string(), limit: limit as u64 });
    }
    if has_control(text) {
        report(Finding::ClaimControl { part: part.to_string() });
    }
    if has_instruction_signature(text) {
        report(Finding::ClaimInstruction { part: part.to_string() });
    }
}

fn local_source(
    claim: &Claim,
    declared: &Declared,
    vault: &Vault,
    report: &mut impl FnMut(Finding),
) {
    let source = || claim.source.to_owned();
    if vault.source(claim.source).is_none() {
        report(Finding::ClaimSourceUnregistered { id: source() });
    } else if !declared.sources.contains(claim.source) {
        report(Finding::ClaimSourceUndeclared { id: source() });
    }
    if find_ids("A", claim.locator, false).next().is_some() {
        report(Finding::ClaimAnchorMisplaced { source: source() });
    }
    let Some(media) = vault.media(claim.source) else {
        return no_media_source(claim, report);
    };
    match claim.region_id() {
        None => report(Finding::ClaimRegionMissing { source: source() }),
        Some(id) => match media.region(id) {
            None => report(Finding::ClaimRegionUnknown { id: id.to_owned(), source: source() }),
            Some(region) if region.suspicious => {
                report(Finding::ClaimRegionSuspicious { id: id.to_owned() });
            }
            Some(_) => {}
        },
    }
}

fn external_source(
    claim: &Claim,
    declared: &Declared,
    vault: &Vault,
    report: &mut impl FnMut(Finding),
) {
    let source = || claim.source.to_owned();
    if vault.external(claim.source).is_none() {
        report(Finding::ClaimExternalUnlisted { id: source() });
    } else if !declared.external.contains(claim.source) {
        report(Finding::ClaimExternalUndeclared { id: source() });
    }
    no_media_source(claim, report);
    let anchors = vault.anchors(claim.source);
    match claim.anchor_id() {
        None => report(Finding::ClaimAnchorMissing { source: source() }),
        Some(id) => match anchors.and_then(|anchors| anchors.anchor(id)) {
            None => report(Finding::ClaimAnchorUnknown { id: id.to_owned(), source: source() }),
            Some(anchor) if anchor.suspicious => {
                report(Finding::ClaimAnchorSuspicious { id: id.to_owned() });
            }
            Some(_) => {}
        },
    }
}

/// What only claims on media sources may have.
fn no_media_source(claim: &Claim, report: &mut impl FnMut(Finding)) {
    let source = || claim.source.to_owned();
    if claim.kind == ClaimKind::Observation {
        report(Finding::ClaimObservationMisplaced { source: source() });
    }
    if find_ids("R", claim.locator, false).next().is_some() {
        report(Finding::ClaimRegionMisplaced { source: source() });
    }
}

/// Every claim ID stands once in the vault.
pub(super) fn check_unique<'v, 'a>(
    vault: &'v Vault<'a>,
    found: &mut Vec<Diagnostic>,
) -> ClaimPages<'v, 'a> {
    let mut pages: ClaimPages<'v, 'a> = HashMap::with_capacity(vault.claim_count());
    for page in &vault.pages {
        for claim in &page.claims {
            match pages.get(claim.id) {
                None => {
                    pages.insert(claim.id, page);
                }
                Some(first) => {
                    let (id, first) = (claim.id.to_owned(), first.path.to_owned());
                    let place = Place::line(page.path, claim.line);
                    found.push(Diagnostic::new(place, Finding::ClaimRepeated { id, first }));
                }
            }
        }
    }
    pages
}

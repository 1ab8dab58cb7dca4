//! Vocabularies: labels, links between concepts, definitions (spec chapter 3).

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use super::ClaimPages;
use crate::diagnostic::{Diagnostic, Positions};
use crate::findings::Finding;
use crate::model::Vault;
use crate::model::concepts::{Concept, Concepts};
use crate::model::ids::is_id;
use crate::vault::layout;

pub(super) fn check(vault: &Vault, claim_pages: &ClaimPages, found: &mut Vec<Diagnostic>) {
    let concepts = &vault.concepts;
    let Some(text) = concepts.document else { return };
    let document = Positions::new(layout::CONCEPTS, text, 1);
    let mut report = |concept: &Concept, finding| {
        let place = document.place(concept.node.offset_in(text));
        found.push(Diagnostic::new(place, finding));
    };
    let mut labels = HashMap::new();
    let pages = vault.pages.iter();
    let listed: HashSet<_> =
        pages.flat_map(|page| page.concepts().iter().map(|id| (page.path, *id))).collect();
    // In file order, so that places are found going forward.
    let mut in_order: Vec<_> = concepts.concepts.iter().collect();
    in_order.sort_unstable_by_key(|concept| concept.node.offset_in(text));
    for concept in in_order {
        if concepts.world(&concept.world).is_none() {
            let (id, world) = (concept.id.clone(), concept.world.to_string());
            report(concept, Finding::ConceptWorld { id, world });
        }
        unique_labels(concept, &mut labels, &mut report);
        links(concept, concepts, &mut report);
        definition(concept, claim_pages, &listed, &mut report);
    }
    cycles(concepts, &mut report);
}

/// Normalised labels are not empty and unique within their world, the concept included.
fn unique_labels<'v>(
    concept: &'v Concept,
    labels: &mut HashMap<(&'v str, &'v str), &'v str>,
    report: &mut impl FnMut(&Concept, Finding),
) {
    for (label, normal) in concept.normal_labels().filter(|(label, _)| !label.is_empty()) {
        let (id, label) = (concept.id.clone(), label.to_string());
        if normal.is_empty() {
            report(concept, Finding::ConceptLabelEmpty { id, label });
        } else if let Some(other) = labels.get(&(concept.world.as_ref(), normal)) {
            let other = other.to_string();
            report(concept, Finding::ConceptLabelCollision { id, label, other });
        } else {
            labels.insert((&concept.world, normal), &concept.id);
        }
    }
}

/// `broader` and `related` name other concepts of the same world.
fn links(concept: &Concept, concepts: &Concepts, report: &mut impl FnMut(&Concept, Finding)) {
    for (field, targets) in [("broader", &concept.broader), ("related", &concept.related)] {
        for target in targets {
            let (id, field, named) = (concept.id.clone(), field.to_owned(), target.to_string());
            match concepts.get(target).filter(|other| other.id != concept.id) {
                None => {
                    report(concept, Finding::ConceptLinkUnknown { id, field, target: named });
                }
                Some(other) if other.world != concept.world => {
                    report(concept, Finding::ConceptLinkWorld { id, field, target: named });
                }
                Some(_) => {}
            }
        }
    }
}

/// The defining claim exists and stands on a page about the concept.
fn definition(
    concept: &Concept,
    claim_pages: &ClaimPages,
    listed: &HashSet<(&str, &str)>,
    report: &mut impl FnMut(&Concept, Finding),
) {
    if !is_id("C", &concept.definition) {
        return;
    }
    let (id, claim) = (concept.id.clone(), concept.definition.to_string());
    match claim_pages.get(concept.definition.as_ref()) {
        None => report(concept, Finding::ConceptDefinitionMissing { id, claim }),
        Some(page) if !listed.contains(&(page.path, concept.id.as_str())) => {
            let page = page.path.to_owned();
            report(concept, Finding::ConceptDefinitionPage { id, claim, page });
        }
        Some(_) => {}
    }
}

/// Every link of `broader` that closes a circle. Depth-first with a stack of its own: chains may
/// be as long as the registry allows. Only the closing link is named, not the way around: there
/// may be many and long ones.
fn cycles(concepts: &Concepts, report: &mut impl FnMut(&Concept, Finding)) {
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        New,
        Open,
        Done,
    }
    let index = |id: &Cow<str>| {
        concepts.concepts.binary_search_by(|concept| concept.id.as_str().cmp(id)).ok()
    };
    let mut states = vec![State::New; concepts.concepts.len()];
    for start in 0..states.len() {
        if states[start] != State::New {
            continue;
        }
        states[start] = State::Open;
        // Concepts on the way from the start, each with the next link to follow.
        let mut way = vec![(start, 0)];
        while let Some((at, next)) = way.last_mut() {
            let concept = &concepts.concepts[*at];
            let Some(target) = concept.broader.get(*next) else {
                states[*at] = State::Done;
                way.pop();
                continue;
            };
            *next += 1;
            match index(target).map(|target| (target, states[target])) {
                Some((target, State::New)) => {
                    states[target] = State::Open;
                    way.push((target, 0));
                }
                Some((target, State::Open)) if target != *at => {
                    let (id, target) = (concept.id.clone(), concepts.concepts[target].id.clone());
                    report(concept, Finding::ConceptCycle { id, target });
                }
                _ => {}
            }
        }
    }
}

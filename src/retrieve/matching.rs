//! Which concepts a question names, and which are one step away.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde::Serialize;

use super::question::Question;
use crate::model::concepts::{Concept, Concepts};
use crate::text::phrase::contains_phrase;

const HIERARCHY: u64 = 55;
const RELATED: u64 = 35;
const MOST_EXPANDED: usize = 32;

/// A concept the question names.
#[derive(Debug)]
pub struct Direct<'v> {
    /// The concept.
    pub concept: &'v Concept<'v>,
    /// The labels that were found, or its ID if that was all.
    pub labels: Vec<&'v str>,
}

/// A concept one step from a named one.
#[derive(Debug)]
pub struct Expanded<'v> {
    /// The concept.
    pub concept: &'v Concept<'v>,
    /// The named concept it was reached from.
    pub via: &'v str,
    /// `broader`, `narrower` or `related`.
    pub relation: &'static str,
    /// What it adds to a page.
    pub weight: u64,
}

/// The concepts of a question, both lists sorted by ID.
#[derive(Debug, Default)]
pub struct Matching<'v> {
    /// Named concepts.
    pub direct: Vec<Direct<'v>>,
    /// Concepts one step away.
    pub expanded: Vec<Expanded<'v>>,
}

/// Concepts that one word may mean, printed for whoever has to choose one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub(super) struct Meanings(pub Vec<Meaning>);

/// A concept in its world; both have an ID and a name.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub(super) struct Meaning {
    /// `B-nnnn`
    pub id: String,
    /// Its preferred label.
    pub name: String,
    /// `BW-nnnn`
    pub world: String,
    /// What that world is called.
    pub world_name: String,
}

impl fmt::Display for Meanings {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, Meaning { id, name, world, world_name }) in self.0.iter().enumerate() {
            let separator = if at == 0 { "" } else { ", " };
            write!(out, "{separator}{name} ({id}) / {world_name} ({world})")?;
        }
        Ok(())
    }
}

/// Normal forms of labels with the several concepts each of them means.
pub(super) type Ambiguous = BTreeMap<String, BTreeSet<Meaning>>;

/// Finds the concepts of a question, in one world if one is given.
pub(super) fn matching<'v>(
    concepts: &'v Concepts<'v>,
    question: &Question,
    world: Option<&str>,
) -> Result<Matching<'v>, Ambiguous> {
    let in_world = |concept: &&Concept| world.is_none_or(|world| concept.world == world);
    let candidates: Vec<_> = concepts.concepts.iter().filter(in_world).collect();
    let mut meanings = Ambiguous::new();
    let mut direct = Vec::new();
    for concept in &candidates {
        let mut labels: Vec<(&str, &str)> = concept
            .normal_labels()
            .map(|(label, normal)| (normal, label.as_ref()))
            .filter(|(normal, _)| contains_phrase(&question.normal, normal))
            .collect();
        labels.sort_unstable();
        for (normal, _) in &labels {
            meanings.entry((*normal).to_owned()).or_default().insert(meaning(concepts, concept));
        }
        let mut labels: Vec<_> = labels.into_iter().map(|(_, label)| label).collect();
        labels.dedup();
        if labels.is_empty() && question.concepts.contains(&concept.id) {
            labels.push(&concept.id);
        }
        if !labels.is_empty() {
            direct.push(Direct { concept, labels });
        }
    }
    meanings.retain(|_, concepts| concepts.len() > 1);
    if !meanings.is_empty() {
        return Err(meanings);
    }
    let expanded = expand(concepts, &candidates, &direct);
    Ok(Matching { direct, expanded })
}

fn meaning(concepts: &Concepts, concept: &Concept) -> Meaning {
    let world_name = concepts.world(&concept.world).map_or("", |world| &world.name);
    Meaning {
        id: concept.id.clone(),
        name: concept.preferred.to_string(),
        world: concept.world.to_string(),
        world_name: world_name.to_owned(),
    }
}

/// One step from the named concepts; of several ways to a concept the heaviest counts.
fn expand<'v>(
    concepts: &'v Concepts<'v>,
    candidates: &[&'v Concept<'v>],
    direct: &[Direct<'v>],
) -> Vec<Expanded<'v>> {
    let named: BTreeSet<&str> = direct.iter().map(|direct| direct.concept.id.as_str()).collect();
    let mut ways: BTreeMap<&str, (u64, &str, &'static str)> = BTreeMap::new();
    let mut reach = |target: &'v str, way: (u64, &'v str, &'static str)| {
        if !named.contains(target) {
            let best = ways.entry(target).or_insert(way);
            *best = (*best).max(way);
        }
    };
    for Direct { concept, .. } in direct {
        for target in &concept.broader {
            reach(target, (HIERARCHY, &concept.id, "broader"));
        }
        for target in &concept.related {
            reach(target, (RELATED, &concept.id, "related"));
        }
    }
    for narrower in candidates {
        for via in narrower.broader.iter().filter(|via| named.contains(via.as_ref())) {
            reach(&narrower.id, (HIERARCHY, via, "narrower"));
        }
    }
    let expanded = ways.into_iter().filter_map(|(id, (weight, via, relation))| {
        Some(Expanded { concept: concepts.get(id)?, via, relation, weight })
    });
    expanded.take(MOST_EXPANDED).collect()
}

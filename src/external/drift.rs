//! Whether quoted sentences still stand where their anchors say, and whether the vault cites
//! something meant for fewer readers (spec chapter 7). Never red: the source is not ours.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use super::tree::Tree;
use crate::diagnostic::{Diagnostic, Place};
use crate::digest::Digest;
use crate::findings::Finding;
use crate::model::Vault;
use crate::model::anchors::{Anchor, Anchors};
use crate::model::contract::Contract;
use crate::text::sentences::segment;
use crate::vault::{Snapshot, layout};

/// Looks up every anchor of every bound local source.
pub fn drift(vault: &Vault, roots: &HashMap<String, PathBuf>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for anchors in &vault.anchors {
        let local = vault.external(anchors.source).is_some_and(|source| !source.is_web());
        if let Some(root) = roots.get(anchors.source).filter(|_| local) {
            source_drift(anchors, root, &mut found);
        }
    }
    found
}

fn source_drift(anchors: &Anchors, root: &Path, found: &mut Vec<Diagnostic>) {
    let tree = Tree::open(root);
    // Sentences of each document by digest, first index first.
    let mut read: HashMap<&str, Result<HashMap<Digest, Vec<usize>>, _>> = HashMap::new();
    for anchor in &anchors.anchors {
        let sentences = read.entry(&anchor.document).or_insert_with(|| {
            let tree = tree.as_ref().map_err(super::reason)?;
            let document =
                tree.document(&anchor.document).map_err(|error| super::reason(&error))?;
            let mut sentences: HashMap<Digest, Vec<usize>> = HashMap::new();
            for sentence in segment(&document.text) {
                let digest = Digest::of(sentence.text.as_bytes());
                sentences.entry(digest).or_default().push(sentence.index);
            }
            Ok(sentences)
        });
        let finding = match sentences {
            Ok(sentences) => lookup(anchor, sentences),
            Err((_, reason)) => Some(Finding::AnchorUnreachable {
                id: anchor.id.clone(),
                document: anchor.document.to_string(),
                reason: reason.clone(),
            }),
        };
        let place = Place::file(anchors.path);
        found.extend(finding.map(|finding| Diagnostic::new(place, finding)));
    }
}

/// What became of the anchored sentence, if it is not where it was.
fn lookup(anchor: &Anchor, sentences: &HashMap<Digest, Vec<usize>>) -> Option<Finding> {
    let (id, document) = (anchor.id.clone(), anchor.document.to_string());
    let places = anchor.text_digest.and_then(|digest| sentences.get(&digest));
    let expected: Option<usize> = anchor.sentence_index.parse().ok();
    match places {
        Some(places) if expected.is_some_and(|index| places.contains(&index)) => None,
        Some(places) => {
            let index = places.first().copied().unwrap_or_default() as u64;
            Some(Finding::AnchorMoved { id, document, index })
        }
        None => Some(Finding::AnchorDrift { id, document }),
    }
}

/// Listed vaults of a narrower scope than the one this vault states for itself.
pub fn scopes(snapshot: &Snapshot, vault: &Vault) -> Vec<Diagnostic> {
    let contract = Contract::parse(snapshot.text(layout::SKILL).unwrap_or_default());
    let Some(own) = contract.scope() else { return Vec::new() };
    let listed = vault.external.iter();
    listed
        .filter_map(|source| {
            let scope = source.scope()?;
            let finding = Finding::ScopeNarrower {
                id: source.id.to_owned(),
                scope: scope.key().to_owned(),
                own: own.key().to_owned(),
            };
            let place = Place::line(layout::EXTERNAL, source.line);
            (scope > own).then(|| Diagnostic::new(place, finding))
        })
        .collect()
}

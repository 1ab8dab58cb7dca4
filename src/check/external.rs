//! Listed external sources, their anchors and catalogues (spec chapter 3).

use std::collections::{HashMap, HashSet};

use crate::diagnostic::{Diagnostic, Place, Positions};
use crate::findings::Finding;
use crate::json::Node;
use crate::model::Vault;
use crate::model::anchors::Anchors;
use crate::model::sources::{ExternalSource, FOREIGN_VAULT, MARKDOWN_TREE};
use crate::model::values::{BINDING_KEY_LIMIT, is_binding_key, is_https_prefix};
use crate::model::vault::Derived;
use crate::vault::Snapshot;
use crate::vault::layout;

pub(super) fn check(snapshot: &Snapshot, vault: &Vault, found: &mut Vec<Diagnostic>) {
    let mut keys = HashMap::new();
    for source in &vault.external {
        let place = Place::line(layout::EXTERNAL, source.line);
        let mut report = |finding| found.push(Diagnostic::new(place.clone(), finding));
        row(source, &mut report);
        let id = source.id.to_owned();
        let first = *keys.entry(source.key).or_insert(source.id);
        if first != source.id && !source.key.is_empty() {
            let (value, first) = (source.key.to_owned(), first.to_owned());
            report(Finding::ExternalKeyRepeated { id: id.clone(), value, first });
        }
        if vault.anchors(source.id).is_none() && vault.catalog(source.id).is_none() {
            report(Finding::ExternalUnused { id });
        }
    }
    registers(snapshot, vault, found);
    let used = used_anchors(vault);
    for anchors in &vault.anchors {
        anchors_of(anchors, &used, snapshot, vault, found);
    }
}

fn row(source: &ExternalSource, report: &mut impl FnMut(Finding)) {
    let id = || source.id.to_owned();
    let filled = |cell: &str| !cell.is_empty();
    if filled(source.kind) && ![MARKDOWN_TREE, FOREIGN_VAULT].contains(&source.kind) {
        report(Finding::ExternalKind { id: id(), value: source.kind.to_owned() });
    }
    if filled(source.target) && source.target != "-" && !is_https_prefix(source.target) {
        report(Finding::ExternalTarget { id: id(), value: source.target.to_owned() });
    }
    if filled(source.key) && !is_binding_key(source.key) {
        report(Finding::ExternalKey {
            id: id(),
            value: source.key.to_owned(),
            limit: BINDING_KEY_LIMIT as u64,
        });
    }
    if source.kind == FOREIGN_VAULT && source.scopes().len() != 1 {
        report(Finding::ExternalScope { id: id() });
    }
}

/// Anchors and catalogues belong to listed sources, catalogues to Markdown trees.
fn registers(snapshot: &Snapshot, vault: &Vault, found: &mut Vec<Diagnostic>) {
    for file in &snapshot.files {
        let (id, is_catalog) = match Derived::of(&file.path) {
            Some(Derived::Anchors(id)) => (id, false),
            Some(Derived::Catalog(id)) => (id, true),
            _ => continue,
        };
        let finding = match vault.external(id) {
            None => Finding::RegistrySource { id: id.to_owned() },
            Some(source) if is_catalog && source.kind != MARKDOWN_TREE => {
                Finding::CatalogOnVault { id: id.to_owned() }
            }
            Some(_) => continue,
        };
        found.push(Diagnostic::new(Place::file(&file.path), finding));
    }
}

fn anchors_of(
    anchors: &Anchors,
    used: &HashSet<(&str, &str)>,
    snapshot: &Snapshot,
    vault: &Vault,
    found: &mut Vec<Diagnostic>,
) {
    let text = snapshot.text(anchors.path).unwrap_or_default();
    let document = Positions::new(anchors.path, text, 1);
    let mut report = |node: Node, finding| {
        found.push(Diagnostic::new(document.place(node.offset_in(text)), finding));
    };
    if let Some(source) = vault.external(anchors.source)
        && source.kind != anchors.kind
    {
        let expected = source.kind.to_owned();
        report(anchors.kind_node, Finding::AnchorKind { expected });
    }
    for anchor in &anchors.anchors {
        if !used.contains(&(anchors.source, anchor.id.as_str())) {
            report(anchor.node, Finding::AnchorUnused { id: anchor.id.clone() });
        }
    }
}

/// Source and anchor of every external claim whose locator names exactly one anchor.
fn used_anchors<'a>(vault: &Vault<'a>) -> HashSet<(&'a str, &'a str)> {
    let claims = vault.pages.iter().flat_map(|page| &page.claims);
    let external = claims.filter(|claim| claim.is_external());
    external.filter_map(|claim| Some((claim.source, claim.anchor_id()?))).collect()
}

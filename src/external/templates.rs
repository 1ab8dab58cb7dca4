//! What a curator starts from: the sentences of a document, the catalogue of a tree (spec
//! chapter 7). Everything that can be computed is filled in.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::path::Path;

use serde::Serialize;

use super::binding::bound;
use super::foreign::{self, ForeignError};
use super::search::unbelievable;
use super::tree::{Links, Measure, Tree, TreeError};
use super::web::{Lookup, Settings, Web, unread};
use crate::digest::{Digest, Hasher};
use crate::files::FileError;
use crate::findings::Finding;
use crate::json::pretty;
use crate::model::registry::SEGMENTATION;
use crate::model::sources::{ExternalSource, FOREIGN_VAULT, MARKDOWN_TREE};
use crate::model::template::{Extractor, FILL_IN, NoTemplate};
use crate::model::{Vault, anchors, catalog};
use crate::retrieve::v1::tokens;
use crate::text::instruction::has_instruction_signature;
use crate::text::normal::normal_form;
use crate::text::sentences::segment;
use crate::vault::Root;

const TOP_TOKENS: usize = 12;
/// Largest catalogue a vault may hold.
const CATALOG_LIMIT: usize = 2 * 1024 * 1024;
/// IDs have four digits.
const MOST_ANCHORS: usize = 9_999;

fn not_listed(id: &str) -> NoTemplate {
    NoTemplate::new("invalid_source", Finding::TemplateSource { id: id.to_owned() })
}

fn not_bound(id: &str) -> NoTemplate {
    NoTemplate::new("not_bound", Finding::TemplateUnbound { id: id.to_owned() })
}

fn unreachable(id: &str, path: &str, reason: &str) -> NoTemplate {
    let (id, path, reason) = (id.to_owned(), path.to_owned(), reason.to_owned());
    NoTemplate::new("unreachable", Finding::TemplateUnreachable { id, path, reason })
}

fn over_budget(id: &str, measure: Measure) -> NoTemplate {
    let reason = TreeError::Budget(measure).to_string();
    NoTemplate::new("budget_exceeded", Finding::TemplateBudget { id: id.to_owned(), reason })
}

fn unusable(id: &str, error: &TreeError) -> NoTemplate {
    match error {
        TreeError::Budget(measure) => over_budget(id, *measure),
        error => {
            let (path, reason) = super::reason(error);
            unreachable(id, &path, &reason)
        }
    }
}

// Fields in alphabetical order, the order they are printed in.

#[derive(Serialize)]
struct AnchorTemplate<'t> {
    anchors: Vec<AnchorEntry<'t>>,
    extractor: Extractor,
    language: &'static str,
    schema: &'static str,
    segmentation: &'static str,
    source_id: &'t str,
    source_kind: &'t str,
    verified: bool,
}

#[derive(Serialize)]
struct AnchorEntry<'t> {
    block: &'static str,
    document: &'t str,
    document_sha256: Digest,
    id: String,
    locator: &'static str,
    sentence_index: usize,
    suspicious_instruction: bool,
    text: String,
    text_sha256: Digest,
}

#[derive(Serialize)]
struct CatalogTemplate<'t> {
    document_count: usize,
    documents: Vec<CatalogEntry>,
    generated_from_sha256: Digest,
    schema: &'static str,
    segmentation: &'static str,
    source_id: &'t str,
}

#[derive(Serialize)]
struct CatalogEntry {
    path: String,
    sentence_count: usize,
    sha256: Digest,
    summary: &'static str,
    tags: [&'static str; 0],
    title: &'static str,
    token_count: usize,
    top_tokens: Vec<String>,
}

/// Makes the anchor template of a document of a listed source: all its sentences, for a curator
/// to choose from; JSON. Of a web source only the cache may change by it, nothing in the vault.
pub fn anchor_template(
    root: &Root,
    vault: &Vault,
    settings: Settings,
    id: &str,
    path: &str,
) -> Result<String, NoTemplate> {
    let known = |source: &&ExternalSource| [MARKDOWN_TREE, FOREIGN_VAULT].contains(&source.kind);
    let source = vault.external(id).filter(known).ok_or_else(|| not_listed(id))?;
    let bound = bound(&root.folder);
    let text = if source.is_web() {
        web_document(source, path, &mut Web::new(settings, bound.ttl_seconds))
    } else {
        let roots = bound.roots.map_err(|faults| NoTemplate::new("not_bound", faults))?;
        local_document(source, roots.get(id).map(|root| &**root), path)
    };
    anchors_of(source, path, &text?)
}

/// Reads a document of a bound local source; of a foreign vault only once that is verified.
fn local_document(
    source: &ExternalSource,
    root: Option<&Path>,
    path: &str,
) -> Result<String, NoTemplate> {
    let root = root.ok_or_else(|| not_bound(source.id))?;
    if source.kind != FOREIGN_VAULT {
        let document = Tree::open(root).and_then(|tree| tree.document(path));
        return Ok(document.map_err(|error| unusable(source.id, &error))?.text);
    }
    let unbelieved =
        |error: ForeignError| NoTemplate::new("unreachable", unbelievable(source.id, &error));
    let foreign = foreign::read(root).map_err(unbelieved)?;
    let page = foreign.pages.into_iter().find(|(page, _)| page == path);
    let missing = || unreachable(source.id, path, &FileError::Missing.to_string());
    Ok(page.ok_or_else(missing)?.1.text)
}

fn web_document(source: &ExternalSource, path: &str, web: &mut Web) -> Result<String, NoTemplate> {
    let found = match web.look_up(source.id, source.target, path) {
        Ok(Lookup::Kept(text)) => Ok(text),
        Ok(Lookup::Remote(remote)) => web.fetch(&remote, &mut |_| Ok(())),
        Err(error) => Err(error),
    };
    found.map_err(|error| NoTemplate::new("unreachable", unread(source.id, path, &error)))
}

fn anchors_of(source: &ExternalSource, path: &str, text: &str) -> Result<String, NoTemplate> {
    let document_sha256 = Digest::of(text.as_bytes());
    let sentences = segment(text);
    if sentences.len() > MOST_ANCHORS {
        return Err(over_budget(source.id, Measure::Sentences(MOST_ANCHORS)));
    }
    let anchors = sentences.into_iter().map(|sentence| AnchorEntry {
        block: sentence.block.as_str(),
        document: path,
        document_sha256,
        id: format!("A-{:04}", sentence.index),
        locator: FILL_IN,
        sentence_index: sentence.index,
        suspicious_instruction: has_instruction_signature(&sentence.text),
        text_sha256: Digest::of(sentence.text.as_bytes()),
        text: sentence.text,
    });
    Ok(pretty(&AnchorTemplate {
        anchors: anchors.collect(),
        extractor: Extractor::by_hand("1"),
        language: "de",
        schema: anchors::SCHEMA,
        segmentation: SEGMENTATION,
        source_id: source.id,
        source_kind: source.kind,
        verified: false,
    }))
}

/// Makes the catalogue of a bound local tree, but for what only a person can say; JSON.
pub fn catalog_template(root: &Root, vault: &Vault, id: &str) -> Result<String, NoTemplate> {
    let is_tree = |source: &&ExternalSource| source.kind == MARKDOWN_TREE;
    let listed = vault.external(id);
    let roots = match bound(&root.folder).roots {
        // A broken file binds nothing, which matters only to local sources.
        Err(faults) if listed.is_some_and(|source| !source.is_web()) => {
            return Err(NoTemplate::new("not_bound", faults));
        }
        roots => roots.unwrap_or_default(),
    };
    let source = listed.filter(is_tree).ok_or_else(|| not_listed(id))?;
    let tree = roots.get(id).filter(|_| !source.is_web()).ok_or_else(|| not_bound(id))?;
    let failed = |error| unusable(id, &error);
    let documents =
        Tree::open(tree).and_then(|tree| tree.all("", Links::Skipped)).map_err(failed)?;
    let mut hasher = Hasher::default();
    for (path, document) in &documents {
        hasher.update(format!("{path}\0{}\n", document.digest).as_bytes());
    }
    let documents: Vec<_> = documents
        .into_iter()
        .map(|(path, document)| catalog_entry(path, &document.text, document.digest))
        .collect();
    let template = pretty(&CatalogTemplate {
        document_count: documents.len(),
        documents,
        generated_from_sha256: hasher.finish(),
        schema: catalog::SCHEMA,
        segmentation: SEGMENTATION,
        source_id: id,
    });
    if template.len() > CATALOG_LIMIT {
        Err(over_budget(id, Measure::CatalogBytes(CATALOG_LIMIT)))
    } else {
        Ok(template)
    }
}

fn catalog_entry(path: String, text: &str, sha256: Digest) -> CatalogEntry {
    let sentences = segment(text);
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for sentence in &sentences {
        for token in tokens(&normal_form(&sentence.text)) {
            *counts.entry(token.to_owned()).or_default() += 1;
        }
    }
    let token_count = counts.values().sum();
    let mut by_count: Vec<_> = counts.into_iter().collect();
    by_count.sort_by_key(|(_, count)| Reverse(*count));
    let top_tokens = by_count.into_iter().take(TOP_TOKENS).map(|(token, _)| token).collect();
    CatalogEntry {
        path,
        sentence_count: sentences.len(),
        sha256,
        summary: "",
        tags: [],
        title: FILL_IN,
        token_count,
        top_tokens,
    }
}

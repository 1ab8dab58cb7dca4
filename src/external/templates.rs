//! What a curator starts from: the sentences of a document, the catalogue of a tree (spec
//! chapter 7). Everything that can be computed is filled in.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::path::Path;

use serde::Serialize;

use super::foreign;
use super::search::unbelievable;
use super::tree::{Links, Tree, TreeError};
use super::web::{Web, unread};
use crate::digest::{Digest, Hasher};
use crate::files::FileError;
use crate::findings::{Finding, Measure, Obstacle};
use crate::json::pretty;
use crate::model::registry::{Extractor, FILL_IN, SEGMENTATION};
use crate::model::sources::{External, FOREIGN_VAULT, MARKDOWN_TREE};
use crate::model::{Vault, anchors, catalog};
use crate::text::instruction::has_instruction_signature;
use crate::text::normal::{normal_form, tokens};
use crate::text::sentences::segment;

const TOP_TOKENS: usize = 12;
/// Largest catalogue a vault may hold.
const CATALOG_LIMIT: usize = 2 * 1024 * 1024;
/// IDs have four digits.
const MOST_ANCHORS: usize = 9_999;

/// Why there is no template: the state that is printed, and the finding that explains it.
#[derive(Debug)]
pub struct TemplateError {
    /// `invalid_source`, `not_bound`, `unreachable` or `budget_exceeded`
    pub state: &'static str,
    /// What to tell a person.
    pub finding: Finding,
}

impl TemplateError {
    fn source(id: &str) -> Self {
        Self { state: "invalid_source", finding: Finding::TemplateSource { id: id.to_owned() } }
    }

    fn unbound(id: &str) -> Self {
        Self { state: "not_bound", finding: Finding::TemplateUnbound { id: id.to_owned() } }
    }

    /// A document that cannot be read.
    pub fn unreachable(id: &str, path: &str, reason: Obstacle) -> Self {
        let (id, path) = (id.to_owned(), path.to_owned());
        Self { state: "unreachable", finding: Finding::TemplateUnreachable { id, path, reason } }
    }

    fn tree(id: &str, error: &TreeError) -> Self {
        match error {
            TreeError::Budget(measure) => Self::budget(id, *measure),
            error => {
                let (path, reason) = super::reason(error);
                Self::unreachable(id, &path, reason)
            }
        }
    }

    fn budget(id: &str, measure: Measure) -> Self {
        let reason = Obstacle::Budget(measure);
        let finding = Finding::TemplateBudget { id: id.to_owned(), reason };
        Self { state: "budget_exceeded", finding }
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

/// The listed source an anchor template can be made of.
pub fn anchor_source<'v, 'a>(
    vault: &'v Vault<'a>,
    id: &str,
) -> Result<&'v External<'a>, TemplateError> {
    let known = |source: &&External| [MARKDOWN_TREE, FOREIGN_VAULT].contains(&source.kind);
    vault.external(id).filter(known).ok_or_else(|| TemplateError::source(id))
}

/// Reads a document of a bound local source; of a foreign vault only once that is verified.
pub fn local_document(
    source: &External,
    root: Option<&Path>,
    path: &str,
) -> Result<String, TemplateError> {
    let root = root.ok_or_else(|| TemplateError::unbound(source.id))?;
    if source.kind != FOREIGN_VAULT {
        let document = Tree::open(root).and_then(|tree| tree.document(path));
        return Ok(document.map_err(|error| TemplateError::tree(source.id, &error))?.text);
    }
    let foreign = foreign::read(root).map_err(|error| TemplateError {
        state: "unreachable",
        finding: unbelievable(source.id, &error),
    })?;
    let page = foreign.pages.into_iter().find(|(page, _)| page == path);
    let missing = || TemplateError::unreachable(source.id, path, FileError::Missing.into());
    Ok(page.ok_or_else(missing)?.1.text)
}

/// Reads a document of a web source. Only the cache may change by it, nothing in the vault.
pub fn web_document(source: &External, path: &str, web: &mut Web) -> Result<String, TemplateError> {
    let document = web.document(source.id, source.target, path, &mut |_| Ok(()));
    document.map(|document| document.text).map_err(|error| TemplateError {
        state: "unreachable",
        finding: unread(source.id, path, error),
    })
}

/// All sentences of a document, for a curator to choose from; JSON.
pub fn anchor_template(source: &External, path: &str, text: &str) -> Result<String, TemplateError> {
    let document_sha256 = Digest::of(text.as_bytes());
    let sentences = segment(text);
    if sentences.len() > MOST_ANCHORS {
        return Err(TemplateError::budget(source.id, Measure::Sentences));
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

/// The catalogue of a bound local tree, but for what only a person can say; JSON.
pub fn catalog_template(
    vault: &Vault,
    id: &str,
    root: Option<&Path>,
) -> Result<String, TemplateError> {
    let is_tree = |source: &&External| source.kind == MARKDOWN_TREE;
    let source = vault.external(id).filter(is_tree).ok_or_else(|| TemplateError::source(id))?;
    let root = root.filter(|_| !source.is_web()).ok_or_else(|| TemplateError::unbound(id))?;
    let failed = |error| TemplateError::tree(id, &error);
    let documents =
        Tree::open(root).and_then(|tree| tree.all("", Links::Skipped)).map_err(failed)?;
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
    match template.len() > CATALOG_LIMIT {
        true => Err(TemplateError::budget(id, Measure::CatalogBytes)),
        false => Ok(template),
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

//! `sources/derived/X-nnnn__orchestrator.json`: catalogue of an external Markdown tree (spec
//! chapter 3). It says which documents are worth opening, and proves nothing.

use std::borrow::Cow;
use std::collections::HashSet;

use super::registry::{EntryKind, Fields, Registry};
use crate::diagnostic::Diagnostic;
use crate::digest::Digest;
use crate::findings::Finding;
use crate::json::Node;

/// Name of the format.
pub const SCHEMA: &str = "skillsafe.orchestrator/v1";
const KEYS: [&str; 6] =
    ["schema", "source_id", "segmentation", "generated_from_sha256", "document_count", "documents"];
const DOCUMENT_KEYS: [&str; 8] =
    ["path", "sha256", "title", "summary", "tags", "sentence_count", "token_count", "top_tokens"];

/// The catalogue of one external source.
#[derive(Debug)]
pub struct Catalog<'a> {
    /// `X-nnnn`
    pub source: &'a str,
    /// Path of the register.
    pub path: &'a str,
    /// Digest over all documents; `null` for a web source.
    pub root: Node<'a>,
    /// Documents, in file order.
    pub documents: Vec<Document<'a>>,
}

/// What a catalogue says about a document.
#[derive(Debug)]
pub struct Document<'a> {
    /// Path in the tree.
    pub path: Cow<'a, str>,
    /// Digest of its bytes; `null` for a web source.
    pub digest: Node<'a>,
    /// Title.
    pub title: Cow<'a, str>,
    /// Summary, may be empty.
    pub summary: Cow<'a, str>,
    /// Tags.
    pub tags: Vec<Cow<'a, str>>,
    /// Most frequent tokens.
    pub top_tokens: Vec<Cow<'a, str>>,
}

/// Reads the catalogue of source `source`; `web` tells whether that is read over the network.
/// `None`: it does not count, and what is wrong says why.
pub fn parse<'a>(
    path: &'a str,
    source: &'a str,
    document: &'a str,
    web: bool,
) -> (Option<Catalog<'a>>, Vec<Diagnostic>) {
    let mut registry = Registry::new(path, document);
    let catalog = read(&mut registry, path, source, web);
    (catalog, registry.finish())
}

fn read<'a>(
    registry: &mut Registry<'a>,
    path: &'a str,
    source: &'a str,
    web: bool,
) -> Option<Catalog<'a>> {
    let top = registry.top(&KEYS)?;
    registry.source(&top, source)?;
    registry.schema(&top, SCHEMA);
    registry.segmentation(&top);
    pin(registry, top.get("generated_from_sha256"), "generated_from_sha256", web);
    let items = registry.items(&top, "documents");
    let count = top.get("document_count");
    if !items.is_empty() && count.text() != items.len().to_string() {
        registry.report(count, Finding::CatalogCount { expected: items.len() as u64 });
    }
    let mut seen = HashSet::new();
    let documents =
        items.into_iter().filter_map(|node| entry(registry, node, web, &mut seen)).collect();
    Some(Catalog { source, path, root: top.get("generated_from_sha256"), documents })
}

/// A digest is required of what can be pinned and refused of what cannot.
fn pin<'a>(registry: &mut Registry<'a>, node: Node<'a>, entry: &str, web: bool) {
    let entry = entry.to_owned();
    let digest = node.as_text().and_then(|text| Digest::parse(&text));
    match web {
        true if !node.is_null() => registry.report(node, Finding::CatalogPinned { entry }),
        false if digest.is_none() => registry.report(node, Finding::CatalogUnpinned { entry }),
        _ => {}
    }
}

fn entry<'a>(
    registry: &mut Registry<'a>,
    node: Node<'a>,
    web: bool,
    seen: &mut HashSet<String>,
) -> Option<Document<'a>> {
    let fields = registry.fields(node, EntryKind::Document, &DOCUMENT_KEYS)?;
    let path = registry.document_path(fields.get("path"), EntryKind::Document)?;
    if !seen.insert(path.to_string()) {
        registry.report(fields.get("path"), Finding::DocumentRepeated { path: path.into_owned() });
        return None;
    }
    pin(registry, fields.get("sha256"), &path, web);
    for field in ["sentence_count", "token_count"] {
        if !fields.get(field).is_integer_from(0) {
            let (path, field_name) = (path.to_string(), field.to_owned());
            let finding = Finding::DocumentFigure { path, field: field_name };
            registry.report(fields.get(field), finding);
        }
    }
    Some(Document {
        digest: fields.get("sha256"),
        title: registry.plain(&fields, &path, "title", 300),
        summary: summary(registry, &fields, &path),
        tags: words(registry, &fields, &path, "tags"),
        top_tokens: words(registry, &fields, &path, "top_tokens"),
        path,
    })
}

/// As a plain text, but it may be empty.
fn summary<'a>(registry: &mut Registry<'a>, fields: &Fields<'a>, path: &str) -> Cow<'a, str> {
    match fields.get("summary").as_text() {
        Some(empty) if empty.is_empty() => empty,
        _ => registry.plain(fields, path, "summary", 600),
    }
}

fn words<'a>(
    registry: &mut Registry<'a>,
    fields: &Fields<'a>,
    path: &str,
    key: &str,
) -> Vec<Cow<'a, str>> {
    let node = fields.get(key);
    let words: Option<Vec<_>> =
        node.as_list().and_then(|items| items.into_iter().map(Node::as_text).collect());
    match words.filter(|words| words.iter().all(|word| !word.is_empty())) {
        Some(words) => words,
        None => {
            let (path, field) = (path.to_owned(), key.to_owned());
            registry.report(node, Finding::DocumentWords { path, field });
            Vec::new()
        }
    }
}

//! `sources/derived/X-nnnn__anchors.json`: quoted sentences of an external source (spec
//! chapter 3). Anchor text is untrusted: no answer carries it.

use std::borrow::Cow;
use std::collections::HashSet;

use super::ids::by_id;
use super::registry::{EntryKind, Fields, Registry};
use crate::diagnostic::Diagnostic;
use crate::digest::Digest;
use crate::findings::Finding;
use crate::json::Node;
use crate::text::quote::is_quote_form;
use crate::text::sentences::Block;

/// Name of the format.
pub const SCHEMA: &str = "skillsafe.anchors/v1";
/// Longest sentence that is anchored, in characters.
const TEXT_LIMIT: usize = 2000;
const KEYS: [&str; 8] = [
    "schema",
    "source_id",
    "source_kind",
    "segmentation",
    "language",
    "extractor",
    "verified",
    "anchors",
];
const ANCHOR_KEYS: [&str; 9] = [
    "id",
    "document",
    "document_sha256",
    "sentence_index",
    "block",
    "locator",
    "text",
    "text_sha256",
    "suspicious_instruction",
];

/// The anchors of one external source.
#[derive(Debug)]
pub struct Anchors<'a> {
    /// `X-nnnn`
    pub source: &'a str,
    /// Path of the register.
    pub path: &'a str,
    /// Kind of the source, as stated.
    pub kind: Cow<'a, str>,
    /// Where the kind stands.
    pub kind_node: Node<'a>,
    /// Anchors, sorted by ID.
    pub anchors: Vec<Anchor<'a>>,
}

/// A quoted sentence (a text quote selector).
#[derive(Debug)]
pub struct Anchor<'a> {
    /// `A-nnnn`
    pub id: String,
    /// Path of the document in its source.
    pub document: Cow<'a, str>,
    /// Index of the sentence in the document, from 1, as written.
    pub sentence_index: &'a str,
    /// Kind of block it stands in.
    pub block: Cow<'a, str>,
    /// Digest of the sentence, if well-formed.
    pub text_digest: Option<Digest>,
    /// Whether its text carries instructions; then no claim may cite it.
    pub suspicious: bool,
    /// Where it stands in the register.
    pub node: Node<'a>,
}

impl Anchors<'_> {
    /// The anchor with this ID.
    pub fn anchor(&self, id: &str) -> Option<&Anchor<'_>> {
        by_id(&self.anchors, id, |anchor| &anchor.id)
    }
}

/// Reads the anchors of source `source`. `None`: they do not count, and what is wrong says why.
/// `seen` holds the IDs of the anchors of all sources: they are unique in the vault.
pub fn parse<'a>(
    path: &'a str,
    source: &'a str,
    document: &'a str,
    seen: &mut HashSet<String>,
) -> (Option<Anchors<'a>>, Vec<Diagnostic>) {
    let mut registry = Registry::new(path, document);
    let anchors = read(&mut registry, path, source, seen);
    (anchors, registry.finish())
}

fn read<'a>(
    registry: &mut Registry<'a>,
    path: &'a str,
    source: &'a str,
    seen: &mut HashSet<String>,
) -> Option<Anchors<'a>> {
    let top = registry.top(&KEYS)?;
    registry.source(&top, source)?;
    registry.schema(&top, SCHEMA);
    registry.segmentation(&top);
    registry.provenance(&top, 200, 50);
    let items = registry.items(&top, "anchors");
    let anchors = items.into_iter().filter_map(|node| anchor(registry, node, seen));
    let mut anchors: Vec<_> = anchors.collect();
    anchors.sort_unstable_by(|a, b| a.id.cmp(&b.id));
    Some(Anchors {
        source,
        path,
        kind: top.get("source_kind").as_text().unwrap_or_default(),
        kind_node: top.get("source_kind"),
        anchors,
    })
}

fn anchor<'a>(
    registry: &mut Registry<'a>,
    node: Node<'a>,
    seen: &mut HashSet<String>,
) -> Option<Anchor<'a>> {
    let fields = registry.fields(node, EntryKind::Anchor, &ANCHOR_KEYS)?;
    let id = registry.id(fields.get("id"), "A", EntryKind::Anchor, seen)?;
    let document = registry.document_path(fields.get("document"), &id)?;
    registry.digest(&fields, &id, "document_sha256");
    let index = fields.get("sentence_index");
    if !index.is_integer_from(1) {
        registry.report(index, Finding::AnchorIndex { id: id.clone() });
    }
    let block = fields.get("block").as_text().unwrap_or_default();
    if Block::from_name(&block).is_none() {
        registry.report(fields.get("block"), Finding::AnchorBlock { id: id.clone() });
    }
    let locator = registry.plain(&fields, &id, "locator", 200);
    let (text, text_digest) = quote(registry, &fields, &id);
    let suspicious = registry.suspicious(&fields, &id, [&text, &locator]);
    let sentence_index = index.text();
    Some(Anchor { id, document, sentence_index, block, text_digest, suspicious, node })
}

/// The quoted sentence and its digest, which must be the digest of just this text.
fn quote<'a>(
    registry: &mut Registry<'a>,
    fields: &Fields<'a>,
    id: &str,
) -> (Cow<'a, str>, Option<Digest>) {
    let node = fields.get("text");
    let digest = registry.digest(fields, id, "text_sha256");
    let text = node.as_text().unwrap_or_default();
    if !crate::text::values::is_plain_text(&text, TEXT_LIMIT) || !is_quote_form(&text) {
        registry.report(node, Finding::AnchorText { id: id.to_owned(), limit: TEXT_LIMIT as u64 });
    } else if digest.is_some_and(|digest| digest != Digest::of(text.as_bytes())) {
        registry.report(fields.get("text_sha256"), Finding::AnchorDigest { id: id.to_owned() });
    }
    (text, digest)
}

//! `sources/derived/S-nnnn__media.json`: regions of an image or PDF (spec chapter 3). Region
//! text, locator and alt text are untrusted: no answer carries them.

use std::borrow::Cow;
use std::collections::HashSet;

use super::ids::by_id;
use super::registry::{EntryKind, Fields, Registry};
use crate::diagnostic::Diagnostic;
use crate::digest::Digest;
use crate::findings::Finding;
use crate::json::Node;
use crate::text::instruction::has_instruction_signature;

/// Name of the format.
pub const SCHEMA: &str = "skillsafe.media/v1";
const KEYS: [&str; 9] = [
    "schema",
    "source_id",
    "source_sha256",
    "media_type",
    "language",
    "extractor",
    "verified",
    "alt_text",
    "regions",
];
const REGION_KEYS: [&str; 7] =
    ["id", "kind", "locator", "text", "confidence", "bbox", "suspicious_instruction"];
const REGION_KINDS: [&str; 6] = ["text", "diagram", "table", "photo", "chart", "other"];
const REGIONS: usize = 1000;
/// Longest alternative text, in characters.
const ALT_LIMIT: usize = 1000;

/// The register of one media source.
#[derive(Debug)]
pub struct Media<'a> {
    /// `S-nnnn`
    pub source: &'a str,
    /// Path of the register.
    pub path: &'a str,
    /// Digest of the original it speaks of, if well-formed.
    pub source_digest: Option<Digest>,
    /// Where the digest stands.
    pub digest_node: Node<'a>,
    /// MIME type, as stated.
    pub media_type: Cow<'a, str>,
    /// Where the type stands.
    pub type_node: Node<'a>,
    /// Regions, sorted by ID.
    pub regions: Vec<Region<'a>>,
}

/// A part of an image or page that a claim can cite.
#[derive(Debug)]
pub struct Region<'a> {
    /// `R-nnnn`
    pub id: String,
    /// What kind of thing is seen.
    pub kind: Cow<'a, str>,
    /// A number from 0 to 1, as written.
    pub confidence: &'a str,
    /// Whether its text carries instructions; then no claim may cite it.
    pub suspicious: bool,
}

impl Media<'_> {
    /// The region with this ID.
    pub fn region(&self, id: &str) -> Option<&Region<'_>> {
        by_id(&self.regions, id, |region| &region.id)
    }
}

/// Reads the register of source `source`. `None`: it does not count, and what is wrong says why.
pub fn parse<'a>(
    path: &'a str,
    source: &'a str,
    document: &'a str,
) -> (Option<Media<'a>>, Vec<Diagnostic>) {
    let mut registry = Registry::new(path, document);
    let media = read(&mut registry, path, source);
    (media, registry.finish())
}

fn read<'a>(registry: &mut Registry<'a>, path: &'a str, source: &'a str) -> Option<Media<'a>> {
    let top = registry.top(&KEYS)?;
    registry.source(&top, source)?;
    registry.schema(&top, SCHEMA);
    registry.provenance(&top, 120, 80);
    alt_text(registry, top.get("alt_text"));
    let items = registry.items(&top, "regions");
    if items.len() > REGIONS {
        let (field, limit) = ("regions".to_owned(), REGIONS as u64);
        registry.report(top.get("regions"), Finding::RegistryLimit { field, limit });
    }
    let mut seen = HashSet::new();
    let regions = items.into_iter().filter_map(|node| region(registry, node, &mut seen));
    let mut regions: Vec<_> = regions.collect();
    regions.sort_unstable_by(|a, b| a.id.cmp(&b.id));
    Some(Media {
        source,
        path,
        source_digest: registry.digest(&top, source, "source_sha256"),
        digest_node: top.get("source_sha256"),
        media_type: top.get("media_type").as_text().unwrap_or_default(),
        type_node: top.get("media_type"),
        regions,
    })
}

fn alt_text<'a>(registry: &mut Registry<'a>, node: Node<'a>) {
    match node.as_text() {
        Some(text) if crate::text::values::is_plain_text(&text, ALT_LIMIT) => {
            if has_instruction_signature(&text) {
                registry.report(node, Finding::MediaAltInstruction {});
            }
        }
        _ => registry.report(node, Finding::MediaAlt { limit: ALT_LIMIT as u64 }),
    }
}

fn region<'a>(
    registry: &mut Registry<'a>,
    node: Node<'a>,
    seen: &mut HashSet<String>,
) -> Option<Region<'a>> {
    let fields = registry.fields(node, EntryKind::Region, &REGION_KEYS)?;
    let id = registry.id(fields.get("id"), "R", EntryKind::Region, seen)?;
    let kind = fields.get("kind").as_text().unwrap_or_default();
    if !REGION_KINDS.contains(&kind.as_ref()) {
        registry.report(fields.get("kind"), Finding::RegionKind { id: id.clone() });
    }
    let locator = registry.plain(&fields, &id, "locator", 500);
    let text = registry.plain(&fields, &id, "text", 20_000);
    let confidence = fields.get("confidence");
    if !confidence.as_number().is_some_and(|number| (0.0..=1.0).contains(&number)) {
        registry.report(confidence, Finding::RegionConfidence { id: id.clone() });
    }
    bounding_box(registry, &fields, &id);
    let suspicious = registry.suspicious(&fields, &id, [&text, &locator]);
    Some(Region { id, kind, confidence: confidence.text(), suspicious })
}

/// `null`, or `[x, y, width, height]` in parts of the whole, inside it.
fn bounding_box<'a>(registry: &mut Registry<'a>, fields: &Fields<'a>, id: &str) {
    const SLACK: f64 = 1e-9;
    let node = fields.get("bbox");
    let numbers = node.as_list().and_then(|items| {
        let numbers: Option<Vec<_>> = items.into_iter().map(Node::as_number).collect();
        <[f64; 4]>::try_from(numbers?).ok()
    });
    let inside = numbers.is_some_and(|[x, y, width, height]| {
        [x, y].iter().all(|start| (0.0..=1.0).contains(start))
            && [width, height].iter().all(|size| *size > 0.0 && *size <= 1.0)
            && x + width <= 1.0 + SLACK
            && y + height <= 1.0 + SLACK
    });
    if !node.is_null() && !inside {
        registry.report(node, Finding::RegionBox { id: id.to_owned() });
    }
}

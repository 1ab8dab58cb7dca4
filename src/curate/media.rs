//! The beginning of a media register.

use serde::Serialize;

use crate::check::{self, Validated};
use crate::diagnostic::{Diagnostic, Findings, Place};
use crate::digest::Digest;
use crate::findings::{Code, Finding};
use crate::json::pretty;
use crate::model::media::SCHEMA;
use crate::model::media_type::MediaType;
use crate::model::template::{Extractor, FILL_IN, NoTemplate};
use crate::vault::{Snapshot, layout};

// Fields in alphabetical order, the order they are printed in.
#[derive(Serialize)]
struct Template<'a> {
    alt_text: &'static str,
    extractor: Extractor,
    language: &'static str,
    media_type: &'static str,
    regions: [Region; 1],
    schema: &'static str,
    source_id: &'a str,
    source_sha256: Digest,
    verified: bool,
}

#[derive(Serialize)]
struct Region {
    /// `null`
    bbox: (),
    confidence: u8,
    id: &'static str,
    kind: &'static str,
    locator: &'static str,
    suspicious_instruction: bool,
    text: &'static str,
}

/// Makes the register of a registered image or PDF, but for what only a person can say; JSON.
pub fn media_template(snapshot: &Snapshot, source: &str) -> Result<String, NoTemplate> {
    let found = media_source(snapshot, source);
    let (media_type, digest) = found.map_err(|errors| NoTemplate::new("invalid_source", errors))?;
    Ok(pretty(&begun(source, media_type, digest)))
}

/// Kind and digest of a registered image or PDF; the rules for its row must hold.
fn media_source(snapshot: &Snapshot, id: &str) -> Result<(MediaType, Digest), Findings> {
    let Validated { vault, diagnostics } = check::validate(snapshot);
    let unregistered = || Finding::MediaTemplateSource { id: id.to_owned() };
    let source = vault.source(id).ok_or_else(unregistered)?;
    let media_type = source.media_type().ok_or_else(unregistered)?;
    let row = Place::line(layout::REGISTER, source.line);
    let missing = |found: &Diagnostic| found.rule == Code::MediaMissing.rule();
    let faults: Findings = diagnostics
        .into_iter()
        .filter(|found| found.place == row && found.is_error() && !missing(found))
        .collect();
    match source.digest {
        Some(digest) if faults.is_empty() => Ok((media_type, digest)),
        _ => Err(faults),
    }
}

fn begun(source: &str, media_type: MediaType, digest: Digest) -> Template<'_> {
    Template {
        alt_text: FILL_IN,
        extractor: Extractor::by_hand(FILL_IN),
        language: "und",
        media_type: media_type.mime(),
        regions: [Region {
            bbox: (),
            confidence: 0,
            id: "R-0001",
            kind: "other",
            locator: FILL_IN,
            suspicious_instruction: false,
            text: FILL_IN,
        }],
        schema: SCHEMA,
        source_id: source,
        source_sha256: digest,
        verified: false,
    }
}

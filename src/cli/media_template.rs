//! `vault media-template`: the beginning of a media register, to be filled in by a person.

use serde::Serialize;

use super::output::Output;
use super::{Outcome, read, template};
use crate::check::{self, Validated};
use crate::diagnostic::{Diagnostic, Place};
use crate::digest::Digest;
use crate::files::Folder;
use crate::findings::{Code, Finding};
use crate::json::pretty;
use crate::model::media::SCHEMA;
use crate::model::media_type::MediaType;
use crate::model::registry::{Extractor, FILL_IN};
use crate::vault::Snapshot;
use crate::vault::layout;

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

pub(super) fn run(root: &Folder, source: &str, out: &Output) -> Outcome {
    let snapshot = read(root)?;
    let register = media_source(&snapshot, source)
        .map(|(media_type, digest)| pretty(&register(source, media_type, digest)))
        .map_err(|found| ("invalid_source", found));
    template::print(register, SCHEMA, out)
}

/// Kind and digest of a registered image or PDF; the rules for its row must hold.
fn media_source(snapshot: &Snapshot, id: &str) -> Result<(MediaType, Digest), Vec<Diagnostic>> {
    let Validated { vault, diagnostics } = check::validate(snapshot);
    let unregistered =
        || vec![Diagnostic::general(Finding::MediaTemplateSource { id: id.to_owned() })];
    let source = vault.source(id).ok_or_else(unregistered)?;
    let media_type = source.media_type().ok_or_else(unregistered)?;
    let row = Place::line(layout::REGISTER, source.line);
    let missing = |found: &Diagnostic| found.rule == Code::MediaMissing.rule();
    let faults: Vec<_> = diagnostics
        .into_iter()
        .filter(|found| found.place == row && found.is_error() && !missing(found))
        .collect();
    match source.digest {
        Some(digest) if faults.is_empty() => Ok((media_type, digest)),
        _ => Err(faults),
    }
}

fn register(source: &str, media_type: MediaType, digest: Digest) -> Template<'_> {
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

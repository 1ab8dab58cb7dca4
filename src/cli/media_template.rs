//! `vault media-template`: the beginning of a media register, to be filled in by a person.

use serde::Serialize;

use super::output::Output;
use super::{Outcome, exit, read};
use crate::check;
use crate::diagnostic::{Diagnostic, Finding};
use crate::digest::Digest;
use crate::files::Folder;
use crate::model::json::pretty;
use crate::model::signature::{MediaType, detect};
use crate::vault::{Content, Snapshot};

const SCHEMA: &str = "skillsafe.media/v1";
const FILL_IN: &str = "AUSFÜLLEN";

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
struct Extractor {
    kind: &'static str,
    name: &'static str,
    version: &'static str,
}

#[derive(Serialize)]
struct Region {
    bbox: Option<[f64; 4]>,
    confidence: u8,
    id: &'static str,
    kind: &'static str,
    locator: &'static str,
    suspicious_instruction: bool,
    text: &'static str,
}

#[derive(Serialize)]
struct Refused {
    errors: Vec<String>,
    schema: &'static str,
    state: &'static str,
}

pub(super) fn run(root: &Folder, source: &str, out: &Output) -> Outcome {
    let snapshot = read(root)?;
    match media_source(&snapshot, source) {
        Some((media_type, digest)) => out.print(&pretty(&template(source, media_type, digest)))?,
        None => {
            let error = Diagnostic::vault(Finding::MediaTemplateSource { id: source.to_owned() });
            let errors = vec![error.to_string()];
            out.print(&pretty(&Refused { errors, schema: SCHEMA, state: "invalid_source" }))?;
            return Ok(exit(false));
        }
    }
    Ok(exit(true))
}

/// Kind and digest of a registered image or PDF that is what the register says.
fn media_source(snapshot: &Snapshot, id: &str) -> Option<(MediaType, Digest)> {
    let validated = check::validate(snapshot);
    let source = validated.vault.source(id).filter(|source| source.is_admissible())?;
    let media_type = source.media_type()?;
    let original = snapshot.file(source.file)?;
    let Content::Head(head) = &original.content else { return None };
    let holds = source.digest == Some(original.digest) && detect(head) == Some(media_type);
    holds.then_some((media_type, original.digest))
}

fn template(source: &str, media_type: MediaType, digest: Digest) -> Template<'_> {
    Template {
        alt_text: FILL_IN,
        extractor: Extractor { kind: "human", name: FILL_IN, version: FILL_IN },
        language: "und",
        media_type: media_type.mime(),
        regions: [Region {
            bbox: None,
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

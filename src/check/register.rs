//! The register of local sources and their originals (spec chapter 3).

use std::collections::HashSet;

use crate::diagnostic::{Diagnostic, Place};
use crate::findings::Finding;
use crate::model::Vault;
use crate::model::media_type::{MediaType, detect};
use crate::model::sources::Source;
use crate::vault::layout;
use crate::vault::{Content, Snapshot};

/// Words that say that nobody settled the rights.
const UNSETTLED: [&str; 11] =
    ["-", "?", "N/A", "NA", "RECHTE", "TODO", "TBD", "OFFEN", "UNKLAR", "UNGEKLÄRT", "UNKNOWN"];

pub(super) fn check(snapshot: &Snapshot, vault: &Vault, found: &mut Vec<Diagnostic>) {
    for source in &vault.sources {
        let place = Place::line(layout::REGISTER, source.line);
        row(source, snapshot, &mut |finding| found.push(Diagnostic::new(place.clone(), finding)));
    }
    originals(snapshot, vault, found);
}

fn row(source: &Source, snapshot: &Snapshot, report: &mut impl FnMut(Finding)) {
    let id = source.id.to_owned();
    let rights = source.rights.to_uppercase();
    if UNSETTLED.contains(&rights.as_str()) {
        let value = source.rights.to_owned();
        report(Finding::RegisterRights { id: id.clone(), value });
    }
    if source.digest.is_none() && !source.digest_cell.is_empty() {
        report(Finding::RegisterDigestFormat { id: id.clone() });
    }
    let file = source.file.to_owned();
    if !source.is_admissible() {
        if !file.is_empty() {
            report(Finding::RegisterPath { id, file });
        }
        return;
    }
    let Some(original) = snapshot.file(source.file) else {
        return report(Finding::RegisterFileMissing { id, file });
    };
    if source.digest.is_some_and(|digest| digest != original.digest) {
        let actual = original.digest.to_string();
        report(Finding::RegisterDigest { id: id.clone(), file, actual });
    }
    if let Content::Head(head) = &original.content {
        let (expected, actual) = (source.media_type(), detect(head));
        if expected != actual {
            let suffix = source.suffix().to_owned();
            let found = actual.map_or("text", MediaType::mime).to_owned();
            report(Finding::RegisterSignature { id, suffix, found });
        }
    }
}

/// `sources/raw/` holds registered files and no folders.
fn originals(snapshot: &Snapshot, vault: &Vault, found: &mut Vec<Diagnostic>) {
    let admissible = vault.sources.iter().filter(|source| source.is_admissible());
    let registered: HashSet<_> = admissible.map(|source| source.file).collect();
    let mut report = |path: &str, finding| found.push(Diagnostic::new(Place::file(path), finding));
    for path in snapshot.leaves() {
        if layout::in_folder(path, layout::RAW).is_some() && !registered.contains(path) {
            report(path, Finding::RawUnregistered {});
        }
    }
    for folder in &snapshot.folders {
        if layout::in_folder(folder, layout::RAW).is_some() {
            report(folder, Finding::RawSubfolder {});
        }
    }
}

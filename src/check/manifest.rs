//! The manifest against the tree (spec chapter 1).

use std::cmp::Ordering;

use super::quarantined;
use crate::diagnostic::List;
use crate::diagnostic::{Diagnostic, Place};
use crate::digest::Digest;
use crate::findings::Finding;
use crate::model::manifest;
use crate::vault::layout;
use crate::vault::layout::Part;
use crate::vault::{Content, Cover, Snapshot};

/// Whether the manifest is there, well-formed and equal to a tree without unreviewed material; if
/// not, why, as one finding.
pub fn check(snapshot: &Snapshot) -> Option<Diagnostic> {
    if quarantined(snapshot).next().is_some() {
        let place = Place::file(layout::QUARANTINE);
        return Some(Diagnostic::new(place, Finding::ManifestQuarantine {}));
    }
    let Some(file) = snapshot.file(layout::MANIFEST) else {
        let place = Place::file(layout::MANIFEST);
        return Some(Diagnostic::new(place, Finding::ManifestMissing {}));
    };
    let Content::Text(text) = &file.content else {
        let place = Place::file(layout::MANIFEST);
        return Some(Diagnostic::new(place, Finding::ManifestMalformed {}));
    };
    let listed = match manifest::parse(text, may_be_listed) {
        Ok(listed) => listed,
        Err(manifest::MalformedLine(line)) => {
            let place = Place::line(layout::MANIFEST, line);
            return Some(Diagnostic::new(place, Finding::ManifestMalformed {}));
        }
    };
    let Deviation { added, missing, changed } = deviation(snapshot, &listed);
    if added.is_empty() && missing.is_empty() && changed.is_empty() {
        return None;
    }
    let finding = Finding::ManifestDeviation {
        added: List(added),
        missing: List(missing),
        changed: List(changed),
    };
    Some(Diagnostic::new(Place::file(layout::MANIFEST), finding))
}

/// What is no part of a vault any more may have been in one when it was released.
fn may_be_listed(path: &str) -> bool {
    matches!(layout::part(path), Part::Tracked(_) | Part::Ignored)
}

#[derive(Default)]
struct Deviation {
    added: Vec<String>,
    missing: Vec<String>,
    changed: Vec<String>,
}

/// Goes through both sorted lists side by side.
fn deviation(snapshot: &Snapshot, listed: &[(&str, Digest)]) -> Deviation {
    // What cannot be read as a file is there, but equal to nothing.
    let irregular = snapshot.irregular.iter().filter(|entry| entry.tracked);
    let irregular = irregular.map(|entry| (entry.path.as_str(), None));
    let files = snapshot.files.iter().filter(|file| file.cover != Cover::None);
    let files = files.map(|file| (file.path.as_str(), Some(file.digest)));
    let mut actual: Vec<_> = files.chain(irregular).collect();
    actual.sort_unstable_by_key(|(path, _)| *path);

    let mut deviation = Deviation::default();
    let (mut listed, mut actual) = (listed.iter().peekable(), actual.into_iter().peekable());
    loop {
        let order = match (listed.peek(), actual.peek()) {
            (None, None) => return deviation,
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (Some((expected, _)), Some((path, _))) => expected.cmp(path),
        };
        let expected = if order.is_le() { listed.next() } else { None };
        let found = if order.is_ge() { actual.next() } else { None };
        match (expected, found) {
            (Some((_, digest)), Some((_, Some(actual)))) if *digest == actual => {}
            (Some((path, _)), Some(_)) => deviation.changed.push(path.to_string()),
            (Some((path, _)), None) => deviation.missing.push(path.to_string()),
            (None, Some((path, _))) => deviation.added.push(path.to_owned()),
            (None, None) => {}
        }
    }
}

//! What may lie in the tree and what must be there (spec chapter 1).

use std::collections::{HashMap, HashSet};
use std::fmt;

use crate::diagnostic::{Diagnostic, Place};
use crate::digest::Digest;
use crate::findings::Finding;
use crate::model::paths::is_portable;
use crate::model::vault::Derived;
use crate::vault::layout;
use crate::vault::layout::Part;
use crate::vault::{Content, Cover, File, Irregular, Snapshot, Trouble};

const SUFFIXES: [&str; 12] =
    ["md", "json", "yaml", "sha256", "png", "jpg", "jpeg", "gif", "webp", "tif", "tiff", "pdf"];
const BARE_NAMES: [&str; 2] = ["LICENSE", "VERSION"];
/// The original engine of older vaults: kept as data, never run.
const ORIGINAL_ENGINE: &str = "scripts/vault.py";
const ENGINES: [&str; 2] = [layout::ENGINE, layout::ENGINE_FOR_WINDOWS];
const REQUIRED_FILES: [&str; 4] =
    [layout::TYPES, layout::CONCEPTS, layout::REGISTER, layout::ROUTER];

/// What must be there, in the words a person is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Required {
    /// A file.
    File,
    /// A folder.
    Folder,
}

impl fmt::Display for Required {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::File => "Datei",
            Self::Folder => "Ordner",
        })
    }
}

pub(super) fn check(snapshot: &Snapshot, found: &mut Vec<Diagnostic>) {
    found.extend(irregular(snapshot));
    for file in &snapshot.files {
        contents(file, found);
        if file.cover == Cover::Tracked {
            tracked(file, found);
        }
    }
    residue(snapshot, found);
    required(snapshot, found);
    knowledge(snapshot, found);
    derived(snapshot, found);
    found.extend(quarantined(snapshot));
    engine(snapshot, found);
}

/// Everything unreviewed: entries of the quarantine besides its README.
pub(crate) fn quarantined(snapshot: &Snapshot) -> impl Iterator<Item = Diagnostic> {
    let inside = |path: &&str| layout::in_folder(path, layout::QUARANTINE).is_some();
    // A folder of that name is no README.
    let leaves = snapshot.leaves().filter(|path| *path != layout::QUARANTINE_README);
    let folders = snapshot.folders.iter().map(String::as_str);
    let entries = leaves.chain(folders).filter(inside);
    entries.map(|path| Diagnostic::new(Place::file(path), Finding::QuarantineContent {}))
}

/// What keeps a manifest from being made: unreviewed material, a missing quarantine, and
/// tracked entries that have no digest.
pub(crate) fn undigestible(snapshot: &Snapshot) -> Vec<Diagnostic> {
    let mut found = irregular(snapshot);
    found.retain(|found| layout::is_tracked(&found.place.path));
    if !snapshot.has_folder(layout::QUARANTINE) {
        let finding = Finding::RequiredMissing { kind: Required::Folder.to_string() };
        found.push(Diagnostic::new(Place::file(layout::QUARANTINE), finding));
    }
    found.extend(quarantined(snapshot));
    found
}

/// Every entry that is neither a proper file nor a proper folder.
pub(crate) fn irregular(snapshot: &Snapshot) -> Vec<Diagnostic> {
    let judge = |entry: &Irregular| {
        let finding = match &entry.trouble {
            Trouble::Link => Finding::TreeSymlink {},
            Trouble::HardLinked(links) => Finding::TreeHardlink { links: *links },
            Trouble::Special => Finding::TreeSpecial {},
            Trouble::Unreadable(reason) => Finding::TreeUnreadable { reason: reason.clone() },
            Trouble::NotUtf8Name => Finding::TreePathEncoding { path: entry.path.clone() },
        };
        Diagnostic::new(Place::file(&entry.path), finding)
    };
    snapshot.irregular.iter().map(judge).collect()
}

/// Files whose content is not judged here: the contract, what is derived, the state of the
/// release.
const UNJUDGED: [&str; 6] =
    [layout::SKILL, layout::INDEX, layout::GRAPH, layout::VERSION, layout::MANIFEST, layout::LOG];

fn contents(file: &File, found: &mut Vec<Diagnostic>) {
    let finding = match file.content {
        Content::NotUtf8(offset) if !UNJUDGED.contains(&file.path.as_str()) => {
            Finding::TextEncoding { offset: offset as u64 }
        }
        Content::TooLarge(limit) => Finding::RegistryTooLarge { limit },
        _ => return,
    };
    found.push(Diagnostic::new(Place::file(&file.path), finding));
}

/// Whether a vault may hold a file of this name, by its suffix.
pub(crate) fn is_allowed_kind(name: &str) -> bool {
    // A name that is only a suffix has none.
    let suffix = name.rsplit_once('.').filter(|(stem, _)| !stem.is_empty());
    let suffix = suffix.map_or("", |(_, suffix)| suffix);
    BARE_NAMES.contains(&name)
        || SUFFIXES.iter().any(|allowed| suffix.eq_ignore_ascii_case(allowed))
}

fn tracked(file: &File, found: &mut Vec<Diagnostic>) {
    let mut report = |finding| found.push(Diagnostic::new(Place::file(&file.path), finding));
    let name = file.path.rsplit('/').next().unwrap_or_default();
    if !is_allowed_kind(name) && file.path != ORIGINAL_ENGINE {
        report(Finding::TreeFileKind {});
    }
    if file.mode & 0o111 != 0 {
        report(Finding::TreeExecutable { mode: format!("{:04o}", file.mode) });
    }
    if !is_portable(&file.path) {
        report(Finding::TreePath { path: file.path.clone() });
    }
}

/// What programs leave behind, where only content may lie.
fn residue(snapshot: &Snapshot, found: &mut Vec<Diagnostic>) {
    let is_refused = |path: &&str| layout::part(path) == Part::Refused;
    let occupied = occupied(snapshot);
    // A folder that holds something is reported with that.
    let folders = snapshot.folders.iter().map(String::as_str);
    let empty = folders.filter(|folder| !occupied.contains(folder));
    for path in snapshot.leaves().chain(empty).filter(is_refused) {
        found.push(Diagnostic::new(Place::file(path), Finding::TreeResidue {}));
    }
}

fn required(snapshot: &Snapshot, found: &mut Vec<Diagnostic>) {
    let files = REQUIRED_FILES.iter().filter(|path| snapshot.file(path).is_none());
    let folders = layout::REQUIRED_FOLDERS.iter().filter(|path| !snapshot.has_folder(path));
    let missing = files
        .map(|path| (path, Required::File))
        .chain(folders.map(|path| (path, Required::Folder)));
    for (path, kind) in missing {
        let finding = Finding::RequiredMissing { kind: kind.to_string() };
        found.push(Diagnostic::new(Place::file(path), finding));
    }
}

/// The folders in which something lies, at whatever depth.
fn occupied(snapshot: &Snapshot) -> HashSet<&str> {
    let mut occupied = HashSet::new();
    for mut path in snapshot.leaves() {
        while let Some((folder, _)) = path.rsplit_once('/')
            && occupied.insert(folder)
        {
            path = folder;
        }
    }
    occupied
}

/// Derived registers, a README and nothing else.
fn derived(snapshot: &Snapshot, found: &mut Vec<Diagnostic>) {
    let foreign = |path: &&str| {
        layout::in_folder(path, layout::DERIVED).is_some_and(|name| name != "README.md")
            && Derived::of(path).is_none()
    };
    // A folder that holds something is reported with that.
    let occupied = occupied(snapshot);
    let empty = |folder: &&str| {
        layout::in_folder(folder, layout::DERIVED).is_some() && !occupied.contains(folder)
    };
    let folders = snapshot.folders.iter().map(String::as_str).filter(empty);
    for path in snapshot.leaves().filter(foreign).chain(folders) {
        found.push(Diagnostic::new(Place::file(path), Finding::DerivedForeign {}));
    }
}

/// Pages lie exactly one folder deep, and nothing else does.
fn knowledge(snapshot: &Snapshot, found: &mut Vec<Diagnostic>) {
    let mut report = |path: &str, finding| found.push(Diagnostic::new(Place::file(path), finding));
    for path in snapshot.leaves() {
        let is_content = layout::part(path) != Part::Refused;
        if layout::in_folder(path, layout::KNOWLEDGE).is_none() || !is_content {
            continue;
        }
        match layout::page_parts(path) {
            Some((_, name)) => {
                if ["index.md", "log.md"].iter().any(|taken| name.eq_ignore_ascii_case(taken)) {
                    report(path, Finding::PageReservedName {});
                }
            }
            None if layout::is_page(path) => report(path, Finding::PageLocation {}),
            None => report(path, Finding::PageSuffix {}),
        }
    }
    let occupied = occupied(snapshot);
    for folder in &snapshot.folders {
        let too_deep =
            layout::in_folder(folder, layout::KNOWLEDGE).is_some_and(|below| below.contains('/'));
        // A folder that holds something is reported with that.
        if too_deep && !occupied.contains(folder.as_str()) {
            report(folder, Finding::PageLocation {});
        }
    }
}

/// Holds the engine files in `bin/` to the list that came with them.
fn engine(snapshot: &Snapshot, found: &mut Vec<Diagnostic>) {
    let mut listed: HashMap<&str, Digest> = HashMap::new();
    let list = snapshot.text(layout::ENGINE_LIST).unwrap_or_default();
    for (line, content) in (1..).zip(list.split('\n')).filter(|(_, line)| !line.is_empty()) {
        let entry = content.split_once("  ").and_then(|(digest, name)| {
            let is_named =
                |path: &&str| layout::in_folder(path, layout::ENGINE_FOLDER) == Some(name);
            let path = ENGINES.into_iter().find(is_named)?;
            Some((path, Digest::parse(digest)?))
        });
        match entry {
            Some((path, digest)) => {
                listed.insert(path, digest);
            }
            None => {
                let place = Place::line(layout::ENGINE_LIST, line);
                found.push(Diagnostic::new(place, Finding::EngineList {}));
            }
        }
    }
    let folders = snapshot.folders.iter().map(String::as_str);
    let inside = |path: &&str| layout::in_folder(path, layout::ENGINE_FOLDER).is_some();
    for path in snapshot.leaves().chain(folders).filter(inside) {
        let finding = match (snapshot.file(path), listed.get(path)) {
            _ if path == layout::ENGINE_LIST => continue,
            (Some(file), Some(digest)) if file.digest == *digest => continue,
            (Some(_), Some(_)) => Finding::EngineDigest {},
            _ => Finding::EngineUnlisted {},
        };
        found.push(Diagnostic::new(Place::file(path), finding));
    }
}

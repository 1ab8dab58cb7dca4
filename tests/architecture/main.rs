//! The promises of the architecture, held against the sources: who may import whom, and who
//! may touch the host.
//!
//! A new edge between rooms, or a new use of the host, fails a test here until the tables
//! below say so too. That the test finds what it looks for is tested in `planted`.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail")]
#![allow(clippy::disallowed_methods, reason = "it reads the sources")]

mod planted;
mod sources;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use sources::{Sources, Target, What, room_of};

type Table = [(&'static str, &'static [&'static str])];

/// Every room and all rooms it imports. A room imports only rooms above it, so there is no
/// cycle. `vault` is listed by file: its data is pure and imported by pure rooms, its reader
/// and root are not.
const ROOMS: &Table = &[
    ("lib", &[]),
    ("digest", &[]),
    ("parallel", &[]),
    ("text", &[]),
    ("json", &[]),
    ("diagnostic", &["text"]),
    ("clock", &[]),
    ("process", &[]),
    ("files", &["digest"]),
    ("html", &["digest", "json"]),
    ("https", &["files"]),
    ("storage", &["digest", "files"]),
    ("findings", &["diagnostic"]),
    ("commit", &["diagnostic", "digest", "files", "findings", "storage"]),
    ("vault::layout", &[]),
    ("vault::snapshot", &["digest"]),
    ("vault::walk", &["digest", "files", "parallel", "text", "vault::layout", "vault::snapshot"]),
    (
        "vault::reader",
        &[
            "commit",
            "diagnostic",
            "digest",
            "files",
            "findings",
            "storage",
            "vault::layout",
            "vault::snapshot",
            "vault::walk",
        ],
    ),
    ("vault::root", &["files", "findings", "vault::layout"]),
    ("vault::outside", &["diagnostic", "files", "findings", "vault::root"]),
    ("vault", &["vault::reader", "vault::root", "vault::snapshot"]),
    (
        "model",
        &[
            "diagnostic",
            "digest",
            "findings",
            "json",
            "parallel",
            "text",
            "vault::layout",
            "vault::snapshot",
        ],
    ),
    ("derive", &["json", "model", "vault::layout"]),
    (
        "check",
        &[
            "derive",
            "diagnostic",
            "digest",
            "findings",
            "json",
            "model",
            "parallel",
            "text",
            "vault::layout",
            "vault::snapshot",
        ],
    ),
    ("retrieve", &["diagnostic", "digest", "findings", "json", "model", "parallel", "text"]),
    (
        "curate",
        &[
            "check",
            "diagnostic",
            "digest",
            "files",
            "findings",
            "json",
            "model",
            "text",
            "vault::layout",
            "vault::snapshot",
        ],
    ),
    (
        "release",
        &[
            "check",
            "commit",
            "derive",
            "diagnostic",
            "digest",
            "files",
            "findings",
            "model",
            "storage",
            "text",
            "vault",
            "vault::layout",
            "vault::outside",
            "vault::reader",
            "vault::snapshot",
        ],
    ),
    (
        "external",
        &[
            "commit",
            "diagnostic",
            "digest",
            "files",
            "findings",
            "https",
            "json",
            "model",
            "retrieve",
            "storage",
            "text",
            "vault::layout",
            "vault::root",
            "vault::snapshot",
        ],
    ),
    (
        "publish",
        &[
            "commit",
            "derive",
            "diagnostic",
            "digest",
            "files",
            "findings",
            "html",
            "model",
            "process",
            "storage",
            "text",
            "vault::layout",
            "vault::outside",
            "vault::snapshot",
        ],
    ),
    (
        "doctor",
        &["check", "commit", "diagnostic", "external", "model", "vault::root", "vault::snapshot"],
    ),
    (
        "ask",
        &[
            "check",
            "diagnostic",
            "digest",
            "external",
            "findings",
            "json",
            "model",
            "parallel",
            "release",
            "retrieve",
            "storage",
            "text",
            "vault::layout",
            "vault::reader",
            "vault::root",
            "vault::snapshot",
        ],
    ),
    ("archive::findings", &["diagnostic"]),
    ("archive::ids", &[]),
    ("archive::layout", &["archive::ids"]),
    ("archive::time", &["archive::ids", "text"]),
    (
        "archive::journal",
        &[
            "archive::findings",
            "archive::ids",
            "archive::layout",
            "archive::time",
            "diagnostic",
            "digest",
            "json",
        ],
    ),
    (
        "archive::state",
        &["archive::ids", "archive::journal", "archive::layout", "digest", "json", "text"],
    ),
    ("archive::fields", &["digest", "json", "text"]),
    (
        "archive::report",
        &[
            "archive::fields",
            "archive::ids",
            "archive::layout",
            "archive::state",
            "digest",
            "json",
            "text",
        ],
    ),
    (
        "archive::rights",
        &[
            "archive::fields",
            "archive::findings",
            "archive::ids",
            "archive::report",
            "diagnostic",
            "json",
            "text",
        ],
    ),
    (
        "archive::decide",
        &[
            "archive::ids",
            "archive::journal",
            "archive::layout",
            "archive::report",
            "archive::rights",
            "archive::state",
            "archive::time",
            "digest",
            "json",
            "text",
        ],
    ),
    ("archive::reading", &["archive::ids", "archive::layout", "archive::state", "text"]),
    ("archive", &[]),
    (
        "cli",
        &[
            "archive::findings",
            "ask",
            "check",
            "clock",
            "commit",
            "curate",
            "diagnostic",
            "doctor",
            "external",
            "files",
            "findings",
            "model",
            "publish",
            "release",
            "retrieve",
            "storage",
            "text",
            "vault::layout",
            "vault::outside",
            "vault::reader",
            "vault::root",
            "vault::snapshot",
        ],
    ),
    ("main", &["cli"]),
];

/// What every room uses of the host: the modules of the standard library that reach it, and
/// all crates but the [`PURE_CRATES`].
const HOST: &Table = &[
    ("parallel", &["rayon", "std::thread::available_parallelism"]),
    (
        "files",
        &[
            "rustix",
            "std::fs::DirBuilder",
            "std::fs::File",
            "std::fs::canonicalize",
            "std::io",
            "std::os::unix",
            "std::path",
            "std::time::SystemTime",
        ],
    ),
    ("vault::root", &["std::env::current_exe", "std::path"]),
    ("vault::outside", &["std::path"]),
    ("external", &["std::path", "std::time::Duration", "std::time::SystemTime"]),
    ("commit", &["std::io", "std::thread::sleep", "std::time::Duration"]),
    // `package` starts a copy of this program to try what it packed.
    ("publish", &["object", "std::io", "std::path", "std::time::Duration", "zip"]),
    (
        "cli",
        &[
            "anstream",
            "clap",
            "clap_complete",
            "clap_mangen",
            "std::env::consts",
            "std::env::var_os",
            "std::io",
            "std::path",
            "std::process::ExitCode",
            "std::thread::Builder",
            "std::thread::JoinHandle",
            "std::time::Duration",
        ],
    ),
    ("main", &["std::process::ExitCode"]),
    ("clock", &["jiff"]),
    ("curate", &["std::path"]),
    (
        "process",
        &[
            "rustix",
            "std::fs::File",
            "std::io",
            "std::os::unix",
            "std::path",
            "std::process::Child",
            "std::process::Command",
            "std::process::ExitStatus",
            "std::process::Stdio",
            "std::thread::sleep",
            "std::thread::spawn",
            "std::time::Duration",
            "std::time::Instant",
        ],
    ),
    ("storage", &["fs2", "rustix", "std::fs::File", "std::io", "std::path", "std::process::id"]),
    ("https", &["rustls", "std::io", "std::path", "std::time::Duration", "ureq"]),
];

/// Rooms that do no I/O and know no clock, no environment and no path of the host.
const PURE: [&str; 23] = [
    "archive::reading",
    "archive::decide",
    "archive::fields",
    "archive::findings",
    "archive::ids",
    "archive::journal",
    "archive::layout",
    "archive::report",
    "archive::rights",
    "archive::state",
    "archive::time",
    "check",
    "derive",
    "diagnostic",
    "digest",
    "findings",
    "json",
    "model",
    "parallel",
    "retrieve",
    "text",
    "vault::layout",
    "vault::snapshot",
];

/// Crates that compute and no more.
const PURE_CRATES: [&str; 12] = [
    "base64",
    "caseless",
    "hmac",
    "icu_properties",
    "memchr",
    "regex",
    "serde",
    "serde_json",
    "sha2",
    "thiserror",
    "unicode_normalization",
    "unicode_segmentation",
];

/// Modules of the standard library that reach the host or hold what comes from there.
const HOST_MODULES: [&str; 9] =
    ["env", "fs", "io", "net", "os", "path", "process", "thread", "time"];

/// Methods of `std::path::Path` that ask the file system.
const HOST_METHODS: [&str; 10] = [
    "canonicalize",
    "exists",
    "is_dir",
    "is_file",
    "is_symlink",
    "metadata",
    "read_dir",
    "read_link",
    "symlink_metadata",
    "try_exists",
];

/// Macros that print.
const PRINTING: [&str; 5] = ["dbg", "eprint", "eprintln", "print", "println"];

/// Modules and crates with sockets, and the one file that may open one.
const SOCKETS: [&[&str]; 5] = [
    &["std", "net"],
    &["core", "net"],
    &["std", "os", "unix", "net"],
    &["rustix", "net"],
    &["ureq"],
];
const WEB: &str = "src/https.rs";

/// The module with the primitives of writing, and the rooms that may use it.
const WRITING: [&str; 2] = ["files", "write"];
const WRITERS: [&str; 2] = ["files", "storage"];

/// What every room belongs to. The ground knows no wing, and no wing the other; the front knows
/// all, and is where the wings meet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Ground,
    Vault,
    Archive,
    Front,
}

/// Rooms by their first name; every room stands in one of these lists.
const GROUND: [&str; 11] = [
    "clock",
    "diagnostic",
    "digest",
    "files",
    "html",
    "https",
    "json",
    "parallel",
    "process",
    "storage",
    "text",
];
const WING_VAULT: [&str; 13] = [
    "ask", "check", "commit", "curate", "derive", "doctor", "external", "findings", "model",
    "publish", "release", "retrieve", "vault",
];
const WING_ARCHIVE: [&str; 1] = ["archive"];
const FRONT: [&str; 3] = ["cli", "lib", "main"];

/// Rooms that speak German: tables of findings, what is derived from pages and statements, and
/// commands.
const SPEAKING: [&str; 6] =
    ["archive::findings", "archive::reading", "findings", "diagnostic", "derive", "cli"];

/// Files with the reasons that only their room knows; a finding names them.
const REASONS: [&str; 12] = [
    "src/archive/journal/damage.rs",
    "src/commit/error.rs",
    "src/curate/registration.rs",
    "src/external/tree.rs",
    "src/external/unread.rs",
    "src/files/error.rs",
    "src/https.rs",
    "src/json.rs",
    "src/model/claim.rs",
    "src/publish/package/reason.rs",
    "src/vault/outside.rs",
    "src/vault/root.rs",
];

const LARGEST_FILE: usize = 28 * 1024;

/// The one table of findings: splitting it would hide that it is one.
const TABLE_OF_FINDINGS: &str = "src/findings/table.rs";

static SOURCES: LazyLock<Sources> = LazyLock::new(Sources::of_this_crate);

#[test]
fn pure_rooms_import_only_pure_rooms() {
    assert_none(&impure_imports(&SOURCES));
}

#[test]
fn pure_rooms_do_not_touch_the_host() {
    assert_none(&impure_uses(&SOURCES));
}

#[test]
fn rooms_import_what_the_table_says() {
    assert_none(&differences(ROOMS, &imports(&SOURCES)));
}

#[test]
fn rooms_use_of_the_host_what_the_table_says() {
    assert_none(&differences(HOST, &host_uses(&SOURCES)));
}

#[test]
fn no_rooms_import_each_other() {
    let above = |at: usize| ROOMS[..at].iter().map(|(room, _)| room).collect::<Vec<_>>();
    for (at, (room, imported)) in ROOMS.iter().enumerate() {
        for import in *imported {
            assert!(above(at).contains(&import), "{room} imports {import}, not listed above it");
        }
    }
}

#[test]
fn every_file_stands_in_a_listed_room() {
    let is_listed = |path: &str| ROOMS.iter().any(|(room, _)| *room == room_of(path));
    let strangers = SOURCES.files.iter().filter(|file| !is_listed(&file.path));
    assert_none(&strangers.map(|file| file.path.clone()).collect::<Vec<_>>());
}

#[test]
fn only_the_web_source_has_a_socket() {
    assert_none(&sockets(&SOURCES));
}

#[test]
fn only_the_storage_writes() {
    assert_none(&writes(&SOURCES));
}

#[test]
fn every_room_is_of_the_ground_a_wing_or_the_front() {
    let homeless = ROOMS.iter().filter(|(room, _)| part_of(room).is_none());
    assert_none(&homeless.map(|(room, _)| (*room).to_owned()).collect::<Vec<_>>());
}

#[test]
fn the_ground_knows_no_wing_and_no_wing_the_other() {
    assert_none(&crossings(&SOURCES));
}

/// A glob import would hide from this test what is imported.
#[test]
fn nothing_is_imported_by_glob() {
    assert_none(&globs(&SOURCES));
}

/// Checked is: no text elsewhere has a blank and also an umlaut, `ß` or one of a few frequent
/// German words. Short words and English texts pass.
#[test]
fn german_texts_stand_in_tables_derived_files_commands_and_reasons() {
    assert_none(&german_texts(&SOURCES));
}

/// Functions whose `#[allow]` gives a reason may panic.
#[test]
fn nothing_panics_without_a_reason() {
    assert_none(&panics(&SOURCES));
}

#[test]
fn every_file_says_what_it_is() {
    let silent = SOURCES.files.iter().filter(|file| !file.text.starts_with("//! "));
    assert_none(&silent.map(|file| file.path.clone()).collect::<Vec<_>>());
}

#[test]
fn files_stay_small() {
    let is_large = |len, path: &str| len > LARGEST_FILE && path != TABLE_OF_FINDINGS;
    let large = SOURCES.files.iter().filter(|file| is_large(file.text.len(), &file.path));
    assert_none(&large.map(|file| file.path.clone()).collect::<Vec<_>>());
}

/// Pairs of a room and what it imports or uses, each with the first place where it does.
type Edges = BTreeMap<(String, String), String>;

fn imports(sources: &Sources) -> Edges {
    let mut edges = Edges::new();
    for (room, place, target) in sources.paths() {
        let Target::Inside { module, .. } = target else { continue };
        let imported = sources::room(&module);
        if imported != room {
            edges.entry((room, imported)).or_insert_with(|| place.to_string());
        }
    }
    edges
}

fn host_uses(sources: &Sources) -> Edges {
    let mut edges = Edges::new();
    for (room, place, target) in sources.paths() {
        let path = outside(&target).filter(|path| reaches_host(path));
        if let Some(used) = path.and_then(host_item) {
            edges.entry((room, used)).or_insert_with(|| place.to_string());
        }
    }
    edges
}

/// The name of what is used, as in the table: a crate, a module whose items are all alike, or
/// an item. A bare module of items says nothing yet.
fn host_item(path: &[String]) -> Option<String> {
    match path {
        [std, module, ..] if std == "std" && matches!(module.as_str(), "io" | "path") => {
            Some(format!("std::{module}"))
        }
        [std, module, item, ..] if std == "std" => Some(format!("std::{module}::{item}")),
        [std, _] if std == "std" => None,
        [name, ..] => Some(name.clone()),
        [] => None,
    }
}

fn outside(target: &Target) -> Option<&[String]> {
    match target {
        Target::Outside(path) => Some(path),
        Target::Inside { .. } | Target::Local => None,
    }
}

fn reaches_host(path: &[String]) -> bool {
    match path[0].as_str() {
        "std" | "core" | "alloc" => {
            path.get(1).is_some_and(|module| HOST_MODULES.contains(&module.as_str()))
        }
        name => !PURE_CRATES.contains(&name),
    }
}

fn differences(table: &Table, actual: &Edges) -> Vec<String> {
    let pairs = |(room, all): &(&str, &[&str])| {
        all.iter().map(|one| ((*room).to_owned(), (*one).to_owned())).collect::<Vec<_>>()
    };
    let listed: BTreeSet<_> = table.iter().flat_map(pairs).collect();
    let new = actual.iter().filter(|(edge, _)| !listed.contains(*edge));
    let gone = listed.iter().filter(|edge| !actual.contains_key(*edge));
    new.map(|((from, to), place)| format!("{place}: {from} → {to} is not in the table"))
        .chain(gone.map(|(from, to)| format!("{from} → {to} is in the table, but no more in src")))
        .collect()
}

fn impure_imports(sources: &Sources) -> Vec<String> {
    let is_pure = |room: &str| PURE.contains(&room);
    let edges = imports(sources).into_iter();
    edges
        .filter(|((room, imported), _)| is_pure(room) && !is_pure(imported))
        .map(|((room, imported), place)| format!("{place}: {room} is pure, {imported} is not"))
        .collect()
}

fn impure_uses(sources: &Sources) -> Vec<String> {
    let paths = sources.paths().filter_map(|(room, place, target)| {
        let path = outside(&target).filter(|path| reaches_host(path))?;
        let used = path.join("::");
        let is_exempt = room == "parallel"
            && (path[0] == "rayon" || used == "std::thread::available_parallelism");
        (PURE.contains(&room.as_str()) && !is_exempt).then(|| format!("{place}: {used} in {room}"))
    });
    let calls = sources.mentions().filter_map(|(file, mention)| {
        let (name, forbidden) = match &mention.what {
            What::Method(name) => (name, HOST_METHODS.as_slice()),
            What::Macro(name) => (name, PRINTING.as_slice()),
            What::Path(_) | What::Text(_) => return None,
        };
        let is_impure = PURE.contains(&room_of(&file.path).as_str())
            && forbidden.contains(&name.trim_start_matches("std::"));
        is_impure.then(|| format!("{}: {name}", mention.place(file)))
    });
    paths.chain(calls).collect()
}

fn sockets(sources: &Sources) -> Vec<String> {
    let is_socket = |path: &[String]| SOCKETS.iter().any(|socket| starts_with(path, socket));
    sources
        .paths()
        .filter(|(_, place, _)| place.path != WEB)
        .filter_map(|(_, place, target)| {
            let path = outside(&target).filter(|path| is_socket(path))?;
            Some(format!("{place}: {}", path.join("::")))
        })
        .collect()
}

fn starts_with(path: &[String], start: &[&str]) -> bool {
    path.len() >= start.len() && path.iter().zip(start).all(|(name, wanted)| name == wanted)
}

fn part_of(room: &str) -> Option<Part> {
    let name = room.split("::").next().unwrap_or_default();
    let lists: [(&[&str], Part); 4] = [
        (&GROUND, Part::Ground),
        (&WING_VAULT, Part::Vault),
        (&WING_ARCHIVE, Part::Archive),
        (&FRONT, Part::Front),
    ];
    lists.into_iter().find(|(rooms, _)| rooms.contains(&name)).map(|(_, part)| part)
}

/// Arrows from the ground to a wing, from one wing to the other, and from either to the front.
fn crossings(sources: &Sources) -> Vec<String> {
    let may = |from: Option<Part>, to: Option<Part>| match from {
        Some(Part::Front) => true,
        _ => to == Some(Part::Ground) || (to == from && from.is_some()),
    };
    let edges = imports(sources).into_iter();
    edges
        .filter(|((room, imported), _)| !may(part_of(room), part_of(imported)))
        .map(|((room, imported), place)| format!("{place}: {room} → {imported}"))
        .collect()
}

fn writes(sources: &Sources) -> Vec<String> {
    let writes = |target: &Target| match target {
        Target::Inside { module, item } => {
            starts_with(module, &WRITING) || starts_with(&[&**module, item].concat(), &WRITING)
        }
        Target::Outside(_) | Target::Local => false,
    };
    let paths = sources.paths().filter(|(room, _, _)| !WRITERS.contains(&room.as_str()));
    paths
        .filter(|(_, _, target)| writes(target))
        .map(|(room, place, _)| format!("{place}: {room} writes"))
        .collect()
}

fn globs(sources: &Sources) -> Vec<String> {
    sources
        .mentions()
        .filter_map(|(file, mention)| {
            let What::Path(path) = &mention.what else { return None };
            let is_glob = path.last()? == "*" && !starts_with(path, &["rayon", "prelude"]);
            is_glob.then(|| format!("{}: {}", mention.place(file), path.join("::")))
        })
        .collect()
}

fn german_texts(sources: &Sources) -> Vec<String> {
    let may_speak =
        |path: &str| SPEAKING.contains(&room_of(path).as_str()) || REASONS.contains(&path);
    sources
        .mentions()
        .filter(|(file, _)| !may_speak(&file.path))
        .filter_map(|(file, mention)| {
            let What::Text(text) = &mention.what else { return None };
            is_german(text).then(|| format!("{}: {text:?}", mention.place(file)))
        })
        .collect()
}

fn is_german(text: &str) -> bool {
    const WORDS: [&str; 12] = [
        "aus", "das", "der", "ein", "eine", "fehlt", "ist", "kein", "keine", "nicht", "oder", "und",
    ];
    let is_word = |word: &str| WORDS.contains(&word.to_lowercase().as_str());
    text.contains(' ') && (text.contains(|c| "äöüÄÖÜß".contains(c)) || text.split(' ').any(is_word))
}

fn panics(sources: &Sources) -> Vec<String> {
    sources
        .mentions()
        .filter(|(_, mention)| !mention.excused)
        .filter_map(|(file, mention)| {
            let name = match &mention.what {
                What::Method(name) if matches!(name.as_str(), "unwrap" | "expect") => name,
                What::Macro(name) => match name.as_str() {
                    "panic" | "todo" | "unimplemented" | "unreachable" => name,
                    _ => return None,
                },
                What::Method(_) | What::Path(_) | What::Text(_) => return None,
            };
            Some(format!("{}: {name}", mention.place(file)))
        })
        .collect()
}

#[track_caller]
fn assert_none(violations: &[String]) {
    assert!(violations.is_empty(), "{} violations:\n{}", violations.len(), violations.join("\n"));
}

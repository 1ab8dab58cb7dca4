//! The same vault gives the same bytes: in every locale, zone and folder, run after run, and
//! however the file system happens to order its entries.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![allow(clippy::disallowed_methods, clippy::disallowed_types)]

mod support;

use std::path::{Path, PathBuf};

use support::{CreationOrder, Run, TestEnv, Tree, assert_none, complaints, fixture, released};

/// A large fixture with media, external sources and four domains.
const SEED: u32 = 104;

/// What is asked; the last ones print lists that a careless walk would order its own way.
const COMMANDS: &[&[&str]] = &[
    &["query", "Druck Ventil"],
    &["query", "--limit", "20", "Straße Gefäß Überdruck"],
    &["query", "--world", "BW-0001", "Wie lange gilt die Frist?"],
    &["query", "C-0001 S-0001 B-0001"],
    &["query", "threshold manifest"],
    &["query", "Zitronenfalter"],
    &["validate"],
    &["doctor"],
    &["search", "druck"],
    &["stats"],
];

const RUNS: usize = 10;

/// LANG, LC_ALL, TZ, COLUMNS: one of each per run, in turn.
const SURROUNDINGS: [[(&str, &str); 4]; 5] = [
    [("LANG", "C"), ("LC_ALL", "C"), ("TZ", "UTC"), ("COLUMNS", "80")],
    [("LANG", "de_DE.UTF-8"), ("LC_ALL", ""), ("TZ", "Europe/Berlin"), ("COLUMNS", "20")],
    [("LANG", "tr_TR.UTF-8"), ("LC_ALL", "tr_TR.UTF-8"), ("TZ", "Asia/Tokyo"), ("COLUMNS", "500")],
    [("LANG", "POSIX"), ("LC_ALL", "C.UTF-8"), ("TZ", "Pacific/Kiritimati"), ("COLUMNS", "1")],
    [("LANG", "xx_YY"), ("LC_ALL", "nonsense"), ("TZ", "Nowhere/Never"), ("COLUMNS", "x")],
];

#[test]
fn ten_runs_give_the_same_bytes_wherever_they_run() {
    let env = TestEnv::released(SEED);
    let folders: [PathBuf; 3] = ["/".into(), env.root(), env.root().join("knowledge")];
    assert_none(&complaints(COMMANDS, |command| {
        let first = answered(&env, command);
        let runs = (0..RUNS).map(|run| {
            let (surroundings, folder) =
                (&SURROUNDINGS[run % SURROUNDINGS.len()], &folders[run % folders.len()]);
            let again = env.vault_in(command, folder, surroundings);
            let place = format!("{} with {surroundings:?}", folder.display());
            differs(command, &first, &again, &place)
        });
        runs.flatten().collect()
    }));
}

#[test]
fn the_order_of_creation_is_not_seen() {
    let tree = released(SEED);
    let env = TestEnv::of(&tree);
    let copies: Vec<_> =
        orders().map(|order| (order, TestEnv::of(&tree.in_order(order)))).collect();
    assert_none(&complaints(COMMANDS, |command| {
        let first = answered(&env, command);
        let others = copies.iter().map(|(order, copy)| {
            differs(command, &first, &copy.vault(command), &format!("a copy created {order:?}"))
        });
        others.flatten().collect()
    }));
}

#[test]
fn a_release_does_not_see_the_order_of_creation() {
    let inputs = Tree::read(&fixture(&format!("parity/vaults/{SEED}/vault")));
    let first = TestEnv::released(SEED);
    for order in orders() {
        let other = TestEnv::of(&inputs.in_order(order));
        let run = other.vault(&["release", "minor"]);
        assert_eq!(run.code, 0, "release of a copy created {order:?}: {run:?}");
        // log.md is left out: it holds the day of the release.
        for derived in ["VERSION", "INDEX.md", "graph/graph.json", "MANIFEST.sha256"] {
            assert_eq!(first.read(derived), other.read(derived), "{derived} created {order:?}");
        }
    }
}

fn orders() -> impl Iterator<Item = CreationOrder> {
    let shuffled = [1, 2, 3].map(CreationOrder::Shuffled);
    std::iter::once(CreationOrder::Reversed).chain(shuffled)
}

/// A first run, which has to say something: silence is the same everywhere.
fn answered(env: &TestEnv, command: &[&str]) -> Run {
    let run = env.vault(command);
    assert!(!run.stdout.is_empty(), "{command:?}: {run:?}");
    run
}

/// What to say when two runs of one command are not the same, byte for byte.
fn differs(command: &[&str], first: &Run, again: &Run, place: &str) -> Option<String> {
    (first != again).then(|| {
        let at = first.stdout.bytes().zip(again.stdout.bytes()).take_while(|(a, b)| a == b).count();
        format!(
            "{command:?} in {place}: exit {} and {}, standard output differs from byte {at} on \
             of {} and {}, standard error {:?} and {:?}",
            first.code,
            again.code,
            first.stdout.len(),
            again.stdout.len(),
            first.stderr,
            again.stderr,
        )
    })
}

#[test]
fn nothing_in_the_current_folder_is_run_or_changed() {
    let env = TestEnv::released(SEED);
    let foreign = env.beside("foreign");
    plant_traps(&foreign, &env.beside("trapped"));
    let before = answered(&env, COMMANDS[0]);
    let inside = env.vault_in(COMMANDS[0], &foreign, &[]);
    assert_eq!(before, inside, "the current folder changed the answer");
    assert!(!env.beside("trapped").exists(), "something in the current folder was run");
}

/// A foreign project that has what a vault has, each of it leaving a trace when run.
fn plant_traps(folder: &Path, trace: &Path) {
    for path in ["bin/vault", "scripts/vault.py", "vault"] {
        let path = folder.join(path);
        std::fs::create_dir_all(path.parent().expect("a file lies in a folder")).expect("mkdir");
        std::fs::write(&path, format!("#!/bin/sh\n: > {}\n", trace.display())).expect("write");
        make_executable(&path);
    }
}

#[cfg(unix)]
fn make_executable(path: &Path) {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).expect("chmod");
}

#[cfg(not(unix))]
fn make_executable(_: &Path) {}

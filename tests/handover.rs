//! What leaves a vault, held against the limits of the host and against programs that are not
//! ours.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail")]
#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "tests touch the host")]

mod support;

use std::fs::{self, File};
use std::path::Path;
use std::process::Command;

use support::TestEnv;
use vault::files::Folder;

/// Registers a file as a source of the bundled vault and releases that.
fn register(env: &TestEnv, path: &str) {
    let root = Folder::open_root(&env.root()).unwrap();
    let (digest, _) = root.open_file(path).unwrap().digest(0).unwrap();
    let row = format!("| S-0009 | Messreihe | 2026-01-01 | {digest} | T1 | frei | {path} |\n");
    env.write("sources/REGISTER.md", &(env.read("sources/REGISTER.md") + &row));
    let run = env.vault(&["release"]);
    assert_eq!(run.code, 0, "{run:?}");
}

/// Gives what is started behind it 100 MiB for everything it holds in memory.
const CONFINED: [&str; 4] = ["sh", "-c", "ulimit -d 102400 && exec \"$@\"", "sh"];
const SOURCE_MIB: u64 = 200;

#[test]
fn what_is_confined_cannot_hold_a_source() {
    let hold = format!("bs={SOURCE_MIB}M");
    let run = Command::new(CONFINED[0])
        .args(&CONFINED[1..])
        .args(["dd", "if=/dev/zero", "of=/dev/null", "count=1", &hold])
        .output()
        .unwrap();
    assert!(!run.status.success(), "{run:?}");
}

/// A source twice as large as the memory there is goes into packages and exports.
#[test]
fn memory_does_not_grow_with_a_source() {
    let env = TestEnv::bundled();
    let path = "sources/raw/S-0009__messreihe.md";
    File::create(env.root().join(path)).unwrap().set_len(SOURCE_MIB << 20).unwrap();
    register(&env, path);
    fs::create_dir(env.beside("out")).unwrap();
    let (out, bundle) = (env.beside("out"), env.beside("bundle"));
    let export = ["export", "--okf", "--with-sources", "--out", bundle.to_str().unwrap()];
    for args in [
        &["package", "--no-engine", "--out", out.to_str().unwrap()][..],
        // A new export, and one in the place of the first.
        &export,
        &export,
    ] {
        let run = env.vault_behind(&CONFINED, args, Path::new("/"), &[]);
        assert_eq!(run.code, 0, "{run:?}");
    }
    assert_eq!(fs::metadata(bundle.join(path)).unwrap().len(), SOURCE_MIB << 20);
    let package = fs::read_dir(out).unwrap().next().unwrap().unwrap();
    assert!(package.metadata().unwrap().len() > SOURCE_MIB << 20);
}

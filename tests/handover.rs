//! What leaves a vault, held against the limits of the host and against programs that are not
//! ours.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail")]
#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "tests touch the host")]

mod support;

use std::fs::{self, File};
use std::path::Path;
use std::process::Command;

use support::{Run, TestEnv};
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

/// Starts what stands behind it where `mount` has mounted something at a folder, for nobody else
/// to see. Afterwards the names of what lies there stand in the file `left`.
fn mounted(mount: &str, at: &Path, left: &Path) -> Option<Vec<String>> {
    let (at, left) = (at.to_str().unwrap(), left.to_str().unwrap());
    let script = format!(
        "mount {mount} \"{at}\" || exit 99; \"$@\"; code=$?; ls -A \"{at}\" > \"{left}\"; exit $code"
    );
    let starter = ["unshare", "--mount", "sh", "-c", &script, "sh"].map(str::to_owned);
    let tried = Command::new(&starter[0]).args(&starter[1..]).arg("true").output();
    match tried {
        Ok(tried) if tried.status.success() => Some(starter.to_vec()),
        failed => {
            println!("SKIPPED: nothing can be mounted here: {failed:?}");
            None
        }
    }
}

fn behind(env: &TestEnv, starter: &[String], args: &[&str]) -> Run {
    let starter: Vec<&str> = starter.iter().map(String::as_str).collect();
    env.vault_behind(&starter, args, Path::new("/"), &[])
}

#[test]
fn a_folder_where_nothing_may_run_is_named_so() {
    let env = TestEnv::bundled();
    let (out, left) = (env.beside("out"), env.beside("left"));
    fs::create_dir(&out).unwrap();
    let noexec = "-t tmpfs -o noexec tmpfs";
    let Some(starter) = mounted(noexec, &out, &left) else { return };
    let out = out.to_str().unwrap();
    let run = behind(&env, &starter, &["package", "--out", out]);
    assert_eq!(run.code, 1, "{run:?}");
    for said in ["package-noexec", "noexec", "--out", "--no-engine"] {
        assert!(run.stderr.contains(said), "{run:?}");
    }
    assert_eq!(fs::read_to_string(&left).unwrap(), "");
    let run = behind(&env, &starter, &["package", "--no-engine", "--out", out]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(fs::read_to_string(&left).unwrap().ends_with(".skill\n"));
}

//! What cannot be read, does not end or is gone in the next moment: a clear finding, no claim.

#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail")]
#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "tests touch the host")]

mod support;

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use support::{Run, TestEnv, copy_binary};

const PAGE: &str = "knowledge/kennzahl-01/minderung-protokoll-0012.md";
const REFUSED: &str = "invalid_vault";

fn state(run: &Run) -> String {
    let answer = run.json().unwrap();
    assert_eq!(answer["evidence"].as_array().unwrap().is_empty(), run.code != 0);
    answer["state"].as_str().unwrap().to_owned()
}

/// Runs as a user whom permissions bind, from a copy of the binary which that user can reach.
fn as_user(env: &TestEnv, args: &[&str]) -> Run {
    let binary = env.beside("binary");
    copy_binary(&binary);
    let user = ["--reuid", "65534", "--regid", "65534", "--clear-groups"];
    let mut command = match rustix::process::geteuid().is_root() {
        true => Command::new("setpriv"),
        false => Command::new("env"),
    };
    if rustix::process::geteuid().is_root() {
        command.args(user);
    }
    command.arg(&binary).arg("--root").arg(env.root()).args(args).current_dir("/");
    let output = command.output().unwrap();
    Run {
        code: output.status.code().unwrap(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

#[test]
fn what_may_not_be_read_is_named() {
    for path in [PAGE, "knowledge/kennzahl-01", "sources/raw", "schema/types.yaml", "ROUTER.md"] {
        let env = TestEnv::released(301);
        let open = fs::Permissions::from_mode(0o755);
        fs::set_permissions(env.root(), open.clone()).unwrap();
        fs::set_permissions(env.root().parent().unwrap(), open).unwrap();
        let full = env.root().join(path);
        let before = fs::metadata(&full).unwrap().permissions();
        fs::set_permissions(&full, fs::Permissions::from_mode(0o000)).unwrap();
        let validate = as_user(&env, &["validate"]);
        let query = as_user(&env, &["query", "Druck"]);
        let search = as_user(&env, &["search", "Druck"]);
        fs::set_permissions(&full, before).unwrap();
        assert_eq!(validate.code, 1, "{path}");
        let named = format!("🔴 {path} tree-unreadable: ");
        assert!(validate.stdout.contains(&named), "{path}: {}", validate.stdout);
        assert_eq!(state(&query), REFUSED, "{path}");
        if path.starts_with("knowledge") || path == "ROUTER.md" {
            assert!(search.stderr.contains(&named), "{path}: {}", search.stderr);
        }
    }
}

#[test]
fn long_lines_and_deep_nesting_end_in_findings() {
    let long = "a".repeat(100_000);
    let nested = |times| format!("{}{}", "[".repeat(times), "]".repeat(times));
    let links = "](".repeat(50_000);
    let fields: String = (0..50_000).map(|number| format!("feld{number}: x\n")).collect();
    for (path, text) in [
        ("schema/begriffswelten.json", nested(5_000)),
        ("sources/derived/S-9001__media.json", nested(500_000)),
        ("schema/types.yaml", long.clone()),
        ("sources/REGISTER.md", format!("| S-{long} |")),
        (PAGE, format!("---\n{fields}---\n")),
        (PAGE, format!("---\ntitle: {long}\n---\n- **C-{long}\n")),
        (PAGE, format!("---\n---\n{links}\n[a]: {}\n", "x/".repeat(50_000))),
        ("MANIFEST.sha256", long.clone()),
    ] {
        let env = TestEnv::released(301);
        env.write(path, &text);
        assert_eq!(env.vault(&["doctor"]).code, 1, "{path}");
        let query = env.vault(&["query", "Druck"]);
        assert_eq!(state(&query), REFUSED, "{path}");
    }
}

#[test]
fn files_that_come_and_go_never_panic_or_hang() {
    let env = TestEnv::released(301);
    let (page, kept) = (env.root().join(PAGE), env.root().join("evals-kept"));
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                fs::rename(&page, &kept).unwrap();
                fs::rename(&kept, &page).unwrap();
            }
        });
        for _ in 0..40 {
            let state = state(&env.vault(&["query", "Druck"]));
            assert!(
                [REFUSED, "candidates_found", "snapshot_changed"].contains(&&*state),
                "{state}"
            );
            env.vault(&["validate"]);
        }
        done.store(true, Ordering::Relaxed);
    });
    assert_eq!(state(&env.vault(&["query", "Druck"])), "candidates_found");
}

//! The real binary, killed from outside at random moments of a release.

#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail")]
#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "tests touch the host")]

mod support;

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use support::{TestEnv, Tree};

/// Kills that must have fallen between arming and unlocking.
const ARMED: usize = 50;
/// How often each outcome must have come of them.
const EACH: usize = 10;
/// After so many rounds there is something wrong with the test.
const ROUNDS: u64 = 5000;

/// What a killed release left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Left {
    /// Neither lock nor staging folder.
    Nothing,
    /// The record of a commit that can go back.
    Plan,
    /// The record of a commit that is done.
    Committed,
    /// Something without a record.
    NoRecord,
}

fn left(root: &Path) -> Left {
    let there = |path: &str| root.join(path).exists();
    if there(".vault-release/committed") {
        Left::Committed
    } else if there(".vault-release/plan.json") {
        Left::Plan
    } else if there(".vault-release") || there(".vault-release.lock") {
        Left::NoRecord
    } else {
        Left::Nothing
    }
}

fn start(env: &TestEnv, command: &str) -> Child {
    Command::new(env!("CARGO_BIN_EXE_vault"))
        .arg("--root")
        .arg(env.root())
        .arg(command)
        .env_clear()
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// Waits until what lies in the folder is `wanted` or the process has ended.
fn wait_for(wanted: Left, child: &mut Child, root: &Path) {
    while left(root) != wanted && child.try_wait().unwrap().is_none() {
        thread::yield_now();
    }
}

/// Numbers that look random (xorshift); when a kill falls is chance anyway.
struct Random(u64);

impl Random {
    fn up_to(&mut self, longest: Duration) -> Duration {
        for (left, by) in [(true, 13), (false, 7), (true, 17)] {
            self.0 ^= if left { self.0 << by } else { self.0 >> by };
        }
        longest.mul_f64((self.0 >> 11) as f64 / (1_u64 << 53) as f64)
    }
}

/// The version that stands.
fn version(env: &TestEnv) -> String {
    env.read("VERSION").trim().to_owned()
}

#[test]
fn a_release_killed_at_any_moment_is_old_or_new() {
    let env = TestEnv::released(101);
    let started = Instant::now();
    assert_eq!(env.vault(&["release"]).code, 0);
    let usual = started.elapsed();
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let (mut kills, mut armed, mut old, mut new) = (0, 0, 0, 0);
    for round in 0..ROUNDS {
        let before = Tree::read(&env.root());
        let was = version(&env);
        let mut child = start(&env, "release");
        // From the start, from arming or from the commit point on.
        match round % 3 {
            0 => {}
            1 => wait_for(Left::Plan, &mut child, &env.root()),
            _ => wait_for(Left::Committed, &mut child, &env.root()),
        }
        let longest = if round % 3 == 2 { usual / 10 } else { usual };
        thread::sleep(random.up_to(longest));
        child.kill().unwrap();
        if child.wait().unwrap().code().is_some() {
            continue; // it was faster
        }
        kills += 1;
        let left = left(&env.root());
        let outcome = recover(&env, left, (&before, &was));
        if matches!(left, Left::Plan | Left::Committed) {
            armed += 1;
            match outcome {
                true => new += 1,
                false => old += 1,
            }
        }
        let released = env.vault(&["release"]);
        assert_eq!(released.code, 0, "{released:?}");
        let doctor = env.vault(&["doctor"]);
        assert_eq!(doctor.code, 0, "{doctor:?}");
        if armed >= ARMED && old >= EACH && new >= EACH {
            println!("{kills} kills, {armed} between arming and unlocking: {old} old, {new} new");
            return;
        }
    }
    panic!("{kills} kills, only {armed} between arming and unlocking: {old} old, {new} new");
}

/// Everybody is sent to `recover`, and that gives the old or the new state. True if new.
fn recover(env: &TestEnv, left: Left, (before, was): (&Tree, &str)) -> bool {
    if left != Left::Nothing {
        let query = env.vault(&["query", "Wer?"]);
        assert_eq!(query.code, 1, "{query:?}");
        assert_eq!(query.json().unwrap()["state"], "vault_busy", "{query:?}");
        let refused = env.vault(&["release"]);
        assert_eq!(refused.code, 1, "{refused:?}");
        assert!((refused.stdout + &refused.stderr).contains("vault recover"));
        assert_eq!(env.vault(&["doctor"]).code, 1);
    }
    let recovered = env.vault(&["recover"]);
    assert_eq!(recovered.code, 0, "{recovered:?}");
    let now = version(env);
    assert!(recovered.stdout.contains(&format!("VERSION {now},")), "{recovered:?}");
    let is_new = now != was;
    let after = Tree::read(&env.root());
    match is_new {
        false => assert!(after == *before, "{recovered:?}"),
        true => {
            let verified = env.vault(&["checksum", "--verify"]);
            assert_eq!(verified.code, 0, "{verified:?}");
            assert_eq!(env.vault(&["doctor"]).code, 0);
        }
    }
    match left {
        Left::Plan => assert!(!is_new && recovered.stdout.contains("alter Stand")),
        Left::Committed => assert!(is_new && recovered.stdout.contains("neuer Stand")),
        Left::Nothing | Left::NoRecord => {}
    }
    let dots = std::fs::read_dir(env.root()).unwrap();
    let dots = dots.filter(|entry| {
        entry.as_ref().unwrap().file_name().to_string_lossy().starts_with(".vault-release")
    });
    assert_eq!(dots.count(), 0);
    is_new
}

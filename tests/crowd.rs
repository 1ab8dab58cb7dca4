//! Many processes release and query one vault at once.

#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail")]
#![allow(clippy::disallowed_methods, reason = "tests touch the host")]

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use support::TestEnv;

const PROCESSES: usize = 8;
const ROUNDS: usize = 1000;
const QUESTION: [&str; 2] = ["query", "Welche Pumpe?"];

/// What the answers said: version to fingerprints.
type Answers = BTreeMap<String, BTreeSet<String>>;

fn number(version: &str) -> usize {
    version.trim().rsplit('.').next().unwrap().parse().unwrap()
}

fn log_lines(env: &TestEnv) -> usize {
    env.read("log.md").lines().filter(|line| line.contains("] release | v")).count()
}

#[test]
fn every_answer_comes_from_a_published_release() {
    let env = TestEnv::released(101);
    let (version, lines) = (number(&env.read("VERSION")), log_lines(&env));
    let round = AtomicUsize::new(0);
    let (released, busy) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let answers = Mutex::new(Answers::new());
    thread::scope(|scope| {
        for _ in 0..PROCESSES {
            scope.spawn(|| {
                while round.fetch_add(1, Ordering::Relaxed) < ROUNDS {
                    let release = env.vault(&["release"]);
                    match release.code {
                        0 => _ = released.fetch_add(1, Ordering::Relaxed),
                        _ => assert!(release.stderr.contains("lock-held"), "{release:?}"),
                    }
                    let query = env.vault(&QUESTION).json().unwrap();
                    match query["state"].as_str().unwrap() {
                        "vault_busy" | "snapshot_changed" => {
                            _ = busy.fetch_add(1, Ordering::Relaxed)
                        }
                        "candidates_found" | "no_candidates" => {
                            let version = query["vault"]["version"].as_str().unwrap().to_owned();
                            let print = query["retrieval_fingerprint"].as_str().unwrap().to_owned();
                            answers.lock().unwrap().entry(version).or_default().insert(print);
                        }
                        state => panic!("{state}: {query}"),
                    }
                }
            });
        }
    });

    let (released, busy) = (released.into_inner(), busy.into_inner());
    assert_eq!(number(&env.read("VERSION")), version + released);
    assert_eq!(log_lines(&env), lines + released);
    assert_eq!(env.vault(&["doctor"]).code, 0);
    assert!(busy * 5 <= ROUNDS, "{busy} of {ROUNDS} queries were not answered");

    // The same releases, one after the other by one process, have the same fingerprints.
    let alone = TestEnv::released(101);
    let answers = answers.into_inner().unwrap();
    let seen = answers.len();
    for _ in 0..=released {
        let query = alone.vault(&QUESTION).json().unwrap();
        let version = query["vault"]["version"].as_str().unwrap();
        let print = query["retrieval_fingerprint"].as_str().unwrap();
        if let Some(prints) = answers.get(version) {
            assert_eq!(prints.iter().collect::<Vec<_>>(), [print], "{version}");
        }
        assert_eq!(alone.vault(&["release"]).code, 0);
    }
    println!(
        "{ROUNDS} rounds of {PROCESSES}: {released} releases, {} queries answered from {seen} of \
         them, {busy} busy",
        ROUNDS - busy
    );
}

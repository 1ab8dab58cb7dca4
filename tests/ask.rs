//! The gate before an answer, from below the command line: what happens between the lock and the
//! end of reading.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail")]
#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "tests touch the host")]

mod support;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use support::TestEnv;
use vault::ask::{Answer, Request, State, Surroundings, ask};
use vault::external::Settings;
use vault::model::Vault;
use vault::retrieve::{Options, Question, Ranking, answer};
use vault::storage::{Action, Io, Observer, Operation};
use vault::vault::{Root, read};

/// Does something right before one of the counted calls, or makes it fail.
struct Hook<F> {
    calls: Arc<AtomicU64>,
    act: F,
}

impl<F: FnMut(u64, &Operation<'_>) -> io::Result<()> + Send> Observer for Hook<F> {
    fn before(&mut self, number: u64, operation: &Operation<'_>) -> io::Result<()> {
        self.calls.store(number + 1, Ordering::SeqCst);
        (self.act)(number, operation)
    }
}

/// Asks the vault, observed; gives the answer and the number of calls.
fn asked(
    root: &Path,
    act: impl FnMut(u64, &Operation<'_>) -> io::Result<()> + Send + 'static,
) -> (Answer, u64) {
    let calls = Arc::new(AtomicU64::new(0));
    let io = Io::observed(Hook { calls: calls.clone(), act });
    let web = Settings {
        offline: true,
        cache_home: None,
        vault_name: "tresor".to_owned(),
        ca_file: None,
        io: Io::new(),
    };
    let request = Request {
        question: "OKF".to_owned(),
        world: None,
        limit: "8".to_owned(),
        ranking: Ranking::V1,
        external: false,
        sources: Vec::new(),
    };
    let surroundings = Surroundings { io: &io, web, today: || "2026-01-01".to_owned() };
    let answer = ask(&Root::named(root).unwrap(), &request, surroundings);
    (answer, calls.load(Ordering::SeqCst))
}

/// Changes the manifest without making it another one in any other respect.
fn touch_manifest(root: &Path) {
    let path = root.join("MANIFEST.sha256");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(path, format!("{text}\n")).unwrap();
}

/// The last calls are the last look; what changed until then is seen.
#[test]
fn the_manifest_is_compared_at_the_end() {
    let env = TestEnv::bundled();
    let (clean, calls) = asked(&env.root(), |_, _| Ok(()));
    assert_eq!(clean.state, State::CandidatesFound);
    let root: PathBuf = env.root();
    let (late, _) = asked(&env.root(), move |number, _| {
        if number + 1 == calls {
            touch_manifest(&root);
        }
        Ok(())
    });
    assert_eq!(late.state, State::SnapshotChanged);
    assert!(late.json.contains("snapshot-changed: "), "{}", late.json);
    // Changed before anything is read, it is simply another manifest.
    let root = env.root();
    let (early, _) = asked(&env.root(), move |number, _| {
        if number == 0 {
            touch_manifest(&root);
        }
        Ok(())
    });
    assert_eq!(early.state, State::CandidatesFound);
}

/// On file systems without advisory locks a query is answered all the same, and what changes
/// meanwhile is noticed by comparing alone.
#[test]
fn where_locks_are_missing_the_comparison_stands_alone() {
    let env = TestEnv::bundled();
    let no_locks = |operation: &Operation<'_>| match operation.action {
        Action::Lock => Err(io::Error::from_raw_os_error(37)),
        _ => Ok(()),
    };
    let (clean, calls) = asked(&env.root(), move |_, operation| no_locks(operation));
    assert_eq!(clean.state, State::CandidatesFound);
    let root = env.root();
    let (late, _) = asked(&env.root(), move |number, operation| {
        if number + 1 == calls {
            touch_manifest(&root);
        }
        no_locks(operation)
    });
    assert_eq!(late.state, State::SnapshotChanged);
}

/// What is left by a writer between the first look and the lock is seen by the second look.
#[test]
fn a_reader_looks_again_once_it_has_the_lock() {
    let env = TestEnv::bundled();
    let root = env.root();
    let (answer, _) = asked(&env.root(), move |_, operation| {
        if operation.action == Action::Lock && operation.path.is_empty() {
            fs::write(root.join(".vault-release.lock"), "pid=1\n").unwrap();
        }
        Ok(())
    });
    assert_eq!(answer.state, State::VaultBusy);
}

/// However many concepts are one step away, 32 are taken.
#[test]
fn expansion_ends_at_32_concepts() {
    let env = TestEnv::bundled();
    let text = env.read("schema/begriffswelten.json");
    let mut registry: serde_json::Value = serde_json::from_str(&text).unwrap();
    let concepts = registry["concepts"].as_array_mut().unwrap();
    for number in 0..40 {
        let mut narrower = concepts[1].clone();
        narrower["id"] = format!("B-{:04}", 9000 + number).into();
        narrower["preferred"] = format!("Unterbegriff {number}").into();
        narrower["aliases"] = serde_json::json!([]);
        narrower["broader"] = serde_json::json!(["B-0001"]);
        concepts.push(narrower);
    }
    env.write("schema/begriffswelten.json", &registry.to_string());
    let snapshot = read(&Root::named(&env.root()).unwrap().folder).unwrap();
    let (vault, _) = Vault::parse(&snapshot);
    let question = Question::new("Open Knowledge Format").unwrap();
    let options = Options { ranking: Ranking::V1, world: None, limit: 8 };
    let manifest = vault::digest::Digest::of(b"x");
    let answer = answer(&vault, &question, options, manifest).unwrap();
    assert_eq!(answer.concepts.expanded.len(), 32);
    let ids = answer.concepts.expanded.iter().map(|expanded| expanded.concept.id.as_str());
    assert!(ids.is_sorted(), "the first by ID are taken");
}

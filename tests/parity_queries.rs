//! The recorded answers of the original engine, asked again.
//!
//! Values that depend on the engine (its manifest digest and the fingerprints over it) and
//! the wording of messages are left out of the comparison; all else must be equal. What is
//! left out is checked by itself: both fingerprints are computed here a second time, by other
//! code than the engine's.
//!
//! Local sources are bound to copies of the folders they were recorded with, and the network is
//! switched off, as it was then.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![allow(clippy::disallowed_methods, clippy::disallowed_types)]

mod support;

use std::fs;

use regex::Regex;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use support::json::{canonical, compact, differences};
use support::{
    BOUND, Run, TestEnv, assert_none, complaints, index_rows, recorded_document, recording,
};
use unicode_normalization::UnicodeNormalization;

const SEEDS: [u32; 4] = [101, 102, 103, 104];

/// Recorded cases per seed, and how many of them ask with `--extern`.
const CASES: [(usize, usize); 4] = [(103, 15), (103, 16), (103, 16), (103, 14)];

#[test]
fn answers_as_recorded() {
    for (seed, expected) in SEEDS.into_iter().zip(CASES) {
        let env = TestEnv::bound(seed);
        let cases = recording(&format!("parity/queries/queries-{seed}.jsonl"));
        let external = cases.iter().filter(|case| arguments(case).contains(&"--extern")).count();
        assert_eq!((cases.len(), external), expected, "recorded cases of vault {seed}");
        assert_none(&complaints(&cases, |case| {
            let run = env.vault(&[&["query"], arguments(case).as_slice()].concat());
            let found = judge(&env, case, &run);
            found.into_iter().map(|what| format!("{seed} {:?}: {what}", arguments(case))).collect()
        }));
    }
}

#[test]
fn derived_files_as_recorded() {
    for seed in SEEDS {
        let recorded = recorded_document(&format!("parity/queries/vault-{seed}.json"));
        let env = TestEnv::released(seed);
        let graph = fs::read(env.root().join("graph/graph.json")).expect("a release has a graph");
        assert_eq!(hex_digest(&graph), recorded["graph_sha256"], "graph.json of vault {seed}");
        let rows = index_rows(&env.read("INDEX.md")).join("\n");
        assert_eq!(
            hex_digest(rows.as_bytes()),
            recorded["index_rows_sha256"],
            "INDEX.md of vault {seed}:\n{rows}"
        );
        let version = recorded["version"].as_str().expect("a version");
        assert_eq!(env.read("VERSION").trim_end(), version, "VERSION of vault {seed}");
    }
}

#[test]
fn figures_as_recorded() {
    for seed in SEEDS {
        let recorded = recorded_document(&format!("parity/queries/vault-{seed}.json"));
        let run = TestEnv::released(seed).vault(&["stats"]);
        assert_eq!(run.code, 0, "stats of vault {seed}: {run:?}");
        assert_none(&missing_figures(seed, &recorded["figures"], &run.stdout));
    }
}

fn arguments(case: &Value) -> Vec<&str> {
    let args = case["args"].as_array().expect("args are a list");
    args.iter().map(|arg| arg.as_str().expect("an argument is text")).collect()
}

/// Where one answer is not what was recorded, or not what the contract asks of any answer.
fn judge(env: &TestEnv, case: &Value, run: &Run) -> Vec<String> {
    let answer = match run.json() {
        Ok(answer) => answer,
        Err(problem) => return vec![problem],
    };
    let mut found = differences(&comparable(&answer), &case["json"]);
    if case["rc"] != run.code {
        found.push(format!("exit {}, recorded {}", run.code, case["rc"]));
    }
    if run.stdout != canonical(&answer) {
        found.push("the bytes are not the canonical form".into());
    }
    let world = after("--world", &arguments(case));
    if !fingerprint_follows(&answer, world) {
        found.push("the fingerprint does not follow from its inputs".into());
    }
    if answer["external"]["external_fingerprint"] != external_fingerprint(env, &answer) {
        found.push("the external fingerprint does not follow from its inputs".into());
    }
    found
}

fn after<'a>(flag: &str, args: &[&'a str]) -> Option<&'a str> {
    args.iter().position(|arg| *arg == flag).map(|at| args[at + 1])
}

/// An answer without what depends on the engine: digests out, messages counted.
fn comparable(answer: &Value) -> Value {
    let mut answer = answer.clone();
    for digest in
        ["/vault/manifest_sha256", "/retrieval_fingerprint", "/external/external_fingerprint"]
    {
        replace(&mut answer, digest, |_| Value::Null);
    }
    for messages in ["/warnings", "/errors", "/external/notes"] {
        replace(&mut answer, messages, |list| json!(list.as_array().map(Vec::len)));
    }
    for reason in ["/external/reason", "/fallback/external_reason"] {
        replace(&mut answer, reason, |reason| json!(!reason.is_null()));
    }
    answer
}

/// Replaces a value that is there; one that is missing shows up in the comparison.
fn replace(document: &mut Value, pointer: &str, with: impl Fn(&Value) -> Value) {
    if let Some(value) = document.pointer_mut(pointer) {
        *value = with(value);
    }
}

fn fingerprint_follows(answer: &Value, world: Option<&str>) -> bool {
    let Some(fingerprint) = answer["retrieval_fingerprint"].as_str() else {
        return answer["retrieval_fingerprint"].is_null();
    };
    let evidence = answer["evidence"].as_array().expect("evidence is a list");
    let inputs = json!({
        "algorithm": "hybrid-local/v1",
        "manifest": answer["vault"]["manifest_sha256"],
        "query": normal_form(answer["query"].as_str().expect("the question is text")),
        "world": world,
        "evidence": evidence.iter().map(|e| json!([e["claim_id"], e["score"]])).collect::<Vec<_>>(),
    });
    hex_digest(compact(&inputs).as_bytes()) == fingerprint
}

/// What the fingerprint of the external part has to be: none where nothing was searched.
fn external_fingerprint(env: &TestEnv, answer: &Value) -> Value {
    let external = &answer["external"];
    let searched = ["external_candidates_found", "no_external_candidates"];
    if !searched.iter().any(|state| external["state"] == *state) {
        return Value::Null;
    }
    let list = |name: &str| external[name].as_array().expect("a list");
    let hit = |hit: &Value| {
        json!([hit["source_id"], hit["document"], hit["sentence_index"], hit["score"]])
    };
    let bound = list("sources").iter().filter(|source| source["bound"] == true);
    // Sources are listed by ID, so this is in order.
    let roots = bound.map(|source| json!([source["id"], source_root(env, source)]));
    let inputs = json!({
        "algorithm": "extern-zweistufig/v1",
        "hits": list("hits").iter().map(hit).collect::<Vec<_>>(),
        "query": normal_form(answer["query"].as_str().expect("the question is text")),
        "roots": roots.collect::<Vec<_>>(),
    });
    json!(hex_digest(compact(&inputs).as_bytes()))
}

/// What stands for the state of a bound source: the digest of a vault's manifest, or what the
/// catalogue of a tree was made from.
fn source_root(env: &TestEnv, source: &Value) -> Value {
    let id = source["id"].as_str().expect("an ID");
    if source["kind"] == "skillsafe-vault" {
        let (_, folder) = BOUND.into_iter().find(|(bound, _)| *bound == id).expect("it is bound");
        let manifest = fs::read(env.beside(folder).join("MANIFEST.sha256")).expect("a manifest");
        return json!(hex_digest(&manifest));
    }
    let catalog = env.read(&format!("sources/derived/{id}__orchestrator.json"));
    let catalog: Value = serde_json::from_str(&catalog).expect("a catalogue is JSON");
    catalog["generated_from_sha256"].clone()
}

/// The normal form of a question, straight from its definition.
fn normal_form(text: &str) -> String {
    let composed: String = text.nfkc().collect();
    let folded = caseless::default_case_fold_str(&composed)
        .replace('ä', "ae")
        .replace('ö', "oe")
        .replace('ü', "ue")
        .replace('ß', "ss");
    let between_words = Regex::new(r"[^\p{L}\p{N}]+").expect("a pattern");
    between_words.replace_all(&folded, " ").trim().to_owned()
}

fn hex_digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Recorded figures that `stats` does not print. Its wording is its own, and so is whether it
/// mentions what there is none of.
fn missing_figures(seed: u32, figures: &Value, stdout: &str) -> Vec<String> {
    let mut printed: Vec<u64> = numbers(stdout);
    let mut missing = Vec::new();
    for (name, figure) in figures.as_object().expect("figures by name") {
        match figure {
            Value::Object(by_key) => {
                let unsaid = by_key.iter().filter(|(key, count)| !says(stdout, key, count));
                missing.extend(unsaid.map(|(key, count)| format!("{name}: {key} {count}")));
            }
            count => {
                let count = count.as_u64().expect("a figure is a number");
                match printed.iter().position(|number| *number == count) {
                    Some(at) => drop(printed.swap_remove(at)),
                    None if count == 0 => {}
                    None => missing.push(format!("{name}: {count}")),
                }
            }
        }
    }
    missing.into_iter().map(|what| format!("stats of {seed} lack {what} in:\n{stdout}")).collect()
}

/// Whether some line names `key` and, apart from it, the number `count`.
fn says(stdout: &str, key: &str, count: &Value) -> bool {
    let count = count.as_u64().expect("a figure is a number");
    stdout
        .lines()
        .any(|line| line.contains(key) && numbers(&line.replace(key, " ")).contains(&count))
}

fn numbers(text: &str) -> Vec<u64> {
    let number = Regex::new(r"\d+").expect("a pattern");
    number.find_iter(text).filter_map(|found| found.as_str().parse().ok()).collect()
}

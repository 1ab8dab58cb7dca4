//! Everything the program prints or writes that carries the name of a format fits its schema.

use std::collections::BTreeSet;
use std::fs;
use std::sync::Mutex;

use serde_json::Value;

use crate::recorded::{SEEDS, format_of, refusal_violations, template_violations};
use crate::schema::violations;
use crate::support::external::{Bound, DOCUMENT, QUESTION};
use crate::support::interrupted::interrupted_query;
use crate::support::mutation::Mutation;
use crate::support::{Run, TestEnv, assert_none, complaints, recording};

/// What an answer's schema refuses in one, with the arguments that led to it.
fn judge(args: &[&str], run: &Run) -> Vec<String> {
    let answer = run.json().unwrap_or_else(|problem| panic!("{args:?}: {problem}"));
    let found = violations("query", &answer).into_iter();
    found.map(|what| format!("{args:?} ({}): {what}", answer["state"])).collect()
}

#[test]
fn answers_to_the_recorded_questions_fit() {
    for seed in SEEDS {
        let env = TestEnv::bound(seed);
        let cases = recording(&format!("parity/queries/queries-{seed}.jsonl"));
        assert_none(&complaints(&cases, |case| {
            let args = case["args"].as_array().expect("arguments").iter();
            let args: Vec<&str> = args.map(|arg| arg.as_str().expect("a text")).collect();
            judge(&args, &env.vault(&[["query"].as_slice(), &args].concat()))
        }));
    }
}

/// Answers of every state, and of every state of the external search.
#[derive(Default)]
struct Answers {
    states: BTreeSet<String>,
    external: BTreeSet<String>,
    wrong: Vec<String>,
}

impl Answers {
    fn ask(&mut self, env: &TestEnv, args: &[&str]) {
        self.take(args, &env.vault(&[["query"].as_slice(), args].concat()));
    }

    fn take(&mut self, args: &[&str], run: &Run) {
        self.wrong.extend(judge(args, run));
        let answer = run.json().expect("judged above");
        let text = |value: &Value| value.as_str().expect("a state").to_owned();
        self.states.insert(text(&answer["state"]));
        self.external.insert(text(&answer["external"]["state"]));
    }

    /// With and without a look elsewhere.
    fn ask_both(&mut self, env: &TestEnv, args: &[&str]) {
        self.ask(env, args);
        self.ask(env, &[["--extern"].as_slice(), args].concat());
    }
}

#[test]
fn answers_of_every_state_fit() {
    let mut answers = Answers::default();
    answered(&mut answers);
    elsewhere(&mut answers);
    broken(&mut answers);
    answers.take(&["interrupted"], &interrupted_query(&TestEnv::released(101)));
    assert_none(&answers.wrong);
    let states = [
        "ambiguous",
        "candidates_found",
        "invalid_query",
        "invalid_vault",
        "no_candidates",
        "snapshot_changed",
        "vault_busy",
    ];
    assert_eq!(Vec::from_iter(answers.states), states);
    let external = [
        "external_candidates_found",
        "invalid_external_source",
        "invalid_query",
        "no_external_candidates",
        "not_declared",
        "not_requested",
    ];
    assert_eq!(Vec::from_iter(answers.external), external);
}

/// Questions to a valid vault, good and bad.
fn answered(answers: &mut Answers) {
    let bound = Bound::new();
    let long = "a".repeat(1001);
    for question in
        [QUESTION, "Frist", "C-0001 S-0001 B-0001", "Zitronenfalter", "!?", "a\nb", " ", &long]
    {
        answers.ask_both(&bound.env, &[question]);
    }
    for limit in ["0", "1", "20", "21", "-1"] {
        answers.ask_both(&bound.env, &["--limit", limit, "Frist"]);
    }
    for world in ["BW-0001", "BW-9999", "x"] {
        answers.ask_both(&bound.env, &["--world", world, QUESTION]);
    }
    answers.ask_both(&TestEnv::released(103), &["Frist"]);
    // A label in two worlds.
    answers.ask_both(&TestEnv::bound(301), &["threshold gateway"]);
}

/// Sources that are unbound, broken, unlisted, or speak to a model.
fn elsewhere(answers: &mut Answers) {
    let bound = Bound::new();
    answers.ask(&bound.env, &["--extern", "--source", "X-0009", QUESTION]);
    answers.ask(&bound.env, &["--extern", "--source", "X-0002", QUESTION]);
    answers.ask(&Bound::to_nothing().env, &["--extern", QUESTION]);
    let instruction = format!("{QUESTION}, system prompt.\n");
    fs::write(bound.tree().join(DOCUMENT), instruction).expect("a document");
    answers.ask(&bound.env, &["--extern", QUESTION]);
    fs::remove_file(bound.tree().join(DOCUMENT)).expect("a document");
    answers.ask(&bound.env, &["--extern", QUESTION]);
    fs::write(bound.foreign().join("MANIFEST.sha256"), "x").expect("a manifest");
    answers.ask(&bound.env, &["--extern", QUESTION]);
    bound.env.write(".vault-extern.json", "{");
    answers.ask(&bound.env, &["--extern", QUESTION]);
}

/// Vaults that give no answer, each for a reason of its own.
fn broken(answers: &mut Answers) {
    let damages: [(&str, &str, bool); 6] = [
        ("ROUTER.md", "# Router\n", false),
        ("ROUTER.md", "# Router\n", true),
        ("INDEX.md", "# Index\n", true),
        ("VERSION", "1.2\n", true),
        ("MANIFEST.sha256", "x\n", false),
        (".vault-release.lock", "pid=1\n", false),
    ];
    for (path, text, listed) in damages {
        let env = TestEnv::released(101);
        env.write(path, text);
        if listed {
            assert_eq!(env.vault(&["checksum"]).code, 0, "{path}");
        }
        answers.ask_both(&env, &["Frist"]);
    }
    let env = TestEnv::released(101);
    fs::remove_file(env.root().join("MANIFEST.sha256")).expect("a manifest");
    answers.ask_both(&env, &["Frist"]);
}

#[test]
fn templates_fit() {
    let bound = Bound::new();
    let mut seen = BTreeSet::new();
    for args in [
        ["media-template", "S-9001"].as_slice(),
        &["media-template", "S-9002"],
        &["media-template", "S-0001"],
        &["anchor-template", "X-0001", DOCUMENT],
        &["anchor-template", "X-0003", "knowledge/nachbar/seite-1.md"],
        &["anchor-template", "X-0001", "fehlt.md"],
        &["anchor-template", "X-0002", "a.md"],
        &["anchor-template", "X-0099", "a.md"],
        &["orchestrator-template", "X-0001"],
        &["orchestrator-template", "X-0002"],
        &["orchestrator-template", "X-0003"],
    ] {
        let run = bound.env.vault(args);
        let document = run.json().unwrap_or_else(|problem| panic!("{args:?}: {problem}"));
        let format = format_of(&document);
        let found = match document.get("state") {
            None => template_violations(&format, &document),
            Some(_) => refusal_violations(&format, &document),
        };
        assert_eq!(found, [] as [&str; 0], "{args:?}");
        seen.insert((format, run.code));
    }
    assert_eq!(seen.len(), 6, "of each format a template and a refusal: {seen:?}");
}

#[test]
fn bindings_fit() {
    let bound = Bound::new();
    let fits = || {
        let text = bound.env.read(".vault-extern.json");
        let file: Value = serde_json::from_str(&text).expect("the file is JSON");
        assert_eq!(violations("bindung", &file), [] as [&str; 0], "{text}");
        assert_eq!(format_of(&file), "bindung");
    };
    fits();
    for id in ["X-0001", "X-0003"] {
        assert_eq!(bound.env.vault(&["extern", "unbind", id]).code, 0);
        fits();
    }
}

/// Reports of sound vaults, and of all recorded damages to one.
#[test]
fn reports_fit() {
    let bundled = TestEnv::bundled();
    for command in ["validate", "doctor"] {
        let run = bundled.vault(&[command, "--format", "json"]);
        assert_eq!(violations("report", &run.json().expect("a report")), [] as [&str; 0]);
    }
    let codes = Mutex::new(BTreeSet::new());
    assert_none(&complaints(&Mutation::all(), |mutation| {
        let run = mutation.apply().vault(&["doctor", "--format", "json"]);
        let report = run.json().unwrap_or_else(|problem| panic!("{}: {problem}", mutation.code));
        for found in report["diagnostics"].as_array().expect("a list") {
            codes.lock().expect("no other look failed").insert(found["code"].to_string());
        }
        let found = violations("report", &report).into_iter();
        found.map(|what| format!("{}: {what}", mutation.code)).collect()
    }));
    let codes = codes.into_inner().expect("no look failed");
    assert!(codes.len() > 80, "{} codes", codes.len());
}

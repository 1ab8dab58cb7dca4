//! Recorded output of the commands beside `query`: graph, index, route, search, templates.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![allow(clippy::disallowed_methods, clippy::disallowed_types)]

mod support;

use std::collections::{BTreeMap, BTreeSet};

use regex::Regex;
use serde_json::Value;
use support::json::{canonical, differences};
use support::{TestEnv, assert_none, complaints, index_rows, recorded_document};

const SEEDS: [u32; 2] = [101, 103];

/// Parts of a recording that this file replays.
const REPLAYED: [&str; 7] = [
    "anchor_template",
    "graph",
    "index",
    "media_template",
    "orchestrator_template",
    "route",
    "search",
];

/// Parts that `tests/export.rs` replays.
const EXPORTS: [&str; 3] = ["export", "export_with_sources_page", "export_with_sources_paths"];

#[test]
fn every_recorded_part_is_replayed() {
    for seed in SEEDS {
        let recorded = recorded(seed);
        let parts = recorded.as_object().expect("parts by name").keys().map(String::as_str);
        let known: BTreeSet<_> = REPLAYED.into_iter().chain(EXPORTS).collect();
        let unknown: Vec<_> =
            parts.filter(|part| *part != "seed" && !known.contains(part)).collect();
        assert!(unknown.is_empty(), "vault {seed}: {unknown:?} is not replayed");
    }
    // 101 has all there is; 103 has neither media nor external sources.
    for part in REPLAYED.into_iter().chain(EXPORTS) {
        assert!(recorded(101).get(part).is_some(), "{part} was not recorded");
    }
}

#[test]
fn graph_as_recorded() {
    for seed in SEEDS {
        let graph = TestEnv::released(seed).read("graph/graph.json");
        let graph: Value = serde_json::from_str(&graph).expect("graph.json is JSON");
        assert_none(&differences(&graph, &recorded(seed)["graph"]));
    }
}

#[test]
fn index_rows_as_recorded() {
    for seed in SEEDS {
        let index = TestEnv::released(seed).read("INDEX.md");
        let recorded = recorded(seed);
        assert_eq!(index_rows(&index), texts(&recorded["index"]), "INDEX.md of vault {seed}");
    }
}

#[test]
fn route_as_recorded() {
    for seed in SEEDS {
        let env = TestEnv::released(seed);
        let cases = cases(seed, "route");
        assert_none(&complaints(&cases, |case| {
            let question = case["question"].as_str().expect("a question");
            let run = env.vault(&["route", question]);
            let mut found = Vec::new();
            if case["rc"] != run.code {
                found.push(format!("exit {}, recorded {}", run.code, case["rc"]));
            }
            if !named_in_order(&run.stdout, &texts(&case["pages"])) {
                found.push("pages are missing or in another order".to_owned());
            }
            let said_mixed = run.stdout.to_lowercase().contains("gemischt");
            if case["mixed"] != said_mixed {
                found.push(format!("mixed: {said_mixed}, recorded {}", case["mixed"]));
            }
            let context = |what| format!("{seed} route {question:?}: {what}\n{}", run.stdout);
            found.into_iter().map(context).collect()
        }));
    }
}

#[test]
fn search_as_recorded() {
    let hit = Regex::new(r"^((?:knowledge|sources|ROUTER)\S*:\d+):").expect("a pattern");
    for seed in SEEDS {
        let env = TestEnv::released(seed);
        for case in cases(seed, "search") {
            let terms = texts(&case["terms"]);
            let run = env.vault(&[&["search"], terms.as_slice()].concat());
            let hits: Vec<&str> = run
                .stdout
                .lines()
                .filter_map(|line| hit.captures(line))
                .map(|found| found.get(1).expect("the group takes part").as_str())
                .collect();
            assert_eq!(hits, texts(&case["hits"]), "{seed} search {terms:?}: {run:?}");
            assert_eq!(case["rc"], run.code, "{seed} search {terms:?}: {run:?}");
        }
    }
}

#[test]
fn media_templates_as_recorded() {
    let env = TestEnv::released(101);
    let recorded = recorded(101);
    let templates = recorded["media_template"].as_object().expect("templates by source");
    assert_eq!(templates.len(), 4, "recorded templates");
    for (source, wanted) in templates {
        let run = env.vault(&["media-template", source]);
        let template = run.json().unwrap_or_else(|problem| panic!("{source}: {problem}"));
        assert_none(&differences(&without_errors(&template), &without_errors(wanted)));
        let refused = wanted.get("errors").is_some();
        let errors = template["errors"].as_array().map_or(0, Vec::len);
        assert_eq!(errors > 0, refused, "errors of {source}: {template}");
        assert_eq!(run.code, i32::from(refused), "exit code for {source}: {template}");
        if !refused {
            assert_eq!(template["verified"], false, "nobody has reviewed {source} yet");
        }
    }
}

#[test]
fn external_templates_as_recorded() {
    let env = TestEnv::bound(101);
    let recorded = recorded(101);
    let mut states = BTreeMap::<&str, usize>::new();
    for (command, part) in
        [("anchor-template", "anchor_template"), ("orchestrator-template", "orchestrator_template")]
    {
        for (arguments, wanted) in recorded[part].as_object().expect("templates by arguments") {
            let arguments: Vec<&str> = arguments.split(' ').collect();
            let run = env.vault(&[&[command], arguments.as_slice()].concat());
            let template = run.json().unwrap_or_else(|problem| panic!("{arguments:?}: {problem}"));
            assert_none(&differences(&with_counted_errors(&template), wanted));
            let state = wanted.get("state").map(|state| state.as_str().expect("a state"));
            let refused = i32::from(state.is_some());
            assert_eq!(run.code, refused, "exit code of {command} {arguments:?}: {run:?}");
            assert_eq!(run.stdout, canonical(&template), "bytes of {command} {arguments:?}");
            *states.entry(state.unwrap_or("")).or_default() += 1;
        }
    }
    let expected = [("", 4), ("invalid_source", 3), ("not_bound", 1), ("unreachable", 2)];
    assert_eq!(states, BTreeMap::from(expected), "recorded templates by state");
}

fn recorded(seed: u32) -> Value {
    recorded_document(&format!("parity/outputs/outputs-{seed}.json"))
}

fn cases(seed: u32, part: &str) -> Vec<Value> {
    let cases = recorded(seed)[part].as_array().expect("cases are a list").clone();
    assert!(!cases.is_empty(), "{part} of vault {seed} was recorded");
    cases
}

fn texts(list: &Value) -> Vec<&str> {
    let list = list.as_array().expect("a list");
    list.iter().map(|item| item.as_str().expect("a text")).collect()
}

/// Whether `stdout` names all of `pages`, each after the one before it.
fn named_in_order(stdout: &str, pages: &[&str]) -> bool {
    let mut rest = stdout;
    pages.iter().all(|page| match rest.split_once(page) {
        Some((_, after)) => {
            rest = after;
            true
        }
        None => false,
    })
}

/// A template whose errors are counted, as they were recorded.
fn with_counted_errors(template: &Value) -> Value {
    let mut template = template.clone();
    if let Some(errors) = template.get_mut("errors") {
        *errors = errors.as_array().map(Vec::len).into();
    }
    template
}

fn without_errors(template: &Value) -> Value {
    let mut template = template.clone();
    template.as_object_mut().expect("a template is an object").remove("errors");
    template
}

//! The independent verifier, written in another language from the specification alone, agrees.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::folder::fixtures;

/// What the verifier says about an archive.
fn run(archive: &Path, arguments: &[&str]) -> Output {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/archive/verify.py");
    let mut python = Command::new("python3");
    python.arg(script).arg(archive).args(arguments).output().expect("python3 runs")
}

#[test]
fn the_independent_verifier_gives_every_state() {
    let output = run(&fixtures().join("sample"), &["--states"]);
    assert!(output.status.success(), "{output:?}");
    let read = |text: &str| {
        let documents = text.lines().map(|line| serde_json::from_str(line).unwrap());
        documents.collect::<Vec<serde_json::Value>>()
    };
    let expected = fs::read_to_string(fixtures().join("states.jsonl")).unwrap();
    assert_eq!(read(str::from_utf8(&output.stdout).unwrap()), read(&expected));
}

#[test]
fn the_independent_verifier_names_everything_broken() {
    let text = fs::read_to_string(fixtures().join("broken/expected.json")).unwrap();
    let expected: BTreeMap<String, serde_json::Value> = serde_json::from_str(&text).unwrap();
    for (name, case) in expected {
        let output = run(&fixtures().join("broken").join(&name), &[]);
        let seq = case["seq"].as_u64().map_or("-".to_owned(), |seq| seq.to_string());
        let first = format!("{} {seq}", case["kind"].as_str().unwrap());
        let said = String::from_utf8(output.stdout).unwrap();
        assert_eq!(said.lines().next(), Some(first.as_str()), "{name}: {said}");
        let is_damage = !matches!(case["kind"].as_str(), Some("torn" | "unfinished"));
        assert_eq!(output.status.success(), !is_damage, "{name}");
    }
}

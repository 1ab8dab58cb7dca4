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

/// Archives of today's program, with everything in them that forgetting leaves behind.
#[test]
fn the_independent_verifier_finds_nothing_in_archives_of_this_program() {
    for archive in crate::forgetting::after_forgetting() {
        let root = tempfile::tempdir().unwrap();
        let segment = format!("journal/{}", vault::archive::layout::segment_name(1));
        let files = archive.files.iter().map(|(path, text)| (path.as_str(), text.as_str()));
        for (path, text) in files.chain([(segment.as_str(), archive.journal().as_str())]) {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let output = run(root.path(), &[]);
        assert!(output.status.success(), "{output:?}");
        assert!(output.stdout.is_empty(), "{output:?}");
    }
}

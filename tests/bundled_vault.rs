//! The vault in this repository: released, green, and true to its sources.

#![allow(clippy::expect_used, reason = "a test may fail")]
#![allow(clippy::disallowed_types, reason = "it starts the binary")]

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use vault::check;
use vault::files::Folder;
use vault::model::claim::ClaimKind;
use vault::text::sentences::segment;
use vault::vault::{Content, Snapshot, read};

fn snapshot() -> Snapshot {
    let root = Folder::open_root(Path::new(env!("CARGO_MANIFEST_DIR"))).expect("it opens");
    read(&root).expect("it can be read")
}

/// Runs the binary as installed here, without naming the vault.
fn vault(args: &[&str]) -> (Option<i32>, String) {
    let run = Command::new(env!("CARGO_BIN_EXE_vault")).args(args).current_dir("/").output();
    let run = run.expect("the binary runs");
    (run.status.code(), String::from_utf8(run.stdout).expect("UTF-8"))
}

#[test]
fn doctor_is_green_without_naming_the_vault() {
    let (code, report) = vault(&["doctor"]);
    assert_eq!(code, Some(0), "{report}");
    assert!(report.contains("🟢 doctor: 0 Fehler, 0 Warnungen"), "{report}");
}

#[test]
fn the_first_claim_answers_all_three_ways_of_asking() {
    for question in ["OKF", "offenes Wissensformat", "C-0001"] {
        let (code, answer) = vault(&["query", question]);
        let answer: serde_json::Value = serde_json::from_str(&answer).expect("JSON");
        assert_eq!(code, Some(0));
        assert_eq!(answer["evidence"][0]["claim_id"], "C-0001", "{question}");
    }
}

#[test]
fn verbatim_claims_are_sentences_of_their_sources() {
    let snapshot = snapshot();
    let validated = check::validate(&snapshot);
    let mut checked = 0;
    for claim in validated.vault.pages.iter().flat_map(|page| &page.claims) {
        if claim.kind != ClaimKind::Verbatim {
            continue;
        }
        let source = validated.vault.source(claim.source).expect("registered");
        let original = &snapshot.file(source.file).expect("there").content;
        let Content::Head(head) = original else { panic!("{} is an original", source.file) };
        let text = std::str::from_utf8(head).expect("UTF-8");
        let sentences: BTreeSet<_> = segment(text).into_iter().map(|found| found.text).collect();
        assert!(sentences.contains(claim.text), "{}: {}", claim.id, claim.text);
        checked += 1;
    }
    assert!(checked >= 20, "only {checked} verbatim claims");
}

#[test]
fn it_shows_what_a_vault_can_hold() {
    let snapshot = snapshot();
    let vault = check::validate(&snapshot).vault;
    let domains: BTreeSet<_> = vault.pages.iter().map(|page| page.text("domain")).collect();
    let superseding = vault.pages.iter().flat_map(|page| page.relations());
    assert!(vault.pages.len() >= 4 && domains.len() >= 2);
    assert!(vault.claim_count() >= 20 && vault.sources.len() >= 3);
    assert!(vault.pages.iter().any(|page| page.status() == "veraltet"));
    assert!(superseding.into_iter().any(|(name, _)| name == "ersetzt"));
    assert!(!vault.concepts.concepts.is_empty());
}

//! Quoted sentences that moved, changed or cannot be looked up any more, and vaults meant for
//! fewer readers: `doctor` says so, in yellow, and nothing is blocked by it.

#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![allow(clippy::disallowed_methods, clippy::disallowed_types)]

mod support;

use std::fs;

use support::external::{Bound, DOCUMENT};

const SENTENCE: &str = "Der Prüfsatz Nummer 2 benennt die Schwelle eindeutig.";

fn edit(bound: &Bound, edit: impl FnOnce(String) -> String) {
    let path = bound.tree().join(DOCUMENT);
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains(SENTENCE));
    fs::write(&path, edit(text)).unwrap();
}

/// Checks what `doctor` says of the one anchor concerned, and that a release is possible.
#[track_caller]
fn assert_warned(bound: &Bound, beginning: &str) {
    let warnings = bound.anchors();
    let [warning] = &warnings[..] else { panic!("{warnings:?}") };
    assert!(warning.starts_with(beginning), "{warning}");
    assert_eq!(bound.env.vault(&["validate"]).findings().errors, 0);
    let run = bound.env.vault(&["release"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert_eq!(bound.anchors(), warnings);
}

#[test]
fn sentences_that_are_where_they_were() {
    let bound = Bound::new();
    assert_eq!(bound.anchors(), [""; 0]);
    // What else is in the document does not matter, nor does a copy of the sentence behind it.
    edit(&bound, |text| format!("{text}\nEin neuer Satz am Ende.\n\n{SENTENCE}\n"));
    assert_eq!(bound.anchors(), [""; 0]);
    // Nor how it is broken into lines.
    edit(&bound, |text| text.replacen(SENTENCE, &SENTENCE.replacen(' ', "\n", 3), 1));
    assert_eq!(bound.anchors(), [""; 0]);
    // Nor a copy before it, as long as its own place stays the same.
    edit(&bound, |text| text.replacen("# Dokument 2", &format!("# {SENTENCE}"), 1));
    assert_eq!(bound.anchors(), [""; 0]);
}

#[test]
fn a_sentence_that_moved() {
    let bound = Bound::new();
    edit(&bound, |text| text.replacen(SENTENCE, &format!("Eins. Zwei?\n\n{SENTENCE}"), 1));
    assert_warned(&bound, "anchor-moved: A-0002: ");
    let [warning] = &bound.anchors()[..] else { panic!() };
    assert!(warning.contains("an Stelle 4;"), "{warning}");
}

#[test]
fn a_sentence_that_changed() {
    for changed in ["Der Prüfsatz Nummer 2 benennt die Schwelle.", ""] {
        let bound = Bound::new();
        edit(&bound, |text| text.replacen(SENTENCE, changed, 1));
        assert_warned(&bound, "anchor-drift: A-0002: ");
    }
}

#[test]
fn a_sentence_in_another_document_only() {
    let bound = Bound::new();
    let other = bound.tree().join("teil-1/dokument-4.md");
    fs::write(&other, fs::read_to_string(&other).unwrap() + "\n" + SENTENCE + "\n").unwrap();
    edit(&bound, |text| text.replacen(SENTENCE, "", 1));
    assert_warned(&bound, "anchor-drift: A-0002: ");
}

#[test]
fn a_document_that_cannot_be_read() {
    let bound = Bound::new();
    fs::remove_file(bound.tree().join(DOCUMENT)).unwrap();
    assert_warned(&bound, "anchor-unreachable: A-0002: ");
}

#[test]
fn each_anchor_that_cannot_be_looked_up_is_warned_of() {
    let bound = Bound::new();
    fs::remove_dir_all(bound.tree()).unwrap();
    let warnings = bound.anchors();
    assert_eq!(warnings.len(), 3);
    for (warning, anchor) in warnings.iter().zip(["A-0001", "A-0002", "A-0003"]) {
        assert!(warning.starts_with(&format!("anchor-unreachable: {anchor}: ")), "{warning}");
        assert!(warning.contains("nicht vorhanden"), "{warning}");
    }
    assert_eq!(bound.env.vault(&["release"]).code, 0);
}

#[test]
fn anchors_of_an_unbound_source_are_not_looked_up() {
    let bound = Bound::new();
    edit(&bound, |text| text.replacen(SENTENCE, "", 1));
    assert_eq!(bound.anchors().len(), 1);
    assert_eq!(bound.env.vault(&["extern", "unbind", "X-0001"]).code, 0);
    assert_eq!(bound.anchors(), [""; 0]);
}

/// `doctor`'s warnings about scopes, for a vault that states one scope and lists another.
fn scope_warnings(own: &str, listed: &str) -> Vec<String> {
    let bound = Bound::to_nothing();
    let env = &bound.env;
    let skill = env.read("SKILL.md");
    let (before, after) = skill.split_once("description: ").unwrap();
    let (description, rest) = after.split_once('\n').unwrap();
    env.write("SKILL.md", &format!("{before}description: \"{description} {own}\"\n{rest}"));
    let table = env.read("sources/EXTERN.md");
    assert!(table.contains("| fachbereich 2026 |"));
    env.write("sources/EXTERN.md", &table.replace("fachbereich", listed));
    assert_eq!(env.vault(&["release"]).code, 0, "{own} {listed}");
    let run = env.vault(&["doctor", "--format", "json"]);
    assert_eq!(run.code, 0, "{own} {listed}: {run:?}");
    let report = run.json().unwrap();
    let found = report["diagnostics"].as_array().unwrap().iter();
    let warnings = found.filter(|found| found["code"] == "scope-narrower").map(|found| {
        assert_eq!(found["severity"], "warning");
        assert_eq!(found["path"], "sources/EXTERN.md");
        found["message"].as_str().unwrap().to_owned()
    });
    warnings.collect()
}

#[test]
fn a_vault_that_cites_one_meant_for_fewer() {
    // Widest to narrowest, as stated and as listed.
    let stated = ["Organisation", "Fachbereich", "Projekt", "Persönlich"];
    let listed = ["organisation", "fachbereich", "projekt", "persoenlich"];
    for (rank, own) in stated.iter().enumerate() {
        for (other_rank, other) in listed.iter().enumerate() {
            let warnings = scope_warnings(&format!("Scope: {own}"), other);
            assert_eq!(warnings.len(), usize::from(other_rank > rank), "{own} cites {other}");
            let named = |warning: &String| warning.contains("X-0003") && warning.contains(other);
            assert!(warnings.iter().all(named), "{warnings:?}");
        }
    }
    for without in ["", "Scope:", "Scope: Verein"] {
        assert_eq!(scope_warnings(without, "persoenlich"), [""; 0]);
    }
}

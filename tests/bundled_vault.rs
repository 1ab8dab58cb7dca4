//! The vault in this repository: released, green, and true to its sources.

#![allow(clippy::expect_used, reason = "a test may fail")]
#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "tests touch the host")]

mod support;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use support::TestEnv;
use vault::check;
use vault::files::Folder;
use vault::model::Vault;
use vault::model::claim::{Claim, ClaimKind};
use vault::model::page::Page;
use vault::text::sentences::segment;
use vault::vault::{Snapshot, read};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn snapshot() -> Snapshot {
    let root = Folder::open_root(root()).expect("it opens");
    read(&root).expect("it can be read")
}

/// The document of the reference tree that an external claim cites.
fn cited_document(vault: &Vault, claim: &Claim) -> PathBuf {
    let anchors = vault.anchors(claim.source).expect("anchors");
    let anchor = anchors.anchor(claim.locator).expect("the locator is an anchor");
    root().join("fixtures/beispiel-extern").join(&*anchor.document)
}

/// Runs the binary as it lies in a checkout, wherever this one builds it, without naming the
/// vault.
fn vault(args: &[&str]) -> (Option<i32>, String) {
    static CHECKOUT: LazyLock<TestEnv> = LazyLock::new(|| {
        let checkout = TestEnv::bundled();
        checkout.write("Cargo.toml", "");
        fs::create_dir_all(checkout.root().join("target/debug")).expect("a folder");
        support::copy_binary(&checkout.root().join("target/debug/vault"));
        checkout
    });
    let binary = CHECKOUT.root().join("target/debug/vault");
    let run = Command::new(binary).args(args).current_dir("/").output();
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
        let text = match validated.vault.source(claim.source) {
            Some(source) => fs::read_to_string(root().join(source.file)),
            None => fs::read_to_string(cited_document(&validated.vault, claim)),
        };
        let text = text.expect("a text");
        let sentences: BTreeSet<_> = segment(&text).into_iter().map(|found| found.text).collect();
        assert!(sentences.contains(claim.text), "{}: {}", claim.id, claim.text);
        checked += 1;
    }
    assert!(checked >= 20, "only {checked} verbatim claims");
}

/// The process named as their reviewer is the test above, which looks at verbatim claims alone.
#[test]
fn pages_this_test_reviews_hold_only_what_it_can_judge() {
    let snapshot = snapshot();
    let vault = check::validate(&snapshot).vault;
    let is_own = |page: &&Page| page.reviewed_by() == Some("prozess:wortlautpruefung");
    let reviewed: Vec<_> = vault.pages.iter().filter(is_own).collect();
    assert!(!reviewed.is_empty());
    for claim in reviewed.into_iter().flat_map(|page| &page.claims) {
        assert_eq!(claim.kind, ClaimKind::Verbatim, "{}", claim.id);
    }
}

#[test]
fn it_shows_what_a_vault_can_hold() {
    let snapshot = snapshot();
    let vault = check::validate(&snapshot).vault;
    let domains: BTreeSet<_> = vault.pages.iter().map(|page| page.text("domain")).collect();
    assert!(domains.len() >= 2 && vault.pages.len() >= 8);
    assert!(vault.claim_count() >= 40 && vault.sources.len() >= 5);
    assert!(vault.pages.iter().any(|page| page.status() == "veraltet"));
    let relations = vault.pages.iter().flat_map(|page| page.relations());
    let relations: BTreeSet<_> = relations.map(|(name, _)| name).collect();
    assert!(relations.contains("ersetzt") && relations.contains("widerspricht"));
    assert!(vault.concepts.worlds.len() >= 2);
    let claims: Vec<_> = vault.pages.iter().flat_map(|page| &page.claims).collect();
    let kinds = [ClaimKind::Verbatim, ClaimKind::Observation, ClaimKind::Interpretation];
    assert!(kinds.iter().all(|kind| claims.iter().any(|claim| claim.kind == *kind)));
    assert!(claims.iter().any(|claim| vault.source(claim.source).is_none()), "none is anchored");
    let tiers = vault.pages.iter().map(|page| page.trust_tier().as_str());
    assert!(tiers.collect::<BTreeSet<_>>().len() >= 2, "one trust tier");
}

#[test]
fn a_word_of_two_worlds_waits_for_one_of_them() {
    let (code, answer) = vault(&["query", "Was ist ein Verweis?"]);
    let answer: serde_json::Value = serde_json::from_str(&answer).expect("JSON");
    assert_eq!((code, &answer["state"]), (Some(2), &"ambiguous".into()));
    for world in ["BW-0001", "BW-0002"] {
        assert!(answer["errors"][0].as_str().expect("a text").contains(world), "{answer}");
        let (code, _) = vault(&["query", "--world", world, "Was ist ein Verweis?"]);
        assert_eq!(code, Some(0));
    }
}

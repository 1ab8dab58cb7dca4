//! Every command line that the contract, the README and the explanations show does what they say.

#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail")]
#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "tests touch the host")]

mod document;
mod sandbox;
#[path = "../support/mod.rs"]
mod support;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use document::Step;
use sandbox::{Sandbox, filled};
use support::{assert_none, complaints};

/// Where the vault lies in a sandbox.
const VAULT: &str = "srv/tresor";
/// Where somebody works who has nothing to do with it.
const ELSEWHERE: &str = "arbeit";

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn markdown_in(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(repository().join(folder)).expect("the folder is there");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|kind| kind == "md"));
    paths.sort();
    paths
}

/// What an agent reads: the contract and its workflows.
fn contract() -> Vec<PathBuf> {
    let mut documents = markdown_in("references");
    documents.push(repository().join("SKILL.md"));
    documents.push(repository().join("schema/profil.md"));
    documents
}

fn name(path: &Path) -> String {
    path.file_name().expect("a name").to_string_lossy().into_owned()
}

/// A sandbox whose local external source is bound.
fn bound() -> Sandbox {
    let sandbox = Sandbox::new();
    let run = sandbox.run(VAULT, "vault extern bind X-0001 /srv/handbuch");
    assert_eq!(run.code, Some(0), "{run:?}");
    sandbox
}

#[test]
fn the_contract_can_be_followed_literally() {
    let found = complaints(&contract(), |path| {
        let sandbox = Sandbox::new();
        let mut found = Vec::new();
        for step in document::steps(&read(path)) {
            match step {
                Step::Write { path, text } => sandbox.write(&path, &text),
                Step::Run { line, .. } => {
                    let run = sandbox.run(VAULT, &line);
                    if run.code != Some(0) {
                        found.push(format!("{}: {line}: {run:?}", name(path)));
                    }
                }
            }
        }
        let doctor = sandbox.run(VAULT, "vault doctor");
        if doctor.code != Some(0) {
            found.push(format!("{}: {doctor:?}", name(path)));
        }
        found
    });
    assert_none(&found);
}

#[test]
fn the_example_of_a_new_source_ends_in_its_answer() {
    let sandbox = Sandbox::new();
    let mut last = String::new();
    for step in document::steps(&read(&repository().join("references/befuellen.md"))) {
        match step {
            Step::Write { path, text } => sandbox.write(&path, &text),
            Step::Run { line, .. } => last = sandbox.run(VAULT, &line).said,
        }
    }
    let answer: serde_json::Value = serde_json::from_str(&last).expect("the answer is JSON");
    assert_eq!(answer["state"], "candidates_found");
    let claims: Vec<_> =
        answer["evidence"].as_array().unwrap().iter().map(|found| &found["claim_id"]).collect();
    assert!(claims.contains(&&serde_json::json!("C-0061")), "{claims:?}");
}

#[test]
fn commands_the_contract_mentions_work() {
    let found = complaints(&contract(), |path| {
        let mut found = Vec::new();
        for command in document::mentioned(&read(path)) {
            let run = bound().run(VAULT, &format!("vault {}", filled(&command)));
            if run.code != Some(0) {
                found.push(format!("{}: {command}: {run:?}", name(path)));
            }
        }
        found
    });
    assert_none(&found);
}

#[test]
fn every_form_in_the_tables_of_commands_works() {
    let tables = [("SKILL.md", "| Befehl |"), ("README.md", "| command |")];
    let mut commands = BTreeSet::new();
    for (path, header) in tables {
        let forms = document::tabled(&read(&repository().join(path)), header);
        assert!(forms.len() > 20, "{path}: {forms:?}");
        commands.extend(forms.iter().flat_map(|form| document::variants(form)));
    }
    let commands: Vec<_> = commands.iter().map(|command| filled(command)).collect();
    let found = complaints(&commands, |command| {
        let run = bound().run(ELSEWHERE, &format!("vault {command}"));
        if run.code == Some(0) { Vec::new() } else { vec![format!("{command}: {run:?}")] }
    });
    assert_none(&found);
}

#[test]
fn the_readme_can_be_followed_literally() {
    let sandbox = Sandbox::new();
    let checkout = sandbox.path("checkout");
    support::Tree::read(&support::TestEnv::bundled().root()).write(&checkout);
    let fixtures = "fixtures/beispiel-extern";
    support::Tree::read(&repository().join(fixtures)).write(&checkout.join(fixtures));
    fs::copy(repository().join("Cargo.toml"), checkout.join("Cargo.toml")).unwrap();
    fs::create_dir_all(checkout.join("target/release")).unwrap();
    support::copy_binary(&checkout.join("target/release/vault"));
    // Building is what has been done before a test can run.
    let is_built = |line: &str| line.starts_with("cargo build") || line.starts_with("cargo test");
    let mut lines = 0;
    for step in document::steps(&read(&repository().join("README.md"))) {
        let Step::Run { line, .. } = step else { continue };
        if !is_built(&line) {
            let typed = line.replace("cargo run --release --", "target/release/vault");
            let run = sandbox.run("checkout", &typed);
            assert_eq!(run.code, Some(0), "{line}: {run:?}");
            lines += 1;
        }
    }
    assert!(lines >= 10, "only {lines} lines");
}

/// Explanations whose examples need a situation, a network, or a file of another platform that
/// a sandbox does not have. `tests/codes` brings each of them about.
const SITUATIONAL: [&str; 12] = [
    "external-not-declared",
    "external-offline",
    "lock-left-over",
    "package-differs",
    "package-engine",
    "package-engine-kind",
    "package-engine-stranger",
    "package-noexec",
    "recovery-required",
    "release-unfinished",
    "root-missing",
    "template-budget",
];

#[test]
fn explanations_show_what_provokes_their_code_and_what_does_not() {
    let mut pages = markdown_in("src/findings/explain");
    pages.retain(|page| !SITUATIONAL.contains(&code(page).as_str()));
    let found = complaints(&pages, |page| {
        let (code, text) = (code(page), read(page));
        let says_code = |run: &sandbox::Run| run.said.contains(&format!("{code}: "));
        let (wrong, right) = (typed(&text, "Falsch"), typed(&text, "Richtig"));
        let mut found = Vec::new();
        if !wrong.is_empty() && !wrong.iter().any(|(_, run)| says_code(run)) {
            found.push(format!("{code} is not provoked by {wrong:?}"));
        }
        for (line, run) in right {
            // What is right may still leave work to do, such as a release.
            if line != DOCTOR && run.code != Some(0) || says_code(&run) {
                found.push(format!("{code}: {line}: {run:?}"));
            }
        }
        found
    });
    assert_none(&found);
}

const DOCTOR: &str = "vault doctor";

/// Types the lines under a heading of an explanation in a fresh sandbox, and looks at the vault
/// afterwards. Lines that name a part of the vault are typed in it.
fn typed(text: &str, under: &str) -> Vec<(String, sandbox::Run)> {
    let steps = document::steps(text).into_iter();
    let mut lines: Vec<_> = steps
        .filter_map(|step| match step {
            Step::Run { heading, line } if heading == under => Some(line),
            _ => None,
        })
        .collect();
    if !lines.is_empty() {
        lines.push(DOCTOR.to_owned());
    }
    let parts = ["knowledge", "sources/", "notes/", "--root ."];
    let place = |line: &str| match parts.iter().any(|part| line.contains(part)) {
        true => VAULT,
        false => ELSEWHERE,
    };
    let sandbox = Sandbox::new();
    let run = |line: String| {
        let run = sandbox.run(place(&line), &line);
        (line, run)
    };
    lines.into_iter().map(run).collect()
}

/// The code a page explains.
fn code(page: &Path) -> String {
    page.file_stem().expect("a name").to_string_lossy().into_owned()
}

#[test]
fn commands_that_messages_and_explanations_mention_exist() {
    let mut commands = BTreeSet::new();
    let messages = repository().join("src/findings/table.rs");
    for path in markdown_in("src/findings/explain").iter().chain([&messages]) {
        commands.extend(document::mentioned(&read(path)));
    }
    let commands: Vec<_> = commands.into_iter().collect();
    assert!(commands.len() > 30, "{commands:?}");
    let found = complaints(&commands, |command| {
        let command = filled(command);
        let run = bound().run(ELSEWHERE, &format!("vault {command}"));
        // A bare name is no whole line; one that is misspelt has no help.
        let is_name = !command.contains(char::is_uppercase) && run.code == Some(2);
        let help = || bound().run(ELSEWHERE, &format!("vault {command} --help")).code;
        let good = matches!(run.code, Some(0 | 1)) || is_name && help() == Some(0);
        if good { Vec::new() } else { vec![format!("{command}: {run:?}")] }
    });
    assert_none(&found);
}

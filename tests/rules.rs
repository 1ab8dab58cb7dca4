//! Rules at their edges, on a snapshot of the bundled vault, without a process each.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail")]
#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "tests touch the host")]

mod support;

use support::TestEnv;
use vault::check::validate;
use vault::diagnostic::Diagnostic;
use vault::files::Folder;
use vault::vault::read;

fn findings(env: &TestEnv) -> Vec<Diagnostic> {
    let snapshot = read(&Folder::open_root(&env.root()).unwrap()).unwrap();
    validate(&snapshot).diagnostics
}

fn has(env: &TestEnv, code: &str) -> bool {
    findings(env).iter().any(|found| found.rule.code == code)
}

/// Replaces the value of a field of a page.
fn set(env: &TestEnv, path: &str, field: &str, value: &str) {
    let text = env.read(path);
    let lines = text.lines().map(|line| match line.strip_prefix(&format!("{field}: ")) {
        Some(_) => format!("{field}: {value}\n"),
        None => format!("{line}\n"),
    });
    env.write(path, &lines.collect::<String>());
}

/// A page with a review, wherever it lies.
fn reviewed(env: &TestEnv) -> String {
    let snapshot = read(&Folder::open_root(&env.root()).unwrap()).unwrap();
    let is_reviewed = |text: &str| text.contains("\ngeprueft_am: ");
    let page = snapshot
        .files
        .iter()
        .find(|file| file.path.starts_with("knowledge/") && file.text().is_some_and(is_reviewed));
    page.unwrap().path.clone()
}

#[test]
fn a_review_on_the_day_of_the_content_holds() {
    let env = TestEnv::bundled();
    let page = reviewed(&env);
    for (day, outdated) in [("2026-05-02", false), ("2026-05-01", true), ("2026-05-03", false)] {
        set(&env, &page, "stand", "2026-05-02");
        set(&env, &page, "geprueft_am", day);
        assert_eq!(has(&env, "review-outdated"), outdated, "{day}");
    }
}

/// The register of a source that is not where it must be is not even read: what is wrong with it
/// is no more to be mended than the source.
#[test]
fn the_media_of_an_inadmissible_source_are_not_parsed() {
    let env = TestEnv::bundled();
    let row = |text: &str| text.lines().find(|line| line.contains(".png |")).unwrap().to_owned();
    let register = env.read("sources/REGISTER.md");
    let old = row(&register);
    let id = old.split('|').nth(1).unwrap().trim().to_owned();
    env.write(&format!("sources/derived/{id}__media.json"), "{ kaputt");
    assert!(has(&env, "registry-json"));
    let new = old.replace("sources/raw/", "notes/");
    env.write("sources/REGISTER.md", &register.replace(&old, &new));
    assert!(has(&env, "register-path") && !has(&env, "registry-json"));
}

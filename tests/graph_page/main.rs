//! `graph --html`: what the page holds, where it may lie, and how it behaves in a browser.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail")]
#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "tests touch the host")]

mod browser;
mod content;
#[path = "../../benches/support/generate.rs"]
mod generate;
mod reading;
#[path = "../support/mod.rs"]
mod support;
mod target;

use std::fs;
use std::path::PathBuf;

use serde_json::Value;
use support::{Run, TestEnv};

/// A page of the bundled vault, which another replaces.
const SUPERSEDED: &str = "knowledge/wissenstresor/freigabe-ursprung.md";
/// The one that replaces it.
const SUCCESSOR: &str = "knowledge/wissenstresor/freigabe.md";

/// Runs the command with a file beside the vault.
fn draw(env: &TestEnv, name: &str) -> Run {
    let file = env.beside(name);
    env.vault(&["graph", "--html", file.to_str().expect("UTF-8")])
}

/// Draws the vault and says where the page lies.
fn drawn(env: &TestEnv) -> PathBuf {
    let run = draw(env, "seite.html");
    assert_eq!(run.code, 0, "{run:?}");
    env.beside("seite.html")
}

/// The text of the page of a vault.
fn page(env: &TestEnv) -> String {
    fs::read_to_string(drawn(env)).expect("the page is text")
}

/// Takes a page apart: what stands around the data, and the data.
fn parts(page: &str) -> (String, Value) {
    let start = "<script type=\"application/json\" id=\"data\">";
    let (before, rest) = page.split_once(start).expect("a data block");
    let (data, after) = rest.split_once("</script>").expect("its end");
    (format!("{before}{start}</script>{after}"), serde_json::from_str(data).expect("JSON"))
}

/// Puts lines into the frontmatter of a page.
fn amend(env: &TestEnv, path: &str, lines: &str) {
    env.write(path, &env.read(path).replacen("---\n", &format!("---\n{lines}"), 1));
}

/// Gives a page another title.
fn retitle(env: &TestEnv, path: &str, title: &str) {
    let text = env.read(path);
    let old = text.lines().find(|line| line.starts_with("title: ")).expect("a title");
    env.write(path, &text.replacen(old, &format!("title: {title}"), 1));
}

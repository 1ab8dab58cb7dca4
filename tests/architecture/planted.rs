//! The checks find what breaks a promise, however it is written.

use crate::sources::Sources;
use crate::{
    Part, crossings, differences, german_texts, globs, host_uses, imports, impure_imports,
    impure_uses, panics, part_of, sockets, writes,
};

/// What the planted snippets refer to.
const AROUND: [(&str, &str); 6] = [
    ("src/text/mod.rs", ""),
    ("src/vault/mod.rs", "mod reader; mod snapshot; pub use reader::read; pub use snapshot::File;"),
    ("src/vault/reader.rs", "pub fn read() {}"),
    ("src/vault/snapshot.rs", "pub struct File;"),
    ("src/files/mod.rs", "pub mod write; pub struct Folder;"),
    ("src/files/write.rs", "pub fn unlink() {}"),
];

/// The snippet as a file of the pure room `model`.
fn model(snippet: &str) -> Sources {
    room("model", snippet)
}

fn room(name: &str, snippet: &str) -> Sources {
    let planted = [
        (format!("src/{name}/mod.rs"), "mod page;".to_owned()),
        (format!("src/{name}/page.rs"), snippet.to_owned()),
    ];
    let around = AROUND.map(|(path, text)| (path.to_owned(), text.to_owned()));
    Sources::parse(planted.into_iter().chain(around))
}

/// Asserts that the check complains about the snippet's last line and no other.
#[track_caller]
fn assert_found(snippet: &str, check: fn(&Sources) -> Vec<String>) {
    let found = check(&model(snippet));
    let place = format!("src/model/page.rs:{}:", snippet.lines().count());
    assert!(!found.is_empty(), "not found: {snippet}");
    assert!(found.iter().all(|complaint| complaint.starts_with(&place)), "{found:?}");
}

#[track_caller]
fn assert_fine(snippet: &str, check: fn(&Sources) -> Vec<String>) {
    assert_eq!(check(&model(snippet)), [""; 0], "{snippet}");
}

#[test]
fn imports_of_impure_rooms() {
    for snippet in [
        "use crate::files::Folder;",
        "use crate::{text, files::{self as f}};",
        "pub use super::super::files::Folder as Data;",
        "\nfn f() { crate::files::open(); }",
        "fn f(_: &[Option<crate::files::Folder>]) {}",
        "fn f(x: X) { if let crate::files::Kind::File = x {} }",
        "fn f() { super::super::files::open() }",
        "fn f() {\n use crate::files; }",
        "use super::super as root; fn f() { root::files::open() }",
        "mod inner {\n use super::super::super::files; }",
        "fn f() { println!(\"{}\", crate::files::open(1)); }",
        "fn f() { assert!(a.b(vec![c, super::super::files::X])); }",
        "macro_rules! m {\n () => { $crate::files::open() } }",
        "crate::files::make! {}",
        "#[derive(crate::files::Read)] struct A;",
        "impl<T: crate::files::Read> A for T {}",
        "fn f() { crate::vault::read() }",
        "use crate::vault;",
        "use crate::vault::read as data;",
        "use crate::vault::reader;",
    ] {
        assert_found(snippet, impure_imports);
    }
    assert_fine("use crate::vault::File; fn f(files: X) { files.crate_files() }", impure_imports);
    assert_fine("#[cfg(test)] mod tests { use crate::files::Folder; }", impure_imports);
}

#[test]
fn uses_of_the_host() {
    for snippet in [
        "use std::fs;",
        "use std::{fmt, time::{self as fmt2}};",
        "fn f() { std::env::var(\"HOME\"); }",
        "fn f() { ::std::process::exit(1) }",
        "fn f(_: &core::net::IpAddr) {}",
        "fn f() { format!(\"{}\", std::env::var(\"HOME\")); }",
        "fn f() -> jiff::Timestamp {}",
        "fn f(p: P) -> bool { p.exists() }",
        "fn f(p: P) { assert!(p.is_dir()) }",
        "fn f() {\n println!() }",
        "fn f() { g(|| vec![dbg!(1)]) }",
        "use rayon::prelude::*;",
        "use std::thread::available_parallelism;",
    ] {
        assert_found(snippet, impure_uses);
    }
    assert_fine("use std::fmt; fn f(fs: X) { fs.read(u64::MAX, str::len, T::x) }", impure_uses);
    assert_eq!(impure_uses(&room("parallel", "use rayon::prelude::*;")), [""; 0]);
}

#[test]
fn edges_that_are_in_no_table_and_those_only_there() {
    let sources = model("use std::env as e;\nfn f() { crate::files::open(e::var(\"A\")); }");
    let listed = [("vault", ["vault::reader", "vault::snapshot"].as_slice())];
    let expected = ["src/model/page.rs:2: model → files is not in the table"];
    assert_eq!(differences(&listed, &imports(&sources)), expected);
    let expected = [
        "src/model/page.rs:2: model → std::env::var is not in the table",
        "model → jiff is in the table, but no more in src",
    ];
    assert_eq!(differences(&[("model", &["jiff"])], &host_uses(&sources)), expected);
}

#[test]
fn sockets_in_any_room() {
    for snippet in [
        "use std::net::TcpStream;",
        "use std as s; type A =\n s::net::TcpStream;",
        "fn f() { ureq::get(1) }",
        "fn f() { dbg!(std::os::unix::net::UnixStream::connect(1)) }",
    ] {
        assert_found(snippet, sockets);
    }
    assert_fine("fn f(net: N) { net.connect() }", sockets);
}

#[test]
fn writes_in_any_room() {
    for snippet in [
        "use crate::files::write;",
        "use crate::files::write::unlink;",
        "fn f() { crate::files::write::unlink() }",
        "use crate::files::{self as f};\nfn g() { assert!(f::write::unlink()) }",
        "use crate::files as f;\nuse f::write;",
    ] {
        assert_found(snippet, writes);
    }
    assert_fine("fn f(io: Io) { io.unlink() }", writes);
    for (name, found) in [("storage", 0), ("commit", 1), ("external", 1), ("archive", 1)] {
        assert_eq!(writes(&room(name, "use crate::files::write;")).len(), found, "{name}");
    }
}

/// Arrows that would tie the wings together, on a made-up tree with both of them.
#[test]
fn arrows_between_wings_and_from_the_ground() {
    for (from, snippet) in [
        ("model", "use crate::archive::Journal;"),
        ("archive", "use crate::model::Page;"),
        ("archive", "fn f() { crate::findings::Finding::X }"),
        ("commit", "fn f() -> crate::archive::Journal {}"),
        ("storage", "use crate::findings::Finding;"),
        ("diagnostic", "fn f() { crate::model::page() }"),
        ("text", "use crate::archive;"),
        ("json", "use super::super::cli;"),
        ("doctor", "use crate::cli::Context;"),
    ] {
        let found = crossings(&wings(from, snippet));
        assert_eq!(found.len(), 1, "{from}: {snippet}: {found:?}");
        assert!(found[0].starts_with(&format!("src/{from}/planted.rs:1: {from}")), "{found:?}");
    }
    for (from, snippet) in [
        ("model", "use crate::text; use crate::findings::Finding;"),
        ("archive", "use crate::storage::Io; use crate::diagnostic::Rule;"),
        ("cli", "use crate::archive::Journal; use crate::model::Page;"),
        ("model", "#[cfg(test)] mod tests { use crate::archive::Journal; }"),
    ] {
        assert_eq!(crossings(&wings(from, snippet)), [""; 0], "{from}: {snippet}");
    }
    let unknown = wings("novel", "use crate::text;");
    assert_eq!(imports(&unknown).len(), 1);
    assert!(part_of("novel").is_none() && part_of("vault::reader") == Some(Part::Vault));
}

/// A tree with ground and both wings, in which the snippet is a file of `room`.
fn wings(room: &str, snippet: &str) -> Sources {
    let mut files: Vec<(String, String)> = ["text", "json", "diagnostic", "storage", "findings"]
        .into_iter()
        .chain(["model", "commit", "doctor", "archive", "cli"])
        .filter(|name| *name != room)
        .map(|name| (format!("src/{name}/mod.rs"), String::new()))
        .collect();
    files.push((format!("src/{room}/mod.rs"), "mod planted;".to_owned()));
    files.push((format!("src/{room}/planted.rs"), snippet.to_owned()));
    Sources::parse(files)
}

#[test]
fn glob_imports() {
    assert_found("use std::*;", globs);
    assert_found("use crate::{text::{self, *}};", globs);
}

#[test]
fn german_texts_in_other_rooms() {
    assert_found("const A: &str = \"Die Größe fehlt\";", german_texts);
    assert_found("fn f() { format!(\"Seite {} ist leer\", 1) }", german_texts);
    assert_fine("/// Größe und Maß\nconst A: &str = \"Bindungsschlüssel\";", german_texts);
    assert_fine("m! {\n/// Größe und Maß\nconst }", german_texts);
    assert_fine("#[error(\"lock held by process {0}\")] struct A;", german_texts);
}

#[test]
fn panics_without_a_reason() {
    for snippet in [
        "fn f() { x.unwrap() }",
        "fn f() { assert!(x.y().expect(\"z\")) }",
        "fn f() { match x { _ => unreachable!() } }",
        "#[allow(clippy::unwrap_used)] fn f() { x.unwrap() }",
        "#[allow(clippy::panic, reason = \"x\")] fn f() { panic!() }\nfn g() { todo!() }",
    ] {
        assert_found(snippet, panics);
    }
    assert_fine("impl A { #[allow(clippy::panic, reason = \"x\")] fn f() { panic!() } }", panics);
    assert_fine("fn f() { x.unwrap_or(1) }", panics);
}

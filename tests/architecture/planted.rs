//! The checks find what breaks a promise, however it is written.

use crate::sources::Sources;
use crate::{
    differences, german_texts, globs, host_uses, imports, impure_imports, impure_uses, panics,
    sockets, writes,
};

/// What the planted snippets refer to.
const AROUND: [(&str, &str); 7] = [
    ("src/text/mod.rs", ""),
    ("src/vault/mod.rs", "mod reader; mod snapshot; pub use reader::read; pub use snapshot::File;"),
    ("src/vault/reader.rs", "pub fn read() {}"),
    ("src/vault/snapshot.rs", "pub struct File;"),
    ("src/files/mod.rs", "mod write; pub struct Folder;"),
    ("src/files/write.rs", "impl super::Folder {\n    pub fn unlink(&self) {}\n}"),
    ("src/files/private.rs", "impl super::Folder {\n    pub fn put_private(&self) {}\n}"),
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
        "fn f(folder: F) { folder.unlink() }",
        "fn f() { g(crate::files::Folder::unlink) }",
        "fn f(folder: F) { assert!(folder.unlink()) }",
        "fn f(folder: F) { folder.put_private() }",
    ] {
        assert_found(snippet, writes);
    }
    let (unlink, put) = ("fn f(f: F) { f.unlink() }", "fn f(f: F) { f.put_private() }");
    for (name, snippet, found) in
        [("commit", unlink, 0), ("commit", put, 1), ("external", unlink, 1), ("external", put, 0)]
    {
        assert_eq!(writes(&room(name, snippet)).len(), found, "{name}: {snippet}");
    }
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

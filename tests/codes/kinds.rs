//! Kinds of faults rather than single ones: every kind of entry at every kind of place, and every
//! form of text.

use std::fs;
use std::os::unix::net::UnixListener;

use serde_json::Value;

use crate::case::*;
use crate::support::{TestEnv, assert_none, complaints};

/// Places of every sort: tracked and not, zones, host state.
const PLACES: &[&str] = &[
    "x.md",
    "x.pyc",
    "notes/x.md",
    "notes/__pycache__/x.pyc",
    "__pycache__/x",
    "knowledge/ma-03/x.md",
    "knowledge/x.md",
    "knowledge/ma-03/tief/x.md",
    "sources/raw/S-0009__x.md",
    "sources/derived/X-0003__anchors.json",
    "sources/quarantine/x.md",
    "sources/quarantine/tief/x.md",
    "schema/x.json",
    "references/x.md",
    "scripts/vault.py",
    "bin/vault",
    "evals/x.md",
    "evals/tief/x.md",
    ".vault-extern.json",
    ".vault-release/old-0",
    ".vault-release.lock",
];

/// Files that are there: replaced by something else at their place.
const TAKEN: &[&str] = &[
    "log.md",
    "MANIFEST.sha256",
    "VERSION",
    "INDEX.md",
    "SKILL.md",
    "ROUTER.md",
    "graph/graph.json",
    "sources/REGISTER.md",
    "sources/quarantine/README.md",
    "schema/begriffswelten.json",
    PAGE,
];

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Link,
    LinkToFolder,
    Dangling,
    HardLink,
    Fifo,
    Socket,
    Device,
}

const KINDS: [Kind; 7] = [
    Kind::Link,
    Kind::LinkToFolder,
    Kind::Dangling,
    Kind::HardLink,
    Kind::Fifo,
    Kind::Socket,
    Kind::Device,
];

impl Kind {
    fn code(self) -> &'static str {
        match self {
            Self::Link | Self::LinkToFolder | Self::Dangling => "tree-symlink",
            Self::HardLink => "tree-hardlink",
            Self::Fifo | Self::Socket | Self::Device => "tree-special",
        }
    }

    /// Puts such an entry at a path; `false` where this needs rights we do not have.
    fn put(self, env: &TestEnv, path: &str) -> bool {
        let at = env.root().join(path);
        fs::create_dir_all(at.parent().unwrap()).unwrap();
        if fs::symlink_metadata(&at).is_ok() {
            fs::rename(&at, env.beside("replaced")).unwrap();
        }
        let outside = env.beside("outside");
        fs::write(&outside, "x").unwrap();
        match self {
            Self::Link => std::os::unix::fs::symlink(&outside, &at).unwrap(),
            Self::LinkToFolder => {
                std::os::unix::fs::symlink(env.root().join("knowledge"), &at).unwrap()
            }
            Self::Dangling => std::os::unix::fs::symlink("nirgends", &at).unwrap(),
            Self::HardLink => fs::hard_link(&outside, &at).unwrap(),
            Self::Fifo => fifo(path).apply(env),
            // Its name must be short, so it is made elsewhere.
            Self::Socket => {
                let name = env.beside("s");
                drop(UnixListener::bind(&name).unwrap());
                fs::rename(name, at).unwrap();
            }
            Self::Device => {
                let null = ["c", "1", "3"];
                let made = std::process::Command::new("mknod").arg(at).args(null).output();
                return made.is_ok_and(|made| made.status.success());
            }
        }
        true
    }
}

#[test]
fn links_and_special_files_are_found_wherever_they_lie() {
    let places = PLACES.iter().chain(TAKEN);
    let all: Vec<_> = places.flat_map(|place| KINDS.map(|kind| (*place, kind))).collect();
    assert_none(&complaints(&all, |(place, kind)| {
        let env = TestEnv::released(BASE);
        if !kind.put(&env, place) {
            return Vec::new();
        }
        let (run, found) = run(&env, VALIDATE);
        let wanted = (kind.code().to_owned(), ((*place).to_owned(), None));
        let right = run.code == 1 && found.contains(&wanted);
        let wrong = (!right).then(|| format!("{kind:?} {place}: exit {}, {found:?}", run.code));
        // A release never comes of it, and what lies outside stays as it is.
        let release = env.vault(&["release"]);
        let released = (release.code != 1).then(|| format!("{kind:?} {place}: {release:?}"));
        assert_eq!(fs::read_to_string(env.beside("outside")).unwrap(), "x");
        wrong.into_iter().chain(released).collect()
    }));
}

/// Nobody ever writes into it: whoever opened it without care would wait for ever.
#[test]
fn no_command_waits_at_a_fifo() {
    let commands: [&[&str]; 12] = [
        &["validate"],
        &["doctor"],
        &["query", "Frist"],
        &["search", "Frist"],
        &["route", "hypothek"],
        &["checksum"],
        &["checksum", "--verify"],
        &["index"],
        &["log", "note", "x"],
        &["media-template", "S-9001"],
        &["release"],
        &["recover"],
    ];
    for place in ["knowledge/ma-03/x.md", LOCK, "log.md", MANIFEST, BINDINGS, ".vault-release"] {
        for command in commands {
            let env = TestEnv::released(BASE);
            Kind::Fifo.put(&env, place);
            // The run itself fails if it hangs or panics.
            let run = env.vault(command);
            assert!(run.code <= 1, "{place} {command:?}: {run:?}");
        }
    }
}

/// What is allowed: names and modes that look odd and are right.
#[test]
fn what_may_lie_in_the_tree() {
    let allowed = [
        vec![write("LICENSE", "frei")],
        vec![write("notes/VERSION", "x")],
        vec![write("references/X.MD", "x")],
        vec![write("references/x.Tiff", "x")],
        vec![write("scripts/vault.py", "x")],
        vec![write("evals/x.sh", "x"), mode("evals/x.sh", 0o755)],
        vec![write("scripts/__pycache__/x.pyc", "x")],
        vec![write("__pycache__/x.py", "x"), mode("__pycache__/x.py", 0o755)],
        vec![write(".vault-extern.json", "{"), mode(".vault-extern.json", 0o755)],
        vec![mode("log.md", 0o755)],
        vec![mode("sources/raw/S-0001__quelle-1.md", 0o600)],
        vec![folder("notes/leer")],
        vec![delete("log.md"), delete("sources/derived/README.md")],
        vec![delete("sources/quarantine/README.md")],
        vec![write("Cargo.toml", ""), write("src/main.rs", ""), link("target", "/nirgends")],
    ];
    for ops in allowed {
        let (found, exit) = codes(&ops, VALIDATE);
        assert_eq!(exit, 0, "{ops:?}: {found:?}");
    }
    // Only in a checkout is a checkout's entry no part of the vault.
    assert_eq!(codes(&[write("src/main.rs", "")], VALIDATE).1, 1);
    // `Cargo.toml` must be a file for that.
    let beside = [folder("Cargo.toml"), write("src/main.rs", "")];
    assert_eq!(codes(&beside, VALIDATE).1, 1);
}

/// The report on a vault whose text files were converted and, where it can be released, its answer
/// to a question but for the digests.
fn reports(ops: &[Op], convert: fn(&str) -> String) -> Vec<Value> {
    let env = changed(ops);
    for path in text_files(&env) {
        env.write(&path, &convert(&env.read(&path)));
    }
    let mut reports = vec![env.vault(VALIDATE).json().unwrap()];
    if env.vault(&["release"]).code == 0 {
        let mut answer = env.vault(&["query", "Maximale Straße Frist"]).json().unwrap();
        answer["vault"]["manifest_sha256"] = Value::Null;
        answer["retrieval_fingerprint"] = Value::Null;
        reports.push(answer);
    }
    reports
}

/// Pages and line based registries.
fn text_files(env: &TestEnv) -> Vec<String> {
    let mut files: Vec<_> = [TYPES, REGISTER, EXTERN, ROUTER, "VERSION"].map(str::to_owned).into();
    for domain in fs::read_dir(env.root().join("knowledge")).unwrap() {
        for page in fs::read_dir(domain.unwrap().path()).unwrap() {
            let path = page.unwrap().path();
            files.push(path.strip_prefix(env.root()).unwrap().to_str().unwrap().to_owned());
        }
    }
    files
}

#[test]
fn line_ends_make_no_difference() {
    let sound: &[Op] = &[];
    let faulty = [
        replace(PAGE, "status: aktiv", "status: x\nkaputt\nstatus: aktiv"),
        replace(PAGE, CLAIM, "- **C-0058** [S-0001 | a | Zitat] "),
        replace(
            PAGE,
            "## Kontext",
            "[a](fehlt.md)\n[b](\nfehlt-2.md)\n[c]: fehlt-3.md\n## Kontext",
        ),
        replace(TYPES, "konzept:\n", "konzept:\n einfach: x\n"),
        replace(REGISTER, "| T2 |", "| T4 |"),
        append(ROUTER, "## ma-03\n"),
    ];
    for ops in [sound, &faulty] {
        let plain = reports(ops, str::to_owned);
        assert_eq!(plain.len(), if ops.is_empty() { 2 } else { 1 }, "{plain:?}");
        assert_eq!(reports(ops, |text| text.replace('\n', "\r\n")), plain, "CRLF");
        assert_eq!(reports(ops, |text| text.replace('\n', "\r")), plain, "CR");
    }
}

/// A byte order mark is a character like any other, so it is wrong where a line must start so.
#[test]
fn a_byte_order_mark_is_content() {
    let mark = |path: &str| {
        let env = changed(&[]);
        let marked = format!("\u{feff}{}", env.read(path));
        codes(&[write(path, marked)], VALIDATE)
    };
    for (path, code) in [
        (PAGE, "frontmatter-missing"),
        (CONCEPTS, "registry-json"),
        (MEDIA, "registry-json"),
        (ANCHORS, "registry-json"),
        (TYPES, "types-line"),
    ] {
        let (found, exit) = mark(path);
        assert!(exit == 1 && found.contains(code), "{path}: {found:?}");
    }
    // Before the heading of a table it is one more character of the heading.
    for path in [REGISTER, EXTERN, ROUTER] {
        assert_eq!(mark(path).1, 0, "{path}");
    }
    let (found, exit) = codes(&[write("VERSION", "\u{feff}1.0.0\n")], DOCTOR);
    assert!(exit == 1 && found.contains("release-version"), "{found:?}");
}

/// Whoever repeats a key is told who had it first, and an empty cell is no key.
#[test]
fn repeated_binding_keys_name_the_first_owner() {
    let row = |id: &str, key: &str| {
        append(EXTERN, &format!("| {id} | a | markdown-tree | - | 2026 | {key} | T1 | frei |\n"))
    };
    let rows =
        [row("X-0005", "neu"), row("X-0006", "neu"), row("X-0007", "neu"), row("X-0008", " ")];
    let report = changed(&[&rows[..], &[row("X-0009", " ")]].concat()).vault(VALIDATE);
    let report = report.json().unwrap();
    let found = report["diagnostics"].as_array().unwrap().iter();
    let repeated = found.filter(|found| found["code"] == "external-key-repeated");
    let owners: Vec<_> = repeated
        .map(|found| (found["arguments"]["id"].clone(), found["arguments"]["first"].clone()))
        .collect();
    let pair = |id: &str| (Value::from(id), Value::from("X-0005"));
    assert_eq!(owners, [pair("X-0006"), pair("X-0007")]);
}

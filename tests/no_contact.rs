//! Unless it is asked to look elsewhere, the binary opens nothing outside the vault and makes no
//! socket: every system call about a file or the network is traced and held against a list.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![allow(clippy::disallowed_methods, clippy::disallowed_types)]

mod support;

use std::fs;
use std::net::TcpListener;
use std::path::{Component, Path, PathBuf};
use std::process::Command;

use support::{TestEnv, Tree, assert_none, fixture};

/// Besides the vault: the loader and what the runtime asks of the kernel.
const ALLOWED: [&str; 10] = [
    "/dev/null",
    "/etc/ld.so.cache",
    "/etc/ld.so.preload",
    "/lib",
    "/lib64",
    "/proc/self",
    "/proc/sys/vm/overcommit_memory",
    "/sys/fs/cgroup",
    "/usr/lib",
    "/usr/lib64",
];

/// A traced system call.
#[derive(Debug)]
struct Call {
    line: String,
    name: String,
    /// Paths it names, made absolute, and the path of the descriptor it returned.
    paths: Vec<PathBuf>,
}

impl Call {
    /// `None` for lines that are no calls: signals, and the ends of calls begun elsewhere that
    /// return no descriptor.
    fn parse(line: &str) -> Option<Self> {
        // The process number comes first.
        let (_, said) = line.split_once(' ')?;
        let said = said.trim_start();
        if said.starts_with("+++") || said.starts_with("---") {
            return None;
        }
        let returned = said.rsplit_once(" = ").and_then(|(_, value)| annotation(value));
        let call =
            |name: &str, paths| Some(Self { line: line.to_owned(), name: name.to_owned(), paths });
        if let Some(resumed) = said.strip_prefix("<... ") {
            let name = resumed.split(' ').next()?;
            return call(name, returned.into_iter().collect());
        }
        let (name, arguments) = said.split_once('(').expect("a call has arguments");
        let mut paths = named(name, arguments);
        paths.extend(returned);
        call(name, paths)
    }

    fn is_socket(&self) -> bool {
        const NETWORK: [&str; 10] = [
            "accept", "bind", "connect", "getsock", "listen", "recv", "send", "setsock",
            "shutdown", "socket",
        ];
        NETWORK.iter().any(|name| self.name.starts_with(name))
    }
}

/// The paths a call names. A call that is not known here might name any; so it fails.
fn named(name: &str, arguments: &str) -> Vec<PathBuf> {
    let texts = quoted(arguments);
    let first = || texts.first().map(PathBuf::from).into_iter().collect();
    match name {
        // A path relative to the descriptor before it, which may be the current folder.
        "openat" | "openat2" | "newfstatat" | "statx" | "readlinkat" | "faccessat"
        | "faccessat2" | "unlinkat" | "mkdirat" | "fchmodat" | "utimensat" => {
            let below = texts.first().expect("a path");
            match below.starts_with('/') {
                true => vec![below.into()],
                false => vec![annotation(arguments).expect("a folder").join(below)],
            }
        }
        // A path of its own; a relative one would say so in the check.
        "open" | "stat" | "lstat" | "access" | "readlink" | "statfs" => first(),
        // The program itself, which the test names.
        "execve" => Vec::new(),
        // What they name comes from elsewhere, or is nothing.
        "fstat" | "fstatfs" | "getcwd" => Vec::new(),
        _ if Call { line: String::new(), name: name.into(), paths: Vec::new() }.is_socket() => {
            Vec::new()
        }
        other => panic!("{other} is no known system call: {arguments}"),
    }
}

/// The texts in quotation marks.
fn quoted(arguments: &str) -> Vec<String> {
    let mut texts = Vec::new();
    let mut rest = arguments;
    while let Some((_, after)) = rest.split_once('"') {
        let mut text = String::new();
        let mut chars = after.char_indices();
        let end = loop {
            match chars.next() {
                Some((_, '\\')) => text.extend(chars.next().map(|(_, escaped)| escaped)),
                Some((at, '"')) => break at,
                Some((_, plain)) => text.push(plain),
                None => panic!("a text without end: {arguments}"),
            }
        };
        assert!(!after[end + 1..].starts_with("..."), "a text was cut: {arguments}");
        texts.push(text);
        rest = &after[end + 1..];
    }
    texts
}

/// The path in `3</path>` or `AT_FDCWD</path>` at the start.
fn annotation(text: &str) -> Option<PathBuf> {
    let (descriptor, path) = text.split_once('<')?;
    let known = descriptor == "AT_FDCWD" || descriptor.parse::<u32>().is_ok();
    let (path, _) = path.split_once('>')?;
    (known && path.starts_with('/')).then(|| path.into())
}

/// Runs a command on the vault under `strace`.
fn trace(env: &TestEnv, args: &[&str], variables: &[(&str, &str)]) -> Vec<Call> {
    let log = env.beside("trace");
    let run = Command::new("strace")
        .args(["-f", "-y", "-s", "4096", "-e", "trace=file,network", "-o"])
        .arg(&log)
        .arg(env!("CARGO_BIN_EXE_vault"))
        .arg("--root")
        .arg(env.root())
        .args(args)
        .env_clear()
        .env("PATH", "/usr/bin:/bin")
        .envs(variables.iter().copied())
        .current_dir("/")
        .output()
        .unwrap_or_else(|error| panic!("strace has to be installed for this test: {error}"));
    let stderr = String::from_utf8_lossy(&run.stderr);
    let traced = fs::read_to_string(&log).unwrap_or_default();
    assert!(
        traced.contains("execve(") && !stderr.contains("strace:"),
        "strace cannot trace here; does this host forbid ptrace? {stderr}"
    );
    assert_eq!(run.status.code(), Some(0), "{args:?}: {stderr}{traced}");
    assert!(!run.stdout.is_empty(), "{args:?} says nothing");
    traced.lines().filter_map(Call::parse).collect()
}

/// What a command did that is not on the list.
fn contacts(env: &TestEnv, calls: &[Call]) -> Vec<String> {
    let root = fs::canonicalize(env.root()).expect("the vault");
    let is_outside = |call: &&Call| {
        let allowed = |path: &PathBuf| {
            let plain = !path.components().any(|part| part == Component::ParentDir);
            let listed = path.starts_with(&root) || ALLOWED.iter().any(|ok| path.starts_with(ok));
            plain && (listed || is_step_to(&root, call, path))
        };
        call.is_socket() || !call.paths.iter().all(allowed)
    };
    calls.iter().filter(is_outside).map(|call| call.line.clone()).collect()
}

/// Whether a call only asks if a folder above the vault is a link, on the way there.
fn is_step_to(root: &Path, call: &Call, path: &Path) -> bool {
    call.name == "readlink" && root.starts_with(path)
}

/// A vault whose local sources are bound, so that there would be something to read.
fn tempted() -> TestEnv {
    let env = TestEnv::bundled();
    env.bind("X-0001", "anlagen", &Tree::read(&fixture("beispiel-extern")));
    env
}

#[test]
fn nothing_outside_is_opened_and_no_socket_made() {
    let env = tempted();
    for args in [
        &["query", "OKF"] as &[&str],
        &["query", "--source", "X-0001", "Wie weit schwankt die Temperatur des Wassers?"],
        &["query", "--limit", "20", "https://127.0.0.1/ /etc/passwd ../anlagen"],
        &["validate"],
        &["stats"],
        &["search", "https"],
        &["route", "OKF"],
        &["checksum", "--verify"],
    ] {
        assert_none(&contacts(&env, &trace(&env, args, &[])));
    }
}

#[test]
fn doctor_without_bindings_stays_inside() {
    let env = TestEnv::bundled();
    assert_none(&contacts(&env, &trace(&env, &["doctor"], &[])));
}

/// With media and a foreign vault listed.
#[test]
fn neither_does_another_vault_lead_outside() {
    let env = TestEnv::bound(104);
    for args in [&["query", "Druck Ventil"] as &[&str], &["validate"], &["stats"]] {
        assert_none(&contacts(&env, &trace(&env, args, &[])));
    }
    let env = TestEnv::released(104);
    assert_none(&contacts(&env, &trace(&env, &["doctor"], &[])));
}

#[test]
fn the_trace_shows_a_file_outside() {
    let env = TestEnv::bundled();
    let file = env.beside("outside.md");
    fs::write(&file, "Ein Satz.").expect("it can be written");
    let calls = trace(&env, &["source", file.to_str().expect("UTF-8")], &[]);
    let found = contacts(&env, &calls);
    assert!(found.iter().any(|line| line.contains("outside.md")), "{found:#?}");
}

#[test]
fn the_trace_shows_a_bound_tree() {
    let env = tempted();
    let question = "Wie weit schwankt die Temperatur des Wassers?";
    for args in [&["query", "--extern", "--source", "X-0001", question] as &[&str], &["doctor"]] {
        let found = contacts(&env, &trace(&env, args, &[]));
        assert!(found.iter().any(|line| line.contains("temperatur.md")), "{found:#?}");
        assert!(!found.iter().any(|line| line.contains("socket(")), "{found:#?}");
    }
}

#[test]
fn the_trace_shows_a_socket() {
    let env = TestEnv::bundled();
    // A port nobody listens at.
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    drop(listener);
    env.list_web_source(&format!("https://127.0.0.1:{port}/docs"));
    let cache = env.beside("cache");
    let online = [("XDG_CACHE_HOME", cache.to_str().expect("UTF-8"))];
    let query = ["query", "--extern", "--source", "X-0002", "Aquarium"];
    let found = contacts(&env, &trace(&env, &query, &online));
    for name in ["socket(", "connect("] {
        assert!(found.iter().any(|line| line.contains(name)), "{found:#?}");
    }
    let offline = [online[0], ("SKILLSAFE_OFFLINE", " yes ")];
    assert_none(&contacts(&env, &trace(&env, &query, &offline)));
}

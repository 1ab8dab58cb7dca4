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
use std::sync::LazyLock;

use regex::Regex;
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
    /// `None` for lines that are no calls but signals and ends of processes.
    fn parse(line: &str) -> Option<Self> {
        let (_process, said) = line.split_once(' ').expect("a process and its call");
        let said = said.trim_start();
        if said.starts_with("+++") || said.starts_with("---") {
            return None;
        }
        let returned = said.rsplit_once(" = ").and_then(|(_, value)| returned(value));
        // A call that was interrupted by another thread's has said its paths where it began.
        let (name, mut paths) = match said.strip_prefix("<... ") {
            Some(resumed) => (resumed.split(' ').next().unwrap_or_default(), Vec::new()),
            None => {
                let (name, arguments) = said.split_once('(').expect("a call has arguments");
                (name, named(name, arguments))
            }
        };
        paths.extend(returned);
        Some(Self { line: line.to_owned(), name: name.to_owned(), paths })
    }

    fn is_socket(&self) -> bool {
        is_network(&self.name)
    }
}

fn is_network(name: &str) -> bool {
    const NETWORK: [&str; 10] = [
        "accept", "bind", "connect", "getsock", "listen", "recv", "send", "setsock", "shutdown",
        "socket",
    ];
    NETWORK.iter().any(|known| name.starts_with(known)) || name == "getpeername"
}

/// The paths a call names. A call that is not known here might name any; so it fails.
fn named(name: &str, arguments: &str) -> Vec<PathBuf> {
    // A text, after the descriptor of the folder it is relative to, if there is one.
    static TEXT: LazyLock<Regex> = LazyLock::new(|| {
        let pattern = r#"(?:(?:AT_FDCWD|\d+)<([^>]*)>, )?"((?:[^"\\]|\\.)*)"(\.\.\.)?"#;
        Regex::new(pattern).expect("a pattern")
    });
    let texts: Vec<_> = TEXT.captures_iter(arguments).collect();
    assert!(texts.iter().all(|text| text.get(3).is_none()), "a text was cut: {arguments}");
    let paths: Vec<PathBuf> = match name {
        "openat" | "openat2" | "newfstatat" | "statx" | "readlinkat" | "faccessat"
        | "faccessat2" | "unlinkat" | "mkdirat" | "fchmodat" | "renameat" | "renameat2" => {
            let relative = texts.iter().filter_map(|text| Some((text.get(1)?, &text[2])));
            relative.map(|(folder, path)| Path::new(folder.as_str()).join(path)).collect()
        }
        // A relative path here is outside whatever it names.
        "open" | "stat" | "lstat" | "access" | "readlink" | "statfs" | "execve" | "chdir" => {
            texts.iter().take(1).map(|text| PathBuf::from(&text[2])).collect()
        }
        "getcwd" => return Vec::new(),
        other if is_network(other) => return Vec::new(),
        other => panic!("{other} is no known system call: {arguments}"),
    };
    assert!(!paths.is_empty(), "{name} names no path: {arguments}");
    paths
}

/// The path of a returned descriptor, `3</path>`.
fn returned(value: &str) -> Option<PathBuf> {
    let (descriptor, path) = value.split_once('<')?;
    let (path, _) = path.rsplit_once('>')?;
    (descriptor.parse::<u32>().is_ok() && path.starts_with('/')).then(|| path.into())
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
        // Places it knows of, so that it could go there.
        .env("HOME", env.beside("home"))
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
    // The kernel names each process by its number.
    static NUMBERED: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"^(\d+)( .*</proc/)(\d+)/").expect("a pattern"));
    let by_itself = |line: &str| match NUMBERED.captures(line) {
        Some(found) if found[1] == found[3] => NUMBERED.replace(line, "$1${2}self/").into_owned(),
        _ => line.to_owned(),
    };
    traced.lines().filter_map(|line| Call::parse(&by_itself(line))).collect()
}

/// What a command did that is not on the list.
fn contacts(env: &TestEnv, calls: &[Call]) -> Vec<String> {
    let root = fs::canonicalize(env.root()).expect("the vault");
    contacts_but(calls, &root, |_, _| false)
}

/// What a command did that is neither on the list nor otherwise allowed.
fn contacts_but(
    calls: &[Call],
    root: &Path,
    is_allowed: impl Fn(&Call, &Path) -> bool,
) -> Vec<String> {
    let is_outside = |call: &&Call| {
        let allowed = |path: &PathBuf| {
            let plain = !path.components().any(|part| part == Component::ParentDir);
            let listed = path.starts_with(root) || ALLOWED.iter().any(|ok| path.starts_with(ok));
            plain && (listed || is_step_to(root, call, path) || is_allowed(call, path))
        };
        call.is_socket() || !call.paths.iter().all(allowed)
    };
    calls.iter().filter(is_outside).map(|call| call.line.clone()).collect()
}

/// Whether a call only starts the binary, or asks whether a folder above the vault is a link.
fn is_step_to(root: &Path, call: &Call, path: &Path) -> bool {
    match &*call.name {
        "execve" => path == Path::new(env!("CARGO_BIN_EXE_vault")),
        "readlink" => root.starts_with(path),
        _ => false,
    }
}

/// Whether a call has to do with the place something is put into: it goes there, or looks whether
/// a folder above it, or above the current one, is a link or a vault.
fn is_about_place(place: &Path, call: &Call, path: &Path) -> bool {
    const VAULTS: [&str; 3] = ["SKILL.md", "schema", "schema/types.yaml"];
    let above = |path: &Path| place.starts_with(path);
    let looks = match &*call.name {
        "readlink" => above(path),
        "openat" if call.line.contains("O_CREAT") => false,
        "openat" | "openat2" | "newfstatat" => {
            above(path)
                || VAULTS.iter().any(|name| place.ancestors().any(|at| at.join(name) == path))
        }
        _ => false,
    };
    looks || path.starts_with(place)
}

/// Whether a call asks what the binary is that is running, or reads it.
fn reads_itself(call: &Call, path: &Path) -> bool {
    let binary = Path::new(env!("CARGO_BIN_EXE_vault"));
    match &*call.name {
        "readlink" => binary.starts_with(path),
        "openat" => path == binary && call.line.contains("O_RDONLY"),
        _ => false,
    }
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
        &["search", "OKF"],
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
fn an_export_goes_to_its_place_and_nowhere_else() {
    let env = tempted();
    let root = fs::canonicalize(env.root()).expect("the vault");
    let out = root.with_file_name("out");
    fs::create_dir(&out).expect("it can be made");
    let bundle = out.join("bundle");
    let args = ["export", "--okf", "--with-sources", "--out", bundle.to_str().expect("UTF-8")];
    // A new one, and one in the place of the first.
    for _ in 0..2 {
        let calls = trace(&env, &args, &[]);
        assert_none(&contacts_but(&calls, &root, |call, path| is_about_place(&out, call, path)));
        assert!(calls.iter().any(|call| call.paths.contains(&out.join("bundle.neu/index.md"))));
    }
}

#[test]
fn a_page_goes_to_its_place_and_nowhere_else() {
    let env = tempted();
    let root = fs::canonicalize(env.root()).expect("the vault");
    let out = root.with_file_name("out");
    fs::create_dir(&out).expect("it can be made");
    let page = out.join("seite.html");
    // A new one, and the same again.
    for is_new in [true, false] {
        let calls = trace(&env, &["graph", "--html", page.to_str().expect("UTF-8")], &[]);
        assert_none(&contacts_but(&calls, &root, |call, path| is_about_place(&out, call, path)));
        let built = calls.iter().any(|call| call.paths.contains(&out.join("seite.html.neu")));
        assert_eq!(built, is_new);
    }
}

/// Its log begins today, and what day that is depends on where the host is.
#[test]
fn a_new_vault_goes_to_its_place_and_nowhere_else() {
    const ZONES: [&str; 2] = ["/etc/localtime", "/usr/share/zoneinfo"];
    let env = tempted();
    let out = fs::canonicalize(env.beside("")).expect("a folder").join("out");
    fs::create_dir(&out).expect("it can be made");
    let vault = out.join("neu");
    let calls = trace(&env, &["init", vault.to_str().expect("UTF-8")], &[]);
    // The vault it knows of is none of its business.
    assert_none(&contacts_but(&calls, &out, |call, path| {
        let asks_the_day = ZONES.iter().any(|zone| path.starts_with(zone));
        is_about_place(&out, call, path) || asks_the_day && !call.line.contains("O_CREAT")
    }));
    assert!(calls.iter().any(|call| call.paths.contains(&out.join("neu.neu/SKILL.md"))));
}

#[test]
fn a_package_reads_the_program_and_runs_its_copy_in_its_place() {
    let env = TestEnv::bundled();
    let root = fs::canonicalize(env.root()).expect("the vault");
    let out = root.with_file_name("out");
    fs::create_dir(&out).expect("it can be made");
    let args = ["package", "--force", "--out", out.to_str().expect("UTF-8")];
    let is_allowed =
        |call: &Call, path: &Path| is_about_place(&out, call, path) || reads_itself(call, path);
    let calls = trace(&env, &args, &[]);
    assert_none(&contacts_but(&calls, &root, is_allowed));
    let runs: Vec<_> = calls.iter().filter(|call| call.name == "execve").collect();
    // It is started from its descriptor; where that lies the kernel says to whoever asks what runs.
    let copy = format!("(\"/proc/self/exe\", \"{}/", out.display());
    let copies = calls.iter().filter(|call| call.line.contains(&copy)).count();
    let held = runs.iter().filter(|call| call.paths[0] == Path::new("/proc/self/fd/0")).count();
    assert_eq!((runs.len(), held, copies), (3, 2, 2), "{runs:#?}");
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
    let query = ["query", "--extern", "--source", "X-0002", "Aquarium"];
    let found = contacts(&env, &trace(&env, &query, &[]));
    for name in ["socket(", "connect("] {
        assert!(found.iter().any(|line| line.contains(name)), "{found:#?}");
    }
    let calls = trace(&env, &query, &[("SKILLSAFE_OFFLINE", " yes ")]);
    assert!(!calls.iter().any(Call::is_socket), "{calls:#?}");
}

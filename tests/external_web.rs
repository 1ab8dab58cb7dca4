//! A query that looks into a listed web source, from the command line to a real TLS server on
//! this host: what comes back, what is written, and that nothing out there can change the local
//! answer.

#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![allow(clippy::disallowed_methods, clippy::disallowed_types)]

#[allow(dead_code, reason = "shared with the tests of the schemas themselves")]
#[path = "support/schema.rs"]
mod schema;
#[allow(dead_code, reason = "shared with the tests of the reader itself")]
#[path = "web/server.rs"]
mod server;
mod support;

use std::fs::{self, File};
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, OnceLock};
use std::thread::sleep;
use std::time::{Duration, SystemTime};

use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tempfile::TempDir;

use server::{Server, ok, redirect, tree};
use support::{Run, TestEnv, copy_binary, fixture};

const SOURCE: &str = "X-0002";
/// The documents in the catalogue of the source.
const DOCUMENTS: [&str; 3] = ["aquarium.md", "gewaechshaus.md", "kuehlhaus.md"];
/// The one with the best answer to the question.
const BEST: &str = "aquarium.md";
const QUESTION: &str = "Wie weit schwankt die Temperatur des Wassers?";

/// What the server has at a target.
fn document(target: &str) -> String {
    let name = target.strip_prefix("/docs/").and_then(|name| name.strip_suffix(".md"));
    let path = format!("beispiel-extern/{}/temperatur.md", name.expect("a document"));
    fs::read_to_string(fixture(&path)).expect("a document")
}

fn healthy(target: &str) -> Vec<u8> {
    ok(&document(target))
}

/// The bundled vault whose web source is a server on this host.
struct World {
    env: TestEnv,
    server: Server,
}

impl World {
    fn new(answer: impl Fn(&str) -> Vec<u8> + Send + 'static) -> Self {
        Self::of(Server::new(answer))
    }

    fn of(server: Server) -> Self {
        let env = TestEnv::bundled();
        env.list_web_source(&server.prefix());
        fs::write(env.beside("ca.pem"), server.ca_pem()).expect("a CA file");
        Self { env, server }
    }

    /// A server that answers for the best document as told, and well for the others.
    fn ailing(answer: impl Fn() -> Vec<u8> + Send + 'static) -> Self {
        Self::new(move |target| if target.ends_with(BEST) { answer() } else { healthy(target) })
    }

    fn cache(&self) -> PathBuf {
        self.env.beside("cache")
    }

    fn run(&self, args: &[&str], more: &[(&str, &str)]) -> Run {
        let (ca, cache) = (self.env.beside("ca.pem"), self.cache());
        let mut variables = vec![
            ("SKILLSAFE_OFFLINE", ""),
            ("SKILLSAFE_CA_FILE", ca.to_str().expect("UTF-8")),
            ("XDG_CACHE_HOME", cache.to_str().expect("UTF-8")),
        ];
        variables.extend(more);
        self.env.vault_in(args, Path::new("/"), &variables)
    }

    /// The external part of the answer, after a look at the rest: it has to be what it is
    /// without `--extern`, whatever happened out there, and the release untouched.
    fn query(&self) -> Value {
        self.query_with(&[])
    }

    fn query_with(&self, more: &[(&str, &str)]) -> Value {
        let manifest = self.env.read("MANIFEST.sha256");
        let run = self.run(&["query", "--extern", "--source", SOURCE, QUESTION], more);
        self.judge(&run);
        assert_eq!(self.env.read("MANIFEST.sha256"), manifest, "the release was changed");
        run.json().expect("an answer")["external"].clone()
    }

    fn judge(&self, run: &Run) {
        let local = self.env.vault(&["query", QUESTION]);
        assert_eq!((run.code, local.code), (0, 0), "{run:?}");
        let (answer, local) = (run.json().expect("JSON"), local.json().expect("JSON"));
        assert_eq!(schema::violations("query", &answer), [] as [&str; 0]);
        assert_eq!(without_external(&answer), without_external(&local));
        assert!(local["retrieval_fingerprint"].is_string());
        let external = &answer["external"];
        assert_eq!(external["live"], true);
        assert_eq!(external["sources"].as_array().map(Vec::len), Some(1));
        assert_eq!(external["sources"][0]["mode"], "netz");
        assert_eq!(answer["fallback"]["external_live_lookup_used"], true);
        for hit in external["hits"].as_array().expect("a list") {
            assert_eq!((&hit["is_evidence"], &hit["source_id"]), (&json!(false), &json!(SOURCE)));
        }
        let valid = self.env.vault(&["checksum", "--verify"]);
        assert_eq!(valid.code, 0, "the release is not valid any more: {valid:?}");
    }

    /// Addresses of the documents in the order they are asked for.
    fn urls(&self) -> Vec<String> {
        self.server
            .targets()
            .iter()
            .map(|target| self.server.url(&target["/docs/".len()..]))
            .collect()
    }

    /// Lines of the log about fetches.
    fn fetches(&self) -> Vec<String> {
        let log = self.env.read("log.md");
        log.lines().filter(|line| line.contains("extern")).map(str::to_owned).collect()
    }
}

/// An answer without what `--extern` adds.
fn without_external(answer: &Value) -> Value {
    let mut answer = answer.clone();
    let fields = answer.as_object_mut().expect("an object");
    fields.remove("external").expect("an external part");
    let fallback = fields["fallback"].as_object_mut().expect("an object");
    for added in ["external_live_lookup_used", "external_reason", "external_document_paths"] {
        fallback.remove(added).expect("it is always there");
    }
    answer
}

fn notes(external: &Value) -> Vec<&str> {
    let notes = external["notes"].as_array().expect("a list");
    notes.iter().map(|note| note.as_str().expect("a text")).collect()
}

fn documents(external: &Value) -> Vec<&str> {
    let hits = external["hits"].as_array().expect("a list");
    hits.iter().map(|hit| hit["document"].as_str().expect("a path")).collect()
}

fn is_day(text: &str) -> bool {
    let form: String = text.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect();
    form == "0000-00-00"
}

/// Whether it is the log's line about a fetch of the document at this address.
fn is_provenance(line: &str, url: &str, text: &str) -> bool {
    let digest: String = Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect();
    let said = format!("] extern | abruf {url} sha256={digest} bytes={}", text.len());
    let day = line.strip_prefix("## [").and_then(|line| line.strip_suffix(&said));
    day.is_some_and(is_day)
}

#[test]
fn hits_and_their_provenance() {
    let world = World::new(healthy);
    let before = world.env.read("log.md");
    let found = world.query();
    assert_eq!(found["state"], "external_candidates_found");
    assert_eq!(documents(&found)[0], BEST);
    assert!(found["fetched_at"].as_str().is_some_and(is_day), "{found}");
    assert_eq!(notes(&found).len(), 1, "one summary: {found}");
    assert_eq!(found["sources"][0]["bound"], true);
    assert_eq!(world.server.accepted(), DOCUMENTS.len());
    let (targets, urls, fetches) = (world.server.targets(), world.urls(), world.fetches());
    assert_eq!(fetches.len(), DOCUMENTS.len(), "{fetches:?}");
    for ((line, url), target) in fetches.iter().zip(&urls).zip(&targets) {
        assert!(is_provenance(line, url, &document(target)), "{line}");
    }
    assert_eq!(world.env.read("log.md"), before + &fetches.join("\n") + "\n");
    let doctor = world.env.vault(&["doctor"]);
    assert_eq!(doctor.code, 0, "{doctor:?}");
}

#[test]
fn what_the_cache_holds_is_neither_fetched_nor_logged_again() {
    let world = World::new(healthy);
    let first = world.query();
    let log = world.env.read("log.md");
    assert_eq!(tree(&world.cache()).iter().filter(|path| path.is_file()).count(), DOCUMENTS.len());
    let second = world.query();
    assert_eq!(first, second);
    assert_eq!(world.server.accepted(), DOCUMENTS.len());
    assert_eq!(world.env.read("log.md"), log);
}

#[test]
fn a_time_of_nought_means_never_fresh() {
    let world = World::new(healthy);
    let bindings =
        json!({ "bindings": [], "cache_ttl_seconds": 0, "schema": "skillsafe.bindung/v1" });
    world.env.write(".vault-extern.json", &bindings.to_string());
    let first = world.query();
    assert_eq!(documents(&first), documents(&world.query()));
    assert_eq!(world.server.accepted(), 2 * DOCUMENTS.len());
    assert_eq!(world.fetches().len(), 2 * DOCUMENTS.len());
}

/// A broken binding file says nothing of the time: it is what it is without the file.
#[test]
fn a_broken_binding_file_does_not_empty_the_cache() {
    let world = World::new(healthy);
    let first = world.query();
    world.env.write(".vault-extern.json", "{");
    assert_eq!(documents(&first), documents(&world.query()));
    let run = world.run(&["anchor-template", SOURCE, BEST], &[]);
    assert_eq!(run.code, 0, "{run:?}");
    assert_eq!(world.server.accepted(), DOCUMENTS.len());
    assert_eq!(world.fetches().len(), DOCUMENTS.len());
}

#[test]
fn what_is_older_than_its_time_is_fetched_again() {
    let world = World::new(healthy);
    let first = world.query();
    let entries = tree(&world.cache()).into_iter().filter(|path| path.is_file());
    for entry in entries {
        let time = SystemTime::now() - Duration::from_hours(24 * 365);
        File::options().write(true).open(entry).and_then(|file| file.set_modified(time)).unwrap();
    }
    assert_eq!(documents(&first), documents(&world.query()));
    assert_eq!(world.server.accepted(), 2 * DOCUMENTS.len());
    assert_eq!(world.fetches().len(), 2 * DOCUMENTS.len());
}

#[test]
fn a_template_writes_nothing_into_the_vault() {
    let world = World::new(healthy);
    let before = support::Tree::read(&world.env.root());
    let run = world.run(&["anchor-template", SOURCE, BEST], &[]);
    assert_eq!(run.code, 0, "{run:?}");
    let template = run.json().expect("a template");
    assert!(template["anchors"].as_array().is_some_and(|anchors| anchors.len() > 5), "{template}");
    assert!(before == support::Tree::read(&world.env.root()), "the vault was changed");
    // The query after it asks for the other two only.
    world.query();
    assert_eq!((world.server.accepted(), world.fetches().len()), (3, 2));
}

#[test]
fn offline_nobody_is_asked() {
    for value in ["1", "true", "yes", " yes\n"] {
        let world = World::new(healthy);
        let found = world.query_with(&[("SKILLSAFE_OFFLINE", value)]);
        assert_eq!(found["state"], "no_external_candidates");
        assert_eq!((&found["sources"][0]["bound"], notes(&found).len()), (&json!(false), 1));
        assert_eq!(found["fetched_at"], Value::Null);
        assert_eq!((world.server.accepted(), world.fetches().len()), (0, 0), "{value}");
        assert!(!world.cache().exists());
    }
}

/// One document that cannot be had is one note; the others are found all the same.
#[test]
fn each_obstacle_is_one_note() {
    let large = || ok(&"Temperatur. ".repeat(100_000));
    let no_text = || b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n\xff\xfe".to_vec();
    let missing = || b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n".to_vec();
    let elsewhere = |location: &'static str| move || redirect(location);
    obstacle("too large", 3, large);
    obstacle("no UTF-8", 3, no_text);
    obstacle("missing", 3, missing);
    obstacle("no answer", 3, Vec::new);
    obstacle("outside the prefix", 3, elsewhere("/docs-evil/aquarium.md"));
    obstacle("another host", 3, elsewhere("https://example.org/docs/aquarium.md"));
    obstacle("plain HTTP", 3, elsewhere("http://127.0.0.1/docs/aquarium.md"));
    // Asked again three times.
    obstacle("a loop", 6, elsewhere("/docs/aquarium.md"));
}

/// A server that never gets to the end of a document costs its time limit, and that document.
#[test]
fn a_slow_server_is_one_note() {
    let server = Server::streaming(|target, client| {
        if !target.ends_with(BEST) {
            let _ = client.write_all(&healthy(target));
            return;
        }
        let head = b"HTTP/1.1 200 OK\r\nContent-Length: 99999\r\n\r\n";
        let mut written = client.write_all(head);
        while written.is_ok() {
            sleep(Duration::from_millis(100));
            written = client.write_all(b"x").and_then(|()| client.flush());
        }
    });
    assert_one_note("slow", DOCUMENTS.len(), &World::of(server));
}

/// What comes of an answer to the request for the best document, after so many connections.
#[track_caller]
fn obstacle(name: &str, connections: usize, answer: impl Fn() -> Vec<u8> + Send + 'static) {
    assert_one_note(name, connections, &World::ailing(answer));
}

#[track_caller]
fn assert_one_note(name: &str, connections: usize, world: &World) {
    let found = world.query();
    let notes = notes(&found);
    let about = notes.iter().filter(|note| note.contains(BEST)).count();
    // The other note counts what was fetched.
    assert_eq!((about, notes.len()), (1, 2), "{name}: {notes:?}");
    assert!(!documents(&found).contains(&BEST) && !documents(&found).is_empty(), "{name}");
    assert_eq!(world.server.accepted(), connections, "{name}");
    assert_eq!(world.fetches().len(), DOCUMENTS.len() - 1, "{name}");
    assert_eq!(found["external_fingerprint"].as_str().map(str::len), Some(64));
}

/// Nobody there who could be believed: a note per document, and nothing else.
#[test]
fn nobody_to_be_believed() {
    let other = Server::new(healthy);
    let mut worlds = [
        World::new(healthy),
        World::of(Server::certified("127.0.0.1", [2000, 2010], |_, _| {})),
        World::of(Server::certified("localhost", [2020, 2120], |_, _| {})),
        World::of(Server::raw(server::Authority::new(), |client, _| drop(client))),
        World::new(healthy),
    ];
    fs::write(worlds[0].env.beside("ca.pem"), other.ca_pem()).expect("a CA file");
    // Refused: the port of a server that is gone.
    let gone = Server::new(healthy);
    worlds[4].env.list_web_source(&gone.prefix());
    drop(gone);
    for (number, world) in worlds.iter_mut().enumerate() {
        let found = world.query();
        assert_eq!(found["state"], "no_external_candidates", "{number}: {found}");
        assert_eq!(notes(&found).len(), DOCUMENTS.len(), "{number}: {found}");
        assert!(found["reason"].is_string() && found["fetched_at"].is_null());
        assert!(world.server.targets().is_empty(), "{number}");
        assert!(world.fetches().is_empty() && !world.cache().exists(), "{number}");
    }
}

/// Provenance is a promise: what could not be recorded is not fetched.
#[test]
fn where_the_log_cannot_be_written_nothing_is_fetched() {
    let world = World::new(healthy);
    // Something that is no lock file lies where a writer prepares its own.
    fs::create_dir(world.env.root().join(".vault-release.lock.new")).expect("a folder");
    let found = world.query();
    assert_eq!(found["state"], "no_external_candidates");
    assert_eq!(notes(&found).len(), 1, "{found}");
    assert_eq!((world.server.accepted(), world.fetches().len()), (0, 0));
    assert!(!world.cache().exists());
}

/// The same for somebody who may read the vault but not write to it.
#[test]
fn who_may_only_read_fetches_nothing() {
    let world = World::new(healthy);
    let run = as_reader(&world);
    world.judge(&run);
    let answer = run.json().expect("an answer");
    assert_eq!(notes(&answer["external"]).len(), 1, "{answer}");
    assert_eq!((world.server.accepted(), world.fetches().len()), (0, 0));
}

/// Runs the query as a user without the right to write: root gives up its identity for that,
/// with a copy of the program that this user can reach.
fn as_reader(world: &World) -> Run {
    let place = TempDir::with_prefix("vault-bin-").expect("a scratch folder");
    let program = place.path().join("vault");
    copy_binary(&program);
    let root = world.env.root();
    let scratch = root.parent().expect("a folder around the vault");
    for readable in [place.path(), scratch, &root] {
        let mode = if readable == root { 0o555 } else { 0o755 };
        fs::set_permissions(readable, fs::Permissions::from_mode(mode)).expect("chmod");
    }
    let mut command = Command::new(&program);
    command
        .env_clear()
        .env("SKILLSAFE_CA_FILE", world.env.beside("ca.pem"))
        .current_dir("/")
        .arg("--root")
        .arg(&root)
        .args(["query", "--extern", "--source", SOURCE, QUESTION]);
    if rustix::process::geteuid().is_root() {
        command.uid(65_534).gid(65_534);
    }
    let output = command.output().expect("the binary can be run");
    fs::set_permissions(&root, fs::Permissions::from_mode(0o755)).expect("chmod");
    let said = |bytes| String::from_utf8(bytes).expect("UTF-8");
    let code = output.status.code().expect("an exit code");
    Run { code, stdout: said(output.stdout), stderr: said(output.stderr) }
}

/// What a writer holds while it is at work.
fn hold_lock(root: &Path) -> File {
    let lock = root.join(".vault-release.lock");
    fs::write(&lock, "pid=1\n").expect("a lock file");
    let file = File::open(lock).expect("the lock file");
    file.lock().expect("the lock");
    file
}

/// Whoever cannot ask the vault does not ask the net either.
#[test]
fn a_busy_vault_asks_nobody() {
    let world = World::new(healthy);
    world.env.write(".vault-release.lock", "pid=1\n");
    let run = world.run(&["query", "--extern", "--source", SOURCE, QUESTION], &[]);
    let answer = run.json().expect("an answer");
    assert_eq!((run.code, &answer["state"]), (1, &json!("vault_busy")));
    assert_eq!(answer["external"]["live"], false);
    assert_eq!((world.server.accepted(), world.fetches().len()), (0, 0));
}

/// A writer comes while the first document is on its way: it is dropped, and no other fetched.
#[test]
fn what_cannot_be_recorded_is_dropped() {
    let root = Arc::new(OnceLock::<PathBuf>::new());
    let world = World::new({
        let (root, held) = (root.clone(), OnceLock::new());
        move |target| {
            held.get_or_init(|| hold_lock(root.get().expect("the vault")));
            healthy(target)
        }
    });
    root.set(world.env.root()).expect("once");
    let run = world.run(&["query", "--extern", "--source", SOURCE, QUESTION], &[]);
    fs::remove_file(world.env.root().join(".vault-release.lock")).expect("the server was asked");
    world.judge(&run);
    let answer = run.json().expect("an answer");
    assert_eq!(answer["external"]["state"], "no_external_candidates", "{answer}");
    assert_eq!(answer["external"]["fetched_at"], Value::Null);
    assert_eq!((world.server.accepted(), world.fetches().len()), (1, 0));
    assert!(!world.cache().exists());
}

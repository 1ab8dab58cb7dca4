//! `vault query`: the gate before an answer, and the answer.

use std::process::ExitCode;

use clap::Args;

use super::output::Output;
use super::{Outcome, Root, environment, today, writing};
use crate::check::{self, Validated};
use crate::commit::{Io, Shared, WriterState, inspect};
use crate::diagnostic::Diagnostic;
use crate::digest::Digest;
use crate::external::{self, Fetch, Host};
use crate::files::{Folder, HELD_LIMIT};
use crate::findings::Finding;
use crate::json::pretty;
use crate::model::Vault;
use crate::parallel;
use crate::retrieve::{self, Envelope, Question, Refusal, Scope, State};
use crate::vault::{Snapshot, layout};

const LIMITS: std::ops::RangeInclusive<usize> = 1..=20;

#[derive(Debug, Args)]
pub(super) struct Query {
    /// Nur Begriffe dieser Begriffswelt
    #[arg(long, value_name = "BW-nnnn")]
    world: Option<String>,
    /// Höchstzahl der Claims, 1 bis 20
    #[arg(long, value_name = "N", default_value = "8", value_parser = integer, allow_hyphen_values = true)]
    limit: String,
    /// Auch in aufgeführten Bezugsquellen nachschlagen
    #[arg(long = "extern")]
    external: bool,
    /// Nur diese Bezugsquelle; mehrfach möglich
    #[arg(long, value_name = "X-nnnn")]
    source: Vec<String>,
    /// Die Frage
    #[arg(required = true, value_name = "FRAGE")]
    question: Vec<String>,
}

/// Any integer, however large: whether it is in range is the contract's to say.
fn integer(text: &str) -> Result<String, String> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let is_integer = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
    if is_integer { Ok(text.to_owned()) } else { Err("keine ganze Zahl".to_owned()) }
}

/// How the gate ended without an answer.
struct Closed {
    state: State,
    errors: Vec<Diagnostic>,
    code: u8,
}

impl Closed {
    fn new(state: State, errors: Vec<Diagnostic>) -> Self {
        Self { state, errors, code: 1 }
    }

    /// For faults of the command line rather than of the vault.
    fn usage(state: State, errors: Vec<Diagnostic>) -> Self {
        Self { state, errors, code: 2 }
    }
}

pub(super) fn run(root: &Root, query: Query, out: &Output) -> Outcome {
    let folder = &root.folder;
    let text = query.question.join(" ");
    let empty = || Envelope::empty(&text);
    let (question, limit) = match ask(&query, &text) {
        Ok(asked) => asked,
        Err(closed) => return print(empty(), Err(closed), out),
    };
    let io = Io::new();
    // Held to the end of reading: no writer replaces anything meanwhile.
    let shared = match Shared::acquire(folder, &io) {
        Ok(shared) => shared,
        Err(error) => {
            let closed = Closed::new(State::VaultBusy, error.diagnostics());
            return print(empty(), Err(closed), out);
        }
    };
    let mut read = read(folder);
    if !shared.is_locked() && !read.as_ref().is_ok_and(matches_manifest) {
        // Without locks a writer may have been at work; it leaves a new manifest behind.
        read = self::read(folder);
    }
    let snapshot = match read {
        Ok(snapshot) => snapshot,
        Err(closed) => return print(empty(), Err(closed), out),
    };
    let validated = check::validate(&snapshot);
    let mut envelope = empty();
    let opened = gate(&mut envelope, folder, &shared, &snapshot, &validated);
    drop(shared);
    let scope = Scope { world: query.world.as_deref(), limit };
    let answered = opened.and_then(|manifest| {
        retrieve::answer(&mut envelope, &question, scope, &validated.vault, manifest).map_err(
            |refusal| match refusal {
                Refusal::UnknownWorld(error) => Closed::usage(State::InvalidQuery, vec![error]),
                Refusal::Ambiguous(errors) => Closed::usage(State::Ambiguous, errors),
            },
        )
    });
    let searchable = match &answered {
        Ok(()) => true,
        Err(closed) => closed.code == 2,
    };
    if query.external && searchable {
        search_external(root, &mut envelope, &question, &query.source, &validated.vault);
    }
    print(envelope, answered, out)
}

/// Checks everything that can be checked without the vault.
fn ask(query: &Query, text: &str) -> Result<(Question, usize), Closed> {
    let limit = query.limit.parse().ok().filter(|limit| LIMITS.contains(limit));
    let Some(limit) = limit else {
        let finding = Finding::QueryLimit { value: query.limit.clone() };
        return Err(Closed::usage(State::InvalidQuery, vec![Diagnostic::general(finding)]));
    };
    match Question::new(text.to_owned()) {
        Ok(question) => Ok((question, limit)),
        Err(error) => Err(Closed::new(State::InvalidQuery, vec![error])),
    }
}

fn read(root: &Folder) -> Result<Snapshot, Closed> {
    writing::read(root).map_err(|errors| Closed::new(State::InvalidVault, errors))
}

fn matches_manifest(snapshot: &Snapshot) -> bool {
    check::manifest::check(snapshot).is_none()
}

/// Lets only a valid release through; gives the digest of its manifest.
fn gate(
    envelope: &mut Envelope,
    root: &Folder,
    shared: &Shared,
    snapshot: &Snapshot,
    validated: &Validated,
) -> Result<Digest, Closed> {
    let invalid = |errors| Closed::new(State::InvalidVault, errors);
    let manifest = snapshot.file(layout::MANIFEST).map(|file| file.digest);
    envelope.release.manifest_sha256 = manifest;
    // Both look at the whole vault; asked for together they share the cores.
    let (deviation, drift) = parallel::both(
        validated.vault.is_large(),
        || check::manifest::check(snapshot),
        || check::derived_drift(snapshot, &validated.vault),
    );
    if let Some(error) = deviation {
        return Err(invalid(vec![error]));
    }
    envelope.warn(&validated.diagnostics);
    if !validated.is_valid() {
        return Err(invalid(validated.errors()));
    }
    if !drift.is_empty() {
        return Err(invalid(drift));
    }
    let version = check::version(snapshot).map_err(|error| invalid(vec![error]))?;
    envelope.release.version = Some(version.to_owned());
    match manifest.filter(|manifest| is_unchanged(root, shared, *manifest)) {
        Some(manifest) => Ok(manifest),
        None => {
            envelope.warn(&[]);
            let error = Diagnostic::general(Finding::SnapshotChanged {});
            Err(Closed::new(State::SnapshotChanged, vec![error]))
        }
    }
}

/// Whether, at the end of reading, nobody has written. A living writer's lock file may have
/// come to lie there: it waits for this reader to leave, where anything makes it wait.
fn is_unchanged(root: &Folder, shared: &Shared, manifest: Digest) -> bool {
    let still = match inspect(root, &Io::new()) {
        Ok(WriterState::Idle) => true,
        Ok(WriterState::Held { .. }) => shared.is_locked(),
        _ => false,
    };
    let bytes = root.read_file(layout::MANIFEST, HELD_LIMIT);
    still && bytes.is_ok_and(|bytes| Digest::of(&bytes) == manifest)
}

/// Searches the listed sources outside the vault. By now no lock is held: a fetch may take long,
/// and its provenance goes through a commit of its own.
fn search_external(
    root: &Root,
    envelope: &mut Envelope,
    question: &Question,
    named: &[String],
    vault: &Vault,
) {
    let bound = external::bound(&root.folder);
    let io = Io::new();
    let mut record = |fetch: &Fetch| {
        let text = fetch.to_string();
        let entry = writing::Entry { day: today(), action: "extern".to_owned(), text };
        let said = |faults: Vec<Diagnostic>| {
            faults.iter().map(Diagnostic::to_string).collect::<Vec<_>>().join("; ")
        };
        writing::append_log(&root.folder, &io, &entry).map(drop).map_err(said)
    };
    let mut can_record = || writing::can_append_log(&root.folder, &io);
    let mut host = Host {
        roots: bound.roots,
        web: environment::web(root, bound.ttl_seconds),
        today,
        record: &mut record,
        can_record: &mut can_record,
    };
    let found = external::search(vault, question, named, &mut host);
    envelope.add_external(found);
}

fn print(mut envelope: Envelope, answered: Result<(), Closed>, out: &Output) -> Outcome {
    let code = match answered {
        Ok(()) => 0,
        Err(Closed { state, errors, code }) => {
            envelope.fail(state, &errors);
            code
        }
    };
    out.print(&pretty(&envelope))?;
    Ok(ExitCode::from(code))
}

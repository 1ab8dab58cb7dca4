//! One provocation: changes to a vault, a command, the finding it must print and where.

use std::collections::{BTreeSet, HashMap};
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock};

use serde_json::Value;
use vault::diagnostic::Severity;
use vault::findings::Code;

use crate::support::{Run, TestEnv, Tree, json};

/// The vault all cases start from: it has pages, media, anchors, catalogues and concepts.
pub const BASE: u32 = 301;

/// A page with local claims.
pub const PAGE: &str = "knowledge/kennzahl-01/minderung-protokoll-0012.md";
/// The first claim of [`PAGE`], up to its statement.
pub const CLAIM: &str = "- **C-0058** [S-0001 | Section \"Limits\" | Auslegung] ";
/// A page with relations.
pub const RELATED: &str = "knowledge/kennzahl-01/druck-protokoll-0009.md";
/// A page with claims on an image.
pub const MEDIA_PAGE: &str = "knowledge/kennzahl-01/protokoll-grenzwert-0000.md";
/// A page with claims on an external source.
pub const EXTERNAL_PAGE: &str = "knowledge/zinssatz-02/groesse-widerspruch-0001.md";
pub const TYPES: &str = "schema/types.yaml";
pub const CONCEPTS: &str = "schema/begriffswelten.json";
pub const REGISTER: &str = "sources/REGISTER.md";
pub const EXTERN: &str = "sources/EXTERN.md";
pub const ROUTER: &str = "ROUTER.md";
pub const MANIFEST: &str = "MANIFEST.sha256";
pub const MEDIA: &str = "sources/derived/S-9001__media.json";
pub const ANCHORS: &str = "sources/derived/X-0001__anchors.json";
/// The catalogue of a local source.
pub const CATALOG: &str = "sources/derived/X-0001__orchestrator.json";
/// The catalogue of a web source.
pub const WEB_CATALOG: &str = "sources/derived/X-0002__orchestrator.json";
pub const LOCK: &str = ".vault-release.lock";
pub const BINDINGS: &str = ".vault-extern.json";

pub const VALIDATE: &[&str] = &["validate", "--format", "json"];
pub const DOCTOR: &[&str] = &["doctor", "--format", "json"];

/// One change to a vault.
#[derive(Clone, Debug)]
pub enum Op {
    Write(String, Vec<u8>),
    Append(String, String),
    Replace(String, String, String),
    Delete(String),
    Folder(String),
    Mode(String, u32),
    Link(String, String),
    HardLink(String, String),
    Fifo(String),
    /// Sets what a JSON pointer names, or removes it.
    Json(String, String, Option<Value>),
    /// Blanks at the end, up to this many bytes.
    Pad(String, usize),
    /// Empty lines at the end, until the body of a page has this many pieces.
    Lines(String, usize),
    /// A file whose name is not UTF-8.
    OddName(&'static [u8]),
    /// A file or folder of the fixtures, copied.
    Copy(String, String),
    /// Runs a command, which must succeed.
    Run(&'static [&'static str]),
}

pub fn write(path: &str, text: impl AsRef<[u8]>) -> Op {
    Op::Write(path.to_owned(), text.as_ref().to_vec())
}

pub fn append(path: &str, text: &str) -> Op {
    Op::Append(path.to_owned(), text.to_owned())
}

pub fn replace(path: &str, find: &str, with: &str) -> Op {
    Op::Replace(path.to_owned(), find.to_owned(), with.to_owned())
}

pub fn delete(path: &str) -> Op {
    Op::Delete(path.to_owned())
}

pub fn folder(path: &str) -> Op {
    Op::Folder(path.to_owned())
}

pub fn mode(path: &str, mode: u32) -> Op {
    Op::Mode(path.to_owned(), mode)
}

pub fn link(path: &str, target: &str) -> Op {
    Op::Link(path.to_owned(), target.to_owned())
}

pub fn hard_link(path: &str, target: &str) -> Op {
    Op::HardLink(path.to_owned(), target.to_owned())
}

pub fn fifo(path: &str) -> Op {
    Op::Fifo(path.to_owned())
}

pub fn set(path: &str, pointer: &str, value: impl Into<Value>) -> Op {
    Op::Json(path.to_owned(), pointer.to_owned(), Some(value.into()))
}

pub fn unset(path: &str, pointer: &str) -> Op {
    Op::Json(path.to_owned(), pointer.to_owned(), None)
}

pub fn copy(fixture: &str, path: &str) -> Op {
    Op::Copy(fixture.to_owned(), path.to_owned())
}

/// Makes the changes of a curator the state of a release.
pub const RELEASED: Op = Op::Run(&["release"]);

impl Op {
    pub fn apply(&self, env: &TestEnv) {
        let at = |path: &str| {
            let path = below(env, path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            path
        };
        match self {
            Self::Write(path, bytes) => fs::write(at(path), bytes).unwrap(),
            Self::Append(path, text) => env.write(path, &(env.read(path) + text)),
            Self::Replace(path, find, with) => {
                let before = env.read(path);
                assert!(before.contains(find), "{path} does not hold {find:?}");
                env.write(path, &before.replacen(find, with, 1));
            }
            Self::Delete(path) => remove(&below(env, path)),
            Self::Folder(path) => fs::create_dir_all(at(path)).unwrap(),
            Self::Mode(path, mode) => {
                fs::set_permissions(at(path), PermissionsExt::from_mode(*mode)).unwrap();
            }
            Self::Link(path, target) => symlink(target, at(path)).unwrap(),
            Self::HardLink(path, target) => {
                fs::hard_link(env.root().join(target), at(path)).unwrap();
            }
            Self::Fifo(path) => {
                let made = std::process::Command::new("mkfifo").arg(at(path)).status();
                assert!(made.unwrap().success(), "mkfifo {path}");
            }
            Self::Json(path, pointer, value) => {
                let mut document = serde_json::from_str(&env.read(path)).unwrap();
                edit(&mut document, pointer, value.clone());
                env.write(path, &json::canonical(&document));
            }
            Self::Pad(path, size) => {
                let text = env.read(path);
                env.write(path, &format!("{text}{}", " ".repeat(size - text.len())));
            }
            Self::Lines(path, count) => {
                let text = env.read(path);
                let body = text.split_once("\n---\n").unwrap().1;
                let more = count - body.split('\n').count();
                env.write(path, &format!("{text}{}", "\n".repeat(more)));
            }
            Self::OddName(name) => {
                fs::write(env.root().join(OsStr::from_bytes(name)), "x").unwrap()
            }
            Self::Copy(fixture, path) => {
                Tree::read(&crate::support::fixture(fixture)).write(&below(env, path));
            }
            Self::Run(args) => {
                let (run, _) = run(env, args);
                assert_eq!(run.code, 0, "{args:?}: {run:?}");
            }
        }
    }
}

/// A path in the vault; the empty one is the vault itself.
fn below(env: &TestEnv, path: &str) -> PathBuf {
    if path.is_empty() { env.root() } else { env.root().join(path) }
}

fn remove(path: &Path) {
    let is_folder = fs::symlink_metadata(path).unwrap().is_dir();
    if is_folder { fs::remove_dir_all(path).unwrap() } else { fs::remove_file(path).unwrap() }
}

fn edit(document: &mut Value, pointer: &str, value: Option<Value>) {
    let (above, key) = pointer.rsplit_once('/').expect("a pointer starts with a slash");
    match (document.pointer_mut(above).expect("the entry is there"), value) {
        (Value::Object(fields), Some(value)) => _ = fields.insert(key.to_owned(), value),
        (Value::Object(fields), None) => _ = fields.remove(key).expect("the key is there"),
        (Value::Array(items), Some(value)) => items[key.parse::<usize>().unwrap()] = value,
        (holder, _) => panic!("nothing to edit in {holder}"),
    }
}

/// Where a finding is expected.
#[derive(Clone, Debug)]
pub enum Spot {
    /// The vault as a whole.
    Vault,
    /// A file or folder as a whole.
    Whole(String),
    /// A line of a file.
    Line(String, usize),
    /// The first line of a file, as changed, that holds this text.
    At(String, String),
    /// The second such line.
    Second(String, String),
}

pub fn whole(path: &str) -> Spot {
    Spot::Whole(path.to_owned())
}

pub fn line(path: &str, line: usize) -> Spot {
    Spot::Line(path.to_owned(), line)
}

pub fn at(path: &str, text: &str) -> Spot {
    Spot::At(path.to_owned(), text.to_owned())
}

/// A code with its place: path, empty for the vault, and line.
pub type Place = (String, Option<u64>);

impl Spot {
    fn place(&self, env: &TestEnv) -> Place {
        match self {
            Self::Vault => (String::new(), None),
            Self::Whole(path) => (path.clone(), None),
            Self::Line(path, line) => (path.clone(), Some(*line as u64)),
            Self::At(path, text) => (path.clone(), Some(line_with(env, path, text, 0))),
            Self::Second(path, text) => (path.clone(), Some(line_with(env, path, text, 1))),
        }
    }
}

/// The number of a line that holds a text, after as many others that do.
fn line_with(env: &TestEnv, path: &str, text: &str, others: usize) -> u64 {
    let content = env.read(path);
    let mut lines = (1..).zip(content.lines()).filter(|(_, line)| line.contains(text));
    lines.nth(others).unwrap_or_else(|| panic!("{path} does not hold {text:?}")).0
}

/// One provocation.
#[derive(Clone, Debug)]
pub struct Case {
    pub code: Code,
    ops: Vec<Op>,
    command: Vec<String>,
    spot: Spot,
    exit: i32,
}

/// The case: after `ops`, `command` reports `code` at `spot` and exits as its severity demands.
pub fn case<const N: usize>(code: Code, ops: [Op; N], command: &[&str], spot: Spot) -> Case {
    let exit = i32::from(code.rule().severity == Severity::Error);
    let command = command.iter().map(|word| (*word).to_owned()).collect();
    Case { code, ops: ops.to_vec(), command, spot, exit }
}

impl Case {
    /// With another exit code: usage errors, and findings beside a result.
    pub fn exits(mut self, exit: i32) -> Self {
        self.exit = exit;
        self
    }

    /// At the second line that holds this text.
    pub fn second(self, path: &str, text: &str) -> Self {
        self.moved(Spot::Second(path.to_owned(), text.to_owned()))
    }

    /// At another place.
    pub fn moved(mut self, spot: Spot) -> Self {
        self.spot = spot;
        self
    }
}

/// What a run found.
pub type Found = BTreeSet<(String, Place)>;

/// Runs a command, `{root}` standing for the vault's folder and `{beside}` for the one it is in.
pub fn run<S: AsRef<str>>(env: &TestEnv, command: &[S]) -> (Run, Found) {
    let root = env.root();
    let beside = root.parent().unwrap().display().to_string();
    let root = root.display().to_string();
    let words = command
        .iter()
        .map(|word| word.as_ref().replace("{root}", &root).replace("{beside}", &beside));
    let run = env.vault(&words.collect::<Vec<_>>());
    let found = found(&run);
    (run, found)
}

/// The findings of a run: those of a JSON report, those named in an answer, and those on stderr.
pub fn found(run: &Run) -> Found {
    let mut all: Found = run.stderr.lines().filter_map(printed).collect();
    let Ok(document) = run.json() else { return all };
    for diagnostic in document["diagnostics"].as_array().into_iter().flatten() {
        let path = diagnostic["path"].as_str().unwrap_or_default().to_owned();
        let code = diagnostic["code"].as_str().unwrap().to_owned();
        all.insert((code, (path, diagnostic["line"].as_u64())));
    }
    let lists = ["/errors", "/warnings", "/external/notes"];
    let listed = lists.iter().filter_map(|list| document.pointer(list)?.as_array()).flatten();
    let reason = document.pointer("/external/reason").filter(|reason| !reason.is_null());
    for text in listed.chain(reason) {
        let (code, _) = text.as_str().unwrap().split_once(": ").expect("a code stands first");
        all.insert((code.to_owned(), (String::new(), None)));
    }
    all
}

/// Takes `🔴 path:line:col code: message` apart.
fn printed(text: &str) -> Option<(String, Place)> {
    let marks = ["🔴 ", "🟡 ", "ℹ️ "];
    let rest = marks.iter().find_map(|mark| text.strip_prefix(mark))?;
    let (head, _) = rest.split_once(": ")?;
    let Some((place, code)) = head.rsplit_once(' ') else {
        return Some((head.to_owned(), (String::new(), None)));
    };
    let mut parts = place.split(':');
    let path = parts.next()?.to_owned();
    Some((code.to_owned(), (path, parts.next().and_then(|line| line.parse().ok()))))
}

/// What the unchanged vault says to a command.
fn unchanged(command: &[String]) -> Found {
    static SAID: OnceLock<Mutex<HashMap<Vec<String>, Found>>> = OnceLock::new();
    let said = || SAID.get_or_init(Mutex::default).lock().expect("no run failed before");
    if let Some(found) = said().get(command) {
        return found.clone();
    }
    let found = run(&TestEnv::released(BASE), command).1;
    said().insert(command.to_vec(), found.clone());
    found
}

/// A fresh vault with these changes.
pub fn changed(ops: &[Op]) -> TestEnv {
    let env = TestEnv::released(BASE);
    ops.iter().for_each(|op| op.apply(&env));
    env
}

/// Everything that is not as the case says.
pub fn judge(case: &Case) -> Vec<String> {
    let env = changed(&case.ops);
    let (run, found) = run(&env, &case.command);
    let wanted = (case.code.rule().code.to_owned(), case.spot.place(&env));
    let mut wrong = Vec::new();
    if !found.contains(&wanted) {
        wrong.push(format!("not found: {wanted:?} in {found:?}"));
    }
    if run.code != case.exit {
        wrong.push(format!("exit {}, expected {}: {found:?}", run.code, case.exit));
    }
    // Where a command was refused for how it was called, the vault does not matter.
    if !case.ops.is_empty() && unchanged(&case.command).contains(&wanted) {
        wrong.push(format!("the unchanged vault has it too: {wanted:?}"));
    }
    wrong.into_iter().map(|wrong| format!("{:?} {:?}: {wrong}", case.code, case.ops)).collect()
}

/// The codes a command reports after some changes, and its exit code.
pub fn codes(ops: &[Op], command: &[&str]) -> (BTreeSet<String>, i32) {
    let env = changed(ops);
    let (run, found) = run(&env, command);
    (found.into_iter().map(|(code, _)| code).collect(), run.code)
}

//! What the tests of the real binary share: scratch copies of fixture vaults, running the
//! binary on them in a clean environment, and saying where two JSON documents differ.
//!
//! Each test owns its copy; nothing is shared but bytes held in memory.

// Every test file uses its own part of this module.
#![allow(dead_code)]
// Helpers of tests fail by panicking and work on real folders.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![allow(clippy::disallowed_methods, clippy::disallowed_types)]

#[cfg(unix)]
pub mod external;
#[cfg(unix)]
pub mod failing;
#[cfg(unix)]
pub mod interrupted;
pub mod json;
#[cfg(unix)]
pub mod mutation;
#[cfg(unix)]
pub mod rights;

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use tempfile::TempDir;

/// No command on a fixture needs this long: whoever does, hangs.
const HANG: Duration = Duration::from_secs(60);

/// The local sources of the fixture vaults that list some, and the folders they are bound to.
pub const BOUND: [(&str, &str); 2] = [("X-0001", "vault-extern"), ("X-0003", "vault-fremd")];

/// A file below `fixtures/`.
pub fn fixture(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(path)
}

/// Copies the binary under test. Another process does it: in this one the copy would be open for
/// writing in whatever a test on another thread starts just then, and no system runs such a file.
pub fn copy_binary(to: &Path) {
    let copied = std::process::Command::new("cp").arg(env!("CARGO_BIN_EXE_vault")).arg(to).status();
    assert!(copied.expect("cp runs").success(), "{} cannot be made", to.display());
}

/// The lines of a recording, each one JSON document.
pub fn recording(path: &str) -> Vec<serde_json::Value> {
    let text = fs::read_to_string(fixture(path)).expect("the recording is there");
    text.lines().map(|line| serde_json::from_str(line).expect("a recorded line is JSON")).collect()
}

/// A recording that is one JSON document.
pub fn recorded_document(path: &str) -> serde_json::Value {
    let text = fs::read_to_string(fixture(path)).expect("the recording is there");
    serde_json::from_str(&text).expect("a recording is JSON")
}

/// A folder held in memory, to be written out as often as tests need a fresh copy.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Tree {
    folders: Vec<PathBuf>,
    files: Vec<(PathBuf, Vec<u8>)>,
}

impl Tree {
    /// Reads a folder of regular files whole, sorted by path.
    pub fn read(root: &Path) -> Self {
        let mut tree = Self { folders: Vec::new(), files: Vec::new() };
        tree.read_below(root, Path::new(""));
        tree.folders.sort();
        tree.files.sort();
        tree
    }

    fn read_below(&mut self, root: &Path, below: &Path) {
        for entry in fs::read_dir(root.join(below)).expect("the folder can be read") {
            let entry = entry.expect("the folder can be read");
            let path = below.join(entry.file_name());
            if entry.file_type().expect("an entry has a type").is_dir() {
                self.folders.push(path.clone());
                self.read_below(root, &path);
            } else {
                let bytes = fs::read(entry.path()).expect("the file can be read");
                self.files.push((path, bytes));
            }
        }
    }

    /// Writes the tree below `root`, files without executable bits, in the order held.
    pub fn write(&self, root: &Path) {
        fs::create_dir_all(root).expect("the scratch folder can be made");
        for folder in &self.folders {
            fs::create_dir_all(root.join(folder)).expect("the folder can be made");
        }
        for (path, bytes) in &self.files {
            let path = root.join(path);
            fs::create_dir_all(path.parent().expect("a file lies in a folder"))
                .expect("the folder can be made");
            fs::write(path, bytes).expect("the file can be written");
        }
    }

    /// The same tree whose folders and files come into being in another order.
    pub fn in_order(&self, order: CreationOrder) -> Self {
        let mut tree = self.clone();
        match order {
            CreationOrder::Reversed => {
                tree.folders.reverse();
                tree.files.reverse();
            }
            CreationOrder::Shuffled(seed) => {
                shuffle(&mut tree.folders, seed);
                shuffle(&mut tree.files, seed);
            }
        }
        tree
    }
}

/// In which order the entries of a copied tree are created.
#[derive(Clone, Copy, Debug)]
pub enum CreationOrder {
    /// From the last path to the first.
    Reversed,
    /// In an order that this seed (not 0) decides.
    Shuffled(u64),
}

/// Fisher and Yates over an xorshift generator: the same seed gives the same order.
fn shuffle<T>(items: &mut [T], seed: u64) {
    let mut state = seed;
    for last in (1..items.len()).rev() {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        items.swap(last, (state % (last as u64 + 1)) as usize);
    }
}

/// A scratch folder with one vault in it, and the binary to run on that vault.
pub struct TestEnv {
    scratch: TempDir,
}

impl TestEnv {
    /// A fresh copy of a fixture vault as its curator left it: not released yet.
    pub fn fixture(seed: u32) -> Self {
        Self::of(&Tree::read(&fixture(&format!("parity/vaults/{seed}/vault"))))
    }

    /// A fresh copy of a fixture vault after `release minor`, run once per process and seed.
    pub fn released(seed: u32) -> Self {
        Self::of(&released(seed))
    }

    /// A fresh released copy with its local sources bound to folders beside it.
    pub fn bound(seed: u32) -> Self {
        let env = Self::released(seed);
        for (id, name) in BOUND {
            let source = fixture(&format!("parity/vaults/{seed}/{name}"));
            if source.is_dir() {
                env.bind(id, name, &Tree::read(&source));
            }
        }
        env
    }

    /// A fresh copy of the vault in this repository, without the program around it: what its
    /// manifest lists, the manifest, and the log.
    pub fn bundled() -> Self {
        let repository = Path::new(env!("CARGO_MANIFEST_DIR"));
        let read = |path: &str| fs::read(repository.join(path)).expect("a file of the vault");
        let manifest = String::from_utf8(read("MANIFEST.sha256")).expect("UTF-8");
        let listed = manifest.lines().map(|line| line.split_once("  ").expect("a path").1);
        let paths = listed.chain(["MANIFEST.sha256", "log.md"]);
        let files = paths.map(|path| (path.into(), read(path))).collect();
        Self::of(&Tree { folders: Vec::new(), files })
    }

    /// Writes `tree` beside the vault and binds a source to it.
    pub fn bind(&self, id: &str, name: &str, tree: &Tree) {
        let folder = self.beside(name);
        tree.write(&folder);
        let run = self.vault(&["extern", "bind", id, folder.to_str().expect("UTF-8")]);
        assert_eq!(run.code, 0, "binding {id}: {run:?}");
    }

    /// Lets the web source of the bundled vault lie at another address, and releases that.
    pub fn list_web_source(&self, prefix: &str) {
        let listed = self.read("sources/EXTERN.md");
        let (before, after) = listed.split_once("https://").expect("a web source");
        let (_, after) = after.split_once(' ').expect("more columns");
        self.write("sources/EXTERN.md", &format!("{before}{prefix} {after}"));
        let run = self.vault(&["release", "patch"]);
        assert_eq!(run.code, 0, "listing {prefix}: {run:?}");
    }

    /// A fresh copy of `tree` as the vault.
    pub fn of(tree: &Tree) -> Self {
        let scratch = TempDir::with_prefix("vault-test-").expect("a scratch folder");
        let env = Self { scratch };
        tree.write(&env.root());
        env
    }

    /// The folder of the vault.
    pub fn root(&self) -> PathBuf {
        self.scratch.path().join("vault")
    }

    /// A path beside the vault, inside the scratch folder.
    pub fn beside(&self, name: &str) -> PathBuf {
        self.scratch.path().join(name)
    }

    /// The text of a file of the vault.
    pub fn read(&self, path: &str) -> String {
        fs::read_to_string(self.root().join(path))
            .unwrap_or_else(|error| panic!("{path} cannot be read: {error}"))
    }

    /// Writes a file of the vault, making its folders.
    pub fn write(&self, path: &str, text: &str) {
        let path = self.root().join(path);
        fs::create_dir_all(path.parent().expect("a file lies in a folder")).expect("its folder");
        fs::write(path, text).expect("the file can be written");
    }

    /// Runs the binary on the vault: `vault --root … ARGS`, from `/`, in a clean environment.
    pub fn vault<S: AsRef<str>>(&self, args: &[S]) -> Run {
        self.vault_in(args, Path::new("/"), &[])
    }

    /// The same from another folder and with more in the environment.
    pub fn vault_in<S: AsRef<str>>(&self, args: &[S], cwd: &Path, env: &[(&str, &str)]) -> Run {
        self.vault_behind(&[], args, cwd, env)
    }

    /// The same started by another command, which runs its last arguments.
    pub fn vault_behind<S: AsRef<str>>(
        &self,
        starter: &[&str],
        args: &[S],
        cwd: &Path,
        env: &[(&str, &str)],
    ) -> Run {
        let args: Vec<&str> = args.iter().map(AsRef::as_ref).collect();
        let mut words = starter.iter().copied().chain([env!("CARGO_BIN_EXE_vault")]);
        let output = assert_cmd::Command::new(words.next().expect("at least the binary"))
            .args(words)
            .env_clear()
            .env("PATH", "/usr/bin:/bin")
            .env("SKILLSAFE_OFFLINE", "1")
            .envs(env.iter().copied())
            .current_dir(cwd)
            .arg("--root")
            .arg(self.root())
            .args(&args)
            .timeout(HANG)
            .output()
            .expect("the binary can be run");
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!stderr.contains("panicked"), "vault {args:?} panicked: {stderr}");
        let code = output.status.code().unwrap_or_else(|| {
            panic!("vault {args:?} was ended by a signal, or hung for {HANG:?}: {stderr}")
        });
        let stdout = String::from_utf8(output.stdout)
            .unwrap_or_else(|error| panic!("vault {args:?} printed what is not UTF-8: {error}"));
        Run { code, stdout, stderr }
    }
}

/// What one run of the binary left behind.
#[derive(Debug, PartialEq, Eq)]
pub struct Run {
    /// Exit code.
    pub code: i32,
    /// Standard output, always UTF-8.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
}

impl Run {
    /// Standard output as the one JSON document it should be.
    pub fn json(&self) -> Result<serde_json::Value, String> {
        serde_json::from_str(&self.stdout).map_err(|error| {
            let shown: String = self.stdout.chars().take(200).collect();
            format!("no JSON ({error}), exit {}: {shown} {}", self.code, self.stderr)
        })
    }

    /// How many findings the text form shows, by their marks; the summary line is none.
    pub fn findings(&self) -> Findings {
        let mut found = Findings::default();
        for line in self.stdout.lines().filter(|line| !is_summary(line)) {
            if line.starts_with('🔴') {
                found.errors += 1;
            } else if line.starts_with('🟡') {
                found.warnings += 1;
            } else if line.starts_with('ℹ') {
                found.notes += 1;
            }
        }
        found
    }
}

/// Whether a line is the closing one, `🟢 validate: 0 Fehler, …` under any of the marks.
fn is_summary(line: &str) -> bool {
    line.split_once(' ').is_some_and(|(_, rest)| {
        ["validate: ", "doctor: "].iter().any(|command| {
            rest.strip_prefix(command)
                .is_some_and(|figures| figures.starts_with(|c: char| c.is_ascii_digit()))
        })
    })
}

/// Counted findings of `validate` or `doctor`.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Findings {
    /// Lines marked 🔴.
    pub errors: u64,
    /// Lines marked 🟡.
    pub warnings: u64,
    /// Lines marked ℹ️.
    pub notes: u64,
}

/// The tree of a fixture vault after `release minor`.
pub fn released(seed: u32) -> Arc<Tree> {
    static RELEASED: OnceLock<Mutex<HashMap<u32, Arc<Tree>>>> = OnceLock::new();
    let mut trees = RELEASED.get_or_init(Mutex::default).lock().expect("no release failed before");
    Arc::clone(trees.entry(seed).or_insert_with(|| {
        let env = TestEnv::fixture(seed);
        let run = env.vault(&["release", "minor"]);
        assert_eq!(run.code, 0, "releasing vault {seed}: {run:?}");
        Arc::new(Tree::read(&env.root()))
    }))
}

/// `INDEX.md` without what is not part of the contract: its first heading and comment lines.
pub fn index_rows(index: &str) -> Vec<&str> {
    let mut headings = 0;
    let kept = index.split('\n').filter(|line| {
        let heading = line.starts_with("# ");
        headings += usize::from(heading);
        !(line.starts_with("<!--") || heading && headings == 1)
    });
    kept.collect()
}

/// Looks at every item on two threads and returns the complaints, in the order of the items.
pub fn complaints<T: Sync>(items: &[T], look: impl Fn(&T) -> Vec<String> + Sync) -> Vec<String> {
    let next = AtomicUsize::new(0);
    let found = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some((at, item)) = take(items, &next) {
                    let complaints = look(item);
                    found.lock().expect("no other look failed").push((at, complaints));
                }
            });
        }
    });
    let mut found = found.into_inner().expect("no look failed");
    found.sort();
    found.into_iter().flat_map(|(_, complaints)| complaints).collect()
}

fn take<'a, T>(items: &'a [T], next: &AtomicUsize) -> Option<(usize, &'a T)> {
    let at = next.fetch_add(1, Ordering::Relaxed);
    items.get(at).map(|item| (at, item))
}

/// Fails with the first complaints and their number, if there are any.
pub fn assert_none(complaints: &[String]) {
    let shown = complaints.iter().take(12).cloned().collect::<Vec<_>>().join("\n");
    assert!(complaints.is_empty(), "{} complaints, the first:\n{shown}", complaints.len());
}

//! A small folder, a commit on it, and observers that break it.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use tempfile::TempDir;
use vault::commit::{Change, CommitError, Committed, Lock, commit};
use vault::digest::Digest;
use vault::files::Folder;
use vault::findings::Finding;
use vault::storage::{Action, Io, Observer, Operation, Refusal};
use vault::vault::outside::Site;

/// Everything in a folder: path to mode and content; `None` for a folder.
pub type Tree = BTreeMap<String, (u32, Option<Vec<u8>>)>;

/// The files before: path, mode, content.
pub const OLD: [(&str, u32, &str); 5] = [
    ("INDEX.md", 0o644, "old index\n"),
    ("VERSION", 0o600, "1.0.0\n"),
    ("knowledge/a/page.md", 0o644, "page\n"),
    ("log.md", 0o664, "# log\n"),
    ("MANIFEST.sha256", 0o644, "old manifest\n"),
];

/// What the commit writes, in its order.
pub const WRITTEN: [(&str, &str); 5] = [
    ("knowledge/a/page.md", "new page, longer than the old one\n"),
    ("graph/graph.json", "{}\n"),
    ("VERSION", "1.0.1\n"),
    ("log.md", "# log\n"),
    ("MANIFEST.sha256", "new manifest\n"),
];

/// The place of a new vault.
pub fn site(parent: &Path, name: &str) -> Site {
    Site::named(&parent.join(name), None, |reason| Finding::InitTarget { reason }).unwrap()
}

/// A scratch folder, in memory where there is one: these tests sync very often.
pub fn scratch() -> TempDir {
    match tempfile::tempdir_in("/dev/shm") {
        Ok(dir) => dir,
        Err(_) => tempfile::tempdir().unwrap(),
    }
}

/// The folder before the commit.
pub fn old_folder() -> TempDir {
    let dir = scratch();
    for (path, mode, content) in OLD {
        let path = dir.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, content).unwrap();
        fs::set_permissions(&path, PermissionsExt::from_mode(mode)).unwrap();
    }
    for folder in ["knowledge", "knowledge/a"] {
        fs::set_permissions(dir.path().join(folder), PermissionsExt::from_mode(0o755)).unwrap();
    }
    dir
}

/// A scratch folder with this in it.
pub fn folder_of(tree: &Tree) -> TempDir {
    let dir = scratch();
    fill(dir.path(), tree);
    dir
}

/// Puts this into an empty folder.
pub fn fill(root: &Path, tree: &Tree) {
    for (path, (mode, content)) in tree {
        let path = root.join(path);
        match content {
            Some(content) => fs::write(&path, content).unwrap(),
            None => fs::create_dir(&path).unwrap(),
        }
        fs::set_permissions(&path, PermissionsExt::from_mode(*mode)).unwrap();
    }
}

/// Everything that is there.
pub fn tree(root: &Path) -> Tree {
    let mut tree = Tree::new();
    let mut open = vec![PathBuf::new()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(root.join(&folder)).unwrap() {
            let path = folder.join(entry.unwrap().file_name());
            let meta = fs::symlink_metadata(root.join(&path)).unwrap();
            let content = match meta.is_dir() {
                true => None,
                false => Some(fs::read(root.join(&path)).unwrap_or_default()),
            };
            if meta.is_dir() {
                open.push(path.clone());
            }
            let mode = meta.permissions().mode() & 0o7777;
            tree.insert(path.to_str().unwrap().to_owned(), (mode, content));
        }
    }
    tree
}

/// The state before.
pub fn old() -> Tree {
    tree(old_folder().path())
}

/// The state after.
pub fn new() -> Tree {
    let mut tree = old();
    for (path, content) in WRITTEN {
        let mode = tree.get(path).map_or(0o644, |(mode, _)| *mode);
        tree.insert(path.to_owned(), (mode, Some(content.into())));
    }
    tree.insert("graph".to_owned(), (0o755, None));
    tree
}

/// The changes from [`OLD`] to [`WRITTEN`].
pub fn changes() -> Vec<Change> {
    let before =
        |path: &str| OLD.iter().find(|old| old.0 == path).map(|old| Digest::of(old.2.as_bytes()));
    let change = |(path, after): (&str, &str)| Change {
        path: path.to_owned(),
        before: before(path),
        after: after.into(),
    };
    WRITTEN.into_iter().map(change).collect()
}

/// Locks and commits, with checks that agree.
pub fn run(root: &Path, io: &Io) -> Result<Committed, Refusal<String, CommitError>> {
    let folder = Folder::open_root(root).unwrap();
    let lock = Lock::acquire(&folder, io)?;
    commit(lock, changes(), || Ok(()), || Ok(()))
}

/// An observer made of a closure.
pub struct Hook<F>(pub F);

impl<F: FnMut(u64, &Operation<'_>) -> io::Result<()> + Send> Observer for Hook<F> {
    fn before(&mut self, number: u64, operation: &Operation<'_>) -> io::Result<()> {
        (self.0)(number, operation)
    }
}

/// An [`Io`] that asks a closure before every operation.
pub fn hooked(hook: impl FnMut(u64, &Operation<'_>) -> io::Result<()> + Send + 'static) -> Io {
    Io::observed(Hook(hook))
}

/// An operation that was asked for, and whether it was done.
#[derive(Debug, Clone)]
pub struct Logged {
    pub action: Action,
    pub path: String,
    pub to: String,
    pub bytes: Vec<u8>,
    pub mode: u32,
    pub done: bool,
}

/// An [`Io`] that keeps a log of all operations and lets those fail that a closure names.
pub struct Watched {
    pub io: Io,
    log: Arc<Mutex<Vec<Logged>>>,
}

impl Watched {
    /// The operations with these numbers fail with this error number.
    pub fn failing(fails: impl Fn(u64) -> bool + Send + 'static, code: i32) -> Self {
        let log = Arc::new(Mutex::new(Vec::new()));
        let io = Io::observed(Recorder { fails, code, log: Arc::clone(&log) });
        Self { io, log }
    }

    /// What was asked for so far.
    pub fn log(&self) -> Vec<Logged> {
        self.log.lock().unwrap().clone()
    }
}

struct Recorder<F> {
    fails: F,
    code: i32,
    log: Arc<Mutex<Vec<Logged>>>,
}

impl<F: Fn(u64) -> bool + Send> Observer for Recorder<F> {
    fn before(&mut self, number: u64, operation: &Operation<'_>) -> io::Result<()> {
        self.log.lock().unwrap().push(Logged {
            action: operation.action,
            path: operation.path.to_owned(),
            to: operation.to.to_owned(),
            bytes: operation.bytes.to_owned(),
            mode: operation.mode,
            done: false,
        });
        match (self.fails)(number) {
            true => Err(io::Error::from_raw_os_error(self.code)),
            false => Ok(()),
        }
    }

    fn after(&mut self, number: u64, _operation: &Operation<'_>) {
        self.log.lock().unwrap()[number as usize].done = true;
    }
}

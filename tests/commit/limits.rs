//! What the system does not allow: no permission, a read-only medium, a full one; and modes.
//!
//! What needs another user, mask or medium runs in a process of its own: this test binary once
//! more, asked for the same test, which finds the folder in a variable and does its inner part.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::os::unix::fs::{PermissionsExt, chown};
use std::path::{Path, PathBuf};
use std::process::Command;

use vault::commit::{CommitError, LOCK, Lock, Recovered, Shared, WriterState, inspect, recover};
use vault::files::Folder;
use vault::storage::{Io, Refusal, StorageError};

use crate::rights::{as_user, mounting};
use crate::support::{OLD, Tree, fill, new, old, old_folder, run, scratch, tree};

const VARIABLE: &str = "COMMIT_TEST_FOLDER";
/// An ordinary user, usually `nobody`.
const USER: u32 = 65534;

/// The folder to work on, in the process that does the inner part.
fn folder() -> Option<PathBuf> {
    env::var_os(VARIABLE).map(PathBuf::from)
}

/// Runs the inner part of a test of this file behind a command.
fn run_behind(command: &[&str], test: &str, folder: &Path) {
    let test_binary = env::current_exe().unwrap();
    let behind = |arguments: &[&str]| {
        let mut all = command.iter().copied().chain([test_binary.to_str().unwrap()]);
        let mut command = Command::new(all.next().unwrap());
        command.args(all).args(arguments).env(VARIABLE, folder).output()
    };
    let output = behind(&["--exact", &format!("limits::{test}"), "--nocapture"]);
    let output = output.unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}\n{}", String::from_utf8_lossy(&output.stderr));
    assert!(said.contains("1 passed"), "{said}");
    said.lines().filter(|line| line.starts_with("full disk")).for_each(|line| println!("{line}"));
}

/// Runs the inner part of a test as a user who is not root.
fn run_as_user(test: &str, folder: &Path) {
    run_behind(as_user(), test, folder);
}

/// Gives everything to the ordinary user, as far as this process may.
fn give_away(root: &Path) {
    if !rustix::process::geteuid().is_root() {
        return;
    }
    let inside = tree(root).into_keys().map(|path| root.join(path));
    for path in inside.chain([root.to_owned()]) {
        chown(path, Some(USER), Some(USER)).unwrap();
    }
}

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, PermissionsExt::from_mode(mode)).unwrap();
}

fn failed(refusal: &Refusal<String, CommitError>, kind: std::io::ErrorKind) -> bool {
    let Refusal::Failed(error) = refusal else { return false };
    assert!(!error.diagnostics().is_empty());
    matches!(error, CommitError::Storage(StorageError::Failed(failed))
        if failed.source.is(kind))
}

fn denied(refusal: &Refusal<String, CommitError>) -> bool {
    failed(refusal, std::io::ErrorKind::PermissionDenied)
}

#[test]
fn a_folder_without_permission() {
    if let Some(folder) = folder() {
        return inner_without_permission(&folder);
    }
    let dir = old_folder();
    give_away(dir.path());
    for (path, mode) in [("", 0o555), ("knowledge/a", 0o555), ("VERSION", 0o000)] {
        let path = dir.path().join(path);
        let before = fs::metadata(&path).unwrap().permissions();
        set_mode(&path, mode);
        run_as_user("a_folder_without_permission", dir.path());
        fs::set_permissions(&path, before).unwrap();
    }
    assert_eq!(tree(dir.path()), old());
}

fn inner_without_permission(folder: &Path) {
    let before = tree(folder);
    let root = Folder::open_root(folder).unwrap();
    let io = Io::new();
    let refusal = run(folder, &io).unwrap_err();
    assert!(denied(&refusal), "{refusal:?}");
    assert_eq!(tree(folder), before);
    // Reading needs no permission to write.
    drop(Shared::acquire(&root, &io).unwrap());
    assert_eq!(inspect(&root, &io).unwrap(), WriterState::Idle);
    assert_eq!(recover(&root, &io).unwrap(), Recovered::NothingToDo);
}

#[test]
fn a_lock_of_another_user() {
    if let Some(folder) = folder() {
        return inner_lock_of_another_user(&folder);
    }
    if !rustix::process::geteuid().is_root() {
        println!("SKIPPED a_lock_of_another_user: only root can make one");
        return;
    }
    let dir = old_folder();
    give_away(dir.path());
    fs::write(dir.path().join(LOCK), "pid=77\n").unwrap();
    set_mode(&dir.path().join(LOCK), 0o600);
    run_as_user("a_lock_of_another_user", dir.path());
    assert_eq!(fs::read(dir.path().join(LOCK)).unwrap(), b"pid=77\n");
}

fn inner_lock_of_another_user(folder: &Path) {
    let root = Folder::open_root(folder).unwrap();
    let io = Io::new();
    assert_eq!(inspect(&root, &io).unwrap(), WriterState::Held { pid: None });
    assert!(matches!(Lock::acquire(&root, &io), Err(CommitError::Held { pid: None })));
    let refused = recover(&root, &io).unwrap_err();
    assert!(matches!(refused, CommitError::Storage(StorageError::Failed(_))), "{refused:?}");
}

#[test]
fn a_read_only_medium() {
    if let Some(folder) = folder() {
        return inner_read_only_medium(&folder);
    }
    let dir = scratch();
    run_behind(mounting(), "a_read_only_medium", dir.path());
}

fn inner_read_only_medium(folder: &Path) {
    mount(folder, &["-t", "tmpfs", "tmpfs"]);
    fill(folder, &old());
    mount(folder, &["-o", "remount,bind,ro"]);
    let refusal = run(folder, &Io::new()).unwrap_err();
    assert!(failed(&refusal, std::io::ErrorKind::ReadOnlyFilesystem), "{refusal:?}");
    assert_eq!(tree(folder), old());
    let root = Folder::open_root(folder).unwrap();
    drop(Shared::acquire(&root, &Io::new()).unwrap());
    assert_eq!(recover(&root, &Io::new()).unwrap(), Recovered::NothingToDo);
}

#[test]
fn a_full_medium() {
    if let Some(folder) = folder() {
        return inner_full_medium(&folder);
    }
    let dir = scratch();
    run_behind(mounting(), "a_full_medium", dir.path());
}

/// A real file system, larger by one block each time, until the commit has room enough.
fn inner_full_medium(folder: &Path) {
    let (old, new) = (old(), new());
    let mut refused = BTreeMap::new();
    for blocks in OLD.len() as u32.. {
        let size = format!("size={}", blocks * 4096);
        mount(folder, &["-t", "tmpfs", "-o", &size, "tmpfs"]);
        fill(folder, &old);
        let outcome = run(folder, &Io::new());
        let after = tree(folder);
        let left = inspect(&Folder::open_root(folder).unwrap(), &Io::new()).unwrap();
        assert_eq!(left, WriterState::Idle);
        assert!(Command::new("umount").arg(folder).status().unwrap().success());
        match outcome {
            Ok(committed) => {
                assert!(committed.unfinished.is_none());
                assert_eq!(after, new);
                break;
            }
            Err(refusal) => {
                assert!(failed(&refusal, std::io::ErrorKind::StorageFull), "{refusal:?}");
                assert_eq!(after, old, "{refusal:?}");
                let Refusal::Failed(CommitError::Storage(StorageError::Failed(failed))) = refusal
                else {
                    panic!()
                };
                *refused.entry(failed.path).or_insert(0) += 1;
            }
        }
    }
    println!("full disk (tmpfs): refused at {refused:?}");
    assert!(refused.len() > 3);
}

fn mount(folder: &Path, arguments: &[&str]) {
    let mounted = Command::new("mount").args(arguments).arg(folder).output().unwrap();
    assert!(mounted.status.success(), "{mounted:?}");
}

#[test]
fn modes_do_not_depend_on_the_mask() {
    if let Some(folder) = folder() {
        return inner_mask(&folder);
    }
    for mask in ["0000", "0027", "0077"] {
        let parent = scratch();
        let dir = parent.path().join("vault");
        fs::create_dir(&dir).unwrap();
        fill(&dir, &old());
        let script = format!("umask {mask}; exec \"$@\"");
        run_behind(&["sh", "-c", &script, "sh"], "modes_do_not_depend_on_the_mask", &dir);
        let after: Tree = tree(&dir);
        assert_eq!(after, new(), "{mask}");
        assert_eq!(after["VERSION"].0, 0o600);
        assert_eq!(after["graph/graph.json"].0, 0o644);
        assert_eq!(after["graph"].0, 0o755);
        // Nothing is left inside, and nothing was put beside.
        assert!(!after.keys().any(|path| path.starts_with('.')));
        assert_eq!(fs::read_dir(parent.path()).unwrap().count(), 1);
    }
}

fn inner_mask(folder: &Path) {
    assert!(run(folder, &Io::new()).unwrap().unfinished.is_none());
}

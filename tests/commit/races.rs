//! Somebody else does something at every moment of a commit or a recovery.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use vault::commit::{
    CommitError, Committed, FOLDER, LOCK, LOCK_NEW, Lock, Recovered, WriterState, commit, inspect,
    recover,
};
use vault::files::Folder;
use vault::storage::{Action, Io, Refusal, StorageError};

use crate::support::{
    Logged, Tree, Watched, changes, folder_of, hooked, new, old, old_folder, run, tree,
};

type Outcome = Result<Committed, Refusal<String, CommitError>>;

/// A target that does not lie in the root.
const PAGE: &str = "knowledge/a/page.md";

/// The calls of an undisturbed commit.
fn calls() -> Vec<Logged> {
    let watched = Watched::failing(|_| false, 5);
    run(old_folder().path(), &watched.io).unwrap();
    watched.log()
}

/// An [`Io`] with something happening right before the call with this number.
fn disturbed(number: usize, mut act: impl FnMut() + Send + 'static) -> Io {
    hooked(move |now, _| {
        if now == number as u64 {
            act();
        }
        Ok(())
    })
}

/// A lock that is no longer ours ends the commit before anything is replaced.
#[test]
fn the_lock_is_looked_at_before_anything_is_replaced() {
    let dir = old_folder();
    let watched = Watched::failing(|_| false, 5);
    let folder = Folder::open_root(dir.path()).unwrap();
    let lock = Lock::acquire(&folder, &watched.io).unwrap();
    let lock_file = dir.path().join(LOCK);
    let precommit = || {
        fs::remove_file(&lock_file).unwrap();
        fs::write(&lock_file, "pid=1\n").unwrap();
        Ok::<(), String>(())
    };
    let refused = commit(lock, changes(), precommit, || Ok(())).unwrap_err();
    assert!(matches!(refused, Refusal::Failed(CommitError::ForeignLock)), "{refused:?}");
    let replaced = watched.log().into_iter().filter(|call| {
        let is_rename = matches!(call.action, Action::Rename | Action::RenameNew);
        is_rename && !call.to.starts_with(FOLDER) && !call.to.starts_with(LOCK)
    });
    assert_eq!(replaced.count(), 0);
    fs::remove_file(&lock_file).unwrap();
    assert_eq!(tree(dir.path()), old());
}

fn is_required(outcome: &Outcome) -> bool {
    matches!(outcome, Err(Refusal::Failed(CommitError::RecoveryRequired { .. })))
}

/// Commits with something happening at every call. Once that is undone by hand, and recovery
/// was there, the state is what the commit had said: new if it was done, else old.
///
/// The call that removes the lock file is left out: what comes to lie there between the last
/// look and the removal goes with it, and no call of the system closes that moment.
fn disturb_everywhere(
    what: &str,
    act: impl Fn(&Path) + Copy + Send + 'static,
    undo: impl Fn(&Path),
    look: impl Fn(&Path),
) {
    let (old, new) = (old(), new());
    let (mut refused, mut required, mut done) = (0, 0, 0);
    let calls = calls();
    let unlocks = |call: &Logged| call.action == Action::Unlink && call.path == LOCK;
    for number in (0..calls.len()).filter(|number| !unlocks(&calls[*number])) {
        let dir = old_folder();
        let path = dir.path().to_owned();
        let outcome = run(dir.path(), &disturbed(number, move || act(&path)));
        look(dir.path());
        undo(dir.path());
        let left = dir.path().join(LOCK).exists() || dir.path().join(FOLDER).exists();
        let recovered = recover(&Folder::open_root(dir.path()).unwrap(), &Io::new()).unwrap();
        let said = format!("{what} at {number}: {outcome:?}, {recovered:?}");
        let after = tree(dir.path());
        match &outcome {
            Ok(committed) => {
                assert!(committed.unfinished.is_some() || !left, "{said}");
                assert_eq!(after, new, "{said}");
                done += 1;
            }
            Err(_) => {
                assert!(is_required(&outcome) || !left, "{said}");
                assert_eq!(after, old, "{said}");
                refused += 1;
                required += u32::from(is_required(&outcome));
            }
        }
    }
    println!("{what}: {refused} refused, {required} of them left to recovery; {done} done");
    assert!(refused > 0 && done > 0);
}

/// A path beside the folder that is written.
fn outside(root: &Path) -> PathBuf {
    root.with_extension("outside")
}

#[test]
fn a_parent_folder_swapped_for_a_link() {
    let swap = |root: &Path| {
        fs::create_dir(outside(root)).unwrap();
        fs::write(outside(root).join("page.md"), "page\n").unwrap();
        fs::rename(root.join("knowledge/a"), root.join("knowledge/moved")).unwrap();
        symlink(outside(root), root.join("knowledge/a")).unwrap();
    };
    let undo = |root: &Path| {
        fs::remove_dir_all(outside(root)).unwrap();
        fs::remove_file(root.join("knowledge/a")).unwrap();
        fs::rename(root.join("knowledge/moved"), root.join("knowledge/a")).unwrap();
    };
    disturb_everywhere("parent swapped for a link", swap, undo, |root| {
        assert_eq!(tree(&outside(root)).len(), 1);
        assert_eq!(fs::read(outside(root).join("page.md")).unwrap(), b"page\n");
    });
}

#[test]
fn recovery_does_not_go_through_a_link() {
    let dir = old_folder();
    let root = Folder::open_root(dir.path()).unwrap();
    let mut dead = false;
    let io = hooked(move |_, operation| {
        dead |= operation.to.ends_with("committed");
        if dead { Err(std::io::ErrorKind::Other.into()) } else { Ok(()) }
    });
    let lock = Lock::acquire(&root, &io).unwrap();
    commit(lock, changes(), || Ok::<(), ()>(()), || Ok(())).unwrap_err();
    let (folder, moved) = (dir.path().join("knowledge/a"), dir.path().join("knowledge/moved"));
    fs::rename(&folder, &moved).unwrap();
    symlink("moved", &folder).unwrap();
    let before = tree(dir.path()).keys().cloned().collect::<Vec<_>>();
    let refused = recover(&root, &Io::new()).unwrap_err();
    assert!(
        matches!(&refused, CommitError::Storage(StorageError::Target { path, .. }) if path == "knowledge/a")
    );
    assert_eq!(tree(dir.path()).keys().cloned().collect::<Vec<_>>(), before);
    // A folder that is gone: where its targets lie now, nobody knows.
    fs::remove_file(&folder).unwrap();
    assert!(matches!(recover(&root, &Io::new()), Err(CommitError::Conflict(_))));
    fs::rename(&moved, &folder).unwrap();
    assert!(matches!(recover(&root, &Io::new()), Ok(Recovered::RolledBack { .. })));
    assert_eq!(tree(dir.path()), old());
}

#[test]
fn a_hard_link_to_a_target() {
    let link = |root: &Path| fs::hard_link(root.join(PAGE), outside(root)).unwrap();
    let undo = |root: &Path| fs::remove_file(outside(root)).unwrap();
    disturb_everywhere("hard link", link, undo, |root| {
        let linked = fs::read(outside(root)).unwrap();
        assert!(linked == b"page\n" || linked.starts_with(b"new page"));
    });
}

#[test]
fn the_staging_folder_moved_away() {
    let away = |root: &Path| _ = fs::rename(root.join(FOLDER), outside(root));
    let undo = |root: &Path| _ = fs::rename(outside(root), root.join(FOLDER));
    disturb_everywhere("staging folder moved", away, undo, |_| ());
}

#[test]
fn the_lock_swapped_for_something_else() {
    let file = |lock: &Path| fs::write(lock, "pid=1\n").unwrap();
    let folder = |lock: &Path| fs::create_dir(lock).unwrap();
    let link = |lock: &Path| symlink("VERSION", lock).unwrap();
    let fifo = |lock: &Path| assert!(Command::new("mkfifo").arg(lock).status().unwrap().success());
    type Kind = (&'static str, fn(&Path));
    let kinds: [Kind; 4] = [("file", file), ("folder", folder), ("link", link), ("FIFO", fifo)];
    for (kind, put) in kinds {
        let swap = move |root: &Path| {
            _ = fs::remove_file(root.join(LOCK));
            put(&root.join(LOCK));
        };
        let undo = |root: &Path| match kind {
            "folder" => fs::remove_dir(root.join(LOCK)).unwrap(),
            _ => fs::remove_file(root.join(LOCK)).unwrap(),
        };
        disturb_everywhere(&format!("lock swapped for a {kind}"), swap, undo, |root| {
            let lock = fs::symlink_metadata(root.join(LOCK)).unwrap();
            assert!(!lock.is_file() || fs::read(root.join(LOCK)).unwrap() == b"pid=1\n");
        });
    }
}

/// An edit is never lost, save in the one moment between the last look at a target and its
/// replacement, which no call of the system closes.
#[test]
fn a_target_edited_at_any_moment() {
    let path = "VERSION";
    let (mut refused, mut conflicts, mut after) = (0, 0, 0);
    let log = calls();
    let moment = log.iter().position(|o| o.to == path && o.action == Action::Rename).unwrap();
    for number in (0..log.len()).filter(|number| *number != moment) {
        let dir = old_folder();
        let file = dir.path().join(path);
        let edited = file.clone();
        let io = disturbed(number, move || fs::write(&edited, "mine\n").unwrap());
        let outcome = run(dir.path(), &io);
        assert_eq!(fs::read(&file).unwrap(), b"mine\n", "{number}: {outcome:?}");
        let root = Folder::open_root(dir.path()).unwrap();
        match &outcome {
            Ok(committed) => {
                assert!(committed.unfinished.is_none());
                fs::write(&file, "1.0.1\n").unwrap();
                assert_eq!(tree(dir.path()), new());
                after += 1;
            }
            Err(_) if is_required(&outcome) => {
                let Err(CommitError::Conflict(conflict)) = recover(&root, &Io::new()) else {
                    panic!("{number}: {outcome:?}");
                };
                let kept = conflict[0].kept.as_ref().unwrap();
                assert_eq!(fs::read(dir.path().join(kept)).unwrap(), b"1.0.0\n");
                fs::write(&file, "1.0.0\n").unwrap();
                let recovered = recover(&root, &Io::new()).unwrap();
                assert!(matches!(recovered, Recovered::RolledBack { .. }));
                assert_eq!(tree(dir.path()), old());
                conflicts += 1;
            }
            Err(Refusal::Failed(CommitError::Storage(StorageError::TargetChanged {
                path: changed,
            }))) => {
                assert_eq!(changed, path);
                fs::write(&file, "1.0.0\n").unwrap();
                assert_eq!(tree(dir.path()), old(), "{number}");
                refused += 1;
            }
            Err(other) => panic!("{number}: {other:?}"),
        }
    }
    println!("target edited: {refused} refused, {conflicts} kept both versions, {after} after it");
    assert!(refused > 0 && conflicts > 0 && after > 0);
}

#[test]
fn another_writer_at_any_moment() {
    // Left out are the calls in which another writer waits for the first: while the lock is
    // being prepared, and when the lock file is gone but the root is still held.
    let calls = calls();
    let waits = |number: usize| {
        let call = &calls[number];
        let preparing = call.path == LOCK_NEW && call.action != Action::Lock;
        preparing || number + 1 == calls.len()
    };
    let (mut first, mut second) = (0, 0);
    for number in (0..calls.len()).filter(|number| !waits(*number)) {
        let dir = old_folder();
        let won = Arc::new(AtomicBool::new(false));
        let (root, wins) = (dir.path().to_owned(), Arc::clone(&won));
        let io = disturbed(number, move || match run(&root, &Io::new()) {
            Ok(committed) => {
                assert!(committed.unfinished.is_none());
                wins.store(true, Ordering::Relaxed);
            }
            Err(Refusal::Failed(CommitError::Held { pid })) => {
                assert_eq!(pid, Some(std::process::id()));
            }
            other => panic!("{number}: {other:?}"),
        });
        let outcome = run(dir.path(), &io);
        assert_eq!(tree(dir.path()), new(), "{number}: {outcome:?}");
        if won.load(Ordering::Relaxed) {
            // What the first had read is not there any more.
            let Err(Refusal::Failed(CommitError::Storage(StorageError::TargetChanged { .. }))) =
                outcome
            else {
                panic!("{number}: {outcome:?}");
            };
            second += 1;
        } else {
            assert!(outcome.unwrap().unfinished.is_none());
            first += 1;
        }
    }
    println!("two writers: {first} times the first, {second} times the second came through");
    assert!(first > 0 && second > 0);
}

#[test]
fn recovery_leaves_a_living_writer_alone() {
    // It waits a little for those who only look at the lock, so not everywhere.
    let calls = calls().len();
    let numbers: Vec<usize> = (0..16).chain((16..calls).step_by(12)).collect();
    for number in &numbers {
        let dir = old_folder();
        let path = dir.path().to_owned();
        let io = disturbed(*number, move || {
            let before = tree(&path);
            match recover(&Folder::open_root(&path).unwrap(), &Io::new()) {
                Err(CommitError::Held { pid }) => {
                    assert_eq!(pid, Some(std::process::id()));
                    assert_eq!(tree(&path), before);
                }
                // Nothing is published yet.
                Ok(Recovered::NothingToDo) => {}
                other => panic!("{other:?}"),
            }
        });
        assert!(run(dir.path(), &io).unwrap().unfinished.is_none());
        assert_eq!(tree(dir.path()), new());
    }
    println!("recovery beside a living writer: at {} of {calls} calls", numbers.len());
}

/// States of a commit that died, one before, one in and one after its replacements.
fn dead() -> Vec<Tree> {
    [30, 60, 85]
        .map(|end| {
            let dir = old_folder();
            let watched = Watched::failing(move |number| number >= end, 5);
            _ = run(dir.path(), &watched.io);
            tree(dir.path())
        })
        .to_vec()
}

#[test]
fn two_recoveries_one_inside_the_other() {
    for state in dead() {
        for number in (0..10).chain((10..60).step_by(15)) {
            let dir = folder_of(&state);
            let path = dir.path().to_owned();
            let io = disturbed(number, move || {
                let inner = recover(&Folder::open_root(&path).unwrap(), &Io::new());
                let held = matches!(inner, Err(CommitError::Held { .. }));
                assert!(held || inner.is_ok(), "{number}: {inner:?}");
            });
            let root = Folder::open_root(dir.path()).unwrap();
            recover(&root, &io).unwrap();
            let after = tree(dir.path());
            assert!(after == old() || after == new(), "{number}: {after:?}");
            assert_eq!(inspect(&root, &Io::new()).unwrap(), WriterState::Idle);
        }
    }
}

#[test]
fn many_recoveries_at_once() {
    for state in dead().iter().cycle().take(30) {
        let dir = folder_of(state);
        let recoveries: Vec<_> = (0..4)
            .map(|_| {
                let path = dir.path().to_owned();
                thread::spawn(move || recover(&Folder::open_root(&path).unwrap(), &Io::new()))
            })
            .collect();
        let did = |recovered: &Recovered| *recovered != Recovered::NothingToDo;
        let all: Vec<_> = recoveries.into_iter().map(|one| one.join().unwrap().unwrap()).collect();
        assert_eq!(all.iter().filter(|one| did(one)).count(), 1, "{all:?}");
        let after = tree(dir.path());
        assert!(after == old() || after == new());
    }
}

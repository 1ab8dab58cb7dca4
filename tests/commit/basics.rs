//! What a commit does when nothing breaks, and whom it refuses.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};

use vault::commit::{
    Change, CommitError, FOLDER, LOCK, LOCK_NEW, Lock, Recovered, Shared, WriterState, commit,
    inspect, recover,
};
use vault::files::Folder;
use vault::storage::{Action, Io, Refusal, StorageError};

use crate::support::{changes, hooked, new, old, old_folder, run, tree};

#[test]
fn all_files_are_replaced_and_nothing_else_is_left() {
    let dir = old_folder();
    let done = run(dir.path(), &Io::new()).unwrap();
    assert!(done.unfinished.is_none());
    // What already is what it should be is not written.
    assert_eq!(
        done.paths,
        ["knowledge/a/page.md", "graph/graph.json", "VERSION", "MANIFEST.sha256"]
    );
    assert_eq!(tree(dir.path()), new());
    let root = Folder::open_root(dir.path()).unwrap();
    assert_eq!(inspect(&root, &Io::new()).unwrap(), WriterState::Idle);
    assert_eq!(recover(&root, &Io::new()).unwrap(), Recovered::NothingToDo);
}

#[test]
fn checks_see_the_folder_as_it_is_and_can_refuse() {
    for refuse_after in [false, true] {
        let dir = old_folder();
        let root = Folder::open_root(dir.path()).unwrap();
        let lock = Lock::acquire(&root, &Io::new()).unwrap();
        let page = || fs::read_to_string(dir.path().join("knowledge/a/page.md")).unwrap();
        let precommit = || match refuse_after {
            true => Ok(()),
            false => Err(page()),
        };
        let refused = commit(lock, changes(), precommit, || Err(page())).unwrap_err();
        let Refusal::Check(seen) = refused else { panic!("{refused:?}") };
        assert_eq!(seen.starts_with("new"), refuse_after);
        assert_eq!(tree(dir.path()), old());
    }
}

#[test]
fn one_writer_at_a_time() {
    let dir = old_folder();
    let root = Folder::open_root(dir.path()).unwrap();
    let lock = Lock::acquire(&root, &Io::new()).unwrap();
    let pid = Some(std::process::id());
    let meta = fs::metadata(dir.path().join(LOCK)).unwrap();
    assert_eq!(meta.permissions().mode() & 0o7777, 0o600);
    let content = fs::read_to_string(dir.path().join(LOCK)).unwrap();
    assert_eq!(content, format!("pid={}\n", std::process::id()));
    assert_eq!(inspect(&root, &Io::new()).unwrap(), WriterState::Held { pid });
    let second = Lock::acquire(&root, &Io::new()).err().unwrap();
    assert!(matches!(second, CommitError::Held { pid: by } if by == pid));
    assert!(matches!(recover(&root, &Io::new()), Err(CommitError::Held { pid: by }) if by == pid));
    lock.release().unwrap();
    drop(Lock::acquire(&root, &Io::new()).unwrap());
    assert_eq!(tree(dir.path()), old());
}

#[test]
fn what_was_left_over_is_named_and_recovered() {
    let dir = old_folder();
    let root = Folder::open_root(dir.path()).unwrap();
    fs::write(dir.path().join(LOCK), "pid=77\n").unwrap();
    let pid = Some(77);
    assert_eq!(inspect(&root, &Io::new()).unwrap(), WriterState::LeftOver { pid });
    let refused = Lock::acquire(&root, &Io::new()).err().unwrap();
    assert!(matches!(refused, CommitError::LeftOver { pid: Some(77) }));
    let busy = Shared::acquire(&root, &Io::new()).unwrap_err();
    assert!(matches!(busy, CommitError::Busy(WriterState::LeftOver { .. })));
    assert_eq!(recover(&root, &Io::new()).unwrap(), Recovered::CleanedUp);

    fs::create_dir(dir.path().join(FOLDER)).unwrap();
    assert_eq!(inspect(&root, &Io::new()).unwrap(), WriterState::Unfinished);
    assert!(matches!(Lock::acquire(&root, &Io::new()), Err(CommitError::Unfinished)));
    let busy = Shared::acquire(&root, &Io::new()).unwrap_err();
    assert!(matches!(busy, CommitError::Busy(WriterState::Unfinished)));
    assert_eq!(recover(&root, &Io::new()).unwrap(), Recovered::CleanedUp);
    assert_eq!(tree(dir.path()), old());
}

#[test]
fn whatever_lies_at_the_lock_counts_and_stays() {
    for kind in ["link", "folder", "socket"] {
        let dir = old_folder();
        let root = Folder::open_root(dir.path()).unwrap();
        let path = dir.path().join(LOCK);
        match kind {
            "link" => symlink("nowhere", &path).unwrap(),
            "folder" => fs::create_dir(&path).unwrap(),
            _ => drop(std::os::unix::net::UnixListener::bind(&path).unwrap()),
        }
        let state = inspect(&root, &Io::new()).unwrap();
        assert_eq!(state, WriterState::LeftOver { pid: None }, "{kind}");
        assert!(matches!(Lock::acquire(&root, &Io::new()), Err(CommitError::LeftOver { .. })));
        assert!(matches!(recover(&root, &Io::new()), Err(CommitError::ForeignLock)), "{kind}");
        assert!(fs::symlink_metadata(&path).is_ok());
    }
}

#[test]
fn a_lock_that_was_being_prepared_is_no_obstacle() {
    let dir = old_folder();
    fs::write(dir.path().join(LOCK_NEW), "").unwrap();
    run(dir.path(), &Io::new()).unwrap();
    assert_eq!(tree(dir.path()), new());
    fs::write(dir.path().join(LOCK_NEW), "").unwrap();
    let root = Folder::open_root(dir.path()).unwrap();
    assert_eq!(recover(&root, &Io::new()).unwrap(), Recovered::NothingToDo);
    assert_eq!(tree(dir.path()), new());
}

#[test]
fn a_lock_swapped_under_us_is_left_alone() {
    let dir = old_folder();
    let root = Folder::open_root(dir.path()).unwrap();
    let lock = Lock::acquire(&root, &Io::new()).unwrap();
    let swap = || {
        fs::remove_file(dir.path().join(LOCK)).unwrap();
        fs::write(dir.path().join(LOCK), "pid=1\n").unwrap();
        Ok::<(), ()>(())
    };
    let refused = commit(lock, changes(), swap, || Ok(())).unwrap_err();
    assert!(matches!(refused, Refusal::Failed(CommitError::ForeignLock)));
    assert_eq!(fs::read(dir.path().join(LOCK)).unwrap(), b"pid=1\n");
    fs::remove_file(dir.path().join(LOCK)).unwrap();
    assert_eq!(tree(dir.path()), old());
}

#[test]
fn readers_and_the_writer_keep_apart() {
    let dir = old_folder();
    let root = Folder::open_root(dir.path()).unwrap();
    let one = Shared::acquire(&root, &Io::new()).unwrap();
    let two = Shared::acquire(&root, &Io::new()).unwrap();
    assert!(one.is_locked() && two.is_locked());
    let path = dir.path().to_owned();
    let writer = std::thread::spawn(move || run(&path, &Io::new()).map(|_| ()));
    while inspect(&root, &Io::new()).unwrap() == WriterState::Idle {
        std::thread::yield_now();
    }
    // The writer waits for those inside; a newcomer waits for the writer.
    assert_eq!(fs::read(dir.path().join("VERSION")).unwrap(), b"1.0.0\n");
    let newcomer = std::thread::spawn({
        let path = dir.path().to_owned();
        move || {
            let root = Folder::open_root(&path).unwrap();
            let _inside = Shared::acquire(&root, &Io::new()).unwrap();
            fs::read(path.join("VERSION")).unwrap()
        }
    });
    drop((one, two));
    writer.join().unwrap().unwrap();
    assert_eq!(newcomer.join().unwrap(), b"1.0.1\n");
}

#[test]
fn a_reader_gives_up_on_a_writer_that_stays() {
    let dir = old_folder();
    let root = Folder::open_root(dir.path()).unwrap();
    let _lock = Lock::acquire(&root, &Io::new()).unwrap();
    let busy = Shared::acquire(&root, &Io::new()).unwrap_err();
    assert!(matches!(busy, CommitError::Busy(WriterState::Held { pid: Some(_) })));
}

#[test]
fn targets_that_are_not_what_was_read_are_refused() {
    type Spoil = (&'static str, fn(&std::path::Path));
    let spoil: [Spoil; 5] = [
        ("edited", |root| fs::write(root.join("VERSION"), "9\n").unwrap()),
        ("gone", |root| fs::remove_file(root.join("VERSION")).unwrap()),
        ("hard link", |root| fs::hard_link(root.join("VERSION"), root.join("TWO")).unwrap()),
        ("link", |root| {
            fs::rename(root.join("VERSION"), root.join("TWO")).unwrap();
            symlink("TWO", root.join("VERSION")).unwrap();
        }),
        ("parent is a link", |root| symlink("knowledge", root.join("graph")).unwrap()),
    ];
    for (name, spoil) in spoil {
        // Before the commit looks, and between its look and the replacement.
        for at_precommit in [false, true] {
            let dir = old_folder();
            let root = Folder::open_root(dir.path()).unwrap();
            let lock = Lock::acquire(&root, &Io::new()).unwrap();
            if !at_precommit {
                spoil(dir.path());
            }
            let precommit = || {
                if at_precommit {
                    spoil(dir.path());
                }
                Ok::<(), ()>(())
            };
            let refused = commit(lock, changes(), precommit, || Ok(())).unwrap_err();
            let Refusal::Failed(error) = refused else { panic!("{refused:?}") };
            assert!(!matches!(error, CommitError::RecoveryRequired { .. }), "{name}: {error:?}");
            assert!(!error.diagnostics().is_empty());
            let expected = old_folder();
            spoil(expected.path());
            assert_eq!(tree(dir.path()), tree(expected.path()), "{name} {at_precommit}: {error:?}");
        }
    }
}

#[test]
fn a_target_edited_after_its_replacement_keeps_both_versions() {
    let dir = old_folder();
    let root = Folder::open_root(dir.path()).unwrap();
    let lock = Lock::acquire(&root, &Io::new()).unwrap();
    let edit =
        || fs::write(dir.path().join("VERSION"), "mine\n").map_err(|error| error.to_string());
    let refused = commit(lock, changes(), || Ok(()), edit).unwrap_err();
    assert!(matches!(refused, Refusal::Failed(CommitError::RecoveryRequired { .. })));
    let lock = fs::read_to_string(dir.path().join(LOCK)).unwrap();
    assert!(lock.lines().nth(1).unwrap().starts_with("recovery_required="), "{lock}");
    let busy = Shared::acquire(&root, &Io::new()).unwrap_err();
    assert!(matches!(busy, CommitError::Busy(_)));

    let Err(CommitError::Conflict(conflicts)) = recover(&root, &Io::new()) else { panic!() };
    assert_eq!(conflicts.len(), 1);
    assert_eq!(conflicts[0].path, "VERSION");
    let kept = dir.path().join(conflicts[0].kept.as_ref().unwrap());
    assert_eq!(fs::read(&kept).unwrap(), b"1.0.0\n");
    assert_eq!(fs::read(dir.path().join("VERSION")).unwrap(), b"mine\n");

    // The person chooses the old version; then recovery goes through.
    fs::write(dir.path().join("VERSION"), "1.0.0\n").unwrap();
    assert!(matches!(recover(&root, &Io::new()).unwrap(), Recovered::RolledBack { .. }));
    assert_eq!(tree(dir.path()), old());
}

#[test]
fn what_no_commit_staged_stops_recovery() {
    let dir = old_folder();
    let root = Folder::open_root(dir.path()).unwrap();
    // Die when the commit point is due.
    let mut dead = false;
    let io = hooked(move |_, operation| {
        dead |= operation.to.ends_with("committed");
        if dead { Err(std::io::ErrorKind::Other.into()) } else { Ok(()) }
    });
    run(dir.path(), &io).unwrap_err();
    let staging = dir.path().join(FOLDER);
    let before = tree(dir.path());

    fs::write(staging.join("notes"), "mine\n").unwrap();
    let foreign = recover(&root, &Io::new());
    assert!(matches!(foreign, Err(CommitError::ForeignEntry { path }) if path.ends_with("notes")));
    fs::remove_file(staging.join("notes")).unwrap();

    let record = fs::read(staging.join("plan.json")).unwrap();
    fs::write(staging.join("plan.json"), &record[..record.len() / 2]).unwrap();
    let damaged = recover(&root, &Io::new());
    assert!(
        matches!(damaged, Err(CommitError::Record { path, .. }) if path.ends_with("plan.json"))
    );
    fs::write(staging.join("plan.json"), &record).unwrap();

    let copy = fs::read(staging.join("old-0")).unwrap();
    fs::write(staging.join("old-0"), "rot").unwrap();
    let damaged = recover(&root, &Io::new());
    assert!(matches!(damaged, Err(CommitError::Record { path, .. }) if path.ends_with("old-0")));
    fs::write(staging.join("old-0"), copy).unwrap();

    let without_lock = |mut tree: crate::support::Tree| {
        tree.remove(LOCK);
        tree
    };
    assert_eq!(without_lock(tree(dir.path())), without_lock(before));
    let Recovered::RolledBack { paths } = recover(&root, &Io::new()).unwrap() else { panic!() };
    assert_eq!(paths.len(), 4);
    assert_eq!(tree(dir.path()), old());
}

#[test]
fn a_record_with_both_names_is_committed() {
    let dir = old_folder();
    let root = Folder::open_root(dir.path()).unwrap();
    let mut dead = false;
    let io = hooked(move |_, operation| {
        dead |= operation.action == Action::Unlink;
        if dead { Err(std::io::ErrorKind::Other.into()) } else { Ok(()) }
    });
    assert!(run(dir.path(), &io).unwrap().unfinished.is_some());
    let staging = dir.path().join(FOLDER);
    fs::copy(staging.join("committed"), staging.join("plan.json")).unwrap();
    fs::remove_file(staging.join("old-0")).unwrap();
    assert!(matches!(recover(&root, &Io::new()).unwrap(), Recovered::Finished { .. }));
    assert_eq!(tree(dir.path()), new());
}

#[test]
fn what_lies_at_the_names_of_a_commit_is_not_removed() {
    let dir = old_folder();
    let root = Folder::open_root(dir.path()).unwrap();
    let foreign = |error: &CommitError, name: &str| match error {
        CommitError::ForeignEntry { path } => path == name,
        _ => false,
    };
    symlink("VERSION", dir.path().join(LOCK_NEW)).unwrap();
    assert!(foreign(&Lock::acquire(&root, &Io::new()).err().unwrap(), LOCK_NEW));
    assert!(foreign(&recover(&root, &Io::new()).unwrap_err(), LOCK_NEW));
    fs::remove_file(dir.path().join(LOCK_NEW)).unwrap();

    fs::write(dir.path().join(FOLDER), "mine\n").unwrap();
    assert!(matches!(Lock::acquire(&root, &Io::new()), Err(CommitError::Unfinished)));
    assert!(foreign(&recover(&root, &Io::new()).unwrap_err(), FOLDER));
    assert_eq!(fs::read(dir.path().join(FOLDER)).unwrap(), b"mine\n");
}

#[test]
fn targets_are_plain_paths_and_named_once() {
    let one = |path: &str| Change { path: path.to_owned(), before: None, after: Vec::new() };
    for paths in [
        vec![""],
        vec!["/x"],
        vec!["../x"],
        vec!["a//x"],
        vec!["./x"],
        vec![LOCK],
        vec![LOCK_NEW],
        vec![".vault-release/x"],
        vec!["x", "x"],
    ] {
        let dir = old_folder();
        let root = Folder::open_root(dir.path()).unwrap();
        let lock = Lock::acquire(&root, &Io::new()).unwrap();
        let changes = paths.iter().map(|path| one(path)).collect();
        let refused = commit(lock, changes, || Ok::<(), ()>(()), || Ok(())).unwrap_err();
        assert!(
            matches!(refused, Refusal::Failed(CommitError::Storage(StorageError::Target { .. }))),
            "{paths:?}"
        );
        assert_eq!(tree(dir.path()), old());
    }
}

#[test]
fn a_commit_of_nothing_asks_its_checks_and_goes() {
    let dir = old_folder();
    let root = Folder::open_root(dir.path()).unwrap();
    for refused in [false, true] {
        let lock = Lock::acquire(&root, &Io::new()).unwrap();
        let done = commit(lock, Vec::new(), || Ok(()), || if refused { Err(()) } else { Ok(()) });
        match done {
            Ok(committed) => assert!(!refused && committed.paths.is_empty()),
            Err(refusal) => assert!(refused && matches!(refusal, Refusal::Check(()))),
        }
        assert_eq!(tree(dir.path()), old());
    }
}

#[test]
fn without_advisory_locks_a_reader_knows_that_it_is_not_protected() {
    let dir = old_folder();
    let root = Folder::open_root(dir.path()).unwrap();
    let unsupported = || {
        hooked(|_, operation| match operation.action {
            Action::Lock => Err(std::io::ErrorKind::Unsupported.into()),
            _ => Ok(()),
        })
    };
    assert!(!Shared::acquire(&root, &unsupported()).unwrap().is_locked());
    fs::write(dir.path().join(LOCK), "pid=77\n").unwrap();
    // Whether its writer lives cannot be told.
    let state = inspect(&root, &unsupported()).unwrap();
    assert_eq!(state, WriterState::Held { pid: Some(77) });
}

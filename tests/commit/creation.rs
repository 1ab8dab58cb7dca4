//! A new vault, a placed file, a folder for trials and a package, with every operation of their
//! making made to fail.

use std::collections::BTreeMap;
use std::fs;
use std::io::{Read as _, Seek as _, Write as _};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::sync::{Arc, Mutex};

use vault::check::{manifest, validate};

use vault::files::Folder;
use vault::findings::Code;
use vault::publish::package::{Entry, Existing, Package, Trial};
use vault::release::init;
use vault::storage::{
    self, Action, Building, EXECUTABLE_MODE, FILE_MODE, Io, Refusal, StorageError, Verdict,
    put_file,
};
use vault::vault::read;

use crate::support::{Logged, Watched, hooked, scratch, site};

const NAME: &str = "neu";
const UNFINISHED: &str = "neu.neu";

fn make(parent: &Path, watched: &Watched) -> bool {
    init(&site(parent, NAME), &watched.io, None, None, "2026-01-01").is_ok()
}

fn entries(parent: &Path) -> Vec<String> {
    let entries = fs::read_dir(parent).unwrap();
    let mut names: Vec<_> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort_unstable();
    names
}

/// Whether the vault is there; if it is, it is whole and green.
fn is_made(parent: &Path) -> bool {
    let root = parent.join(NAME);
    if !root.exists() {
        return false;
    }
    let snapshot = read(&Folder::open_root(&root).unwrap()).unwrap();
    assert!(validate(&snapshot).is_valid());
    assert_eq!(manifest::check(&snapshot), None);
    true
}

#[test]
fn any_single_failure_leaves_a_whole_vault_or_nothing() {
    for code in [5, 28] {
        for position in 0.. {
            let dir = scratch();
            let watched = Watched::failing(move |number| number == position, code);
            let made = make(dir.path(), &watched);
            if position >= watched.log().len() as u64 {
                assert!(made && is_made(dir.path()));
                println!("init: {position} calls, error {code} at each");
                break;
            }
            // What went wrong only after everything was in place is no reason to give up.
            assert_eq!(made, is_made(dir.path()), "{:?}", watched.log()[position as usize]);
            let expected: &[&str] = if made { &[NAME] } else { &[] };
            assert_eq!(entries(dir.path()), expected, "{:?}", watched.log()[position as usize]);
        }
    }
}

#[test]
fn an_end_anywhere_leaves_at_most_a_folder_with_a_telling_name() {
    for position in 0.. {
        let dir = scratch();
        let watched = Watched::failing(move |number| number >= position, 5);
        let made = make(dir.path(), &watched);
        if made {
            assert!(is_made(dir.path()));
            break;
        }
        is_made(dir.path());
        let left = entries(dir.path());
        assert!(left.iter().all(|name| name == NAME || name == UNFINISHED), "{left:?}");
    }
}

const PLACED: &str = "datei";
const OLD: &[u8] = b"old";
const NEW: &[u8] = b"new, piece by piece";

/// Builds a file of [`NEW`] and has it judged so.
fn put(parent: &Path, watched: &Watched, verdict: Verdict) -> Result<Verdict, Refusal<String>> {
    let parent = Folder::open_root(parent).unwrap();
    let fill = |mut file: &fs::File| {
        for piece in NEW.chunks(4) {
            file.write_all(piece)?;
        }
        Ok(())
    };
    let judge = |mut file: &fs::File| {
        let mut bytes = Vec::new();
        file.rewind().and_then(|()| file.read_to_end(&mut bytes)).unwrap();
        if bytes == NEW { Ok(verdict) } else { Err("other bytes".to_owned()) }
    };
    put_file(&parent, &watched.io, PLACED, fill, judge)
}

/// Names and contents of files.
fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let read = |name: String| (name.clone(), fs::read(folder.join(name)).unwrap());
    entries(folder).into_iter().map(read).collect()
}

fn placed(bytes: &[u8]) -> BTreeMap<String, Vec<u8>> {
    [(PLACED.to_owned(), bytes.to_vec())].into()
}

/// A folder with what is there before, if it is to be replaced or kept.
fn folder_for(verdict: Verdict) -> tempfile::TempDir {
    let dir = scratch();
    if verdict != Verdict::New {
        fs::write(dir.path().join(PLACED), OLD).unwrap();
    }
    dir
}

/// Lets each call fail in turn, and at last none; `attempt` is told by the log which.
fn each_failure(what: &str, mut attempt: impl FnMut(&Watched)) {
    for code in [5, 28] {
        for position in 0.. {
            let watched = Watched::failing(move |number| number == position, code);
            attempt(&watched);
            if position >= watched.log().len() as u64 {
                println!("{what}: {position} calls, error {code} at each");
                break;
            }
        }
    }
}

/// The call that failed.
fn failed(watched: &Watched) -> Option<Logged> {
    watched.log().into_iter().find(|call| !call.done)
}

#[test]
fn any_single_failure_leaves_the_old_file_or_the_whole_new_one() {
    for (verdict, after) in [
        (Verdict::New, placed(NEW)),
        (Verdict::Replace, placed(NEW)),
        (Verdict::Discard, placed(OLD)),
    ] {
        each_failure(&format!("place, {verdict:?}"), |watched| {
            let dir = folder_for(verdict);
            let before = contents(dir.path());
            let done = put(dir.path(), watched, verdict);
            let now = contents(dir.path());
            match (done, failed(watched)) {
                (Ok(done), None) => assert_eq!((done, now), (verdict, after.clone())),
                // Only the name is not known to last.
                (Err(Refusal::Failed(StorageError::Unsettled { .. })), Some(_)) => {
                    assert_eq!(now, after);
                }
                (Err(Refusal::Failed(StorageError::Failed(_))), Some(call)) => {
                    assert_eq!(now, before, "{call:?}");
                }
                other => panic!("{other:?}"),
            }
        });
    }
}

#[test]
fn an_end_anywhere_leaves_the_old_file_or_the_new_and_a_telling_name() {
    for verdict in [Verdict::New, Verdict::Replace, Verdict::Discard] {
        for position in 0.. {
            let dir = folder_for(verdict);
            let before = contents(dir.path());
            let watched = Watched::failing(move |number| number >= position, 5);
            let done = put(dir.path(), &watched, verdict).is_ok();
            let mut now = contents(dir.path());
            now.remove(&format!("{PLACED}.neu"));
            assert!(now == before || now == placed(NEW), "{now:?}");
            if done {
                break;
            }
        }
    }
}

#[test]
fn what_is_judged_unfit_leaves_nothing() {
    let dir = folder_for(Verdict::Replace);
    let parent = Folder::open_root(dir.path()).unwrap();
    let watched = Watched::failing(|_| false, 5);
    let refused = put_file(&parent, &watched.io, PLACED, |_| Ok(()), |_| Err("no".to_owned()));
    assert!(matches!(refused, Err(Refusal::Check(reason)) if reason == "no"));
    assert_eq!(contents(dir.path()), placed(OLD));
}

const TRIAL: &str = "probe";

/// Fills a folder, looks at it, and has it removed.
fn tried(parent: &Path, watched: &Watched) -> Result<Vec<String>, Refusal<String>> {
    let folder = Folder::open_root(parent).unwrap();
    storage::scratch(&folder, &watched.io, TRIAL, |probe| {
        probe.add_bytes("a/b/one", FILE_MODE, b"1")?;
        probe.add_bytes("a/two", EXECUTABLE_MODE, b"2")?;
        let mode = |path| fs::metadata(parent.join(TRIAL).join(path)).unwrap().permissions().mode();
        assert_eq!((mode("a/b/one") & 0o7777, mode("a/two") & 0o7777), (0o644, 0o755));
        Ok(entries(&parent.join(TRIAL).join("a")))
    })
}

/// Where the removal of a trial begins: with opening the folder to list it, for the second time.
fn removal(log: &[Logged]) -> usize {
    let lists = log.iter().enumerate().filter(|(_, call)| call.action == Action::List);
    lists.map(|(at, _)| at).nth(1).unwrap() - 1
}

/// How many calls were made before one failed.
fn done_before(watched: &Watched) -> usize {
    watched.log().iter().position(|call| !call.done).unwrap()
}

#[test]
fn any_single_failure_of_a_trial_leaves_nothing_but_what_cannot_be_removed() {
    let clean = Watched::failing(|_| false, 5);
    tried(scratch().path(), &clean).unwrap();
    let removal = removal(&clean.log());
    each_failure("scratch", |watched| {
        let dir = scratch();
        let done = tried(dir.path(), watched);
        match (done, failed(watched)) {
            (Ok(seen), None) => {
                assert_eq!(seen, ["b", "two"]);
                assert_eq!(entries(dir.path()), [""; 0]);
                // It is removed before anybody could miss it.
                let syncs = [Action::SyncFile, Action::SyncFolder];
                assert!(!watched.log().iter().any(|call| syncs.contains(&call.action)));
            }
            (Err(Refusal::Failed(StorageError::Failed(error))), Some(call)) => {
                assert_eq!((error.action, &error.path), (call.action, &call.path));
                let left = entries(dir.path());
                let may_stay = done_before(watched) >= removal;
                assert!(left.is_empty() || may_stay && left == [TRIAL], "{call:?} {left:?}");
            }
            other => panic!("{other:?}"),
        }
    });
}

#[test]
fn any_single_failure_of_a_package_leaves_the_old_one_or_the_whole_new_one() {
    let vault = scratch();
    let root = Folder::open_root(vault.path()).unwrap();
    let entry = |path| Entry::held(path, false, b"x".to_vec());
    let (name, file_name) = ("a".to_owned(), PLACED.to_owned());
    let package =
        Package { root: &root, name, file_name, entries: vec![entry("SKILL.md"), entry("b/c.md")] };
    let mut whole = std::io::Cursor::new(Vec::new());
    package.pack(&mut whole).unwrap();
    let new = placed(whole.get_ref());
    let put = |dir: &Path, watched: &Watched| {
        let folder = Folder::open_root(dir).unwrap();
        package.put(&folder, dir, &watched.io, Trial::Looked, Existing::Replaced)
    };
    let clean = Watched::failing(|_| false, 5);
    put(folder_for(Verdict::Replace).path(), &clean).unwrap();
    let removal = removal(&clean.log());
    each_failure("package", |watched| {
        let dir = folder_for(Verdict::Replace);
        let done = put(dir.path(), watched);
        let left = fs::remove_dir_all(dir.path().join(format!("{PLACED}.probe"))).is_ok();
        let now = contents(dir.path());
        match (done, failed(watched)) {
            (Ok(verdict), None) => assert_eq!((verdict, &now), (Verdict::Replace, &new)),
            (Err(found), Some(call)) => {
                let unsettled = Code::of(&found[0]).unwrap() == Code::WriteUnsettled;
                assert_eq!(now, if unsettled { new.clone() } else { placed(OLD) }, "{call:?}");
                assert!(!left || done_before(watched) >= removal, "{call:?}");
            }
            other => panic!("{other:?}"),
        }
    });
}

/// Gives the name of what is being built to something foreign, right before each call in turn.
/// That stays where it is, and is not taken for what was built. Left out is the call that renames
/// or unlinks by that name: no call of the system closes the moment after the last look.
fn exchanged_everywhere(name: &'static str, attempt: impl Fn(&Folder, &Io) -> bool) {
    let calls = Arc::new(Mutex::new(Vec::new()));
    let seen = Arc::clone(&calls);
    let log = hooked(move |_, operation| {
        seen.lock().unwrap().push((operation.action, operation.path.to_owned()));
        Ok(())
    });
    let dir = scratch();
    assert!(attempt(&Folder::open_root(dir.path()).unwrap(), &log));
    let calls = calls.lock().unwrap().clone();
    let by_name = [Action::Rename, Action::RenameNew, Action::Unlink];
    let mut exchanged = 0;
    for (number, (action, path)) in calls.iter().enumerate() {
        if by_name.contains(action) && path == name {
            continue;
        }
        let dir = scratch();
        let (built, moved) = (dir.path().join(name), dir.path().join("verschoben"));
        let foreign = built.clone();
        let io = hooked(move |now, _| {
            if now == number as u64 && fs::rename(&foreign, &moved).is_ok() {
                match moved.is_dir() {
                    true => fs::create_dir(&foreign).and_then(|()| {
                        fs::create_dir_all(foreign.join("a"))?;
                        fs::write(foreign.join("a/fremd"), "fremd")
                    })?,
                    false => fs::write(&foreign, "fremd")?,
                }
            }
            Ok(())
        });
        let done = attempt(&Folder::open_root(dir.path()).unwrap(), &io);
        let at = format!("{name} at {number}: {action:?} {path}");
        if dir.path().join("verschoben").exists() {
            let kept = [built.clone(), built.join("a/fremd")].map(|path| fs::read(path).ok());
            assert!(kept.into_iter().flatten().any(|text| text == b"fremd"), "{at}");
            assert!(!done, "{at}");
            exchanged += 1;
        } else {
            assert!(done, "{at}");
        }
    }
    assert!(exchanged > 3, "{name}: only {exchanged} of {}", calls.len());
}

#[test]
fn what_takes_the_name_of_what_is_built_is_neither_placed_nor_removed() {
    exchanged_everywhere("datei.neu", |parent, io| {
        let fill = |mut file: &fs::File| Ok(file.write_all(NEW)?);
        put_file(parent, io, PLACED, fill, |_| Ok::<_, String>(Verdict::New)).is_ok()
    });
    exchanged_everywhere(TRIAL, |parent, io| {
        let work = |probe: &mut Building<'_>| probe.add_bytes::<String>("a/b", FILE_MODE, b"1");
        storage::scratch(parent, io, TRIAL, work).is_ok()
    });
    exchanged_everywhere(UNFINISHED, |parent, io| {
        let fill = |building: &mut Building<'_>| building.add_bytes("a/b", FILE_MODE, b"1");
        storage::create::<String>(parent, io, NAME, fill).is_ok()
    });
}

/// A folder that cannot be looked into after it was made goes again.
#[test]
fn what_cannot_be_opened_does_not_stay() {
    for name in [TRIAL, UNFINISHED] {
        let dir = scratch();
        let made = dir.path().join(name);
        let io = hooked(move |_, operation| match operation.action {
            Action::Open if made.exists() => Err(std::io::Error::from_raw_os_error(24)),
            _ => Ok(()),
        });
        let parent = Folder::open_root(dir.path()).unwrap();
        let fill = |building: &mut Building<'_>| building.add_bytes("a/b", FILE_MODE, b"1");
        let done = match name {
            TRIAL => storage::scratch::<_, String>(&parent, &io, TRIAL, fill).is_ok(),
            _ => storage::create::<String>(&parent, &io, NAME, fill).is_ok(),
        };
        assert!(!done);
        assert_eq!(entries(dir.path()), [""; 0], "{name}");
    }
}

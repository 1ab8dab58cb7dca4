//! Every operation of a commit made to fail, in loops that end when none is left.

use std::collections::BTreeMap;
use std::path::Path;

use vault::commit::{
    CommitError, Committed, FOLDER, LOCK, LOCK_NEW, Lock, Recovered, Shared, WriterState, inspect,
    recover,
};
use vault::files::Folder;
use vault::storage::{Io, Refusal};

use crate::support::{Logged, Tree, Watched, folder_of, new, old, old_folder, run, tree};

/// The two errors of a medium that matter.
const ERRORS: [i32; 2] = [5, 28]; // EIO, ENOSPC

type Outcome = Result<Committed, Refusal<String, CommitError>>;

/// Whether the outcome says that the new state stands.
fn is_new(outcome: &Outcome) -> bool {
    outcome.is_ok()
}

fn is_clean(outcome: &Outcome) -> bool {
    match outcome {
        Ok(committed) => committed.unfinished.is_none(),
        Err(Refusal::Failed(error)) => !matches!(error, CommitError::RecoveryRequired { .. }),
        Err(Refusal::Check(_)) => true,
    }
}

/// Recovery must end in one of the two states, and say in which.
pub fn recovers(root: &Path, old: &Tree, new: &Tree) -> bool {
    let folder = Folder::open_root(root).unwrap();
    let recovered = recover(&folder, &Io::new()).unwrap();
    let after = tree(root);
    match recovered {
        Recovered::RolledBack { .. } => assert_eq!(&after, old),
        Recovered::Finished { .. } => assert_eq!(&after, new),
        _ => assert!(&after == old || &after == new, "{after:?}"),
    }
    assert_eq!(inspect(&folder, &Io::new()).unwrap(), WriterState::Idle);
    &after == new
}

#[test]
fn any_single_failure_leaves_the_old_or_the_new_state() {
    let (old, new) = (old(), new());
    for code in ERRORS {
        let mut positions = 0;
        loop {
            let dir = old_folder();
            let watched = Watched::failing(move |number| number == positions, code);
            let outcome = run(dir.path(), &watched.io);
            let log = watched.log();
            if positions >= log.len() as u64 {
                assert!(is_new(&outcome) && is_clean(&outcome));
                break;
            }
            let failed = &log[positions as usize];
            let after = tree(dir.path());
            match &outcome {
                Err(refusal) => {
                    assert!(is_clean(&outcome), "{failed:?}: {refusal:?}");
                    assert_eq!(after, old, "{failed:?}: {refusal:?}");
                }
                Ok(committed) => {
                    let unfinished = committed.unfinished.as_ref();
                    assert!(unfinished.is_some(), "{failed:?}");
                    let visible: Tree = after
                        .clone()
                        .into_iter()
                        .filter(|(path, _)| !path.starts_with(FOLDER))
                        .collect();
                    assert_eq!(visible, new, "{failed:?}");
                    assert!(recovers(dir.path(), &old, &new));
                }
            }
            positions += 1;
        }
        println!("errno {code}: {positions} positions");
    }
}

#[test]
fn ending_at_any_operation_is_recovered() {
    let (old, new) = (old(), new());
    let (mut rolled_back, mut finished) = (0, 0);
    for end in 0.. {
        let dir = old_folder();
        let watched = Watched::failing(move |number| number >= end, 5);
        let outcome = run(dir.path(), &watched.io);
        if (watched.log().len() as u64) <= end {
            assert!(is_new(&outcome) && is_clean(&outcome));
            break;
        }
        match recovers(dir.path(), &old, &new) {
            true => finished += 1,
            false => rolled_back += 1,
        }
    }
    println!("ended at each operation: {rolled_back} old, {finished} new");
    assert!(rolled_back > 0 && finished > 0);
}

/// What a commit whose calls failed left, and what everybody then sees. True if it is new.
fn judge(dir: &Path, outcome: &Outcome, (old, new): (&Tree, &Tree), failed: &[&Logged]) -> bool {
    let root = Folder::open_root(dir).unwrap();
    match outcome {
        // The lock stays; readers and writers are sent to `recover`.
        Err(Refusal::Failed(CommitError::RecoveryRequired { .. })) => {
            let state = inspect(&root, &Io::new()).unwrap();
            assert!(matches!(state, WriterState::LeftOver { .. }), "{failed:?}: {state:?}");
            let busy = Shared::acquire(&root, &Io::new()).unwrap_err();
            assert!(matches!(busy, CommitError::Busy(WriterState::LeftOver { .. })), "{failed:?}");
            let refused = Lock::acquire(&root, &Io::new()).err().unwrap();
            assert!(matches!(refused, CommitError::LeftOver { .. }), "{failed:?}");
            recovers(dir, old, new)
        }
        // Nothing happened. A lock that was only being prepared is no obstacle to anyone.
        Err(refusal) => {
            let mut after = tree(dir);
            after.remove(LOCK_NEW);
            assert_eq!(&after, old, "{failed:?}: {refusal:?}");
            assert_eq!(inspect(&root, &Io::new()).unwrap(), WriterState::Idle);
            false
        }
        // The new state stands, cleaned up or not.
        Ok(committed) => {
            match committed.unfinished {
                Some(_) => assert!(recovers(dir, old, new), "{failed:?}"),
                None => assert_eq!(&tree(dir), new, "{failed:?}"),
            }
            true
        }
    }
}

#[test]
fn any_two_failures_leave_the_old_or_the_new_state() {
    let (old, new) = (old(), new());
    let (mut pairs, mut required, mut finished) = (0, 0, 0);
    for first in 0.. {
        for second in first + 1.. {
            let dir = old_folder();
            let watched = Watched::failing(move |n| n == first || n == second, 5);
            let outcome = run(dir.path(), &watched.io);
            let log = watched.log();
            let Some(failed) = log.get(second as usize) else {
                if first as usize >= log.len() {
                    println!("{pairs} pairs: {required} left to recovery, {finished} new");
                    assert!(required > 0 && finished > 0);
                    return;
                }
                break;
            };
            pairs += 1;
            required += u32::from(!is_clean(&outcome));
            let failed = [&log[first as usize], failed];
            finished += u32::from(judge(dir.path(), &outcome, (&old, &new), &failed));
        }
    }
}

#[test]
fn when_everything_fails_from_some_call_on_recovery_ends_it() {
    let (old, new) = (old(), new());
    let (mut positions, mut required, mut finished) = (0, 0, 0);
    for first in 0.. {
        let dir = old_folder();
        let watched = Watched::failing(move |number| number >= first, 28);
        let outcome = run(dir.path(), &watched.io);
        let log = watched.log();
        let Some(failed) = log.get(first as usize) else { break };
        positions += 1;
        required += u32::from(!is_clean(&outcome));
        finished += u32::from(judge(dir.path(), &outcome, (&old, &new), &[failed]));
    }
    println!("everything failing from each of {positions} calls on: {required} left to recovery");
    assert!(required > 0 && finished > 0);
}

/// Every state that deaths and failures can leave, in the commit and then in any number of
/// recoveries one after the other: from each, recovery ends in the same state, old or new.
#[test]
fn recovery_can_be_interrupted_anywhere_any_number_of_times() {
    let (old, new) = (old(), new());
    let mut states: BTreeMap<Tree, bool> = BTreeMap::new();
    let mut open = Vec::new();
    let mut deaths = 0;
    for end in 0.. {
        let dir = old_folder();
        let watched = Watched::failing(move |number| number >= end, 5);
        _ = run(dir.path(), &watched.io);
        if watched.log().len() as u64 <= end {
            break;
        }
        deaths += 1;
        open.push(tree(dir.path()));
    }
    let mut positions = 0;
    while let Some(mut state) = open.pop() {
        // What the lock file says is for people; recovery does not read it.
        if let Some((_, text)) = state.get_mut(LOCK) {
            *text = Some("pid=1\n".into());
        }
        if states.contains_key(&state) {
            continue;
        }
        let is_new = recovers(folder_of(&state).path(), &old, &new);
        for only_once in [false, true] {
            for end in 0.. {
                let dir = folder_of(&state);
                let watched = Watched::failing(
                    move |number| number == end || (!only_once && number > end),
                    5,
                );
                let recovered = recover(&Folder::open_root(dir.path()).unwrap(), &watched.io);
                if watched.log().len() as u64 <= end {
                    assert!(recovered.is_ok());
                    break;
                }
                positions += 1;
                let left = tree(dir.path());
                let again = recovers(dir.path(), &old, &new);
                assert_eq!(again, is_new, "{:?}", watched.log()[end as usize]);
                open.push(left);
            }
        }
        states.insert(state, is_new);
    }
    let finished = states.values().filter(|is_new| **is_new).count();
    let distinct = states.len();
    println!(
        "{deaths} deaths of a commit, {positions} of a recovery, {distinct} distinct states, {finished} of them new"
    );
    assert!(finished > 0 && finished < distinct);
}

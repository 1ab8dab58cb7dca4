//! Every operation of a commit made to fail, in loops that end when none is left.

use std::path::Path;

use vault::commit::{
    CommitError, Committed, FOLDER, Io, Recovered, Refusal, WriterState, inspect, recover,
};
use vault::files::Folder;

use crate::support::{Tree, Watched, new, old, old_folder, run, tree};

/// The two errors of a medium that matter.
const ERRORS: [i32; 2] = [5, 28]; // EIO, ENOSPC

type Outcome = Result<Committed, Refusal<String>>;

/// Whether the outcome says that the new state stands.
fn is_new(outcome: &Outcome) -> bool {
    outcome.is_ok()
}

fn is_clean(outcome: &Outcome) -> bool {
    match outcome {
        Ok(committed) => committed.unfinished.is_none(),
        Err(Refusal::Commit(error)) => !matches!(error, CommitError::RecoveryRequired { .. }),
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

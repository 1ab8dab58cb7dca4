//! The power goes at every moment of a commit and of a recovery; see `disk` for what may then
//! be on the medium.

use std::collections::BTreeMap;

use vault::commit::{CommitError, Committed, FOLDER, Recovered, recover};
use vault::files::Folder;
use vault::storage::Refusal;

use crate::disk::{Disk, Random};
use crate::errors::recovers;
use crate::support::{Logged, Tree, Watched, folder_of, new, old, old_folder, run, tree};

/// Of so many states found after a power cut, one recovery loses its power again.
const SECOND_CUT: usize = 40;

/// Which states may be there once recovery was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Allowed {
    Old,
    New,
    Either,
}

impl Allowed {
    fn only(is_new: bool) -> Self {
        if is_new { Self::New } else { Self::Old }
    }

    fn holds(self, is_new: bool) -> bool {
        self == Self::Either || self == Self::only(is_new)
    }
}

/// All that was tried, and what came of it.
struct Cuts {
    old: Tree,
    new: Tree,
    random: Random,
    positions: u64,
    most_pending: usize,
    /// Every subset of changes that was lost; those of positions looked at by a sample apart.
    subsets: u64,
    sampled: u64,
    /// Whether the old and the new state can come out of it.
    seen: BTreeMap<Disk, [bool; 2]>,
    /// Every state on the medium, and whether recovery ended in the new one.
    states: BTreeMap<Tree, bool>,
}

impl Cuts {
    fn new() -> Self {
        Self {
            old: old(),
            new: new(),
            random: Random(0x9e37_79b9_7f4a_7c15),
            positions: 0,
            most_pending: 0,
            subsets: 0,
            sampled: 0,
            seen: BTreeMap::new(),
            states: BTreeMap::new(),
        }
    }

    /// Replays a log; before it and after each operation the power goes. `allowed` is asked
    /// with the number of operations made.
    fn replay(&mut self, disk: &mut Disk, log: &[Logged], allowed: impl Fn(usize) -> Allowed) {
        self.cut(disk, allowed(0));
        for (at, operation) in log.iter().enumerate() {
            self.positions += 1;
            let changed = operation.done && disk.apply(operation);
            // Where nothing changed, less may be allowed all the same.
            if changed || allowed(at + 1) != allowed(at) {
                self.cut(disk, allowed(at + 1));
            }
        }
    }

    fn cut(&mut self, disk: &Disk, allowed: Allowed) {
        let outcomes = match self.seen.get(disk) {
            Some(outcomes) => *outcomes,
            None => {
                let outcomes = self.outcomes(disk);
                self.seen.insert(disk.clone(), outcomes);
                outcomes
            }
        };
        for is_new in [false, true] {
            let holds = !outcomes[usize::from(is_new)] || allowed.holds(is_new);
            assert!(holds, "{allowed:?}, but new: {is_new}; {disk:#?}");
        }
    }

    fn outcomes(&mut self, disk: &Disk) -> [bool; 2] {
        let mut outcomes = [false; 2];
        let (trees, complete) = disk.after_power_loss(&mut self.random);
        self.most_pending = self.most_pending.max(disk.pending());
        match complete {
            true => self.subsets += 1 << disk.pending(),
            false => self.sampled += 1,
        }
        for tree in trees {
            let (old, new) = (&self.old, &self.new);
            let recovered = |tree: &Tree| recovers(folder_of(tree).path(), old, new);
            let is_new = *self.states.entry(tree).or_insert_with_key(recovered);
            outcomes[usize::from(is_new)] = true;
        }
        outcomes
    }

    fn print(&self, what: &str) {
        let finished = self.states.values().filter(|is_new| **is_new).count();
        println!(
            "{what}: {} positions, up to {} changes not synced, {} subsets of them lost, \
             {} positions by a sample; {} distinct states on the medium, {finished} of them new",
            self.positions,
            self.most_pending,
            self.subsets,
            self.sampled,
            self.states.len(),
        );
    }
}

/// What may be there while this commit runs, by the number of operations made.
fn allowed_in(
    log: &[Logged],
    outcome: &Result<Committed, Refusal<String, CommitError>>,
) -> Vec<Allowed> {
    let of = |end: usize| {
        let made = &log[..end];
        let Some(mark) = made.iter().position(|operation| operation.to.ends_with("committed"))
        else {
            return Allowed::Old;
        };
        let synced = |operation: &Logged| operation.done && operation.path == FOLDER;
        match outcome {
            // What was promised is kept: from the synced commit point on, and at the end.
            Ok(_) if made[mark + 1..].iter().any(synced) => Allowed::New,
            Err(Refusal::Check(_)) if end == log.len() => Allowed::Old,
            Err(Refusal::Failed(error)) if end == log.len() => match error {
                CommitError::RecoveryRequired { .. } => Allowed::Either,
                _ => Allowed::Old,
            },
            _ => Allowed::Either,
        }
    };
    (0..=log.len()).map(of).collect()
}

#[test]
fn a_power_cut_leaves_the_old_or_the_new_state() {
    let mut cuts = Cuts::new();

    // The commit that succeeds, and those in which one call fails.
    let whole = Watched::failing(|_| false, 5);
    let dir = old_folder();
    run(dir.path(), &whole.io).unwrap();
    let calls = whole.log().len() as u64;
    for fails in (0..=calls).rev() {
        let watched = Watched::failing(move |number| number == fails, 5);
        let dir = old_folder();
        let outcome = run(dir.path(), &watched.io);
        let log = watched.log();
        let allowed = allowed_in(&log, &outcome);
        let mut disk = Disk::of(&cuts.old);
        cuts.replay(&mut disk, &log, |made| allowed[made]);
        assert_eq!(disk.visible(), tree(dir.path()), "the model is what really happens");
        if fails == calls {
            cuts.print("the commit alone");
        }
    }
    cuts.print("with commits in which a call fails");

    // Recovery after a killed commit, with what the commit had not synced still on its way.
    for end in 0..calls {
        let watched = Watched::failing(move |number| number >= end, 5);
        let dir = old_folder();
        _ = run(dir.path(), &watched.io);
        let mut disk = Disk::of(&cuts.old);
        for operation in watched.log().iter().filter(|operation| operation.done) {
            disk.apply(operation);
        }
        recover_with_cuts(&mut cuts, disk, dir.path());
    }
    cuts.print("with recoveries after each death");

    // Recovery after a power cut, and the power goes again.
    let states: Vec<Tree> = cuts.states.keys().step_by(SECOND_CUT).cloned().collect();
    for state in &states {
        recover_with_cuts(&mut cuts, Disk::of(state), folder_of(state).path());
    }
    cuts.print("with second cuts");
}

fn recover_with_cuts(cuts: &mut Cuts, mut disk: Disk, root: &std::path::Path) {
    let watched = Watched::failing(|_| false, 5);
    let recovered = recover(&Folder::open_root(root).unwrap(), &watched.io).unwrap();
    let after = tree(root);
    let log = watched.log();
    let end = match recovered {
        Recovered::RolledBack { .. } => Allowed::Old,
        Recovered::Finished { .. } => Allowed::New,
        _ => Allowed::only(after == cuts.new),
    };
    cuts.replay(&mut disk, &log, |made| if made == log.len() { end } else { Allowed::Either });
    assert_eq!(disk.visible(), after, "the model is what really happens");
}

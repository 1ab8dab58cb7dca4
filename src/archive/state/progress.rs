//! Progress: how far an author has read a source, and what became of it.

use serde::{Deserialize, Serialize};

use super::file::JsonFile;
use crate::archive::ids::SourceId;

/// How far a source was read, with sums over all rounds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Progress {
    /// The source.
    pub source: SourceId,
    /// The last line read.
    pub to: u64,
    /// What the author's model sent.
    pub sent: u64,
    /// What of it became statements.
    pub kept: u64,
    /// What of it was dropped, by reason, sorted.
    pub dropped: Vec<ReasonCount>,
    /// Ranges of lines to read once more: ascending, merged, none beyond `to`.
    pub again: Vec<(u64, u64)>,
}

impl JsonFile for Progress {}

/// How often something was dropped for a reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReasonCount {
    /// Why.
    pub reason: String,
    /// How often.
    pub n: u64,
}

impl Progress {
    /// Of a source that nobody has read.
    pub fn none(source: SourceId) -> Self {
        let (dropped, again) = (Vec::new(), Vec::new());
        Self { source, to: 0, sent: 0, kept: 0, dropped, again }
    }

    /// Whether a round may begin at a line: the next unread one, or one to be read once more.
    pub fn may_begin(&self, line: u64) -> bool {
        line == self.to.saturating_add(1)
            || self.again.iter().any(|&(from, to)| (from..=to).contains(&line))
    }

    /// Takes note of a round over the lines `from` to `to`.
    pub fn read(&mut self, from: u64, to: u64) {
        self.to = self.to.max(to);
        let without = |&(first, last): &(u64, u64)| {
            [(first, last.min(from.saturating_sub(1))), (first.max(to.saturating_add(1)), last)]
        };
        let rest = self.again.iter().flat_map(without);
        self.again = rest.filter(|(first, last)| first <= last).collect();
    }

    /// Adds to the sums; none of them grows beyond what it can hold.
    pub fn count(&mut self, sent: u64, kept: u64, dropped: &[ReasonCount]) {
        self.sent = self.sent.saturating_add(sent);
        self.kept = self.kept.saturating_add(kept);
        for ReasonCount { reason, n } in dropped {
            match self.dropped.binary_search_by(|count| count.reason.cmp(reason)) {
                Ok(at) => self.dropped[at].n = self.dropped[at].n.saturating_add(*n),
                Err(at) => self.dropped.insert(at, ReasonCount { reason: reason.clone(), n: *n }),
            }
        }
    }

    /// Asks for lines to be read once more; those not read yet will be anyway.
    pub fn ask_again(&mut self, from: u64, to: u64) {
        let to = to.min(self.to);
        if from > to {
            return;
        }
        self.again.push((from, to));
        self.again.sort_unstable();
        let mut merged: Vec<(u64, u64)> = Vec::with_capacity(self.again.len());
        for &(from, to) in &self.again {
            match merged.last_mut() {
                Some((_, last)) if from <= last.saturating_add(1) => *last = to.max(*last),
                _ => merged.push((from, to)),
            }
        }
        self.again = merged;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn progress(to: u64, again: &[(u64, u64)]) -> Progress {
        Progress { to, again: again.to_vec(), ..Progress::none(SourceId::conversation(2)) }
    }

    #[test]
    fn lines_are_asked_for_again_only_up_to_what_was_read() {
        let mut read = progress(10, &[]);
        for (from, to) in [(8, 20), (2, 3), (4, 4), (11, 12), (6, 5)] {
            read.ask_again(from, to);
        }
        assert_eq!(read.again, [(2, 4), (8, 10)]);
    }

    #[test]
    fn a_round_takes_its_lines_out_of_what_is_to_be_read_again() {
        for (from, to, again) in [
            (3, 5, &[(2, 2), (6, 9)][..]),
            (1, 4, &[(5, 9)]),
            (9, 12, &[(2, 8)]),
            (1, 9, &[]),
            (11, 12, &[(2, 9)]),
        ] {
            let mut read = progress(10, &[(2, 9)]);
            read.read(from, to);
            assert_eq!((read.to, read.again.as_slice()), (to.max(10), again), "{from}-{to}");
        }
    }

    #[test]
    fn a_round_begins_at_the_next_line_or_at_one_to_be_read_again() {
        let read = progress(10, &[(2, 3), (7, 7)]);
        let lines: Vec<_> = (0..13).filter(|&line| read.may_begin(line)).collect();
        assert_eq!(lines, [2, 3, 7, 11]);
    }

    #[test]
    fn sums_are_by_reason() {
        let count = |reason: &str, n| ReasonCount { reason: reason.to_owned(), n };
        let mut read = progress(0, &[]);
        read.count(4, 1, &[count("b", 1), count("a", 2)]);
        read.count(3, 0, &[count("b", 3)]);
        assert_eq!((read.sent, read.kept), (7, 1));
        assert_eq!(read.dropped, [count("a", 2), count("b", 4)]);
    }
}

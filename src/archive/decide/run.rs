//! Texts that give one another away (spec chapter 15).

use std::collections::HashSet;

use crate::archive::state::{SourceLine, forgotten_title};

/// A text gives another one away that shares so many bytes in a row with it.
const RUN_BYTES: usize = 12;

/// Whether two texts share a run of bytes long enough to give one away.
pub(super) fn shares_run(a: &str, b: &str) -> bool {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    let runs: HashSet<&[u8]> = short.as_bytes().windows(RUN_BYTES).collect();
    !runs.is_empty() && long.as_bytes().windows(RUN_BYTES).any(|run| runs.contains(run))
}

/// Puts markers in the place of lines that were forgotten before they come again, and of a title
/// that gives them away. `forgotten` says by which line of the journal.
pub(super) fn forget_again<'l>(
    title: &mut String,
    lines: impl Iterator<Item = (u64, &'l mut SourceLine)>,
    forgotten: impl Fn(u64) -> Option<u64>,
) {
    let mut given_away = None;
    for (number, line) in lines {
        if let Some(seq) = forgotten(number) {
            if line.said().is_some_and(|text| shares_run(title, text)) {
                given_away.get_or_insert(seq);
            }
            *line = SourceLine::Forgotten(seq);
        }
    }
    if let Some(seq) = given_away {
        *title = forgotten_title(seq);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twelve_bytes_give_a_text_away() {
        assert!(shares_run("abcdefghijkl", "x abcdefghijkl y"));
        assert!(!shares_run("abcdefghijk", "x abcdefghijk y"));
        assert!(!shares_run("", "") && !shares_run("Passwort", "Passwort"));
    }
}

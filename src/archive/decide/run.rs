//! Texts that give one another away (spec chapter 15).

use std::collections::HashSet;

/// A text gives another one away that shares so many bytes in a row with it.
const RUN_BYTES: usize = 12;

/// Whether two texts share a run of bytes long enough to give one away.
pub(super) fn shares_run(a: &str, b: &str) -> bool {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    let runs: HashSet<&[u8]> = short.as_bytes().windows(RUN_BYTES).collect();
    !runs.is_empty() && long.as_bytes().windows(RUN_BYTES).any(|run| runs.contains(run))
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

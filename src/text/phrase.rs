//! Phrases: words that follow one another, in texts in normal form.

/// Whether the words of `needle` follow one another in `hay`, both in normal form. An empty
/// needle is found nowhere.
pub fn contains_phrase(hay: &str, needle: &str) -> bool {
    if needle.is_empty() {
        return false;
    }
    let (starts, ends) = (hay.starts_with(needle), hay.ends_with(needle));
    let at_start = starts && matches!(hay.as_bytes().get(needle.len()), None | Some(b' '));
    let before_end = hay.len().checked_sub(needle.len() + 1);
    let at_end = ends && before_end.is_some_and(|blank| hay.as_bytes()[blank] == b' ');
    // With its blanks the needle is looked for in one pass, however it repeats itself.
    at_start || at_end || hay.contains(&format!(" {needle} "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn phrases_are_found_at_blanks_only(hay in "[ab]{1,3}( [ab]{1,3}){0,8}", needle in "[ab]{1,2}( [ab]{1,2}){0,3}") {
            let expected = format!(" {hay} ").contains(&format!(" {needle} "));
            prop_assert_eq!(contains_phrase(&hay, &needle), expected);
        }
    }

    #[test]
    fn overlapping_candidates_do_not_hide_a_phrase() {
        assert!(contains_phrase("xx x x", "x x"));
        assert!(!contains_phrase("schimmel im keller", "himmel"));
        assert!(!contains_phrase("a", ""));
    }
}

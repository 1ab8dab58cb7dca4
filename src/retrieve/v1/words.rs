//! The words this ranking looks for: those of a text that are no stop words.

use std::collections::BTreeSet;

use crate::text::category::is_digit;

/// Makes of one list the table of stop words and the test for one. Matching literals is five
/// times as quick as searching the table, and every word of every claim is asked about.
macro_rules! stop_words {
    ($($word:literal)*) => {
        /// The words that are never tokens, sorted.
        ///
        /// `für` stands here although the normal form turns it into `fuer`, so it never matches:
        /// scores of this version of the retrieval were recorded that way.
        pub static STOP_WORDS: &[&str] = &[$($word),*];

        fn is_stop_word(word: &str) -> bool {
            matches!(word, $($word)|*)
        }
    };
}

stop_words! {
    "a" "aber" "als" "an" "and" "are" "auch" "auf" "aus" "bei" "das" "dem" "den" "der" "des"
    "die" "ein" "eine" "einer" "eines" "for" "from" "für" "hat" "how" "ich" "im" "in" "is" "ist"
    "mit" "nach" "oder" "of" "on" "or" "sich" "sind" "the" "to" "und" "von" "vor" "was" "welche"
    "welcher" "what" "which" "wie" "with" "wo" "zu" "zum" "zur"
}

/// Finds the tokens of a text in normal form: its words that are no stop words and have two or
/// more characters or are a digit.
pub fn tokens(normal: &str) -> impl Iterator<Item = &str> {
    normal.split(' ').filter(|word| is_token(word))
}

fn is_token(word: &str) -> bool {
    let mut chars = word.chars();
    match (chars.next(), chars.next()) {
        (None, _) => false,
        (Some(only), None) => is_digit(only),
        _ => !is_stop_word(word),
    }
}

/// The distinct tokens of a question, sorted.
#[derive(Debug)]
pub(crate) struct Words {
    /// The tokens; a hit names one by its number.
    pub tokens: Vec<String>,
    /// Bit n: there is a token of n bytes (the last bit: of as many or more). Most words of a
    /// vault are told apart from all tokens by this alone.
    lengths: u64,
}

impl Words {
    /// Takes the tokens of a question in normal form.
    pub(super) fn of(normal: &str) -> Self {
        let distinct: BTreeSet<&str> = tokens(normal).collect();
        let lengths = distinct.iter().fold(0, |lengths, token| lengths | length_bit(token));
        Self { tokens: distinct.into_iter().map(str::to_owned).collect(), lengths }
    }

    /// Finds the tokens that are words of a text in normal form: their numbers, sorted, each once.
    pub(super) fn numbers_in(&self, normal: &str) -> Vec<usize> {
        let number = |word: &str| {
            let possible = self.lengths & length_bit(word) != 0;
            let found = || self.tokens.binary_search_by(|token| token.as_str().cmp(word)).ok();
            if possible { found() } else { None }
        };
        let mut found: Vec<_> = normal.split(' ').filter_map(number).collect();
        found.sort_unstable();
        found.dedup();
        found
    }
}

fn length_bit(word: &str) -> u64 {
    1 << word.len().min(63)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stop_words_are_sorted_and_no_tokens() {
        assert!(STOP_WORDS.is_sorted());
        assert_eq!(tokens(&STOP_WORDS.join(" ")).count(), 0);
    }

    #[test]
    fn single_characters_are_tokens_only_as_digits() {
        assert_eq!(
            tokens("x 5 ٣ \u{19DA} ab der ä 12 x1").collect::<Vec<_>>(),
            ["5", "٣", "\u{19DA}", "ab", "12", "x1"]
        );
        assert_eq!(tokens("").count(), 0);
    }
}

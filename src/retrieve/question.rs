//! A question, taken apart once.

use std::collections::BTreeSet;

use crate::diagnostic::Diagnostic;
use crate::findings::Finding;
use crate::model::ids::find_ids;
use crate::text::normal::{normal_form, tokens};
use crate::text::whitespace::{has_control, trim};

/// Longest question in characters.
const LIMIT: usize = 1000;

/// A question and what is looked for in it.
#[derive(Debug)]
pub struct Question {
    /// As it was asked.
    pub text: String,
    /// Retrieval normal form.
    pub normal: String,
    /// Its distinct tokens, sorted.
    pub tokens: Vec<String>,
    /// Bit n: there is a token of n bytes (the last bit: of as many or more). Most words of a
    /// vault are told apart from all tokens by this alone.
    lengths: u64,
    /// Claim IDs in it, upper case.
    pub claims: BTreeSet<String>,
    /// Source IDs in it, upper case.
    pub sources: BTreeSet<String>,
    /// Concept IDs in it, upper case.
    pub concepts: BTreeSet<String>,
}

impl Question {
    /// Takes a question apart, or says why it is none.
    pub fn new(text: String) -> Result<Self, Diagnostic> {
        let refuse = |finding| Err(Diagnostic::general(finding));
        if trim(&text).is_empty() {
            return refuse(Finding::QueryEmpty {});
        }
        if text.chars().count() > LIMIT {
            return refuse(Finding::QueryTooLong { limit: LIMIT as u64 });
        }
        if has_control(&text) {
            return refuse(Finding::QueryControl {});
        }
        let normal = normal_form(&text);
        let distinct: BTreeSet<&str> = tokens(&normal).collect();
        let lengths = distinct.iter().fold(0, |lengths, token| lengths | length_bit(token));
        let tokens = distinct.into_iter().map(str::to_owned).collect();
        let ids = |prefix| find_ids(prefix, &text, true).map(str::to_ascii_uppercase).collect();
        let (claims, sources, concepts) = (ids("C"), ids("S"), ids("B"));
        Ok(Self { tokens, lengths, claims, sources, concepts, normal, text })
    }

    /// Numbers of the question's tokens that are words of a normal form: sorted, each once.
    pub fn tokens_in(&self, normal: &str) -> Vec<usize> {
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

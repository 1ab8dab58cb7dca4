//! A question, taken apart once.

use std::collections::BTreeSet;

use crate::diagnostic::{Diagnostic, Finding};
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
        let refuse = |finding| Err(Diagnostic::vault(finding));
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
        let tokens = distinct.into_iter().map(str::to_owned).collect();
        let ids = |prefix| find_ids(prefix, &text, true).map(str::to_ascii_uppercase).collect();
        let (claims, sources, concepts) = (ids("C"), ids("S"), ids("B"));
        Ok(Self { tokens, claims, sources, concepts, normal, text })
    }

    /// Numbers of the question's tokens that are words of a normal form: sorted, each once.
    pub fn tokens_in(&self, normal: &str) -> Vec<usize> {
        let number = |word| self.tokens.binary_search_by(|token| token.as_str().cmp(word)).ok();
        let mut found: Vec<_> = normal.split(' ').filter_map(number).collect();
        found.sort_unstable();
        found.dedup();
        found
    }
}

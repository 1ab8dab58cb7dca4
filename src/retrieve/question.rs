//! A question, taken apart once.

use std::collections::{BTreeSet, HashMap};

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
    /// Its distinct tokens with their numbers.
    pub tokens: HashMap<String, usize>,
    /// The tokens by number, in the order of the question.
    pub token_names: Vec<String>,
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
        let mut numbers = HashMap::new();
        let mut token_names = Vec::new();
        for token in tokens(&normal) {
            if !numbers.contains_key(token) {
                numbers.insert(token.to_owned(), token_names.len());
                token_names.push(token.to_owned());
            }
        }
        let ids = |prefix| find_ids(prefix, &text, true).map(str::to_ascii_uppercase).collect();
        let (claims, sources, concepts) = (ids("C"), ids("S"), ids("B"));
        Ok(Self { tokens: numbers, token_names, claims, sources, concepts, normal, text })
    }

    /// Numbers of the question's tokens that are words of a normal form: sorted, each once.
    pub fn tokens_in(&self, normal: &str) -> Vec<usize> {
        let words = normal.split(' ');
        let mut found: Vec<_> = words.filter_map(|word| self.tokens.get(word).copied()).collect();
        found.sort_unstable();
        found.dedup();
        found
    }
}

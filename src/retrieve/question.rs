//! A question, taken apart once.

use std::collections::BTreeSet;

use crate::findings::Finding;
use crate::model::ids::find_ids;
use crate::text::normal::normal_form;
use crate::text::whitespace::{has_control, trim};

/// Longest question in characters.
const LIMIT: usize = 1000;

/// A question and what is looked for in it.
#[derive(Debug)]
pub struct Question {
    /// Retrieval normal form.
    pub normal: String,
    /// Claim IDs in it, upper case.
    pub claims: BTreeSet<String>,
    /// Source IDs in it, upper case.
    pub sources: BTreeSet<String>,
    /// Concept IDs in it, upper case.
    pub concepts: BTreeSet<String>,
}

impl Question {
    /// Takes a question apart, or says why it is none.
    pub fn new(text: &str) -> Result<Self, Finding> {
        if trim(text).is_empty() {
            return Err(Finding::QueryEmpty {});
        }
        if text.chars().count() > LIMIT {
            return Err(Finding::QueryTooLong { limit: LIMIT as u64 });
        }
        if has_control(text) {
            return Err(Finding::QueryControl {});
        }
        let normal = normal_form(text);
        let ids = |prefix| find_ids(prefix, text, true).map(str::to_ascii_uppercase).collect();
        let (claims, sources, concepts) = (ids("C"), ids("S"), ids("B"));
        Ok(Self { claims, sources, concepts, normal })
    }
}

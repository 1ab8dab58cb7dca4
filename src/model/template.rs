//! What templates share: registers begun by the program, to be finished by a person.

use serde::Serialize;

use crate::diagnostic::{Diagnostic, Findings};
use crate::json::pretty;

/// Stands where only a person can say what belongs there.
pub const FILL_IN: &str = "AUSFÜLLEN";

/// The `extractor` of a template: somebody works by hand.
#[derive(Debug, Serialize)]
pub struct Extractor {
    kind: &'static str,
    name: &'static str,
    version: &'static str,
}

impl Extractor {
    /// Names the version of how they work.
    pub fn by_hand(version: &'static str) -> Self {
        Self { kind: "human", name: FILL_IN, version }
    }
}

/// Why there is no template.
#[derive(Debug)]
pub struct NoTemplate {
    /// `invalid_source`, `not_bound`, `unreachable` or `budget_exceeded`
    pub state: &'static str,
    /// What to tell a person.
    pub errors: Findings,
}

impl NoTemplate {
    /// Ends in a state, with a reason.
    pub fn new(state: &'static str, errors: impl Into<Findings>) -> Self {
        Self { state, errors: errors.into() }
    }

    /// Renders it in place of a template of this schema.
    pub fn to_json(&self, schema: &str) -> String {
        // Fields in alphabetical order, the order they are printed in.
        #[derive(Serialize)]
        struct Refused<'r> {
            errors: Vec<String>,
            schema: &'r str,
            state: &'r str,
        }
        let errors = self.errors.iter().map(Diagnostic::to_string).collect();
        pretty(&Refused { errors, schema, state: self.state })
    }
}

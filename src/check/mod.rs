//! The rules: a snapshot and what it means in, findings out. Pure; one file per subject.
//!
//! Nothing stops at the first finding, and no rule repairs anything.

mod advice;
mod claims;
mod concepts;
mod external;
mod fields;
mod links;
pub mod manifest;
mod media;
mod register;
mod relations;
mod release;
mod router;
mod tree;

use std::collections::HashMap;

pub use advice::{advice, unbound};
pub use release::{derived_drift, unreleased, version};
pub(crate) use tree::{irregular, is_allowed_kind, quarantined, undigestible};

use crate::diagnostic::{Count, Diagnostic, Findings};
use crate::model::Vault;
use crate::model::page::Page;
use crate::parallel;
use crate::vault::Snapshot;

/// A vault with everything `validate` has to say about it.
#[derive(Debug)]
pub struct Validated<'a> {
    /// The parsed vault.
    pub vault: Vault<'a>,
    /// Findings in reporting order.
    pub diagnostics: Vec<Diagnostic>,
}

impl Validated<'_> {
    /// Whether there is no error.
    pub fn is_valid(&self) -> bool {
        !self.diagnostics.iter().any(Diagnostic::is_error)
    }

    /// Its errors alone.
    pub fn errors(&self) -> Vec<Diagnostic> {
        self.diagnostics.iter().filter(|found| found.is_error()).cloned().collect()
    }

    /// Its errors, if there are any.
    pub fn require_valid(&self) -> Result<(), Findings> {
        Findings(self.errors()).none()
    }

    /// The size of the vault.
    pub fn summary(&self) -> Summary {
        Summary {
            pages: self.vault.pages.len(),
            claims: self.vault.claim_count(),
            sources: self.vault.sources.len(),
            external: self.vault.external.len(),
        }
    }
}

/// The size of a vault.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Summary {
    /// Pages under `knowledge/`.
    pub pages: usize,
    /// Claims on them.
    pub claims: usize,
    /// Registered local sources.
    pub sources: usize,
    /// Listed external sources.
    pub external: usize,
}

impl Summary {
    /// As a report counts it.
    pub fn counts(self) -> [Count; 4] {
        let Self { pages, claims, sources, external } = self;
        let count = |key, one, many, number| Count { key, one, many, number };
        [
            count("pages", "Seite", "Seiten", pages),
            count("claims", "Claim", "Claims", claims),
            count("sources", "Quelle", "Quellen", sources),
            count("external", "externe Quelle", "externe Quellen", external),
        ]
    }
}

/// Where each claim stands: its page by claim ID, the first one if it stands twice.
pub type ClaimPages<'v, 'a> = HashMap<&'a str, &'v Page<'a>>;

/// Applies every rule of spec chapters 1 to 4.
pub fn validate(snapshot: &Snapshot) -> Validated<'_> {
    let (vault, mut found) = Vault::parse(snapshot);
    tree::check(snapshot, &mut found);
    register::check(snapshot, &vault, &mut found);
    external::check(snapshot, &vault, &mut found);
    router::check(snapshot, &vault, &mut found);
    let per_page = parallel::map(vault.is_large(), &vault.pages, |page| {
        let mut found = Vec::new();
        fields::check(page, &vault, &mut found);
        claims::check(page, &vault, &mut found);
        relations::check(page, &vault, &mut found);
        links::check(page, snapshot, &mut found);
        found
    });
    found.extend(per_page.into_iter().flatten());
    let claim_pages = claims::check_unique(&vault, &mut found);
    concepts::check(&vault, &claim_pages, &mut found);
    media::check(snapshot, &vault, &mut found);
    drop(claim_pages);
    Diagnostic::sort(&mut found);
    Validated { vault, diagnostics: found }
}

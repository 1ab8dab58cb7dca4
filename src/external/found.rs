//! What a search outside the vault found, as it stands in the answer. Fields stand in
//! alphabetical order, which is the order they are printed in.

use std::collections::BTreeSet;

use serde::Serialize;

use crate::diagnostic::Diagnostic;
use crate::digest::Digest;

/// How documents are found.
pub(super) const ALGORITHM: &str = "extern-zweistufig/v1";

/// How the search in external sources ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ExternalState {
    /// Nobody asked for it.
    NotRequested,
    /// No external source is listed.
    NotDeclared,
    /// A source was named that is not listed.
    InvalidQuery,
    /// A foreign vault is not what its manifest says.
    InvalidExternalSource,
    /// There are pointers.
    ExternalCandidatesFound,
    /// Nothing covers the question.
    NoExternalCandidates,
}

/// The search outside the vault. What it finds are pointers, never evidence.
#[derive(Debug, Serialize)]
pub struct ExternalSearch {
    /// Name of the ranking.
    pub algorithm: &'static str,
    /// Digest of what the hits depend on, if a search took place.
    #[serde(rename = "external_fingerprint")]
    pub fingerprint: Option<Digest>,
    /// Day on which web documents were fetched.
    pub fetched_at: Option<String>,
    /// Best documents first.
    pub hits: Vec<ExternalHit>,
    /// Whether a search started.
    pub live: bool,
    /// What stood in the way, one line each.
    pub notes: Vec<String>,
    /// What to do about an empty result.
    pub reason: Option<String>,
    /// The sources searched, by ID.
    pub sources: Vec<SearchedSource>,
    /// How it ended.
    pub state: ExternalState,
    /// Every document read, as `X-nnnn:path`.
    #[serde(skip)]
    pub documents: BTreeSet<String>,
}

/// A listed source as the search saw it.
#[derive(Debug, Serialize)]
pub struct SearchedSource {
    /// Whether this host can read it.
    pub bound: bool,
    /// `X-nnnn`
    pub id: String,
    /// `markdown-tree` or `skillsafe-vault`
    pub kind: String,
    /// `lokal`, `netz` or `unbound`
    pub mode: &'static str,
    /// Rights, as listed.
    pub rights: String,
    /// Scope of a vault.
    pub scope: Option<&'static str>,
    /// `-` or the prefix.
    pub target: String,
    /// Title, as listed.
    pub title: String,
    /// `T1` to `T3`
    pub trust: String,
}

/// A document that covers the question, by its best sentence.
#[derive(Debug, Serialize)]
pub struct ExternalHit {
    /// Kind of block the sentence stands in.
    pub block: &'static str,
    /// How much of the question the document covers.
    pub coverage_percent: u64,
    /// Path in the source.
    pub document: String,
    /// Always false.
    pub is_evidence: bool,
    /// Always `external_pointer`.
    pub role: &'static str,
    /// What it is ranked by.
    pub score: u64,
    /// What the catalogue gave it; not part of the score.
    pub score_catalog: u64,
    /// What its text gave it.
    pub score_inventory: u64,
    /// Index of the sentence, from 1.
    pub sentence_index: usize,
    /// `suspicious_instruction`, if the sentence carries one.
    pub signals: Vec<&'static str>,
    /// `X-nnnn`
    pub source_id: String,
    /// The sentence, unless it carries instructions.
    pub text: Option<String>,
    /// Digest of the sentence.
    pub text_sha256: Digest,
    /// Trust in the source.
    pub trust: String,
}

impl ExternalSearch {
    /// Nothing was asked for, or nothing was done yet.
    pub fn empty(state: ExternalState) -> Self {
        Self {
            algorithm: ALGORITHM,
            fingerprint: None,
            fetched_at: None,
            hits: Vec::new(),
            live: false,
            notes: Vec::new(),
            reason: None,
            sources: Vec::new(),
            state,
            documents: BTreeSet::new(),
        }
    }

    /// Adds what stood in the way.
    pub fn note(&mut self, found: &Diagnostic) {
        self.notes.push(found.to_string());
    }
}

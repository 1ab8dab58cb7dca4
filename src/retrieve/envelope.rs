//! The machine contract `skillsafe.query/v1`. Fields stand in alphabetical order, which is the
//! order they are printed in.

use std::collections::BTreeSet;

use serde::Serialize;

use super::matching::Matching;
use super::rank::{RankedClaim, RankedPage, Ranking};
use super::{ALGORITHM, EXTERNAL_ALGORITHM};
use crate::diagnostic::Diagnostic;
use crate::digest::Digest;
use crate::json::Number;
use crate::model::claim::{Claim, ClaimKind};
use crate::model::page::Page;
use crate::model::reviewer::TrustTier;
use crate::model::{PROFILE, Vault};

/// Name of the format.
const SCHEMA: &str = "skillsafe.query/v1";

/// How a query ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// There are claims.
    CandidatesFound,
    /// No claim has a score.
    NoCandidates,
    /// The question, its limit or its world is none.
    InvalidQuery,
    /// Somebody is writing.
    VaultBusy,
    /// The vault is not what its manifest says, or not valid.
    InvalidVault,
    /// The vault changed meanwhile.
    SnapshotChanged,
    /// A label means several concepts.
    Ambiguous,
}

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

/// The answer to a query, whatever its state.
#[derive(Debug, Serialize)]
pub struct Envelope<'a> {
    concepts: Concepts<'a>,
    coverage: Coverage,
    /// One line per finding that prevents an answer, each starting with its code.
    pub errors: Vec<String>,
    evidence: Vec<Evidence<'a>>,
    external: External,
    fallback: Fallback<'a>,
    pages: Vec<RatedPage<'a>>,
    profile: &'static str,
    query: String,
    retrieval: &'static str,
    /// Digest of what the evidence depends on.
    #[serde(rename = "retrieval_fingerprint")]
    pub fingerprint: Option<Digest>,
    schema: &'static str,
    /// How it ended.
    pub state: State,
    /// What was asked.
    #[serde(rename = "vault")]
    pub release: Release,
    /// Warnings of `validate`, sorted, each once.
    pub warnings: Vec<String>,
}

/// The release that was asked.
#[derive(Debug, Default, Serialize)]
pub struct Release {
    /// Digest of its manifest, as soon as that was hashed.
    pub manifest_sha256: Option<Digest>,
    /// Its version, once that is valid.
    pub version: Option<String>,
}

#[derive(Debug, Default, Serialize)]
struct Concepts<'a> {
    expanded: Vec<ExpandedConcept<'a>>,
    matched: Vec<MatchedConcept<'a>>,
}

#[derive(Debug, Serialize)]
struct ExpandedConcept<'a> {
    id: &'a str,
    preferred: &'a str,
    relation: &'static str,
    via: &'a str,
    weight: u64,
    world: &'a str,
}

#[derive(Debug, Serialize)]
struct MatchedConcept<'a> {
    id: &'a str,
    matched_labels: Vec<&'a str>,
    preferred: &'a str,
    world: &'a str,
}

#[derive(Debug, Serialize)]
struct Coverage {
    claims_scanned: usize,
    mode: &'static str,
    retrieval_complete: bool,
    semantic_coverage: &'static str,
}

#[derive(Debug, Serialize)]
struct Evidence<'a> {
    anchor: Option<CitedAnchor<'a>>,
    claim_id: &'a str,
    kind: &'static str,
    media: Option<CitedRegion<'a>>,
    page: &'a str,
    page_confidence: &'a str,
    page_reviewed_at: Option<&'a str>,
    page_reviewed_by: Option<&'a str>,
    page_status: &'a str,
    page_trust_tier: &'static str,
    reasons: BTreeSet<String>,
    role: &'static str,
    score: u64,
    signals: Vec<String>,
    source: CitedSource<'a>,
    text: &'a str,
}

#[derive(Debug, Serialize)]
struct CitedAnchor<'a> {
    anchor_id: &'a str,
    block: &'a str,
    document: &'a str,
    sentence_index: Number<'a>,
    text_sha256: Option<Digest>,
}

#[derive(Debug, Serialize)]
struct CitedRegion<'a> {
    confidence: Number<'a>,
    media_type: &'a str,
    region_id: &'a str,
    region_kind: &'a str,
    representation: &'a str,
}

#[derive(Debug, Serialize)]
struct CitedSource<'a> {
    id: &'a str,
    kind: &'static str,
    locator: &'a str,
    rights: &'a str,
    stand: &'a str,
    title: &'a str,
    trust: &'a str,
}

/// The search outside the vault. What it finds are pointers, never evidence.
#[derive(Debug, Serialize)]
pub struct External {
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
    pub sources: Vec<ExternalSource>,
    /// How it ended.
    pub state: ExternalState,
    /// Every document read, as `X-nnnn:path`.
    #[serde(skip)]
    pub documents: BTreeSet<String>,
}

/// A listed source as the search saw it.
#[derive(Debug, Serialize)]
pub struct ExternalSource {
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

impl External {
    /// Nothing was asked for, or nothing was done yet.
    pub fn empty(state: ExternalState) -> Self {
        Self {
            algorithm: EXTERNAL_ALGORITHM,
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

#[derive(Debug, Default, Serialize)]
struct Fallback<'a> {
    exhaustive_review_required: bool,
    external_document_paths: BTreeSet<String>,
    external_live_lookup_used: bool,
    external_lookup_available: bool,
    external_reason: Option<String>,
    page_paths: Vec<&'a str>,
    reason: Option<&'static str>,
}

#[derive(Debug, Serialize)]
struct RatedPage<'a> {
    concepts: &'a [&'a str],
    confidence: &'a str,
    domain: &'a str,
    path: &'a str,
    reasons: BTreeSet<String>,
    reviewed_at: Option<&'a str>,
    reviewed_by: Option<&'a str>,
    score: u64,
    stand: &'a str,
    status: &'a str,
    title: &'a str,
    trust_tier: &'static str,
}

impl<'a> Envelope<'a> {
    /// An envelope without any answer, for a question that nothing is known of yet.
    pub fn empty(query: &str) -> Self {
        Self {
            concepts: Concepts::default(),
            coverage: Coverage {
                claims_scanned: 0,
                mode: "exhaustive_validated_claim_ranking",
                retrieval_complete: false,
                semantic_coverage: "not_assessed",
            },
            errors: Vec::new(),
            evidence: Vec::new(),
            external: External::empty(ExternalState::NotRequested),
            fallback: Fallback::default(),
            pages: Vec::new(),
            profile: PROFILE,
            query: query.to_owned(),
            retrieval: ALGORITHM,
            fingerprint: None,
            schema: SCHEMA,
            state: State::InvalidQuery,
            release: Release::default(),
            warnings: Vec::new(),
        }
    }

    /// Ends in a failing state.
    pub fn fail(&mut self, state: State, errors: &[Diagnostic]) {
        self.state = state;
        self.errors = lines(errors);
    }

    /// Takes over the warnings among findings.
    pub fn warn(&mut self, found: &[Diagnostic]) {
        let warnings = found.iter().filter(|found| !found.is_error());
        self.warnings = lines(warnings);
    }

    /// Takes over a ranking of the vault's claims.
    pub(super) fn fill(
        &mut self,
        vault: &'a Vault<'a>,
        matching: &Matching<'a>,
        ranking: Ranking<'a>,
    ) {
        self.state = match ranking.evidence.is_empty() {
            true => State::NoCandidates,
            false => State::CandidatesFound,
        };
        self.concepts = Concepts::of(matching);
        self.coverage.claims_scanned = vault.claim_count();
        self.coverage.retrieval_complete = true;
        self.fallback.exhaustive_review_required = ranking.evidence.is_empty();
        self.fallback.reason = ranking.evidence.is_empty().then_some("no_retrieval_candidates");
        self.fallback.page_paths = vault.pages.iter().map(|page| page.path).collect();
        self.fallback.external_lookup_available = !vault.external.is_empty();
        self.evidence =
            ranking.evidence.into_iter().map(|ranked| Evidence::of(ranked, vault)).collect();
        self.pages = ranking.pages.into_iter().map(RatedPage::of).collect();
    }

    /// Takes over the search outside the vault; it changes neither state nor fingerprint.
    pub fn add_external(&mut self, external: External) {
        self.fallback.external_live_lookup_used = true;
        self.fallback.external_reason = external.reason.clone();
        self.fallback.external_document_paths = external.documents.clone();
        self.external = external;
    }
}

/// One line per finding, sorted, each once.
fn lines<'d>(found: impl IntoIterator<Item = &'d Diagnostic>) -> Vec<String> {
    let lines: BTreeSet<_> = found.into_iter().map(Diagnostic::to_string).collect();
    lines.into_iter().collect()
}

impl<'a> Concepts<'a> {
    fn of(matching: &Matching<'a>) -> Self {
        let matched = matching.direct.iter().map(|direct| MatchedConcept {
            id: &direct.concept.id,
            matched_labels: direct.labels.clone(),
            preferred: &direct.concept.preferred,
            world: &direct.concept.world,
        });
        let expanded = matching.expanded.iter().map(|expanded| ExpandedConcept {
            id: &expanded.concept.id,
            preferred: &expanded.concept.preferred,
            relation: expanded.relation,
            via: expanded.via,
            weight: expanded.weight,
            world: &expanded.concept.world,
        });
        Self { expanded: expanded.collect(), matched: matched.collect() }
    }
}

impl<'a> RatedPage<'a> {
    fn of(ranked: RankedPage<'a>) -> Self {
        let page = ranked.page;
        Self {
            concepts: page.concepts(),
            confidence: page.confidence(),
            domain: page.text("domain"),
            path: page.path,
            reasons: ranked.reasons,
            reviewed_at: page.reviewed_at(),
            reviewed_by: page.reviewed_by(),
            score: ranked.score,
            stand: page.as_of(),
            status: page.status(),
            title: page.title(),
            trust_tier: page.trust_tier().as_str(),
        }
    }
}

impl<'a> Evidence<'a> {
    fn of(ranked: RankedClaim<'a>, vault: &'a Vault<'a>) -> Self {
        let RankedClaim { claim, page, score, reasons } = ranked;
        let source = cited_source(claim, vault);
        let anchor = cited_anchor(claim, vault);
        Self {
            claim_id: claim.id,
            kind: claim.kind.as_str(),
            media: cited_region(claim, vault),
            page: page.path,
            page_confidence: page.confidence(),
            page_reviewed_at: page.reviewed_at(),
            page_reviewed_by: page.reviewed_by(),
            page_status: page.status(),
            page_trust_tier: page.trust_tier().as_str(),
            reasons,
            role: "retrieval_candidate",
            score,
            signals: signals(claim, page, source.trust),
            source,
            text: claim.text,
            anchor,
        }
    }
}

/// What a reader should know before relying on a claim, in a fixed order.
fn signals(claim: &Claim, page: &Page, trust: &str) -> Vec<String> {
    let mut signals = Vec::new();
    if claim.kind == ClaimKind::Interpretation {
        signals.push("interpretation".to_owned());
    }
    if page.status() != "aktiv" {
        signals.push(format!("page_status:{}", page.status()));
    }
    if page.confidence() == "niedrig" {
        signals.push("low_confidence".to_owned());
    }
    if trust == "T3" {
        signals.push("source_trust:T3".to_owned());
    }
    if page.trust_tier() == TrustTier::Unverified {
        signals.push("trust_tier:unverified".to_owned());
    }
    if claim.is_external() {
        signals.push("external_source".to_owned());
    }
    signals
}

/// The source of a claim; in a valid vault there is one.
fn cited_source<'a>(claim: &Claim<'a>, vault: &Vault<'a>) -> CitedSource<'a> {
    let (kind, title, stand, trust, rights) = match claim.is_external() {
        true => vault.external(claim.source).map_or(("extern", "", "", "", ""), |source| {
            ("extern", source.title, source.as_of, source.trust, source.rights)
        }),
        false => vault.source(claim.source).map_or(("lokal", "", "", "", ""), |source| {
            ("lokal", source.title, source.as_of, source.trust, source.rights)
        }),
    };
    CitedSource { id: claim.source, kind, locator: claim.locator, rights, stand, title, trust }
}

fn cited_region<'a>(claim: &Claim<'a>, vault: &'a Vault<'a>) -> Option<CitedRegion<'a>> {
    let media = vault.media(claim.source)?;
    let region = media.region(claim.region_id()?)?;
    Some(CitedRegion {
        confidence: Number(region.confidence),
        media_type: &media.media_type,
        region_id: &region.id,
        region_kind: &region.kind,
        representation: media.path,
    })
}

fn cited_anchor<'a>(claim: &Claim<'a>, vault: &'a Vault<'a>) -> Option<CitedAnchor<'a>> {
    let anchor = vault.anchors(claim.source)?.anchor(claim.anchor_id()?)?;
    Some(CitedAnchor {
        anchor_id: &anchor.id,
        block: &anchor.block,
        document: &anchor.document,
        sentence_index: Number(anchor.sentence_index),
        text_sha256: anchor.text_digest,
    })
}

//! The machine contract `skillsafe.query/v1`. Fields stand in alphabetical order, which is the
//! order they are printed in.

use std::collections::BTreeSet;

use serde::Serialize;

use super::gate::{Closed, Known, Release};
use super::state::State;
use crate::diagnostic::Diagnostic;
use crate::digest::Digest;
use crate::external::{ExternalSearch, ExternalState};
use crate::json::Number;
use crate::model::claim::{Claim, ClaimKind};
use crate::model::page::Page;
use crate::model::reviewer::TrustTier;
use crate::model::sources::Cited;
use crate::model::{PROFILE, Vault};
use crate::retrieve::{Answer, Matching, RankedClaim, RankedPage, Ranking};

/// Name of the format.
const SCHEMA: &str = "skillsafe.query/v1";

/// The answer to a query, whatever its state.
#[derive(Debug, Serialize)]
pub(super) struct Envelope<'a> {
    concepts: Concepts<'a>,
    coverage: Coverage,
    /// One line per finding that prevents an answer, each starting with its code.
    errors: Vec<String>,
    evidence: Vec<Evidence<'a>>,
    external: ExternalSearch,
    fallback: Fallback<'a>,
    pages: Vec<RatedPage<'a>>,
    profile: &'static str,
    query: String,
    retrieval: &'static str,
    #[serde(rename = "retrieval_fingerprint")]
    fingerprint: Option<Digest>,
    schema: &'static str,
    state: State,
    #[serde(rename = "vault")]
    release: Release,
    /// Warnings of `validate`, sorted, each once.
    warnings: Vec<String>,
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
    /// Makes the envelope of an answer from the vault.
    pub(super) fn answered(
        query: &str,
        known: Known,
        vault: &'a Vault<'a>,
        answer: Answer<'a>,
        external: Option<ExternalSearch>,
    ) -> Self {
        let is_empty = answer.ranked.evidence.is_empty();
        let state = if is_empty { State::NoCandidates } else { State::CandidatesFound };
        let evidence = answer.ranked.evidence.into_iter();
        let coverage = Coverage {
            claims_scanned: vault.claim_count(),
            retrieval_complete: true,
            ..Coverage::default()
        };
        let fallback = Fallback {
            exhaustive_review_required: is_empty,
            external_lookup_available: !vault.external.is_empty(),
            page_paths: vault.pages.iter().map(|page| page.path).collect(),
            reason: is_empty.then_some("no_retrieval_candidates"),
            ..Fallback::of(external.as_ref())
        };
        Self {
            concepts: Concepts::of(&answer.concepts),
            coverage,
            evidence: evidence.map(|ranked| Evidence::of(ranked, vault)).collect(),
            fallback,
            fingerprint: Some(answer.fingerprint),
            pages: answer.ranked.pages.into_iter().map(RatedPage::of).collect(),
            retrieval: answer.ranking.name(),
            ..Self::empty(query, state, known, external)
        }
    }

    /// Makes the envelope of a question that got no answer.
    pub(super) fn closed(
        query: &str,
        closed: Closed,
        ranking: Ranking,
        external: Option<ExternalSearch>,
    ) -> Self {
        let Closed { state, errors, known } = closed;
        Self {
            errors: lines(errors.iter()),
            fallback: Fallback::of(external.as_ref()),
            retrieval: ranking.name(),
            ..Self::empty(query, state, known, external)
        }
    }

    /// How it ended.
    pub(super) fn state(&self) -> State {
        self.state
    }

    fn empty(query: &str, state: State, known: Known, external: Option<ExternalSearch>) -> Self {
        let not_requested = || ExternalSearch::empty(ExternalState::NotRequested);
        Self {
            concepts: Concepts::default(),
            coverage: Coverage::default(),
            errors: Vec::new(),
            evidence: Vec::new(),
            external: external.unwrap_or_else(not_requested),
            fallback: Fallback::default(),
            pages: Vec::new(),
            profile: PROFILE,
            query: query.to_owned(),
            retrieval: "",
            fingerprint: None,
            schema: SCHEMA,
            state,
            release: known.release,
            warnings: lines(known.warnings.iter()),
        }
    }
}

impl Default for Coverage {
    fn default() -> Self {
        Self {
            claims_scanned: 0,
            mode: "exhaustive_validated_claim_ranking",
            retrieval_complete: false,
            semantic_coverage: "not_assessed",
        }
    }
}

impl Fallback<'_> {
    /// What a search outside the vault says of where to look; it is not the vault's answer.
    fn of(external: Option<&ExternalSearch>) -> Self {
        let Some(external) = external else { return Self::default() };
        Self {
            external_live_lookup_used: true,
            external_reason: external.reason.clone(),
            external_document_paths: external.documents.clone(),
            ..Self::default()
        }
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
    let Cited { title, as_of, trust, rights, .. } = vault.cited(claim.source).unwrap_or_default();
    let kind = if claim.is_external() { "extern" } else { "lokal" };
    let (id, locator) = (claim.source, claim.locator);
    CitedSource { id, kind, locator, rights, stand: as_of, title, trust }
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

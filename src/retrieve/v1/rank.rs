//! Scores of pages and claims, in integers.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::collections::HashMap;
use std::fmt;

use super::super::matching::{Expanded, Matching};
use super::super::question::Question;
use super::super::{Ranked, RankedClaim, RankedPage};
use super::weights;
use super::words::Words;
use crate::model::Vault;
use crate::model::claim::Claim;
use crate::model::page::Page;
use crate::parallel;
use crate::text::normal::{normal_form, push_normal_form};
use crate::text::phrase::contains_phrase;

/// Why points were given. Nearly all are given to pages and claims that are not shown, so the
/// text is made only for those that are.
#[derive(Clone, Copy)]
enum Reason<'r> {
    Direct(&'r str),
    Expanded(&'r str, u64),
    ConceptPage,
    Id(&'r str),
    TitlePhrase,
    ClaimPhrase,
    Token(&'r str),
    TokenIn(&'r str, &'static str),
    GraphHop,
    PageMetadata,
}

impl fmt::Display for Reason<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Direct(id) => write!(out, "concept:{id}:direct"),
            Self::Expanded(id, weight) => write!(out, "concept:{id}:expanded:{weight}"),
            Self::ConceptPage => out.write_str("concept-page"),
            Self::Id(id) => write!(out, "id:{id}"),
            Self::TitlePhrase => out.write_str("exact:title"),
            Self::ClaimPhrase => out.write_str("exact:claim"),
            Self::Token(token) => write!(out, "token:{token}"),
            Self::TokenIn(token, place) => write!(out, "token:{token}:{place}"),
            Self::GraphHop => out.write_str("graph:one-hop"),
            Self::PageMetadata => out.write_str("page-metadata"),
        }
    }
}

/// The sum of what `award` gives.
fn points(award: impl FnOnce(&mut dyn FnMut(u64, Reason))) -> u64 {
    let mut sum = 0;
    award(&mut |points, _| sum += points);
    sum
}

/// The reasons for what `award` gives: sorted, each once.
fn reasons(award: impl FnOnce(&mut dyn FnMut(u64, Reason))) -> BTreeSet<String> {
    let mut reasons = BTreeSet::new();
    award(&mut |_, reason| {
        reasons.insert(reason.to_string());
    });
    reasons
}

/// Where the words of a question stand on a page. Most pages have none; nothing is allocated
/// for them.
#[derive(Default)]
struct Hits {
    title_phrase: bool,
    claims_phrase: bool,
    title_tokens: Vec<usize>,
    tag_tokens: Vec<usize>,
    claim_tokens: Vec<usize>,
    claims: Vec<ClaimHits>,
}

#[derive(Default)]
struct ClaimHits {
    phrase: bool,
    tokens: Vec<usize>,
}

/// A page with a score before anything is chosen.
struct Scored {
    hits: Hits,
    points: u64,
    boosted: bool,
}

/// Ranks all claims of the vault and keeps the best `limit`.
pub(crate) fn rank<'v>(
    vault: &'v Vault<'v>,
    question: &Question,
    matching: &Matching,
    limit: usize,
) -> Ranked<'v> {
    if question.normal.is_empty() {
        return Ranked::default();
    }
    let words = Words::of(&question.normal);
    let ranker = Ranker { question, words, concepts: ConceptWeights::of(matching) };
    let mut scored = parallel::map(vault.is_large(), &vault.pages, |page| {
        let hits = ranker.look(page);
        let points = points(|add| ranker.award_page(page, &hits, false, add));
        Scored { hits, points, boosted: false }
    });
    graph_hop(vault, &mut scored);
    let best = best_claims(vault, &ranker, &scored, limit);
    let cited: BTreeSet<usize> = best.iter().map(|(_, number, _)| *number).collect();
    let mut pages: Vec<_> = cited
        .into_iter()
        .map(|number| {
            let (page, Scored { hits, points, boosted }) = (&vault.pages[number], &scored[number]);
            let reasons = reasons(|add| ranker.award_page(page, hits, *boosted, add));
            RankedPage { page, score: *points, reasons }
        })
        .collect();
    pages.sort_by_key(|ranked| Reverse(ranked.score));
    let evidence = best.into_iter().map(|(Reverse(score), number, index)| {
        let (page, Scored { hits, boosted, .. }) = (&vault.pages[number], &scored[number]);
        let claim = &page.claims[index];
        let (hits, concepts) = (&hits.claims[index], ranker.concept_points(page));
        let reasons = reasons(|add| ranker.award_claim(concepts, claim, hits, *boosted, add));
        RankedClaim { claim, page, score, reasons }
    });
    Ranked { evidence: evidence.collect(), pages }
}

/// Score, page number and index on the page of the best claims: by score, claim ID, page.
fn best_claims(
    vault: &Vault,
    ranker: &Ranker,
    scored: &[Scored],
    limit: usize,
) -> Vec<(Reverse<u64>, usize, usize)> {
    let mut claims = Vec::new();
    for (number, page) in vault.pages.iter().enumerate() {
        let Scored { hits, points: page_points, boosted } = &scored[number];
        if *page_points == 0 {
            continue;
        }
        let concepts = ranker.concept_points(page);
        for (index, (claim, hits)) in page.claims.iter().zip(&hits.claims).enumerate() {
            let points = points(|add| ranker.award_claim(concepts, claim, hits, *boosted, add));
            claims.push((Reverse(points), number, index));
        }
    }
    // Pages are sorted by path, so their numbers order like their paths.
    let key = |(points, number, index): &(Reverse<u64>, usize, usize)| {
        (*points, vault.pages[*number].claims[*index].id, *number)
    };
    if claims.len() > limit {
        claims.select_nth_unstable_by(limit, |a, b| key(a).cmp(&key(b)));
        claims.truncate(limit);
    }
    claims.sort_unstable_by(|a, b| key(a).cmp(&key(b)));
    claims
}

/// Every page related to a scored one, in either direction, gets a little once.
fn graph_hop(vault: &Vault, scored: &mut [Scored]) {
    for (number, page) in vault.pages.iter().enumerate() {
        for other in page.relations().filter_map(|(_, target)| vault.page_number(target)) {
            scored[other].boosted |= scored[number].points > 0;
            scored[number].boosted |= scored[other].points > 0;
        }
    }
    for page in scored.iter_mut().filter(|page| page.boosted) {
        page.points += weights::page::GRAPH_HOP;
    }
}

/// What the concepts of a question add.
struct ConceptWeights<'m> {
    direct: BTreeSet<&'m str>,
    expanded: HashMap<&'m str, u64>,
}

impl<'m> ConceptWeights<'m> {
    fn of(matching: &'m Matching) -> Self {
        let direct = matching.direct.iter().map(|direct| direct.concept.id.as_str()).collect();
        let weight = |expanded: &Expanded<'m>| expanded.weight;
        let expanded = matching.expanded.iter();
        let expanded = expanded.map(|to| (to.concept.id.as_str(), weight(to))).collect();
        Self { direct, expanded }
    }

    fn is_empty(&self) -> bool {
        self.direct.is_empty() && self.expanded.is_empty()
    }
}

struct Ranker<'q> {
    question: &'q Question,
    words: Words,
    concepts: ConceptWeights<'q>,
}

impl Ranker<'_> {
    /// Finds the question's words on a page.
    fn look(&self, page: &Page) -> Hits {
        let question = self.question;
        let title = normal_form(page.title());
        let mut hits = Hits {
            title_phrase: contains_phrase(&title, &question.normal),
            title_tokens: self.words.numbers_in(&title),
            ..Hits::default()
        };
        for tag in page.fields.list("tags") {
            merge(&mut hits.tag_tokens, self.words.numbers_in(&normal_form(tag)));
        }
        // The whole of all claims; a phrase may run from one into the next.
        let mut whole = String::new();
        let mut ends = Vec::with_capacity(page.claims.len());
        for claim in &page.claims {
            push_part(&mut whole, claim.text);
            push_part(&mut whole, claim.locator);
            ends.push(whole.len());
        }
        hits.claims_phrase = contains_phrase(&whole, &question.normal);
        let mut start = 0;
        for end in ends {
            let own = whole[start..end].trim_start_matches(' ');
            start = end;
            let found = ClaimHits {
                // What is not in the whole is in no part of it.
                phrase: hits.claims_phrase && contains_phrase(own, &question.normal),
                tokens: self.words.numbers_in(own),
            };
            merge(&mut hits.claim_tokens, found.tokens.clone());
            hits.claims.push(found);
        }
        hits
    }

    /// Gives a page its points.
    fn award_page(
        &self,
        page: &Page,
        hits: &Hits,
        boosted: bool,
        add: &mut dyn FnMut(u64, Reason),
    ) {
        if !self.concepts.is_empty() {
            self.award_concepts(page, add);
        }
        for claim in page.claims.iter().filter(|claim| self.question.claims.contains(claim.id)) {
            add(weights::page::CLAIM_ID, Reason::Id(claim.id));
        }
        for source in &self.question.sources {
            if page.claims.iter().any(|claim| claim.source == source) {
                add(weights::page::SOURCE_ID, Reason::Id(source));
            }
        }
        if hits.title_phrase {
            add(weights::page::TITLE_PHRASE, Reason::TitlePhrase);
        }
        if hits.claims_phrase {
            add(weights::page::CLAIM_PHRASE, Reason::ClaimPhrase);
        }
        for (tokens, weight, place) in [
            (&hits.title_tokens, weights::page::TITLE_TOKEN, "title"),
            (&hits.tag_tokens, weights::page::TAG_TOKEN, "tag"),
            (&hits.claim_tokens, weights::page::CLAIM_TOKEN, "claim"),
        ] {
            for token in tokens {
                add(weight, Reason::TokenIn(&self.words.tokens[*token], place));
            }
        }
        if boosted {
            add(weights::page::GRAPH_HOP, Reason::GraphHop);
        }
    }

    fn award_concepts(&self, page: &Page, add: &mut dyn FnMut(u64, Reason)) {
        for id in page.concepts() {
            if self.concepts.direct.contains(id) {
                add(weights::page::DIRECT_CONCEPT, Reason::Direct(id));
            } else if let Some(weight) = self.concepts.expanded.get(id) {
                add(*weight, Reason::Expanded(id, *weight));
            }
        }
    }

    /// What the concepts of a page are worth to each of its claims.
    fn concept_points(&self, page: &Page) -> u64 {
        let weight = |id: &&str| {
            if self.concepts.direct.contains(id) {
                weights::claim::DIRECT_CONCEPT
            } else {
                self.concepts.expanded.get(id).copied().unwrap_or(0)
            }
        };
        if self.concepts.is_empty() { 0 } else { page.concepts().iter().map(weight).sum() }
    }

    /// Gives a claim on a scored page its points, those of the page's concepts included; there is
    /// always a reason.
    fn award_claim(
        &self,
        concepts: u64,
        claim: &Claim,
        hits: &ClaimHits,
        boosted: bool,
        add: &mut dyn FnMut(u64, Reason),
    ) {
        let by_id = self.question.claims.contains(claim.id);
        let by_source = self.question.sources.contains(claim.source);
        if concepts > 0 {
            add(concepts, Reason::ConceptPage);
        }
        if by_id {
            add(weights::claim::CLAIM_ID, Reason::Id(claim.id));
        }
        if by_source {
            add(weights::claim::SOURCE_ID, Reason::Id(claim.source));
        }
        if hits.phrase {
            add(weights::claim::PHRASE, Reason::ClaimPhrase);
        }
        for token in &hits.tokens {
            add(weights::claim::TOKEN, Reason::Token(&self.words.tokens[*token]));
        }
        let own = concepts > 0 || by_id || by_source || hits.phrase || !hits.tokens.is_empty();
        match (own, boosted) {
            (true, _) => {}
            (false, true) => add(weights::claim::GRAPH_HOP, Reason::GraphHop),
            (false, false) => add(weights::claim::PAGE_METADATA, Reason::PageMetadata),
        }
    }
}

/// Appends the normal form of `text`, separated by a blank; nothing if it is empty.
fn push_part(whole: &mut String, text: &str) {
    let before = whole.len();
    if before > 0 {
        whole.push(' ');
    }
    let start = whole.len();
    push_normal_form(text, whole);
    if whole.len() == start {
        whole.truncate(before);
    }
}

/// Adds sorted numbers to sorted numbers, each once.
fn merge(into: &mut Vec<usize>, more: Vec<usize>) {
    if !more.is_empty() {
        into.extend(more);
        into.sort_unstable();
        into.dedup();
    }
}

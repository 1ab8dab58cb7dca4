//! Scores of pages and claims, in integers.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::collections::HashMap;

use super::concepts::Matching;
use super::question::Question;
use crate::model::Vault;
use crate::model::claim::Claim;
use crate::model::page::Page;
use crate::parallel;
use crate::text::normal::{contains_phrase, normal_form, push_normal_form};
use crate::vault::layout::{KNOWLEDGE, in_folder};

/// What a hit on a page counts.
mod page_weight {
    pub const DIRECT_CONCEPT: u64 = 120;
    pub const CLAIM_ID: u64 = 180;
    pub const SOURCE_ID: u64 = 100;
    pub const TITLE_PHRASE: u64 = 80;
    pub const CLAIM_PHRASE: u64 = 60;
    pub const TITLE_TOKEN: u64 = 30;
    pub const TAG_TOKEN: u64 = 24;
    pub const CLAIM_TOKEN: u64 = 12;
    pub const GRAPH_HOP: u64 = 10;
}

/// What a hit on a claim counts.
mod claim_weight {
    pub const DIRECT_CONCEPT: u64 = 100;
    pub const CLAIM_ID: u64 = 240;
    pub const SOURCE_ID: u64 = 140;
    pub const PHRASE: u64 = 80;
    pub const TOKEN: u64 = 20;
    pub const GRAPH_HOP: u64 = 5;
    pub const PAGE_METADATA: u64 = 10;
}

/// Points with the reasons they were given for.
#[derive(Debug, Default, Clone)]
pub struct Score {
    /// Sum.
    pub points: u64,
    /// Sorted, each once.
    pub reasons: BTreeSet<String>,
}

impl Score {
    fn add(&mut self, points: u64, reason: String) {
        self.points += points;
        self.reasons.insert(reason);
    }
}

/// A claim with its score.
#[derive(Debug)]
pub struct RankedClaim<'v> {
    /// The claim.
    pub claim: &'v Claim<'v>,
    /// The page it stands on.
    pub page: &'v Page<'v>,
    /// Points.
    pub score: u64,
    /// Why.
    pub reasons: BTreeSet<String>,
}

/// A page with its score.
#[derive(Debug)]
pub struct RankedPage<'v> {
    /// The page.
    pub page: &'v Page<'v>,
    /// Points and why.
    pub score: Score,
}

/// The best claims and the pages they stand on, both best first.
#[derive(Debug)]
pub struct Ranking<'v> {
    /// Claims.
    pub evidence: Vec<RankedClaim<'v>>,
    /// Pages.
    pub pages: Vec<RankedPage<'v>>,
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

/// Ranks all claims of the vault and keeps the best `limit`.
pub fn rank<'v>(
    vault: &'v Vault<'v>,
    question: &Question,
    matching: &Matching,
    limit: usize,
) -> Ranking<'v> {
    if question.normal.is_empty() {
        return Ranking { evidence: Vec::new(), pages: Vec::new() };
    }
    let ranker = Ranker { question, concepts: ConceptWeights::of(matching) };
    let looked_at = parallel::map(&vault.pages, |page| {
        let hits = ranker.look(page);
        (ranker.page_score(page, &hits), hits)
    });
    let (mut scores, hits): (Vec<_>, Vec<_>) = looked_at.into_iter().unzip();
    let boosted = graph_hop(&vault.pages, &mut scores);

    let mut evidence = Vec::new();
    let mut page_numbers: HashMap<&str, usize> = HashMap::new();
    for (number, page) in vault.pages.iter().enumerate() {
        if scores[number].points == 0 {
            continue;
        }
        page_numbers.insert(page.path, number);
        for (claim, hits) in page.claims.iter().zip(&hits[number].claims) {
            let score = ranker.claim_score(page, claim, hits, boosted[number]);
            let (score, reasons) = (score.points, score.reasons);
            evidence.push(RankedClaim { claim, page, score, reasons });
        }
    }
    evidence.sort_unstable_by(|a, b| {
        let key =
            |ranked: &RankedClaim<'v>| (Reverse(ranked.score), ranked.claim.id, ranked.page.path);
        key(a).cmp(&key(b))
    });
    evidence.truncate(limit);
    let cited: BTreeSet<&str> = evidence.iter().map(|ranked| ranked.page.path).collect();
    let mut pages: Vec<_> = cited
        .into_iter()
        .filter_map(|path| page_numbers.get(path))
        .map(|number| {
            let score = std::mem::take(&mut scores[*number]);
            RankedPage { page: &vault.pages[*number], score }
        })
        .collect();
    pages.sort_by_key(|ranked| Reverse(ranked.score.points));
    Ranking { evidence, pages }
}

/// Every page related to a scored one, in either direction, gets a little once. True for those.
fn graph_hop(pages: &[Page], scores: &mut [Score]) -> Vec<bool> {
    let numbers: HashMap<&str, usize> = pages
        .iter()
        .enumerate()
        .filter_map(|(number, page)| Some((in_folder(page.path, KNOWLEDGE)?, number)))
        .collect();
    let mut boosted = vec![false; pages.len()];
    for (number, page) in pages.iter().enumerate() {
        for other in page.relations().filter_map(|(_, target)| numbers.get(target)) {
            boosted[*other] |= scores[number].points > 0;
            boosted[number] |= scores[*other].points > 0;
        }
    }
    for (score, _) in scores.iter_mut().zip(&boosted).filter(|(_, boosted)| **boosted) {
        score.add(page_weight::GRAPH_HOP, "graph:one-hop".to_owned());
    }
    boosted
}

/// What the concepts of a question add.
struct ConceptWeights<'m> {
    direct: BTreeSet<&'m str>,
    expanded: HashMap<&'m str, u64>,
}

impl<'m> ConceptWeights<'m> {
    fn of(matching: &'m Matching) -> Self {
        let direct = matching.direct.iter().map(|direct| direct.concept.id.as_str()).collect();
        let weight = |expanded: &super::concepts::Expanded<'m>| expanded.weight;
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
    concepts: ConceptWeights<'q>,
}

impl Ranker<'_> {
    /// Finds the question's words on a page.
    fn look(&self, page: &Page) -> Hits {
        let question = self.question;
        let title = normal_form(page.title());
        let mut hits = Hits {
            title_phrase: contains_phrase(&title, &question.normal),
            title_tokens: question.tokens_in(&title),
            ..Hits::default()
        };
        for tag in page.fields.list("tags") {
            merge(&mut hits.tag_tokens, question.tokens_in(&normal_form(tag)));
        }
        // The whole of all claims; a phrase may run from one into the next.
        let mut whole = String::new();
        for claim in &page.claims {
            let start = whole.len() + usize::from(!whole.is_empty());
            push_part(&mut whole, claim.text);
            push_part(&mut whole, claim.locator);
            let own = whole.get(start..).unwrap_or_default();
            let found = ClaimHits {
                phrase: contains_phrase(own, &question.normal),
                tokens: question.tokens_in(own),
            };
            merge(&mut hits.claim_tokens, found.tokens.clone());
            hits.claims.push(found);
        }
        hits.claims_phrase = contains_phrase(&whole, &question.normal);
        hits
    }

    fn page_score(&self, page: &Page, hits: &Hits) -> Score {
        let mut score = Score::default();
        if !self.concepts.is_empty() {
            self.page_concepts(page, &mut score);
        }
        for claim in page.claims.iter().filter(|claim| self.question.claims.contains(claim.id)) {
            score.add(page_weight::CLAIM_ID, format!("id:{}", claim.id));
        }
        for source in &self.question.sources {
            if page.claims.iter().any(|claim| claim.source == source) {
                score.add(page_weight::SOURCE_ID, format!("id:{source}"));
            }
        }
        if hits.title_phrase {
            score.add(page_weight::TITLE_PHRASE, "exact:title".to_owned());
        }
        if hits.claims_phrase {
            score.add(page_weight::CLAIM_PHRASE, "exact:claim".to_owned());
        }
        for (tokens, weight, place) in [
            (&hits.title_tokens, page_weight::TITLE_TOKEN, "title"),
            (&hits.tag_tokens, page_weight::TAG_TOKEN, "tag"),
            (&hits.claim_tokens, page_weight::CLAIM_TOKEN, "claim"),
        ] {
            for token in tokens {
                let name = &self.question.token_names[*token];
                score.add(weight, format!("token:{name}:{place}"));
            }
        }
        score
    }

    fn page_concepts(&self, page: &Page, score: &mut Score) {
        for id in page.concepts() {
            if self.concepts.direct.contains(id) {
                score.add(page_weight::DIRECT_CONCEPT, format!("concept:{id}:direct"));
            } else if let Some(weight) = self.concepts.expanded.get(id) {
                score.add(*weight, format!("concept:{id}:expanded:{weight}"));
            }
        }
    }

    fn claim_score(&self, page: &Page, claim: &Claim, hits: &ClaimHits, boosted: bool) -> Score {
        let mut score = Score::default();
        let weight = |id: &&str| match self.concepts.direct.contains(id) {
            true => claim_weight::DIRECT_CONCEPT,
            false => self.concepts.expanded.get(id).copied().unwrap_or(0),
        };
        let concepts: u64 = page.concepts().iter().map(weight).sum();
        if concepts > 0 {
            score.add(concepts, "concept-page".to_owned());
        }
        if self.question.claims.contains(claim.id) {
            score.add(claim_weight::CLAIM_ID, format!("id:{}", claim.id));
        }
        if self.question.sources.contains(claim.source) {
            score.add(claim_weight::SOURCE_ID, format!("id:{}", claim.source));
        }
        if hits.phrase {
            score.add(claim_weight::PHRASE, "exact:claim".to_owned());
        }
        for token in &hits.tokens {
            let name = &self.question.token_names[*token];
            score.add(claim_weight::TOKEN, format!("token:{name}"));
        }
        if score.points == 0 {
            match boosted {
                true => score.add(claim_weight::GRAPH_HOP, "graph:one-hop".to_owned()),
                false => score.add(claim_weight::PAGE_METADATA, "page-metadata".to_owned()),
            }
        }
        score
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

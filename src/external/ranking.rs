//! Ranking `extern-zweistufig/v1` (spec chapter 7). Pure.
//!
//! Stage 1 looks at the catalogue and only decides which documents are worth opening. Stage 2
//! looks at the text as it is read now; it alone makes the score.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use crate::model::catalog::{Catalog, Document};
use crate::retrieve::v1::tokens;
use crate::text::instruction::has_instruction_signature;
use crate::text::normal::normal_form;
use crate::text::phrase::contains_phrase;
use crate::text::sentences::{Sentence, segment};

/// Most documents of one source that are opened.
const OPENED: usize = 24;

const TITLE_PHRASE: u64 = 80;
const TITLE_TOKEN: u64 = 30;
const TAG_TOKEN: u64 = 24;
const SUMMARY_TOKEN: u64 = 12;
const TOP_TOKEN: u64 = 12;

const PER_COVERED_PERCENT: u64 = 4;
const FULL_SENTENCE: u64 = 40;
const MATCHED_TOKEN: u64 = 20;
const SENTENCE_PHRASE: u64 = 80;

/// A question as this ranking sees it.
#[derive(Debug)]
pub struct Words {
    normal: String,
    /// Tokens in order, with repetition.
    all: Vec<String>,
    distinct: BTreeSet<String>,
}

impl Words {
    /// Of a question's retrieval normal form.
    pub fn new(normal: &str) -> Self {
        let all: Vec<String> = tokens(normal).map(str::to_owned).collect();
        let distinct = all.iter().cloned().collect();
        Self { normal: normal.to_owned(), all, distinct }
    }
}

/// A document worth opening.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// Its path in the source.
    pub path: String,
    /// What the catalogue gave it; shown, never added.
    pub catalog_score: u64,
}

/// Stage 1: the documents of a catalogue to open, best first.
pub fn candidates(catalog: &Catalog, words: &Words) -> Vec<Candidate> {
    let scored = catalog.documents.iter().map(|document| Candidate {
        path: document.path.to_string(),
        catalog_score: catalog_score(document, words),
    });
    let mut candidates: Vec<_> = scored.collect();
    candidates.sort_by(|a, b| {
        (Reverse(a.catalog_score), &a.path).cmp(&(Reverse(b.catalog_score), &b.path))
    });
    candidates.truncate(OPENED);
    candidates
}

fn catalog_score(document: &Document, words: &Words) -> u64 {
    let title = normal_form(&document.title);
    let summary = normal_form(&document.summary);
    let token_set = |texts: &[std::borrow::Cow<str>]| -> BTreeSet<String> {
        let normals = texts.iter().map(|text| normal_form(text));
        normals.flat_map(|normal| tokens(&normal).map(str::to_owned).collect::<Vec<_>>()).collect()
    };
    let title_tokens: BTreeSet<&str> = tokens(&title).collect();
    let summary_tokens: BTreeSet<&str> = tokens(&summary).collect();
    let (tags, top) = (token_set(&document.tags), token_set(&document.top_tokens));
    let phrase = if contains_phrase(&title, &words.normal) { TITLE_PHRASE } else { 0 };
    let per_token = words.all.iter().map(|token| {
        let counts = |has: bool, weight: u64| if has { weight } else { 0 };
        counts(title_tokens.contains(token.as_str()), TITLE_TOKEN)
            + counts(tags.contains(token), TAG_TOKEN)
            + counts(summary_tokens.contains(token.as_str()), SUMMARY_TOKEN)
            + counts(top.contains(token), TOP_TOKEN)
    });
    phrase + per_token.sum::<u64>()
}

/// What stage 2 found in a document: its best sentence and the score of the whole.
#[derive(Debug)]
pub struct Match {
    /// The first sentence with the most of the question's tokens.
    pub sentence: Sentence,
    /// Points.
    pub score: u64,
    /// How much of the question the document covers, in per cent.
    pub coverage: u64,
    /// Whether the sentence carries instructions; its text is then not given away.
    pub suspicious: bool,
}

/// Stage 2: looks for the question in a text. A text that covers less than one per cent of it
/// is no match, whatever the catalogue said.
pub fn look(text: &str, words: &Words) -> Option<Match> {
    let mut matched: BTreeSet<&str> = BTreeSet::new();
    let (mut full, mut phrase) = (0, false);
    let mut best: Option<(usize, Sentence)> = None;
    for sentence in segment(text) {
        let normal = normal_form(&sentence.text);
        let found: BTreeSet<&str> =
            tokens(&normal).filter_map(|token| words.distinct.get(token)).map(|t| &**t).collect();
        phrase |= contains_phrase(&normal, &words.normal);
        if !found.is_empty() && found.len() == words.distinct.len() {
            full += 1;
        }
        if best.as_ref().is_none_or(|(most, _)| found.len() > *most) {
            best = Some((found.len(), sentence));
        }
        matched.extend(found);
    }
    let coverage = (100 * matched.len() as u64).checked_div(words.all.len() as u64).unwrap_or(0);
    let (_, sentence) = best.filter(|_| coverage >= 1)?;
    let score = PER_COVERED_PERCENT * coverage
        + FULL_SENTENCE * full
        + MATCHED_TOKEN * matched.len() as u64
        + if phrase { SENTENCE_PHRASE } else { 0 };
    let suspicious = has_instruction_signature(&sentence.text);
    Some(Match { sentence, score, coverage, suspicious })
}

//! What readers get: the index and an article per topic, made from the state alone (spec chapter
//! 12). The same state gives the same bytes.

mod article;
mod index;
mod markdown;
mod unchecked;

pub use article::article;
pub use index::index;
pub use unchecked::is_unchecked;

use std::collections::{BTreeMap, BTreeSet};

use super::ids::{SourceId, TopicName};
use super::state::{State, Statement, Texts, Topic};

/// The folder of the derived files.
pub const FOLDER: &str = "reading";

/// The path of a topic's article below [`FOLDER`].
pub fn article_path(topic: &TopicName) -> String {
    format!("articles/{topic}.md")
}

/// All derived files by their paths below [`FOLDER`]. `texts` holds what [`needs`] names of every
/// topic.
pub fn files(state: &State, texts: &Texts) -> BTreeMap<String, String> {
    let shown = state.topics().filter(|topic| is_shown(state, topic));
    let articles = shown.map(|topic| (article_path(&topic.topic), article(state, topic, texts)));
    articles.chain(index(state, |_| true)).collect()
}

/// The files of sources that an article quotes: source and piece.
pub fn needs(state: &State, topic: &Topic) -> BTreeSet<(SourceId, u64)> {
    let mut needed = BTreeSet::new();
    for id in state.members(topic) {
        for evidence in state.visible_statement(id).iter().flat_map(|found| &found.evidence) {
            let source = state.visible_source(evidence.source);
            let pieces = source.map(|source| source.pieces_of(evidence.from, evidence.to));
            needed.extend(pieces.unwrap_or_default().into_iter().map(|at| (evidence.source, at)));
        }
    }
    needed
}

/// Whether a topic is in the index and has an article: a visible statement stands in it or in one
/// of its sub-articles. Titles without any say what nobody can check.
pub fn is_shown(state: &State, topic: &Topic) -> bool {
    latest(state, topic).is_some()
}

/// The date of the latest visible statement of a topic and its sub-articles.
fn latest<'a>(state: &'a State, topic: &Topic) -> Option<&'a str> {
    let topics = state.sub_articles(&topic.topic).chain([topic]);
    let dates =
        topics.filter_map(|topic| visible(state, topic).map(|found| found.date.as_str()).max());
    dates.max()
}

/// The visible statements of a topic in the order of acceptance.
fn visible<'a>(state: &'a State, topic: &Topic) -> impl Iterator<Item = &'a Statement> {
    state.members(topic).into_iter().filter_map(|id| state.visible_statement(id))
}

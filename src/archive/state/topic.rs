//! Topics: which statements an article is made of, by their IDs; no text of a statement.

use serde::{Deserialize, Serialize};

use super::file::JsonFile;
use crate::archive::ids::{StatementId, TopicName};

/// What belongs to a topic.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Topic {
    /// Its name.
    pub topic: TopicName,
    /// How often it was revised or split.
    pub version: u64,
    /// The area of the index it stands in.
    pub area: Option<String>,
    /// What the article is called; the topic's name before the first revision.
    pub title: String,
    /// Its line in the index; empty before the first revision.
    pub line: String,
    /// The article.
    pub sections: Vec<Section>,
    /// Statements that a revision left out.
    pub dropped: Vec<Dropped>,
    /// Accepted statements that no revision has taken up, in the order of acceptance.
    pub new: Vec<StatementId>,
}

impl JsonFile for Topic {}

/// A section of an article.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Section {
    /// Its heading.
    pub heading: String,
    /// Its entries, each of one or more statements.
    pub entries: Vec<Vec<StatementId>>,
}

/// A statement that a revision left out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dropped {
    /// The statement.
    pub id: StatementId,
    /// Why.
    pub reason: String,
}

impl Topic {
    /// A topic before its first revision.
    pub fn unrevised(name: TopicName) -> Self {
        Self {
            title: name.to_string(),
            topic: name,
            version: 0,
            area: None,
            line: String::new(),
            sections: Vec::new(),
            dropped: Vec::new(),
            new: Vec::new(),
        }
    }

    /// The statements of its entries, in order.
    pub fn entries(&self) -> impl Iterator<Item = StatementId> {
        self.sections.iter().flat_map(|section| section.entries.iter().flatten().copied())
    }

    /// Every statement it names: entries, then what was dropped, then what is new.
    pub fn listed(&self) -> impl Iterator<Item = StatementId> {
        let dropped = self.dropped.iter().map(|dropped| dropped.id);
        self.entries().chain(dropped).chain(self.new.iter().copied())
    }

    /// The same topic with those of its statements that `keep` says. Entries and sections that
    /// lose all of theirs are gone.
    pub fn filtered(&self, keep: impl Fn(StatementId) -> bool) -> Self {
        let entry = |ids: &Vec<StatementId>| {
            let kept: Vec<_> = ids.iter().copied().filter(|&id| keep(id)).collect();
            (!kept.is_empty()).then_some(kept)
        };
        let section = |section: &Section| {
            let entries: Vec<_> = section.entries.iter().filter_map(entry).collect();
            let heading = section.heading.clone();
            (!entries.is_empty()).then_some(Section { heading, entries })
        };
        Self {
            sections: self.sections.iter().filter_map(section).collect(),
            dropped: self.dropped.iter().filter(|dropped| keep(dropped.id)).cloned().collect(),
            new: self.new.iter().copied().filter(|&id| keep(id)).collect(),
            ..self.clone()
        }
    }

    /// Takes a statement up among the new ones, in the order of acceptance.
    pub fn add_new(&mut self, id: StatementId) {
        let at = self.new.partition_point(|&new| new < id);
        self.new.insert(at, id);
    }
}

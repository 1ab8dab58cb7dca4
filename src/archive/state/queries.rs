//! What decisions and derived files ask of a state: what is there, what readers see, which topic
//! a statement belongs to.

use std::collections::BTreeSet;

use super::{ForgottenList, Marks, Progress, Source, SourceKey, State, Statement, Topic};
use crate::archive::ids::{MarkId, SourceId, StatementId, TopicName};
use crate::digest::Digest;

impl State {
    /// How many lines the journal has.
    pub fn last_seq(&self) -> u64 {
        self.senders.len() as u64
    }

    /// Whose line has this number.
    pub fn sender(&self, seq: u64) -> Option<&str> {
        let at = usize::try_from(seq.checked_sub(1)?).ok()?;
        self.senders.get(at).map(String::as_str)
    }

    /// The first line about a report of this sender.
    pub fn line_of(&self, sender: &str, id: &str) -> Option<u64> {
        self.reports.get(&(sender.to_owned(), id.to_owned())).copied()
    }

    /// The digest of a file.
    pub fn digest(&self, path: &str) -> Option<Digest> {
        self.digests.get(path).copied()
    }

    /// Every file with its digest.
    pub fn digests(&self) -> impl Iterator<Item = (&str, Digest)> {
        self.digests.iter().map(|(path, digest)| (path.as_str(), *digest))
    }

    /// A source, hidden and forgotten ones too.
    pub fn source(&self, id: SourceId) -> Option<&Source> {
        self.sources.get(&id)
    }

    /// All sources, hidden and forgotten ones too.
    pub fn sources(&self) -> impl Iterator<Item = (SourceId, &Source)> {
        self.sources.iter().map(|(&id, source)| (id, source))
    }

    /// The source a sender calls so; none that was forgotten.
    pub fn source_of(&self, key: &SourceKey) -> Option<SourceId> {
        self.by_key.get(key).copied()
    }

    /// Every file of a source: the source and which piece of it.
    pub fn pieces(&self, id: SourceId) -> impl Iterator<Item = (SourceId, u64)> {
        let pieces = self.source(id).into_iter().flat_map(|source| source.pieces.keys());
        pieces.map(move |&piece| (id, piece))
    }

    /// A source that readers get: neither hidden nor forgotten.
    pub fn visible_source(&self, id: SourceId) -> Option<&Source> {
        let is_hidden = self.is_marked(MarkId::Source(id));
        self.source(id).filter(|source| source.forgotten.is_none() && !is_hidden)
    }

    /// A statement, a hidden one too.
    pub fn statement(&self, id: StatementId) -> Option<&Statement> {
        self.statements.get(&id)
    }

    /// All statements in the order of acceptance, hidden ones too.
    pub fn statements(&self) -> impl Iterator<Item = &Statement> {
        self.statements.values()
    }

    /// A statement that readers get: it is not hidden, nor are all sources it rests on.
    pub fn visible_statement(&self, id: StatementId) -> Option<&Statement> {
        let is_hidden = self.is_marked(MarkId::Statement(id));
        let rests_on = |statement: &&Statement| {
            let mut sources = statement.evidence.iter().map(|evidence| evidence.source);
            sources.any(|source| self.visible_source(source).is_some())
        };
        self.statement(id).filter(rests_on).filter(|_| !is_hidden)
    }

    /// Whether something was hidden by itself.
    pub fn is_marked(&self, id: MarkId) -> bool {
        self.marks.hidden.contains(&id)
    }

    /// What is hidden.
    pub fn marks(&self) -> &Marks {
        &self.marks
    }

    /// A topic.
    pub fn topic(&self, name: &TopicName) -> Option<&Topic> {
        self.topics.get(name)
    }

    /// All topics by name.
    pub fn topics(&self) -> impl Iterator<Item = &Topic> {
        self.topics.values()
    }

    /// The sub-articles of a topic by name.
    pub fn sub_articles(&self, topic: &TopicName) -> impl Iterator<Item = &Topic> {
        let from_here = self.topics.range(topic..);
        let with_its_name =
            from_here.take_while(|(name, _)| name.as_str().starts_with(topic.as_str()));
        let is_sub = |name: &TopicName| name.parent().as_ref() == Some(topic);
        with_its_name.filter(move |(name, _)| is_sub(name)).map(|(_, topic)| topic)
    }

    /// The topic a statement belongs to: the one that names it, else that of what replaces it.
    pub fn topic_of(&self, id: StatementId) -> Option<&TopicName> {
        let (mut open, mut seen) = (vec![id], BTreeSet::new());
        while let Some(id) = open.pop() {
            if let Some(topic) = self.listed.get(&id) {
                return Some(topic);
            }
            open.extend(self.replacers(id).filter(|&replacer| seen.insert(replacer)));
        }
        None
    }

    /// Whether a topic names the statement in its file.
    pub fn is_listed(&self, id: StatementId) -> bool {
        self.listed.contains_key(&id)
    }

    /// The visible statement that a statement gave way to, the latest of several.
    pub fn replacer(&self, id: StatementId) -> Option<StatementId> {
        self.replacers(id).rev().find(|&replacer| self.visible_statement(replacer).is_some())
    }

    /// Whether a statement is visible and gave way to none that is.
    pub fn is_current(&self, id: StatementId) -> bool {
        self.visible_statement(id).is_some() && self.replacer(id).is_none()
    }

    /// Everything that takes the place of a statement, in the order of acceptance.
    pub fn replacers(&self, id: StatementId) -> impl DoubleEndedIterator<Item = StatementId> {
        self.replacers.get(&id).into_iter().flatten().copied()
    }

    /// Every statement of a topic, hidden and replaced ones too.
    pub fn members(&self, topic: &Topic) -> BTreeSet<StatementId> {
        let mut members: BTreeSet<_> =
            topic.listed().filter(|id| self.statements.contains_key(id)).collect();
        let mut open: Vec<_> = members.iter().copied().collect();
        while let Some(id) = open.pop() {
            for &replaced in self.statements.get(&id).iter().flat_map(|found| &found.replaces) {
                let is_here = self.statements.contains_key(&replaced)
                    && self.listed.get(&replaced).is_none_or(|name| *name == topic.topic);
                if is_here && members.insert(replaced) {
                    open.push(replaced);
                }
            }
        }
        members
    }

    /// The statements of a topic as its article shows and numbers them, from 1: current ones,
    /// entries in order, then what no revision has taken up.
    pub fn numbered(&self, topic: &Topic) -> Vec<StatementId> {
        let entries = topic.entries().filter(|&id| self.is_current(id));
        entries.chain(self.waiting(topic)).collect()
    }

    /// Current statements of a topic that stand in no entry and were not dropped: new ones, and
    /// those whose replacer went away.
    pub fn waiting(&self, topic: &Topic) -> Vec<StatementId> {
        let dropped = topic.dropped.iter().map(|dropped| dropped.id);
        let settled: BTreeSet<_> = topic.entries().chain(dropped).collect();
        let is_waiting = |id: &StatementId| !settled.contains(id) && self.is_current(*id);
        self.members(topic).into_iter().filter(is_waiting).collect()
    }

    /// How far a source was read.
    pub fn progress(&self, source: SourceId) -> Option<&Progress> {
        self.progress.get(&source)
    }

    /// What was forgotten.
    pub fn forgotten(&self) -> &ForgottenList {
        &self.forgotten
    }
}

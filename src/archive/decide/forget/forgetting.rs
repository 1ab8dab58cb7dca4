//! What is true after a forgetting, and what it takes away.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::super::run::shares_run;
use super::super::{Accepted, Write};
use super::target::Target;
use crate::archive::ids::{MarkId, SourceId, StatementId, TopicName};
use crate::archive::journal::{History, PartId};
use crate::archive::layout::StatePath;
use crate::archive::report::Forget;
use crate::archive::state::{
    Evidence, Forgotten, Progress, SourceFile, SourceLine, State, StateFile, Statement, Stub,
    Texts, Topic, forgotten_title, tombstone,
};
use crate::digest::Digest;
use crate::json;

/// A forgetting on its way.
pub(super) struct Forgetting<'a> {
    state: &'a State,
    texts: &'a Texts,
    history: &'a History,
    target: Target,
    /// The statements that go.
    pub(super) gone: BTreeMap<StatementId, &'a Statement>,
}

impl<'a> Forgetting<'a> {
    pub(super) fn of(
        state: &'a State,
        forget: &Forget,
        texts: &'a Texts,
        history: &'a History,
    ) -> Option<Self> {
        let target = Target::find(state, forget)?;
        let is_gone = |statement: &&Statement| {
            target == Target::Statement(statement.id)
                || statement.evidence.iter().any(|evidence| target.is_cited_by(evidence))
        };
        let gone = state.statements().filter(is_gone).map(|found| (found.id, found)).collect();
        let forgetting = Self { state, texts, history, target, gone };
        forgetting.has_anything().then_some(forgetting)
    }

    /// Whether there is anything left to forget.
    fn has_anything(&self) -> bool {
        match &self.target {
            Target::Source(_) | Target::Statement(_) => true,
            Target::Lines(id, from, to) => {
                let lines = self.texts.lines(*id, *from, *to);
                lines.iter().any(|line| !matches!(line.line, SourceLine::Forgotten(_)))
            }
            Target::Topic(topic) => {
                let path = StatePath::Topic(topic.clone()).to_string();
                self.history.versions(&path).len() > 1
            }
        }
    }

    /// All files as they are to be, in the order of their paths.
    pub(super) fn writes(&self, seq: u64, tombstone_key: &[u8]) -> Vec<Write> {
        let gone = self.gone.keys().map(|&id| Write::gone(StatePath::Statement(id)));
        let writes = self
            .source_files(seq)
            .into_iter()
            .chain(gone)
            .chain(self.topics())
            .chain(self.marks())
            .chain(self.progress())
            .chain([self.list(seq, tombstone_key)]);
        Accepted::writing(writes).writes
    }

    fn source_files(&self, seq: u64) -> Vec<Write> {
        let Some(id) = self.target.source() else { return Vec::new() };
        let Some(source) = self.state.source(id) else { return Vec::new() };
        let path = |piece| StatePath::source(source.year, id, piece);
        if let Target::Lines(_, from, to) = self.target {
            let files = self.texts.files(id).filter_map(|(piece, file)| {
                let file = self.without(file, from, to, seq)?;
                Some(Write::file(path(piece), file.to_text()))
            });
            return files.collect();
        }
        let stub = Stub { source: id, forgotten: seq };
        let rest = source.pieces.keys().filter(|&&piece| piece > 1);
        let stub = Write::file(path(1), stub.to_text());
        [stub].into_iter().chain(rest.map(|&piece| Write::gone(path(piece)))).collect()
    }

    /// A file of the source with markers in the place of forgotten lines and of a title that gives
    /// them away; none if neither stands in it.
    fn without(&self, file: &SourceFile, from: u64, to: u64, seq: u64) -> Option<SourceFile> {
        let mut new = file.clone();
        let (first, title, lines): (u64, &mut String, Vec<&mut SourceLine>) = match &mut new {
            SourceFile::Piece(piece) => {
                let lines = piece.blocks.iter_mut().flat_map(|block| &mut block.lines);
                (piece.from, &mut piece.title, lines.collect())
            }
            SourceFile::Item(item) => (1, &mut item.title, item.lines.iter_mut().collect()),
            SourceFile::Stub(_) => return None,
        };
        if self.said().any(|text| shares_run(title, text)) {
            *title = forgotten_title(seq);
        }
        for (number, line) in (first..).zip(lines) {
            if (from..=to).contains(&number) && !matches!(line, SourceLine::Forgotten(_)) {
                *line = SourceLine::Forgotten(seq);
            }
        }
        (new != *file).then_some(new)
    }

    /// The texts of the lines that are to be forgotten.
    fn said(&self) -> impl Iterator<Item = &'a str> {
        let lines = match self.target {
            Target::Lines(id, from, to) => self.texts.lines(id, from, to),
            Target::Source(_) | Target::Statement(_) | Target::Topic(_) => Vec::new(),
        };
        lines.into_iter().filter_map(|line| line.line.said())
    }

    /// Topics that lose a statement, and the one that is forgotten, written anew.
    fn topics(&self) -> Vec<Write> {
        let orphans = self.orphans();
        let is_touched = |topic: &&Topic| {
            self.target == Target::Topic(topic.topic.clone())
                || orphans.contains_key(&topic.topic)
                || topic.listed().any(|id| self.gone.contains_key(&id))
        };
        let anew = |topic: &Topic| {
            let mut topic = topic.filtered(|id| !self.gone.contains_key(&id));
            let orphans = orphans.get(&topic.topic).into_iter().flatten();
            orphans.for_each(|&id| topic.add_new(id));
            Write::file(StatePath::Topic(topic.topic.clone()), topic.to_text())
        };
        self.state.topics().filter(is_touched).map(anew).collect()
    }

    /// Statements that no topic names and whose every replacer goes: they would be in no article.
    fn orphans(&self) -> BTreeMap<&'a TopicName, BTreeSet<StatementId>> {
        let state = self.state;
        let mut orphans: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
        for statement in self.gone.values() {
            let Some(topic) = state.topic_of(statement.id) else { continue };
            let is_orphan = |id: &StatementId| {
                state.statement(*id).is_some()
                    && !self.gone.contains_key(id)
                    && !state.is_listed(*id)
                    && state.replacers(*id).all(|replacer| self.gone.contains_key(&replacer))
            };
            let left = statement.replaces.iter().copied().filter(is_orphan);
            orphans.entry(topic).or_default().extend(left);
        }
        orphans.retain(|_, left| !left.is_empty());
        orphans
    }

    fn marks(&self) -> Option<Write> {
        let whole = match self.target {
            Target::Source(id) => Some(MarkId::Source(id)),
            Target::Lines(..) | Target::Statement(_) | Target::Topic(_) => None,
        };
        let gone = self.gone.keys().map(|&id| MarkId::Statement(id)).chain(whole);
        let mut marks = self.state.marks().clone();
        for id in gone {
            marks.hidden.remove(&id);
        }
        let is_changed = marks != *self.state.marks();
        is_changed.then(|| Write::file(StatePath::Marks, marks.to_text()))
    }

    /// Progress of a source that goes, and of those where what its statements quoted elsewhere is
    /// to be read once more.
    fn progress(&self) -> Vec<Write> {
        let mut changed: BTreeMap<SourceId, Progress> = BTreeMap::new();
        for (source, from, to) in self.quoted_elsewhere() {
            let Some(held) = self.state.progress(source) else { continue };
            changed.entry(source).or_insert_with(|| held.clone()).ask_again(from, to);
        }
        changed.retain(|&source, progress| self.state.progress(source) != Some(progress));
        let write = |(source, progress): (SourceId, Progress)| {
            Write::file(StatePath::Progress(source), progress.to_text())
        };
        let gone = match self.target {
            Target::Source(id) => self.state.progress(id).map(|_| id),
            Target::Lines(..) | Target::Statement(_) | Target::Topic(_) => None,
        };
        let gone = gone.map(|id| Write::gone(StatePath::Progress(id)));
        changed.into_iter().map(write).chain(gone).collect()
    }

    /// The lines beside the forgotten ones that statements quoted which go with these.
    fn quoted_elsewhere(&self) -> Vec<(SourceId, u64, u64)> {
        let evidence = self.gone.values().flat_map(|statement| &statement.evidence);
        let elsewhere = |evidence: &'a Evidence| {
            let Evidence { source, from, to, .. } = *evidence;
            match self.target {
                Target::Source(id) if id != source => vec![(source, from, to)],
                Target::Lines(id, ..) if id != source => vec![(source, from, to)],
                Target::Lines(_, first, last) => {
                    vec![(source, from, to.min(first - 1)), (source, from.max(last + 1), to)]
                }
                Target::Source(_) | Target::Statement(_) | Target::Topic(_) => Vec::new(),
            }
        };
        evidence.flat_map(elsewhere).filter(|(_, from, to)| from <= to).collect()
    }

    /// The list of what was forgotten, one line longer.
    fn list(&self, seq: u64, tombstone_key: &[u8]) -> Write {
        let source = self.target.source().and_then(|id| self.state.source(id));
        let key = source.and_then(|source| source.key.as_ref());
        let (id, lines) = match &self.target {
            Target::Source(id) => (id.to_string(), None),
            Target::Lines(id, from, to) => (id.to_string(), Some((*from, *to))),
            Target::Statement(id) => (id.to_string(), None),
            Target::Topic(topic) => (topic.to_string(), None),
        };
        let mut list = self.state.forgotten().clone();
        list.0.push(Forgotten {
            seq,
            id,
            from: lines.map(|(from, _)| from),
            to: lines.map(|(_, to)| to),
            tombstone: key.map(|key| tombstone(tombstone_key, &key.sender, &key.tool, &key.key)),
        });
        Write::file(StatePath::Forgotten, list.to_text())
    }

    /// Every part that carried any of it, and the parts about the reports that brought it.
    pub(super) fn redacts(&self, writes: &[Write]) -> Vec<PartId> {
        let carries = |path: &StatePath| match path {
            StatePath::Piece { .. } | StatePath::Item { .. } | StatePath::Statement(_) => true,
            StatePath::Topic(_) => matches!(self.target, Target::Topic(_)),
            _ => false,
        };
        let paths = writes.iter().map(|write| &write.path).filter(|path| carries(path));
        let versions = paths.flat_map(|path| self.history.versions(&path.to_string()));
        let with_report = |part: &PartId| [Some(*part), self.history.report(part.0)];
        let parts: BTreeSet<_> = versions.flat_map(with_report).flatten().collect();
        parts.into_iter().collect()
    }

    /// The code of this reach in this state: whoever gives it has seen what goes.
    pub(super) fn confirm(&self, forget: &Forget, writes: &[Write], redacts: &[PartId]) -> String {
        #[derive(Serialize)]
        struct Confirmed<'c> {
            id: &'c str,
            lines: Option<(u64, u64)>,
            files: Vec<(String, Option<Digest>)>,
            redacts: &'c [PartId],
        }
        let file = |write: &Write| {
            let path = write.path.to_string();
            let digest = self.state.digest(&path);
            (path, digest)
        };
        let files = writes.iter().map(file).collect();
        let confirmed = Confirmed { id: &forget.id, lines: forget.lines, files, redacts };
        let mut code = Digest::of(json::compact(&confirmed).as_bytes()).to_string();
        code.truncate(CODE_DIGITS);
        code
    }
}

/// How long a code of confirmation is.
const CODE_DIGITS: usize = 16;

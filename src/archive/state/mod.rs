//! The state: what the files under `sources/` and `record/` say (spec chapter 11).
//!
//! Each form of a file is a type that reads and writes exactly its bytes. [`State`] holds what all
//! of them say but the texts of sources, which are read when asked for; it answers what decisions
//! and derived files ask.

mod file;
mod forgotten;
mod line;
mod marks;
mod note;
mod piece;
mod progress;
mod queries;
mod source;
mod statement;
mod texts;
mod topic;

pub use file::StateFile;
pub use forgotten::{Forgotten, ForgottenList, tombstone};
pub use line::{Omission, Role, SourceLine, forgotten_title, is_forgotten_title};
pub use marks::Marks;
pub use note::Note;
pub use piece::{Block, Piece};
pub use progress::{Progress, ReasonCount};
pub use source::{Item, Numbered, SourceFile, Stub, is_value};
pub use statement::{Evidence, Statement};
pub use texts::Texts;
pub use topic::{Dropped, Section, Topic};

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::ids::{SourceId, StatementId, TopicName};
use super::journal::{Body, Damage, Line, Part, StateFault};
use super::layout::StatePath;
use crate::digest::Digest;

/// What a sensor's items have in the place of a tool.
pub const ITEM_TOOL: &str = "item";

/// What names a source to its sender.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SourceKey {
    /// Whose it is.
    pub sender: String,
    /// The tool it comes from, [`ITEM_TOOL`] for an item.
    pub tool: String,
    /// The tool's own ID of it.
    pub key: String,
}

/// What is known of a source without its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// What names it to its sender; none of a source that was forgotten.
    pub key: Option<SourceKey>,
    /// Its title, as the last piece gives it.
    pub title: String,
    /// Year of the line that opened it.
    pub year: u16,
    /// Number of the last line of each piece.
    pub pieces: BTreeMap<u64, u64>,
    /// The line that forgot all of it.
    pub forgotten: Option<u64>,
}

impl Source {
    /// How many lines of it are held.
    pub fn lines(&self) -> u64 {
        self.pieces.last_key_value().map_or(0, |(_, &last)| last)
    }

    /// The number of its last piece.
    pub fn last_piece(&self) -> u64 {
        self.pieces.last_key_value().map_or(0, |(&piece, _)| piece)
    }

    /// The pieces that hold the lines `from` to `to`; of an item the only one.
    pub fn pieces_of(&self, from: u64, to: u64) -> Vec<u64> {
        let mut first = 1;
        let mut holding = Vec::new();
        for (&piece, &last) in &self.pieces {
            if first <= to && from <= last {
                holding.push(piece);
            }
            first = last + 1;
        }
        holding
    }
}

/// Everything an archive holds but the texts of its sources.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct State {
    /// Digest of every file.
    digests: BTreeMap<String, Digest>,
    /// Sender of every line.
    senders: Vec<String>,
    /// The line of every report, by sender and ID.
    reports: HashMap<(String, String), u64>,
    sources: BTreeMap<SourceId, Source>,
    by_key: HashMap<SourceKey, SourceId>,
    statements: BTreeMap<StatementId, Statement>,
    topics: BTreeMap<TopicName, Topic>,
    /// The topic whose file names a statement.
    listed: HashMap<StatementId, TopicName>,
    /// What takes the place of a statement, hidden or not.
    replacers: HashMap<StatementId, BTreeSet<StatementId>>,
    marks: Marks,
    progress: BTreeMap<SourceId, Progress>,
    forgotten: ForgottenList,
}

impl State {
    /// Takes note of whose line has the next number and which report it is about. Lines are taken
    /// in order, each before its files.
    pub fn take_line(&mut self, sender: &str, id: &str) {
        self.senders.push(sender.to_owned());
        let seq = self.senders.len() as u64;
        // Only the first line of a report counts; a later one says that its ID was used again.
        self.reports.entry((sender.to_owned(), id.to_owned())).or_insert(seq);
    }

    /// Takes a new line of the journal with all it changes.
    pub fn apply(&mut self, line: &Line) -> Result<(), Damage> {
        self.take_line(&line.sender, &line.id);
        for part in &line.open {
            match part {
                Part::Open { body: Body::File { path, text, .. }, .. } => self.write(path, text)?,
                Part::Open { body: Body::Gone { path, .. }, .. } => self.remove(path)?,
                Part::Open { body: Body::Report { .. }, .. } | Part::Redacted { .. } => {}
            }
        }
        Ok(())
    }

    /// Takes the text of a file in the place of what was there.
    pub fn write(&mut self, path: &str, text: &str) -> Result<(), Damage> {
        let form = || Damage::State { path: path.to_owned(), fault: StateFault::Form };
        let parsed = StatePath::parse(path).ok_or_else(form)?;
        self.read(parsed, text).ok_or_else(form)?;
        self.digests.insert(path.to_owned(), Digest::of(text.as_bytes()));
        Ok(())
    }

    /// Takes away a file.
    pub fn remove(&mut self, path: &str) -> Result<(), Damage> {
        let unknown = || Damage::State { path: path.to_owned(), fault: StateFault::Missing };
        let parsed = StatePath::parse(path).ok_or_else(unknown)?;
        self.digests.remove(path).ok_or_else(unknown)?;
        match parsed {
            StatePath::Piece { piece, .. } => {
                let source = parsed.source_id().and_then(|id| self.sources.get_mut(&id));
                if let Some(source) = source {
                    source.pieces.remove(&piece);
                }
            }
            StatePath::Statement(id) => self.remove_statement(id),
            StatePath::Progress(source) => {
                self.progress.remove(&source);
            }
            StatePath::Topic(topic) => self.unlist(&topic),
            StatePath::Item { .. }
            | StatePath::Marks
            | StatePath::Note(_)
            | StatePath::Forgotten => {}
        }
        Ok(())
    }

    fn read(&mut self, path: StatePath, text: &str) -> Option<()> {
        match path {
            StatePath::Piece { year, piece, .. } => {
                let id = path.source_id()?;
                self.read_source(id, year, piece, SourceFile::parse(text)?)
            }
            StatePath::Item { year, .. } => {
                let id = path.source_id()?;
                self.read_source(id, year, 1, SourceFile::parse(text)?)
            }
            StatePath::Statement(id) => {
                let statement = Statement::parse(text).filter(|statement| statement.id == id)?;
                self.remove_statement(id);
                for &replaced in statement.replaces.iter().filter(|&&replaced| replaced < id) {
                    self.replacers.entry(replaced).or_default().insert(id);
                }
                self.statements.insert(id, statement);
                Some(())
            }
            StatePath::Topic(name) => {
                let topic = Topic::parse(text).filter(|topic| topic.topic == name)?;
                self.unlist(&name);
                self.listed.extend(topic.listed().map(|id| (id, name.clone())));
                self.topics.insert(name, topic);
                Some(())
            }
            StatePath::Marks => Marks::parse(text).map(|marks| self.marks = marks),
            StatePath::Note(seq) => Note::parse(text).filter(|note| note.seq == seq).map(|_| ()),
            StatePath::Progress(source) => {
                let progress = Progress::parse(text).filter(|read| read.source == source)?;
                self.progress.insert(source, progress);
                Some(())
            }
            StatePath::Forgotten => ForgottenList::parse(text).map(|list| self.forgotten = list),
        }
    }

    fn read_source(&mut self, id: SourceId, year: u16, piece: u64, file: SourceFile) -> Option<()> {
        let (found, tool, key, title, last) = match file {
            SourceFile::Piece(file) if file.piece == piece => {
                let last = file.to();
                (file.conversation, file.tool, file.key, file.title, last)
            }
            SourceFile::Item(item) => {
                let last = item.lines.len() as u64;
                (item.item, ITEM_TOOL.to_owned(), item.key, item.title, last)
            }
            SourceFile::Stub(stub) if stub.source == id => {
                self.forget_source(id, year, stub.forgotten);
                return Some(());
            }
            SourceFile::Piece(_) | SourceFile::Stub(_) => return None,
        };
        let key = SourceKey { sender: self.sender(id.seq)?.to_owned(), tool, key };
        let source = self.sources.entry(id).or_insert_with(|| Source {
            key: Some(key.clone()),
            title: String::new(),
            year,
            pieces: BTreeMap::new(),
            forgotten: None,
        });
        source.pieces.insert(piece, last);
        if source.last_piece() == piece {
            source.title = title;
        }
        self.by_key.insert(key, id);
        (found == id).then_some(())
    }

    fn forget_source(&mut self, id: SourceId, year: u16, seq: u64) {
        let (title, pieces) = (String::new(), BTreeMap::new());
        let stub = Source { key: None, title, year, pieces, forgotten: Some(seq) };
        if let Some(Source { key: Some(key), .. }) = self.sources.insert(id, stub) {
            self.by_key.remove(&key);
        }
    }

    fn remove_statement(&mut self, id: StatementId) {
        let removed = self.statements.remove(&id);
        for replaced in removed.iter().flat_map(|statement| &statement.replaces) {
            if let Some(replacers) = self.replacers.get_mut(replaced) {
                replacers.remove(&id);
                if replacers.is_empty() {
                    self.replacers.remove(replaced);
                }
            }
        }
    }

    /// A topic's file is about to change: what it named is not named by it any more.
    fn unlist(&mut self, name: &TopicName) {
        let Some(topic) = self.topics.remove(name) else { return };
        for id in topic.listed() {
            if self.listed.get(&id) == Some(name) {
                self.listed.remove(&id);
            }
        }
    }
}

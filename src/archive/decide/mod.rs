//! What becomes of a report (spec chapter 12): [`decide`] is a pure function of the state, the
//! report and its context, one file per kind.
//!
//! A report is taken whole or not at all. Of several reasons the first of its kind's table counts;
//! for each reason the entries are judged in their order.

mod article;
mod conversation;
mod forget;
mod item;
mod marks;
mod note;
mod reason;
mod record;
mod run;
mod split;
mod statement;

pub use forget::{Reach, reach};
pub use note::CoreNote;
pub use reason::Reason;
pub use record::{Seen, Taken, record, seen};

use std::collections::BTreeSet;

use super::ids::SourceId;
use super::journal::{History, PartId};
use super::layout::StatePath;
use super::report::{Body, NoReport, Report};
use super::rights::Sender;
use super::state::{State, Texts};
use super::time::UtcTime;

/// What a decision may look at beside state and report. There is no clock and no chance in it.
#[derive(Debug, Clone, Copy)]
pub struct Context<'a> {
    /// The number the line will have.
    pub seq: u64,
    /// The time it will have.
    pub time: &'a UtcTime,
    /// Whose report it is.
    pub sender: &'a str,
    /// What the sender may do.
    pub rights: &'a Sender,
    /// Whether an accepted line has the report's ID, of a report with other bytes.
    pub is_reused: bool,
    /// The key of tombstones.
    pub tombstone_key: &'a [u8],
    /// The files of sources that [`needs`] names.
    pub texts: &'a Texts,
    /// The history of all files, where [`needs`] asks for it.
    pub history: &'a History,
}

/// What an accepted report changes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Accepted {
    /// Files of the state, in the order of their paths.
    pub writes: Vec<Write>,
    /// Parts of earlier lines that are taken away, in order.
    pub redacts: Vec<PartId>,
}

/// A file of the state as it is to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Write {
    /// Where.
    pub path: StatePath,
    /// The whole file; none if it is to be gone.
    pub text: Option<String>,
}

/// Why a report changes nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rejected {
    /// The reason.
    pub reason: Reason,
    /// The place in the report, as a JSON pointer.
    pub at: Option<String>,
}

impl Rejected {
    /// A rejection that names no place.
    pub fn whole(reason: Reason) -> Self {
        Self { reason, at: None }
    }

    /// A rejection at a place.
    fn at(reason: Reason, at: impl Into<String>) -> Self {
        Self { reason, at: Some(at.into()) }
    }
}

impl From<NoReport> for Rejected {
    fn from(no_report: NoReport) -> Self {
        Self { reason: Reason::Schema, at: no_report.at }
    }
}

impl Accepted {
    /// Writes files, in whatever order they were made.
    fn writing(writes: impl IntoIterator<Item = Write>) -> Self {
        let mut writes: Vec<_> = writes.into_iter().collect();
        writes.sort_by_cached_key(|write| write.path.to_string());
        Self { writes, redacts: Vec::new() }
    }
}

impl Write {
    fn file(path: StatePath, text: String) -> Self {
        Self { path, text: Some(text) }
    }

    fn gone(path: StatePath) -> Self {
        Self { path, text: None }
    }
}

/// What a decision needs beside the state.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Needs {
    /// Files of sources: the source and which piece of it, 1 for an item.
    pub pieces: BTreeSet<(SourceId, u64)>,
    /// The history of all files.
    pub history: bool,
}

/// Says what has to be read before a report of a sender can be decided.
pub fn needs(state: &State, report: &Report, sender: &str) -> Needs {
    match &report.body {
        Body::ConversationAppend(append) => conversation::needs(state, append, sender),
        Body::ItemAdd(item) => item::needs(state, item, sender),
        Body::StatementAdd(statements) => statement::needs(state, statements),
        Body::Forget(forget) => forget::needs(state, forget),
        Body::ArticleRevise(_)
        | Body::ArticleSplit(_)
        | Body::Hide(_)
        | Body::Restore(_)
        | Body::Note(_) => Needs::default(),
    }
}

/// Decides about a report.
pub fn decide(state: &State, report: &Report, context: &Context<'_>) -> Result<Accepted, Rejected> {
    if !context.rights.report.contains(&report.body.kind()) {
        return Err(Rejected::whole(Reason::Sender));
    }
    if context.is_reused {
        return Err(Rejected::at(Reason::IdReused, "/id"));
    }
    match &report.body {
        Body::ConversationAppend(append) => conversation::decide(state, append, context),
        Body::ItemAdd(item) => item::decide(state, item, context),
        Body::StatementAdd(statements) => statement::decide(state, statements, context),
        Body::ArticleRevise(revision) => article::decide(state, revision),
        Body::ArticleSplit(split) => split::decide(state, split),
        Body::Hide(change) => marks::hide(state, change.id),
        Body::Restore(change) => marks::restore(state, change.id),
        Body::Forget(forget) => forget::decide(state, forget, context),
        Body::Note(note) => Ok(note::decide(note, context)),
    }
}

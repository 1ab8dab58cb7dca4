//! Who may report what and read what (spec chapter 11).
//!
//! There is no wildcard and no default: who does not stand in the table gets nothing.

use std::collections::{BTreeMap, BTreeSet};

use super::fields::{Misfit, Object, fits, list, parsed, text_that};
use super::findings::Finding;
use super::ids::{SourceId, SourceKind, TopicName};
use super::report::Kind;
use crate::diagnostic::{Diagnostic, Place};
use crate::json::{self, Node};
use crate::text::values::is_plain_text;

/// Name of the file.
pub const FILE: &str = "rights.json";

/// Name of the format.
pub const FORMAT: &str = "skillsafe.archive-rights/v1";

/// The name the core itself goes by.
pub const CORE: &str = "core";

/// The longest name of a sender or user in characters.
const NAME_CHARS: usize = 64;

/// The table of rights.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rights(BTreeMap<String, Sender>);

/// A sender and what it may do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sender {
    /// The Unix user it is.
    pub account: Account,
    /// Whether it is a human, who alone may have something forgotten.
    pub human: bool,
    /// What it may report.
    pub report: BTreeSet<Kind>,
    /// What it may read.
    read: BTreeSet<Prefix>,
}

/// A Unix user.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Account {
    /// By number.
    Uid(u32),
    /// By name.
    User(String),
}

/// Something that is given out.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Readable {
    /// The index.
    Index,
    /// An article.
    Article(TopicName),
    /// A source.
    Source(SourceId),
    /// The journal.
    Journal,
    /// Backups.
    Backups,
}

/// What a right to read names.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Prefix {
    One(Readable),
    Articles,
    SubArticles(TopicName),
    Sources(SourceKind),
}

impl Rights {
    /// Reads the table.
    pub fn parse(document: &str) -> Result<Self, Diagnostic> {
        let node = json::parse(document).map_err(|error| {
            let place = Place::at(FILE, (error.line, error.column));
            Diagnostic::new(place, Finding::RightsJson {})
        })?;
        Self::read(node).map_err(|at| {
            let at = Option::from(at).unwrap_or_else(|| "/".to_owned());
            Diagnostic::new(Place::file(FILE), Finding::RightsForm { at })
        })
    }

    fn read(node: Node<'_>) -> Result<Self, Misfit> {
        let table = Object::read(node, &["format", "senders"], &[])?;
        table.get("format", text_that(|format| format == FORMAT))?;
        let senders = table.get("senders", |node| {
            Object::all(node, |name, node| {
                fits(is_sender(name), ())?;
                Ok((name.to_owned(), sender(node).map_err(|at| at.within(name))?))
            })
        })?;
        Ok(Self(senders.into_iter().collect()))
    }

    /// A sender by name.
    pub fn sender(&self, name: &str) -> Option<&Sender> {
        self.0.get(name)
    }

    /// All senders by name.
    pub fn senders(&self) -> impl Iterator<Item = (&str, &Sender)> {
        self.0.iter().map(|(name, sender)| (name.as_str(), sender))
    }

    /// The sender that each Unix user is; `uid_of` knows the numbers of users given by name. Two
    /// senders must not be one user, and every user must exist.
    pub fn by_uid(
        &self,
        uid_of: impl Fn(&str) -> Option<u32>,
    ) -> Result<BTreeMap<u32, &str>, Diagnostic> {
        let mut names = BTreeMap::new();
        for (name, sender) in self.senders() {
            let uid = match &sender.account {
                Account::Uid(uid) => Some(*uid),
                Account::User(user) => uid_of(user),
            };
            let finding = match uid {
                None => Finding::RightsUser { name: name.to_owned() },
                Some(uid) => match names.insert(uid, name) {
                    None => continue,
                    Some(other) => {
                        Finding::RightsUid { name: name.to_owned(), other: other.to_owned() }
                    }
                },
            };
            return Err(Diagnostic::new(Place::file(FILE), finding));
        }
        Ok(names)
    }
}

impl Sender {
    /// Whether it may read something.
    pub fn may_read(&self, what: &Readable) -> bool {
        Prefix::covering(what).iter().any(|prefix| self.read.contains(prefix))
    }
}

/// Whether a sender may be called so: its inbox is a folder of this name.
pub fn is_sender(name: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    name != CORE
        && !name.is_empty()
        && name.len() <= NAME_CHARS
        && !name.starts_with(['.', '-'])
        && name.chars().all(is_plain)
}

fn sender(node: Node<'_>) -> Result<Sender, Misfit> {
    let sender = Object::read(node, &["human", "report", "read"], &["uid", "user"])?;
    let uid = sender.optional("uid", |node| {
        let digits = node.text().parse::<u32>().ok();
        digits.filter(|uid| uid.to_string() == node.text()).ok_or_else(Misfit::here)
    })?;
    let user = sender.optional("user", text_that(|user| is_plain_text(user, NAME_CHARS)))?;
    let account = match (uid, user) {
        (Some(uid), None) => Account::Uid(uid),
        (None, Some(user)) => Account::User(user),
        _ => return Err(Misfit::here()),
    };
    Ok(Sender {
        account,
        human: sender.get("human", |node| node.as_bool().ok_or_else(Misfit::here))?,
        report: sender.get("report", |node| list(node, parsed(Kind::parse)))?.into_iter().collect(),
        read: sender.get("read", |node| list(node, parsed(Prefix::parse)))?.into_iter().collect(),
    })
}

impl Prefix {
    /// All prefixes that cover something.
    fn covering(what: &Readable) -> Vec<Self> {
        let mut covering = vec![Self::One(what.clone())];
        match what {
            Readable::Article(topic) => {
                covering.push(Self::Articles);
                covering.extend(topic.parent().map(Self::SubArticles));
            }
            Readable::Source(source) => covering.push(Self::Sources(source.kind)),
            Readable::Index | Readable::Journal | Readable::Backups => {}
        }
        covering
    }

    /// Reads a whole name, or one that ends at `/`.
    fn parse(text: &str) -> Option<Self> {
        let source = |kind, name: &str| match name {
            "" => Some(Self::Sources(kind)),
            name => SourceId::parse(name)
                .filter(|source| source.kind == kind)
                .map(|source| Self::One(Readable::Source(source))),
        };
        match text.split_once('/') {
            None => match text {
                "index" => Some(Self::One(Readable::Index)),
                "journal" => Some(Self::One(Readable::Journal)),
                "backups" => Some(Self::One(Readable::Backups)),
                _ => None,
            },
            Some(("articles", "")) => Some(Self::Articles),
            Some(("articles", name)) => match name.strip_suffix('/') {
                Some(topic) => TopicName::parse(topic)
                    .filter(|topic| topic.parent().is_none())
                    .map(Self::SubArticles),
                None => TopicName::parse(name).map(|topic| Self::One(Readable::Article(topic))),
            },
            Some(("conversations", name)) => source(SourceKind::Conversation, name),
            Some(("items", name)) => source(SourceKind::Item, name),
            Some(_) => None,
        }
    }
}

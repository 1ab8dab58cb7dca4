//! Reports: what a sender wants changed, read strictly (spec chapter 11).
//!
//! The table of kinds below is the only one: a kind is its name, the type of its body, and the
//! decision about it in `decide`.

mod article;
mod conversation;
mod item;
mod marks;
mod note;
mod statement;

pub use article::{Revision, Split, SubArticle};
pub use conversation::{Append, Content, Message};
pub use item::NewItem;
pub use marks::{Forget, MarkChange};
pub use note::NewNote;
pub use statement::{NewStatement, NewStatements, Round};

use std::fmt;

use super::fields::{Misfit, Object, text};
use super::ids::ReportId;
use crate::digest::Digest;
use crate::json::{self, Node};

/// Name of the format.
pub const FORMAT: &str = "skillsafe.archive-report/v1";

/// What stands in a line for the kind of what is no report.
pub const UNKNOWN_KIND: &str = "unknown";

/// A body that is read strictly.
trait ReadBody: Sized {
    /// Reads it; what does not fit is named by its place in the body.
    fn read(body: Node<'_>) -> Result<Self, Misfit>;
}

/// Makes of one table the kinds of reports and their bodies.
macro_rules! kinds {
    ($($variant:ident $name:literal $body:ty)*) => {
        /// A kind of report.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[allow(missing_docs, reason = "each is described by its name and its body")]
        pub enum Kind {
            $($variant),*
        }

        /// What a report asks for.
        #[derive(Debug, Clone, PartialEq, Eq)]
        #[allow(missing_docs, reason = "each is described by its type")]
        pub enum Body {
            $($variant($body)),*
        }

        impl Kind {
            /// Every kind.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// Its name in reports, lines and rights.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name),*
                }
            }

            fn read(self, body: Node<'_>) -> Result<Body, Misfit> {
                match self {
                    $(Self::$variant => <$body>::read(body).map(Body::$variant)),*
                }
            }
        }

        impl Body {
            /// Its kind.
            pub fn kind(&self) -> Kind {
                match self {
                    $(Self::$variant(_) => Kind::$variant),*
                }
            }
        }
    };
}

kinds! {
    ConversationAppend "conversation.append" Append
    ItemAdd "item.add" NewItem
    StatementAdd "statement.add" NewStatements
    ArticleRevise "article.revise" Revision
    ArticleSplit "article.split" Split
    Hide "hide" MarkChange
    Restore "restore" MarkChange
    Forget "forget" Forget
    Note "note" NewNote
}

impl Kind {
    /// The kind of this name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.name() == name)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

/// A report whose form is right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// Its ID, also the stem of its file.
    pub id: ReportId,
    /// What it asks for.
    pub body: Body,
}

/// Why something is no report, or not one of its kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoReport {
    /// The kind it says it is, if it is a report at all.
    pub kind: Option<Kind>,
    /// The place that does not fit, as a JSON pointer.
    pub at: Option<String>,
}

impl Report {
    /// Reads the report in the file with the given stem.
    pub fn read(stem: &str, bytes: &[u8]) -> Result<Self, NoReport> {
        let unreadable = NoReport { kind: None, at: None };
        let document = std::str::from_utf8(bytes).map_err(|_| unreadable.clone())?;
        let node = json::parse(document).map_err(|_| unreadable)?;
        let (kind, envelope) =
            envelope(node).map_err(|at| NoReport { kind: None, at: at.into() })?;
        let body = || {
            let id = envelope.get("id", text)?;
            let id = ReportId::parse(&id).filter(|id| id.as_str() == stem);
            let id = id.ok_or_else(|| Misfit::here().within("id"))?;
            Ok(Self { id, body: envelope.get("body", |body| kind.read(body))? })
        };
        body().map_err(|at: Misfit| NoReport { kind: Some(kind), at: at.into() })
    }
}

/// The kind of a report, and its members.
fn envelope(node: Node<'_>) -> Result<(Kind, Object<'_>), Misfit> {
    let envelope = Object::read(node, &["format", "id", "kind", "body"], &[])?;
    if envelope.get("format", text)? != FORMAT {
        return Err(Misfit::here().within("format"));
    }
    let name = envelope.get("kind", text)?;
    let kind = Kind::parse(&name).ok_or_else(|| Misfit::here().within("kind"))?;
    Ok((kind, envelope))
}

/// The ID by which a line speaks of a file in hold: its stem, or where that is no ID, digits that
/// nobody without the key can tell its name from.
pub fn line_id(file_name: &str, tombstone_key: &[u8]) -> String {
    const DIGITS: usize = 32;
    match file_name.strip_suffix(".json").and_then(ReportId::parse) {
        Some(id) => id.to_string(),
        None => {
            let mut digits = Digest::keyed(tombstone_key, file_name.as_bytes()).to_string();
            digits.truncate(DIGITS);
            digits
        }
    }
}

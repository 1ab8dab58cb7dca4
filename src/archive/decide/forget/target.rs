//! What is to be forgotten, as the state knows it.

use crate::archive::ids::{MarkId, SourceId, StatementId, TopicName};
use crate::archive::report::Forget;
use crate::archive::state::{Evidence, State};

/// What is to be forgotten.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Target {
    /// A source as a whole.
    Source(SourceId),
    /// Lines of a source.
    Lines(SourceId, u64, u64),
    /// A statement.
    Statement(StatementId),
    /// The earlier versions of a topic: titles, headings, lines of the index.
    Topic(TopicName),
}

impl Target {
    /// What the report is about, if it is there and not forgotten yet.
    pub(super) fn find(state: &State, forget: &Forget) -> Option<Self> {
        match MarkId::parse(&forget.id) {
            Some(MarkId::Source(id)) if state.source(id).is_some() => {
                let source = state.source(id).filter(|source| source.forgotten.is_none())?;
                match forget.lines {
                    None => Some(Self::Source(id)),
                    Some((from, to)) => (to <= source.lines()).then_some(Self::Lines(id, from, to)),
                }
            }
            Some(MarkId::Statement(id)) => state.statement(id).map(|_| Self::Statement(id)),
            // A topic may have a name that looks like a source.
            _ => {
                let topic = TopicName::parse(&forget.id)?;
                (forget.lines.is_none() && state.topic(&topic).is_some())
                    .then_some(Self::Topic(topic))
            }
        }
    }

    pub(super) fn source(&self) -> Option<SourceId> {
        match self {
            Self::Source(id) | Self::Lines(id, ..) => Some(*id),
            Self::Statement(_) | Self::Topic(_) => None,
        }
    }

    /// Whether evidence cites anything of it.
    pub(super) fn is_cited_by(&self, evidence: &Evidence) -> bool {
        match self {
            Self::Source(id) => evidence.source == *id,
            Self::Lines(id, from, to) => evidence.touches(*id, *from, *to),
            Self::Statement(_) | Self::Topic(_) => false,
        }
    }
}

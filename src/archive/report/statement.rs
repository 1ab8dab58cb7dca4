//! `statement.add`: statements with their evidence, and what became of the lines they were read
//! from.

use std::collections::HashSet;

use super::ReadBody;
use crate::archive::fields::{
    Misfit, Object, Read, count, fits, list, parsed, plain, positive, some, text_that,
};
use crate::archive::ids::{SourceId, StatementId, TopicName};
use crate::archive::state::{Evidence, ReasonCount};
use crate::json::Node;
use crate::text::quote::quote_form;
use crate::text::values::is_calendar_day;

/// The longest statement in characters.
const TEXT_CHARS: usize = 600;

/// The longest quote in characters.
const QUOTE_CHARS: usize = 200;

/// The most lines that one evidence cites.
const EVIDENCE_LINES: u64 = 40;

/// The longest reason or name of prompts in characters.
const NAME_CHARS: usize = 100;

/// Statements, and the round they came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewStatements {
    /// The statements.
    pub statements: Vec<NewStatement>,
    /// What an author read and what became of it.
    pub round: Option<Round>,
}

/// A statement that is to be added.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewStatement {
    /// The topic it belongs to.
    pub topic: TopicName,
    /// The calendar day it is about.
    pub date: String,
    /// The sentence.
    pub text: String,
    /// Where it comes from, at least one place.
    pub evidence: Vec<Evidence>,
    /// Earlier statements that it takes the place of.
    pub replaces: Vec<StatementId>,
}

/// What an author read and what became of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Round {
    /// The source it read.
    pub source: SourceId,
    /// The first line.
    pub from: u64,
    /// The last line.
    pub to: u64,
    /// What the model sent.
    pub sent: u64,
    /// What of it was dropped.
    pub dropped: Vec<ReasonCount>,
    /// The version of the prompts.
    pub prompts: String,
}

impl ReadBody for NewStatements {
    fn read(body: Node<'_>) -> Read<Self> {
        let body = Object::read(body, &["statements"], &["round"])?;
        let statements = body.get("statements", |node| list(node, statement))?;
        let round = body.optional("round", round)?;
        let is_something = !statements.is_empty() || round.is_some();
        fits(is_something, Self { statements, round })
    }
}

fn statement(node: Node<'_>) -> Read<NewStatement> {
    let statement = Object::read(node, &["topic", "date", "text", "evidence"], &["replaces"])?;
    Ok(NewStatement {
        topic: statement.get("topic", parsed(TopicName::parse))?,
        date: statement.get("date", text_that(is_calendar_day))?,
        text: statement.get("text", plain(TEXT_CHARS))?,
        evidence: statement.get("evidence", |node| some(node, evidence))?,
        replaces: statement.optional("replaces", replaces)?.unwrap_or_default(),
    })
}

fn evidence(node: Node<'_>) -> Read<Evidence> {
    let evidence = Object::read(node, &["source", "from", "to", "quote"], &[])?;
    let (from, to) = range(&evidence)?;
    Ok(Evidence {
        source: evidence.get("source", parsed(SourceId::parse))?,
        from,
        to: evidence.get("to", |_| fits(to - from < EVIDENCE_LINES, to))?,
        quote: evidence.get("quote", text_that(is_quote))?,
    })
}

/// The first and last line of a place.
fn range(place: &Object<'_>) -> Read<(u64, u64)> {
    let from = place.get("from", positive)?;
    Ok((from, place.get("to", |node| positive(node).and_then(|to| fits(from <= to, to)))?))
}

/// Whether a text quotes anything, and not too much.
fn is_quote(text: &str) -> bool {
    text.chars().take(QUOTE_CHARS + 1).count() <= QUOTE_CHARS && !quote_form(text).is_empty()
}

fn replaces(node: Node<'_>) -> Read<Vec<StatementId>> {
    let ids = list(node, parsed(StatementId::parse))?;
    let mut seen = HashSet::new();
    let twice = ids.iter().position(|id| !seen.insert(*id));
    twice.map_or(Ok(ids), |at| Err(Misfit::here().within(at)))
}

fn round(node: Node<'_>) -> Read<Round> {
    let round = Object::read(node, &["source", "from", "to", "sent", "dropped", "prompts"], &[])?;
    let (from, to) = range(&round)?;
    Ok(Round {
        source: round.get("source", parsed(SourceId::parse))?,
        from,
        to,
        sent: round.get("sent", count)?,
        dropped: round.get("dropped", |node| list(node, dropped))?,
        prompts: round.get("prompts", plain(NAME_CHARS))?,
    })
}

fn dropped(node: Node<'_>) -> Read<ReasonCount> {
    let dropped = Object::read(node, &["reason", "n"], &[])?;
    Ok(ReasonCount {
        reason: dropped.get("reason", plain(NAME_CHARS))?,
        n: dropped.get("n", count)?,
    })
}

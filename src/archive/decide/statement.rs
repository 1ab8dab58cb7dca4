//! `statement.add`: statements whose words stand where they say, and the round they came from.

use std::collections::{BTreeMap, BTreeSet};

use super::{Accepted, Context, Needs, Reason, Rejected, Write};
use crate::archive::ids::{StatementId, TopicName};
use crate::archive::layout::StatePath;
use crate::archive::report::{NewStatement, NewStatements, Round};
use crate::archive::state::{
    Evidence, Numbered, Progress, Source, State, StateFile, Statement, Texts, Topic,
};
use crate::text::instruction::has_instruction_signature;
use crate::text::quote::quote_form;

/// How many lines before its round evidence may begin.
const OVERLAP_LINES: u64 = 20;

pub(super) fn needs(state: &State, body: &NewStatements) -> Needs {
    let evidence = body.statements.iter().flat_map(|statement| &statement.evidence);
    let pieces = evidence.filter_map(|evidence| {
        let pieces = state.visible_source(evidence.source)?.pieces_of(evidence.from, evidence.to);
        Some(pieces.into_iter().map(|piece| (evidence.source, piece)))
    });
    Needs { pieces: pieces.flatten().collect(), history: false }
}

pub(super) fn decide(
    state: &State,
    body: &NewStatements,
    context: &Context<'_>,
) -> Result<Accepted, Rejected> {
    let judged = Judged { state, body, texts: context.texts };
    for (reason, check) in Judged::CHECKS {
        if let Some(at) = check(&judged) {
            return Err(Rejected { reason, at: Some(format!("/body/{at}")) });
        }
    }
    Ok(accept(state, body, context.seq))
}

/// A report with all that its checks look at.
struct Judged<'a> {
    state: &'a State,
    body: &'a NewStatements,
    texts: &'a Texts,
}

/// Finds the first place in the body that a reason is right for.
type Check<J> = fn(&J) -> Option<String>;

impl<'a> Judged<'a> {
    /// The reasons in the order in which they count. A check relies on those before it.
    const CHECKS: [(Reason, Check<Self>); 10] = [
        (Reason::Schema, Self::orphan_topic),
        (Reason::NotNext, Self::not_next),
        (Reason::Sum, Self::sum),
        (Reason::SourceNotFound, Self::source_not_found),
        (Reason::LineNotFound, Self::line_not_found),
        (Reason::QuoteNotFound, Self::quote_not_found),
        (Reason::NoPersonLine, Self::no_person_line),
        (Reason::UnknownStatement, Self::unknown_statement),
        (Reason::Duplicate, Self::duplicate),
        (Reason::Instruction, Self::instruction),
    ];

    /// A sub-article without a topic above it would be in no index.
    fn orphan_topic(&self) -> Option<String> {
        let mut topics: BTreeSet<_> = self.state.topics().map(|topic| &topic.topic).collect();
        self.statement(|statement| {
            let is_orphan = !topics.contains(&statement.topic)
                && statement.topic.parent().is_some_and(|parent| !topics.contains(&parent));
            topics.insert(&statement.topic);
            is_orphan.then(|| "topic".to_owned())
        })
    }

    fn not_next(&self) -> Option<String> {
        let round = self.body.round.as_ref()?;
        let may_begin = match self.state.progress(round.source) {
            Some(progress) => progress.may_begin(round.from),
            None => round.from == 1,
        };
        let is_known = self.state.visible_source(round.source).is_some();
        (is_known && !may_begin).then(|| "round/from".to_owned())
    }

    fn sum(&self) -> Option<String> {
        let round = self.body.round.as_ref()?;
        let dropped: u64 = round.dropped.iter().map(|dropped| dropped.n).sum();
        if round.sent != self.body.statements.len() as u64 + dropped {
            return Some("round/sent".to_owned());
        }
        self.evidence(|evidence| (!is_of_round(evidence, round)).then(String::new))
    }

    fn source_not_found(&self) -> Option<String> {
        let is_missing = |source| self.state.visible_source(source).is_none();
        self.evidence(|evidence| is_missing(evidence.source).then(|| "/source".to_owned())).or_else(
            || {
                let round = self.body.round.as_ref()?;
                is_missing(round.source).then(|| "round/source".to_owned())
            },
        )
    }

    fn line_not_found(&self) -> Option<String> {
        let lines = |source| self.state.source(source).map_or(0, Source::lines);
        let is_beyond = |evidence: &Evidence| evidence.to > lines(evidence.source);
        self.evidence(|evidence| is_beyond(evidence).then(|| "/to".to_owned())).or_else(|| {
            let round = self.body.round.as_ref()?;
            (round.to > lines(round.source)).then(|| "round/to".to_owned())
        })
    }

    fn quote_not_found(&self) -> Option<String> {
        let stands = |evidence: &Evidence| stands_in(&evidence.quote, &self.lines(evidence));
        self.evidence(|evidence| (!stands(evidence)).then(|| "/quote".to_owned()))
    }

    fn no_person_line(&self) -> Option<String> {
        let is_said = |line: &Numbered<'_>| line.is_person && line.line.said().is_some();
        self.evidence(|evidence| (!self.lines(evidence).iter().any(is_said)).then(String::new))
    }

    fn unknown_statement(&self) -> Option<String> {
        self.statement(|statement| {
            let is_of_topic = |&id: &StatementId| {
                self.state.visible_statement(id).is_some()
                    && self.state.topic_of(id) == Some(&statement.topic)
            };
            let unknown = statement.replaces.iter().position(|id| !is_of_topic(id))?;
            Some(format!("replaces/{unknown}"))
        })
    }

    fn duplicate(&self) -> Option<String> {
        let mut seen = BTreeSet::new();
        let mut topics: BTreeSet<&TopicName> = BTreeSet::new();
        self.statement(|statement| {
            if topics.insert(&statement.topic) {
                seen.extend(self.held(&statement.topic));
            }
            let is_new =
                seen.insert((&statement.topic, statement.date.as_str(), statement.text.as_str()));
            (!is_new).then(|| "text".to_owned())
        })
    }

    fn instruction(&self) -> Option<String> {
        self.statement(|statement| {
            if has_instruction_signature(&statement.text) {
                return Some("text".to_owned());
            }
            let mut evidence = statement.evidence.iter();
            let at = evidence.position(|evidence| has_instruction_signature(&evidence.quote))?;
            Some(format!("evidence/{at}/quote"))
        })
    }

    /// The visible statements of a topic by date and text.
    fn held(
        &self,
        topic: &'a TopicName,
    ) -> impl Iterator<Item = (&'a TopicName, &'a str, &'a str)> {
        let state = self.state;
        let members = state.topic(topic).map(|topic| state.members(topic)).unwrap_or_default();
        let visible = members.into_iter().filter_map(|id| state.visible_statement(id));
        visible.map(move |statement| (topic, statement.date.as_str(), statement.text.as_str()))
    }

    fn lines(&self, evidence: &Evidence) -> Vec<Numbered<'a>> {
        self.texts.lines(evidence.source, evidence.from, evidence.to)
    }

    /// The first place in a statement that `find` names.
    fn statement(
        &self,
        mut find: impl FnMut(&'a NewStatement) -> Option<String>,
    ) -> Option<String> {
        let mut statements = self.body.statements.iter().enumerate();
        statements.find_map(|(at, found)| Some(format!("statements/{at}/{}", find(found)?)))
    }

    /// The first evidence that `find` names something of, with what it names.
    fn evidence(&self, find: impl Fn(&'a Evidence) -> Option<String>) -> Option<String> {
        self.statement(|statement| {
            let mut evidence = statement.evidence.iter().enumerate();
            evidence.find_map(|(at, found)| Some(format!("evidence/{at}{}", find(found)?)))
        })
    }
}

/// Whether evidence ends in the lines of a round and begins not long before them.
fn is_of_round(evidence: &Evidence, round: &Round) -> bool {
    evidence.source == round.source
        && (round.from..=round.to).contains(&evidence.to)
        && evidence.from.saturating_add(OVERLAP_LINES) >= round.from
}

/// Whether the words of a quote stand in lines one after another. White space is one blank; a
/// marker parts what stands before it from what follows.
fn stands_in(quote: &str, lines: &[Numbered<'_>]) -> bool {
    let quote = quote_form(quote);
    lines.split(|line| line.line.said().is_none()).any(|said| {
        let texts: Vec<_> = said.iter().filter_map(|line| line.line.said()).collect();
        quote_form(&texts.join("\n")).contains(quote.as_ref())
    })
}

fn accept(state: &State, body: &NewStatements, seq: u64) -> Accepted {
    let mut topics: BTreeMap<&TopicName, Topic> = BTreeMap::new();
    let mut writes = Vec::new();
    for (k, statement) in (1..).zip(&body.statements) {
        let id = StatementId { seq, k };
        let topic = topics.entry(&statement.topic).or_insert_with_key(|&name| {
            state.topic(name).cloned().unwrap_or_else(|| Topic::unrevised(name.clone()))
        });
        topic.add_new(id);
        let statement = Statement {
            id,
            date: statement.date.clone(),
            text: statement.text.clone(),
            evidence: statement.evidence.clone(),
            replaces: statement.replaces.clone(),
        };
        writes.push(Write::file(StatePath::Statement(id), statement.to_text()));
    }
    writes.extend(
        topics
            .into_iter()
            .map(|(name, topic)| Write::file(StatePath::Topic(name.clone()), topic.to_text())),
    );
    writes.extend(body.round.as_ref().map(|round| {
        let progress = progress_after(state, round, body.statements.len() as u64);
        Write::file(StatePath::Progress(round.source), progress.to_text())
    }));
    Accepted::writing(writes)
}

fn progress_after(state: &State, round: &Round, kept: u64) -> Progress {
    let held = state.progress(round.source).cloned();
    let mut progress = held.unwrap_or_else(|| Progress::none(round.source));
    progress.read(round.from, round.to);
    progress.count(round.sent, kept, &round.dropped);
    progress
}

//! `article.revise`: a new version of an article accounts for every statement of its topic.

use std::collections::BTreeSet;

use super::{Accepted, Reason, Rejected, Write};
use crate::archive::ids::{StatementId, TopicName};
use crate::archive::layout::StatePath;
use crate::archive::report::Revision;
use crate::archive::state::{State, StateFile, Topic};

pub(super) fn decide(state: &State, revision: &Revision) -> Result<Accepted, Rejected> {
    let is_orphan = |name: &TopicName| {
        state.topic(name).is_none()
            && name.parent().is_some_and(|parent| state.topic(&parent).is_none())
    };
    if is_orphan(&revision.topic) {
        return Err(Rejected::at(Reason::Schema, "/body/topic"));
    }
    let unrevised = Topic::unrevised(revision.topic.clone());
    let topic = state.topic(&revision.topic).unwrap_or(&unrevised);
    if revision.base != topic.version {
        return Err(Rejected::at(Reason::Stale, "/body/base"));
    }
    let named = named(revision);
    let is_of_topic = |id: StatementId| {
        state.visible_statement(id).is_some() && state.topic_of(id) == Some(&revision.topic)
    };
    if let Some((_, at)) = named.iter().find(|(id, _)| !is_of_topic(*id)) {
        return Err(Rejected::at(Reason::UnknownStatement, at));
    }
    judge_account(state, topic, &named)?;
    let revised = Topic {
        topic: revision.topic.clone(),
        version: topic.version.saturating_add(1),
        area: revision.area.clone().or_else(|| topic.area.clone()),
        title: revision.title.clone(),
        line: revision.line.clone(),
        sections: revision.sections.clone(),
        dropped: revision.dropped.clone(),
        new: hidden(state, topic),
    };
    let path = StatePath::Topic(revision.topic.clone());
    Ok(Accepted::writing([Write::file(path, revised.to_text())]))
}

/// Every statement that a revision names, with its place.
fn named(revision: &Revision) -> Vec<(StatementId, String)> {
    let mut named = Vec::new();
    for (s, section) in revision.sections.iter().enumerate() {
        for (e, entry) in section.entries.iter().enumerate() {
            for (i, id) in entry.iter().enumerate() {
                named.push((*id, format!("/body/sections/{s}/entries/{e}/{i}")));
            }
        }
    }
    for (d, dropped) in revision.dropped.iter().enumerate() {
        named.push((dropped.id, format!("/body/dropped/{d}/id")));
    }
    named
}

/// Each current statement is named, and none twice.
fn judge_account(
    state: &State,
    topic: &Topic,
    named: &[(StatementId, String)],
) -> Result<(), Rejected> {
    let mut seen = BTreeSet::new();
    if let Some((_, at)) = named.iter().find(|(id, _)| !seen.insert(*id)) {
        return Err(Rejected::at(Reason::NotAccounted, at));
    }
    let mut members = state.members(topic).into_iter().filter(|&id| state.is_current(id));
    if members.any(|id| !seen.contains(&id)) {
        return Err(Rejected::at(Reason::NotAccounted, "/body/sections"));
    }
    Ok(())
}

/// The hidden statements of a topic: they stay among the new ones, where a revision sees them once
/// they are restored. One that a visible statement replaces comes back with that.
fn hidden(state: &State, topic: &Topic) -> Vec<StatementId> {
    let is_hidden =
        |id: &StatementId| state.visible_statement(*id).is_none() && state.replacer(*id).is_none();
    state.members(topic).into_iter().filter(is_hidden).collect()
}

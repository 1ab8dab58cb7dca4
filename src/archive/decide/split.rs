//! `article.split`: statements move into sub-articles by their numbers; none is lost, none is
//! worded anew.

use std::collections::{BTreeMap, HashSet};

use super::{Accepted, Reason, Rejected, Write};
use crate::archive::ids::{StatementId, TopicName};
use crate::archive::layout::StatePath;
use crate::archive::report::{Split, SubArticle};
use crate::archive::state::{State, StateFile, Topic};

/// The sub-article that a statement moves into; what has none stays.
type Moves<'a> = BTreeMap<StatementId, &'a TopicName>;

pub(super) fn decide(state: &State, split: &Split) -> Result<Accepted, Rejected> {
    if let Some(at) = split.into.iter().position(|sub| state.topic(&sub.topic).is_some()) {
        return Err(Rejected::at(Reason::Schema, format!("/body/into/{at}/sub")));
    }
    let unrevised = Topic::unrevised(split.topic.clone());
    let topic = state.topic(&split.topic).unwrap_or(&unrevised);
    if split.base != topic.version {
        return Err(Rejected::at(Reason::Stale, "/body/base"));
    }
    let moves = moves(state, topic, split)?;
    let parent = Topic {
        version: topic.version.saturating_add(1),
        ..topic.filtered(|id| !moves.contains_key(&id))
    };
    let subs = split.into.iter().map(|sub| sub_topic(state, topic, sub, &moves));
    let write = |topic: Topic| Write::file(StatePath::Topic(topic.topic.clone()), topic.to_text());
    Ok(Accepted::writing(subs.chain([parent]).map(write)))
}

fn moves<'a>(state: &State, topic: &Topic, split: &'a Split) -> Result<Moves<'a>, Rejected> {
    let numbers = || {
        split.into.iter().enumerate().flat_map(|(into, sub)| {
            let place = move |at: usize| format!("/body/into/{into}/numbers/{at}");
            sub.numbers.iter().enumerate().map(move |(at, &number)| (number, &sub.topic, place(at)))
        })
    };
    let mut seen = HashSet::new();
    if let Some((_, _, at)) = numbers().find(|(number, ..)| !seen.insert(*number)) {
        return Err(Rejected::at(Reason::NumberTwice, at));
    }
    let numbered = state.numbered(topic);
    let mut moves = Moves::new();
    for (number, sub, at) in numbers() {
        let index = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
        let Some(&id) = index.and_then(|index| numbered.get(index)) else {
            return Err(Rejected::at(Reason::NumberUnknown, at));
        };
        moves.insert(id, sub);
    }
    // A replaced statement moves with the one that replaces it, which is a later one.
    for id in state.members(topic).into_iter().rev() {
        let with = state.replacer(id).and_then(|replacer| moves.get(&replacer).copied());
        if let Some(sub) = with {
            moves.insert(id, sub);
        }
    }
    Ok(moves)
}

/// A sub-article with what moves into it, under the headings it stood under.
fn sub_topic(state: &State, topic: &Topic, sub: &SubArticle, moves: &Moves<'_>) -> Topic {
    let is_moved = |id: StatementId| moves.get(&id) == Some(&&sub.topic);
    let mut new = Topic {
        topic: sub.topic.clone(),
        version: 1,
        title: sub.title.clone(),
        line: sub.line.clone(),
        ..topic.filtered(is_moved)
    };
    // What waits without being named in the topic's file would be lost to it otherwise.
    for id in state.waiting(topic) {
        if is_moved(id) && !state.is_listed(id) {
            new.add_new(id);
        }
    }
    new
}

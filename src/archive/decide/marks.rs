//! `hide` and `restore`: what readers get, without changing what is there.

use super::{Accepted, Reason, Rejected, Write};
use crate::archive::ids::MarkId;
use crate::archive::layout::StatePath;
use crate::archive::state::{State, StateFile};

pub(super) fn hide(state: &State, id: MarkId) -> Result<Accepted, Rejected> {
    change(state, id, true)
}

pub(super) fn restore(state: &State, id: MarkId) -> Result<Accepted, Rejected> {
    change(state, id, false)
}

fn change(state: &State, id: MarkId, hidden: bool) -> Result<Accepted, Rejected> {
    let is_known = match id {
        MarkId::Source(id) => state.source(id).is_some_and(|source| source.forgotten.is_none()),
        MarkId::Statement(id) => state.statement(id).is_some(),
    };
    if !is_known {
        return Err(Rejected::at(Reason::Unknown, "/body/id"));
    }
    let mut marks = state.marks().clone();
    let is_changed = if hidden { marks.hidden.insert(id) } else { marks.hidden.remove(&id) };
    if !is_changed {
        return Err(Rejected::at(Reason::Already, "/body/id"));
    }
    Ok(Accepted::writing([Write::file(StatePath::Marks, marks.to_text())]))
}

//! `forget`: what is taken away, and how an archive is afterwards (spec chapters 11 and 15).
//!
//! The line writes what is true afterwards and lists every part of earlier lines that carried any
//! of it. [`reach`] says so before anybody confirms it.

mod forgetting;
mod target;

use std::collections::BTreeSet;

use super::{Accepted, Context, Needs, Reason, Rejected};
use crate::archive::ids::StatementId;
use crate::archive::journal::{History, PartId};
use crate::archive::layout::StatePath;
use crate::archive::report::Forget;
use crate::archive::state::{State, Texts};

use forgetting::Forgetting;
use target::Target;

/// What a forgetting reaches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reach {
    /// The files it changes or takes away.
    pub files: Vec<StatePath>,
    /// The statements it takes away.
    pub statements: BTreeSet<StatementId>,
    /// The parts of lines it takes away.
    pub redacts: Vec<PartId>,
    /// The code that confirms it: of exactly this reach in exactly this state.
    pub confirm: String,
}

pub(super) fn needs(state: &State, forget: &Forget) -> Needs {
    let lines_of = match Target::find(state, forget) {
        Some(Target::Lines(id, ..)) => Some(id),
        _ => None,
    };
    let pieces = lines_of.into_iter().flat_map(|id| state.pieces(id)).collect();
    Needs { pieces, history: true }
}

/// What a forgetting would reach; none if there is nothing to forget.
pub fn reach(state: &State, forget: &Forget, texts: &Texts, history: &History) -> Option<Reach> {
    let forgetting = Forgetting::of(state, forget, texts, history)?;
    // Neither number nor key of the line to come changes which files it reaches.
    let writes = forgetting.writes(state.last_seq() + 1, &[]);
    let redacts = forgetting.redacts(&writes);
    let confirm = forgetting.confirm(forget, &writes, &redacts);
    let files = writes.into_iter().map(|write| write.path).collect();
    Some(Reach { files, statements: forgetting.gone.into_keys().collect(), redacts, confirm })
}

pub(super) fn decide(
    state: &State,
    forget: &Forget,
    context: &Context<'_>,
) -> Result<Accepted, Rejected> {
    if !context.rights.human {
        return Err(Rejected::whole(Reason::HumanOnly));
    }
    let unknown = || Rejected::at(Reason::Unknown, "/body/id");
    let forgetting =
        Forgetting::of(state, forget, context.texts, context.history).ok_or_else(unknown)?;
    let writes = forgetting.writes(context.seq, context.tombstone_key);
    let redacts = forgetting.redacts(&writes);
    if forget.confirm != forgetting.confirm(forget, &writes, &redacts) {
        return Err(Rejected::at(Reason::NotConfirmed, "/body/confirm"));
    }
    Ok(Accepted { writes, redacts })
}

//! `item.add`: a message or event becomes a source.

use super::run::forget_again;
use super::{Accepted, Context, Needs, Reason, Rejected, Write};
use crate::archive::ids::SourceId;
use crate::archive::layout::StatePath;
use crate::archive::report::NewItem;
use crate::archive::state::{
    ITEM_TOOL, Item, SourceFile, SourceKey, State, StateFile, is_forgotten_title, tombstone,
};

fn key(item: &NewItem, sender: &str) -> SourceKey {
    let (tool, key) = (ITEM_TOOL.to_owned(), item.key.clone());
    SourceKey { sender: sender.to_owned(), tool, key }
}

pub(super) fn needs(state: &State, item: &NewItem, sender: &str) -> Needs {
    let held = state.source_of(&key(item, sender));
    Needs { pieces: held.map(|id| (id, 1)).into_iter().collect(), history: false }
}

pub(super) fn decide(
    state: &State,
    item: &NewItem,
    context: &Context<'_>,
) -> Result<Accepted, Rejected> {
    let tombstone = tombstone(context.tombstone_key, context.sender, ITEM_TOOL, &item.key);
    let mut new = Item {
        item: SourceId::item(context.seq),
        key: item.key.clone(),
        title: item.title.clone(),
        time: item.time.clone(),
        origin: item.origin.clone(),
        lines: item.lines(),
    };
    forget_again(&mut new.title, (1..).zip(&mut new.lines), |line| {
        state.forgotten().line(tombstone, line)
    });
    if let Some(held) = state.source_of(&key(item, context.sender)) {
        let is_same = match context.texts.file(held, 1) {
            Some(SourceFile::Item(held)) => is_same(held, &new),
            _ => false,
        };
        let reason = if is_same { Reason::NothingNew } else { Reason::Differs };
        return Err(Rejected::at(reason, "/body/key"));
    }
    if state.forgotten().whole(tombstone).is_some() {
        return Err(Rejected::at(Reason::Forgotten, "/body/key"));
    }
    let path = StatePath::source(context.time.year(), new.item, 1);
    Ok(Accepted::writing([Write::file(path, new.to_text())]))
}

/// Whether an item comes again as it is held; a title that was forgotten says nothing.
fn is_same(held: &Item, new: &Item) -> bool {
    (held.title == new.title || is_forgotten_title(&held.title))
        && held.time == new.time
        && held.origin == new.origin
        && held.lines == new.lines
}

//! `conversation.append`: the next lines of a conversation become a piece of it.

use std::collections::HashSet;

use super::run::forget_again;
use super::{Accepted, Context, Needs, Reason, Rejected, Write};
use crate::archive::ids::SourceId;
use crate::archive::layout::StatePath;
use crate::archive::report::{Append, Message};
use crate::archive::state::{
    Block, Piece, Source, SourceFile, SourceKey, State, StateFile, Texts, is_forgotten_title,
    tombstone,
};
use crate::digest::Digest;

fn key(append: &Append, sender: &str) -> SourceKey {
    let (tool, key) = (append.tool.clone(), append.key.clone());
    SourceKey { sender: sender.to_owned(), tool, key }
}

pub(super) fn needs(state: &State, append: &Append, sender: &str) -> Needs {
    let held = state.source_of(&key(append, sender));
    Needs { pieces: held.into_iter().flat_map(|id| state.pieces(id)).collect(), history: false }
}

pub(super) fn decide(
    state: &State,
    append: &Append,
    context: &Context<'_>,
) -> Result<Accepted, Rejected> {
    let tombstone = tombstone(context.tombstone_key, context.sender, &append.tool, &append.key);
    if state.forgotten().whole(tombstone).is_some() {
        return Err(Rejected::at(Reason::Forgotten, "/body/key"));
    }
    let id = state.source_of(&key(append, context.sender));
    let held = id.and_then(|id| Some((id, state.source(id)?)));
    judge(append, held, context.texts)?;

    let id = id.unwrap_or(SourceId::conversation(context.seq));
    let year = held.map_or(context.time.year(), |(_, source)| source.year);
    let number = held.map_or(0, |(_, source)| source.last_piece()) + 1;
    let mut piece = Piece {
        conversation: id,
        piece: number,
        tool: append.tool.clone(),
        key: append.key.clone(),
        title: append.title.clone(),
        from: append.from,
        blocks: append.messages.iter().map(block).collect(),
    };
    let lines = piece.blocks.iter_mut().flat_map(|block| &mut block.lines);
    forget_again(&mut piece.title, (piece.from..).zip(lines), |line| {
        state.forgotten().line(tombstone, line)
    });
    if let Some((_, source)) = held.filter(|(_, source)| is_forgotten_title(&source.title)) {
        piece.title = source.title.clone();
    }
    Ok(Accepted::writing([Write::file(StatePath::source(year, id, number), piece.to_text())]))
}

fn judge(
    append: &Append,
    held: Option<(SourceId, &Source)>,
    texts: &Texts,
) -> Result<(), Rejected> {
    let lines = held.map_or(0, |(_, source)| source.lines());
    if append.from != lines + 1 {
        return Err(Rejected::at(Reason::NotNext, "/body/from"));
    }
    let files = || held.into_iter().flat_map(|(id, _)| texts.files(id).map(|(_, file)| file));
    match append.base {
        Some(base) if base != held.map_or(Digest::of(b""), |(id, _)| texts.digest(id)) => {
            return Err(Rejected::at(Reason::Differs, "/body/base"));
        }
        None if lines > 0 && append.messages.iter().any(|said| said.reference.is_none()) => {
            return Err(Rejected::at(Reason::Differs, "/body"));
        }
        _ => {}
    }
    if let Some(at) = held_reference(append, files()) {
        return Err(Rejected::at(Reason::RefHeld, format!("/body/messages/{at}/ref")));
    }
    if append.messages.is_empty() {
        return Err(Rejected::at(Reason::NothingNew, "/body/messages"));
    }
    let kept: usize = append.messages.iter().map(|message| message.content.lines().len()).sum();
    if i64::try_from(kept) != Ok(append.kept) {
        return Err(Rejected::at(Reason::Counts, "/body/kept"));
    }
    if append.omitted.iter().any(|&n| n < 0) {
        return Err(Rejected::at(Reason::Counts, "/body/omitted"));
    }
    Ok(())
}

/// The first message whose ID is held already, or stands twice in the report.
fn held_reference<'a>(
    append: &Append,
    files: impl Iterator<Item = &'a SourceFile>,
) -> Option<usize> {
    let blocks = files.flat_map(|file| match file {
        SourceFile::Piece(piece) => piece.blocks.as_slice(),
        SourceFile::Item(_) | SourceFile::Stub(_) => &[],
    });
    let mut held: HashSet<&str> = blocks.filter_map(|block| block.reference.as_deref()).collect();
    let references = append.messages.iter().map(|message| message.reference.as_deref());
    references
        .enumerate()
        .find(|(_, reference)| !reference.is_none_or(|name| held.insert(name)))
        .map(|(at, _)| at)
}

fn block(message: &Message) -> Block {
    Block {
        time: message.time.clone(),
        role: message.role,
        name: message.name.clone(),
        reference: message.reference.clone(),
        lines: message.content.lines(),
    }
}

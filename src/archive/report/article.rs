//! `article.revise` and `article.split`: how statements stand in articles. They name statements
//! by ID or number, so none is worded anew.

use std::collections::HashSet;

use super::ReadBody;
use crate::archive::fields::{
    Misfit, Object, Read, list, number, parsed, plain, positive, some, text_that,
};
use crate::archive::ids::{StatementId, TopicName, is_slug};
use crate::archive::state::{Dropped, Section};
use crate::json::Node;

/// The longest title in characters.
const TITLE_CHARS: usize = 80;

/// The longest line of the index, heading or reason in characters.
const LINE_CHARS: usize = 160;

/// A new version of an article.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Revision {
    /// The topic.
    pub topic: TopicName,
    /// The version it was made from, 0 before the first.
    pub base: u64,
    /// The area of the index; none leaves it as it is.
    pub area: Option<String>,
    /// The title.
    pub title: String,
    /// Its line in the index.
    pub line: String,
    /// The article.
    pub sections: Vec<Section>,
    /// The statements that are left out.
    pub dropped: Vec<Dropped>,
}

/// A topic that grew too large, cut into sub-articles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Split {
    /// The topic.
    pub topic: TopicName,
    /// The version it is cut from.
    pub base: u64,
    /// The sub-articles.
    pub into: Vec<SubArticle>,
}

/// A sub-article and what moves into it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SubArticle {
    /// Its name below the topic.
    pub topic: TopicName,
    /// Its title.
    pub title: String,
    /// Its line in the index.
    pub line: String,
    /// Numbers of statements in the article as shown, from 1.
    pub numbers: Vec<u64>,
}

impl ReadBody for Revision {
    fn read(body: Node<'_>) -> Read<Self> {
        let required = ["topic", "base", "title", "line", "sections", "dropped"];
        let body = Object::read(body, &required, &["area"])?;
        Ok(Self {
            topic: body.get("topic", parsed(TopicName::parse))?,
            base: body.get("base", number)?,
            area: body.optional("area", text_that(is_slug))?,
            title: body.get("title", plain(TITLE_CHARS))?,
            line: body.get("line", plain(LINE_CHARS))?,
            sections: body.get("sections", |node| list(node, section))?,
            dropped: body.get("dropped", |node| list(node, dropped))?,
        })
    }
}

fn section(node: Node<'_>) -> Read<Section> {
    let section = Object::read(node, &["heading", "entries"], &[])?;
    let entry = |node| some(node, parsed(StatementId::parse));
    Ok(Section {
        heading: section.get("heading", plain(LINE_CHARS))?,
        entries: section.get("entries", |node| some(node, entry))?,
    })
}

fn dropped(node: Node<'_>) -> Read<Dropped> {
    let dropped = Object::read(node, &["id", "reason"], &[])?;
    Ok(Dropped {
        id: dropped.get("id", parsed(StatementId::parse))?,
        reason: dropped.get("reason", plain(LINE_CHARS))?,
    })
}

impl ReadBody for Split {
    fn read(body: Node<'_>) -> Read<Self> {
        let body = Object::read(body, &["topic", "base", "into"], &[])?;
        let topic = body.get("topic", parsed(TopicName::parse))?;
        let into = body.get("into", |node| some(node, |node| sub_article(&topic, node)))?;
        let mut seen = HashSet::new();
        let twice = into.iter().position(|sub: &SubArticle| !seen.insert(sub.topic.clone()));
        if let Some(at) = twice {
            return Err(Misfit::here().within("sub").within(at).within("into"));
        }
        Ok(Self { topic, base: body.get("base", number)?, into })
    }
}

/// Reads a sub-article of a topic; a sub-article has none below it.
fn sub_article(topic: &TopicName, node: Node<'_>) -> Read<SubArticle> {
    let sub = Object::read(node, &["sub", "title", "line", "numbers"], &[])?;
    Ok(SubArticle {
        topic: sub.get("sub", parsed(|name| topic.sub(name)))?,
        title: sub.get("title", plain(TITLE_CHARS))?,
        line: sub.get("line", plain(LINE_CHARS))?,
        numbers: sub.get("numbers", |node| some(node, positive))?,
    })
}

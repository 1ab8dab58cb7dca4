//! `item.add`: a message or event that a sensor brings.

use super::ReadBody;
use super::conversation::kept;
use crate::archive::fields::{Object, Read, text_that, time};
use crate::archive::state::{SourceLine, is_value};
use crate::json::Node;

/// A message or event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewItem {
    /// The sensor's own ID of it.
    pub key: String,
    /// Its title.
    pub title: String,
    /// When it was sent or takes place.
    pub time: String,
    /// Where it comes from.
    pub origin: String,
    /// What it says.
    pub text: String,
}

impl NewItem {
    /// Its lines as they are kept.
    pub fn lines(&self) -> Vec<SourceLine> {
        self.text.split('\n').map(kept).collect()
    }
}

impl ReadBody for NewItem {
    fn read(body: Node<'_>) -> Read<Self> {
        let body = Object::read(body, &["key", "title", "time", "origin", "text"], &[])?;
        Ok(Self {
            key: body.get("key", text_that(is_value))?,
            title: body.get("title", text_that(is_value))?,
            time: body.get("time", time)?,
            origin: body.get("origin", text_that(is_value))?,
            text: body.get("text", text_that(|text| !text.is_empty()))?,
        })
    }
}

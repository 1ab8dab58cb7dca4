//! Strict reading of JSON that others wrote, reports and rights, member by member; what does not fit
//! is named by its place.

use std::borrow::Cow;

use crate::digest::Digest;
use crate::json::{Node, Value};
use crate::text::values::{is_calendar_day, is_plain_text, is_timestamp};

/// A place that does not fit, as a JSON pointer; readers on the way up put their step in front.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Misfit(String);

impl Misfit {
    /// The value that is being read.
    pub fn here() -> Self {
        Self(String::new())
    }

    /// The same place, seen from the object or list around it. Steps are names of our own and
    /// numbers, so none needs to be escaped.
    pub fn within(self, step: impl std::fmt::Display) -> Self {
        Self(format!("/{step}{}", self.0))
    }
}

/// The whole of a report is named as no place.
impl From<Misfit> for Option<String> {
    fn from(at: Misfit) -> Self {
        (!at.0.is_empty()).then_some(at.0)
    }
}

/// The result of reading a value.
pub(super) type Read<T> = Result<T, Misfit>;

/// An object whose keys are known.
pub(super) struct Object<'a>(Vec<(Cow<'a, str>, Node<'a>)>);

impl<'a> Object<'a> {
    /// Reads an object that has all keys of `required`, maybe some of `optional`, and no other. A
    /// key too many or too few is named by the object: keys are a stranger's text.
    pub(super) fn read(node: Node<'a>, required: &[&str], optional: &[&str]) -> Read<Self> {
        let Value::Object(members) = node.value() else { return Err(Misfit::here()) };
        let has = |key: &&str| members.iter().any(|(name, _)| name == *key);
        let is_known = |(name, _): &(Cow<'_, str>, Node<'_>)| {
            required.contains(&name.as_ref()) || optional.contains(&name.as_ref())
        };
        if required.iter().all(has) && members.iter().all(is_known) {
            Ok(Self(members))
        } else {
            Err(Misfit::here())
        }
    }

    /// Reads a member.
    pub(super) fn get<T>(&self, key: &str, read: impl FnOnce(Node<'a>) -> Read<T>) -> Read<T> {
        let member = self.0.iter().find(|(name, _)| name == key);
        read(member.map_or(Node::NULL, |(_, node)| *node)).map_err(|at| at.within(key))
    }

    /// Reads a member that may be missing or `null`.
    pub(super) fn optional<T>(
        &self,
        key: &str,
        read: impl FnOnce(Node<'a>) -> Read<T>,
    ) -> Read<Option<T>> {
        self.get(key, |node| if node.is_null() { Ok(None) } else { read(node).map(Some) })
    }

    /// Reads all members of an object with any keys.
    pub(super) fn all<T>(node: Node<'a>, read: impl Fn(&str, Node<'a>) -> Read<T>) -> Read<Vec<T>> {
        let Value::Object(members) = node.value() else { return Err(Misfit::here()) };
        members.iter().map(|(key, node)| read(key, *node)).collect()
    }
}

/// Reads every item of a list.
pub(super) fn list<'a, T>(node: Node<'a>, read: impl Fn(Node<'a>) -> Read<T>) -> Read<Vec<T>> {
    let items = node.as_list().ok_or_else(Misfit::here)?;
    let read = |(at, item): (usize, Node<'a>)| read(item).map_err(|misfit| misfit.within(at));
    items.into_iter().enumerate().map(read).collect()
}

/// Reads every item of a list that must not be empty.
pub(super) fn some<'a, T>(node: Node<'a>, read: impl Fn(Node<'a>) -> Read<T>) -> Read<Vec<T>> {
    list(node, read)
        .and_then(|items| if items.is_empty() { Err(Misfit::here()) } else { Ok(items) })
}

/// Reads a text.
pub(super) fn text(node: Node<'_>) -> Read<String> {
    node.as_text().map(Cow::into_owned).ok_or_else(Misfit::here)
}

/// Reads a text that `is_right` says something of.
pub(super) fn text_that(is_right: impl Fn(&str) -> bool) -> impl Fn(Node<'_>) -> Read<String> {
    move |node| text(node).and_then(|text| fits(is_right(&text), text))
}

/// Reads a plain text of at most `limit` characters.
pub(super) fn plain(limit: usize) -> impl Fn(Node<'_>) -> Read<String> {
    text_that(move |text| is_plain_text(text, limit))
}

/// Reads a time, or a calendar day.
pub(super) fn time(node: Node<'_>) -> Read<String> {
    text_that(|text| is_timestamp(text) || is_calendar_day(text))(node)
}

/// Reads what a text means.
pub(super) fn parsed<T>(parse: impl Fn(&str) -> Option<T>) -> impl Fn(Node<'_>) -> Read<T> {
    move |node| text(node).and_then(|text| parse(&text).ok_or_else(Misfit::here))
}

/// Reads a digest.
pub(super) fn digest(node: Node<'_>) -> Read<Digest> {
    parsed(Digest::parse)(node)
}

/// Reads a whole number from 0.
pub(super) fn number(node: Node<'_>) -> Read<u64> {
    written(node)
}

/// Reads a whole number from 1.
pub(super) fn positive(node: Node<'_>) -> Read<u64> {
    number(node).and_then(|number| fits(number > 0, number))
}

/// Reads a count of things, from 0; so small that sums of many do not overflow.
pub(super) fn count(node: Node<'_>) -> Read<u64> {
    number(node).and_then(|number| fits(number <= u64::from(u32::MAX), number))
}

/// Reads a whole number that may be negative.
pub(super) fn integer(node: Node<'_>) -> Read<i64> {
    written(node)
}

/// A number in the one way in which it is written without fraction or exponent.
fn written<T: std::str::FromStr + ToString>(node: Node<'_>) -> Read<T> {
    let number = match node.value() {
        Value::Number(digits) => digits.parse::<T>().ok().filter(|n| n.to_string() == digits),
        _ => None,
    };
    number.ok_or_else(Misfit::here)
}

/// The value, if it is right.
pub(super) fn fits<T>(is_right: bool, value: T) -> Read<T> {
    if is_right { Ok(value) } else { Err(Misfit::here()) }
}

//! Strict JSON over the text it came from (spec chapter 3).
//!
//! A [`Node`] is a slice of the document: numbers stay as they were written, strings are
//! borrowed where they have no escapes, and every node knows its place. Syntax is
//! `serde_json`'s affair; duplicate keys are found in one pass over the whole before anything
//! is taken apart.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::HashSet;
use std::fmt;

use serde::de::{self, Deserialize, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::{Serialize, Serializer};
use serde_json::error::Category;
use serde_json::value::RawValue;

/// A value in a JSON document.
#[derive(Debug, Clone, Copy)]
pub struct Node<'a>(&'a str);

/// What a node is.
#[derive(Debug, Clone, PartialEq)]
pub enum Value<'a> {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number, as written.
    Number(&'a str),
    /// A string, escapes resolved.
    Text(Cow<'a, str>),
    /// An array.
    List(Vec<Node<'a>>),
    /// An object, in the order of the document.
    Object(Vec<(Cow<'a, str>, Node<'a>)>),
}

impl PartialEq for Node<'_> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

/// Why a text is no strict JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoJson {
    /// It ends before the document does.
    Cut,
    /// Values within values beyond what is read.
    Depth,
    /// Something else than belongs there, up to this column.
    Syntax(u64),
}

impl fmt::Display for NoJson {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cut => out.write_str("das Dokument ist nicht zu Ende"),
            Self::Depth => out.write_str("zu tief verschachtelt"),
            Self::Syntax(column) => write!(out, "Syntaxfehler bei Spalte {column}"),
        }
    }
}

/// Why a text is not strict JSON, and where (line and column, from 1).
#[derive(Debug)]
pub struct JsonError {
    /// The key that stands twice in an object, if that is what is wrong.
    pub duplicate: Option<String>,
    /// What is wrong otherwise.
    pub reason: NoJson,
    /// Line of the document.
    pub line: usize,
    /// Column in bytes.
    pub column: usize,
}

/// Reads a whole document.
pub fn parse(text: &str) -> Result<Node<'_>, JsonError> {
    let duplicate = RefCell::new(None);
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let checked = Strict(&duplicate).deserialize(&mut deserializer);
    match checked.and_then(|()| deserializer.end()) {
        Ok(()) => Ok(Node(text.trim_matches([' ', '\t', '\n', '\r']))),
        Err(error) => {
            let (line, column) = (error.line().max(1), error.column().max(1));
            let reason = match error.classify() {
                Category::Eof => NoJson::Cut,
                // The parser has no other sign of it than what it says.
                _ if error.to_string().starts_with("recursion limit") => NoJson::Depth,
                _ => NoJson::Syntax(column as u64),
            };
            Err(JsonError { duplicate: duplicate.into_inner(), reason, line, column })
        }
    }
}

impl<'a> Node<'a> {
    /// Stands for a value that is not there.
    pub const NULL: Self = Self("null");

    /// The text of the node in its document.
    pub fn text(self) -> &'a str {
        self.0
    }

    /// Byte offset of the node in `document`, the text it was parsed from.
    pub fn offset_in(self, document: &str) -> usize {
        (self.0.as_ptr() as usize).saturating_sub(document.as_ptr() as usize)
    }

    /// The value, one level deep. The document was found to be strict JSON by [`parse`], so
    /// taking it apart does not fail; were it to, the node would count as `null`.
    pub fn value(self) -> Value<'a> {
        let taken = match self.0.as_bytes().first() {
            Some(b'{') => {
                serde_json::from_str(self.0).map(|Members(members)| Value::Object(members))
            }
            Some(b'[') => serde_json::from_str::<Vec<&'a RawValue>>(self.0)
                .map(|items| Value::List(items.into_iter().map(Self::of).collect())),
            Some(b'"') => serde_json::from_str(self.0).map(|Text(text)| Value::Text(text)),
            Some(b't') => Ok(Value::Bool(true)),
            Some(b'f') => Ok(Value::Bool(false)),
            Some(b'-' | b'0'..=b'9') => Ok(Value::Number(self.0)),
            _ => Ok(Value::Null),
        };
        taken.unwrap_or(Value::Null)
    }

    /// The string, if it is one.
    pub fn as_text(self) -> Option<Cow<'a, str>> {
        match self.value() {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The items, if it is an array.
    pub fn as_list(self) -> Option<Vec<Node<'a>>> {
        match self.value() {
            Value::List(items) => Some(items),
            _ => None,
        }
    }

    /// The boolean, if it is one.
    pub fn as_bool(self) -> Option<bool> {
        match self.value() {
            Value::Bool(truth) => Some(truth),
            _ => None,
        }
    }

    /// Whether it is `null`.
    pub fn is_null(self) -> bool {
        self.value() == Value::Null
    }

    /// The number, if it is one; integers beyond the range of `f64` lose digits.
    pub fn as_number(self) -> Option<f64> {
        match self.value() {
            Value::Number(text) => text.parse().ok(),
            _ => None,
        }
    }

    /// Whether it is written as a whole number of at least `least` (0 or 1), of any size.
    pub fn is_integer_from(self, least: u8) -> bool {
        let whole = !self.0.is_empty() && self.0.bytes().all(|digit| digit.is_ascii_digit());
        whole && (least == 0 || self.0 != "0")
    }

    fn of(raw: &'a RawValue) -> Self {
        Self(raw.get())
    }
}

/// A JSON number, printed as it was written.
#[derive(Debug)]
pub struct Number<'a>(pub &'a str);

impl Serialize for Number<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let raw: &RawValue = serde_json::from_str(self.0).map_err(serde::ser::Error::custom)?;
        raw.serialize(serializer)
    }
}

/// Our canonical form: two-blank indent, non-ASCII as is, a final newline. Keys stand as the
/// type declares them, which is alphabetically.
pub fn pretty(value: &impl Serialize) -> String {
    written(serde_json::to_string_pretty(value)) + "\n"
}

/// The same without any blanks, for fingerprints.
pub fn compact(value: &impl Serialize) -> String {
    written(serde_json::to_string(value))
}

/// Writing to memory fails only for maps whose keys are no strings.
#[allow(clippy::expect_used, reason = "our types have no such maps, whatever the input")]
fn written(text: serde_json::Result<String>) -> String {
    text.expect("keys are strings")
}

/// Object members in order.
struct Members<'a>(Vec<(Cow<'a, str>, Node<'a>)>);

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder;
        impl<'de> Visitor<'de> for InOrder {
            type Value = Members<'de>;

            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::new();
                while let Some((Text(key), raw)) = map.next_entry::<Text<'de>, &'de RawValue>()? {
                    members.push((key, Node::of(raw)));
                }
                Ok(Members(members))
            }
        }
        deserializer.deserialize_map(InOrder)
    }
}

/// A string, borrowed where possible.
struct Text<'a>(Cow<'a, str>);

impl<'de> Deserialize<'de> for Text<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Borrow;
        impl<'de> Visitor<'de> for Borrow {
            type Value = Text<'de>;

            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str("a string")
            }

            fn visit_borrowed_str<E: de::Error>(self, text: &'de str) -> Result<Self::Value, E> {
                Ok(Text(Cow::Borrowed(text)))
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Self::Value, E> {
                Ok(Text(Cow::Owned(text.to_owned())))
            }
        }
        deserializer.deserialize_str(Borrow)
    }
}

/// Accepts any JSON without duplicate keys and keeps nothing but the key that stands twice.
#[derive(Clone, Copy)]
struct Strict<'s>(&'s RefCell<Option<String>>);

impl<'de> DeserializeSeed<'de> for Strict<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Strict<'_> {
    type Value = ();

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        while items.next_element_seed(self)?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let mut seen = HashSet::new();
        while let Some(Text(key)) = map.next_key()? {
            if seen.contains(&key) {
                self.0.replace(Some(key.into_owned()));
                return Err(de::Error::custom("duplicate key"));
            }
            seen.insert(key);
            map.next_value_seed(self)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn duplicate_keys_nan_and_nesting_are_refused_with_their_place() {
        let error = parse("{\n \"a\": {\"b\": 1, \"b\": 2}}").unwrap_err();
        assert_eq!(error.line, 2);
        assert_eq!(error.duplicate.as_deref(), Some("b"));
        for bad in ["NaN", "[Infinity]", "{", "", "1 2", "\u{feff}{}", "\"\\ud800\""] {
            assert!(parse(bad).is_err(), "{bad}");
        }
        let reason = |text: &str| parse(text).unwrap_err().reason;
        assert_eq!(reason("{"), NoJson::Cut);
        assert_eq!(reason("[1 2]"), NoJson::Syntax(4));
        assert_eq!(reason(&"[".repeat(5000)), NoJson::Depth);
        assert_eq!(reason(&format!("{}{}", "[".repeat(5000), "]".repeat(5000))), NoJson::Depth);
    }

    #[test]
    fn nodes_keep_order_numbers_and_places() {
        let document = " {\"b\": 1.50, \"a\": [\"x\\u00e4\", null]}\n";
        let Value::Object(members) = parse(document).unwrap().value() else { panic!() };
        let keys: Vec<_> = members.iter().map(|(key, _)| key.as_ref()).collect();
        assert_eq!(keys, ["b", "a"]);
        assert_eq!(members[0].1.value(), Value::Number("1.50"));
        assert_eq!(members[0].1.offset_in(document), 7);
        let items = members[1].1.as_list().unwrap();
        assert_eq!(items[0].as_text().unwrap(), "xä");
        assert!(items[1].is_null());
    }

    #[test]
    fn whole_numbers_are_told_by_how_they_are_written() {
        let is = |text, least| parse(text).unwrap().is_integer_from(least);
        assert!(is("1", 1) && is("0", 0) && is("99999999999999999999999", 1));
        assert!(!is("0", 1) && !is("-1", 0) && !is("1.0", 1) && !is("true", 0));
    }
}

//! Arguments of findings that are more than a text or a number.

use std::fmt::{self, Display};

use serde::{Serialize, Serializer};
use serde_json::Value;

use super::value;

/// Several names or paths as one argument, printed separated by commas.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct List(pub Vec<String>);

impl Display for List {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() { out.write_str("–") } else { out.write_str(&self.0.join(", ")) }
    }
}

/// An argument that only the room that makes it knows: how it is printed, and what it is as data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Structured {
    text: String,
    data: Value,
}

impl Structured {
    /// Takes an argument as text and as data.
    pub fn of(argument: &(impl Display + Serialize)) -> Self {
        Self { text: argument.to_string(), data: value(argument) }
    }
}

impl Display for Structured {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.text)
    }
}

impl Serialize for Structured {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.data.serialize(serializer)
    }
}

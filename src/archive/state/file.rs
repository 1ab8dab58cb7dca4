//! What all files of the state have in common: one text per value, and no other text is read.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::json;

/// A file of the state as a value.
pub trait StateFile: Sized {
    /// Its text in exact bytes.
    fn to_text(&self) -> String;

    /// The value whose text this may be.
    fn read(text: &str) -> Option<Self>;

    /// Reads a file. What is not, byte for byte, the text of a value is `None`.
    fn parse(text: &str) -> Option<Self> {
        let file = Self::read(text)?;
        (file.to_text() == text).then_some(file)
    }
}

/// A value that stands in its file as one compact JSON object.
pub(super) trait JsonFile: Serialize + DeserializeOwned {}

impl<F: JsonFile> StateFile for F {
    fn to_text(&self) -> String {
        json::compact(self) + "\n"
    }

    fn read(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }
}

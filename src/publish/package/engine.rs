//! The program in the package.

use memchr::memmem;

use super::Entry;
use super::binary::platform;
use crate::digest::Digest;
use crate::vault::layout;

/// What every program of this project, and no other, has in it: the kind of vault it serves. It
/// is kept in one piece however the program is optimised.
#[used]
static MARK: &str = "vault-engine oksv-lite/1.3";

/// A program and where it runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Engine {
    /// System and processor, such as `linux-x86_64`.
    pub platform: String,
    bytes: Vec<u8>,
}

/// Why some bytes are no engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoEngine {
    /// No program, not a whole one, or for another system.
    #[error("no program for a known system")]
    Format,
    /// Another program than this one.
    #[error("another program")]
    Stranger,
}

impl Engine {
    /// Recognises the program of this project.
    pub fn recognise(bytes: Vec<u8>) -> Result<Self, NoEngine> {
        let (system, processor) = platform(&bytes).ok_or(NoEngine::Format)?;
        match memmem::find(&bytes, MARK.as_bytes()) {
            Some(_) => Ok(Self { platform: format!("{system}-{processor}"), bytes }),
            None => Err(NoEngine::Stranger),
        }
    }

    /// The program and the list that names it with its digest.
    pub(super) fn into_entries<'a>(self) -> [Entry<'a>; 2] {
        let path = if self.platform.starts_with("windows") {
            layout::ENGINE_FOR_WINDOWS
        } else {
            layout::ENGINE
        };
        let name = layout::in_folder(path, layout::ENGINE_FOLDER).unwrap_or(path);
        let list = format!("{}  {name}\n", Digest::of(&self.bytes)).into_bytes();
        [Entry::held(layout::ENGINE_LIST, false, list), Entry::held(path, true, self.bytes)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::PROFILE;

    #[test]
    fn the_mark_names_the_kind_of_vault() {
        assert_eq!(MARK, format!("vault-engine {PROFILE}"));
    }
}

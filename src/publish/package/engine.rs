//! The program in the package.

use regex::bytes::Regex;

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
        let mark = Regex::new(&regex::escape(MARK));
        match mark.is_ok_and(|mark| mark.is_match(&bytes)) {
            true => Ok(Self { platform: format!("{system}-{processor}"), bytes }),
            false => Err(NoEngine::Stranger),
        }
    }

    /// The program and the list that names it with its digest.
    pub(super) fn into_entries<'a>(self) -> [Entry<'a>; 2] {
        let suffix = if self.platform.starts_with("windows") { ".exe" } else { "" };
        let list = format!("{}  vault{suffix}\n", Digest::of(&self.bytes)).into_bytes();
        let path = format!("bin/vault{suffix}");
        [Entry::held(layout::ENGINE_LIST, false, list), Entry::held(&path, true, self.bytes)]
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

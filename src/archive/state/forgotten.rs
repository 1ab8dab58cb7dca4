//! What was forgotten: numbers and tombstones, no text.

use serde::{Deserialize, Serialize};

use super::file::StateFile;
use crate::archive::ids::SourceId;
use crate::digest::Digest;
use crate::json;

/// One forgetting.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Forgotten {
    /// Number of its line.
    pub seq: u64,
    /// What was forgotten: a source, a statement or a topic.
    pub id: String,
    /// The first forgotten line; none for a whole.
    pub from: Option<u64>,
    /// The last forgotten line; none for a whole.
    pub to: Option<u64>,
    /// The mark by which a source that comes again is known; statements and topics have none.
    pub tombstone: Option<Digest>,
}

/// The tombstone of a source: nobody without the key can tell from it which one it was.
pub fn tombstone(key: &[u8], sender: &str, tool: &str, source_key: &str) -> Digest {
    Digest::keyed(key, format!("{sender}\n{tool}\n{source_key}").as_bytes())
}

/// All forgettings in their order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ForgottenList(pub Vec<Forgotten>);

impl ForgottenList {
    /// The line that forgot a whole source with this tombstone.
    pub fn whole(&self, tombstone: Digest) -> Option<u64> {
        self.of(tombstone).find(|forgotten| forgotten.from.is_none()).map(|forgotten| forgotten.seq)
    }

    /// The line that forgot this line of a source with this tombstone, the first of several.
    pub fn line(&self, tombstone: Digest, line: u64) -> Option<u64> {
        let covers = |forgotten: &&Forgotten| match (forgotten.from, forgotten.to) {
            (Some(from), Some(to)) => (from..=to).contains(&line),
            _ => false,
        };
        self.of(tombstone).find(covers).map(|forgotten| forgotten.seq)
    }

    /// Whether a source, statement or topic was forgotten as a whole.
    pub fn is_gone(&self, id: SourceId) -> bool {
        let id = id.to_string();
        self.0.iter().any(|forgotten| forgotten.id == id && forgotten.from.is_none())
    }

    fn of(&self, tombstone: Digest) -> impl Iterator<Item = &Forgotten> {
        self.0.iter().filter(move |forgotten| forgotten.tombstone == Some(tombstone))
    }
}

impl StateFile for ForgottenList {
    fn to_text(&self) -> String {
        self.0.iter().map(|forgotten| json::compact(forgotten) + "\n").collect()
    }

    fn read(text: &str) -> Option<Self> {
        text.lines().map(|line| serde_json::from_str(line).ok()).collect::<Option<_>>().map(Self)
    }
}

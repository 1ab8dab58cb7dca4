//! How a question ends.

use serde::Serialize;

/// How a question ends; the names are those of the machine contract (spec chapter 5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// There are claims.
    CandidatesFound,
    /// No claim has a score.
    NoCandidates,
    /// The question is none.
    #[serde(rename = "invalid_query")]
    InvalidQuestion,
    /// Limit or world of the command line are none.
    #[serde(rename = "invalid_query")]
    InvalidOption,
    /// Somebody is writing.
    VaultBusy,
    /// The vault is not what its manifest says, or not valid.
    InvalidVault,
    /// The vault changed meanwhile.
    SnapshotChanged,
    /// A label means several concepts.
    Ambiguous,
}

impl State {
    /// Gives the exit code: 1 for what is wrong with question or vault, 2 for what the caller
    /// says otherwise next time.
    pub fn exit_code(self) -> u8 {
        match self {
            Self::CandidatesFound | Self::NoCandidates => 0,
            Self::InvalidQuestion
            | Self::VaultBusy
            | Self::InvalidVault
            | Self::SnapshotChanged => 1,
            Self::InvalidOption | Self::Ambiguous => 2,
        }
    }
}

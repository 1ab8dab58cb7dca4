//! The ranking `hybrid-local/v1`: concepts, IDs, phrases and exact words (spec chapter 5).

mod rank;
mod weights;
mod words;

pub(super) use rank::rank;
pub use words::{STOP_WORDS, tokens};

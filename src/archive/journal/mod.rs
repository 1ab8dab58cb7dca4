//! The journal: one line per report, accepted or rejected, appended and never changed but by
//! forgetting (spec chapter 11).
//!
//! Everything here is about bytes that are given: [`Line`] is one line in its exact form,
//! [`segment`] cuts a file into lines and says how it ends, [`Verifier`] walks all lines and
//! names what does not fit, [`Fold`] makes the state of them, [`Redactions`] takes parts away.

mod chain;
mod damage;
mod fold;
mod history;
mod line;
mod redaction;
pub mod segment;

pub use chain::{Head, Verified, Verifier};
pub use damage::{ChainFault, Damage, PartFault, RedactionFault, StateFault};
pub use fold::{File, Fold};
pub use history::History;
pub use line::{Body, Entry, Line, Outcome, Part, PartId, Salt, hash_of};
pub use redaction::Redactions;

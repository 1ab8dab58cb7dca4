//! All that is ever found wrong with a vault, or with a command on one: one table of codes with
//! their German texts, and an explanation of each.
//!
//! No other room of this wing holds the text of a finding; reasons that only one room knows are
//! enums of that room, and stand in the text by name.

mod table;

pub use table::{Code, Finding, RULES};

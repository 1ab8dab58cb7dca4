//! All that is ever found wrong with a vault, or with a command on one: one table of codes with
//! their German texts, and an explanation of each.
//!
//! No other room of this wing holds the text of a finding.

mod argument;
mod table;

pub use argument::{
    Damage, Ending, List, Meaning, Meanings, Measure, Obstacle, Part, Unfit, Unread,
};
pub use table::{Code, Finding, RULES};

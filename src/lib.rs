//! Keeps a knowledge vault honest: checks it, answers from it, releases it without half states.
//!
//! The library is the binary's; [`cli`] is its one way in. Rooms, in the order a byte passes
//! them (`ARCHITECTURE.md` is the map with the reasons):
//!
//! * [`files`] opens it beneath a held folder and checks the descriptor;
//! * [`vault`] reads it once, with its digest, into a [`vault::Snapshot`];
//! * [`model`] parses what it means, borrowing; [`text`] knows normal forms and sentences;
//! * [`check`] judges it, [`derive`](mod@derive) says what the derived files must be,
//!   [`retrieve`] ranks; all three are pure, and what they find is [`diagnostic`]s;
//! * [`release`] decides what is written, [`commit`] writes it, all or nothing;
//! * [`cli`] prints.

pub mod archive;
pub mod check;
pub mod cli;
pub mod commit;
pub mod derive;
pub mod diagnostic;
pub mod digest;
pub mod external;
pub mod files;
pub mod findings;
pub mod json;
pub mod model;
pub mod parallel;
pub mod publish;
pub mod release;
pub mod retrieve;
pub mod text;
pub mod vault;

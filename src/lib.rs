//! Keeps a knowledge vault honest: checks it, answers from it, releases it without half states.
//!
//! The library is the binary's; [`cli`] is its one way in. `ARCHITECTURE.md` is the map: common
//! ground, and two wings that know nothing of each other.
//!
//! Ground: [`text`], [`json`], [`digest`], [`parallel`] and [`diagnostic`] are pure; [`files`],
//! [`process`] and [`clock`] are the doors to the host.
//!
//! The vault, in the order a byte passes its rooms:
//!
//! * [`vault`] reads it once, with its digest, into a [`vault::Snapshot`];
//! * [`model`] parses what it means, borrowing;
//! * [`check`] judges it, [`derive`](mod@derive) says what the derived files must be,
//!   [`retrieve`] ranks; all three are pure, and what they find stands in [`findings`];
//! * [`ask`] answers, [`doctor`] says all that is to be said;
//! * [`release`] decides what is written, [`commit`] writes it, all or nothing.

#![warn(unreachable_pub)]

pub mod archive;
pub mod ask;
pub mod check;
pub mod cli;
pub mod clock;
pub mod commit;
pub mod curate;
pub mod derive;
pub mod diagnostic;
pub mod digest;
pub mod doctor;
pub mod external;
pub mod files;
pub mod findings;
pub mod html;
pub mod https;
pub mod json;
pub mod model;
pub mod parallel;
pub mod process;
pub mod publish;
pub mod release;
pub mod retrieve;
pub mod storage;
pub mod text;
pub mod vault;

//! Commits through the library, broken at every step.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail")]
#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "tests touch the host")]

mod basics;
mod creation;
mod disk;
mod errors;
mod limits;
mod power;
mod races;
mod release;
#[path = "../support/rights.rs"]
mod rights;
mod support;

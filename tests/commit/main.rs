//! Commits through the library, broken at every step.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail")]

mod basics;
mod disk;
mod errors;
mod limits;
mod power;
mod races;
mod support;

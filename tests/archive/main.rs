//! The conversation archive: its format, its rules, what is found in it.

#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![allow(clippy::disallowed_methods, clippy::disallowed_types)]

mod articles;
mod codes;
mod folder;
mod forgetting;
mod hostile;
mod journal;
mod reading;
mod rights;
mod simulated;
mod sources;
mod state;
mod statements;
mod verifier;

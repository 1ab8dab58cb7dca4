//! Commits through the library, broken at every step.

mod basics;
mod errors;
mod support;

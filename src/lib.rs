//! Keeps a knowledge vault honest.

pub mod check;
pub mod cli;
pub mod commit;
pub mod derive;
pub mod diagnostic;
pub mod digest;
pub mod files;
pub mod model;
pub mod parallel;
pub mod publish;
pub mod release;
pub mod retrieve;
pub mod text;
pub mod vault;

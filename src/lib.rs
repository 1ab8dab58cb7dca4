//! Keeps a knowledge vault honest.

pub mod diagnostic;
pub mod digest;
pub mod files;
pub mod text;

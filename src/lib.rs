//! Keeps a knowledge vault honest.

pub mod digest;
pub mod files;
pub mod text;

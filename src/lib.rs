//! Keeps a knowledge vault honest.

pub mod commit;
pub mod diagnostic;
pub mod digest;
pub mod files;
pub mod text;

//! Keeps a knowledge vault honest.

pub mod model;
pub mod publish;
pub mod text;

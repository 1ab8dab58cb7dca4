//! Keeps a knowledge vault honest.

pub mod text;

//! What the derived files must be: functions of the pages alone. Pure (spec chapter 6).

mod graph;
mod index;

pub use graph::graph;
pub use index::{index, index_rows};

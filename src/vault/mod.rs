//! The folder on disk: finding the root, naming what lies where, reading it whole.
//!
//! [`Snapshot`] is data and imported by the pure rooms; [`read`] makes one and does the I/O.

pub mod layout;
mod reader;
mod root;
mod snapshot;

pub use reader::read;
pub use root::{RootError, enclosing, find_root, outside, own_binary};
pub use snapshot::{Content, File, Irregular, Snapshot, Trouble};

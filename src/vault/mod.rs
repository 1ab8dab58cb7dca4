//! The folder on disk: finding the root, naming what lies where, reading it whole; and finding
//! places outside it.
//!
//! [`Snapshot`] is data and imported by the pure rooms; [`read`] makes one and does the I/O.

pub mod layout;
pub mod outside;
mod reader;
mod root;
mod snapshot;

pub use reader::read;
pub use root::{RootError, enclosing, find_root, holds_nothing_of_a_vault, own_binary};
pub use snapshot::{Content, Cover, File, Irregular, Snapshot, Trouble};

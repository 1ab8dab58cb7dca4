//! The folder on disk: finding the root, naming what lies where, reading it whole; and finding
//! places outside it.
//!
//! [`Snapshot`] is data and imported by the pure rooms; a [`Reader`] makes one and does the I/O.

pub mod layout;
pub mod outside;
mod reader;
mod root;
mod snapshot;
mod walk;

pub use reader::{Reader, read};
pub use root::{Root, enclosing, own_binary};
pub use snapshot::{Content, Cover, File, Irregular, Snapshot, Trouble};

//! Sources outside the vault: listed in `sources/EXTERN.md`, read only when asked (spec
//! chapter 7).
//!
//! Listed is not researched: no target is ever taken from a question, a document or an answer.
//! What is found are pointers, kept apart from evidence.

mod address;
mod binding;
mod cache;
mod drift;
mod foreign;
mod found;
pub mod ranking;
mod search;
mod templates;
mod tree;
pub mod web;

pub use binding::{Bound, bind, bound, unbind};
pub use drift::{drift, scopes};
pub use found::{ExternalHit, ExternalSearch, ExternalState, SearchedSource};
pub use search::{Host, search};
pub use templates::{anchor_template, catalog_template};
pub use web::{Fetch, Settings, Web};

use crate::findings::Obstacle;
use tree::TreeError;

/// Path and reason of a tree's trouble, as arguments of findings; the root itself is `.`.
fn reason(error: &TreeError) -> (String, Obstacle) {
    match error {
        TreeError::Unreadable { path, source } if path.is_empty() => {
            (".".to_owned(), source.into())
        }
        TreeError::Unreadable { path, source } => (path.clone(), source.into()),
        TreeError::NotUtf8 { path } => (path.clone(), Obstacle::NotUtf8),
        TreeError::OtherDevice { path } => (path.clone(), Obstacle::OtherDevice),
        TreeError::Budget(budget) => (".".to_owned(), Obstacle::Budget(*budget)),
    }
}

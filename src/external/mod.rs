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
mod unread;
pub mod web;

pub use binding::{Bound, bind, bound, unbind};
pub use drift::{drift, scopes};
pub use found::{ExternalHit, ExternalSearch, ExternalState, SearchedSource};
pub use search::{Host, search};
pub use templates::{anchor_template, catalog_template};
pub use unread::Unread;
pub use web::{Fetch, Settings, Web};

use tree::TreeError;

/// Path and reason of a tree's trouble, as arguments of findings; the root itself is `.`.
fn reason(error: &TreeError) -> (String, String) {
    let path = match error {
        TreeError::Unreadable { path, .. } if path.is_empty() => ".",
        TreeError::Unreadable { path, .. }
        | TreeError::NotUtf8 { path }
        | TreeError::OtherDevice { path } => path,
        TreeError::Budget(_) => ".",
    };
    (path.to_owned(), error.to_string())
}

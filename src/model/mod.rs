//! What the content of a vault means: pure parsers of text and bytes that were read elsewhere.
//!
//! They borrow from their input, know no file system and no clock, and judge only form; whether
//! content is true to the rest of the vault is for the checks.

pub mod anchors;
pub mod bindings;
pub mod catalog;
pub mod claim;
pub mod concepts;
pub mod contract;
pub mod ids;
pub mod links;
pub mod manifest;
pub mod media;
pub mod media_type;
pub mod page;
pub mod paths;
pub mod registry;
pub mod reviewer;
pub mod router;
pub mod sources;

pub mod template;
pub mod types;
pub mod values;
pub mod vault;

pub use vault::Vault;

/// The profile this engine speaks (spec chapter 2).
pub const PROFILE: &str = "oksv-lite/1.3";

//! What the content of a vault means: pure parsers of text and bytes that were read elsewhere.
//!
//! They borrow from their input, know no file system and no clock, and judge only form; whether
//! content is true to the rest of the vault is for the checks.

pub mod frontmatter;
pub mod ids;
pub mod links;
pub mod paths;
pub mod reviewer;
pub mod signature;
pub mod values;

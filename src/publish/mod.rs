//! What leaves the vault: the export in the open knowledge format and the package.

pub mod package;
pub mod yaml;

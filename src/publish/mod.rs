//! What leaves the vault: drawings of its graph, the export in the open knowledge format and the
//! package.

pub mod drawing;
pub mod okf;
pub mod package;
pub mod verified;
pub mod yaml;

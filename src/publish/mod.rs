//! What leaves the vault: drawings of its graph, a page to look around in, the export in the open
//! knowledge format and the package.

pub mod drawing;
pub mod okf;
pub mod originals;
mod overwrite;
pub mod package;
pub mod page;

//! `vault index` and `vault graph`

use super::output::Output;
use super::{Outcome, written};
use crate::commit::Io;
use crate::files::Folder;
use crate::release::{DerivedFile, write_derived};

pub(super) fn run(root: &Folder, file: DerivedFile, out: &Output) -> Outcome {
    let done = write_derived(root, &Io::new(), file)?;
    written(done, out)
}

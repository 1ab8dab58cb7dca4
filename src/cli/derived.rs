//! `vault index` and `vault graph`

use super::output::Output;
use super::{Outcome, exit};
use crate::commit::{Committed, Io};
use crate::files::Folder;
use crate::release::{DerivedFile, write_derived};

pub(super) fn run(root: &Folder, file: DerivedFile, out: &Output) -> Outcome {
    let done = write_derived(root, &Io::new(), file)?;
    finish(done, out)
}

/// Says which files were written, and whether cleaning up went wrong.
pub(super) fn finish(done: Committed, out: &Output) -> Outcome {
    match done.paths.is_empty() {
        true => out.say("🟢 unverändert")?,
        false => out.say(&format!("🟢 geschrieben: {}", done.paths.join(", ")))?,
    }
    let Some(error) = done.unfinished else { return Ok(exit(true)) };
    Err(error.unfinished().into())
}

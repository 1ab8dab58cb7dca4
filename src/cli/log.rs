//! `vault log`

use super::output::Output;
use super::{Outcome, today, written};
use crate::commit::Io;
use crate::files::Folder;
use crate::release::{Entry, append_log};

pub(super) fn run(root: &Folder, action: String, text: String, out: &Output) -> Outcome {
    let entry = Entry { day: today(), action, text };
    written(append_log(root, &Io::new(), &entry)?, out)
}

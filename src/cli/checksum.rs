//! `vault checksum`

use super::output::Output;
use super::{Outcome, exit, read, written};
use crate::check;
use crate::commit::Io;
use crate::files::Folder;
use crate::release::{require_clean, write_manifest};

pub(super) fn run(root: &Folder, verify: bool, out: &Output) -> Outcome {
    if !verify {
        return written(write_manifest(root, &Io::new())?, out);
    }
    let snapshot = read(root)?;
    require_clean(&snapshot)?;
    match check::manifest::check(&snapshot) {
        Some(deviation) => Err(deviation.into()),
        None => {
            out.say("🟢 der Bestand stimmt mit dem Manifest überein")?;
            Ok(exit(true))
        }
    }
}

//! Where the page may lie, and putting it there.

use std::io::Write as _;
use std::path::Path;

use super::MARK;
use crate::commit::failure;
use crate::diagnostic::{Diagnostic, Findings};
use crate::digest::Digest;
use crate::findings::Finding;
use crate::publish::overwrite;
use crate::storage::{Io, Refusal, Verdict, put_file};
use crate::vault::outside::Site;

/// A place for a page, outside every vault.
#[derive(Debug)]
pub struct PageFile(Site);

impl PageFile {
    /// Looks at the place a caller names. `vault` is the folder of the vault, links resolved.
    pub fn new(path: &Path, vault: &Path) -> Result<Self, Diagnostic> {
        Site::named(path, Some(vault), |reason| Finding::PageTarget { reason }).map(Self)
    }

    /// Puts a page there, whole or not at all. What is there must be an earlier page.
    pub fn write(&self, io: &Io, page: &str) -> Result<Verdict, Findings> {
        let Self(site) = self;
        let (digest, mark) = (Digest::of(page.as_bytes()), MARK.as_bytes());
        let is_page = |head: &[u8]| head == mark;
        let judge = || overwrite::judge(&site.parent, &site.name, digest, mark.len(), is_page);
        // Where it may not go, or is already, nothing is built.
        let placed = match judge() {
            Err(reason) => Err(Refusal::Check(reason)),
            Ok(Verdict::Discard) => Ok(Verdict::Discard),
            Ok(_) => put_file(
                &site.parent,
                io,
                &site.name,
                |mut file| Ok(file.write_all(page.as_bytes())?),
                |_| judge(),
            ),
        };
        placed.map_err(|refusal| match refusal {
            Refusal::Check(reason) => site.refused(reason).into(),
            Refusal::Failed(error) => failure::finding(&error).into(),
        })
    }
}

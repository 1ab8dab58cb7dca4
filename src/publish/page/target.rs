//! Where the page may lie, and putting it there.

use std::io::Write as _;
use std::path::Path;

use super::MARK;
use crate::commit::{Io, Refusal, Verdict, place};
use crate::diagnostic::{Diagnostic, Finding, Obstacle, Place};
use crate::digest::Digest;
use crate::files::HELD_LIMIT;
use crate::publish::single;
use crate::vault::outside::Site;

/// A place for a page, outside every vault.
#[derive(Debug)]
pub struct Target {
    site: Site,
    /// As it was named.
    shown: String,
}

impl Target {
    /// Looks at the place a caller names.
    pub fn new(path: &Path) -> Result<Self, Diagnostic> {
        let shown = path.display().to_string();
        match Site::named(path) {
            Ok(site) => Ok(Self { site, shown }),
            Err(reason) => Err(refused(&shown, reason)),
        }
    }

    /// Puts a page there, whole or not at all. What is there must be an earlier page.
    pub fn write(&self, io: &Io, page: &str) -> Result<Verdict, Vec<Diagnostic>> {
        let Site { parent, name, .. } = &self.site;
        let is_page = || {
            let found = parent.read_file(name, HELD_LIMIT);
            found.is_ok_and(|found| found.starts_with(MARK.as_bytes()))
        };
        let digest = Digest::of(page.as_bytes());
        let judge = || single::judge(parent, name, digest, is_page);
        // Where it may not go, or is already, nothing is built.
        let placed = match judge() {
            Err(reason) => Err(Refusal::Check(reason)),
            Ok(Verdict::Discard) => Ok(Verdict::Discard),
            Ok(_) => place(
                parent,
                io,
                name,
                |mut file| Ok(file.write_all(page.as_bytes())?),
                |_| judge(),
            ),
        };
        placed.map_err(|refusal| match refusal {
            Refusal::Check(reason) => vec![refused(&self.shown, reason)],
            Refusal::Commit(error) => error.diagnostics(),
        })
    }
}

fn refused(path: &str, reason: Obstacle) -> Diagnostic {
    Diagnostic::new(Place::file(path), Finding::PageTarget { reason })
}

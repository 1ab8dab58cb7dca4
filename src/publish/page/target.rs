//! Where the page may lie, and putting it there.

use std::path::Path;

use super::MARK;
use crate::commit::{Io, Refusal};
use crate::diagnostic::{Diagnostic, Finding, Obstacle, Place};
use crate::files::Folder;
use crate::publish::single::{self, Put};
use crate::vault::outside;

/// A place for a page, outside every vault.
#[derive(Debug)]
pub struct Target {
    parent: Folder,
    name: String,
    /// As it was named.
    shown: String,
}

impl Target {
    /// Looks at the place a caller names.
    pub fn new(path: &Path) -> Result<Self, Diagnostic> {
        let shown = path.display().to_string();
        let opened =
            outside(path).and_then(|(parent, name)| Ok((Folder::open_root(&parent)?, name)));
        match opened {
            Ok((parent, name)) => Ok(Self { parent, name, shown }),
            Err(reason) => Err(refused(&shown, reason)),
        }
    }

    /// Puts a page there, whole or not at all. What is there must be an earlier page.
    pub fn write(&self, io: &Io, page: &str) -> Result<Put, Vec<Diagnostic>> {
        let is_page = |found: &[u8]| found.starts_with(MARK.as_bytes());
        single::put(&self.parent, io, &self.name, page.as_bytes(), is_page).map_err(|refusal| {
            match refusal {
                Refusal::Check(reason) => vec![refused(&self.shown, reason)],
                Refusal::Commit(error) => error.diagnostics(),
            }
        })
    }
}

fn refused(path: &str, reason: Obstacle) -> Diagnostic {
    Diagnostic::new(Place::file(path), Finding::PageTarget { reason })
}

//! Documents of web sources as they were last fetched, outside the vault.
//!
//! `<home>/skillsafe/<vault folder name>/<X-nnnn>/<SHA-256 of the address>.md`. Whatever is
//! wrong with the cache, or with an entry, means no more than that a document is fetched anew.

#![allow(clippy::disallowed_types, reason = "an entry has an age")]

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::address::Address;
use super::tree::DOCUMENT_LIMIT;
use crate::digest::Digest;
use crate::files::Folder;
use crate::storage::{Failed, Io};

/// The user's folder for all vaults.
const SHARED: &str = "skillsafe";

/// The cache of one vault; without a place for it, it stays empty.
#[derive(Debug)]
pub(super) struct Cache {
    home: Option<PathBuf>,
    vault: String,
    ttl_seconds: u64,
    io: Io,
}

impl Cache {
    /// The cache of the vault of this name within the user's cache folder.
    pub(super) fn new(home: Option<PathBuf>, vault: String, ttl_seconds: u64, io: Io) -> Self {
        // A relative home would put the cache wherever the command happens to run.
        let home = home.filter(|home| home.is_absolute() && is_name(&vault));
        Self { home, vault, ttl_seconds, io }
    }

    /// The document, if an entry is fresh and sound.
    pub(super) fn fresh(&self, source: &str, address: &Address) -> Option<String> {
        let home = self.home(source)?;
        let path = [SHARED, &self.vault, source].join("/");
        let folder = Folder::open_root(home).ok()?.open_folder(&path).ok()?;
        let entry = folder.open_file(&name(address)).ok()?.sole().ok()?;
        let age = SystemTime::now().duration_since(entry.modified().ok()?).ok()?;
        if self.ttl_seconds == 0 || age.as_secs() > self.ttl_seconds {
            return None;
        }
        String::from_utf8(entry.read(DOCUMENT_LIMIT).ok()?).ok()
    }

    /// Keeps a document, if that is possible.
    pub(super) fn keep(&self, source: &str, address: &Address, text: &str) {
        let Some(home) = self.home(source) else { return };
        let _ = self.put(home, source, &name(address), text);
    }

    fn put(&self, home: &Path, source: &str, name: &str, text: &str) -> Result<(), Failed> {
        let io = &self.io;
        let mut folder = io.open_private_root(home)?;
        for name in [SHARED, &self.vault, source] {
            folder = io.open_private_folder(&folder, name)?;
        }
        io.put_private(&folder, name, text.as_bytes())
    }

    fn home(&self, source: &str) -> Option<&Path> {
        self.home.as_deref().filter(|_| is_name(source))
    }
}

/// Whether the text can name a folder here and nothing else.
fn is_name(text: &str) -> bool {
    !matches!(text, "" | "." | "..") && !text.contains(['/', '\0'])
}

fn name(address: &Address) -> String {
    format!("{}.md", Digest::of(address.as_str().as_bytes()))
}

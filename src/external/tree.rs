//! A local folder of Markdown documents, read under confinement (spec chapter 7).
//!
//! Beneath the bound root no link is followed and no other device entered; budgets are counted,
//! never timed. Hard links are allowed: nothing is written here.

use std::path::Path;

use crate::digest::Digest;
use crate::files::{FileError, Folder, Kind, Opened};
use crate::model::paths::is_portable;

/// Most bytes of a document, local or from the web.
pub(super) const DOCUMENT_LIMIT: u64 = 1024 * 1024;

/// Deepest folder below the root.
const DEPTH: usize = 12;
/// Most entries of all folders, skipped ones included.
const ENTRIES: usize = 20_000;
/// Most documents.
const DOCUMENTS: usize = 5_000;
/// Most bytes of all documents.
const TOTAL_BYTES: u64 = 64 * 1024 * 1024;

/// What a tree may have only so much of, and how much.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum Measure {
    /// Folders within folders.
    #[error("mehr als {0} Ordner ineinander")]
    Depth(usize),
    /// Entries of all folders.
    #[error("mehr als {0} Einträge")]
    Entries(usize),
    /// Documents.
    #[error("mehr als {0} Dokumente")]
    Documents(usize),
    /// Bytes of one document.
    #[error("ein Dokument mit mehr als {} MiB", .0 / MIB)]
    DocumentBytes(u64),
    /// Bytes of all documents.
    #[error("mehr als {} MiB Text", .0 / MIB)]
    TotalBytes(u64),
    /// Bytes of a foreign vault's files that are no pages.
    #[error("mehr als {} GiB neben den Seiten", .0 / MIB / 1024)]
    ForeignBytes(u64),
    /// Sentences of one document.
    #[error("ein Dokument mit mehr als {0} Sätzen")]
    Sentences(usize),
    /// Bytes of the catalogue made of them.
    #[error("ein Katalog mit mehr als {} MiB", *.0 as u64 / MIB)]
    CatalogBytes(usize),
}

const MIB: u64 = 1024 * 1024;

/// Most bytes of all files of a foreign vault that are no pages.
pub(super) const FOREIGN_BYTES: u64 = 1024 * MIB;

/// Why a tree or one of its documents cannot be used.
#[derive(Debug, thiserror::Error)]
pub(super) enum TreeError {
    /// A document or folder that cannot be read.
    #[error("{source}")]
    Unreadable {
        /// Path below the root, empty for the root.
        path: String,
        /// Why.
        source: FileError,
    },
    /// A document that is not UTF-8.
    #[error("kein UTF-8")]
    NotUtf8 {
        /// Path below the root.
        path: String,
    },
    /// A document that lies on another device than the root.
    #[error("liegt auf einem anderen Dateisystem")]
    OtherDevice {
        /// Path below the root.
        path: String,
    },
    /// The tree is larger than allowed, so none of it counts.
    #[error("zu groß: {0}")]
    Budget(Measure),
}

/// A document, read.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Document {
    /// Its text.
    pub text: String,
    /// Digest of its bytes.
    pub digest: Digest,
}

/// What a link is that is not named like a document; one that is, is always an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Links {
    /// Not followed, and no matter.
    Skipped,
    /// An error.
    Refused,
}

/// An opened tree.
#[derive(Debug)]
pub(super) struct Tree {
    root: Folder,
    device: u64,
}

impl Tree {
    /// Opens the tree at an absolute path. Links in the path were resolved when it was bound; one
    /// that came since is not followed.
    pub(super) fn open(root: &Path) -> Result<Self, TreeError> {
        let unreadable = |source| TreeError::Unreadable { path: String::new(), source };
        let root = Folder::open_resolved(root).map_err(unreadable)?;
        let device = root.stat_self().map_err(unreadable)?.identity.0;
        Ok(Self { root, device })
    }

    /// Reads one document.
    pub(super) fn document(&self, path: &str) -> Result<Document, TreeError> {
        let bytes = self.bytes(path)?;
        let digest = Digest::of(&bytes);
        match String::from_utf8(bytes) {
            Ok(text) => Ok(Document { text, digest }),
            Err(_) => Err(TreeError::NotUtf8 { path: path.to_owned() }),
        }
    }

    /// The bytes of a regular file of at most [`DOCUMENT_LIMIT`] bytes.
    pub(super) fn bytes(&self, path: &str) -> Result<Vec<u8>, TreeError> {
        self.bytes_up_to(path, DOCUMENT_LIMIT)
    }

    /// The bytes of a regular file of at most `limit` bytes.
    pub(super) fn bytes_up_to(&self, path: &str, limit: u64) -> Result<Vec<u8>, TreeError> {
        let unreadable = |source| TreeError::Unreadable { path: path.to_owned(), source };
        self.open_file(path)?.read(limit).map_err(unreadable)
    }

    /// Digest of a regular file, whose size is taken from `budget`.
    pub(super) fn digest(&self, path: &str, budget: &mut u64) -> Result<Digest, TreeError> {
        let unreadable = |source| TreeError::Unreadable { path: path.to_owned(), source };
        let opened = self.open_file(path)?;
        let rest = budget.checked_sub(opened.stat.size);
        *budget = rest.ok_or(TreeError::Budget(Measure::ForeignBytes(FOREIGN_BYTES)))?;
        Ok(opened.digest(0).map_err(unreadable)?.0)
    }

    /// Opens a regular file on the root's device.
    fn open_file(&self, path: &str) -> Result<Opened, TreeError> {
        let unreadable = |source| TreeError::Unreadable { path: path.to_owned(), source };
        if !is_portable(path) {
            return Err(unreadable(FileError::Missing));
        }
        let opened = self.root.open_file(path).map_err(unreadable)?;
        if opened.stat.identity.0 == self.device {
            Ok(opened)
        } else {
            Err(TreeError::OtherDevice { path: path.to_owned() })
        }
    }

    /// Paths of all documents below `start`, sorted. Names that start with a dot are skipped but
    /// counted; passing a budget fails the whole.
    fn walk(&self, start: &str, links: Links) -> Result<Vec<String>, TreeError> {
        let mut documents = Vec::new();
        let mut entries = 0;
        let mut pending = vec![(start.to_owned(), 0)];
        while let Some((path, depth)) = pending.pop() {
            if depth > DEPTH {
                return Err(TreeError::Budget(Measure::Depth(DEPTH)));
            }
            for entry in self.entries(&path)? {
                entries += 1;
                if entries > ENTRIES {
                    return Err(TreeError::Budget(Measure::Entries(ENTRIES)));
                }
                let Some((below, kind)) = self.visible(&path, entry)? else { continue };
                match kind {
                    Kind::File if is_document(&below) => documents.push(below),
                    other if is_document(&below) => return Err(wrong_kind(below, other)),
                    Kind::Link if links == Links::Refused => return Err(wrong_kind(below, kind)),
                    Kind::Folder => pending.push((below, depth + 1)),
                    Kind::File | Kind::Link | Kind::Special => {}
                }
                if documents.len() > DOCUMENTS {
                    return Err(TreeError::Budget(Measure::Documents(DOCUMENTS)));
                }
            }
        }
        documents.sort_unstable();
        Ok(documents)
    }

    /// Reads all documents below `start` within the budgets of a whole tree, sorted by path.
    pub(super) fn all(
        &self,
        start: &str,
        links: Links,
    ) -> Result<Vec<(String, Document)>, TreeError> {
        let mut total = 0;
        let mut documents = Vec::new();
        for path in self.walk(start, links)? {
            let document = match self.document(&path) {
                Err(TreeError::Unreadable { source: FileError::TooLarge(_), .. }) => {
                    return Err(TreeError::Budget(Measure::DocumentBytes(DOCUMENT_LIMIT)));
                }
                document => document?,
            };
            total += document.text.len() as u64;
            if total > TOTAL_BYTES {
                return Err(TreeError::Budget(Measure::TotalBytes(TOTAL_BYTES)));
            }
            documents.push((path, document));
        }
        Ok(documents)
    }

    fn entries(&self, path: &str) -> Result<Vec<crate::files::Entry>, TreeError> {
        let unreadable = |source| TreeError::Unreadable { path: path.to_owned(), source };
        let folder = self.root.open_folder(path).map_err(unreadable)?;
        if folder.stat_self().map_err(unreadable)?.identity.0 != self.device {
            return Err(TreeError::OtherDevice { path: path.to_owned() });
        }
        folder.entries().map_err(unreadable)
    }

    /// Path and kind of an entry that is not hidden.
    fn visible(
        &self,
        path: &str,
        entry: crate::files::Entry,
    ) -> Result<Option<(String, Kind)>, TreeError> {
        if entry.name.starts_with(b".") {
            return Ok(None);
        }
        let Ok(name) = String::from_utf8(entry.name) else {
            let source = FileError::NotUtf8Name;
            return Err(TreeError::Unreadable { path: path.to_owned(), source });
        };
        let below = if path.is_empty() { name } else { format!("{path}/{name}") };
        Ok(Some((below, entry.kind)))
    }
}

fn wrong_kind(path: String, kind: Kind) -> TreeError {
    TreeError::Unreadable { path, source: FileError::WrongKind(kind) }
}

fn is_document(path: &str) -> bool {
    path.rsplit_once('.').is_some_and(|(_, suffix)| suffix.eq_ignore_ascii_case("md"))
}

//! One consistent picture of a vault: every tracked file read exactly once. Data only.

use crate::digest::Digest;

/// What was kept of a file's bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content {
    /// UTF-8; in text files every line end is LF.
    Text(String),
    /// Text was expected, the byte at this offset is not UTF-8.
    NotUtf8(usize),
    /// A registry of more than this many bytes.
    TooLarge(u64),
    /// The first bytes of an original.
    Head(Vec<u8>),
    /// Only the digest was needed.
    None,
}

/// What the manifest has to do with a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cover {
    /// It belongs into the manifest.
    Tracked,
    /// It is no part of a vault, but the manifest of the last release lists it still.
    Listed,
    /// It does not belong there.
    None,
}

/// A file as it was read. Digest and content come from the same bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// Path relative to the root.
    pub path: String,
    /// What the manifest has to do with it.
    pub cover: Cover,
    /// Permission bits.
    pub mode: u32,
    /// Size in bytes.
    pub size: u64,
    /// Digest of the bytes on disk.
    pub digest: Digest,
    /// What was kept of them.
    pub content: Content,
}

impl File {
    /// Its text, if that was kept and is UTF-8.
    pub fn text(&self) -> Option<&str> {
        match &self.content {
            Content::Text(text) => Some(text),
            _ => None,
        }
    }
}

/// Why an entry could not be taken as a file or folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Trouble {
    /// A symbolic link.
    Link,
    /// A file with this many names.
    HardLinked(u64),
    /// FIFO, socket or device.
    Special,
    /// The system refused, or the entry vanished: why, as a person is told.
    Unreadable(String),
    /// A name that is not UTF-8; the path holds it with replacements.
    NotUtf8Name,
}

/// An entry that is neither a proper file nor a proper folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Irregular {
    /// Path relative to the root.
    pub path: String,
    /// Whether the manifest would cover it.
    pub tracked: bool,
    /// What is wrong.
    pub trouble: Trouble,
}

/// Everything below the root, each list sorted by path.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Snapshot {
    /// Files that were read.
    pub files: Vec<File>,
    /// Regular files nobody needs to read: `evals/`, quarantine, host state.
    pub unread: Vec<String>,
    /// Folders.
    pub folders: Vec<String>,
    /// What others keep in the folder, not opened; of a folder only itself.
    pub ignored: Vec<String>,
    /// Everything else.
    pub irregular: Vec<Irregular>,
    /// Whether the development entries of a checkout were left out.
    pub development: bool,
}

impl Snapshot {
    /// The file at `path`, if it was read.
    pub fn file(&self, path: &str) -> Option<&File> {
        let at = self.files.binary_search_by(|file| file.path.as_str().cmp(path)).ok()?;
        Some(&self.files[at])
    }

    /// The text of the tracked file at `path`: what is parsed is what the manifest covers.
    pub fn content(&self, path: &str) -> Option<&str> {
        self.file(path).filter(|file| file.cover == Cover::Tracked)?.text()
    }

    /// The text at `path`, if it is there and UTF-8.
    pub fn text(&self, path: &str) -> Option<&str> {
        self.file(path)?.text()
    }

    /// Whether there is a folder at `path`.
    pub fn has_folder(&self, path: &str) -> bool {
        self.folders.binary_search_by(|folder| folder.as_str().cmp(path)).is_ok()
    }

    /// The files that belong into the manifest, in its order.
    pub fn tracked(&self) -> impl Iterator<Item = &File> {
        self.files.iter().filter(|file| file.cover == Cover::Tracked)
    }

    /// Paths of everything that is no folder, whatever else it is.
    pub fn leaves(&self) -> impl Iterator<Item = &str> {
        let files = self.files.iter().map(|file| file.path.as_str());
        let unread = self.unread.iter().map(String::as_str);
        let irregular = self.irregular.iter().map(|entry| entry.path.as_str());
        files.chain(unread).chain(irregular)
    }
}

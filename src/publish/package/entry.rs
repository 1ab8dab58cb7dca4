//! What goes into a package.

use std::io::Write;

use crate::diagnostic::Findings;
use crate::digest::Digest;
use crate::files::{CopyError, Folder};
use crate::publish::originals;
use crate::storage::{EXECUTABLE_MODE, FILE_MODE};
use crate::vault::File;

/// A file of a package, as its listing knows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    /// Path below the folder of the skill.
    pub path: String,
    /// Whether it may be run.
    pub executable: bool,
}

impl Member {
    /// Permission bits it is unpacked with.
    pub(super) fn mode(&self) -> u32 {
        if self.executable { EXECUTABLE_MODE } else { FILE_MODE }
    }
}

/// A member, and where its bytes are.
#[derive(Debug)]
pub struct Entry<'a> {
    /// What the package says of it.
    pub member: Member,
    bytes: Bytes<'a>,
}

#[derive(Debug)]
enum Bytes<'a> {
    /// In the vault, verified.
    Vault(&'a File),
    /// Here.
    Held(Vec<u8>),
}

impl<'a> Entry<'a> {
    /// A file of the vault.
    pub(super) fn of_vault(file: &'a File) -> Self {
        let member = Member { path: file.path.clone(), executable: false };
        Self { member, bytes: Bytes::Vault(file) }
    }

    /// A file that is not the vault's.
    pub fn held(path: &str, executable: bool, bytes: Vec<u8>) -> Self {
        let member = Member { path: path.to_owned(), executable };
        Self { member, bytes: Bytes::Held(bytes) }
    }

    pub(super) fn size(&self) -> u64 {
        match &self.bytes {
            Bytes::Vault(file) => file.size,
            Bytes::Held(bytes) => bytes.len() as u64,
        }
    }

    pub(super) fn digest(&self) -> Digest {
        match &self.bytes {
            Bytes::Vault(file) => file.digest,
            Bytes::Held(bytes) => Digest::of(bytes),
        }
    }

    /// Copies its bytes; `root` is the vault.
    pub(super) fn copy(
        &self,
        root: &Folder,
        to: &mut impl Write,
    ) -> Result<(), CopyError<Findings>> {
        match &self.bytes {
            Bytes::Vault(file) => originals::copy(root, file, to),
            Bytes::Held(bytes) => Ok(to.write_all(bytes)?),
        }
    }
}

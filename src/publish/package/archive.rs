//! The archive: a ZIP whose bytes depend on its entries alone.

use std::io::{Cursor, Read, Write};

use zip::result::ZipResult;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipArchive, ZipWriter};

use crate::commit::{EXECUTABLE_MODE, FILE_MODE, NewFile};
use crate::diagnostic::{Diagnostic, Finding};

/// A file of the package.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Path below the folder of the skill.
    pub path: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// Whether it may be run.
    pub executable: bool,
}

impl Entry {
    pub(super) fn as_new_file(&self) -> NewFile<'_> {
        NewFile { path: &self.path, bytes: &self.bytes, executable: self.executable }
    }
}

/// Packs the entries, in their order, into folder `name`.
pub fn pack(name: &str, entries: &[Entry]) -> Result<Vec<u8>, Vec<Diagnostic>> {
    write(name, entries).map_err(|_| unfaithful())
}

/// Reads the archive back; it must hold exactly these entries.
pub fn verify(name: &str, bytes: &[u8], entries: &[Entry]) -> Result<Vec<Entry>, Vec<Diagnostic>> {
    let found = unpack(name, bytes)?;
    if found == entries { Ok(found) } else { Err(unfaithful()) }
}

/// The entries of an archive whose one folder is `name`.
pub(super) fn unpack(name: &str, bytes: &[u8]) -> Result<Vec<Entry>, Vec<Diagnostic>> {
    read(name, bytes).ok().flatten().ok_or_else(unfaithful)
}

pub(super) fn unfaithful() -> Vec<Diagnostic> {
    vec![Diagnostic::vault(Finding::PackageUnfaithful {})]
}

fn write(name: &str, entries: &[Entry]) -> ZipResult<Vec<u8>> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for entry in entries {
        let mode = if entry.executable { EXECUTABLE_MODE } else { FILE_MODE };
        let options = SimpleFileOptions::DEFAULT
            .compression_method(CompressionMethod::Stored)
            .last_modified_time(DateTime::DEFAULT)
            .unix_permissions(mode);
        zip.start_file(format!("{name}/{}", entry.path), options)?;
        zip.write_all(&entry.bytes)?;
    }
    Ok(zip.finish()?.into_inner())
}

/// `None` where an entry is not as [`write`] makes them.
fn read(name: &str, bytes: &[u8]) -> ZipResult<Option<Vec<Entry>>> {
    let mut zip = ZipArchive::new(Cursor::new(bytes))?;
    let mut entries = Vec::with_capacity(zip.len());
    for index in 0..zip.len() {
        let mut file = zip.by_index(index)?;
        let path = file.name()?;
        let path = path.strip_prefix(name).and_then(|path| path.strip_prefix('/'));
        let executable = match file.unix_mode().map(|mode| mode & 0o7777) {
            Some(FILE_MODE) => Some(false),
            Some(EXECUTABLE_MODE) => Some(true),
            _ => None,
        };
        let (Some(path), Some(executable)) = (path.map(str::to_owned), executable) else {
            return Ok(None);
        };
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        entries.push(Entry { path, bytes, executable });
    }
    Ok(Some(entries))
}

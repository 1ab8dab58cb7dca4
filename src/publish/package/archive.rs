//! The archive: a ZIP whose bytes depend on its entries alone, written and read as a stream.

use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};

use zip::result::ZipResult;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipArchive, ZipWriter};

use super::entry::{Entry, Member};
use super::unfaithful;
use crate::diagnostic::Findings;
use crate::digest::Digest;
use crate::files::{CopyError, Folder, copy};
use crate::storage::{EXECUTABLE_MODE, FILE_MODE};

/// Larger files need the headers of ZIP64.
const SMALL: u64 = u32::MAX as u64;

/// Packs the entries, in their order, into folder `name`; `root` is the vault they are of.
pub(super) fn pack(
    root: &Folder,
    name: &str,
    entries: &[Entry<'_>],
    to: impl Write + Seek,
) -> Result<(), CopyError<Findings>> {
    let mut zip = ZipWriter::new(Patient { to, failed: false });
    for entry in entries {
        let options = SimpleFileOptions::DEFAULT
            .compression_method(CompressionMethod::Stored)
            .last_modified_time(DateTime::DEFAULT)
            .unix_permissions(entry.member.mode())
            .large_file(entry.size() >= SMALL);
        let path = format!("{name}/{}", entry.member.path);
        zip.start_file(path, options).map_err(io::Error::from)?;
        entry.copy(root, &mut zip)?;
    }
    zip.finish().map_err(io::Error::from)?;
    Ok(())
}

/// Where an archive is written to. A writer that is given up completes the archive all the same,
/// and complains on stderr if it cannot: after a failure everything is well, and nothing written.
struct Patient<W> {
    to: W,
    failed: bool,
}

impl<W: Write + Seek> Write for Patient<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.failed {
            self.to.seek(SeekFrom::Current(bytes.len() as i64))?;
            return Ok(bytes.len());
        }
        self.to.write(bytes).inspect_err(|_| self.failed = true)
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.failed { Ok(()) } else { self.to.flush() }
    }
}

impl<W: Seek> Seek for Patient<W> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.to.seek(to)
    }
}

/// An archive that is read back.
pub struct Archive<R> {
    zip: ZipArchive<BufReader<R>>,
    /// What is in it, in its order.
    pub members: Vec<Member>,
}

impl<R: Read + Seek> Archive<R> {
    /// Opens an archive whose one folder is `name`.
    pub(super) fn open(name: &str, from: R) -> Result<Self, Findings> {
        read(name, from).ok().flatten().ok_or_else(unfaithful)
    }

    /// Copies what the member at `index` holds, and says what it was.
    pub fn copy(
        &mut self,
        index: usize,
        to: &mut impl Write,
    ) -> Result<Digest, CopyError<Findings>> {
        let file = self.zip.by_index(index);
        let mut file = file.map_err(|_| CopyError::Source(unfaithful()))?;
        copy(&mut file, to).map_err(|error| error.map_source(|_| unfaithful()))
    }
}

/// `None` where a member is not as [`pack`] makes them.
fn read<R: Read + Seek>(name: &str, from: R) -> ZipResult<Option<Archive<R>>> {
    let mut zip = ZipArchive::new(BufReader::new(from))?;
    let mut members = Vec::with_capacity(zip.len());
    for index in 0..zip.len() {
        let file = zip.by_index(index)?;
        let path = file.name()?;
        let path = path.strip_prefix(name).and_then(|path| path.strip_prefix('/'));
        let executable = match file.unix_mode().map(|mode| mode & 0o7777) {
            Some(FILE_MODE) => Some(false),
            Some(EXECUTABLE_MODE) => Some(true),
            _ => None,
        };
        let (Some(path), Some(executable)) = (path, executable) else { return Ok(None) };
        members.push(Member { path: path.to_owned(), executable });
    }
    Ok(Some(Archive { zip, members }))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A medium with room for so many bytes.
    struct Small(io::Cursor<Vec<u8>>, usize);

    impl Write for Small {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            if self.0.position() as usize + bytes.len() > self.1 {
                Err(io::ErrorKind::StorageFull.into())
            } else {
                self.0.write(bytes)
            }
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl Seek for Small {
        fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
            self.0.seek(to)
        }
    }

    #[test]
    fn a_full_medium_is_said_wherever_it_is_full() {
        let dir = tempfile::tempdir().unwrap();
        let root = Folder::open_root(dir.path()).unwrap();
        let entries = ["a.md", "b.md"].map(|path| Entry::held(path, false, vec![b'x'; 99]));
        let mut whole = io::Cursor::new(Vec::new());
        pack(&root, "n", &entries, &mut whole).unwrap();
        let whole = whole.into_inner();
        for room in 0..whole.len() {
            let packed = pack(&root, "n", &entries, Small(io::Cursor::default(), room));
            let Err(CopyError::Target(error)) = packed else { panic!("{room}: {packed:?}") };
            assert_eq!(error.kind(), io::ErrorKind::StorageFull, "{room}");
        }
        let mut small = Small(io::Cursor::default(), whole.len());
        pack(&root, "n", &entries, &mut small).unwrap();
        assert_eq!(small.0.into_inner(), whole);
    }
}

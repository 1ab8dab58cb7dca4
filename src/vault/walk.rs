//! Reads a vault into a [`Snapshot`]: one walk, then every file once, on all cores.

use std::collections::BTreeSet;

use super::layout::{self, Keep, Part};
use super::snapshot::{Content, Cover, File, Irregular, Snapshot, Trouble};
use crate::digest::Digest;
use crate::files::{FileError, Folder, HELD_LIMIT, Kind, Opened, Stat};
use crate::parallel;
use crate::text::whitespace::convert_newlines;

/// Largest JSON registry (spec chapter 3).
const REGISTRY_LIMIT: u64 = 2 * 1024 * 1024;
/// Bytes of an original in which its kind is looked for (spec chapter 3).
const HEAD: usize = 64 * 1024;
/// Files of one folder that are read by one worker in one go.
const BATCH: usize = 64;

/// Reads everything below `root`.
///
/// Trouble with an entry becomes part of the snapshot; only an
/// unreadable root is an error.
pub(super) fn read(root: &Folder) -> Result<Snapshot, FileError> {
    let mut snapshot = Snapshot::default();
    let batches = walk(root, &mut snapshot)?;
    let files: usize = batches.iter().map(|batch| batch.names.len()).sum();
    let worthwhile = files >= parallel::WORTHWHILE;
    let outcomes = parallel::map(worthwhile, &batches, |batch| batch.read(root));
    for outcome in outcomes.into_iter().flatten() {
        match outcome {
            Ok(file) => snapshot.files.push(file),
            Err(entry) => snapshot.irregular.push(entry),
        }
    }
    snapshot.files.extend(still_listed(root, &snapshot));
    // Each folder came sorted; the stable sort makes use of that.
    snapshot.files.sort_by(|a, b| a.path.cmp(&b.path));
    snapshot.unread.sort_unstable();
    snapshot.ignored.sort_unstable();
    snapshot.folders.sort_unstable();
    snapshot.irregular.sort_unstable_by(|a, b| a.path.cmp(&b.path));
    Ok(snapshot)
}

/// The files that are no part of a vault any more, but that its manifest lists: what was
/// released is verified as it was, until the next release drops them.
fn still_listed(root: &Folder, snapshot: &Snapshot) -> Vec<File> {
    let manifest = snapshot.files.iter().find(|file| file.path == layout::MANIFEST);
    let text = manifest.filter(|_| !snapshot.ignored.is_empty()).and_then(File::text);
    let paths = text.unwrap_or_default().lines().filter_map(|line| Some(line.split_once("  ")?.1));
    let ignored: BTreeSet<&str> =
        paths.filter(|path| layout::part(path) == Part::Ignored).collect();
    let read = |path: &&str| {
        let (digest, stat) = digested(root, path).ok()?;
        let Stat { mode, size, .. } = stat;
        let (path, content) = (path.to_string(), Content::None);
        Some(File { path, cover: Cover::Listed, mode, size, digest, content })
    };
    ignored.iter().filter_map(read).collect()
}

fn digested(root: &Folder, path: &str) -> Result<(Digest, Stat), FileError> {
    let opened = root.open_file(path)?.sole()?;
    let stat = opened.stat;
    Ok((opened.digest(0)?.0, stat))
}

/// Some files of one folder, still to be read.
struct Batch {
    folder: String,
    names: Vec<String>,
}

/// Goes through all folders. A list of open work instead of recursion, and no descriptor is
/// kept: neither depth nor width of the tree uses anything up.
fn walk(root: &Folder, snapshot: &mut Snapshot) -> Result<Vec<Batch>, FileError> {
    snapshot.development = root.stat_entry(b"Cargo.toml").is_ok_and(|stat| stat.kind == Kind::File);
    let mut batches = Vec::new();
    let mut pending = vec![String::new()];
    while let Some(path) = pending.pop() {
        let opened = root.open_folder(&path);
        let entries = opened.and_then(|folder| Ok((folder.entries()?, folder)));
        let (entries, folder) = match entries {
            Ok(found) => found,
            Err(error) if path.is_empty() => return Err(error),
            Err(error) => {
                snapshot.irregular.push(irregular(path, error));
                continue;
            }
        };
        let mut names = Vec::new();
        for entry in entries {
            if path.is_empty() && snapshot.development && layout::is_development(&entry.name) {
                continue;
            }
            match place(&path, &folder, &entry.name, entry.kind, snapshot) {
                Some(Found::Folder(below)) => pending.push(below),
                Some(Found::File(name)) => names.push(name),
                None => {}
            }
        }
        batches.extend(
            names.chunks(BATCH).map(|part| Batch { folder: path.clone(), names: part.to_vec() }),
        );
        if !path.is_empty() {
            snapshot.folders.push(path);
        }
    }
    Ok(batches)
}

enum Found {
    Folder(String),
    File(String),
}

/// Puts one entry where it belongs; folders and files to read come back.
fn place(
    parent: &str,
    folder: &Folder,
    name: &[u8],
    kind: Kind,
    snapshot: &mut Snapshot,
) -> Option<Found> {
    let Ok(name) = std::str::from_utf8(name) else {
        let path = join(parent, &String::from_utf8_lossy(name));
        snapshot.irregular.push(trouble(path, Trouble::NotUtf8Name));
        return None;
    };
    let path = join(parent, name);
    let part = layout::part(&path);
    match kind {
        _ if part == Part::Ignored => snapshot.ignored.push(path),
        Kind::Folder => return Some(Found::Folder(path)),
        Kind::File if matches!(part, Part::Tracked(_) | Part::Beside(_)) => {
            return Some(Found::File(name.to_owned()));
        }
        Kind::File => match folder.stat_entry(name.as_bytes()) {
            Ok(stat) if stat.links != 1 => {
                snapshot.irregular.push(trouble(path, Trouble::HardLinked(stat.links)));
            }
            Ok(_) => snapshot.unread.push(path),
            // A writer that prepares its lock does not wait for readers.
            Err(FileError::Missing) => {}
            Err(error) => snapshot.irregular.push(irregular(path, error)),
        },
        Kind::Link => snapshot.irregular.push(trouble(path, Trouble::Link)),
        Kind::Special => snapshot.irregular.push(trouble(path, Trouble::Special)),
    }
    None
}

fn join(parent: &str, name: &str) -> String {
    if parent.is_empty() { name.to_owned() } else { format!("{parent}/{name}") }
}

fn trouble(path: String, trouble: Trouble) -> Irregular {
    Irregular { tracked: layout::is_tracked(&path), path, trouble }
}

fn irregular(path: String, error: FileError) -> Irregular {
    let kind = match error {
        FileError::Link => Trouble::Link,
        FileError::HardLinked(links) => Trouble::HardLinked(links),
        FileError::WrongKind(Kind::Special) => Trouble::Special,
        other => Trouble::Unreadable(other.to_string()),
    };
    trouble(path, kind)
}

impl Batch {
    fn read(&self, root: &Folder) -> Vec<Result<File, Irregular>> {
        let folder = match root.open_folder(&self.folder) {
            Ok(folder) => folder,
            Err(error) => return vec![Err(irregular(self.folder.clone(), error))],
        };
        let read = |name: &String| {
            let path = join(&self.folder, name);
            read_one(&folder, name, &path).map_err(|error| irregular(path, error))
        };
        self.names.iter().map(read).collect()
    }
}

fn read_one(folder: &Folder, name: &str, path: &str) -> Result<File, FileError> {
    let opened = folder.open_file(name)?.sole()?;
    let Stat { mode, size, .. } = opened.stat;
    let (cover, keep) = match layout::part(path) {
        Part::Tracked(keep) => (Cover::Tracked, keep),
        Part::Beside(keep) => (Cover::None, keep),
        Part::Unread | Part::Refused | Part::Ignored => (Cover::None, Keep::Digest),
    };
    let (digest, content) = content(opened, keep)?;
    Ok(File { path: path.to_owned(), cover, mode, size, digest, content })
}

fn content(opened: Opened, keep: Keep) -> Result<(Digest, Content), FileError> {
    match keep {
        Keep::Text => {
            let bytes = opened.read(HELD_LIMIT)?;
            let digest = Digest::of(&bytes);
            Ok((digest, text(bytes, convert_newlines)))
        }
        Keep::Registry if opened.stat.size <= REGISTRY_LIMIT => {
            let bytes = opened.read(REGISTRY_LIMIT)?;
            Ok((Digest::of(&bytes), text(bytes, |text| text)))
        }
        Keep::Registry => Ok((opened.digest(0)?.0, Content::TooLarge(REGISTRY_LIMIT))),
        Keep::Head => {
            let (digest, head) = opened.digest(HEAD)?;
            Ok((digest, Content::Head(head)))
        }
        Keep::Digest => Ok((opened.digest(0)?.0, Content::None)),
    }
}

fn text(bytes: Vec<u8>, convert: impl FnOnce(String) -> String) -> Content {
    match String::from_utf8(bytes) {
        Ok(text) => Content::Text(convert(text)),
        Err(error) => Content::NotUtf8(error.utf8_error().valid_up_to()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_reads_may_vanish_between_two_looks() {
        let dir = tempfile::tempdir().unwrap();
        let root = Folder::open_root(dir.path()).unwrap();
        let mut snapshot = Snapshot::default();
        let lock = b".vault-release.lock.new";
        assert!(place("", &root, lock, Kind::File, &mut snapshot).is_none());
        assert_eq!(snapshot, Snapshot::default());
        crate::files::write::create_file(&root, ".vault-release.lock.new").unwrap();
        assert!(place("", &root, lock, Kind::File, &mut snapshot).is_none());
        assert_eq!(snapshot.unread, [".vault-release.lock.new"]);
    }
}

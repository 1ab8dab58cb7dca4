//! Another vault as a source: verified by its own manifest before a byte is believed (spec
//! chapter 7). Its engine is never run; its pages are read as documents.

use std::collections::BTreeMap;
use std::path::Path;

use super::tree::{Document, FOREIGN_BYTES, Links, Tree, TreeError};
use crate::digest::Digest;
use crate::files::FileError;
use crate::model::paths::is_portable;
use crate::text::whitespace::trim_start;
use crate::vault::layout;

/// Largest manifest.
const MANIFEST_LIMIT: u64 = 1024 * 1024;

/// Why a foreign vault is not believed.
#[derive(Debug)]
pub(super) enum ForeignError {
    /// Its files cannot be read.
    Tree(TreeError),
    /// Its manifest has a line that is none, or nothing at all (line 0).
    Manifest(usize),
    /// A listed file has another digest.
    Changed(String),
    /// A page that the manifest does not list.
    Unlisted(String),
}

impl From<TreeError> for ForeignError {
    fn from(error: TreeError) -> Self {
        Self::Tree(error)
    }
}

/// A verified vault: the digest of its manifest, and its pages with their texts.
#[derive(Debug)]
pub(super) struct Foreign {
    /// Digest of its manifest.
    pub manifest: Digest,
    /// Paths and texts of its pages, sorted.
    pub pages: Vec<(String, Document)>,
}

/// Reads and verifies the vault at an absolute path.
pub(super) fn read(root: &Path) -> Result<Foreign, ForeignError> {
    let tree = Tree::open(root)?;
    let bytes = tree.bytes_up_to(layout::MANIFEST, MANIFEST_LIMIT)?;
    let manifest = Digest::of(&bytes);
    let text = String::from_utf8(bytes)
        .map_err(|_| TreeError::NotUtf8 { path: layout::MANIFEST.to_owned() })?;
    let listed = parse(&text)?;
    let pages = match tree.all(layout::KNOWLEDGE, Links::Refused) {
        // A vault without any page.
        Err(TreeError::Unreadable { path, source: FileError::Missing })
            if path == layout::KNOWLEDGE =>
        {
            Vec::new()
        }
        pages => pages?,
    };
    for (path, page) in &pages {
        match listed.get(path.as_str()) {
            None => return Err(ForeignError::Unlisted(path.clone())),
            Some(digest) if *digest != page.digest => {
                return Err(ForeignError::Changed(path.clone()));
            }
            Some(_) => {}
        }
    }
    let mut budget = FOREIGN_BYTES;
    for (path, digest) in &listed {
        let is_page = pages.binary_search_by(|(page, _)| page.as_str().cmp(path)).is_ok();
        if !is_page && tree.digest(path, &mut budget)? != *digest {
            return Err(ForeignError::Changed(path.to_string()));
        }
    }
    Ok(Foreign { manifest, pages })
}

/// Any blanks between digest and path, a `*` before the path allowed; each path once.
fn parse(text: &str) -> Result<BTreeMap<&str, Digest>, ForeignError> {
    let mut listed = BTreeMap::new();
    for (line, content) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        let entry = content.split_once([' ', '\t']).and_then(|(digest, rest)| {
            let path = trim_start(rest);
            let path = path.strip_prefix('*').unwrap_or(path);
            Some((path, Digest::parse(digest)?)).filter(|_| is_portable(path))
        });
        let (path, digest) = entry.ok_or(ForeignError::Manifest(line))?;
        if listed.insert(path, digest).is_some() {
            return Err(ForeignError::Manifest(line));
        }
    }
    if listed.is_empty() { Err(ForeignError::Manifest(0)) } else { Ok(listed) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn manifests_of_others_are_read_with_some_tolerance() {
        let digest = Digest::of(b"x");
        assert_eq!(parse(&format!("{digest} \t *a b\n\n{digest}  c\n")).unwrap().len(), 2);
        for bad in ["", "\n", "x  a\n", &format!("{digest}  ../a\n"), &format!("{digest}\n")] {
            assert!(parse(bad).is_err(), "{bad:?}");
        }
        assert!(parse(&format!("{digest}  a\n{digest} a\n")).is_err());
    }
}

//! Where this host finds local sources: `.vault-extern.json`, written through the commit (spec
//! chapter 7).

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use crate::commit::{Change, Committed, Lock, commit};
use crate::diagnostic::{Diagnostic, Findings, Place};
use crate::digest::Digest;
use crate::files::{FileError, Folder, resolve};
use crate::findings::Finding;
use crate::model::Vault;
use crate::model::bindings::{self, Binding, Bindings};
use crate::model::paths::is_root;
use crate::model::sources::ExternalSource;
use crate::model::values::{BINDING_KEY_LIMIT, is_binding_key};
use crate::storage::Io;
use crate::vault::Root;
use crate::vault::layout;

/// Largest binding file.
const LIMIT: u64 = 2 * 1024 * 1024;

/// The binding file's text and digest; empty and `None` if there is none.
pub(super) struct BindingFile {
    text: String,
    digest: Option<Digest>,
}

impl BindingFile {
    /// Reads the file.
    pub(super) fn read(root: &Folder) -> Result<Self, Findings> {
        let place = Place::file(layout::BINDINGS);
        let bytes = match root.read_file(layout::BINDINGS, LIMIT) {
            Ok(bytes) => bytes,
            Err(FileError::Missing) => return Ok(Self { text: String::new(), digest: None }),
            Err(error) => {
                let reason = error.to_string();
                return Err(Diagnostic::new(place, Finding::TreeUnreadable { reason }).into());
            }
        };
        let digest = Some(Digest::of(&bytes));
        match String::from_utf8(bytes) {
            Ok(text) => Ok(Self { text, digest }),
            Err(_) => Err(Diagnostic::new(place, Finding::BindingMalformed {}).into()),
        }
    }

    /// What is bound.
    pub(super) fn bindings(&self) -> Result<Bindings<'_>, Findings> {
        match self.digest {
            None => Ok(Bindings::default()),
            Some(_) => Ok(bindings::parse(layout::BINDINGS, &self.text)?),
        }
    }
}

/// What the binding file says, broken or not.
#[derive(Debug)]
pub struct Bound {
    /// The path each source is bound to, or what is wrong with the file.
    pub roots: Result<HashMap<String, PathBuf>, Findings>,
    /// How long cached web documents are fresh, in seconds. A broken file says nothing of it, and
    /// is then what a missing one is: no reason to fetch everything anew.
    pub ttl_seconds: u64,
}

/// Reads what is bound.
pub fn bound(root: &Folder) -> Bound {
    let read = BindingFile::read(root).and_then(|file| {
        let bindings = file.bindings()?;
        let roots = bindings.bindings.iter();
        let roots = roots.map(|bound| (bound.source.to_string(), PathBuf::from(&*bound.root)));
        Ok((roots.collect(), bindings.ttl()))
    });
    match read {
        Ok((roots, ttl_seconds)) => Bound { roots: Ok(roots), ttl_seconds },
        Err(faults) => Bound { roots: Err(faults), ttl_seconds: Bindings::default().ttl() },
    }
}

/// Binds a listed local source to a folder of this host; an earlier binding gives way.
pub fn bind(
    root: &Root,
    io: &Io,
    vault: &Vault,
    id: &str,
    path: &str,
    today: &str,
) -> Result<Committed, Findings> {
    let source = local(vault, id)?;
    let resolved = checked(path)?;
    let shown = || path.to_owned();
    if overlap(&resolved, &root.path) {
        return Err(Finding::BindVault { path: shown() }.into());
    }
    let key = source.key.to_owned();
    if !is_binding_key(&key) {
        // The file would be malformed, and then nothing could be unbound either.
        let (id, limit) = (id.to_owned(), BINDING_KEY_LIMIT as u64);
        return Err(Finding::ExternalKey { id, value: key, limit }.into());
    }
    change(&root.folder, io, |bindings| {
        for other in bindings.bindings.iter().filter(|other| other.source != id) {
            let Ok(root) = resolve(Path::new(&*other.root)) else { continue };
            if overlap(&resolved, &root) {
                let id = other.source.to_string();
                return Err(Finding::BindOverlap { path: shown(), id });
            }
        }
        bindings.bindings.retain(|binding| binding.source != id);
        bindings.bindings.push(Binding {
            key: key.into(),
            source: id.to_owned().into(),
            root: resolved.to_string_lossy().into_owned().into(),
            bound_at: today.to_owned().into(),
        });
        Ok(())
    })
}

/// Takes a binding away, whether or not there is one.
pub fn unbind(root: &Folder, io: &Io, vault: &Vault, id: &str) -> Result<Committed, Findings> {
    local(vault, id)?;
    change(root, io, |bindings| {
        bindings.bindings.retain(|binding| binding.source != id);
        Ok(())
    })
}

/// The listed source, if it is one that can be bound.
fn local<'v, 'a>(vault: &'v Vault<'a>, id: &str) -> Result<&'v ExternalSource<'a>, Findings> {
    match vault.external(id) {
        None => Err(Finding::BindUnlisted { id: id.to_owned() }.into()),
        Some(source) if source.is_web() => Err(Finding::BindWeb { id: id.to_owned() }.into()),
        Some(source) => Ok(source),
    }
}

/// The resolved path of an existing folder that was named cleanly.
fn checked(path: &str) -> Result<PathBuf, Findings> {
    if !is_root(path) {
        return Err(Finding::BindRelative { path: path.to_owned() }.into());
    }
    let unusable = |error: FileError| {
        let (path, reason) = (path.to_owned(), error.to_string());
        Findings::from(Finding::BindPath { path, reason })
    };
    let resolved = resolve(Path::new(path)).map_err(unusable)?;
    // Nothing but a folder can be opened as one.
    Folder::open_root(&resolved).map_err(unusable)?;
    // A link may lead to a path that could not have been named.
    match resolved.to_str() {
        None => Err(unusable(FileError::NotUtf8Name)),
        Some(text) if !is_root(text) => Err(Finding::BindRelative { path: text.to_owned() }.into()),
        Some(_) => Ok(resolved),
    }
}

/// Whether one path is or contains the other.
fn overlap(one: &Path, other: &Path) -> bool {
    one.starts_with(other) || other.starts_with(one)
}

/// Reads the bindings under the lock, edits them, and commits the file.
fn change<'b>(
    root: &Folder,
    io: &Io,
    edit: impl FnOnce(&mut Bindings<'_>) -> Result<(), Finding> + 'b,
) -> Result<Committed, Findings> {
    let lock = Lock::acquire(root, io)?;
    let file = BindingFile::read(root)?;
    let mut bindings = file.bindings()?;
    edit(&mut bindings)?;
    let after = bindings.render().into_bytes();
    let change = Change { path: layout::BINDINGS.to_owned(), before: file.digest, after };
    Ok(commit(lock, vec![change], || Ok(()), || Ok(()))?)
}

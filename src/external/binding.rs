//! Where this host finds local sources: `.vault-extern.json`, written through the commit (spec
//! chapter 7).

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use crate::commit::{Change, Committed, Io, Lock, Refusal, commit};
use crate::diagnostic::{Diagnostic, Place};
use crate::digest::Digest;
use crate::files::{FileError, Folder, resolve};
use crate::findings::{Finding, Obstacle};
use crate::model::Vault;
use crate::model::bindings::{self, Binding, Bindings};
use crate::model::paths::is_root;
use crate::model::values::is_binding_key;
use crate::vault::layout;

/// Largest binding file.
const LIMIT: u64 = 2 * 1024 * 1024;

/// Why nothing was bound or the bindings cannot be read.
pub type BindError = Vec<Diagnostic>;

/// The binding file's text and digest; empty and `None` if there is none.
pub struct BindingFile {
    text: String,
    digest: Option<Digest>,
}

impl BindingFile {
    /// Reads the file.
    pub fn read(root: &Folder) -> Result<Self, BindError> {
        let place = Place::file(layout::BINDINGS);
        let bytes = match root.read_file(layout::BINDINGS, LIMIT) {
            Ok(bytes) => bytes,
            Err(FileError::Missing) => return Ok(Self { text: String::new(), digest: None }),
            Err(error) => {
                let reason = error.into();
                return Err(vec![Diagnostic::new(place, Finding::TreeUnreadable { reason })]);
            }
        };
        let digest = Some(Digest::of(&bytes));
        match String::from_utf8(bytes) {
            Ok(text) => Ok(Self { text, digest }),
            Err(_) => Err(vec![Diagnostic::new(place, Finding::BindingMalformed {})]),
        }
    }

    /// What is bound.
    pub fn bindings(&self) -> Result<Bindings<'_>, BindError> {
        match self.digest {
            None => Ok(Bindings::default()),
            Some(_) => bindings::parse(layout::BINDINGS, &self.text),
        }
    }
}

/// What the binding file says, broken or not.
#[derive(Debug)]
pub struct Bound {
    /// The path each source is bound to, or what is wrong with the file.
    pub roots: Result<HashMap<String, PathBuf>, BindError>,
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

/// A vault with the path it lies at, links resolved.
#[derive(Clone, Copy)]
pub struct Home<'h> {
    /// The opened root.
    pub folder: &'h Folder,
    /// Its path.
    pub path: &'h Path,
}

/// Binds a listed local source to a folder of this host; an earlier binding gives way.
pub fn bind(
    home: Home<'_>,
    io: &Io,
    vault: &Vault,
    id: &str,
    path: &str,
    today: &str,
) -> Result<Committed, BindError> {
    let source = local(vault, id)?;
    let resolved = checked(path)?;
    let shown = || path.to_owned();
    if overlap(&resolved, home.path) {
        return refuse(Finding::BindVault { path: shown() });
    }
    let key = source.key.to_owned();
    if !is_binding_key(&key) {
        // The file would be malformed, and then nothing could be unbound either.
        return refuse(Finding::ExternalKey { id: id.to_owned(), value: key });
    }
    change(home.folder, io, |bindings| {
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
pub fn unbind(root: &Folder, io: &Io, vault: &Vault, id: &str) -> Result<Committed, BindError> {
    local(vault, id)?;
    change(root, io, |bindings| {
        bindings.bindings.retain(|binding| binding.source != id);
        Ok(())
    })
}

fn refuse<T>(finding: Finding) -> Result<T, BindError> {
    Err(vec![Diagnostic::general(finding)])
}

/// The listed source, if it is one that can be bound.
fn local<'v, 'a>(
    vault: &'v Vault<'a>,
    id: &str,
) -> Result<&'v crate::model::sources::External<'a>, BindError> {
    match vault.external(id) {
        None => refuse(Finding::BindUnlisted { id: id.to_owned() }),
        Some(source) if source.is_web() => refuse(Finding::BindWeb { id: id.to_owned() }),
        Some(source) => Ok(source),
    }
}

/// The resolved path of an existing folder that was named cleanly.
fn checked(path: &str) -> Result<PathBuf, BindError> {
    if !is_root(path) {
        return refuse(Finding::BindRelative { path: path.to_owned() });
    }
    let unusable = |reason: Obstacle| {
        vec![Diagnostic::general(Finding::BindPath { path: path.to_owned(), reason })]
    };
    let resolved = resolve(Path::new(path)).map_err(|error| unusable(error.into()))?;
    // Nothing but a folder can be opened as one.
    Folder::open_root(&resolved).map_err(|error| unusable(error.into()))?;
    // A link may lead to a path that could not have been named.
    match resolved.to_str() {
        None => Err(unusable(Obstacle::NotUtf8)),
        Some(text) if !is_root(text) => refuse(Finding::BindRelative { path: text.to_owned() }),
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
) -> Result<Committed, BindError> {
    let lock = Lock::acquire(root, io).map_err(|error| error.diagnostics())?;
    let file = BindingFile::read(root)?;
    let mut bindings = file.bindings()?;
    edit(&mut bindings).map_err(|finding| vec![Diagnostic::general(finding)])?;
    let after = bindings.render().into_bytes();
    let change = Change { path: layout::BINDINGS.to_owned(), before: file.digest, after };
    commit(lock, vec![change], || Ok(()), || Ok(())).map_err(Refusal::diagnostics)
}

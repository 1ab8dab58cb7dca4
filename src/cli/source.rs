//! `vault source`: what a file, wherever it lies, would be registered as.

use std::path::Path;

use super::output::Output;
use super::{Outcome, exit, read};
use crate::check;
use crate::diagnostic::Diagnostic;
use crate::digest::Digest;
use crate::files::{FileError, Folder, Kind};
use crate::findings::{Finding, Obstacle};
use crate::model::Vault;
use crate::text::normal::spell_umlauts;
use crate::text::visible::visible;
use crate::vault::layout;

pub(super) fn run(root: &Folder, file: &Path, out: &Output) -> Outcome {
    let (name, digest) = read_outside(file).map_err(|reason| {
        let file = file.display().to_string();
        Diagnostic::general(Finding::SourceFile { file, reason })
    })?;
    let snapshot = read(root)?;
    let (vault, _) = Vault::parse(&snapshot);
    let id = next_id(&vault)?;
    let stored = format!("{}/{id}__{}", layout::RAW, stored_name(&name));
    // Cells that only a person can fill stay empty: validate asks for each.
    let row = format!("| {id} |  |  | {digest} |  |  | {stored} |");
    let name = visible(&name);
    out.print(&format!("Datei: {name}\nSHA-256: {digest}\nID: {id}\nAblage: {stored}\n{row}\n"))?;
    Ok(exit(true))
}

/// Digest of a regular file that is no link, whatever lies around it.
fn read_outside(file: &Path) -> Result<(String, Digest), Obstacle> {
    let name = file.file_name().ok_or(FileError::WrongKind(Kind::Folder))?;
    let name = name.to_str().ok_or(FileError::NotUtf8Name)?;
    let parent = file.parent().filter(|parent| !parent.as_os_str().is_empty());
    let folder = Folder::open_root(parent.unwrap_or(Path::new(".")))?;
    let opened = folder.open_file(name)?;
    match check::is_allowed_kind(name) {
        true => Ok((name.to_owned(), opened.digest(0)?.0)),
        false => Err(Obstacle::FileKind),
    }
}

/// One more than the highest registered number.
fn next_id(vault: &Vault) -> Result<String, Diagnostic> {
    let numbers = vault.sources.iter().filter_map(|source| source.id[2..].parse::<u32>().ok());
    match numbers.max().unwrap_or(0) + 1 {
        number @ ..=9999 => Ok(format!("S-{number:04}")),
        _ => Err(Diagnostic::general(Finding::SourceNumbers {})),
    }
}

/// A name that is the same on every system: lower case, without blanks and umlauts.
fn stored_name(name: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
    spell_umlauts(&name.to_lowercase()).chars().map(|c| if plain(c) { c } else { '-' }).collect()
}

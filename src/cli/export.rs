//! `vault export`

use std::path::PathBuf;

use clap::Args;

use super::output::Output;
use super::{Failure, Outcome, Root, exit, read};
use crate::check;
use crate::commit::Io;
use crate::diagnostic::{Diagnostic, visible};
use crate::files::Folder;
use crate::model::Vault;
use crate::publish::okf::{Bundle, Target, bundle, unfit_domains};
use crate::publish::verified;
use crate::vault::{Snapshot, layout};

#[derive(Debug, Args)]
pub(super) struct Export {
    /// Als Bündel im Open Knowledge Format, Version 0.2
    #[arg(long, required = true)]
    okf: bool,
    /// Ordner des Bündels, außerhalb des Tresors; er darf fehlen, leer oder ein früherer Export sein
    #[arg(long = "out", value_name = "DIR")]
    folder: PathBuf,
    /// Auch die Originale der registrierten Quellen
    #[arg(long)]
    with_sources: bool,
}

pub(super) fn run(root: &Root, arguments: &Export, out: &Output) -> Outcome {
    let target = Target::new(&arguments.folder, &root.path)?;
    let (bundle, pages) = render(&root.folder, arguments.with_sources)?;
    let left_over = target.write(&Io::new(), &bundle)?;
    let files = bundle.len();
    let shown = arguments.folder.display().to_string();
    let shown = visible(&shown);
    out.say(&format!("🟢 exportiert nach {shown}: {pages} Seiten, {files} Dateien"))?;
    match left_over {
        None => Ok(exit(true)),
        Some(finding) => Err(finding.into()),
    }
}

/// The bundle of the release and the number of its pages.
fn render(root: &Folder, with_sources: bool) -> Result<(Bundle, usize), Failure> {
    let snapshot = read(root)?;
    let validated = check::validate(&snapshot);
    let vault = &validated.vault;
    let mut found = validated.errors();
    found.extend(check::unreleased(&snapshot, vault));
    found.extend(unfit_domains(vault));
    if !found.is_empty() {
        return Err(found.into());
    }
    let originals = match with_sources {
        true => Some(originals(root, &snapshot, vault)?),
        false => None,
    };
    let log = snapshot.text(layout::LOG).unwrap_or_default();
    Ok((bundle(vault, log, originals), vault.pages.len()))
}

/// The originals of all registered sources, with the bytes that were verified.
fn originals(root: &Folder, snapshot: &Snapshot, vault: &Vault) -> Result<Bundle, Diagnostic> {
    let files = vault.sources.iter().filter_map(|source| snapshot.file(source.file));
    files.map(|file| Ok((file.path.clone(), verified::read(root, file)?))).collect()
}

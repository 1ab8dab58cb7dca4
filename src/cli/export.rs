//! `vault export`

use std::path::PathBuf;

use clap::Args;

use super::output::Output;
use super::{Outcome, Root, exit, read};
use crate::check;
use crate::commit::Io;
use crate::diagnostic::counted;
use crate::model::Vault;
use crate::publish::okf::{Originals, Sources, Target, bundle, unfit_names};
use crate::text::visible::visible;
use crate::vault::{File, Snapshot, layout};

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
    let snapshot = read(&root.folder)?;
    let validated = check::validate(&snapshot);
    let vault = &validated.vault;
    let mut found = validated.errors();
    found.extend(check::unreleased(&snapshot, vault));
    found.extend(unfit_names(vault));
    if !found.is_empty() {
        return Err(found.into());
    }
    let log = snapshot.text(layout::LOG).unwrap_or_default();
    let (bundle, files) = match arguments.with_sources {
        true => (bundle(vault, log, Sources::Included), originals(&snapshot, vault)),
        false => (bundle(vault, log, Sources::Described), Vec::new()),
    };
    let originals = Originals { root: &root.folder, files: &files };
    let left_over = target.write(&Io::new(), &bundle, originals)?;
    let pages = counted(vault.pages.len(), "Seite", "Seiten");
    let files = counted(bundle.len() + files.len(), "Datei", "Dateien");
    let shown = arguments.folder.display().to_string();
    out.say(&format!("🟢 exportiert nach {}: {pages}, {files}", visible(&shown)))?;
    match left_over {
        None => Ok(exit(true)),
        Some(finding) => Err(finding.into()),
    }
}

/// The originals of all registered sources.
fn originals<'s>(snapshot: &'s Snapshot, vault: &Vault) -> Vec<&'s File> {
    vault.sources.iter().filter_map(|source| snapshot.file(source.file)).collect()
}

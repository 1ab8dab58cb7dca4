//! `vault export`

use std::path::PathBuf;

use super::context::Context;
use super::failure::{Outcome, exit};
use crate::check;
use crate::diagnostic::{Findings, counted};
use crate::model::Vault;
use crate::publish::okf::{ExportFolder, Originals, Sources, bundle, unfit_names};
use crate::text::visible::visible;
use crate::vault::{File, Snapshot, layout};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
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

pub(super) fn run(args: Args, context: &Context) -> Outcome {
    let root = context.root()?;
    let target = ExportFolder::new(&args.folder, &root.path)?;
    let snapshot = context.read(&root)?;
    let validated = check::validate(&snapshot);
    let vault = &validated.vault;
    let faults = validated.errors().into_iter().chain(check::unreleased(&snapshot, vault));
    faults.chain(unfit_names(vault)).collect::<Findings>().none()?;
    let log = snapshot.text(layout::LOG).unwrap_or_default();
    let (bundle, files) = if args.with_sources {
        (bundle(vault, log, Sources::Included), originals(&snapshot, vault))
    } else {
        (bundle(vault, log, Sources::Described), Vec::new())
    };
    let originals = Originals { root: &root.folder, files: &files };
    let left_over = target.write(&context.io, &bundle, originals)?;
    let pages = counted(vault.pages.len(), "Seite", "Seiten");
    let files = counted(bundle.len() + files.len(), "Datei", "Dateien");
    let shown = args.folder.display().to_string();
    context.out.say(&format!("🟢 exportiert nach {}: {pages}, {files}", visible(&shown)))?;
    match left_over {
        None => Ok(exit(true)),
        Some(finding) => Err(finding.into()),
    }
}

/// The originals of all registered sources.
fn originals<'s>(snapshot: &'s Snapshot, vault: &Vault) -> Vec<&'s File> {
    vault.sources.iter().filter_map(|source| snapshot.file(source.file)).collect()
}

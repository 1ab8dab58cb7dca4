//! `vault graph`: the graph as a file of the vault, drawn, or as a page to look around in.

use std::path::{Path, PathBuf};

use super::context::Context;
use super::failure::{Outcome, exit};
use crate::check;
use crate::model::contract::Contract;
use crate::publish::drawing::{Drawing, draw};
use crate::publish::page::{Origin, PageFile, page};
use crate::release::{DerivedFile, write_derived};
use crate::vault::{File, Root, layout};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// In dieser Form auf stdout ausgeben
    #[arg(long, value_name = "FORM")]
    format: Option<Drawing>,
    /// Als eine Seite zum Ansehen im Browser in diese Datei, außerhalb jedes Tresors
    #[arg(long, value_name = "DATEI", conflicts_with = "format")]
    html: Option<PathBuf>,
}

pub(super) fn run(args: Args, context: &Context) -> Outcome {
    let root = context.root()?;
    match args {
        Args { format: Some(drawing), .. } => print(drawing, &root, context),
        Args { html: Some(file), .. } => put_page(&file, &root, context),
        Args { format: None, html: None } => {
            context.written(write_derived(&root.folder, &context.io, DerivedFile::Graph)?)
        }
    }
}

/// Prints the graph of a valid vault.
fn print(drawing: Drawing, root: &Root, context: &Context) -> Outcome {
    let snapshot = context.read(root)?;
    let validated = check::validate(&snapshot);
    validated.require_valid()?;
    context.out.print(&draw(&validated.vault, drawing))?;
    Ok(exit(true))
}

/// Writes the page of a valid vault, released or not.
fn put_page(file: &Path, root: &Root, context: &Context) -> Outcome {
    let target = PageFile::new(file, &root.path)?;
    let snapshot = context.read(root)?;
    let validated = check::validate(&snapshot);
    validated.require_valid()?;
    let vault = &validated.vault;
    let contract = Contract::parse(snapshot.text(layout::SKILL).unwrap_or_default());
    let is_released = check::unreleased(&snapshot, vault).is_empty();
    let manifest = snapshot.file(layout::MANIFEST).filter(|_| is_released);
    let origin = Origin {
        name: contract.name,
        version: check::version(&snapshot).ok(),
        manifest: manifest.map(|File { digest, .. }| *digest),
    };
    context.placed(target.write(&context.io, &page(vault, &origin))?, file)
}

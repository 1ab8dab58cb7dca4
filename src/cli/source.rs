//! `vault source`

use std::path::PathBuf;

use super::context::Context;
use super::failure::{Outcome, exit};
use crate::curate::{Registration, register};
use crate::model::Vault;
use crate::text::visible::visible;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Die Datei, vom aktuellen Ordner aus
    #[arg(value_name = "DATEI")]
    file: PathBuf,
}

pub(super) fn run(args: Args, context: &Context) -> Outcome {
    let root = context.root()?;
    let snapshot = context.read(&root)?;
    let (vault, _) = Vault::parse(&snapshot);
    let registration = register(&vault, &args.file)?;
    let row = registration.row();
    let Registration { name, digest, id, stored } = registration;
    let name = visible(&name);
    context
        .out
        .print(&format!("Datei: {name}\nSHA-256: {digest}\nID: {id}\nAblage: {stored}\n{row}\n"))?;
    Ok(exit(true))
}

//! `vault anchor-template` and `vault orchestrator-template`

use super::context::Context;
use super::environment;
use super::failure::Outcome;
use crate::check;
use crate::external::{anchor_template, catalog_template};
use crate::model::{anchors, catalog};

#[derive(Debug, clap::Args)]
pub(super) struct AnchorArgs {
    /// Die Bezugsquelle
    #[arg(value_name = "X-nnnn")]
    source: String,
    /// Pfad des Dokuments in der Quelle
    #[arg(value_name = "DOKUMENT")]
    document: String,
}

#[derive(Debug, clap::Args)]
pub(super) struct CatalogArgs {
    /// Die Bezugsquelle
    #[arg(value_name = "X-nnnn")]
    source: String,
}

/// Prints all sentences of a document.
pub(super) fn anchors(args: AnchorArgs, context: &Context) -> Outcome {
    let root = context.root()?;
    let snapshot = context.read(&root)?;
    let vault = check::validate(&snapshot).vault;
    let web = environment::web(&root, &context.io);
    let made = anchor_template(&root, &vault, web, &args.source, &args.document);
    context.template(made, anchors::SCHEMA)
}

/// Prints the catalogue of a tree.
pub(super) fn catalog(args: CatalogArgs, context: &Context) -> Outcome {
    let root = context.root()?;
    let snapshot = context.read(&root)?;
    let vault = check::validate(&snapshot).vault;
    context.template(catalog_template(&root, &vault, &args.source), catalog::SCHEMA)
}

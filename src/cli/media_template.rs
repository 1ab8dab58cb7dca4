//! `vault media-template`

use super::context::Context;
use super::failure::Outcome;
use crate::curate::media_template;
use crate::model::media::SCHEMA;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Registrierte Bild- oder PDF-Quelle
    #[arg(value_name = "S-nnnn")]
    source: String,
}

pub(super) fn run(args: Args, context: &Context) -> Outcome {
    let root = context.root()?;
    let snapshot = context.read(&root)?;
    context.template(media_template(&snapshot, &args.source), SCHEMA)
}

//! `vault log`

use super::context::Context;
use super::failure::Outcome;
use crate::release::{LogEntry, append_log};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// ingest, update, lint, release, note, onboarding oder extern
    #[arg(value_name = "AKTION")]
    action: String,
    /// Text des Eintrags, eine Zeile
    #[arg(required = true, value_name = "TEXT")]
    text: Vec<String>,
}

pub(super) fn run(args: Args, context: &Context) -> Outcome {
    let root = context.root()?;
    let entry = LogEntry { day: context.today(), action: args.action, text: args.text.join(" ") };
    context.written(append_log(&root.folder, &context.io, &entry)?)
}

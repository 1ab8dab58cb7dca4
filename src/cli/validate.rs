//! `vault validate`

use super::context::{Context, of_vault};
use super::failure::{Outcome, exit};
use crate::check;
use crate::diagnostic::{Format, Report};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Form des Berichts
    #[arg(long, value_name = "FORM", default_value = "text")]
    format: Format,
}

pub(super) fn run(args: Args, context: &Context) -> Outcome {
    let root = context.root()?;
    let snapshot = context.read(&root)?;
    let validated = check::validate(&snapshot);
    let summary = validated.summary().counts().into();
    let report = of_vault(Report::new("validate", validated.diagnostics, summary), &root);
    context.out.report(&report, args.format)?;
    Ok(exit(!report.failed()))
}

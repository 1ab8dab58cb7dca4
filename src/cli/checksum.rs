//! `vault checksum`

use super::context::Context;
use super::failure::{Outcome, exit};
use crate::check;
use crate::release::{require_clean, write_manifest};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Nur vergleichen
    #[arg(long)]
    verify: bool,
}

pub(super) fn run(args: Args, context: &Context) -> Outcome {
    let root = context.root()?;
    if !args.verify {
        return context.written(write_manifest(&root.folder, &context.io)?);
    }
    let snapshot = context.read(&root)?;
    require_clean(&snapshot)?;
    match check::manifest::check(&snapshot) {
        Some(deviation) => Err(deviation.into()),
        None => {
            context.out.say("🟢 der Bestand stimmt mit dem Manifest überein")?;
            Ok(exit(true))
        }
    }
}

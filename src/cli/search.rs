//! `vault search`

use super::context::Context;
use super::failure::{Outcome, exit};
use crate::ask::{Hits, search};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Gesuchte Wörter; eines genügt
    #[arg(required = true, value_name = "WORT")]
    terms: Vec<String>,
}

pub(super) fn run(args: Args, context: &Context) -> Outcome {
    let root = context.root()?;
    let Hits { lines, unreadable } = search(&context.read(&root)?, &args.terms)?;
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    context.out.print(&text)?;
    context.out.problems(unreadable.into());
    Ok(exit(!lines.is_empty()))
}

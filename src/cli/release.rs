//! `vault release`

use super::context::{Context, cleaned_up};
use super::failure::Outcome;
use crate::diagnostic::counted;
use crate::release::{Level, Released, release};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Welche Stelle der Version steigt
    #[arg(value_name = "STUFE", default_value = "patch")]
    level: Level,
}

pub(super) fn run(args: Args, context: &Context) -> Outcome {
    let root = context.root()?;
    let released = release(&root.folder, &context.io, args.level, &context.today())?;
    let Released { version, summary, unfinished } = released;
    // What lies outside the vault is no part of a release.
    let [content @ .., _external] = summary.counts();
    let content = content.map(|count| counted(count.number, count.one, count.many));
    context.out.say(&format!("🟢 freigegeben: v{version} — {}", content.join(", ")))?;
    cleaned_up(unfinished)
}

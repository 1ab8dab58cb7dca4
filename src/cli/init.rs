//! `vault init`

use std::path::PathBuf;

use super::context::Context;
use super::failure::{Outcome, exit};
use crate::findings::Finding;
use crate::model::contract::Scope;
use crate::release::init;
use crate::text::visible::visible;
use crate::vault::outside::Site;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Ordner des neuen Tresors; er darf fehlen, leer sein oder nur ein .git enthalten
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Name des Skills; sonst der des Ordners
    #[arg(long)]
    name: Option<String>,
    /// Für wen der Tresor gedacht ist
    #[arg(long)]
    scope: Option<Scope>,
}

pub(super) fn run(args: Args, context: &Context) -> Outcome {
    let Args { folder, name, scope } = args;
    let site = Site::named(&folder, None, |reason| Finding::InitTarget { reason })?;
    init(&site, &context.io, name.as_deref(), scope, &context.today())?;
    let shown = folder.display().to_string();
    let shown = visible(&shown);
    let quoted = shown.replace('\'', r"'\''");
    let next = format!("vault --root='{quoted}' doctor");
    context.out.say(&format!("🟢 neuer Tresor: {shown}; weiter mit: {next}"))?;
    Ok(exit(true))
}

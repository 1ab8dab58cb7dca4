//! `vault init`

use std::path::PathBuf;

use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};

use super::output::Output;
use super::{Outcome, exit, today};
use crate::commit::Io;
use crate::findings::Finding;
use crate::model::contract::Scope;
use crate::release::init;
use crate::text::visible::visible;
use crate::vault::outside::Site;

#[derive(Debug, Args)]
pub(super) struct Init {
    /// Ordner des neuen Tresors; er darf fehlen oder leer sein
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Name des Skills; sonst der des Ordners
    #[arg(long)]
    name: Option<String>,
    /// Für wen der Tresor gedacht ist
    #[arg(long)]
    scope: Option<Scope>,
}

impl ValueEnum for Scope {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.key()))
    }
}

pub(super) fn run(arguments: &Init, out: &Output) -> Outcome {
    let site = Site::named(&arguments.folder, None, |reason| Finding::InitTarget { reason })?;
    init(&site, &Io::new(), arguments.name.as_deref(), arguments.scope, &today())?;
    let shown = arguments.folder.display().to_string();
    let shown = visible(&shown);
    let quoted = shown.replace('\'', r"'\''");
    out.say(&format!("🟢 neuer Tresor: {shown}; weiter mit: vault --root='{quoted}' doctor"))?;
    Ok(exit(true))
}

//! `vault init`

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::output::Output;
use super::{Outcome, exit, today};
use crate::commit::Io;
use crate::diagnostic::{Finding, visible};
use crate::release::{Scope, init};
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
    scope: Option<InitScope>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum InitScope {
    Organisation,
    Fachbereich,
    Projekt,
    Persoenlich,
}

impl From<InitScope> for Scope {
    fn from(scope: InitScope) -> Self {
        match scope {
            InitScope::Organisation => Self::Organisation,
            InitScope::Fachbereich => Self::Department,
            InitScope::Projekt => Self::Project,
            InitScope::Persoenlich => Self::Personal,
        }
    }
}

pub(super) fn run(arguments: &Init, out: &Output) -> Outcome {
    let site = Site::named(&arguments.folder, None, |reason| Finding::InitTarget { reason })?;
    let scope = arguments.scope.map(Scope::from);
    init(&site, &Io::new(), arguments.name.as_deref(), scope, &today())?;
    let shown = arguments.folder.display().to_string();
    let shown = visible(&shown);
    out.say(&format!("🟢 neuer Tresor: {shown}; weiter mit: vault --root \"{shown}\" doctor"))?;
    Ok(exit(true))
}

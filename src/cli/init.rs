//! `vault init`

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::output::Output;
use super::{Failure, Outcome, exit, today};
use crate::commit::Io;
use crate::diagnostic::{Diagnostic, Finding, Obstacle, Place, visible};
use crate::files::Folder;
use crate::release::{Scope, init};
use crate::vault::outside;

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
    let path = &arguments.folder;
    let (parent, folder) = split(path)?;
    let scope = arguments.scope.map(Scope::from);
    init(&parent, &Io::new(), &folder, arguments.name.as_deref(), scope, &today())?;
    let shown = path.display().to_string();
    let shown = visible(&shown);
    out.say(&format!("🟢 neuer Tresor: {shown}; weiter mit: vault --root \"{shown}\" doctor"))?;
    Ok(exit(true))
}

/// The folder a path lies in, opened, and the last part of the path.
fn split(path: &Path) -> Result<(Folder, String), Failure> {
    let refuse = |reason| {
        let place = Place::file(&path.display().to_string());
        Failure::from(Diagnostic::new(place, Finding::InitTarget { reason }))
    };
    let (parent, name) = outside(path).map_err(refuse)?;
    let folder = Folder::open_root(&parent).map_err(|error| refuse(error.into()))?;
    // The new folder takes the place of the old one, and whoever stands in that would not see it.
    let here = Folder::open_root(Path::new(".")).and_then(|here| here.stat_self());
    if let (Ok(here), Ok(there)) = (here, folder.stat(&name))
        && here.identity == there.identity
    {
        return Err(refuse(Obstacle::Here));
    }
    Ok((folder, name))
}

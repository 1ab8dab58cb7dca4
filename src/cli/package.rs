//! `vault package`

use std::env::consts::{ARCH, OS};
use std::path::{Path, PathBuf};

use super::context::Context;
use super::failure::Outcome;
use crate::check;
use crate::commit::inspect;
use crate::diagnostic::{Diagnostic, Findings};
use crate::doctor::examine;
use crate::files::{FileError, HELD_LIMIT, Opened};
use crate::findings::Finding;
use crate::publish::package::{Engine, Existing, NoEngine, Package, Trial};
use crate::vault::{outside, own_binary};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Ordner für das Paket, außerhalb jedes Tresors; sonst der aktuelle
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Programm im Paket, auch für eine andere Plattform; sonst dieses
    #[arg(long, value_name = "DATEI", conflicts_with = "no_engine")]
    engine: Option<PathBuf>,
    /// Ohne Programm packen
    #[arg(long)]
    no_engine: bool,
    /// Ein vorhandenes anderes Paket ersetzen
    #[arg(long)]
    force: bool,
}

pub(super) fn run(args: Args, context: &Context) -> Outcome {
    let root = context.root()?;
    let named = args.out.as_deref().unwrap_or(Path::new("."));
    let refusal = |reason| Finding::PackageTarget { reason };
    let (folder, path) = outside::existing(named, &root.path, refusal)?;
    let writer = inspect(&root.folder, &context.io)?;
    let snapshot = context.read(&root)?;
    let validated = check::validate(&snapshot);
    let found = examine(&root, writer, &snapshot, validated).into_iter();
    found.filter(Diagnostic::is_error).collect::<Findings>().none()?;
    let version = check::version(&snapshot)?;
    let engine = engine(&args)?;
    let here = format!("{OS}-{ARCH}");
    let runs_here = engine.as_ref().is_some_and(|engine| engine.platform == here);
    let trial = if runs_here { Trial::Used } else { Trial::Looked };
    let existing = if args.force { Existing::Replaced } else { Existing::Kept };
    let package = Package::new(&root.folder, &snapshot, version, engine)?;
    let verdict = package.put(&folder, &path, &context.io, trial, existing)?;
    context.placed(verdict, &path.join(&package.file_name))
}

/// The program to pack: the named one, else this one.
fn engine(args: &Args) -> Result<Option<Engine>, Finding> {
    if args.no_engine {
        return Ok(None);
    }
    let missing = || unreadable(Path::new("vault"), FileError::Missing);
    let file = args.engine.clone().or_else(own_binary).ok_or_else(missing)?;
    let bytes = load(&file).map_err(|error| unreadable(&file, error))?;
    let refuse = |reason| {
        let file = file.display().to_string();
        match reason {
            NoEngine::Format => Finding::PackageEngineKind { file },
            NoEngine::Stranger => Finding::PackageEngineStranger { file },
        }
    };
    Engine::recognise(bytes).map(Some).map_err(refuse)
}

fn load(path: &Path) -> Result<Vec<u8>, FileError> {
    Opened::open_named(path)?.read(HELD_LIMIT)
}

fn unreadable(file: &Path, error: FileError) -> Finding {
    Finding::PackageEngine { file: file.display().to_string(), reason: error.to_string() }
}

//! `vault package`

use std::env::consts::{ARCH, OS};
use std::path::{Path, PathBuf};

use clap::Args;

use super::output::Output;
use super::{Outcome, Root, doctor, placed, read};
use crate::check;
use crate::commit::{Io, inspect};
use crate::diagnostic::Diagnostic;
use crate::files::{FileError, HELD_LIMIT, Opened};
use crate::findings::Finding;
use crate::publish::package::{Engine, NoEngine, Package};
use crate::vault::{outside, own_binary};

#[derive(Debug, Args)]
pub(super) struct Arguments {
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

pub(super) fn run(root: &Root, arguments: &Arguments, out: &Output) -> Outcome {
    let named = arguments.out.as_deref().unwrap_or(Path::new("."));
    let refusal = |reason| Finding::PackageTarget { reason };
    let (folder, path) = outside::existing(named, &root.path, refusal)?;
    let writer = inspect(&root.folder, &Io::new())?;
    let snapshot = read(&root.folder)?;
    let validated = check::validate(&snapshot);
    let mut found = doctor::findings(root, writer, &snapshot, validated);
    found.retain(Diagnostic::is_error);
    if !found.is_empty() {
        return Err(found.into());
    }
    let version = check::version(&snapshot)?;
    let engine = engine(arguments)?;
    let here = format!("{OS}-{ARCH}");
    let runs_here = engine.as_ref().is_some_and(|engine| engine.platform == here);
    let package = Package::new(&root.folder, &snapshot, version, engine)?;
    let verdict = package.put(&folder, &path, &Io::new(), runs_here, arguments.force)?;
    placed(verdict, &path.join(&package.file_name), out)
}

/// The program to pack: the named one, else this one.
fn engine(arguments: &Arguments) -> Result<Option<Engine>, Diagnostic> {
    if arguments.no_engine {
        return Ok(None);
    }
    let file = match &arguments.engine {
        Some(file) => file.clone(),
        None => own_binary().map_err(|_| unreadable(Path::new("vault"), FileError::Missing))?,
    };
    let bytes = load(&file).map_err(|error| unreadable(&file, error))?;
    let refuse = |reason| {
        let file = file.display().to_string();
        Diagnostic::general(match reason {
            NoEngine::Format => Finding::PackageEngineKind { file },
            NoEngine::Stranger => Finding::PackageEngineStranger { file },
        })
    };
    Engine::recognise(bytes).map(Some).map_err(refuse)
}

fn load(path: &Path) -> Result<Vec<u8>, FileError> {
    Opened::open_named(path)?.read(HELD_LIMIT)
}

fn unreadable(file: &Path, error: FileError) -> Diagnostic {
    let (file, reason) = (file.display().to_string(), error.into());
    Diagnostic::general(Finding::PackageEngine { file, reason })
}

//! The command line: one file per command, each turning arguments into calls of the rooms below
//! and their results into print (spec chapter 9).

mod checksum;
mod completions;
mod derived;
mod doctor;
mod environment;
mod explain;
mod export;
mod extern_sources;
mod extern_templates;
mod graph;
mod init;
mod log;
mod man;
mod media_template;
mod output;
mod package;
mod page;
mod progress;
mod query;
mod recover;
mod release;
mod route;
mod search;
mod source;
mod stats;
mod template;
mod validate;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand, ValueEnum};

use crate::commit::{CommitError, Committed, Io, Shared, Verdict};
use crate::diagnostic::{Diagnostic, Format, Tree};
use crate::external::Home;
use crate::files::{Folder, resolve};
use crate::findings::{Finding, Obstacle};
use crate::release as writing;
use crate::text::visible::visible;
use crate::vault::{Snapshot, find_root, holds_nothing_of_a_vault};
use output::Output;

/// Hält einen Wissenstresor ehrlich: prüft ihn, antwortet aus ihm und gibt ihn frei.
#[derive(Debug, Parser)]
#[command(name = "vault", version, arg_required_else_help = true)]
struct Arguments {
    /// Der Tresor; sonst der Ordner, in dem das Programm installiert ist
    #[arg(long, global = true, value_name = "DIR")]
    root: Option<PathBuf>,
    /// Farbe in der Textform
    #[arg(long, global = true, value_name = "WANN", default_value = "auto")]
    color: Color,
    /// Nur Ergebnisse und Fehler, keine Zusammenfassungen, Warnungen und Hinweise
    #[arg(long, global = true)]
    quiet: bool,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Color {
    /// Nur am Terminal und ohne `NO_COLOR`
    Auto,
    Always,
    Never,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum ReportFormat {
    Text,
    Json,
    Sarif,
    Github,
}

impl From<ReportFormat> for Format {
    fn from(format: ReportFormat) -> Self {
        match format {
            ReportFormat::Text => Self::Text,
            ReportFormat::Json => Self::Json,
            ReportFormat::Sarif => Self::Sarif,
            ReportFormat::Github => Self::Github,
        }
    }
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Prüft den Bestand gegen alle Regeln
    Validate {
        /// Form des Berichts
        #[arg(long, value_name = "FORM", default_value = "text")]
        format: ReportFormat,
    },
    /// Prüft Bestand, Freigabe, abgeleitete Dateien und Sperre
    Doctor {
        /// Form des Berichts
        #[arg(long, value_name = "FORM", default_value = "text")]
        format: ReportFormat,
    },
    /// Beantwortet eine Frage mit Claims als JSON
    Query(query::Query),
    /// Sucht Wörter wörtlich in Seiten, Register und Router
    Search {
        /// Gesuchte Wörter; eines genügt
        #[arg(required = true, value_name = "WORT")]
        terms: Vec<String>,
    },
    /// Nennt die Domänen und Seiten zu einer Frage
    Route {
        /// Die Frage
        #[arg(required = true, value_name = "FRAGE")]
        question: Vec<String>,
    },
    /// Zählt den Bestand, auch einen fehlerhaften
    Stats,
    /// Bildet INDEX.md aus den Seiten
    Index,
    /// Bildet graph/graph.json aus den Seiten, oder zeichnet sie, ohne etwas im Tresor zu ändern
    Graph {
        /// In dieser Form auf stdout ausgeben
        #[arg(long, value_name = "FORM")]
        format: Option<graph::Drawing>,
        /// Als eine Seite zum Ansehen im Browser in diese Datei, außerhalb jedes Tresors
        #[arg(long, value_name = "DATEI", conflicts_with = "format")]
        html: Option<PathBuf>,
    },
    /// Schreibt das Manifest oder vergleicht es mit dem Bestand
    Checksum {
        /// Nur vergleichen
        #[arg(long)]
        verify: bool,
    },
    /// Schreibt einen Eintrag ins Log
    Log {
        /// ingest, update, lint, release, note, onboarding oder extern
        #[arg(value_name = "AKTION")]
        action: String,
        /// Text des Eintrags, eine Zeile
        #[arg(required = true, value_name = "TEXT")]
        text: Vec<String>,
    },
    /// Gibt den Bestand als nächste Version frei
    Release {
        /// Welche Stelle der Version steigt
        #[arg(value_name = "STUFE", default_value = "patch")]
        level: release::ReleaseLevel,
    },
    /// Beendet einen abgebrochenen Schreibvorgang: ganz alt oder ganz neu
    Recover,
    /// Gerüst eines Medienregisters als JSON
    MediaTemplate {
        /// Registrierte Bild- oder PDF-Quelle
        #[arg(value_name = "S-nnnn")]
        source: String,
    },
    /// Prüfsumme, freie Nummer und Registerzeile zu einer Datei
    Source {
        /// Die Datei, vom aktuellen Ordner aus
        #[arg(value_name = "DATEI")]
        file: PathBuf,
    },
    /// Zeigt und bindet aufgeführte Bezugsquellen
    #[command(subcommand)]
    Extern(extern_sources::Extern),
    /// Sätze eines Dokuments einer Bezugsquelle als Gerüst für Satzanker, JSON
    AnchorTemplate {
        /// Die Bezugsquelle
        #[arg(value_name = "X-nnnn")]
        source: String,
        /// Pfad des Dokuments in der Quelle
        #[arg(value_name = "DOKUMENT")]
        document: String,
    },
    /// Gerüst eines Katalogs zu einem gebundenen Baum, JSON
    OrchestratorTemplate {
        /// Die Bezugsquelle
        #[arg(value_name = "X-nnnn")]
        source: String,
    },
    /// Legt einen neuen, sofort gültigen und freigegebenen Tresor an
    Init(init::Init),
    /// Gibt die Freigabe als Bündel für andere Programme aus
    Export(export::Export),
    /// Packt den freigegebenen Tresor als Skill in eine Datei
    Package(package::Arguments),
    /// Erklärt einen Befund; ohne Code alle Codes
    Explain {
        /// Code eines Befunds
        #[arg(value_name = "CODE")]
        code: Option<String>,
    },
    /// Vervollständigung für eine Shell, auf stdout
    Completions {
        /// Die Shell
        #[arg(value_name = "SHELL")]
        shell: clap_complete::Shell,
    },
    /// Handbuchseite im Format roff, auf stdout
    Man {
        /// Ein Befehl; ohne ihn die Seite des Programms
        #[arg(value_name = "BEFEHL")]
        command: Vec<String>,
    },
}

/// Why a command has no result.
#[derive(Debug)]
enum Failure {
    /// Findings, and the exit code they end in.
    Findings(Vec<Diagnostic>, u8),
    /// The result could not be printed.
    Output(std::io::Error),
}

impl From<Vec<Diagnostic>> for Failure {
    fn from(found: Vec<Diagnostic>) -> Self {
        Self::Findings(found, 1)
    }
}

impl From<Diagnostic> for Failure {
    fn from(found: Diagnostic) -> Self {
        Self::Findings(vec![found], 1)
    }
}

impl From<CommitError> for Failure {
    fn from(error: CommitError) -> Self {
        Self::Findings(error.diagnostics(), 1)
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        Self::Output(error)
    }
}

type Outcome = Result<ExitCode, Failure>;

/// Says which files were written.
fn written(done: Committed, out: &Output) -> Outcome {
    match done.paths.is_empty() {
        true => out.say("🟢 unverändert")?,
        false => out.say(&format!("🟢 geschrieben: {}", done.paths.join(", ")))?,
    }
    cleaned_up(done.unfinished)
}

/// Says where a file was put.
fn placed(verdict: Verdict, path: &Path, out: &Output) -> Outcome {
    let shown = path.display().to_string();
    let shown = visible(&shown);
    let done = if verdict == Verdict::Discard { "unverändert" } else { "geschrieben" };
    out.say(&format!("🟢 {done}: {shown}"))?;
    Ok(exit(true))
}

/// How a command ends that has written: badly if the cleaning up went wrong.
fn cleaned_up(unfinished: Option<CommitError>) -> Outcome {
    match unfinished {
        None => Ok(exit(true)),
        Some(error) => Err(error.unfinished().into()),
    }
}

/// Whether something holds, as an exit code.
fn exit(holds: bool) -> ExitCode {
    if holds { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Runs the command line of this process.
pub fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(said) => return output::usage(&said),
    };
    let out = Output::new(arguments.color, arguments.quiet);
    match run(arguments.command, arguments.root, &out) {
        Ok(code) => code,
        Err(Failure::Findings(found, code)) => {
            out.problems(found);
            ExitCode::from(code)
        }
        Err(Failure::Output(error)) => {
            let finding = Finding::OutputFailed { reason: error.to_string() };
            out.problems(vec![Diagnostic::general(finding)]);
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command, root: Option<PathBuf>, out: &Output) -> Outcome {
    let _progress = progress::start(out);
    let root = || open(root);
    match command {
        Command::Validate { format } => validate::run(&root()?, format.into(), out),
        Command::Doctor { format } => doctor::run(&root()?, format.into(), out),
        Command::Query(query) => query::run(&root()?, query, out),
        Command::Search { terms } => search::run(&root()?.folder, &terms, out),
        Command::Route { question } => route::run(&root()?.folder, &question.join(" "), out),
        Command::Stats => stats::run(&root()?.folder, out),
        Command::Index => derived::run(&root()?.folder, writing::DerivedFile::Index, out),
        Command::Graph { format: Some(form), .. } => graph::run(&root()?.folder, form, out),
        Command::Graph { html: Some(file), .. } => page::run(&root()?, &file, out),
        Command::Graph { .. } => derived::run(&root()?.folder, writing::DerivedFile::Graph, out),
        Command::Checksum { verify } => checksum::run(&root()?.folder, verify, out),
        Command::Log { action, text } => log::run(&root()?.folder, action, text.join(" "), out),
        Command::Release { level } => release::run(&root()?.folder, level, out),
        Command::Recover => recover::run(&root()?.folder, out),
        Command::MediaTemplate { source } => media_template::run(&root()?.folder, &source, out),
        Command::Source { file } => source::run(&root()?.folder, &file, out),
        Command::Extern(command) => extern_sources::run(&root()?, command, out),
        Command::AnchorTemplate { source, document } => {
            extern_templates::anchors(&root()?, &source, &document, out)
        }
        Command::OrchestratorTemplate { source } => {
            extern_templates::catalog(&root()?, &source, out)
        }
        Command::Init(arguments) => init::run(&arguments, out),
        Command::Export(arguments) => export::run(&root()?, &arguments, out),
        Command::Package(arguments) => package::run(&root()?, &arguments, out),
        Command::Explain { code } => explain::run(code.as_deref(), out),
        Command::Completions { shell } => completions::run(shell, out),
        Command::Man { command } => man::run(&command, out),
    }
}

/// The vault a command works on.
#[derive(Debug)]
struct Root {
    folder: Folder,
    /// Where it lies, links resolved.
    path: PathBuf,
}

impl Root {
    /// As the rooms below take it.
    fn home(&self) -> Home<'_> {
        Home { folder: &self.folder, path: &self.path }
    }

    /// Name of its folder.
    fn name(&self) -> String {
        self.path.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// As reports speak of it: with the path from the current folder, if it lies below that.
    fn tree(&self) -> Tree {
        let here = resolve(Path::new(".")).unwrap_or_default();
        let below = self.path.strip_prefix(here).unwrap_or(Path::new(""));
        let base = below.display().to_string();
        Tree { id: "VAULTROOT", description: "Wurzel des Tresors", base }
    }
}

/// Opens the vault that was named, or the one the binary is installed in.
fn open(named: Option<PathBuf>) -> Result<Root, Failure> {
    let usage = |finding| Failure::Findings(vec![Diagnostic::general(finding)], 2);
    let path = match named {
        Some(path) => path,
        None => find_root().map_err(|_| usage(Finding::RootMissing {}))?,
    };
    let invalid = |reason| {
        let path = path.display().to_string();
        usage(Finding::RootInvalid { path, reason })
    };
    let opened = resolve(&path)
        .and_then(|resolved| Ok(Root { folder: Folder::open_root(&resolved)?, path: resolved }));
    let root = opened.map_err(|error| invalid(error.into()))?;
    if holds_nothing_of_a_vault(&root.folder) {
        return Err(invalid(Obstacle::NoVault));
    }
    Ok(root)
}

/// Reads the vault for a command that reports whatever state it is in. Where that is possible
/// without waiting long, no writer comes in meanwhile.
fn read(root: &Folder) -> Result<Snapshot, Failure> {
    let _shared = Shared::acquire(root, &Io::new()).ok();
    Ok(writing::read(root)?)
}

/// Today's date in local time, the one thing that is taken from the clock: it is data of the
/// log.
#[allow(clippy::disallowed_methods, reason = "the one look at the clock")]
fn today() -> String {
    jiff::ZonedDateTime::now().date().to_string()
}

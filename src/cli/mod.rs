//! The command line: one file per command, each with its arguments and one `run` that turns them
//! into calls of the rooms below and their results into print (spec chapter 9).

mod checksum;
mod completions;
mod context;
mod doctor;
mod environment;
mod explain;
mod export;
mod external;
mod external_templates;
mod failure;
mod graph;
mod index;
mod init;
mod log;
mod man;
mod media_template;
mod output;
mod package;
mod progress;
mod query;
mod recover;
mod release;
mod route;
mod search;
mod source;
mod stats;
mod validate;
mod values;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand, ValueEnum};

use context::Context;
use failure::Outcome;
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

#[derive(Debug, Subcommand)]
enum Command {
    /// Prüft den Bestand gegen alle Regeln
    Validate(validate::Args),
    /// Prüft Bestand, Freigabe, abgeleitete Dateien und Sperre
    Doctor(doctor::Args),
    /// Beantwortet eine Frage mit Claims als JSON
    Query(query::Args),
    /// Sucht Wörter wörtlich in Seiten, Register und Router
    Search(search::Args),
    /// Nennt die Domänen und Seiten zu einer Frage
    Route(route::Args),
    /// Zählt den Bestand, auch einen fehlerhaften
    Stats(stats::Args),
    /// Bildet INDEX.md aus den Seiten
    Index(index::Args),
    /// Bildet graph/graph.json aus den Seiten, oder zeichnet sie, ohne etwas im Tresor zu ändern
    Graph(graph::Args),
    /// Schreibt das Manifest oder vergleicht es mit dem Bestand
    Checksum(checksum::Args),
    /// Schreibt einen Eintrag ins Log
    Log(log::Args),
    /// Gibt den Bestand als nächste Version frei
    Release(release::Args),
    /// Beendet einen abgebrochenen Schreibvorgang: ganz alt oder ganz neu
    Recover(recover::Args),
    /// Gerüst eines Medienregisters als JSON
    MediaTemplate(media_template::Args),
    /// Prüfsumme, freie Nummer und Registerzeile zu einer Datei
    Source(source::Args),
    /// Zeigt und bindet aufgeführte Bezugsquellen
    #[command(subcommand)]
    Extern(external::Args),
    /// Sätze eines Dokuments einer Bezugsquelle als Gerüst für Satzanker, JSON
    AnchorTemplate(external_templates::AnchorArgs),
    /// Gerüst eines Katalogs zu einem gebundenen Baum, JSON
    OrchestratorTemplate(external_templates::CatalogArgs),
    /// Legt einen neuen, sofort gültigen und freigegebenen Tresor an
    Init(init::Args),
    /// Gibt die Freigabe als Bündel für andere Programme aus
    Export(export::Args),
    /// Packt den freigegebenen Tresor als Skill in eine Datei
    Package(package::Args),
    /// Erklärt einen Befund; ohne Code alle Codes
    Explain(explain::Args),
    /// Vervollständigung für eine Shell, auf stdout
    Completions(completions::Args),
    /// Handbuchseite im Format roff, auf stdout
    Man(man::Args),
}

/// Runs the command line of this process.
pub fn main() -> ExitCode {
    let Arguments { root, color, quiet, command } = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(said) => return output::usage(&said),
    };
    let context = Context::new(root, Output::new(color, quiet));
    run(command, &context).unwrap_or_else(|failure| failure.report(&context.out))
}

fn run(command: Command, context: &Context) -> Outcome {
    let _progress = progress::start(&context.out);
    match command {
        Command::Validate(args) => validate::run(args, context),
        Command::Doctor(args) => doctor::run(args, context),
        Command::Query(args) => query::run(args, context),
        Command::Search(args) => search::run(args, context),
        Command::Route(args) => route::run(args, context),
        Command::Stats(args) => stats::run(args, context),
        Command::Index(args) => index::run(args, context),
        Command::Graph(args) => graph::run(args, context),
        Command::Checksum(args) => checksum::run(args, context),
        Command::Log(args) => log::run(args, context),
        Command::Release(args) => release::run(args, context),
        Command::Recover(args) => recover::run(args, context),
        Command::MediaTemplate(args) => media_template::run(args, context),
        Command::Source(args) => source::run(args, context),
        Command::Extern(args) => external::run(args, context),
        Command::AnchorTemplate(args) => external_templates::anchors(args, context),
        Command::OrchestratorTemplate(args) => external_templates::catalog(args, context),
        Command::Init(args) => init::run(args, context),
        Command::Export(args) => export::run(args, context),
        Command::Package(args) => package::run(args, context),
        Command::Explain(args) => explain::run(args, context),
        Command::Completions(args) => completions::run(args, context),
        Command::Man(args) => man::run(args, context),
    }
}

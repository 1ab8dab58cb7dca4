//! `vault man`

use clap::CommandFactory;
use clap::error::ErrorKind;
use clap_mangen::Man;

use super::Arguments;
use super::context::Context;
use super::failure::{Outcome, exit};
use super::output::usage;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Ein Befehl; ohne ihn die Seite des Programms
    #[arg(value_name = "BEFEHL")]
    command: Vec<String>,
}

/// Prints the page of the command the names lead to, one within the other; of the program where
/// there are none.
pub(super) fn run(args: Args, context: &Context) -> Outcome {
    let names = &args.command;
    let mut program = Arguments::command();
    program.build();
    let mut command = &program;
    for name in names {
        let Some(found) = command.find_subcommand(name) else {
            let said = format!("unbekannter Befehl: {}", names.join(" "));
            return Ok(usage(&program.error(ErrorKind::InvalidSubcommand, said)));
        };
        command = found;
    }
    let mut page = Vec::new();
    let version = concat!("vault ", env!("CARGO_PKG_VERSION"));
    Man::new(command.clone()).source(version).render(&mut page)?;
    context.out.print(&String::from_utf8_lossy(&page))?;
    Ok(exit(true))
}

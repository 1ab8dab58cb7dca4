//! `vault man`

use clap::CommandFactory;
use clap::error::ErrorKind;
use clap_mangen::Man;

use super::output::{Output, usage};
use super::{Arguments, Outcome, exit};

/// Prints the page of the command the names lead to, one within the other; of the program where
/// there are none.
pub(super) fn run(names: &[String], out: &Output) -> Outcome {
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
    out.print(&String::from_utf8_lossy(&page))?;
    Ok(exit(true))
}

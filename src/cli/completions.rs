//! `vault completions`

use clap::CommandFactory;
use clap_complete::{Shell, generate};

use super::Arguments;
use super::context::Context;
use super::failure::{Outcome, exit};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Die Shell
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

pub(super) fn run(args: Args, context: &Context) -> Outcome {
    let mut script = Vec::new();
    generate(args.shell, &mut Arguments::command(), "vault", &mut script);
    context.out.print(&String::from_utf8_lossy(&script))?;
    Ok(exit(true))
}

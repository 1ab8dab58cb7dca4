//! `vault completions`

use clap::CommandFactory;
use clap_complete::{Shell, generate};

use super::output::Output;
use super::{Arguments, Outcome, exit};

pub(super) fn run(shell: Shell, out: &Output) -> Outcome {
    let mut script = Vec::new();
    generate(shell, &mut Arguments::command(), "vault", &mut script);
    out.print(&String::from_utf8_lossy(&script))?;
    Ok(exit(true))
}

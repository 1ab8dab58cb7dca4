//! The `vault` binary: arguments in, exit code out.

use std::process::ExitCode;

fn main() -> ExitCode {
    vault::cli::main()
}

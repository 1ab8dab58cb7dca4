//! How a command ends.

use std::io;
use std::process::ExitCode;

use super::output::Output;
use crate::commit::CommitError;
use crate::diagnostic::{Diagnostic, Findings};
use crate::findings::Finding;

/// How a command ends: with an exit code, or without a result.
pub(super) type Outcome = Result<ExitCode, Failure>;

/// Why a command has no result.
#[derive(Debug)]
pub(super) enum Failure {
    /// Findings, and the exit code they end in.
    Findings(Findings, u8),
    /// The result could not be printed.
    Output(io::Error),
}

impl Failure {
    /// For faults of the command line rather than of the vault.
    pub(super) fn usage(finding: Finding) -> Self {
        Self::Findings(finding.into(), 2)
    }

    /// Tells a person, and gives the exit code.
    pub(super) fn report(self, out: &Output) -> ExitCode {
        match self {
            Self::Findings(found, code) => {
                out.problems(found);
                ExitCode::from(code)
            }
            Self::Output(error) => {
                out.problems(Finding::OutputFailed { reason: error.to_string() }.into());
                ExitCode::FAILURE
            }
        }
    }
}

impl From<Findings> for Failure {
    fn from(found: Findings) -> Self {
        Self::Findings(found, 1)
    }
}

impl From<Diagnostic> for Failure {
    fn from(found: Diagnostic) -> Self {
        Findings::from(found).into()
    }
}

impl From<Finding> for Failure {
    fn from(finding: Finding) -> Self {
        Findings::from(finding).into()
    }
}

impl From<CommitError> for Failure {
    fn from(error: CommitError) -> Self {
        Findings::from(error).into()
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

/// Whether something holds, as an exit code.
pub(super) fn exit(holds: bool) -> ExitCode {
    if holds { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

//! `vault validate`

use super::output::Output;
use super::{Outcome, exit, read};
use crate::check;
use crate::diagnostic::{Format, Report};
use crate::files::Folder;

pub(super) fn run(root: &Folder, format: Format, out: &Output) -> Outcome {
    let snapshot = read(root)?;
    let validated = check::validate(&snapshot);
    let summary = validated.summary();
    let report = Report::new("validate", validated.diagnostics, summary);
    out.report(&report, format)?;
    Ok(exit(!report.failed()))
}

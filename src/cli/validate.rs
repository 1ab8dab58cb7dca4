//! `vault validate`

use super::output::Output;
use super::{Outcome, Root, exit, read};
use crate::check;
use crate::diagnostic::{Format, Report};

pub(super) fn run(root: &Root, format: Format, out: &Output) -> Outcome {
    let snapshot = read(&root.folder)?;
    let validated = check::validate(&snapshot);
    let summary = validated.summary();
    let report =
        Report::new("validate", validated.diagnostics, summary.counts().into()).of(root.tree());
    out.report(&report, format)?;
    Ok(exit(!report.failed()))
}

//! `vault graph --format`

use clap::ValueEnum;

use super::output::Output;
use super::{Outcome, exit, read};
use crate::check;
use crate::files::Folder;
use crate::publish::drawing;

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(super) enum Drawing {
    Json,
    Dot,
    Mermaid,
}

/// Prints the graph of a valid vault.
pub(super) fn run(root: &Folder, form: Drawing, out: &Output) -> Outcome {
    let snapshot = read(root)?;
    let validated = check::validate(&snapshot);
    validated.require_valid()?;
    let render = match form {
        Drawing::Json => drawing::json,
        Drawing::Dot => drawing::dot,
        Drawing::Mermaid => drawing::mermaid,
    };
    out.print(&render(&validated.vault))?;
    Ok(exit(true))
}

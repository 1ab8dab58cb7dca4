//! `vault graph --html`

use std::path::Path;

use super::output::Output;
use super::{Outcome, Root, placed, read};
use crate::check;
use crate::commit::Io;
use crate::model::contract::Contract;
use crate::publish::page::{Origin, Target, page};
use crate::vault::{File, layout};

/// Writes the page of a valid vault, released or not.
pub(super) fn run(root: &Root, file: &Path, out: &Output) -> Outcome {
    let target = Target::new(file, &root.path)?;
    let snapshot = read(&root.folder)?;
    let validated = check::validate(&snapshot);
    validated.require_valid()?;
    let vault = &validated.vault;
    let contract = Contract::parse(snapshot.text(layout::SKILL).unwrap_or_default());
    let is_released = check::unreleased(&snapshot, vault).is_empty();
    let manifest = snapshot.file(layout::MANIFEST).filter(|_| is_released);
    let origin = Origin {
        name: contract.name,
        version: check::version(&snapshot).ok(),
        manifest: manifest.map(|File { digest, .. }| *digest),
    };
    let put = target.write(&Io::new(), &page(vault, &origin))?;
    placed(put, file, out)
}

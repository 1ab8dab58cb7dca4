//! `vault index`

use super::context::Context;
use super::failure::Outcome;
use crate::release::{DerivedFile, write_derived};

#[derive(Debug, clap::Args)]
pub(super) struct Args {}

pub(super) fn run(Args {}: Args, context: &Context) -> Outcome {
    let root = context.root()?;
    context.written(write_derived(&root.folder, &context.io, DerivedFile::Index)?)
}

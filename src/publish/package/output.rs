//! Putting the package in its place.

use super::Package;
use crate::commit::{Io, Refusal};
use crate::diagnostic::{Diagnostic, Finding, Obstacle, Place};
use crate::files::Folder;
use crate::publish::single::{self, Put};

/// Puts the package into `folder`. A file of that name with other bytes is replaced only by
/// `force`; anything that is no regular file never is.
pub fn put(
    folder: &Folder,
    io: &Io,
    package: &Package,
    force: bool,
) -> Result<Put, Vec<Diagnostic>> {
    let name = &package.file_name;
    single::put(folder, io, name, &package.bytes, |_| force).map_err(|refusal| {
        let finding = match refusal {
            Refusal::Check(Obstacle::Foreign) => Finding::PackageDiffers {},
            Refusal::Check(reason) => Finding::PackageTarget { reason },
            Refusal::Commit(error) => return error.diagnostics(),
        };
        vec![Diagnostic::new(Place::file(name), finding)]
    })
}

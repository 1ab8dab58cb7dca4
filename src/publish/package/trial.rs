//! Looking at a package as its recipient would: unpacking it, and using it from a foreign project.
//!
//! Nothing of a vault is run: what is started is the engine that is packed, which is this program
//! or the one the caller named.

use std::io::{self, ErrorKind, Read, Seek};
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::reason::Ending;
use super::{Package, Trial, unfaithful};
use crate::commit::failure;
use crate::diagnostic::Findings;
use crate::digest::Digest;
use crate::files::{CopyError, FileError, Folder, copy};
use crate::findings::Finding;
use crate::process::{self, Ended, Input, Task};
use crate::storage::{Building, EXECUTABLE_MODE, FILE_MODE, Io, Refusal, scratch};
use crate::vault::layout;

/// Appended to the name of the folder in which a package is tried.
const TRIAL: &str = ".probe";
/// The package once more, in that folder.
const SECOND: &str = "zweites.skill";
/// Where an agent finds its skills.
const SKILLS: &str = ".claude/skills";
/// The project somebody works in while asking the vault.
const PROJECT: &str = "projekt";
/// Programs lying there that must stay untouched; each would leave a trace.
const TRAPS: [&str; 2] = [layout::ENGINE, "scripts/vault.py"];
const TRAP: &[u8] = b"#!/bin/sh\necho > trace\necho trapped\nexit 1\n";
const TRACE: &str = "trace";
/// How long an engine may take over one command; the largest vaults take seconds.
const TIME: Duration = Duration::from_secs(600);
/// How much it may print.
const OUTPUT: usize = 64 * 1024 * 1024;

/// Tries a package that was `written`, in a folder beside its place in `parent`, which lies at
/// `path`, and removes that folder: it is built again and compared, unpacked and compared with its
/// sources, and used where `trial` says so. Given back is the digest of the package.
pub(super) fn trial(
    package: &Package<'_>,
    mut written: impl Read + Seek,
    parent: &Folder,
    path: &Path,
    io: &Io,
    trial: Trial,
) -> Result<Digest, Findings> {
    let folder = format!("{}{TRIAL}", package.file_name);
    let skill = format!("{SKILLS}/{}", package.name);
    let tried = scratch(parent, io, &folder, |probe| {
        let digest = digest(&mut written).map_err(|_| Refusal::Check(unfaithful()))?;
        build_again(package, digest, probe)?;
        unpack(package, &mut written, &skill, probe)?;
        if trial == Trial::Used {
            for trap in TRAPS {
                probe.add_bytes(&format!("{PROJECT}/{trap}"), EXECUTABLE_MODE, TRAP)?;
            }
            let at = path.join(&folder);
            use_it(&at, probe.folder(), &skill, &package.name).map_err(Refusal::Check)?;
        }
        Ok(digest)
    });
    tried.map_err(failure::refused)
}

/// The digest of everything that was written.
fn digest(written: &mut (impl Read + Seek)) -> Result<Digest, CopyError<io::Error>> {
    written.rewind()?;
    copy(written, &mut io::sink())
}

/// Builds the package a second time; it must be the same.
fn build_again(
    package: &Package<'_>,
    first: Digest,
    probe: &mut Building<'_>,
) -> Result<(), Refusal<Findings>> {
    probe.add(SECOND, FILE_MODE, |mut file| {
        package.pack(file)?;
        match digest(&mut file) {
            Ok(second) if second == first => Ok(()),
            _ => Err(CopyError::Source(unfaithful())),
        }
    })
}

/// Unpacks the package into folder `skill`; each file must be what its source was.
fn unpack(
    package: &Package<'_>,
    written: impl Read + Seek,
    skill: &str,
    probe: &mut Building<'_>,
) -> Result<(), Refusal<Findings>> {
    let mut archive = package.read_back(written).map_err(Refusal::Check)?;
    for (index, entry) in package.entries.iter().enumerate() {
        let path = format!("{skill}/{}", entry.member.path);
        probe.add(&path, entry.member.mode(), |mut file| {
            if archive.copy(index, &mut file)? == entry.digest() {
                Ok(())
            } else {
                Err(CopyError::Source(unfaithful()))
            }
        })?;
    }
    Ok(())
}

/// Checks the installed vault and asks it for its own name, which every vault takes for a question.
fn use_it(at: &Path, folder: &Folder, skill: &str, name: &str) -> Result<(), Findings> {
    let engine = format!("{skill}/{}", layout::ENGINE);
    run(at, folder, &engine, &["doctor"], &[0])?;
    // A question that means several things is understood as well.
    run(at, folder, &engine, &["query", "--", name], &[0, 2])?;
    match folder.stat(&format!("{PROJECT}/{TRACE}")) {
        Err(FileError::Missing) => Ok(()),
        _ => Err(failed(&["query"], Ending::Trapped)),
    }
}

/// Runs the installed program in the foreign project, with nothing in its environment.
fn run(
    at: &Path,
    folder: &Folder,
    engine: &str,
    args: &[&str],
    good: &[i32],
) -> Result<(), Findings> {
    // The very file that was compared, whatever has its name by now: started from its descriptor,
    // which it gets as its standard input.
    let (program, input) = if cfg!(target_os = "linux") {
        let held = folder.open_file(engine).map_err(|_| unfaithful())?.into_file();
        (PathBuf::from("/proc/self/fd/0"), Input::File(held))
    } else {
        (at.join(engine), Input::Nothing)
    };
    let task = Task {
        program: &program,
        arguments: args,
        folder: &at.join(PROJECT),
        environment: &[],
        input,
        time: TIME,
        output: OUTPUT,
    };
    let ending = match process::run(task) {
        Err(error) if error.kind() == ErrorKind::PermissionDenied => {
            return Err(Finding::PackageNoexec {}.into());
        }
        Err(error) => Ending::NoStart(error.to_string()),
        Ok(Ended::Exited { code, output }) if good.contains(&code) => {
            if output.is_empty() {
                Ending::Silent
            } else {
                return Ok(());
            }
        }
        Ok(Ended::Exited { code, .. }) => Ending::Code(code),
        Ok(Ended::Signalled(_)) => Ending::Signal,
        Ok(Ended::TimedOut | Ended::TooMuch) => Ending::Unending,
    };
    Err(failed(args, ending))
}

fn failed(args: &[&str], ending: Ending) -> Findings {
    let (command, ending) = (args.join(" "), ending.to_string());
    Finding::PackageTrial { command, ending }.into()
}

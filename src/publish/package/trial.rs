//! Looking at a package as its recipient would: unpacking it, and using it from a foreign project.
//!
//! Nothing of a vault is run: what is started is the engine that is packed, which is this program
//! or the one the caller named.

#![allow(clippy::disallowed_types, reason = "it starts the engine it packs, and nothing else")]

use std::io::{self, ErrorKind, Read, Seek};
use std::path::Path;
use std::process::{Command, Stdio};

use super::{Findings, Package, unfaithful};
use crate::commit::{Building, EXECUTABLE_MODE, FILE_MODE, Io, Refusal, scratch};
use crate::diagnostic::Diagnostic;
use crate::digest::Digest;
use crate::files::{CopyError, FileError, Folder, copy};
use crate::findings::{Ending, Finding};
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

/// Tries a package that was `written`, in a folder beside its place in `parent`, which lies at
/// `path`, and removes that folder: it is built again and compared, unpacked and compared with its
/// sources, and, where its engine `runs_here`, used. Given back is the digest of the package.
pub(super) fn trial(
    package: &Package<'_>,
    mut written: impl Read + Seek,
    parent: &Folder,
    path: &Path,
    io: &Io,
    runs_here: bool,
) -> Result<Digest, Findings> {
    let folder = format!("{}{TRIAL}", package.file_name);
    let skill = format!("{SKILLS}/{}", package.name);
    let tried = scratch(parent, io, &folder, |probe| {
        let digest = digest(&mut written).map_err(|_| Refusal::Check(unfaithful()))?;
        build_again(package, digest, probe)?;
        unpack(package, &mut written, &skill, probe)?;
        if runs_here {
            for trap in TRAPS {
                probe.add_bytes(&format!("{PROJECT}/{trap}"), EXECUTABLE_MODE, TRAP)?;
            }
            let at = path.join(&folder);
            use_it(&at, probe.folder(), &skill, &package.name).map_err(Refusal::Check)?;
        }
        Ok(digest)
    });
    tried.map_err(Refusal::diagnostics)
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
            match archive.copy(index, &mut file)? == entry.digest() {
                true => Ok(()),
                false => Err(CopyError::Source(unfaithful())),
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
    let mut command = match cfg!(target_os = "linux") {
        // The very file that was compared, whatever has its name by now: started from its
        // descriptor, which it gets as its standard input.
        true => {
            let held = folder.open_file(engine).map_err(|_| unfaithful())?.into_file();
            let mut command = Command::new("/proc/self/fd/0");
            command.stdin(held);
            command
        }
        false => {
            let mut command = Command::new(at.join(engine));
            command.stdin(Stdio::null());
            command
        }
    };
    command.args(args).current_dir(at.join(PROJECT)).env_clear();
    let output = command.output().map_err(|error| match error.kind() {
        ErrorKind::PermissionDenied => vec![Diagnostic::general(Finding::PackageNoexec {})],
        _ => failed(args, Ending::NoStart(error.to_string())),
    })?;
    match output.status.code() {
        Some(code) if !good.contains(&code) => Err(failed(args, Ending::Code(code))),
        Some(_) if output.stdout.is_empty() => Err(failed(args, Ending::Silent)),
        Some(_) => Ok(()),
        None => Err(failed(args, Ending::Signal)),
    }
}

fn failed(args: &[&str], ending: Ending) -> Findings {
    vec![Diagnostic::general(Finding::PackageTrial { command: args.join(" "), ending })]
}

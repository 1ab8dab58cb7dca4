//! Installing the package as its recipient would, and using it from a foreign project.
//!
//! Nothing of a vault is run: what is started is the engine, and the caller sees to it that its
//! bytes are those of the program that is running already.

#![allow(clippy::disallowed_types, reason = "the program starts a copy of itself, and no other")]

use std::path::Path;
use std::process::{Command, Stdio};

use super::Package;
use super::archive::{unfaithful, unpack};
use crate::commit::{Io, NewFile, scratch};
use crate::diagnostic::{Diagnostic, Finding};
use crate::files::{FileError, Folder};

/// Appended to the name of the folder in which a package is tried.
const TRIAL: &str = ".probe";
/// The project somebody works in while asking the vault.
const PROJECT: &str = "projekt";
/// Programs lying there that must stay untouched; each would leave a trace.
const TRAPS: [&str; 2] = ["bin/vault", "scripts/vault.py"];
const TRAP: &[u8] = b"#!/bin/sh\necho > trace\necho trapped\nexit 1\n";
const TRACE: &str = "trace";

/// Unpacks the package in a folder beside its place in `parent`, which lies at `path`, uses it if
/// its engine is the program that is running, and removes that folder.
pub fn trial(
    parent: &Folder,
    io: &Io,
    path: &Path,
    package: &Package,
    is_own_engine: bool,
    question: &str,
) -> Result<(), Vec<Diagnostic>> {
    let entries = unpack(&package.name, &package.bytes)?;
    let skill = format!(".claude/skills/{}", package.name);
    let installed: Vec<_> = entries.iter().map(|e| format!("{skill}/{}", e.path)).collect();
    let traps = TRAPS.map(|trap| format!("{PROJECT}/{trap}"));
    let files = entries.iter().zip(&installed).map(|(entry, path)| {
        let file = entry.as_new_file();
        NewFile { path, ..file }
    });
    let traps = traps.iter().map(|path| NewFile { path, bytes: TRAP, executable: true });
    let files: Vec<_> = files.chain(traps).collect();
    let folder = format!("{}{TRIAL}", package.file_name);
    let at = path.join(&folder);
    let tried = scratch(parent, io, &folder, &files, |unpacked| {
        let same = entries.iter().zip(&installed).all(|(entry, path)| {
            let read = unpacked.read_file(path, entry.bytes.len() as u64);
            read.is_ok_and(|bytes| bytes == entry.bytes)
        });
        match same {
            false => Err(unfaithful()),
            true if is_own_engine => use_it(&at, unpacked, &skill, question),
            true => Ok(()),
        }
    });
    tried.map_err(|error| error.diagnostics())?
}

fn use_it(at: &Path, folder: &Folder, skill: &str, question: &str) -> Result<(), Vec<Diagnostic>> {
    let engine = at.join(skill).join("bin/vault");
    let project = at.join(PROJECT);
    run(&engine, &project, &["doctor"], &[0])?;
    // A question that means several things is understood as well.
    run(&engine, &project, &["query", "--", question], &[0, 2])?;
    match folder.stat(&format!("{PROJECT}/{TRACE}")) {
        Err(FileError::Missing) => Ok(()),
        _ => Err(failed(&["query"], TRACE.to_owned())),
    }
}

/// Runs the installed program in the foreign project, with nothing in its environment.
fn run(engine: &Path, cwd: &Path, args: &[&str], good: &[i32]) -> Result<(), Vec<Diagnostic>> {
    let mut command = Command::new(engine);
    command.args(args).current_dir(cwd).env_clear().stdin(Stdio::null());
    let output = command.output().map_err(|error| failed(args, error.to_string()))?;
    let said = !output.stdout.is_empty();
    match output.status.code() {
        Some(code) if good.contains(&code) && said => Ok(()),
        _ => Err(failed(args, output.status.to_string())),
    }
}

fn failed(args: &[&str], reason: String) -> Vec<Diagnostic> {
    vec![Diagnostic::vault(Finding::PackageTrial { command: args.join(" "), reason })]
}

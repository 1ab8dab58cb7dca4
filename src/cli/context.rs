//! What every command works with: the vault, the way of writing, the way of printing, the day.

use std::path::{Path, PathBuf};

use super::failure::{Failure, Outcome, exit};
use super::output::Output;
use crate::clock;
use crate::commit::{CommitError, Committed};
use crate::diagnostic::{Report, Tree};
use crate::files::resolve;
use crate::model::template::NoTemplate;
use crate::storage::{Io, Verdict};
use crate::text::visible::visible;
use crate::vault::{Reader, Root, Snapshot};

/// What every command works with.
pub(super) struct Context {
    /// The vault that was named.
    named: Option<PathBuf>,
    /// The counted seam of writing.
    pub io: Io,
    /// Where results and problems go.
    pub out: Output,
}

impl Context {
    pub(super) fn new(named: Option<PathBuf>, out: Output) -> Self {
        Self { named, io: Io::new(), out }
    }

    /// Opens the vault that was named, or the one the binary is installed in.
    pub(super) fn root(&self) -> Result<Root, Failure> {
        let root = match &self.named {
            Some(path) => Root::named(path),
            None => Root::installed(),
        };
        root.map_err(Failure::usage)
    }

    /// Reads a vault for a command that reports whatever state it is in. Where that is possible
    /// without waiting long, no writer comes in meanwhile.
    pub(super) fn read(&self, root: &Root) -> Result<Snapshot, Failure> {
        Ok(Reader::enter(&root.folder, &self.io).read()?)
    }

    /// Tells today's date, which is data of the log.
    pub(super) fn today(&self) -> String {
        clock::today()
    }

    /// Says which files were written.
    pub(super) fn written(&self, done: Committed) -> Outcome {
        if done.paths.is_empty() {
            self.out.say("🟢 unverändert")?;
        } else {
            self.out.say(&format!("🟢 geschrieben: {}", done.paths.join(", ")))?;
        }
        cleaned_up(done.unfinished)
    }

    /// Says where a file was put.
    pub(super) fn placed(&self, verdict: Verdict, path: &Path) -> Outcome {
        let shown = path.display().to_string();
        let done = if verdict == Verdict::Discard { "unverändert" } else { "geschrieben" };
        self.out.say(&format!("🟢 {done}: {}", visible(&shown)))?;
        Ok(exit(true))
    }

    /// Prints a template of this schema, or why there is none.
    pub(super) fn template(&self, made: Result<String, NoTemplate>, schema: &str) -> Outcome {
        let is_made = made.is_ok();
        self.out.print(&made.unwrap_or_else(|none| none.to_json(schema)))?;
        Ok(exit(is_made))
    }
}

/// How a command ends that has written: badly if the cleaning up went wrong.
pub(super) fn cleaned_up(unfinished: Option<CommitError>) -> Outcome {
    match unfinished {
        None => Ok(exit(true)),
        Some(error) => Err(error.unfinished().into()),
    }
}

/// Gives a report the vault its places lie in, with the path from the current folder if it lies
/// below that.
pub(super) fn of_vault(report: Report, root: &Root) -> Report {
    let here = resolve(Path::new(".")).unwrap_or_default();
    let below = root.path.strip_prefix(here).unwrap_or(Path::new(""));
    let base = below.display().to_string();
    report.of(Tree { id: "VAULTROOT", description: "Wurzel des Tresors", base })
}

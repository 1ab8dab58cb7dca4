//! `vault release`

use clap::ValueEnum;

use super::output::Output;
use super::{Outcome, cleaned_up, today};
use crate::check::Summary;
use crate::commit::Io;
use crate::diagnostic::counted;
use crate::files::Folder;
use crate::release::{Level, Released, release};

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(super) enum ReleaseLevel {
    Major,
    Minor,
    Patch,
}

impl From<ReleaseLevel> for Level {
    fn from(level: ReleaseLevel) -> Self {
        match level {
            ReleaseLevel::Major => Self::Major,
            ReleaseLevel::Minor => Self::Minor,
            ReleaseLevel::Patch => Self::Patch,
        }
    }
}

pub(super) fn run(root: &Folder, level: ReleaseLevel, out: &Output) -> Outcome {
    let Released { version, summary, unfinished } =
        release(root, &Io::new(), level.into(), &today())?;
    let Summary { pages, claims, sources, .. } = summary;
    let content = [
        counted(pages, "Seite", "Seiten"),
        counted(claims, "Claim", "Claims"),
        counted(sources, "Quelle", "Quellen"),
    ];
    out.say(&format!("🟢 freigegeben: v{version} — {}", content.join(", ")))?;
    cleaned_up(unfinished)
}

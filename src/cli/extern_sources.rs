//! `vault extern list|bind|unbind`

use clap::Subcommand;

use super::output::Output;
use super::{Outcome, Root, exit, read, today, written};
use crate::check;
use crate::commit::Io;
use crate::diagnostic::Diagnostic;
use crate::external::{bind, bound, unbind};
use crate::findings::Finding;
use crate::text::visible::visible;

#[derive(Debug, Subcommand)]
pub(super) enum Extern {
    /// Zeigt jede aufgeführte Bezugsquelle und ob dieser Rechner sie lesen kann
    List,
    /// Bindet eine lokale Bezugsquelle an einen Ordner dieses Rechners
    Bind {
        /// Die Quelle
        #[arg(value_name = "X-nnnn")]
        id: Option<String>,
        /// Absoluter Pfad des Ordners
        #[arg(value_name = "PFAD")]
        path: Option<String>,
    },
    /// Löst die Bindung einer lokalen Bezugsquelle
    Unbind {
        /// Die Quelle
        #[arg(value_name = "X-nnnn")]
        id: Option<String>,
    },
}

pub(super) fn run(root: &Root, command: Extern, out: &Output) -> Outcome {
    let snapshot = read(&root.folder)?;
    let vault = check::validate(&snapshot).vault;
    let missing = || Diagnostic::general(Finding::BindArguments {});
    let io = Io::new();
    match command {
        Extern::List => {
            let roots = bound(&root.folder).roots?;
            let mut text = String::new();
            for source in &vault.external {
                let state = match roots.get(source.id) {
                    _ if source.is_web() => format!("Netz {}", source.target),
                    Some(path) => format!("gebunden an {}", path.display()),
                    None => "ungebunden".to_owned(),
                };
                let line = format!("{} {} ({}): {state}", source.id, source.title, source.kind);
                text += &format!("{}\n", visible(&line));
            }
            match text.is_empty() {
                true => out.say("keine Bezugsquelle aufgeführt")?,
                false => out.print(&text)?,
            }
            Ok(exit(true))
        }
        Extern::Bind { id, path } => {
            let (id, path) = id.zip(path).ok_or_else(missing)?;
            written(bind(root.home(), &io, &vault, &id, &path, &today())?, out)
        }
        Extern::Unbind { id } => {
            let id = id.ok_or_else(missing)?;
            written(unbind(&root.folder, &io, &vault, &id)?, out)
        }
    }
}

//! `vault extern list|bind|unbind`

use super::context::Context;
use super::failure::{Outcome, exit};
use crate::check;
use crate::external::{bind, bound, unbind};
use crate::findings::Finding;
use crate::model::Vault;
use crate::text::visible::visible;
use crate::vault::Root;

#[derive(Debug, clap::Subcommand)]
pub(super) enum Args {
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

pub(super) fn run(args: Args, context: &Context) -> Outcome {
    let root = context.root()?;
    let snapshot = context.read(&root)?;
    let vault = check::validate(&snapshot).vault;
    let missing = || Finding::BindArguments {};
    match args {
        Args::List => list(&root, &vault, context),
        Args::Bind { id, path } => {
            let (id, path) = id.zip(path).ok_or_else(missing)?;
            context.written(bind(&root, &context.io, &vault, &id, &path, &context.today())?)
        }
        Args::Unbind { id } => {
            let id = id.ok_or_else(missing)?;
            context.written(unbind(&root.folder, &context.io, &vault, &id)?)
        }
    }
}

fn list(root: &Root, vault: &Vault, context: &Context) -> Outcome {
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
    if text.is_empty() {
        context.out.say("keine Bezugsquelle aufgeführt")?;
    } else {
        context.out.print(&text)?;
    }
    Ok(exit(true))
}

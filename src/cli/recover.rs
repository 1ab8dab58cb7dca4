//! `vault recover`

use super::context::Context;
use super::failure::{Outcome, exit};
use crate::check;
use crate::commit::{Recovered, recover};

#[derive(Debug, clap::Args)]
pub(super) struct Args {}

pub(super) fn run(Args {}: Args, context: &Context) -> Outcome {
    let root = context.root()?;
    let line = match recover(&root.folder, &context.io)? {
        Recovered::NothingToDo => "🟢 nichts zu tun: kein abgebrochener Schreibvorgang".to_owned(),
        Recovered::CleanedUp => "🟢 aufgeräumt: nichts war halb ersetzt".to_owned(),
        Recovered::RolledBack { paths } => {
            format!("🟢 alter Stand: zurückgestellt {}", listed(&paths))
        }
        Recovered::Finished { paths } => format!("🟢 neuer Stand: fertig {}", listed(&paths)),
    };
    context.out.say(&line)?;
    let snapshot = context.read(&root)?;
    let version = check::version(&snapshot).unwrap_or("?").to_owned();
    let state = match check::manifest::check(&snapshot) {
        None => format!("VERSION {version}, der Bestand stimmt mit dem Manifest überein"),
        Some(deviation) => format!("VERSION {version}; {deviation}"),
    };
    context.out.say(&state)?;
    Ok(exit(true))
}

fn listed(paths: &[String]) -> String {
    if paths.is_empty() { "–".to_owned() } else { paths.join(", ") }
}

//! `vault recover`

use super::output::Output;
use super::{Outcome, exit, read};
use crate::check;
use crate::commit::{Io, Recovered, recover};
use crate::files::Folder;

pub(super) fn run(root: &Folder, out: &Output) -> Outcome {
    let line = match recover(root, &Io::new())? {
        Recovered::NothingToDo => "🟢 nichts zu tun: kein abgebrochener Schreibvorgang".to_owned(),
        Recovered::CleanedUp => "🟢 aufgeräumt: nichts war halb ersetzt".to_owned(),
        Recovered::RolledBack { paths } => {
            format!("🟢 alter Stand: zurückgestellt {}", listed(&paths))
        }
        Recovered::Finished { paths } => format!("🟢 neuer Stand: fertig {}", listed(&paths)),
    };
    out.say(&line)?;
    let snapshot = read(root)?;
    let version = check::version(&snapshot).unwrap_or("?").to_owned();
    match check::manifest::check(&snapshot) {
        None => {
            out.say(&format!("VERSION {version}, der Bestand stimmt mit dem Manifest überein"))?
        }
        Some(deviation) => out.say(&format!("VERSION {version}; {deviation}"))?,
    }
    Ok(exit(true))
}

fn listed(paths: &[String]) -> String {
    if paths.is_empty() { "–".to_owned() } else { paths.join(", ") }
}

//! `vault explain`

use super::context::Context;
use super::failure::{Outcome, exit};
use crate::archive::findings::RULES as ARCHIVE_RULES;
use crate::diagnostic::{Rule, Severity};
use crate::findings::{Finding, RULES};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Code eines Befunds
    #[arg(value_name = "CODE")]
    code: Option<String>,
}

pub(super) fn run(args: Args, context: &Context) -> Outcome {
    let mut rules = RULES.iter().chain(ARCHIVE_RULES);
    let text = match args.code.as_deref() {
        None => rules.map(line).collect(),
        Some(name) => {
            let unknown = || Finding::ExplainUnknown { code: name.to_owned() };
            let rule = rules.find(|rule| rule.code == name);
            rule.ok_or_else(unknown)?.explanation.to_owned()
        }
    };
    context.out.print(&text)?;
    Ok(exit(true))
}

fn line(rule: &Rule) -> String {
    let severity = match rule.severity {
        Severity::Error => "Fehler",
        Severity::Warning => "Warnung",
        Severity::Note => "Hinweis",
    };
    format!("{} ({severity}): {}\n", rule.code, rule.template)
}

//! `vault explain`

use super::output::Output;
use super::{Outcome, exit};
use crate::archive::findings::RULES as ARCHIVE_RULES;
use crate::diagnostic::{Diagnostic, Rule, Severity};
use crate::findings::{Finding, RULES};

pub(super) fn run(code: Option<&str>, out: &Output) -> Outcome {
    let mut rules = RULES.iter().chain(ARCHIVE_RULES);
    let text = match code {
        None => rules.map(line).collect(),
        Some(name) => {
            let unknown = || Finding::ExplainUnknown { code: name.to_owned() };
            let rule = rules.find(|rule| rule.code == name);
            rule.ok_or_else(|| Diagnostic::general(unknown()))?.explanation.to_owned()
        }
    };
    out.print(&text)?;
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

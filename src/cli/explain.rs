//! `vault explain`

use super::output::Output;
use super::{Outcome, exit};
use crate::diagnostic::{Code, Diagnostic, Finding, Severity};

pub(super) fn run(code: Option<&str>, out: &Output) -> Outcome {
    let text = match code {
        None => Code::ALL.iter().map(|code| line(*code)).collect(),
        Some(name) => {
            let unknown = || Finding::ExplainUnknown { code: name.to_owned() };
            let code = Code::from_name(name).ok_or_else(|| Diagnostic::vault(unknown()))?;
            code.explanation().to_owned()
        }
    };
    out.print(&text)?;
    Ok(exit(true))
}

fn line(code: Code) -> String {
    let severity = match code.severity() {
        Severity::Error => "Fehler",
        Severity::Warning => "Warnung",
        Severity::Note => "Hinweis",
    };
    format!("{} ({severity}): {}\n", code.name(), code.template())
}

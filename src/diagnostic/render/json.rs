//! `skillsafe.report/v1`: one JSON document for programs.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::super::{Diagnostic, Report, Severity};

/// Name of the format.
const SCHEMA: &str = "skillsafe.report/v1";

/// The report as pretty JSON with sorted keys. Paths, messages and arguments stand as they are;
/// JSON escapes what it must.
pub(in super::super) fn json(report: &Report) -> String {
    let counts = report.summary.iter().map(|count| (count.key, count.number));
    let summary: BTreeMap<_, _> = [
        ("errors", report.count(Severity::Error)),
        ("warnings", report.count(Severity::Warning)),
        ("notes", report.count(Severity::Note)),
    ]
    .into_iter()
    .chain(counts)
    .collect();
    let diagnostics: Vec<Value> = report.diagnostics.iter().map(diagnostic).collect();
    let document = json!({
        "command": report.command,
        "diagnostics": diagnostics,
        "schema": SCHEMA,
        "summary": summary,
    });
    format!("{document:#}\n")
}

fn diagnostic(found: &Diagnostic) -> Value {
    let Diagnostic { rule, message, arguments, place } = found;
    let path = Some(&place.path).filter(|path| !path.is_empty());
    json!({
        "arguments": arguments.iter().cloned().collect::<BTreeMap<_, _>>(),
        "code": rule.code,
        "column": place.column,
        "line": place.line,
        "message": message,
        "path": path,
        "severity": found.severity(),
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::{hostile, size};
    use super::*;

    #[test]
    fn an_empty_report() {
        let report = Report::new("doctor", vec![], size([1, 0, 0, 0]));
        assert_eq!(
            json(&report),
            "{\n  \"command\": \"doctor\",\n  \"diagnostics\": [],\n  \"schema\": \"skillsafe.report/v1\",\n  \
             \"summary\": {\n    \"claims\": 0,\n    \"errors\": 0,\n    \"external\": 0,\n    \"notes\": 0,\n    \
             \"pages\": 1,\n    \"sources\": 0,\n    \"warnings\": 0\n  }\n}\n"
        );
    }

    #[test]
    fn findings_come_back_as_they_were() {
        let report = hostile();
        let text = json(&report);
        assert!(text.contains("ü") && text.ends_with("}\n") && !text.contains('\u{1b}'), "{text}");
        let document: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(document["summary"]["errors"], 2);
        assert_eq!(document["summary"]["notes"], 1);
        let found = &document["diagnostics"];
        assert_eq!(found[0]["path"], Value::Null);
        assert_eq!(found[0]["line"], Value::Null);
        assert_eq!(found[0]["arguments"], json!({}));
        assert_eq!(found[1]["arguments"]["added"], json!(["a.md", "b.md"]));
        assert_eq!(found[1]["arguments"]["missing"], json!([]));
        assert_eq!(found[2]["path"], report.diagnostics[2].place.path.as_str());
        assert_eq!(found[2]["message"], report.diagnostics[2].message);
        assert_eq!((&found[2]["line"], &found[2]["column"]), (&json!(7), &json!(3)));
        assert_eq!(found[3]["severity"], "warning");
        assert_eq!(found[3]["column"], Value::Null);
    }

    #[test]
    fn keys_are_sorted() {
        let text = json(&hostile());
        let keys: Vec<&str> = text
            .lines()
            .filter_map(|line| line.strip_prefix("      \"")?.split_once('"').map(|(key, _)| key))
            .take(7)
            .collect();
        assert_eq!(
            keys,
            ["arguments", "code", "column", "line", "message", "path", "severity"],
            "{text}"
        );
    }
}

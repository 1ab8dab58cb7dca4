//! What the report of `validate` and `doctor` may say, and what is printed instead of a template.

use serde_json::{Value, json};

use crate::table::Table;

pub fn tables() -> Vec<Table> {
    let refusals =
        [("media", ["invalid_source"].as_slice()), ("anchors", &STATES), ("orchestrator", &STATES)];
    let refusals = refusals.into_iter().map(|(format, states)| refusal(format, states));
    refusals.chain([report()]).collect()
}

const STATES: [&str; 4] = ["invalid_source", "not_bound", "unreachable", "budget_exceeded"];

fn refusal(format: &'static str, states: &[&str]) -> Table {
    let mut table = Table::of_definition(format, "absage");
    let base = json!({
        "errors": ["ein-code: Meldung"],
        "schema": format!("skillsafe.{format}/v1"),
        "state": "invalid_source",
    });
    let mut rows = table.from("refusal", &base);
    rows.systematic();
    rows.right("/state", states.iter().map(|state| json!(state)));
    rows.wrong("/state", ["found", ""].map(Value::from));
    rows.wrong("/errors", [json!([])]);
    messages(&mut rows, "/errors/0");
    table
}

/// A line that starts with the code of a finding.
pub fn messages(rows: &mut crate::table::Rows, pointer: &str) {
    rows.right(pointer, ["a: x", "registry-json: sources/derived/x: y"].map(Value::from));
    rows.wrong(
        pointer,
        ["", "x", ": x", "A: x", "a-: x", "-a: x", "a:x", "a b: x"].map(Value::from),
    );
}

fn report() -> Table {
    let mut table = Table::new("report");
    let finding = json!({"arguments": {"id": "S-0001", "limit": 3, "missing": ["a", "b"]},
        "code": "registry-keys", "column": 2, "line": 1, "message": "Text", "path": "a.md",
        "severity": "error"});
    let whole = json!({"arguments": {}, "code": "a", "column": null, "line": null, "message": "x",
        "path": null, "severity": "note"});
    let base = json!({"schema": "skillsafe.report/v1", "command": "validate",
        "diagnostics": [finding, whole],
        "summary": {"errors": 1, "warnings": 0, "notes": 1, "pages": 3, "claims": 4, "sources": 1,
            "external": 0}});
    let mut rows = table.from("report", &base);
    rows.systematic();
    rows.right("/command", ["validate", "doctor"].map(Value::from));
    rows.wrong("/command", ["query", ""].map(Value::from));
    rows.right("/diagnostics", [json!([])]);
    let finding = "/diagnostics/0";
    let at = |key: &str| format!("{finding}/{key}");
    rows.right(&at("severity"), ["error", "warning", "note"].map(Value::from));
    rows.wrong(&at("severity"), ["info", "Error"].map(Value::from));
    rows.wrong(&at("code"), ["", "A", "a_b", "-a", "a-", "a--b", "a b"].map(Value::from));
    rows.wrong(&at("message"), [json!("")]);
    rows.wrong(&at("path"), [json!("")]);
    rows.right(&at("arguments"), [json!({"a": -1, "b": "", "c": []})]);
    rows.wrong(&at("arguments"), [json!({"A": 1}), json!({"": 1}), json!({"a": 0.5})]);
    rows.wrong(&at("arguments/missing"), [json!([1])]);
    for place in [at("line"), at("column")] {
        rows.right(&place, [json!(1), json!(100_000)]);
        rows.wrong(&place, [json!(0), json!(-1), json!(1.5)]);
    }
    rows.right(&at("column"), [json!(null)]);
    // A column needs its line, a line its path.
    rows.wrong(&at("line"), [json!(null)]);
    rows.wrong("/diagnostics/1/line", [json!(1)]);
    for count in ["errors", "warnings", "notes", "pages", "claims", "sources", "external"] {
        rows.wrong(&format!("/summary/{count}"), [json!(-1), json!(0.5)]);
    }
    table
}

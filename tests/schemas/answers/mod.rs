//! What an answer may be: the envelope of specification chapter 5 with its external part (chapter
//! 7), state by state.

mod cited;
mod elsewhere;
mod samples;
mod states;

use serde_json::{Value, json};

use crate::reports::messages;
use crate::table::Verdict::{Right, Wrong};
use crate::table::{Rows, Table};
use samples::found;

pub fn tables() -> Vec<Table> {
    let mut table = Table::new("query");
    let mut rows = table.from("evidence", &found());
    rows.systematic();
    envelope(&mut rows);
    concepts(&mut rows);
    cited::rows(&mut rows);
    states::rows(&mut table);
    elsewhere::rows(&mut table);
    vec![table]
}

fn envelope(rows: &mut Rows) {
    for name in ["schema", "profile", "retrieval", "state"] {
        rows.wrong(&format!("/{name}"), ["", "skillsafe.query/v2", "found"].map(Value::from));
    }
    question(rows);
    rows.right("/vault/version", ["0.0.0", "01.002.3"].map(Value::from));
    let versions = ["", "1.2", "1.2.3.4", "v1.2.3", "1..3", "1.2.3\n", "1.2.\u{663}", "1.2.3-a"];
    rows.wrong("/vault/version", versions.map(Value::from));
    rows.wrong("/vault/version", [json!(null)]);
    for pointer in ["/vault/manifest_sha256", "/retrieval_fingerprint"] {
        rows.digest(pointer);
        rows.wrong(pointer, [json!(null)]);
    }
    rows.wrong("/coverage/retrieval_complete", [json!(false)]);
    rows.wrong("/coverage/semantic_coverage", ["", "assessed"].map(Value::from));
    rows.wrong("/coverage/mode", ["", "sampled"].map(Value::from));
    rows.wrong("/coverage/claims_scanned", [json!(0), json!(-1), json!(1.5)]);
    rows.wrong("/fallback/exhaustive_review_required", [json!(true)]);
    rows.wrong("/fallback/reason", [json!("no_retrieval_candidates")]);
    rows.wrong("/fallback/page_paths", [json!([])]);
    page_path(rows, "/fallback/page_paths/0");
    rows.right("/fallback/external_lookup_available", [json!(false)]);
    rows.right("/warnings", [json!([])]);
    messages(rows, "/warnings/0");
    rows.wrong("/errors", [json!(["ein-code: eins"])]);
    let many = |list: &str, count| Value::from(vec![found()[list][0].clone(); count]);
    for list in ["evidence", "pages"] {
        rows.right(&format!("/{list}"), [many(list, 1), many(list, 20)]);
        rows.wrong(&format!("/{list}"), [many(list, 0), many(list, 21)]);
    }
}

/// In every state but one the question was found to be one.
fn question(rows: &mut Rows) {
    let longest = "ä".repeat(1000);
    rows.right("/query", ["?", " a ", "a\u{85}b", &longest].map(Value::from));
    let blanks = ["", " ", "\u{a0}\u{2003}", "\u{85}", "\u{3000} "];
    rows.wrong("/query", blanks.map(Value::from));
    rows.wrong("/query", ["a\nb", "a\t", "\u{0}", "a\u{7f}", "a\u{1f}b"].map(Value::from));
    rows.wrong("/query", [json!(format!("{longest}a"))]);
}

fn page_path(rows: &mut Rows, pointer: &str) {
    rows.right(pointer, ["knowledge/ü b/.a..md", "knowledge/a:b/c.md"].map(Value::from));
    let wrong = [
        "",
        "a/b.md",
        "knowledge/b.md",
        "knowledge/a/b/c.md",
        "knowledge/a/b.txt",
        "knowledge/a/b.md\n",
        "knowledge/../b.md",
        "knowledge//b.md",
        "knowledge/a/b.MD",
        "knowledge/a\\b/c.md",
        "knowledge/a/b\tc.md",
        "/knowledge/a/b.md",
        "knowledge/a/b.md ",
    ];
    rows.wrong(pointer, wrong.map(Value::from));
}

fn concepts(rows: &mut Rows) {
    let (matched, expanded) = ("/concepts/matched/0", "/concepts/expanded/0");
    rows.right("/concepts/matched", [json!([])]);
    for concept in [matched, expanded] {
        rows.id(&format!("{concept}/id"), "B");
        rows.id(&format!("{concept}/world"), "BW");
        rows.plain(&format!("{concept}/preferred"), 160);
    }
    rows.wrong(&format!("{matched}/matched_labels"), [json!([]), json!([""])]);
    rows.plain(&format!("{matched}/matched_labels/0"), 160);
    rows.id(&format!("{expanded}/via"), "B");
    for (relation, weight, other) in
        [("related", 35, 55), ("broader", 55, 35), ("narrower", 55, 35)]
    {
        let (pointer, weights) = (format!("{expanded}/relation"), format!("{expanded}/weight"));
        for (weight, verdict) in [(weight, Right), (other, Wrong), (0, Wrong)] {
            let edits =
                [(pointer.as_str(), Some(json!(relation))), (&weights, Some(json!(weight)))];
            rows.row(&format!("{relation} of weight {weight}"), &edits, verdict);
        }
    }
    rows.wrong("/concepts/expanded/1/relation", ["", "child"].map(Value::from));
    let entry = &found()["concepts"]["expanded"][0];
    let many = |count| Value::from(vec![entry.clone(); count]);
    rows.right("/concepts/expanded", [many(0), many(32)]);
    rows.wrong("/concepts/expanded", [many(33)]);
}

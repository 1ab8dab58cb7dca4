//! The search outside the vault (chapter 7).

use serde_json::{Value, json};
use vault::model::values::is_https_prefix;

use super::samples::{digest, none, with_pointers};
use crate::table::Verdict::{Right, Wrong};
use crate::table::{Edit, Rows, Table};

pub fn rows(table: &mut Table) {
    let mut rows = table.from("pointers", &with_pointers());
    rows.systematic();
    sources(&mut rows);
    hits(&mut rows);
    external_states(table);
}

/// The sources a search saw.
fn sources(rows: &mut Rows) {
    let source = "/external/sources/0";
    let at = |key: &str| format!("{source}/{key}");
    rows.id(&at("id"), "X");
    rows.wrong(&at("title"), [json!("")]);
    rows.wrong(&at("rights"), [json!("")]);
    rows.wrong(&at("kind"), ["folder", ""].map(Value::from));
    rows.wrong(&at("trust"), ["T0", "T4", ""].map(Value::from));
    rows.wrong(&at("mode"), ["local", ""].map(Value::from));
    // A scope is what a vault has, and only a vault.
    rows.wrong(&at("scope"), [json!("projekt")]);
    let scope = "/external/sources/2/scope";
    let scopes = ["organisation", "fachbereich", "projekt", "persoenlich"];
    rows.right(scope, scopes.map(Value::from));
    rows.wrong(scope, [json!(null), json!("team"), json!("")]);
    // Local is bound, unbound is not, and only the net has a prefix.
    rows.wrong(&at("bound"), [json!(false)]);
    rows.right("/external/sources/1/bound", [json!(true)]);
    rows.wrong("/external/sources/2/bound", [json!(true)]);
    rows.wrong(&at("target"), ["https://a.example", ""].map(Value::from));
    rows.wrong("/external/sources/2/target", [json!("https://a.example")]);
    prefixes(rows, "/external/sources/1/target");
}

/// The prefix of a web source.
fn prefixes(rows: &mut Rows, pointer: &str) {
    let label = "a".repeat(63);
    let host = |last: usize| format!("https://{label}.{label}.{label}.{}", "a".repeat(last));
    let right = [
        "https://a",
        "https://a/",
        "https://a.b-c.EXAMPLE:443/x@y",
        "https://h:1",
        "https://h:65535",
        "https://h:0443/ü b/",
        "https://xn--a.example",
    ];
    let wrong = [
        "-",
        "",
        "https://",
        "https:///x",
        "http://h",
        "HTTPS://h",
        "https://u:p@h/",
        "https://u@h",
        "https://h?x",
        "https://h/?x",
        "https://h#x",
        "https://h/../x",
        "https://h/a..b",
        "https://-h/",
        "https://h-/",
        "https://h.",
        "https://h..x",
        " https://h",
        "https://h/x ",
        "https://h/\u{a0}",
        "https://ex ample",
        "https://h\tx",
        "https://h/a\tb",
        "https://h_1/x",
        "https://[::1]/x",
        "https://h:",
        "https://h:0",
        "https://h:65536",
        "https://h:99999",
        "https://h:+1",
        "https://h:1:2",
        "https://h\\x",
        "https://ä.example",
        "https://h\n",
    ];
    // What the program takes for one.
    assert!(right.iter().all(|prefix| is_https_prefix(prefix)));
    assert!(!wrong.iter().any(|prefix| is_https_prefix(prefix)));
    rows.right(pointer, right.map(Value::from));
    rows.wrong(pointer, wrong.map(Value::from));
    rows.right(pointer, [json!(host(61)), json!(host(61) + ":1/x")]);
    rows.wrong(pointer, [json!(host(62)), json!(format!("https://{label}a.b"))]);
}

/// The documents a search found.
fn hits(rows: &mut Rows) {
    let at = |key: &str| format!("/external/hits/0/{key}");
    rows.id(&at("source_id"), "X");
    rows.wrong(&at("role"), ["evidence", ""].map(Value::from));
    rows.wrong(&at("is_evidence"), [json!(true)]);
    rows.path(&at("document"));
    rows.right(&at("document"), [json!("a.MD")]);
    for index in [at("sentence_index"), at("coverage_percent")] {
        rows.right(&index, [json!(1)]);
        rows.wrong(&index, [json!(0), json!(-1), json!(1.5)]);
    }
    rows.wrong(&at("coverage_percent"), [json!(101)]);
    rows.wrong(&at("block"), ["code", ""].map(Value::from));
    rows.digest(&at("text_sha256"));
    // One token in a hundred, the least there can be.
    for score in [at("score"), at("score_inventory")] {
        rows.right(&score, [json!(24)]);
        rows.wrong(&score, [json!(23), json!(24.5)]);
    }
    rows.wrong(&at("score_catalog"), [json!(-1), json!(0.5)]);
    rows.wrong(&at("trust"), ["T0", "T4", ""].map(Value::from));
    // A text is withheld if and only if it carries an instruction.
    let (text, signals) = (at("text"), at("signals"));
    let marked = json!(["suspicious_instruction"]);
    rows.wrong(&text, [json!(""), json!(null)]);
    rows.wrong(&signals, [marked.clone(), json!(["other"])]);
    for (withheld, verdict) in [
        (json!([]), Wrong),
        (json!(["other"]), Wrong),
        (json!(["suspicious_instruction", "suspicious_instruction"]), Wrong),
        (marked, Right),
    ] {
        let edits: [Edit; 2] = [(&text, Some(json!(null))), (&signals, Some(withheld.clone()))];
        rows.row(&format!("withheld with {withheld}"), &edits, verdict);
    }
    let hit = &with_pointers()["external"]["hits"][0];
    let many = |count| Value::from(vec![hit.clone(); count]);
    rows.right("/external/hits", [many(1), many(8)]);
    rows.wrong("/external/hits", [many(0), many(9)]);
    let read = "/fallback/external_document_paths/0";
    let right = ["X-0001:a/..b.md", "X-0001:a.MD", "X-0001:a:../b.md", "X-0001:\u{200b}.md"];
    let wrong = [
        "",
        "a.md",
        "X-1:a.md",
        "X-0001:a.txt",
        "X-0001:a.md\n",
        "X-0001:/a.md",
        "X-0001: a.md",
        "X-0001:\u{3000}a.md",
        "X-0001:C:/a.md",
        "X-0001:../a.md",
        "X-0001:a/../b.md",
        "X-0001:a\\b.md",
        "X-0001:a\tb.md",
        "S-0001:a.md",
    ];
    rows.right(read, right.map(Value::from));
    rows.wrong(read, wrong.map(Value::from));
}

/// What each way a search can end says, and what it may not.
fn external_states(table: &mut Table) {
    let reason = Some(json!("ein-code: was zu tun ist"));
    let state = |name: &str| ("/external/state", Some(json!(name)));
    let reasons = [("/external/reason", reason.clone()), ("/fallback/external_reason", reason)];
    let nothing = ("/external/hits", Some(json!([])));
    let unproven = ("/external/external_fingerprint", Some(json!(null)));
    let unsearched = [
        ("/external/live", Some(json!(false))),
        ("/external/sources", Some(json!([]))),
        ("/external/notes", Some(json!([]))),
        ("/external/fetched_at", Some(json!(null))),
        ("/fallback/external_document_paths", Some(json!([]))),
    ];
    let refused = [reasons.as_slice(), &[nothing.clone(), unproven.clone()]].concat();
    let nowhere = [refused.as_slice(), &unsearched].concat();
    let unlisted = ("/fallback/external_lookup_available", Some(json!(false)));
    for (name, edits) in [
        ("no_external_candidates", [reasons.as_slice(), &[nothing]].concat()),
        ("invalid_external_source", refused),
        ("invalid_query", nowhere.clone()),
        ("not_declared", [nowhere, vec![unlisted]].concat()),
    ] {
        let mut base = Table::new("query");
        base.from("pointers", &with_pointers()).row(
            name,
            &[vec![state(name)], edits].concat(),
            Right,
        );
        let document = base.rows.pop().expect("the row").document;
        let mut rows = table.from(name, &document);
        for other in [
            "not_requested",
            "not_declared",
            "external_candidates_found",
            "no_external_candidates",
            "invalid_external_source",
            "invalid_query",
            "other",
        ] {
            // Nothing but the state tells that a named source is not listed.
            let verdict = if other == name { Right } else { Wrong };
            rows.row(other, &[state(other)], verdict);
        }
        contradictions(&mut rows, &document);
    }
    for (name, document) in [("unasked", none()), ("found elsewhere", with_pointers())] {
        contradictions(&mut table.from(name, &document), &document);
    }
}

/// Each part of a search taken from the opposite end.
fn contradictions(rows: &mut Rows, answer: &Value) {
    let full = with_pointers();
    let asked = answer["external"]["state"] != "not_requested";
    let searched = answer["external"]["live"] == true;
    let has_reason = answer["external"]["reason"].is_string();
    let has_hits = answer["external"]["hits"] != json!([]);
    let hits = if has_hits { json!([]) } else { full["external"]["hits"].clone() };
    rows.wrong("/external/hits", [hits]);
    rows.wrong("/external/live", [json!(!searched)]);
    rows.wrong("/fallback/external_live_lookup_used", [json!(!asked)]);
    rows.wrong("/external/algorithm", [json!("extern/v1"), json!("")]);
    let reasons = if has_reason { [json!(null), json!("")] } else { [json!("x"), json!("")] };
    rows.wrong("/external/reason", reasons.clone());
    rows.wrong("/fallback/external_reason", reasons.clone());
    let [reason, _] = reasons.map(Some);
    let (own, copied) = ("/external/reason", "/fallback/external_reason");
    rows.row("both reasons", &[(own, reason.clone()), (copied, reason.clone())], Wrong);
    rows.row("only the copied reason", &[(own, None), (copied, reason)], Wrong);
    rows.row("no state of the search", &[("/external/state", None)], Wrong);
    let proven = answer["external"]["external_fingerprint"].is_string();
    let fingerprint = if proven { json!(null) } else { digest() };
    rows.wrong("/external/external_fingerprint", [fingerprint]);
    if proven {
        rows.digest("/external/external_fingerprint");
    }
    if searched {
        rows.wrong("/external/sources", [json!([])]);
        rows.right("/external/notes", [json!([])]);
        rows.wrong("/external/notes", [json!([""])]);
        rows.right("/external/fetched_at", [json!(null)]);
        rows.day("/external/fetched_at");
    } else {
        for list in ["sources", "notes", "fetched_at"] {
            rows.wrong(&format!("/external/{list}"), [full["external"][list].clone()]);
        }
        let paths = full["fallback"]["external_document_paths"].clone();
        rows.wrong("/fallback/external_document_paths", [paths]);
    }
    if asked {
        let available = &answer["fallback"]["external_lookup_available"];
        rows.wrong("/fallback/external_lookup_available", [json!(available != true)]);
    }
}

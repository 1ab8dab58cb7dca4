//! What each state says of the vault and of the question, and what it may not.

use serde_json::{Value, json};

use super::question;
use super::samples::{digest, failed, found, none, with_pointers};
use crate::reports::messages;
use crate::table::Verdict::{Right, Wrong};
use crate::table::{Edit, Rows, Table};

/// What makes an answer one whose question was looked up elsewhere too.
fn search() -> Vec<Edit<'static>> {
    let answer = with_pointers();
    let taken = |pointer: &'static str| (pointer, answer.pointer(pointer).cloned());
    vec![
        taken("/external"),
        taken("/fallback/external_live_lookup_used"),
        taken("/fallback/external_document_paths"),
    ]
}

/// What the states without an answer have in common, and what each of them says of the vault.
pub fn rows(table: &mut Table) {
    let unknown = json!({"version": null, "manifest_sha256": null});
    let hashed = json!({"version": null, "manifest_sha256": digest()});
    let valid = json!({"version": "0.1.0", "manifest_sha256": digest()});
    let unhashed = json!({"version": "0.1.0", "manifest_sha256": null});
    for (state, known, warns, searches) in [
        ("vault_busy", [&unknown].as_slice(), Wrong, Wrong),
        ("invalid_vault", &[&unknown, &hashed], Right, Wrong),
        ("snapshot_changed", &[&valid], Wrong, Wrong),
        ("ambiguous", &[&valid], Right, Right),
        ("invalid_query", &[&unknown, &valid], Right, Right),
    ] {
        let mut rows = table.from(state, &failed(state, known[known.len() - 1]));
        for vault in [&unknown, &hashed, &valid, &unhashed] {
            let verdict = if known.contains(&vault) { Right } else { Wrong };
            rows.row(&vault.to_string(), &[("/vault", Some(vault.clone()))], verdict);
        }
        let warning = vec![("/warnings", Some(json!(["ein-code: eins"])))];
        rows.row("with a warning", &warning, warns);
        rows.row("with a search", &search(), searches);
        failing(&mut rows);
        rows.wrong("/vault/manifest_sha256", [json!(7), json!("")]);
        if state != "invalid_query" {
            question(&mut rows);
            continue;
        }
        rows.right("/query", ["", " ", "a\nb", &"a".repeat(1001)].map(Value::from));
        // Before the vault was looked at there is nothing to warn of and no search.
        let early = vec![("/vault", Some(unknown.clone()))];
        rows.row("an early warning", &[early.clone(), warning].concat(), Wrong);
        rows.row("an early search", &[early, search()].concat(), Wrong);
        rows.systematic();
    }
    let mut rows = table.from("none", &none());
    rows.wrong("/pages", [found()["pages"].clone()]);
    rows.wrong("/evidence", [found()["evidence"].clone()]);
    rows.wrong("/fallback/exhaustive_review_required", [json!(false)]);
    rows.wrong("/fallback/reason", [json!(null), json!("other")]);
    rows.wrong("/coverage/retrieval_complete", [json!(false)]);
    rows.right("/coverage/claims_scanned", [json!(0)]);
    rows.wrong("/coverage/claims_scanned", [json!(-1), json!(0.5)]);
    rows.right("/fallback/page_paths", [json!([])]);
    rows.right("/concepts", [found()["concepts"].clone()]);
    rows.wrong("/errors", [json!(["ein-code: eins"])]);
    rows.wrong("/retrieval_fingerprint", [json!(null)]);
}

fn failing(rows: &mut Rows) {
    for (pointer, value) in [
        ("/errors", json!([])),
        ("/retrieval_fingerprint", digest()),
        ("/evidence", found()["evidence"].clone()),
        ("/pages", found()["pages"].clone()),
        ("/concepts/matched", found()["concepts"]["matched"].clone()),
        ("/concepts/expanded", found()["concepts"]["expanded"].clone()),
        ("/coverage/claims_scanned", json!(1)),
        ("/coverage/retrieval_complete", json!(true)),
        ("/fallback/exhaustive_review_required", json!(true)),
        ("/fallback/reason", json!("no_retrieval_candidates")),
        ("/fallback/page_paths", json!(["knowledge/a/b.md"])),
        ("/fallback/external_lookup_available", json!(true)),
    ] {
        rows.wrong(pointer, [value]);
    }
    messages(rows, "/errors/0");
    rows.wrong("/errors", [json!(["ein-code: eins", "ein-code: eins"])]);
}

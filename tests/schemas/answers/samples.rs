//! Answers that are right, one of each kind.

use serde_json::{Value, json};

/// The number of the claim on an external source.
pub const EXTERNAL: usize = 2;

pub fn digest() -> Value {
    json!("0123456789abcdef".repeat(4))
}

/// An answer with one claim of each kind of source and one page of each tier.
pub fn found() -> Value {
    json!({
        "schema": "skillsafe.query/v1", "profile": "oksv-lite/1.3", "retrieval": "hybrid-local/v1",
        "state": "candidates_found", "query": "Was ist OKF?",
        "vault": {"version": "0.1.0", "manifest_sha256": digest()},
        "coverage": {"retrieval_complete": true, "semantic_coverage": "not_assessed",
            "mode": "exhaustive_validated_claim_ranking", "claims_scanned": 3},
        "fallback": {"exhaustive_review_required": false, "reason": null,
            "page_paths": ["knowledge/a/b.md", "knowledge/a/c.md"],
            "external_lookup_available": true, "external_live_lookup_used": false,
            "external_reason": null, "external_document_paths": []},
        "concepts": {
            "matched": [{"id": "B-0001", "world": "BW-0001", "preferred": "OKF",
                "matched_labels": ["OKF"]}],
            "expanded": [
                {"id": "B-0002", "via": "B-0001", "relation": "related", "weight": 35,
                    "world": "BW-0001", "preferred": "Datei"},
                {"id": "B-0003", "via": "B-0001", "relation": "narrower", "weight": 55,
                    "world": "BW-0001", "preferred": "Seite"}]},
        "external": unasked(),
        "pages": [
            {"path": "knowledge/a/b.md", "title": "OKF", "domain": "a", "status": "aktiv",
                "confidence": "hoch", "stand": "2026-10-01", "reviewed_by": "agent:Leser/1.2",
                "reviewed_at": "2026-10-02", "trust_tier": "machine-confirmed", "score": 42,
                "reasons": ["token:okf:claim", "token:okf:title"], "concepts": ["B-0001"]},
            {"path": "knowledge/a/c.md", "title": "Datei", "domain": "a", "status": "veraltet",
                "confidence": "mittel", "stand": "2026-10-01", "reviewed_by": "mensch:anna",
                "reviewed_at": "2026-10-02", "trust_tier": "human-reviewed", "score": 10,
                "reasons": ["graph:one-hop"], "concepts": []},
            {"path": "knowledge/a/d.md", "title": "Seite", "domain": "a",
                "status": "in-pruefung", "confidence": "niedrig", "stand": "2026-10-01",
                "reviewed_by": null, "reviewed_at": null, "trust_tier": "unverified", "score": 24,
                "reasons": ["token:okf:tag"], "concepts": []}],
        "evidence": [
            {"claim_id": "C-0001", "role": "retrieval_candidate", "page": "knowledge/a/b.md",
                "page_status": "aktiv", "page_confidence": "hoch",
                "page_reviewed_by": "agent:Leser/1.2", "page_reviewed_at": "2026-10-02",
                "page_trust_tier": "machine-confirmed", "score": 20, "reasons": ["token:okf"],
                "kind": "Wortlaut", "text": "OKF ist offen.",
                "source": {"id": "S-0001", "kind": "lokal", "title": "Merkblatt", "stand": "2026",
                    "trust": "T1", "rights": "frei", "locator": "Abschnitt 1"},
                "signals": [], "media": null, "anchor": null},
            {"claim_id": "C-0002", "role": "retrieval_candidate", "page": "knowledge/a/c.md",
                "page_status": "veraltet", "page_confidence": "mittel",
                "page_reviewed_by": "mensch:anna", "page_reviewed_at": "2026-10-02",
                "page_trust_tier": "human-reviewed", "score": 10, "reasons": ["page-metadata"],
                "kind": "Beobachtung", "text": "Das Bild zeigt eine Datei.",
                "source": {"id": "S-0002", "kind": "lokal", "title": "Bild", "stand": "2026",
                    "trust": "T2", "rights": "frei", "locator": "R-0001"},
                "signals": ["page_status:veraltet"],
                "media": {"representation": "sources/derived/S-0002__media.json",
                    "media_type": "image/png", "region_id": "R-0001", "region_kind": "text",
                    "confidence": 1},
                "anchor": null},
            {"claim_id": "C-0003", "role": "retrieval_candidate", "page": "knowledge/a/d.md",
                "page_status": "in-pruefung", "page_confidence": "niedrig",
                "page_reviewed_by": null, "page_reviewed_at": null,
                "page_trust_tier": "unverified", "score": 5, "reasons": ["graph:one-hop"],
                "kind": "Auslegung", "text": "Seiten sind Dateien.",
                "source": {"id": "X-0001", "kind": "extern", "title": "Handbuch", "stand": "2026",
                    "trust": "T3", "rights": "frei", "locator": "A-0001"},
                "signals": ["interpretation", "page_status:in-pruefung", "low_confidence",
                    "source_trust:T3", "trust_tier:unverified", "external_source"],
                "media": null,
                "anchor": {"anchor_id": "A-0001", "document": "a/b.md", "sentence_index": 2,
                    "block": "absatz", "text_sha256": digest()}}],
        "warnings": ["ein-code: eins"], "errors": [], "retrieval_fingerprint": digest(),
    })
}

/// The external part where nobody asked for it.
pub fn unasked() -> Value {
    json!({"state": "not_requested", "algorithm": "extern-zweistufig/v1", "live": false,
        "fetched_at": null, "sources": [], "hits": [], "reason": null, "notes": [],
        "external_fingerprint": null})
}

/// No claim; every page is there to be read.
pub fn none() -> Value {
    let mut answer = found();
    answer["state"] = json!("no_candidates");
    answer["pages"] = json!([]);
    answer["evidence"] = json!([]);
    answer["fallback"]["exhaustive_review_required"] = json!(true);
    answer["fallback"]["reason"] = json!("no_retrieval_candidates");
    answer["concepts"] = json!({"matched": [], "expanded": []});
    answer
}

/// No claim, but pointers to elsewhere.
pub fn with_pointers() -> Value {
    let source = |id: &str, kind: &str, scope: Value, target: &str, bound: bool, mode: &str| {
        json!({"id": id, "title": "Handbuch", "kind": kind, "scope": scope, "trust": "T2",
            "rights": "frei", "target": target, "bound": bound, "mode": mode})
    };
    let hit = |text: Value, signals: Value| {
        json!({"source_id": "X-0001", "role": "external_pointer", "is_evidence": false,
            "document": "a/b.md", "sentence_index": 1, "block": "absatz", "text": text,
            "text_sha256": digest(), "score": 540, "score_catalog": 0, "score_inventory": 540,
            "coverage_percent": 100, "trust": "T2", "signals": signals})
    };
    let mut answer = none();
    answer["external"] = json!({"state": "external_candidates_found",
        "algorithm": "extern-zweistufig/v1", "live": true, "fetched_at": "2026-10-02",
        "sources": [
            source("X-0001", "markdown-tree", json!(null), "-", true, "lokal"),
            source("X-0002", "markdown-tree", json!(null), "https://a.example/b", false, "netz"),
            source("X-0003", "skillsafe-vault", json!("projekt"), "-", false, "unbound")],
        "hits": [hit(json!("Ein Satz."), json!([])),
            hit(json!(null), json!(["suspicious_instruction"]))],
        "reason": null, "notes": ["ein-code: eins"], "external_fingerprint": digest()});
    answer["fallback"]["external_live_lookup_used"] = json!(true);
    answer["fallback"]["external_document_paths"] = json!(["X-0001:a/b.md", "X-0002:c.md"]);
    answer
}

/// An answer in a failing state, of a vault of which so much was known.
pub fn failed(state: &str, vault: &Value) -> Value {
    let mut answer = none();
    answer["state"] = json!(state);
    answer["vault"] = vault.clone();
    answer["coverage"]["retrieval_complete"] = json!(false);
    answer["coverage"]["claims_scanned"] = json!(0);
    answer["fallback"]["exhaustive_review_required"] = json!(false);
    answer["fallback"]["reason"] = json!(null);
    answer["fallback"]["page_paths"] = json!([]);
    answer["fallback"]["external_lookup_available"] = json!(false);
    answer["warnings"] = json!([]);
    answer["errors"] = json!(["ein-code: eins"]);
    answer["retrieval_fingerprint"] = json!(null);
    answer
}

//! Claims with their sources, and the pages they stand on.

use serde_json::{Value, json};
use vault::model::reviewer::is_reviewer;

use super::page_path;
use super::samples::{EXTERNAL, found};
use crate::table::Verdict::{Right, Wrong};
use crate::table::{Edit, Rows};

pub fn rows(rows: &mut Rows) {
    for at in 0..=EXTERNAL {
        evidence(rows, at);
        page(rows, at);
    }
    page_reasons(rows, "/pages/0");
    claim_reasons(rows, "/evidence/0");
    signals(rows);
    alone(rows);
    media(rows, "/evidence/1");
    anchor(rows, "/evidence/2");
}

fn evidence(rows: &mut Rows, number: usize) {
    let claim = format!("/evidence/{number}");
    let at = |key: &str| format!("{claim}/{key}");
    rows.id(&at("claim_id"), "C");
    rows.wrong(&at("role"), ["evidence", ""].map(Value::from));
    page_path(rows, &at("page"));
    rows.wrong(&at("page_status"), ["Aktiv", ""].map(Value::from));
    rows.wrong(&at("page_confidence"), ["Hoch", ""].map(Value::from));
    rows.wrong(&at("kind"), ["Zitat", ""].map(Value::from));
    review(rows, &claim, "page_");
    rows.wrong(&at("score"), [json!(4), json!(-1), json!(5.5)]);
    rows.wrong(&at("reasons"), [json!([]), json!(["other"])]);
    rows.wrong(&at("signals"), [json!(["other"])]);
    for (text, limit) in [("text", 20_000), ("source/locator", 1000)] {
        rows.right(&at(text), [json!("ä".repeat(limit)), json!("\u{a0}x"), json!("x\u{3000}")]);
        rows.wrong(
            &at(text),
            [json!("ä".repeat(limit + 1)), json!(""), json!("a\nb"), json!("\u{7f}")],
        );
    }
    for text in ["title", "stand", "rights"] {
        rows.wrong(&at(&format!("source/{text}")), [json!("")]);
    }
    rows.wrong(&at("source/kind"), ["local", ""].map(Value::from));
    rows.wrong(&at("source/trust"), ["T0", "T4", "t1", ""].map(Value::from));
    let (prefix, other) = if number == EXTERNAL { ("X", "S") } else { ("S", "X") };
    rows.id(&at("source/id"), prefix);
    rows.wrong(&at("source/id"), [json!(format!("{other}-0001"))]);
}

/// Who reviewed when, and the tier that follows.
fn review(rows: &mut Rows, holder: &str, prefix: &str) {
    let at = |key: &str| format!("{holder}/{prefix}{key}");
    let (by, on, tier) = (at("reviewed_by"), at("reviewed_at"), at("trust_tier"));
    let longest = format!("mensch:{}", "a".repeat(64));
    let agent = format!("agent:{}/{}", "A".repeat(61), "1".repeat(60));
    for (who, on_day, right) in [
        (json!("mensch:anna"), json!("2026-10-02"), "human-reviewed"),
        (json!(longest), json!("0001-01-01"), "human-reviewed"),
        (json!("prozess:nacht.lauf_1-a"), json!("2024-02-29"), "machine-confirmed"),
        (json!("agent:Leser/1.2"), json!("2026-10-02"), "machine-confirmed"),
        (json!(agent), json!("2026-10-02"), "machine-confirmed"),
        (json!(null), json!(null), "unverified"),
    ] {
        for named in ["unverified", "machine-confirmed", "human-reviewed"] {
            let mut edits: Vec<Edit> = vec![
                (&by, Some(who.clone())),
                (&on, Some(on_day.clone())),
                (&tier, Some(json!(named))),
            ];
            let signals = (format!("{holder}/signals"), tier_signals(holder, named));
            if signals.1.is_array() {
                edits.push((&signals.0, Some(signals.1)));
            }
            let verdict = if named == right { Right } else { Wrong };
            rows.row(&format!("{holder} by {who} is {named}"), &edits, verdict);
        }
    }
    let wrong = [
        "",
        "anna",
        "Mensch:anna",
        "mensch:",
        "mensch:Anna",
        "mensch: anna",
        "mensch:.a",
        "mensch:anna\n",
        "human:anna",
        "agent:a",
        "agent:a/",
        "agent:/1",
        "agent:a/b/c",
        "agent:a/1\n",
        "agent:-a/1",
        "prozess:A",
    ];
    assert!(wrong.iter().all(|who| !is_reviewer(who)));
    rows.wrong(&by, wrong.map(Value::from));
    rows.wrong(&by, [json!(longest + "a"), json!(agent + "1")]);
    // Both or none.
    if found().pointer(&by).is_some_and(Value::is_string) {
        rows.day(&on);
        rows.wrong(&by, [json!(null)]);
        rows.wrong(&on, [json!(null)]);
    } else {
        rows.wrong(&on, [json!("2026-10-02")]);
    }
}

/// The signals of a claim once its page has this tier; a page has none.
fn tier_signals(holder: &str, tier: &str) -> Value {
    let mut signals = found().pointer(holder).expect("the holder")["signals"].clone();
    if let Some(list) = signals.as_array_mut() {
        list.retain(|signal| signal != "trust_tier:unverified");
        list.extend((tier == "unverified").then(|| json!("trust_tier:unverified")));
    }
    signals
}

fn page(rows: &mut Rows, number: usize) {
    let page = format!("/pages/{number}");
    let at = |key: &str| format!("{page}/{key}");
    page_path(rows, &at("path"));
    rows.wrong(&at("title"), [json!("")]);
    rows.wrong(&at("domain"), [json!("")]);
    rows.right(&at("status"), ["aktiv", "veraltet", "in-pruefung"].map(Value::from));
    rows.wrong(&at("status"), ["Aktiv", ""].map(Value::from));
    rows.right(&at("confidence"), ["hoch", "mittel", "niedrig"].map(Value::from));
    rows.wrong(&at("confidence"), ["Hoch", ""].map(Value::from));
    rows.day(&at("stand"));
    review(rows, &page, "");
    rows.right(&at("score"), [json!(10), json!(u64::MAX)]);
    rows.wrong(&at("score"), [json!(9), json!(-1), json!(10.5)]);
    rows.wrong(&at("reasons"), [json!([]), json!(["graph:one-hop", "graph:one-hop"])]);
    rows.wrong(&at("concepts"), [json!(["B-1"]), json!(["B-0001", "B-0001"])]);
}

/// Why a page got points.
fn page_reasons(rows: &mut Rows, page: &str) {
    let pointer = format!("{page}/reasons/0");
    let right = [
        "concept:B-0001:direct",
        "concept:B-0001:expanded:55",
        "concept:B-0001:expanded:35",
        "id:C-0001",
        "id:S-0001",
        "exact:title",
        "exact:claim",
        "token:a1:tag",
        "token:7:title",
        "token:grösse:claim",
        "token:\u{663}:claim",
        "graph:one-hop",
    ];
    let wrong = [
        "",
        "concept:B-1:direct",
        "concept:B-0001",
        "concept:B-0001:expanded:50",
        "concept-page",
        "id:X-0001",
        "id:B-0001",
        "exact:tag",
        "token:ab",
        "token:a:tag",
        "token:A1:tag",
        "token:a b:tag",
        "token::tag",
        "token:ab:locator",
        "graph:two-hop",
        "page-metadata",
        "graph:one-hop\n",
        " exact:title",
    ];
    rows.right(&pointer, right.map(Value::from));
    rows.wrong(&pointer, wrong.map(Value::from));
}

/// Why a claim got points. Two reasons stand alone, and say how many points it got.
fn claim_reasons(rows: &mut Rows, claim: &str) {
    let pointer = format!("{claim}/reasons/0");
    let right = ["concept-page", "id:C-0001", "id:S-0001", "exact:claim", "token:a1", "token:7"];
    let wrong = [
        "",
        "concept:B-0001:direct",
        "id:X-0001",
        "exact:title",
        "token:ab:claim",
        "token:a",
        "token:A1",
        "token:",
        "concept-page\n",
        " concept-page",
    ];
    rows.right(&pointer, right.map(Value::from));
    rows.wrong(&pointer, wrong.map(Value::from));
    let (reasons, score) = (format!("{claim}/reasons"), format!("{claim}/score"));
    for (given, points, verdict) in [
        (json!(["graph:one-hop"]), 5, Right),
        (json!(["graph:one-hop"]), 10, Wrong),
        (json!(["graph:one-hop", "token:ab"]), 5, Wrong),
        (json!(["page-metadata"]), 10, Right),
        (json!(["page-metadata"]), 5, Wrong),
        (json!(["page-metadata", "token:ab"]), 10, Wrong),
        (json!(["concept-page", "token:ab"]), 5, Right),
        (json!(["token:ab", "token:ab"]), 40, Wrong),
    ] {
        let edits: [Edit; 2] = [(&reasons, Some(given.clone())), (&score, Some(json!(points)))];
        rows.row(&format!("{given} for {points}"), &edits, verdict);
    }
}

/// Each signal stands where it should, and nowhere else.
fn signals(rows: &mut Rows) {
    let claim = "/evidence/0";
    for (key, value, signal) in [
        ("kind", "Auslegung", "interpretation"),
        ("page_status", "veraltet", "page_status:veraltet"),
        ("page_status", "in-pruefung", "page_status:in-pruefung"),
        ("page_confidence", "niedrig", "low_confidence"),
        ("source/trust", "T3", "source_trust:T3"),
    ] {
        let (pointer, signals) = (format!("{claim}/{key}"), format!("{claim}/signals"));
        rows.wrong(&pointer, [json!(value)]);
        rows.wrong(&signals, [json!([signal])]);
        let edits: [Edit; 2] = [(&pointer, Some(json!(value))), (&signals, Some(json!([signal])))];
        rows.row(&format!("{value} and {signal}"), &edits, Right);
        let twice: [Edit; 2] = [edits[0].clone(), (&signals, Some(json!([signal, signal])))];
        rows.row(&format!("{value} and {signal} twice"), &twice, Wrong);
    }
    // This claim has all there are at once.
    let signals = format!("/evidence/{EXTERNAL}/signals");
    let all = found().pointer(&signals).and_then(Value::as_array).expect("a list").clone();
    for at in 0..all.len() {
        let pointer = format!("{signals}/{at}");
        rows.wrong(&pointer, ["other", "page_status:aktiv", "source_trust:T1"].map(Value::from));
        let others = all.iter().filter(|signal| **signal != all[at]).cloned();
        rows.wrong(&signals, [others.collect::<Value>()]);
    }
    for signal in ["trust_tier:unverified", "external_source"] {
        rows.wrong(&format!("{claim}/signals"), [json!([signal])]);
    }
}

/// What is refused for one reason alone: its absence or odd kind meets no other rule.
fn alone(rows: &mut Rows) {
    let claim = format!("/evidence/{EXTERNAL}");
    let (source, kind) = (format!("{claim}/source"), format!("{claim}/source/kind"));
    let signals = format!("{claim}/signals");
    let left = json!([
        "interpretation",
        "page_status:in-pruefung",
        "low_confidence",
        "trust_tier:unverified"
    ]);
    let left = (signals.as_str(), Some(left));
    rows.row("no source", &[(&source, None), left.clone()], Wrong);
    let left = json!([
        "interpretation",
        "page_status:in-pruefung",
        "low_confidence",
        "source_trust:T3",
        "trust_tier:unverified"
    ]);
    let left = (signals.as_str(), Some(left));
    rows.row("no kind of source", &[(&kind, None), left.clone()], Wrong);
    rows.row("an odd kind of source", &[(&kind, Some(json!("netz"))), left], Wrong);
    let edits = [
        ("/evidence/0/source", Some(json!(7))),
        ("/evidence/0/signals", Some(json!(["source_trust:T3", "external_source"]))),
    ];
    rows.row("a number for a source", &edits, Wrong);
    let edits = [
        ("/evidence/0/page_status", Some(json!("veraltet"))),
        ("/evidence/0/page_confidence", Some(json!("niedrig"))),
        ("/evidence/0/signals", Some(json!(["low_confidence"]))),
    ];
    rows.row("one signal of two", &edits, Wrong);
    let edits = [
        ("/external", None),
        ("/fallback/external_live_lookup_used", Some(json!(true))),
        ("/fallback/external_reason", Some(json!("ein-code: ein Grund"))),
    ];
    rows.row("no external part", &edits, Wrong);
}

fn media(rows: &mut Rows, claim: &str) {
    let at = |key: &str| format!("{claim}/media{key}");
    let path = "sources/derived/S-0002__media.json";
    let wrong = [
        "",
        "S-0002__media.json",
        "sources/derived/X-0002__media.json",
        "sources/derived/S-2__media.json",
        "sources/derived/S-0002__mediaXjson",
    ];
    rows.wrong(&at("/representation"), wrong.map(Value::from));
    rows.wrong(&at("/representation"), [json!(format!("{path}\n")), json!(format!("./{path}"))]);
    rows.right(&at("/media_type"), ["image/png", "application/pdf"].map(Value::from));
    rows.wrong(&at("/media_type"), ["image/svg+xml", "png", ""].map(Value::from));
    rows.id(&at("/region_id"), "R");
    rows.right(&at("/region_kind"), ["diagram", "other"].map(Value::from));
    rows.wrong(&at("/region_kind"), ["bild", ""].map(Value::from));
    rows.right(&at("/confidence"), [json!(0), json!(1), json!(1.0), json!(0.5)]);
    rows.wrong(&at("/confidence"), [json!(-0.1), json!(1.1)]);
    // A claim on an image need be no observation, but an observation is one on an image.
    rows.right(&format!("{claim}/kind"), [json!("Wortlaut")]);
    rows.wrong(&at(""), [json!(null)]);
    rows.wrong("/evidence/0/kind", [json!("Beobachtung")]);
    let region = &found()["evidence"][1]["media"];
    rows.wrong(&format!("/evidence/{EXTERNAL}/media"), [region.clone()]);
}

fn anchor(rows: &mut Rows, claim: &str) {
    let at = |key: &str| format!("{claim}/anchor{key}");
    rows.id(&at("/anchor_id"), "A");
    rows.path(&at("/document"));
    rows.right(&at("/sentence_index"), [json!(1), json!(u64::MAX)]);
    rows.wrong(&at("/sentence_index"), [json!(0), json!(-1), json!(1.5)]);
    rows.right(&at("/block"), ["zitat", "tabellenzelle"].map(Value::from));
    rows.wrong(&at("/block"), ["code", ""].map(Value::from));
    rows.digest(&at("/text_sha256"));
    rows.wrong(&at(""), [json!(null)]);
    rows.wrong("/evidence/0/anchor", [found()["evidence"][EXTERNAL]["anchor"].clone()]);
}

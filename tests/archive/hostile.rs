//! Hostile reports: whatever comes in gives one line, never a panic, and nothing else is written
//! unless it is a report after all.

use proptest::prelude::*;
use serde_json::{Value, json};
use vault::archive::report::{FORMAT, UNKNOWN_KIND};

use crate::simulated::{Simulated, append, messages, revision, statement, statements};

/// An archive in which something of every kind could be done.
fn archive() -> Simulated {
    let mut archive = Simulated::new();
    let talk = messages(&["person: Ab März ist Platz.\nUnd im Mai.", "assistant: Gut."]);
    archive.send("kai", "conversation.append", append("a", 1, talk)).accepted();
    let said = |text: &str| statement("termine", text, "g1", (1, 1), "Ab März");
    let said = vec![said("Platz ab März."), said("Frei ab März.")];
    archive.send("author", "statement.add", statements(said)).accepted();
    archive.send("author", "article.revise", revision("termine", 0, &["2.1", "2.2"])).accepted();
    archive.send("kai", "hide", json!({"id": "2.2"})).accepted();
    archive.is_checked = false;
    archive
}

/// A report of every kind that would be taken, with all it can have.
fn honest() -> Vec<(&'static str, Value)> {
    let mut said = statement("termine", "Auch im Mai.", "g1", (2, 3), "im Mai");
    said["replaces"] = json!(["2.1"]);
    let mut round = statements(vec![said]);
    round["round"] = json!({
        "source": "g1", "from": 1, "to": 3, "sent": 2,
        "dropped": [{"reason": "duplicate", "n": 1}], "prompts": "extract/1",
    });
    let mut talk = append("b", 1, vec![]);
    talk["messages"] = json!([
        {"role": "person", "ref": "m1", "time": "2026-11-30T08:00:00Z", "name": "K", "text": "x"},
        {"role": "tool", "omitted": {"what": "image", "bytes": 3}},
    ]);
    talk["kept"] = json!(2);
    talk["omitted"] = json!({"thinking": 4});
    let mut article = revision("termine", 1, &["2.1"]);
    article["area"] = json!("betrieb");
    let sub = json!({"sub": "neu", "title": "t", "line": "l", "numbers": [1]});
    vec![
        ("conversation.append", talk),
        (
            "item.add",
            json!({
                "key": "k", "title": "t", "time": "2026-11-30", "origin": "o", "text": "x\ny",
            }),
        ),
        ("statement.add", round),
        ("article.revise", article),
        ("article.split", json!({"topic": "termine", "base": 1, "into": [sub]})),
        ("hide", json!({"id": "2.1"})),
        ("restore", json!({"id": "2.2"})),
        ("forget", json!({"id": "2.1", "confirm": "0123456789abcdef"})),
        ("note", json!({"text": "x"})),
    ]
}

/// Members that may be missing.
const OPTIONAL: [&str; 6] = ["base", "ref", "time", "name", "replaces", "area"];

/// What stands in the place of something else.
fn hostile() -> Vec<Value> {
    let huge = "x".repeat(100_000);
    vec![
        json!(null),
        json!(true),
        json!(-1),
        json!(0),
        json!(1.5),
        json!(1e300),
        json!(u64::MAX),
        json!(""),
        json!(" "),
        json!("-"),
        json!("a · b"),
        json!("a\u{0}b"),
        json!("a\nb"),
        json!("\u{202e}\u{200b}\u{feff}"),
        json!(huge),
        json!("../../rights"),
        json!("termine/x/y"),
        json!("termine/.."),
        json!("/etc/passwd"),
        json!("g1"),
        json!("i1"),
        json!("2.1"),
        json!("2.2"),
        json!("g999999999999999999999"),
        json!("core"),
        json!([]),
        json!({}),
        json!([null]),
        json!([["2.2"]]),
        json!({"x": 1}),
        json!([[[[[[]]]]]]),
    ]
}

const ID: &str = "a-hostile-report-1";

fn envelope(kind: &str, body: Value) -> Value {
    json!({"format": FORMAT, "id": ID, "kind": kind, "body": body})
}

/// The pointer of every value in a document.
fn pointers(value: &Value) -> Vec<String> {
    let children: Vec<(String, &Value)> = match value {
        Value::Object(members) => members.iter().map(|(key, value)| (key.clone(), value)).collect(),
        Value::Array(items) => {
            items.iter().enumerate().map(|(at, value)| (at.to_string(), value)).collect()
        }
        _ => Vec::new(),
    };
    let below = children.iter().flat_map(|(key, value)| {
        let within = pointers(value).into_iter();
        within.map(move |rest| format!("/{key}{rest}"))
    });
    [String::new()].into_iter().chain(below).collect()
}

/// Takes a report; checks that one line came of it and what it says is true.
fn take(base: &Simulated, bytes: &[u8]) -> (String, Option<String>) {
    let mut archive = base.clone();
    let answer = archive.take("kai", ID, bytes).expect("a line came of it");
    assert_eq!(archive.lines.len(), base.lines.len() + 1);
    if answer.reason.is_none() {
        archive.check();
    }
    (archive.lines.last().unwrap().kind.clone(), answer.reason)
}

#[test]
fn honest_reports_are_taken() {
    let base = archive();
    for (kind, body) in honest() {
        let (_, reason) = take(&base, envelope(kind, body).to_string().as_bytes());
        let expected = if kind == "forget" { Some("not_confirmed") } else { None };
        assert_eq!(reason.as_deref(), expected, "{kind}");
    }
}

#[test]
fn every_field_missing_doubled_or_unknown_is_no_report_of_its_kind() {
    let base = archive();
    let mut tried = 0;
    for (kind, body) in honest() {
        let report = envelope(kind, body);
        for pointer in pointers(&report) {
            let Some(Value::Object(members)) = report.pointer(&pointer) else { continue };
            if pointer == "/body/omitted" {
                continue;
            }
            let whole = report.to_string();
            let object = report.pointer(&pointer).unwrap().to_string();
            for key in members.keys().map(String::as_str).chain(["unknown"]) {
                let doubled = format!("{{{}:null,{}", json!(key), &object[1..]);
                let (_, reason) = take(&base, whole.replacen(&object, &doubled, 1).as_bytes());
                assert_eq!(reason.as_deref(), Some("schema"), "{kind}: {pointer}/{key} doubled");
                let mut missing = report.clone();
                missing.pointer_mut(&pointer).unwrap().as_object_mut().unwrap().remove(key);
                let (_, reason) = take(&base, missing.to_string().as_bytes());
                let may_miss = OPTIONAL.contains(&key) || key == "round" || key == "unknown";
                assert!(may_miss || reason.as_deref() == Some("schema"), "{kind}: {pointer}/{key}");
                tried += 2;
            }
        }
    }
    println!("{tried} reports with a field too many or too few");
}

#[test]
fn every_field_of_another_kind_gives_one_line() {
    let base = archive();
    let (mut tried, mut taken) = (0, 0);
    for (kind, body) in honest() {
        let report = envelope(kind, body);
        for pointer in pointers(&report) {
            for value in hostile() {
                let mut changed = report.clone();
                *changed.pointer_mut(&pointer).unwrap() = value;
                let (_, reason) = take(&base, changed.to_string().as_bytes());
                tried += 1;
                taken += usize::from(reason.is_none());
            }
        }
    }
    println!("{tried} reports with something else in one place, {taken} of them taken");
    assert!(taken * 4 < tried);
}

#[test]
fn what_is_no_report_at_all_has_no_kind() {
    let base = archive();
    let note = envelope("note", json!({"text": "x"}));
    for bytes in [
        &b""[..],
        b"{",
        b"[]",
        b"null",
        b"{}",
        b"\xff\xfe",
        b"{\"a\":1,\"a\":2}",
        b"NaN",
        note.to_string().replace("v1", "v2").as_bytes(),
        note.to_string().replace("note", "unknown").as_bytes(),
        format!("{note}{note}").as_bytes(),
        "[".repeat(10_000).as_bytes(),
    ] {
        let (kind, reason) = take(&base, bytes);
        assert_eq!((kind.as_str(), reason.as_deref()), (UNKNOWN_KIND, Some("schema")));
    }
    let (kind, reason) =
        take(&base, note.to_string().replace(ID, "another-report-of-mine").as_bytes());
    assert_eq!((kind.as_str(), reason.as_deref()), ("note", Some("schema")));
}

#[test]
fn a_file_whose_name_is_no_id_is_named_by_digits() {
    let mut archive = archive();
    archive.take("kai", "../../x", b"{}").unwrap();
    let line = archive.lines.last().unwrap();
    assert_eq!(line.id.len(), 32);
    assert!(line.id.bytes().all(|digit| digit.is_ascii_hexdigit()));
    assert!(!archive.journal().contains("../../x"));
}

/// A report of some kind with some of it exchanged, or bytes that are none.
fn report() -> impl Strategy<Value = Vec<u8>> {
    let value = prop_oneof![
        4 => prop::sample::select(hostile()),
        1 => "\\PC{0,40}".prop_map(Value::from),
        1 => any::<i64>().prop_map(Value::from),
        1 => prop::collection::vec(any::<u8>(), 0..4).prop_map(Value::from),
    ];
    let changes = prop::collection::vec((any::<prop::sample::Index>(), value), 1..4);
    let changed = (prop::sample::select(honest()), changes).prop_map(|((kind, body), changes)| {
        let mut report = envelope(kind, body);
        for (at, value) in changes {
            let pointers = pointers(&report);
            *report.pointer_mut(&pointers[at.index(pointers.len())]).unwrap() = value;
        }
        report.to_string().into_bytes()
    });
    let cut = (prop::sample::select(honest()), any::<prop::sample::Index>(), any::<u8>());
    let cut = cut.prop_map(|((kind, body), at, byte)| {
        let mut bytes = envelope(kind, body).to_string().into_bytes();
        let at = at.index(bytes.len());
        bytes[at] = byte;
        bytes
    });
    prop_oneof![8 => changed, 2 => cut, 1 => prop::collection::vec(any::<u8>(), 0..80)]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 10_000, ..ProptestConfig::default() })]

    #[test]
    fn ten_thousand_hostile_reports_give_one_line_each(bytes in report()) {
        thread_local!(static BASE: Simulated = archive());
        BASE.with(|base| take(base, &bytes));
    }
}

//! Conversations and items: every reason for which one is refused, beside one that is taken.

use serde_json::{Value, json};
use vault::digest::Digest;

use crate::simulated::{Simulated, append, messages};

const TALK: [&str; 4] = [
    "person: Ab wann haben wir Platz?\nUnd wo?",
    "assistant: Ab März, im Lager.",
    "tool! 48212",
    "person: Gut.",
];

/// What the lines of [`TALK`] are joined to.
const HELD: &str = "Ab wann haben wir Platz?\nUnd wo?\nAb März, im Lager.\n\
    [weggelassen: Werkzeugausgabe, 48 212 Byte]\nGut.";

fn with_talk() -> Simulated {
    let mut archive = Simulated::new();
    archive.send("kai", "conversation.append", append("a", 1, messages(&TALK))).accepted();
    archive
}

/// The next lines of the talk, fit to be taken.
fn next() -> Value {
    let mut body = append("a", 6, messages(&["person: Danke."]));
    body["base"] = json!(Digest::of(HELD.as_bytes()));
    body
}

#[test]
fn a_conversation_is_kept_word_for_word() {
    let mut archive = with_talk();
    archive.send("kai", "conversation.append", next()).accepted();
    let expected = "---\nconversation: g1\npiece: 1\ntool: jsonl\nkey: a\ntitle: Gespräch\n\
        lines: 1-5\n---\n\n## - · person · - · -\n     1| Ab wann haben wir Platz?\n\
        \u{20}    2| Und wo?\n## - · assistant · - · -\n     3| Ab März, im Lager.\n\
        ## - · tool · - · -\n     4! [weggelassen: Werkzeugausgabe, 48 212 Byte]\n\
        ## - · person · - · -\n     5| Gut.\n";
    assert_eq!(archive.files["sources/conversations/2026/g1/0001.md"], expected);
    assert!(archive.files["sources/conversations/2026/g1/0002.md"].contains("lines: 6-6\n"));
}

#[test]
fn every_reason_to_refuse_a_conversation_has_an_honest_neighbour() {
    type Change = fn(&mut Value);
    let cases: [(&str, Option<&str>, Change); 11] = [
        ("not_next", Some("/body/from"), |body| body["from"] = json!(5)),
        ("not_next", Some("/body/from"), |body| body["from"] = json!(7)),
        ("not_next", Some("/body/from"), |body| body["key"] = json!("b")),
        ("differs", Some("/body/base"), |body| body["base"] = json!(Digest::of(b"other"))),
        ("differs", Some("/body"), |body| {
            body.as_object_mut().unwrap().remove("base");
        }),
        ("ref_held", Some("/body/messages/1/ref"), |body| {
            body["messages"] = json!([
                {"role": "person", "ref": "m9", "text": "x"},
                {"role": "person", "ref": "m9", "text": "y"},
            ]);
            body["kept"] = json!(2);
        }),
        ("nothing_new", Some("/body/messages"), |body| body["messages"] = json!([])),
        ("counts", Some("/body/kept"), |body| body["kept"] = json!(2)),
        ("counts", Some("/body/kept"), |body| body["kept"] = json!(-1)),
        ("counts", Some("/body/omitted"), |body| body["omitted"] = json!({"thinking": -1})),
        // Of several reasons the first of the table counts.
        ("not_next", Some("/body/from"), |body| {
            body["kept"] = json!(9);
            body["base"] = json!(Digest::of(b"other"));
            body["from"] = json!(1);
        }),
    ];
    for (reason, at, change) in cases {
        let mut body = next();
        change(&mut body);
        let mut archive = with_talk();
        let answer = archive.send("kai", "conversation.append", body);
        assert_eq!(answer.rejected(), (reason, at));
        archive.send("kai", "conversation.append", next()).accepted();
    }
}

#[test]
fn messages_with_ids_need_no_base_and_are_held_once() {
    let mut archive = Simulated::new();
    let said = |from, reference| {
        append("a", from, vec![json!({"role": "person", "ref": reference, "text": "x"})])
    };
    archive.send("kai", "conversation.append", said(1, "m1")).accepted();
    let again = archive.send("kai", "conversation.append", said(2, "m1"));
    assert_eq!(again.rejected(), ("ref_held", Some("/body/messages/0/ref")));
    archive.send("kai", "conversation.append", said(2, "m1#2")).accepted();
}

#[test]
fn nobody_appends_to_another_s_conversation() {
    let mut archive = with_talk();
    let answer = archive.send("eve", "conversation.append", next());
    assert_eq!(answer.rejected(), ("not_next", Some("/body/from")));
    let seq =
        archive.send("eve", "conversation.append", append("a", 1, messages(&TALK))).accepted();
    assert!(archive.files.contains_key(&format!("sources/conversations/2026/g{seq}/0001.md")));
}

#[test]
fn a_line_that_is_too_long_is_a_marker() {
    let mut archive = Simulated::new();
    let long = "x".repeat((1 << 20) + 1);
    let text = format!("person: {}\n{long}\n{}", &long[1..], "y");
    archive.send("kai", "conversation.append", append("a", 1, messages(&[&text]))).accepted();
    let piece = &archive.files["sources/conversations/2026/g1/0001.md"];
    assert!(piece.contains("\n     2! [weggelassen: Überlänge, 1 048 577 Byte]\n     3| y\n"));
    assert!(piece.contains(&format!("     1| {}\n", &long[1..])));
}

#[test]
fn titles_change_with_the_pieces() {
    let mut archive = with_talk();
    let mut body = next();
    body["title"] = json!("Neuer Titel");
    archive.send("kai", "conversation.append", body).accepted();
    assert!(
        archive.files["sources/conversations/2026/g1/0002.md"].contains("title: Neuer Titel\n")
    );
    assert!(archive.files["sources/conversations/2026/g1/0001.md"].contains("title: Gespräch\n"));
}

fn item() -> Value {
    json!({
        "key": "<1@example.org>", "title": "Rechnung", "time": "2026-11-30T07:00:00Z",
        "origin": "INBOX", "text": "Bitte bis Freitag\nzahlen.",
    })
}

#[test]
fn an_item_is_kept_once() {
    let mut archive = Simulated::new();
    archive.send("mail", "item.add", item()).accepted();
    let expected = "---\nitem: i1\nkey: <1@example.org>\ntitle: Rechnung\n\
        time: 2026-11-30T07:00:00Z\norigin: INBOX\n---\n\n     1| Bitte bis Freitag\n\
        \u{20}    2| zahlen.\n";
    assert_eq!(archive.files["sources/items/2026/i1.md"], expected);
    let again = archive.send("mail", "item.add", item());
    assert_eq!(again.rejected(), ("nothing_new", Some("/body/key")));
    for (field, value) in
        [("text", "Bitte nicht"), ("title", "Mahnung"), ("time", "2026-12-01"), ("origin", "Spam")]
    {
        let mut other = item();
        other[field] = json!(value);
        let answer = archive.send("mail", "item.add", other);
        assert_eq!(answer.rejected(), ("differs", Some("/body/key")), "{field}");
    }
    // Another sensor's item of the same name is another one.
    archive.send("kai", "item.add", item()).accepted();
}

#[test]
fn senders_report_what_they_may() {
    let mut archive = Simulated::new();
    let answer = archive.send("mail", "conversation.append", append("a", 1, messages(&TALK)));
    assert_eq!(answer.rejected(), ("sender", None));
    let answer = archive.send("author", "item.add", item());
    assert_eq!(answer.rejected(), ("sender", None));
}

#[test]
fn a_report_is_taken_once() {
    let mut archive = Simulated::new();
    let report = |title: &str| {
        let mut body = item();
        body["title"] = json!(title);
        let report = json!({
            "format": "skillsafe.archive-report/v1", "id": "20261130-0001-abcd",
            "kind": "item.add", "body": body,
        });
        report.to_string().into_bytes()
    };
    let mut take = |sender: &str, title: &str| {
        archive.take(sender, "20261130-0001-abcd", &report(title)).map(|answer| answer.reason)
    };
    assert_eq!(take("mail", "a"), Some(None));
    assert_eq!(take("mail", "a"), None);
    assert_eq!(take("mail", "b"), Some(Some("id_reused".to_owned())));
    // IDs are each sender's own; of a rejected report the ID alone decides.
    assert_eq!(take("author", "a"), Some(Some("sender".to_owned())));
    assert_eq!(take("author", "b"), None);
}

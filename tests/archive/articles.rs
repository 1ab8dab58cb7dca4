//! Articles and marks: every reason for which a revision or split is refused, beside one that is
//! taken; no statement is lost.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use vault::archive::ids::{StatementId, TopicName};

use crate::simulated::{Simulated, append, messages, revision, statement, statements};

/// Statements 2.1 to 2.5 in topic `a`, 3.1 in topic `b`.
fn with_statements() -> Simulated {
    let mut archive = Simulated::new();
    let talk = messages(&["person: Es gibt fünf Dinge zu sagen."]);
    archive.send("kai", "conversation.append", append("t", 1, talk)).accepted();
    let said = |topic: &str, text: String| statement(topic, &text, "g1", (1, 1), "fünf Dinge");
    let five = (1..=5).map(|n| said("a", format!("Aussage {n}"))).collect();
    archive.send("author", "statement.add", statements(five)).accepted();
    let other = statements(vec![said("b", "Anderes".to_owned())]);
    archive.send("author", "statement.add", other).accepted();
    archive
}

/// Adds a statement to topic `a` that replaces others.
fn replace(archive: &mut Simulated, replaced: &[&str]) -> String {
    let text = format!("Neuer als {replaced:?}");
    let mut body = statement("a", &text, "g1", (1, 1), "fünf Dinge");
    body["replaces"] = json!(replaced);
    format!("{}.1", archive.send("author", "statement.add", statements(vec![body])).accepted())
}

const ALL: [&str; 5] = ["2.1", "2.2", "2.3", "2.4", "2.5"];

#[test]
fn every_reason_to_refuse_a_revision_has_an_honest_neighbour() {
    type Change = fn(&mut Value);
    let entry = "/body/sections/0/entries";
    let cases: [(&str, String, Change); 10] = [
        ("stale", "/body/base".to_owned(), |body| body["base"] = json!(1)),
        ("unknown_statement", format!("{entry}/5/0"), |body| {
            body["sections"][0]["entries"].as_array_mut().unwrap().push(json!(["3.1"]));
        }),
        ("unknown_statement", format!("{entry}/0/1"), |body| {
            body["sections"][0]["entries"][0] = json!(["2.1", "9.9"]);
        }),
        ("unknown_statement", "/body/dropped/0/id".to_owned(), |body| {
            body["dropped"] = json!([{"id": "3.1", "reason": "x"}]);
        }),
        ("not_accounted", "/body/sections".to_owned(), |body| {
            body["sections"][0]["entries"].as_array_mut().unwrap().pop();
        }),
        ("not_accounted", format!("{entry}/4/1"), |body| {
            body["sections"][0]["entries"][4] = json!(["2.5", "2.1"]);
        }),
        ("not_accounted", "/body/dropped/0/id".to_owned(), |body| {
            body["dropped"] = json!([{"id": "2.2", "reason": "x"}]);
        }),
        ("schema", format!("{entry}/0"), |body| {
            body["sections"][0]["entries"][0] = json!([]);
        }),
        ("schema", "/body/area".to_owned(), |body| body["area"] = json!("../x")),
        ("schema", "/body/topic".to_owned(), |body| body["topic"] = json!("x/y")),
    ];
    for (reason, at, change) in cases {
        let mut archive = with_statements();
        let mut body = revision("a", 0, &ALL);
        change(&mut body);
        let answer = archive.send("author", "article.revise", body);
        assert_eq!(answer.rejected(), (reason, Some(at.as_str())));
        archive.send("author", "article.revise", revision("a", 0, &ALL)).accepted();
    }
}

#[test]
fn a_revision_keeps_its_area_and_accounts_for_what_was_dropped_before() {
    let mut archive = with_statements();
    let mut body = revision("a", 0, &ALL[..4]);
    body["area"] = json!("betrieb");
    body["dropped"] = json!([{"id": "2.5", "reason": "doppelt"}]);
    archive.send("author", "article.revise", body.clone()).accepted();
    let expected = "{\"topic\":\"a\",\"version\":1,\"area\":\"betrieb\",\"title\":\"Titel\",\
        \"line\":\"Worum es geht\",\"sections\":[{\"heading\":\"Stand\",\"entries\":\
        [[\"2.1\"],[\"2.2\"],[\"2.3\"],[\"2.4\"]]}],\
        \"dropped\":[{\"id\":\"2.5\",\"reason\":\"doppelt\"}],\"new\":[]}\n";
    assert_eq!(archive.files["record/topics/a.json"], expected);
    let answer = archive.send("author", "article.revise", revision("a", 1, &ALL[..4]));
    assert_eq!(answer.rejected(), ("not_accounted", Some("/body/sections")));
    archive.send("author", "article.revise", revision("a", 1, &ALL)).accepted();
    assert!(archive.files["record/topics/a.json"].contains("\"version\":2,\"area\":\"betrieb\""));
}

#[test]
fn hidden_statements_wait_until_a_revision_sees_them_again() {
    let mut archive = with_statements();
    archive.send("kai", "hide", json!({"id": "2.3"})).accepted();
    let answer = archive.send("author", "article.revise", revision("a", 0, &ALL));
    assert_eq!(answer.rejected().0, "unknown_statement");
    let visible = ["2.1", "2.2", "2.4", "2.5"];
    archive.send("author", "article.revise", revision("a", 0, &visible)).accepted();
    assert!(archive.files["record/topics/a.json"].ends_with("\"new\":[\"2.3\"]}\n"));
    archive.send("kai", "restore", json!({"id": "2.3"})).accepted();
    let answer = archive.send("author", "article.revise", revision("a", 1, &visible));
    assert_eq!(answer.rejected().0, "not_accounted");
    archive.send("author", "article.revise", revision("a", 1, &ALL)).accepted();
}

#[test]
fn replaced_statements_need_no_account_as_long_as_their_replacer_is_seen() {
    let mut archive = with_statements();
    let newer = replace(&mut archive, &["2.1", "2.2"]);
    let named = ["2.3", "2.4", "2.5", newer.as_str()];
    archive.send("author", "article.revise", revision("a", 0, &named)).accepted();
    // With what replaced them gone from sight they are the article's again.
    archive.send("kai", "hide", json!({"id": newer})).accepted();
    let answer = archive.send("author", "article.revise", revision("a", 1, &named[..3]));
    assert_eq!(answer.rejected().0, "not_accounted");
    archive.send("author", "article.revise", revision("a", 1, &ALL)).accepted();
    let ids = |topic: &str| {
        let name = TopicName::parse(topic).unwrap();
        let topic = archive.state.topic(&name).unwrap();
        archive.state.members(topic).into_iter().map(|id| id.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(ids("a"), ["2.1", "2.2", "2.3", "2.4", "2.5", newer.as_str()]);
}

fn split(into: &[(&str, &[u64])]) -> Value {
    let sub = |(sub, numbers): &(&str, &[u64])| json!({"sub": sub, "title": format!("Titel {sub}"), "line": "Zeile", "numbers": numbers});
    json!({"topic": "a", "base": 1, "into": into.iter().map(sub).collect::<Vec<_>>()})
}

/// As [`with_statements`], revised: two entries in two sections, one waiting.
fn with_article() -> Simulated {
    let mut archive = with_statements();
    let mut body = revision("a", 0, &[]);
    body["area"] = json!("betrieb");
    body["sections"] = json!([
        {"heading": "Eins", "entries": [["2.1", "2.2"]]},
        {"heading": "Zwei", "entries": [["2.3"]]},
    ]);
    body["dropped"] = json!([{"id": "2.4", "reason": "x"}, {"id": "2.5", "reason": "y"}]);
    archive.send("author", "article.revise", body).accepted();
    let said = statement("a", "Noch etwas", "g1", (1, 1), "fünf Dinge");
    archive.send("author", "statement.add", statements(vec![said])).accepted();
    archive
}

#[test]
fn every_reason_to_refuse_a_split_has_an_honest_neighbour() {
    let one: (&str, &[u64]) = ("x", &[1]);
    for (reason, at, body) in [
        ("number_twice", "/body/into/0/numbers/1", split(&[("x", &[2, 2])])),
        ("number_twice", "/body/into/1/numbers/0", split(&[one, ("y", &[1])])),
        ("number_unknown", "/body/into/0/numbers/0", split(&[("x", &[5])])),
        ("schema", "/body/into/0/numbers/0", split(&[("x", &[0])])),
        ("schema", "/body/into/0/numbers", split(&[("x", &[])])),
        ("schema", "/body/into/1/sub", split(&[one, ("x", &[2])])),
        ("schema", "/body/into/0/sub", split(&[("x/y", &[1])])),
        ("schema", "/body/into", split(&[])),
        ("stale", "/body/base", {
            let mut body = split(&[one]);
            body["base"] = json!(0);
            body
        }),
        ("schema", "/body/into/0/sub", {
            let mut body = split(&[one]);
            body["topic"] = json!("a/b");
            body
        }),
    ] {
        let mut archive = with_article();
        let answer = archive.send("author", "article.split", body);
        assert_eq!(answer.rejected(), (reason, Some(at)));
        archive.send("author", "article.split", split(&[one])).accepted();
        let again = archive.send("author", "article.split", split(&[one]));
        assert_eq!(again.rejected(), ("schema", Some("/body/into/0/sub")));
    }
}

#[test]
fn a_split_moves_statements_with_their_headings_and_loses_none() {
    let mut archive = with_article();
    archive.send("author", "article.split", split(&[("x", &[2, 4]), ("y", &[3])])).accepted();
    let topic = |name: &str| archive.files[&format!("record/topics/{name}.json")].clone();
    assert_eq!(
        topic("a"),
        "{\"topic\":\"a\",\"version\":2,\"area\":\"betrieb\",\"title\":\"Titel\",\
         \"line\":\"Worum es geht\",\"sections\":[{\"heading\":\"Eins\",\"entries\":[[\"2.1\"]]}],\
         \"dropped\":[{\"id\":\"2.4\",\"reason\":\"x\"},{\"id\":\"2.5\",\"reason\":\"y\"}],\
         \"new\":[]}\n"
    );
    assert_eq!(
        topic("a/x"),
        "{\"topic\":\"a/x\",\"version\":1,\"area\":\"betrieb\",\"title\":\"Titel x\",\
         \"line\":\"Zeile\",\"sections\":[{\"heading\":\"Eins\",\"entries\":[[\"2.2\"]]}],\
         \"dropped\":[],\"new\":[\"5.1\"]}\n"
    );
    assert!(topic("a/y").contains("{\"heading\":\"Zwei\",\"entries\":[[\"2.3\"]]}"));
    let all: BTreeSet<_> =
        archive.state.topics().flat_map(|topic| archive.state.members(topic)).collect();
    assert_eq!(all.len(), archive.state.statements().count());
}

#[test]
fn replaced_statements_move_with_the_one_that_replaces_them() {
    let mut archive = with_article();
    let newer = replace(&mut archive, &["2.1"]);
    // 2.1 has no number any more: 2.2, 2.3, 5.1 and the newer one have.
    archive.send("author", "article.split", split(&[("x", &[4])])).accepted();
    let topic = &archive.files["record/topics/a/x.json"];
    assert!(topic.contains("\"entries\":[[\"2.1\"]]"), "{topic}");
    assert!(topic.ends_with(&format!("\"new\":[\"{newer}\"]}}\n")), "{topic}");
    let sub = TopicName::parse("a/x").unwrap();
    assert_eq!(archive.state.topic_of(StatementId::parse("2.1").unwrap()), Some(&sub));
}

#[test]
fn marks_are_set_and_taken_away_once() {
    let mut archive = with_statements();
    let at = Some("/body/id");
    let mut change = |kind: &str, id: &str| {
        let answer = archive.send("kai", kind, json!({"id": id}));
        assert_eq!(answer.at.as_deref(), answer.reason.as_ref().and(at));
        answer.reason
    };
    for id in ["g1", "2.4"] {
        assert_eq!(change("restore", id).as_deref(), Some("already"), "{id}");
        assert_eq!(change("hide", id), None, "{id}");
        assert_eq!(change("hide", id).as_deref(), Some("already"), "{id}");
        assert_eq!(change("restore", id), None, "{id}");
    }
    for id in ["g2", "i1", "2.6"] {
        for kind in ["hide", "restore"] {
            assert_eq!(change(kind, id).as_deref(), Some("unknown"), "{id}");
        }
    }
    archive.send("kai", "hide", json!({"id": "3.1"})).accepted();
    archive.send("kai", "hide", json!({"id": "g1"})).accepted();
    assert_eq!(archive.files["record/marks.json"], "{\"hidden\":[\"g1\",\"3.1\"]}\n");
    let answer = archive.send("kai", "hide", json!({"id": "a"}));
    assert_eq!(answer.rejected(), ("schema", at));
}

#[test]
fn notes_are_kept() {
    let mut archive = Simulated::new();
    archive.send("kai", "note", json!({"text": "Probe gelungen"})).accepted();
    let note = "{\"seq\":1,\"sender\":\"kai\",\"text\":\"Probe gelungen\"}\n";
    assert_eq!(archive.files["record/notes/1.json"], note);
    let answer = archive.send("kai", "note", json!({"text": "x".repeat(501)}));
    assert_eq!(answer.rejected(), ("schema", Some("/body/text")));
}

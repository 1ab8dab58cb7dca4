//! Forgetting: what it takes away, how an archive is afterwards, and that nothing of it is left.

use serde_json::{Value, json};
use vault::archive::journal::PartId;

use crate::simulated::{Simulated, append, messages, revision, statement, statements};

const SECRET: &str = "Das Passwort lautet Heidelbeere";

/// Line 2 of `g1` is the secret and the second piece's title repeats it. `g2` holds something
/// else; 4.1 quotes the secret and `g2`, 4.2 only the line after it. All is read.
fn with_secret() -> Simulated {
    let mut archive = Simulated::new();
    let talk = format!("person: Hallo zusammen.\n{SECRET}.\nDie Halle ist frei.");
    archive.send("kai", "conversation.append", append("a", 1, messages(&[&talk]))).accepted();
    let mut more = vec![json!({"role": "person", "ref": "m4", "text": "Danke."})];
    more.push(json!({"role": "assistant", "ref": "m5", "text": "Gern."}));
    let mut more = append("a", 4, more);
    more["title"] = json!(format!("Wie ging das: {SECRET}?"));
    archive.send("kai", "conversation.append", more).accepted();
    let other = append("b", 1, messages(&["person: Mittags ist zu.\nAbends ist auf."]));
    archive.send("kai", "conversation.append", other).accepted();
    let mut first = statement("zugang", "Ein Passwort gibt es.", "g1", (1, 3), "Heidelbeere");
    first["evidence"]
        .as_array_mut()
        .unwrap()
        .push(json!({"source": "g3", "from": 2, "to": 2, "quote": "Abends"}));
    let second = statement("zugang", "Die Halle ist frei.", "g1", (3, 3), "Halle ist frei");
    archive.send("author", "statement.add", statements(vec![first, second])).accepted();
    for (source, to) in [("g1", 5), ("g3", 2)] {
        let round = json!({
            "source": source, "from": 1, "to": to, "sent": 0, "dropped": [], "prompts": "p",
        });
        let body = json!({"statements": [], "round": round});
        archive.send("author", "statement.add", body).accepted();
    }
    let body = revision("zugang", 0, &["4.1", "4.2"]);
    archive.send("author", "article.revise", body).accepted();
    archive
}

/// Archives in which everything was forgotten that can be, in one way or another.
pub fn after_forgetting() -> Vec<Simulated> {
    let forgotten = |ids: &[Value]| {
        let mut archive = with_secret();
        for id in ids {
            archive.forget(id.clone()).accepted();
        }
        archive
    };
    let lines = |from, to| json!({"id": "g1", "from": from, "to": to});
    vec![
        forgotten(&[lines(2, 2), lines(1, 3), json!({"id": "g3"})]),
        forgotten(&[json!({"id": "4.2"}), json!({"id": "zugang"}), json!({"id": "g1"})]),
    ]
}

/// No run of 12 bytes of the text is left anywhere.
#[track_caller]
fn assert_gone(archive: &Simulated, text: &str) {
    let bytes = archive.bytes();
    for run in text.as_bytes().windows(12).filter_map(|run| std::str::from_utf8(run).ok()) {
        assert!(!bytes.contains(run), "{run:?} is left");
    }
}

fn redacts(archive: &Simulated) -> Vec<(u64, u64)> {
    archive.lines.last().unwrap().redacts.iter().map(|PartId(seq, at)| (*seq, *at)).collect()
}

#[test]
fn lines_become_markers_and_everything_that_carried_them_goes() {
    let mut archive = with_secret();
    let seq = archive.forget(json!({"id": "g1", "from": 2, "to": 2})).accepted();
    assert_gone(&archive, SECRET);
    assert_gone(&archive, "Ein Passwort gibt es.");
    let piece = |n: u64| archive.files[&format!("sources/conversations/2026/g1/{n:04}.md")].clone();
    assert!(
        piece(1).contains("     1| Hallo zusammen.\n     2! [vergessen: 8]\n     3| Die Halle")
    );
    assert!(piece(1).contains("title: Gespräch\n"));
    assert!(piece(2).contains("title: [vergessen: 8]\n"));
    assert!(!archive.files.contains_key("record/statements/0/4.1.json"));
    assert!(archive.files.contains_key("record/statements/0/4.2.json"));
    assert!(archive.files["record/topics/zugang.json"].contains("\"entries\":[[\"4.2\"]]"));
    assert!(archive.files["record/topics/zugang.json"].contains("\"version\":1,"));
    // The lines beside the forgotten one that went with the statement are read once more.
    assert!(archive.files["record/progress/g1.json"].ends_with("\"again\":[[1,1],[3,3]]}\n"));
    assert!(archive.files["record/progress/g3.json"].ends_with("\"again\":[[2,2]]}\n"));
    assert_eq!(redacts(&archive), [(1, 0), (1, 1), (2, 0), (2, 1), (4, 0), (4, 1)]);
    let forgotten = &archive.files["record/forgotten.jsonl"];
    assert!(forgotten.starts_with(&format!("{{\"seq\":{seq},\"id\":\"g1\",\"from\":2,\"to\":2,")));
}

#[test]
fn a_whole_conversation_becomes_a_stub() {
    let mut archive = with_secret();
    archive.send("kai", "hide", json!({"id": "g1"})).accepted();
    archive.forget(json!({"id": "g1"})).accepted();
    assert_gone(&archive, SECRET);
    assert_gone(&archive, "Hallo zusammen.");
    assert_gone(&archive, "Die Halle ist frei.");
    let stub = "---\nconversation: g1\npiece: 1\nforgotten: 9\n---\n";
    assert_eq!(archive.files["sources/conversations/2026/g1/0001.md"], stub);
    for gone in ["sources/conversations/2026/g1/0002.md", "record/progress/g1.json"] {
        assert!(!archive.files.contains_key(gone), "{gone}");
    }
    assert_eq!(archive.files["record/marks.json"], "{\"hidden\":[]}\n");
    assert!(archive.files["record/topics/zugang.json"].contains("\"sections\":[]"));
    assert!(archive.files["record/progress/g3.json"].ends_with("\"again\":[[2,2]]}\n"));
    // It does not come back, and cannot be forgotten, hidden or cited again.
    let again = append("a", 1, messages(&["person: Hallo zusammen."]));
    let answer = archive.send("kai", "conversation.append", again);
    assert_eq!(answer.rejected(), ("forgotten", Some("/body/key")));
    for kind in ["hide", "restore"] {
        let answer = archive.send("kai", kind, json!({"id": "g1"}));
        assert_eq!(answer.rejected(), ("unknown", Some("/body/id")));
    }
    let answer = archive.forget(json!({"id": "g1"}));
    assert_eq!(answer.rejected(), ("unknown", Some("/body/id")));
}

#[test]
fn every_reason_to_refuse_a_forgetting_has_an_honest_neighbour() {
    let mut archive = with_secret();
    let lines = || json!({"id": "g1", "from": 2, "to": 2});
    let confirmed = |archive: &Simulated| {
        let mut body = lines();
        body["confirm"] = json!(archive.reach(&lines()).unwrap().confirm);
        body
    };
    let answer = archive.send("eve", "forget", confirmed(&archive.clone()));
    assert_eq!(answer.rejected(), ("human_only", None));
    for (id, from, to) in [("g9", None, None), ("4.3", None, None), ("nichts", None, None)]
        .into_iter()
        .chain([("g1", Some(5), Some(6))])
    {
        let answer = archive.forget(json!({"id": id, "from": from, "to": to}));
        assert_eq!(answer.rejected(), ("unknown", Some("/body/id")), "{id}");
    }
    for (body, at) in [
        (json!({"id": "g1", "from": 2, "confirm": "x"}), "/body"),
        (json!({"id": "g1", "from": 3, "to": 2, "confirm": "x"}), "/body/to"),
        (json!({"id": "4.1", "from": 1, "to": 2, "confirm": "x"}), "/body/to"),
        (json!({"id": "G1", "confirm": "x"}), "/body/id"),
        (json!({"id": "g1"}), "/body"),
    ] {
        let answer = archive.send("kai", "forget", body);
        assert_eq!(answer.rejected(), ("schema", Some(at)));
    }
    let mut wrong = lines();
    wrong["confirm"] = json!("0123456789abcdef");
    let answer = archive.send("kai", "forget", wrong);
    assert_eq!(answer.rejected(), ("not_confirmed", Some("/body/confirm")));
    // The code is of this reach in this state: not of other lines, not of a state with more in it.
    let mut other = confirmed(&archive);
    other["to"] = json!(3);
    assert_eq!(archive.send("kai", "forget", other).rejected().0, "not_confirmed");
    let old = confirmed(&archive);
    let said = statement("zugang", "Es gibt eines.", "g1", (2, 2), "Heidelbeere");
    archive.send("author", "statement.add", statements(vec![said])).accepted();
    assert_eq!(archive.send("kai", "forget", old).rejected().0, "not_confirmed");
    // Lines without anything to do with it do not change the code.
    let code = confirmed(&archive);
    archive.send("kai", "note", json!({"text": "Probe"})).accepted();
    archive.send("kai", "forget", code).accepted();
    assert_eq!(archive.forget(lines()).rejected(), ("unknown", Some("/body/id")));
}

#[test]
fn a_later_forgetting_takes_away_what_an_earlier_one_wrote() {
    let mut archive = with_secret();
    archive.forget(json!({"id": "g1", "from": 2, "to": 2})).accepted();
    archive.forget(json!({"id": "g1", "from": 1, "to": 3})).accepted();
    assert_gone(&archive, "Hallo zusammen.");
    assert_gone(&archive, "Die Halle ist frei.");
    let piece = &archive.files["sources/conversations/2026/g1/0001.md"];
    assert!(piece.contains("1! [vergessen: 9]\n     2! [vergessen: 8]\n     3! [vergessen: 9]\n"));
    // The part of the first forgetting that held the piece, not the one about its report.
    let redacted: Vec<_> = redacts(&archive).into_iter().filter(|(seq, _)| *seq == 8).collect();
    assert_eq!(redacted.len(), 1, "{redacted:?}");
    assert_ne!(redacted[0].1, 0);
    assert_eq!(archive.lines[7].redacts.len(), 6);
}

#[test]
fn a_statement_goes_alone() {
    let mut archive = with_secret();
    archive.send("kai", "hide", json!({"id": "4.1"})).accepted();
    archive.forget(json!({"id": "4.1"})).accepted();
    assert_gone(&archive, "Ein Passwort gibt es.");
    assert_eq!(redacts(&archive), [(4, 0), (4, 1)]);
    assert_eq!(archive.files["record/marks.json"], "{\"hidden\":[]}\n");
    // Its lines are not read again: they would say the same.
    assert!(archive.files["record/progress/g1.json"].ends_with("\"again\":[]}\n"));
    let forgotten = &archive.files["record/forgotten.jsonl"];
    assert!(forgotten.ends_with("\"id\":\"4.1\",\"from\":null,\"to\":null,\"tombstone\":null}\n"));
    assert_eq!(archive.forget(json!({"id": "4.1"})).rejected().0, "unknown");
}

#[test]
fn a_topic_forgets_its_earlier_titles_and_headings() {
    let mut archive = with_secret();
    let mut first = revision("zugang", 1, &["4.1", "4.2"]);
    first["title"] = json!("Der Schlüssel hängt am Haken");
    first["sections"][0]["heading"] = json!("Haken und Türen im Keller");
    archive.send("author", "article.revise", first).accepted();
    let second = revision("zugang", 2, &["4.1", "4.2"]);
    archive.send("author", "article.revise", second).accepted();
    let before = archive.files["record/topics/zugang.json"].clone();
    archive.forget(json!({"id": "zugang"})).accepted();
    assert_gone(&archive, "Der Schlüssel hängt am Haken");
    assert_gone(&archive, "Haken und Türen im Keller");
    assert_eq!(archive.files["record/topics/zugang.json"], before);
    let topics = [(4, 0), (4, 3), (7, 0), (7, 1), (8, 0), (8, 1), (9, 0), (9, 1)];
    assert_eq!(redacts(&archive), topics);
    assert_eq!(archive.forget(json!({"id": "zugang"})).rejected().0, "unknown");
}

#[test]
fn what_a_forgotten_statement_replaced_comes_back_to_its_article() {
    let mut archive = with_secret();
    let mut newer = statement("zugang", "Die Halle ist voll.", "g3", (1, 1), "Mittags");
    newer["replaces"] = json!(["4.2"]);
    archive.send("author", "statement.add", statements(vec![newer])).accepted();
    archive.send("author", "article.revise", revision("zugang", 1, &["4.1", "8.1"])).accepted();
    archive.forget(json!({"id": "8.1"})).accepted();
    assert!(archive.files["record/topics/zugang.json"].ends_with("\"new\":[\"4.2\"]}\n"));
}

#[test]
fn an_item_is_forgotten_by_lines_or_as_a_whole() {
    let item = json!({
        "key": "1", "title": format!("Betreff: {SECRET}"), "time": "2026-11-30", "origin": "o",
        "text": format!("Guten Tag zusammen\n{SECRET}"),
    });
    let mut archive = Simulated::new();
    archive.send("mail", "item.add", item.clone()).accepted();
    archive.forget(json!({"id": "i1", "from": 2, "to": 2})).accepted();
    assert_gone(&archive, SECRET);
    let text = &archive.files["sources/items/2026/i1.md"];
    assert!(text.contains("title: [vergessen: 2]\n"), "{text}");
    assert!(text.ends_with("     1| Guten Tag zusammen\n     2! [vergessen: 2]\n"), "{text}");
    // What comes again is known by what is left of it.
    assert_eq!(archive.send("mail", "item.add", item.clone()).rejected().0, "nothing_new");
    archive.forget(json!({"id": "i1"})).accepted();
    assert_gone(&archive, "Guten Tag zusammen");
    assert_eq!(archive.files["sources/items/2026/i1.md"], "---\nitem: i1\nforgotten: 4\n---\n");
    assert_eq!(archive.send("mail", "item.add", item).rejected().0, "forgotten");
}

#[test]
fn an_item_does_not_come_back_either() {
    let item = json!({
        "key": "1", "title": format!("Betreff: {SECRET}"), "time": "2026-11-30", "origin": "o",
        "text": format!("Guten Tag zusammen\n{SECRET}"),
    });
    let mut newer = Simulated::new();
    newer.send("mail", "item.add", item.clone()).accepted();
    newer.forget(json!({"id": "i1", "from": 2, "to": 2})).accepted();
    let mut older = Simulated::remembering(&newer);
    older.send("mail", "item.add", item).accepted();
    assert_gone(&older, SECRET);
    assert_eq!(older.files["sources/items/2026/i1.md"], newer.files["sources/items/2026/i1.md"]);
}

/// An archive restored from before the forgetting, with the list of what was forgotten.
#[test]
fn what_was_forgotten_does_not_come_back_into_an_older_archive() {
    let mut newer = with_secret();
    newer.forget(json!({"id": "g1", "from": 2, "to": 2})).accepted();
    newer.forget(json!({"id": "g3"})).accepted();
    let mut older = Simulated::remembering(&newer);
    let talk = format!("person: Hallo zusammen.\n{SECRET}.\nDie Halle ist frei.");
    let mut body = append("a", 1, messages(&[&talk]));
    body["title"] = json!(format!("Zu: {SECRET}"));
    older.send("kai", "conversation.append", body).accepted();
    assert_gone(&older, SECRET);
    let piece = &older.files["sources/conversations/2026/g1/0001.md"];
    assert!(piece.contains("     1| Hallo zusammen.\n     2! [vergessen: 8]\n     3| Die"));
    assert!(piece.contains("title: [vergessen: 8]\n"));
    // Nor by the title of a later piece.
    let mut more = append("a", 4, vec![json!({"role": "person", "ref": "x", "text": "Danke."})]);
    more["title"] = json!(format!("Zu: {SECRET}"));
    older.send("kai", "conversation.append", more).accepted();
    assert_gone(&older, SECRET);
    let body = append("b", 1, messages(&["person: Mittags ist zu."]));
    assert_eq!(older.send("kai", "conversation.append", body).rejected().0, "forgotten");
    // Another sender's conversation of the same name is another one.
    let body = append("b", 1, messages(&["person: Mittags ist zu."]));
    older.send("eve", "conversation.append", body).accepted();
}

#[test]
fn the_reach_is_what_is_done() {
    let mut archive = with_secret();
    let body: Value = json!({"id": "g1", "from": 2, "to": 2});
    let reach = archive.reach(&body).unwrap();
    let statements: Vec<_> = reach.statements.iter().map(ToString::to_string).collect();
    assert_eq!(statements, ["4.1"]);
    archive.forget(body).accepted();
    let line = archive.lines.last().unwrap();
    assert_eq!(line.redacts, reach.redacts);
    let written = line.open.iter().filter_map(|part| match part {
        vault::archive::journal::Part::Open { body, .. } => body.path().map(str::to_owned),
        vault::archive::journal::Part::Redacted { .. } => None,
    });
    let files: Vec<_> = reach.files.iter().map(ToString::to_string).collect();
    assert_eq!(written.collect::<Vec<_>>(), files);
}

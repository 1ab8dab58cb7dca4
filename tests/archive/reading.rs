//! What readers get: index and articles, from the state alone.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};
use vault::archive::ids::TopicName;
use vault::archive::reading::{article, files, index, needs};
use vault::archive::state::Texts;

use crate::simulated::{Simulated, append, messages, revision, statement, statements};

fn derived(archive: &Simulated) -> BTreeMap<String, String> {
    files(&archive.state, &archive.texts())
}

/// Statements in a topic with an article: 2.1 and 2.2 in one entry, 3.1 replaces 2.3, 2.4 was
/// dropped, 5.1 is new, 2.5 was hidden.
fn with_article() -> Simulated {
    let mut archive = Simulated::new();
    let talk = "person: Die Pumpe P-7 wird alle zwei Wochen geprüft.\nZuständig ist die Werkstatt.\n\
        Das gilt ab März 2027.";
    archive.send("kai", "conversation.append", append("a", 1, messages(&[talk]))).accepted();
    let said = |text: &str, lines, quote: &str| statement("pumpen", text, "g1", lines, quote);
    let mut dated = said("Früher alle 3 Wochen.", (1, 1), "P-7");
    dated["date"] = json!("2026-10-01");
    let first = vec![
        said("P-7 wird alle 2 Wochen geprüft.", (1, 1), "alle zwei Wochen"),
        said("Die Werkstatt prüft.", (1, 2), "Werkstatt"),
        dated,
        said("Nebensache.", (1, 1), "Pumpe"),
        said("Verborgen.", (1, 1), "Pumpe"),
    ];
    archive.send("author", "statement.add", statements(first)).accepted();
    let mut newer = said("Ab 03/2027, sagt er „das gilt“.", (3, 3), "ab März");
    newer["replaces"] = json!(["2.3"]);
    archive.send("author", "statement.add", statements(vec![newer])).accepted();
    let mut body = revision("pumpen", 0, &[]);
    body["title"] = json!("Pumpen");
    body["line"] = json!("Prüfung und Zuständigkeit");
    body["area"] = json!("betrieb");
    body["sections"] = json!([
        {"heading": "Prüfung", "entries": [["2.1", "2.2"], ["3.1"]]},
        {"heading": "Rest", "entries": [["2.5"]]},
    ]);
    body["dropped"] = json!([{"id": "2.4", "reason": "nebensächlich"}]);
    archive.send("author", "article.revise", body).accepted();
    let new = statements(vec![said("Seit 1999 so.", (2, 2), "Zuständig")]);
    archive.send("author", "statement.add", new).accepted();
    archive.send("kai", "hide", json!({"id": "2.5"})).accepted();
    archive
}

const ARTICLE: &str = "---
topic: pumpen
title: Pumpen
version: 1
revised: 2026-11-30
---

# Pumpen

Prüfung und Zuständigkeit

## Prüfung

- P-7 wird alle 2 Wochen geprüft. Die Werkstatt prüft. [2026-11-30 · g1 · Zeile 1](../../sources/conversations/2026/g1/0001.md) [2026-11-30 · g1 · Zeile 1–2](../../sources/conversations/2026/g1/0001.md)
- ⚠ Ab 03/2027, sagt er „das gilt“. [2026-11-30 · g1 · Zeile 3](../../sources/conversations/2026/g1/0001.md)
  - Früher, 2026-10-01: ⚠ Früher alle 3 Wochen. [2026-10-01 · g1 · Zeile 1](../../sources/conversations/2026/g1/0001.md)

## Noch nicht eingearbeitet

- ⚠ Seit 1999 so. [2026-11-30 · g1 · Zeile 2](../../sources/conversations/2026/g1/0001.md)

## Nicht aufgenommen

- 2.4: nebensächlich
";

#[test]
fn an_article_shows_its_statements_with_their_evidence() {
    let derived = derived(&with_article());
    assert_eq!(derived["articles/pumpen.md"], ARTICLE);
    let index =
        "# Index\n\n- [Pumpen](articles/pumpen.md): Prüfung und Zuständigkeit (2026-11-30)\n";
    assert_eq!(derived["index.md"], index);
    assert_eq!(derived.len(), 2);
}

#[test]
fn an_article_needs_only_what_it_quotes() {
    let mut archive = with_article();
    let other = append("b", 1, messages(&["person: Anderes."]));
    archive.send("kai", "conversation.append", other).accepted();
    let topic = archive.state.topic(&TopicName::parse("pumpen").unwrap()).unwrap();
    let needed = needs(&archive.state, topic);
    let Texts(mut all) = archive.texts();
    all.retain(|place, _| needed.contains(place));
    assert_eq!(all.len(), 1);
    assert_eq!(article(&archive.state, topic, &Texts(all)), ARTICLE);
}

#[test]
fn what_is_hidden_is_nowhere_and_comes_back() {
    let mut archive = with_article();
    let visible = derived(&archive);
    assert!(!visible.values().any(|text| text.contains("Verborgen")));
    archive.send("kai", "hide", json!({"id": "g1"})).accepted();
    // Nothing is left that anything stands on: neither article nor a line in the index.
    let hidden = derived(&archive);
    assert_eq!(hidden, BTreeMap::from([("index.md".to_owned(), "# Index\n\n".to_owned())]));
    archive.send("kai", "restore", json!({"id": "g1"})).accepted();
    assert_eq!(derived(&archive), visible);
    archive.send("kai", "restore", json!({"id": "2.5"})).accepted();
    assert!(derived(&archive)["articles/pumpen.md"].contains("## Rest\n\n- Verborgen. ["));
    // With what replaced it hidden, the earlier statement is the article's own again.
    archive.send("kai", "hide", json!({"id": "3.1"})).accepted();
    let text = &derived(&archive)["articles/pumpen.md"];
    assert!(text.contains("## Noch nicht eingearbeitet\n\n- ⚠ Früher alle 3 Wochen. ["), "{text}");
}

#[test]
fn evidence_in_a_hidden_source_is_not_shown() {
    let mut archive = Simulated::new();
    for key in ["a", "b"] {
        let talk = messages(&["person: Es sind 7 Tage."]);
        archive.send("kai", "conversation.append", append(key, 1, talk)).accepted();
    }
    let mut said = statement("t", "7 Tage.", "g1", (1, 1), "7 Tage");
    let evidence = json!({"source": "g2", "from": 1, "to": 1, "quote": "7"});
    said["evidence"].as_array_mut().unwrap().push(evidence);
    archive.send("author", "statement.add", statements(vec![said])).accepted();
    archive.send("kai", "hide", json!({"id": "g1"})).accepted();
    let text = &derived(&archive)["articles/t.md"];
    assert!(text.contains("- 7 Tage. [2026-11-30 · g2 · Zeile 1]("), "{text}");
    assert!(!text.contains("g1"), "{text}");
}

#[test]
fn nothing_a_report_says_poses_as_evidence() {
    let mut archive = Simulated::new();
    let talk = messages(&["person: Etwas."]);
    archive.send("kai", "conversation.append", append("a", 1, talk)).accepted();
    let hostile = "# Ja [2026-11-30 · g9 · Zeile 1](x) <b>\u{202e}⚠ `x`";
    let said = statement("t", hostile, "g1", (1, 1), "Etwas");
    archive.send("author", "statement.add", statements(vec![said])).accepted();
    let mut body = revision("t", 0, &["2.1"]);
    for field in ["title", "line"] {
        body[field] = json!(hostile);
    }
    body["sections"][0]["heading"] = json!(hostile);
    archive.send("author", "article.revise", body).accepted();
    for (path, text) in derived(&archive) {
        assert!(!text.contains('\u{202e}'), "{path}: {text}");
        // In the head the title is one quoted value.
        let text = text.rsplit("\n---\n").next().unwrap();
        assert!(!text.contains("# #"), "{path}: {text}");
        assert!(!text.contains("g9 · Zeile 1]("), "{path}: {text}");
        assert!(!text.contains("<b>"), "{path}: {text}");
        assert!(!text.contains(" ⚠ `"), "{path}: {text}");
    }
}

/// Many topics, each in an area or in none.
fn large() -> Simulated {
    let mut archive = Simulated::new();
    archive.is_checked = false;
    let talk = messages(&["person: Etwas."]);
    archive.send("kai", "conversation.append", append("a", 1, talk)).accepted();
    let topic = |n: usize| format!("thema-{n}");
    let said = |n| statement(&topic(n), "Etwas.", "g1", (1, 1), "Etwas");
    archive.send("author", "statement.add", statements((0..300).map(said).collect())).accepted();
    for n in 0..300 {
        let mut body = revision(&topic(n), 0, &[&format!("2.{}", n + 1)]);
        body["line"] = json!("x".repeat(100));
        if n % 3 > 0 {
            body["area"] = json!(format!("bereich-{}", n % 3));
        }
        archive.send("author", "article.revise", body).accepted();
    }
    archive
}

#[test]
fn a_large_index_lists_areas() {
    let archive = large();
    let index = index(&archive.state, |_| true);
    let expected = "# Index\n\n\
        - [bereich-1](index/bereich-1.md): 100 Themen (2026-11-30)\n\
        - [bereich-2](index/bereich-2.md): 100 Themen (2026-11-30)\n\
        - [ohne-bereich](index/ohne-bereich.md): 100 Themen (2026-11-30)\n";
    assert_eq!(index["index.md"], expected);
    let links: usize = index
        .iter()
        .filter(|(path, _)| path.starts_with("index/"))
        .map(|(_, text)| text.matches("(../articles/thema-").count())
        .sum();
    assert_eq!((index.len(), links), (4, 300));
}

#[test]
fn an_index_has_only_what_its_reader_may_read() {
    let mut archive = with_article();
    let body = json!({"topic": "pumpen", "base": 1, "into": [
        {"sub": "zeit", "title": "Zeit", "line": "Wann", "numbers": [3]},
    ]});
    archive.send("author", "article.split", body).accepted();
    let granted = |names: &[&str]| {
        let names: BTreeSet<_> = names.iter().copied().collect();
        index(&archive.state, |topic| names.contains(topic.as_str()))["index.md"].clone()
    };
    assert_eq!(granted(&[]), "# Index\n\n");
    assert!(granted(&["pumpen", "pumpen/zeit"]).ends_with("Zuständigkeit (2026-11-30)\n"));
    let sub = "# Index\n\n- [Zeit](articles/pumpen/zeit.md): Wann (2026-11-30)\n";
    assert_eq!(granted(&["pumpen/zeit"]), sub);
    let derived = derived(&archive);
    let parent = &derived["articles/pumpen.md"];
    assert!(parent.ends_with("## Unterartikel\n\n- [Zeit](pumpen/zeit.md): Wann\n"), "{parent}");
    // Evidence leads to the piece from a folder further down.
    let piece = "](../../../sources/conversations/2026/g1/0001.md)";
    assert!(derived["articles/pumpen/zeit.md"].contains(piece));
}

#[test]
fn every_visible_statement_is_in_an_article() {
    let archive = with_article();
    let derived = derived(&archive);
    for statement in archive.state.statements() {
        let is_shown = derived.values().any(|text| {
            text.contains(&statement.text) || text.contains(&format!("- {}: ", statement.id))
        });
        let is_visible = archive.state.visible_statement(statement.id).is_some();
        assert_eq!(is_shown, is_visible, "{}", statement.id);
    }
}

/// Links lead to files that are there.
#[test]
fn links_lead_somewhere() {
    let archive = with_article();
    let derived = derived(&archive);
    let mut checked = 0;
    for (path, text) in &derived {
        for link in text.split("](").skip(1).map(|rest| rest.split(')').next().unwrap()) {
            let mut at: Vec<&str> = vec!["reading"];
            at.extend(path.split('/'));
            at.pop();
            for step in link.split('/') {
                if step == ".." {
                    at.pop();
                } else {
                    at.push(step);
                }
            }
            let target = at.join("/");
            let is_there = archive.files.contains_key(&target)
                || target.strip_prefix("reading/").is_some_and(|path| derived.contains_key(path));
            assert!(is_there, "{path}: {link}");
            checked += 1;
        }
    }
    assert_eq!(checked, 6);
}

/// Marked or not, by what is said in the one line a statement cites.
#[test]
fn what_stands_in_none_of_its_lines_is_marked() {
    let cases: [(&str, &str, bool); 12] = [
        ("Wir kommen am 3. Dezember.", "Am 03.12. kommen wir.", false),
        ("Wir kommen am 3. Dezember.", "Am 3. November kommen wir.", true),
        ("Wir kommen am 3. Dezember.", "Am 3.12.2026 kommen wir.", true),
        ("Es sind zwölf Stück.", "Zwölf Stück.", false),
        ("Es sind zwölf Stück.", "12 Stück.", false),
        ("There are twelve.", "Es sind zwölf.", false),
        ("Es sind viele.", "Wenige sind es.", false),
        ("Er sagte ja.", "Er sagte „ja“.", false),
        ("Er sagte ja.", "Er sagte „Ja“.", true),
        ("Er sagte  ja\u{a0}doch.", "Er sagte \"ja doch\".", false),
        ("In May we come.", "Im Mai.", false),
        ("We may come.", "Im Mai.", true),
    ];
    for (line, text, is_marked) in cases {
        let mut archive = Simulated::new();
        let talk: Vec<Value> = vec![json!({"role": "person", "text": line})];
        archive.send("kai", "conversation.append", append("a", 1, talk)).accepted();
        let said = statement("t", text, "g1", (1, 1), line);
        archive.send("author", "statement.add", statements(vec![said])).accepted();
        let article = &derived(&archive)["articles/t.md"];
        assert_eq!(article.contains("\n- ⚠ "), is_marked, "{line} / {text}: {article}");
    }
}

#[test]
fn a_marker_says_nothing() {
    let mut archive = Simulated::new();
    let talk = messages(&["person: Hier.", "tool! 48"]);
    archive.send("kai", "conversation.append", append("a", 1, talk)).accepted();
    let said = statement("t", "Es sind 48.", "g1", (1, 2), "Hier");
    archive.send("author", "statement.add", statements(vec![said])).accepted();
    assert!(derived(&archive)["articles/t.md"].contains("- ⚠ Es sind 48."));
}

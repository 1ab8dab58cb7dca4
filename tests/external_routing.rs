//! How well a question finds its document in a listed source: the reference tree of three
//! look-alike subjects, with the questions that belong to it.
//!
//! The figures are about this tree, not about any other. The README shows them; this test holds
//! them there.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![allow(clippy::disallowed_methods, clippy::disallowed_types)]

mod support;

use std::fs;
use std::path::Path;
use std::sync::OnceLock;

use serde_json::Value;
use support::{TestEnv, Tree, assert_none, complaints, fixture, recorded_document};
use vault::check;
use vault::external::ranking::{Words, candidates, look};
use vault::files::Folder;
use vault::text::normal::normal_form;

const SOURCE: &str = "X-0001";

/// What the list of questions must not fall below.
const LEAST_POSITIVE: usize = 20;
const LEAST_NEGATIVE: usize = 12;
/// So many questions need the second stage, or the tree is too easy to tell anything.
const LEAST_ABLATED: usize = 5;

/// The bundled vault, its local source bound to the reference tree.
fn bound() -> TestEnv {
    let env = TestEnv::bundled();
    env.bind(SOURCE, "anlagen", &Tree::read(&fixture("beispiel-extern")));
    env
}

fn questions(kind: &str) -> Vec<Value> {
    let list = recorded_document("beispiel-extern-fragen.json");
    list[kind].as_array().expect("a list of questions").clone()
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_else(|| panic!("{key} is no text in {value}"))
}

/// The external part of the answer to a question.
fn ask(env: &TestEnv, question: &str) -> Value {
    let run = env.vault(&["query", "--extern", "--source", SOURCE, question]);
    assert_eq!(run.code, 0, "{question}: {run:?}");
    run.json().expect("an answer")["external"].clone()
}

/// The documents of the tree as stage 1 alone ranks them, with its scores.
fn by_catalog(env: &TestEnv, question: &str) -> Vec<(String, u64)> {
    let root = Folder::open_root(&env.root()).expect("it opens");
    let snapshot = vault::vault::read(&root).expect("it can be read");
    let validated = check::validate(&snapshot);
    let catalog = validated.vault.catalog(SOURCE).expect("a catalogue");
    let words = Words::new(&normal_form(question));
    let ranked = candidates(catalog, &words).into_iter();
    ranked.map(|candidate| (candidate.path, candidate.catalog_score)).collect()
}

/// One line of the table: a question that has a document, and what became of it.
struct Row {
    question: String,
    wanted: String,
    first_stage: String,
    winner: String,
    coverage: u64,
    /// Points between the winner and the next document; all of them if there is no other.
    margin: u64,
}

impl Row {
    fn of(env: &TestEnv, case: &Value) -> Self {
        let question = text(case, "question");
        let found = ask(env, question);
        let hits = found["hits"].as_array().expect("a list of hits");
        let score = |at: usize| hits.get(at).and_then(|hit| hit["score"].as_u64()).unwrap_or(0);
        let first = hits.first().unwrap_or(&Value::Null);
        let ranked = by_catalog(env, question);
        Self {
            question: question.to_owned(),
            wanted: text(case, "document").to_owned(),
            first_stage: ranked.first().expect("a document").0.clone(),
            winner: first["document"].as_str().unwrap_or("-").to_owned(),
            coverage: first["coverage_percent"].as_u64().unwrap_or(0),
            margin: score(0) - score(1),
        }
    }

    fn is_found(&self) -> bool {
        self.winner == self.wanted
    }

    fn is_ablated(&self) -> bool {
        self.first_stage != self.wanted
    }
}

/// The rows of all questions with a document, made once and printed as a table.
fn rows() -> &'static [Row] {
    static ROWS: OnceLock<Vec<Row>> = OnceLock::new();
    let rows = ROWS.get_or_init(|| {
        let env = bound();
        questions("positive").iter().map(|case| Row::of(&env, case)).collect()
    });
    println!("{:<80} {:<26} {:<26} coverage", "question", "stage 1 alone", "winner");
    for row in rows {
        let Row { question, first_stage, winner, coverage, .. } = row;
        println!("{question:<80} {first_stage:<26} {winner:<26} {coverage}");
    }
    rows
}

#[test]
fn every_question_finds_its_document_first() {
    let rows = rows();
    assert!(rows.len() >= LEAST_POSITIVE, "only {} questions", rows.len());
    let missed = rows.iter().filter(|row| !row.is_found() || row.margin == 0);
    let said = |row: &Row| format!("{}: {} by {}", row.question, row.winner, row.margin);
    assert_none(&missed.map(said).collect::<Vec<_>>());
}

#[test]
fn what_the_tree_does_not_say_is_not_found() {
    let env = bound();
    let cases = questions("negative");
    assert!(cases.len() >= LEAST_NEGATIVE, "only {} questions", cases.len());
    assert_none(&complaints(&cases, |case| {
        let question = text(case, "question");
        let found = ask(&env, question);
        let wanted = found["state"] == "no_external_candidates"
            && found["hits"] == Value::Array(Vec::new())
            && found["reason"].is_string();
        if wanted { Vec::new() } else { vec![format!("{question}: {found}")] }
    }));
}

#[test]
fn without_the_second_stage_questions_fail() {
    let rows = rows();
    let ablated = rows.iter().filter(|row| row.is_ablated()).count();
    assert!(ablated >= LEAST_ABLATED, "only {ablated} questions need the second stage");
}

/// The binary opens what stage 1 names and ranks by what stage 2 says, nothing else.
#[test]
fn the_winner_is_what_the_second_stage_says() {
    let env = bound();
    let tree = env.beside("anlagen");
    for case in questions("positive") {
        let question = text(&case, "question");
        let words = Words::new(&normal_form(question));
        let looked = by_catalog(&env, question).into_iter().filter_map(|(path, _)| {
            let document = fs::read_to_string(tree.join(&path)).expect("a document");
            Some((look(&document, &words)?.score, path))
        });
        let mut looked: Vec<_> = looked.collect();
        looked.sort_by(|a, b| (b.0, &a.1).cmp(&(a.0, &b.1)));
        looked.truncate(8);
        let hits = ask(&env, question)["hits"].as_array().expect("a list of hits").clone();
        let hits = hits
            .iter()
            .map(|hit| (hit["score"].as_u64().expect("points"), text(hit, "document").to_owned()));
        assert_eq!(hits.collect::<Vec<_>>(), looked, "{question}");
    }
}

#[test]
fn the_readme_shows_these_figures() {
    let env = bound();
    let rows = rows();
    let negative = questions("negative");
    let false_hits = |ranked: &dyn Fn(&str) -> usize| {
        negative.iter().filter(|case| ranked(text(case, "question")) > 0).count()
    };
    let hits = |question: &str| ask(&env, question)["hits"].as_array().map_or(0, Vec::len);
    let by_title =
        |question: &str| by_catalog(&env, question).iter().filter(|(_, score)| *score > 0).count();
    let mut margins: Vec<u64> = rows.iter().map(|row| row.margin).collect();
    margins.sort_unstable();
    let (least, median) = (margins[0], margins[margins.len() / 2]);
    let (asked, unanswerable) = (rows.len(), negative.len());
    let found = rows.iter().filter(|row| row.is_found()).count();
    let first_only = rows.iter().filter(|row| !row.is_ablated()).count();
    let table = format!(
        "\
| | both stages | stage 1 alone |
|---|---|---|
| {asked} questions with an answer: right document first | {found} | {first_only} |
| {unanswerable} questions without one: any hit | {} | {} |
| points ahead of the runner-up: least, median | {least}, {median} | – |
",
        false_hits(&hits),
        false_hits(&by_title),
    );
    let readme = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    let readme = fs::read_to_string(readme).expect("a README");
    assert!(readme.contains(&table), "README.md should hold\n{table}");
}

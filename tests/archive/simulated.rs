//! An archive that lives in memory: reports go in, lines come out, and after each the promises of
//! the format hold.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use vault::archive::decide::{
    Accepted, Context, Reach, Rejected, Seen, Taken, decide, needs, reach, record, seen,
};
use vault::archive::journal::{self, Fold, Head, History, Line, Redactions, Salt, Verifier};
use vault::archive::layout::{StatePath, segment_name};
use vault::archive::report::{Body, FORMAT, Report, UNKNOWN_KIND, line_id};
use vault::archive::rights::{self, Rights};
use vault::archive::state::{SourceFile, State, StateFile, Texts};
use vault::archive::time::UtcTime;
use vault::digest::Digest;

pub const KEY: &[u8] = b"a key of tombstones";

/// What became of a report, as its line says.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    pub seq: u64,
    pub reason: Option<String>,
    pub at: Option<String>,
}

impl Answer {
    #[track_caller]
    pub fn accepted(self) -> u64 {
        assert_eq!(self.reason, None, "at {:?}", self.at);
        self.seq
    }

    /// Reason and place of a rejection.
    #[track_caller]
    pub fn rejected(&self) -> (&str, Option<&str>) {
        (self.reason.as_deref().expect("it is rejected"), self.at.as_deref())
    }
}

/// An archive in memory.
#[derive(Clone)]
pub struct Simulated {
    pub rights: Rights,
    pub state: State,
    pub lines: Vec<Line>,
    pub files: BTreeMap<String, String>,
    /// Whether everything is checked after each report.
    pub is_checked: bool,
}

impl Simulated {
    /// An empty archive: `kai` may do everything, `author` writes statements and articles, `mail`
    /// brings items, `eve` may report but is no human.
    pub fn new() -> Self {
        let all: Vec<_> =
            vault::archive::report::Kind::ALL.iter().map(|kind| kind.name()).collect();
        let rights = json!({
            "format": rights::FORMAT,
            "senders": {
                "kai": {"uid": 1001, "human": true, "report": all, "read": []},
                "eve": {"uid": 1004, "human": false, "report": all, "read": []},
                "author": {
                    "uid": 1002,
                    "human": false,
                    "report": ["statement.add", "article.revise", "article.split"],
                    "read": [],
                },
                "mail": {"uid": 1003, "human": false, "report": ["item.add"], "read": []},
            },
        });
        Self {
            rights: Rights::parse(&rights.to_string()).unwrap(),
            state: State::default(),
            lines: Vec::new(),
            files: BTreeMap::new(),
            is_checked: true,
        }
    }

    /// An empty archive that remembers what another one forgot.
    pub fn remembering(other: &Self) -> Self {
        let mut archive = Self { is_checked: false, ..Self::new() };
        let forgotten = other.files["record/forgotten.jsonl"].clone();
        archive.state.write("record/forgotten.jsonl", &forgotten).unwrap();
        archive.files.insert("record/forgotten.jsonl".to_owned(), forgotten);
        archive
    }

    /// Sends a report with an ID of its own.
    pub fn send(&mut self, sender: &str, kind: &str, body: Value) -> Answer {
        let id = format!("report-{:09}", self.lines.len() + 1);
        let report = json!({"format": FORMAT, "id": id, "kind": kind, "body": body});
        self.take(sender, &id, report.to_string().as_bytes()).unwrap()
    }

    /// What forgetting something would reach.
    pub fn reach(&self, forget: &Value) -> Option<Reach> {
        let mut body = forget.clone();
        body["confirm"] = json!("?");
        let id = "asks-what-it-reaches";
        let report = json!({"format": FORMAT, "id": id, "kind": "forget", "body": body});
        let report = Report::read(id, report.to_string().as_bytes()).unwrap();
        let Body::Forget(forget) = report.body else { panic!("it is a forget") };
        reach(&self.state, &forget, &self.texts(), &self.history())
    }

    /// Has something forgotten by somebody who knows its reach.
    pub fn forget(&mut self, mut body: Value) -> Answer {
        let reach = self.reach(&body);
        body["confirm"] = json!(reach.map_or("?".to_owned(), |reach| reach.confirm));
        self.send("kai", "forget", body)
    }

    /// Every byte that is kept: lines and files.
    pub fn bytes(&self) -> String {
        let files = self.files.values().map(String::as_str);
        files.chain([self.journal().as_str()]).collect()
    }

    /// Takes the bytes of a report in a file with this stem; none if there was a line about it.
    pub fn take(&mut self, sender: &str, stem: &str, bytes: &[u8]) -> Option<Answer> {
        let digest = Digest::of(bytes);
        let line = self.state.line_of(sender, stem).map(|seq| &self.lines[seq as usize - 1]);
        let is_reused = match line.map(|line| seen(line, digest)) {
            Some(Seen::Done) => return None,
            Some(Seen::Reused) => true,
            None => false,
        };
        let seq = self.lines.len() as u64 + 1;
        let time = time(seq);
        let (kind, decision) = match Report::read(stem, bytes) {
            Err(no_report) => {
                let kind = no_report.kind.map_or(UNKNOWN_KIND, |kind| kind.name());
                (kind, Err(Rejected::from(no_report)))
            }
            Ok(report) => {
                (report.body.kind().name(), self.decide(sender, &report, seq, &time, is_reused))
            }
        };
        let taken = Taken {
            sender: sender.to_owned(),
            id: line_id(&format!("{stem}.json"), KEY),
            kind: kind.to_owned(),
            size: bytes.len() as u64,
            sha256: Some(digest),
        };
        let mut salts = 0;
        let salt = || {
            salts += 1;
            Salt(
                Digest::of(format!("{seq} {salts}").as_bytes()).as_bytes()[..16]
                    .try_into()
                    .unwrap(),
            )
        };
        let entry = record(seq, &time, &taken, decision, salt);
        let prev = self.lines.last().map_or(Head::START.hash, |line| line.hash);
        Some(self.append(Line::new(entry, prev)))
    }

    fn decide(
        &self,
        sender: &str,
        report: &Report,
        seq: u64,
        time: &UtcTime,
        is_reused: bool,
    ) -> Result<Accepted, Rejected> {
        let needs = needs(&self.state, report, sender);
        let file = |&(source, piece)| {
            let year = self.state.source(source).unwrap().year;
            let path = StatePath::source(year, source, piece).to_string();
            ((source, piece), SourceFile::parse(&self.files[&path]).unwrap())
        };
        let texts = Texts(needs.pieces.iter().map(file).collect());
        let history = if needs.history { self.history() } else { History::default() };
        let context = Context {
            seq,
            time,
            sender,
            rights: self.rights.sender(sender).unwrap(),
            is_reused,
            tombstone_key: KEY,
            texts: &texts,
            history: &history,
        };
        let decision = decide(&self.state, report, &context);
        assert_eq!(decision, decide(&self.state, report, &context), "decided twice");
        decision
    }

    /// The texts of whole sources.
    pub fn texts(&self) -> Texts {
        let sources = self.files.iter().filter(|(path, _)| path.starts_with("sources/"));
        let file = |(path, text): (&String, &String)| {
            let parsed = StatePath::parse(path).unwrap();
            let piece = match parsed {
                StatePath::Piece { piece, .. } => piece,
                _ => 1,
            };
            ((parsed.source_id().unwrap(), piece), SourceFile::parse(text).unwrap())
        };
        Texts(sources.map(file).collect())
    }

    pub fn history(&self) -> History {
        let mut history = History::default();
        self.lines.iter().for_each(|line| history.take(line, &Redactions::default()));
        history
    }

    fn append(&mut self, line: Line) -> Answer {
        let before = self.files.clone();
        self.state.apply(&line).unwrap();
        for part in &line.open {
            match part {
                journal::Part::Open { body, .. } => match body {
                    journal::Body::File { path, text, .. } => {
                        self.files.insert(path.clone(), text.clone());
                    }
                    journal::Body::Gone { path, .. } => {
                        self.files.remove(path);
                    }
                    journal::Body::Report { .. } => {}
                },
                journal::Part::Redacted { .. } => panic!("new and redacted"),
            }
        }
        let answer = Answer { seq: line.seq, reason: line.reason.clone(), at: at(&line) };
        if answer.reason.is_some() {
            assert_eq!(self.files, before, "a rejected report writes nothing");
        }
        self.lines.push(line);
        self.redact();
        if self.is_checked {
            self.check();
        }
        answer
    }

    /// Takes away what the last line lists.
    fn redact(&mut self) {
        let last = self.lines.last().unwrap();
        if last.redacts.is_empty() {
            return;
        }
        let mut redactions = Redactions::default();
        assert_eq!(redactions.list(last, |_| true), []);
        for line in &mut self.lines {
            if let Some(redacted) = redactions.apply(line.clone()) {
                *line = redacted;
            }
        }
    }

    /// The journal in bytes.
    pub fn journal(&self) -> String {
        self.lines.iter().map(|line| line.to_text() + "\n").collect()
    }

    /// The journal is whole, its fold is the files, and what the files say is the state.
    pub fn check(&self) {
        let mut verifier = Verifier::default();
        let mut lines = Vec::new();
        verifier.last_segment(&segment_name(1), self.journal().as_bytes(), |line| lines.push(line));
        let verified = verifier.finish(false);
        assert_eq!(verified.diagnostics(), []);
        let (mut fold, mut state) = (Fold::default(), State::default());
        lines.iter().for_each(|line| state.take_line(&line.sender, &line.id));
        lines.into_iter().for_each(|line| fold.apply(line, &verified.redactions));
        let folded: BTreeMap<_, _> =
            fold.files.into_iter().map(|(path, file)| (path, file.text)).collect();
        assert_eq!(folded, self.files);
        self.files.iter().for_each(|(path, text)| state.write(path, text).unwrap());
        assert!(state == self.state, "the state of the files differs from the one held");
    }
}

fn at(line: &Line) -> Option<String> {
    match &line.open[0] {
        journal::Part::Open { body: journal::Body::Report { at, .. }, .. } => at.clone(),
        _ => None,
    }
}

/// The time of a line: a second after the one before it.
pub fn time(seq: u64) -> UtcTime {
    let (minute, second) = (seq / 60 % 60, seq % 60);
    UtcTime::parse(&format!("2026-11-30T{:02}:{minute:02}:{second:02}.000Z", seq / 3600)).unwrap()
}

/// A conversation of one message per line: `person: text`, `assistant: text`, `tool! bytes`.
pub fn messages(lines: &[&str]) -> Vec<Value> {
    let message = |line: &&str| match line.split_once(": ") {
        Some((role, text)) => json!({"role": role, "text": text}),
        None => {
            let (role, bytes) = line.split_once("! ").unwrap();
            let bytes: u64 = bytes.parse().unwrap();
            json!({"role": role, "omitted": {"what": "tool_output", "bytes": bytes}})
        }
    };
    lines.iter().map(message).collect()
}

/// The body of a `conversation.append`.
pub fn append(key: &str, from: u64, messages: Vec<Value>) -> Value {
    let lines = |message: &Value| match &message["text"] {
        Value::String(text) => text.split('\n').count(),
        _ => 1,
    };
    let kept: usize = messages.iter().map(lines).sum();
    json!({
        "tool": "jsonl", "key": key, "title": "Gespräch", "from": from, "kept": kept,
        "omitted": {}, "messages": messages,
    })
}

/// A statement with one place.
pub fn statement(topic: &str, text: &str, source: &str, lines: (u64, u64), quote: &str) -> Value {
    json!({
        "topic": topic, "date": "2026-11-30", "text": text,
        "evidence": [{"source": source, "from": lines.0, "to": lines.1, "quote": quote}],
    })
}

/// The body of a `statement.add` without a round.
pub fn statements(statements: Vec<Value>) -> Value {
    json!({"statements": statements})
}

/// The body of an `article.revise` with one section, each entry of one statement.
pub fn revision(topic: &str, base: u64, ids: &[&str]) -> Value {
    let entries: Vec<_> = ids.iter().map(|id| json!([id])).collect();
    let sections = match entries.is_empty() {
        true => json!([]),
        false => json!([{"heading": "Stand", "entries": entries}]),
    };
    json!({
        "topic": topic, "base": base, "title": "Titel", "line": "Worum es geht",
        "sections": sections, "dropped": [],
    })
}

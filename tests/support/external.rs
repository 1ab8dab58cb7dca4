//! A vault whose local sources are bound to folders beside it, and what is asked of them.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::{Run, TestEnv, Tree, fixture};

/// Every document of the tree answers this.
pub const QUESTION: &str = "Prüfsatz Schwelle";
/// The document of the anchor A-0002; all others of its folder have no anchor.
pub const DOCUMENT: &str = "teil-1/dokument-2.md";
/// Names of the states.
pub const FOUND: &str = "external_candidates_found";
pub const INVALID: &str = "invalid_external_source";

/// Released vault 101; X-0001 is a tree of twelve documents, X-0003 a vault of three pages.
pub struct Bound {
    /// The vault.
    pub env: TestEnv,
}

impl Bound {
    /// Both local sources bound to copies of the fixtures.
    pub fn new() -> Self {
        let bound = Self::to_nothing();
        for (id, from, folder) in
            [("X-0001", "vault-extern", bound.tree()), ("X-0003", "vault-fremd", bound.foreign())]
        {
            Tree::read(&fixture(&format!("parity/vaults/101/{from}"))).write(&folder);
            bound.bind(id, &folder);
        }
        bound
    }

    /// Neither of them bound.
    pub fn to_nothing() -> Self {
        Self { env: TestEnv::released(101) }
    }

    /// X-0001 bound to a folder that `fill` fills.
    pub fn to_tree(fill: impl FnOnce(&Path)) -> Self {
        let bound = Self::to_nothing();
        fs::create_dir(bound.tree()).unwrap();
        fill(&bound.tree());
        bound.bind("X-0001", &bound.tree());
        bound
    }

    fn bind(&self, id: &str, folder: &Path) {
        let run = self.env.vault(&["extern", "bind", id, folder.to_str().unwrap()]);
        assert_eq!(run.code, 0, "{run:?}");
    }

    /// The folder of X-0001.
    pub fn tree(&self) -> PathBuf {
        self.env.beside("extern")
    }

    /// The folder of X-0003.
    pub fn foreign(&self) -> PathBuf {
        self.env.beside("fremd")
    }

    /// The `external` block of an answer. Its local part is the one without `--extern`.
    pub fn ask(&self, sources: &[&str]) -> External {
        self.ask_behind(&[], sources)
    }

    /// The same with the binary started by another command.
    pub fn ask_behind(&self, starter: &[&str], sources: &[&str]) -> External {
        let mut args = vec!["query", "--extern", QUESTION];
        args.extend(sources.iter().flat_map(|source| ["--source", source]));
        let run = self.env.vault_behind(starter, &args, Path::new("/"), &[]);
        assert_eq!(run.code, 0, "{run:?}");
        let answer = run.json().unwrap();
        let alone = self.env.vault(&["query", QUESTION]).json().unwrap();
        assert!(alone["retrieval_fingerprint"].is_string());
        assert_eq!(local(&answer), local(&alone));
        External(answer["external"].clone())
    }

    /// Exit code and document of `orchestrator-template X-0001`.
    pub fn whole(&self) -> Template {
        Template::of(&self.env.vault(&["orchestrator-template", "X-0001"]))
    }

    /// Exit code and document of `anchor-template`.
    pub fn sentences(&self, id: &str, path: &str) -> Template {
        Template::of(&self.env.vault(&["anchor-template", id, path]))
    }

    /// What `doctor` says of anchors, `code: message`; it succeeds.
    pub fn anchors(&self) -> Vec<String> {
        anchors(&self.env.vault(&["doctor", "--format", "json"]))
    }
}

/// What `doctor` said of anchors, `code: message`; it succeeded.
pub fn anchors(run: &Run) -> Vec<String> {
    assert_eq!(run.code, 0, "{run:?}");
    let report = run.json().unwrap();
    let all = report["diagnostics"].as_array().unwrap();
    let texts = all.iter().map(|found| {
        let text = |key: &str| found[key].as_str().unwrap();
        (text("code"), text("severity"), text("message"))
    });
    let about_anchors = texts
        .filter(|(code, ..)| ["anchor-moved", "anchor-drift", "anchor-unreachable"].contains(code));
    about_anchors
        .map(|(code, severity, message)| {
            assert_eq!(severity, "warning", "{code}");
            format!("{code}: {message}")
        })
        .collect()
}

/// An answer without what `--extern` is about.
fn local(answer: &Value) -> Value {
    let mut answer = answer.clone();
    answer.as_object_mut().unwrap().remove("external").unwrap();
    let fallback = answer["fallback"].as_object_mut().unwrap();
    for key in ["external_document_paths", "external_live_lookup_used", "external_reason"] {
        fallback.remove(key).unwrap();
    }
    answer
}

/// The `external` block of an answer.
#[derive(Debug, PartialEq)]
pub struct External(pub Value);

impl External {
    /// Its state.
    pub fn state(&self) -> &str {
        self.0["state"].as_str().unwrap()
    }

    /// Its notes.
    pub fn notes(&self) -> Vec<&str> {
        self.0["notes"].as_array().unwrap().iter().map(|note| note.as_str().unwrap()).collect()
    }

    /// The documents of its hits.
    pub fn hits(&self) -> Vec<&str> {
        let hits = self.0["hits"].as_array().unwrap();
        hits.iter().map(|hit| hit["document"].as_str().unwrap()).collect()
    }

    /// The sources it looked at.
    pub fn sources(&self) -> Vec<&str> {
        let sources = self.0["sources"].as_array().unwrap();
        sources.iter().map(|source| source["id"].as_str().unwrap()).collect()
    }
}

/// What a template command printed.
#[derive(Debug)]
pub struct Template {
    code: i32,
    document: Value,
}

impl Template {
    pub fn of(run: &Run) -> Self {
        Self { code: run.code, document: run.json().unwrap() }
    }

    /// Documents of a catalogue, or sentences of a document, that was made.
    #[track_caller]
    pub fn entries(&self) -> &[Value] {
        assert_eq!(self.code, 0, "{self:?}");
        let list = ["documents", "anchors"].iter().find_map(|key| self.document[key].as_array());
        list.unwrap()
    }

    /// Paths of a catalogue that was made.
    #[track_caller]
    pub fn paths(&self) -> Vec<&str> {
        self.entries().iter().map(|entry| entry["path"].as_str().unwrap()).collect()
    }

    /// Checks that there is none, in which state and for which reason.
    #[track_caller]
    pub fn assert_refused(&self, state: &str, reason: &str) {
        assert_eq!(self.code, 1, "{self:?}");
        assert_eq!(self.document["state"], state);
        let errors = self.document["errors"].as_array().unwrap();
        let [error] = &errors[..] else { panic!("{errors:?}") };
        assert!(error.as_str().unwrap().contains(reason), "{error} lacks {reason:?}");
    }
}

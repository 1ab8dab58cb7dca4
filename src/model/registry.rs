//! What all JSON registries share: strict reading, exact keys, plain texts (spec chapter 3).

use std::borrow::Cow;
use std::fmt;

use super::ids::is_id;
use super::paths::is_portable;
use crate::diagnostic::List;
use crate::diagnostic::{Diagnostic, Place, Positions};
use crate::digest::Digest;
use crate::findings::Finding;
use crate::json::{self, Node, Value};
use crate::text::instruction::has_instruction_signature;
use crate::text::values::is_plain_text;

/// Name of the way sentences are counted.
pub const SEGMENTATION: &str = "satzsegmentierung/v1";

/// What an entry without an ID of its own is called, in the words a person is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntryKind {
    /// The registry as a whole.
    Registry,
    /// A binding.
    Binding,
    /// A concept.
    Concept,
    /// A document of a catalogue.
    Document,
    /// A region of a medium.
    Region,
    /// An anchor.
    Anchor,
    /// A vocabulary.
    World,
}

impl fmt::Display for EntryKind {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Registry => "Register",
            Self::Binding => "Bindung",
            Self::Concept => "Begriff",
            Self::Document => "Dokument",
            Self::Region => "Region",
            Self::Anchor => "Satzanker",
            Self::World => "Begriffswelt",
        })
    }
}

/// A registry being read; collects what is wrong with it.
pub struct Registry<'a> {
    path: &'a str,
    text: &'a str,
    document: Positions<'a>,
    found: Vec<Diagnostic>,
}

/// The members of an object whose keys are exactly the expected ones.
pub struct Fields<'a>(Vec<(Cow<'a, str>, Node<'a>)>);

impl<'a> Fields<'a> {
    /// The value of one of the expected keys.
    pub fn get(&self, key: &str) -> Node<'a> {
        self.optional(key).unwrap_or(Node::NULL)
    }

    /// The value of a key that may be absent.
    pub fn optional(&self, key: &str) -> Option<Node<'a>> {
        self.0.iter().find(|(name, _)| name == key).map(|(_, node)| *node)
    }
}

impl<'a> Registry<'a> {
    /// Starts on the registry at `path`.
    pub fn new(path: &'a str, text: &'a str) -> Self {
        Self { path, text, document: Positions::new(path, text, 1), found: Vec::new() }
    }

    /// The top-level object, if the document is strict JSON with exactly `keys`.
    pub fn top(&mut self, keys: &[&str]) -> Option<Fields<'a>> {
        self.top_with(keys, &[])
    }

    /// As [`Registry::top`], with keys that may be absent.
    pub fn top_with(&mut self, keys: &[&str], optional: &[&str]) -> Option<Fields<'a>> {
        match json::parse(self.text) {
            Ok(node) => self.fields_with(node, EntryKind::Registry, keys, optional),
            Err(error) => {
                let place = Place::at(self.path, (error.line, error.column));
                let finding = match error.duplicate {
                    Some(key) => Finding::RegistryDuplicateKey { key },
                    None => Finding::RegistryJson { reason: error.reason.to_string() },
                };
                self.found.push(Diagnostic::new(place, finding));
                None
            }
        }
    }

    /// Everything found.
    pub fn finish(self) -> Vec<Diagnostic> {
        self.found
    }

    /// A finding at a node.
    pub fn report(&mut self, node: Node<'a>, finding: Finding) {
        let place = self.document.place(node.offset_in(self.text));
        self.found.push(Diagnostic::new(place, finding));
    }

    /// The members of an object with exactly these keys. `entry` names it in the finding.
    pub fn fields(
        &mut self,
        node: Node<'a>,
        entry: impl fmt::Display,
        keys: &[&str],
    ) -> Option<Fields<'a>> {
        self.fields_with(node, entry, keys, &[])
    }

    fn fields_with(
        &mut self,
        node: Node<'a>,
        entry: impl fmt::Display,
        keys: &[&str],
        optional: &[&str],
    ) -> Option<Fields<'a>> {
        let members = match node.value() {
            Value::Object(members) => members,
            _ => Vec::new(),
        };
        let present = |key: &&&str| members.iter().any(|(name, _)| name == **key);
        let missing: Vec<_> = keys.iter().filter(|key| !present(key)).collect();
        let unknown = members
            .iter()
            .filter(|(name, _)| ![keys, optional].iter().any(|all| all.contains(&name.as_ref())));
        let unknown: Vec<_> = unknown.map(|(name, _)| name.to_string()).collect();
        if missing.is_empty() && unknown.is_empty() {
            return Some(Fields(members));
        }
        let finding = Finding::RegistryKeys {
            entry: entry.to_string(),
            missing: List(missing.iter().map(ToString::to_string).collect()),
            unknown: List(unknown),
        };
        self.report(node, finding);
        None
    }

    /// Checks the `schema` member.
    pub fn schema(&mut self, top: &Fields<'a>, expected: &str) {
        let node = top.get("schema");
        if node.as_text().as_deref() != Some(expected) {
            self.report(node, Finding::RegistrySchema { expected: expected.to_owned() });
        }
    }

    /// Checks that the register speaks of `source`; one that does not is dropped.
    pub fn source(&mut self, top: &Fields<'a>, source: &str) -> Option<()> {
        let node = top.get("source_id");
        if node.as_text().as_deref() == Some(source) {
            return Some(());
        }
        self.report(node, Finding::RegistrySource { id: source.to_owned() });
        None
    }

    /// Checks the `segmentation` member.
    pub fn segmentation(&mut self, top: &Fields<'a>) {
        let node = top.get("segmentation");
        if node.as_text().as_deref() != Some(SEGMENTATION) {
            self.report(node, Finding::RegistrySegmentation {});
        }
    }

    /// A relative path of a Markdown document; anything else drops the entry.
    pub fn document_path(
        &mut self,
        node: Node<'a>,
        entry: impl fmt::Display,
    ) -> Option<Cow<'a, str>> {
        let path = node.as_text().unwrap_or_default();
        if is_portable(&path) && path.ends_with(".md") {
            return Some(path);
        }
        let (entry, path) = (entry.to_string(), path.into_owned());
        self.report(node, Finding::DocumentPath { entry, path });
        None
    }

    /// The items of a list that must not be empty.
    pub fn items(&mut self, top: &Fields<'a>, key: &str) -> Vec<Node<'a>> {
        let node = top.get(key);
        let items = node.as_list().unwrap_or_default();
        if items.is_empty() {
            self.report(node, Finding::RegistryEmpty { field: key.to_owned() });
        }
        items
    }

    /// The ID of an entry: right form and not seen before. Otherwise the entry is dropped.
    pub fn id(
        &mut self,
        node: Node<'a>,
        prefix: &str,
        entry: impl fmt::Display,
        seen: &mut std::collections::HashSet<String>,
    ) -> Option<String> {
        let id = node.as_text().unwrap_or_default();
        if !is_id(prefix, &id) {
            let value = node.as_text().unwrap_or(Cow::Borrowed(node.text())).into_owned();
            self.report(node, Finding::EntryId { entry: entry.to_string(), value });
            return None;
        }
        if !seen.insert(id.to_string()) {
            self.report(node, Finding::EntryRepeated { id: id.into_owned() });
            return None;
        }
        Some(id.into_owned())
    }

    /// A plain text of at most `limit` characters; what is none is reported and empty.
    pub fn plain(
        &mut self,
        fields: &Fields<'a>,
        entry: &str,
        key: &str,
        limit: usize,
    ) -> Cow<'a, str> {
        let node = fields.get(key);
        match node.as_text().filter(|text| is_plain_text(text, limit)) {
            Some(text) => text,
            None => {
                let (entry, field) = (entry.to_owned(), key.to_owned());
                self.report(node, Finding::EntryText { entry, field, limit: limit as u64 });
                Cow::Borrowed("")
            }
        }
    }

    /// A digest in its text form.
    pub fn digest(&mut self, fields: &Fields<'a>, entry: &str, key: &str) -> Option<Digest> {
        let node = fields.get(key);
        let digest = node.as_text().and_then(|text| Digest::parse(&text));
        if digest.is_none() {
            let (entry, field) = (entry.to_owned(), key.to_owned());
            self.report(node, Finding::EntryDigest { entry, field });
        }
        digest
    }

    /// The members media registers and anchors share: language, extractor, verified.
    pub fn provenance(&mut self, top: &Fields<'a>, name_limit: usize, version_limit: usize) {
        let language = top.get("language");
        if !language.as_text().is_some_and(|text| super::values::is_language(&text)) {
            self.report(language, Finding::RegistryLanguage {});
        }
        let extractor = top.get("extractor");
        if let Some(fields) = self.fields(extractor, "extractor", &["kind", "name", "version"]) {
            let kind = fields.get("kind").as_text().unwrap_or_default();
            if !["human", "model", "ocr", "hybrid"].contains(&kind.as_ref()) {
                self.report(fields.get("kind"), Finding::RegistryExtractor {});
            }
            self.plain(&fields, "extractor", "name", name_limit);
            self.plain(&fields, "extractor", "version", version_limit);
        }
        let verified = top.get("verified");
        if verified.as_bool() != Some(true) {
            self.report(verified, Finding::RegistryVerified {});
        }
    }

    /// The mark of an entry whose texts may carry instructions: a boolean, true when one does.
    pub fn suspicious(&mut self, fields: &Fields<'a>, entry: &str, texts: [&str; 2]) -> bool {
        let carries = texts.into_iter().any(has_instruction_signature);
        let node = fields.get("suspicious_instruction");
        let marked = node.as_bool();
        match marked {
            None => self.report(node, Finding::EntrySuspicious { entry: entry.to_owned() }),
            Some(false) if carries => {
                self.report(node, Finding::EntryUnmarked { entry: entry.to_owned() });
            }
            Some(_) => {}
        }
        marked.unwrap_or(false)
    }
}

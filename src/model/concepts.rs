//! `schema/begriffswelten.json`: controlled vocabularies in worlds (spec chapter 3; in SKOS
//! terms prefLabel, altLabel, broader, related).

use std::borrow::Cow;
use std::collections::HashSet;

use super::ids::is_id;
use super::registry::{EntryKind, Fields, Registry};
use crate::diagnostic::Diagnostic;
use crate::findings::Finding;
use crate::json::Node;
use crate::text::instruction::has_instruction_signature;
use crate::text::normal::normal_form;
use crate::text::values::is_plain_text;

/// Name of the format.
pub const SCHEMA: &str = "skillsafe.begriffswelten/v1";
const WORLDS: usize = 128;
const CONCEPTS: usize = 10_000;
const LIST: usize = 32;

/// A vocabulary of its own.
#[derive(Debug)]
pub struct World<'a> {
    /// `BW-nnnn`
    pub id: String,
    /// What it is called.
    pub name: Cow<'a, str>,
}

/// A concept of one world.
#[derive(Debug)]
pub struct Concept<'a> {
    /// `B-nnnn`
    pub id: String,
    /// The world's ID.
    pub world: Cow<'a, str>,
    /// Preferred label.
    pub preferred: Cow<'a, str>,
    /// Other labels.
    pub aliases: Vec<Cow<'a, str>>,
    /// Normal forms of all labels, in their order.
    normals: Vec<String>,
    /// IDs of wider concepts.
    pub broader: Vec<Cow<'a, str>>,
    /// IDs of related concepts.
    pub related: Vec<Cow<'a, str>>,
    /// The claim that defines it.
    pub definition: Cow<'a, str>,
    /// Where it stands in the registry.
    pub node: Node<'a>,
}

impl<'a> Concept<'a> {
    /// The preferred label, then the aliases.
    pub fn labels(&self) -> impl Iterator<Item = &Cow<'a, str>> {
        std::iter::once(&self.preferred).chain(&self.aliases)
    }

    /// The labels, each with its normal form.
    pub fn normal_labels(&self) -> impl Iterator<Item = (&Cow<'a, str>, &str)> {
        self.labels().zip(self.normals.iter().map(String::as_str))
    }
}

/// All vocabularies, concepts sorted by ID.
#[derive(Debug, Default)]
pub struct Concepts<'a> {
    /// Worlds, in file order.
    pub worlds: Vec<World<'a>>,
    /// Concepts.
    pub concepts: Vec<Concept<'a>>,
    /// The text they were read from, if there was any.
    pub document: Option<&'a str>,
}

impl<'a> Concepts<'a> {
    /// The concept with this ID.
    pub fn get(&self, id: &str) -> Option<&Concept<'a>> {
        let at = self.concepts.binary_search_by(|concept| concept.id.as_str().cmp(id)).ok()?;
        Some(&self.concepts[at])
    }

    /// The world with this ID.
    pub fn world(&self, id: &str) -> Option<&World<'a>> {
        self.worlds.iter().find(|world| world.id == id)
    }
}

/// Reads the registry. The second part is what is wrong.
pub fn parse<'a>(path: &'a str, document: &'a str) -> (Concepts<'a>, Vec<Diagnostic>) {
    let mut registry = Registry::new(path, document);
    let mut concepts = Concepts { document: Some(document), ..Concepts::default() };
    if let Some(top) = registry.top(&["schema", "worlds", "concepts"]) {
        registry.schema(&top, SCHEMA);
        let mut seen = HashSet::new();
        for node in list(&mut registry, &top, "worlds", WORLDS) {
            concepts.worlds.extend(world(&mut registry, node, &mut seen));
        }
        let mut seen = HashSet::new();
        for node in list(&mut registry, &top, "concepts", CONCEPTS) {
            concepts.concepts.extend(concept(&mut registry, node, &mut seen));
        }
        concepts.concepts.sort_unstable_by(|a, b| a.id.cmp(&b.id));
    }
    (concepts, registry.finish())
}

/// The items of a list that may be empty but not too long.
fn list<'a>(
    registry: &mut Registry<'a>,
    top: &Fields<'a>,
    key: &str,
    limit: usize,
) -> Vec<Node<'a>> {
    let node = top.get(key);
    let Some(items) = node.as_list() else {
        registry.report(node, Finding::RegistryList { field: key.to_owned() });
        return Vec::new();
    };
    if items.len() > limit {
        let (field, limit) = (key.to_owned(), limit as u64);
        registry.report(node, Finding::RegistryLimit { field, limit });
    }
    items
}

fn world<'a>(
    registry: &mut Registry<'a>,
    node: Node<'a>,
    seen: &mut HashSet<String>,
) -> Option<World<'a>> {
    let fields = registry.fields(node, EntryKind::World, &["id", "name", "description"])?;
    let id = registry.id(fields.get("id"), "BW", EntryKind::World, seen)?;
    let name = registry.plain(&fields, &id, "name", 120);
    registry.plain(&fields, &id, "description", 500);
    Some(World { id, name })
}

fn concept<'a>(
    registry: &mut Registry<'a>,
    node: Node<'a>,
    seen: &mut HashSet<String>,
) -> Option<Concept<'a>> {
    let keys = ["id", "world", "preferred", "aliases", "broader", "related", "definition_claim"];
    let fields = registry.fields(node, EntryKind::Concept, &keys)?;
    let id = registry.id(fields.get("id"), "B", EntryKind::Concept, seen)?;
    let mut concept = Concept {
        world: fields.get("world").as_text().unwrap_or_default(),
        preferred: registry.plain(&fields, &id, "preferred", 160),
        aliases: texts(registry, &fields, &id, "aliases"),
        broader: texts(registry, &fields, &id, "broader"),
        related: texts(registry, &fields, &id, "related"),
        definition: fields.get("definition_claim").as_text().unwrap_or_default(),
        normals: Vec::new(),
        id,
        node,
    };
    concept.normals = concept.labels().map(|label| normal_form(label)).collect();
    if !is_id("C", &concept.definition) {
        let finding = Finding::ConceptDefinitionFormat { id: concept.id.clone() };
        registry.report(fields.get("definition_claim"), finding);
    }
    for label in concept.labels().filter(|label| has_instruction_signature(label)) {
        let (id, label) = (concept.id.clone(), label.to_string());
        registry.report(node, Finding::ConceptLabelInstruction { id, label });
    }
    Some(concept)
}

/// A list of distinct plain texts.
fn texts<'a>(
    registry: &mut Registry<'a>,
    fields: &Fields<'a>,
    id: &str,
    key: &str,
) -> Vec<Cow<'a, str>> {
    let node = fields.get(key);
    let texts = node.as_list().and_then(|items| {
        let texts: Option<Vec<_>> = items.into_iter().map(Node::as_text).collect();
        texts.filter(|texts| {
            let distinct: HashSet<_> = texts.iter().collect();
            distinct.len() == texts.len()
                && texts.len() <= LIST
                && texts.iter().all(|text| is_plain_text(text, 160))
        })
    });
    texts.unwrap_or_else(|| {
        let (id, field) = (id.to_owned(), key.to_owned());
        registry.report(node, Finding::ConceptList { id, field, limit: LIST as u64 });
        Vec::new()
    })
}

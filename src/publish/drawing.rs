//! The graph for programs that draw: pages boxed by domain, an arrow per relation.

use std::collections::BTreeMap;

use crate::derive;
use crate::model::Vault;
use crate::text::visible::visible;
use crate::vault::layout::KNOWLEDGE;

/// Status of a page that others have replaced; it is drawn dashed.
const SUPERSEDED: &str = "veraltet";

/// A form of the graph for programs that draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Drawing {
    /// As it stands in `graph/graph.json` after a release.
    Json,
    /// The DOT language of Graphviz.
    Dot,
    /// A Mermaid flowchart.
    Mermaid,
}

/// Draws the graph of a vault.
pub fn draw(vault: &Vault, drawing: Drawing) -> String {
    match drawing {
        Drawing::Json => derive::graph(vault),
        Drawing::Dot => dot(vault),
        Drawing::Mermaid => mermaid(vault),
    }
}

/// The graph in the DOT language of Graphviz.
fn dot(vault: &Vault) -> String {
    let mut text = "digraph vault {\n  rankdir=LR\n  node [shape=box]\n".to_owned();
    for (number, (domain, pages)) in vault.domains().into_iter().enumerate() {
        text += &format!("  subgraph cluster_{number} {{\n    label={}\n", dot_text(domain));
        for page in pages {
            let style = if page.status() == SUPERSEDED { " style=dashed" } else { "" };
            let (path, title) = (dot_text(page.path), dot_text(page.title()));
            text += &format!("    {path} [label={title}{style}]\n");
        }
        text += "  }\n";
    }
    for (from, relation, to) in arrows(vault) {
        let (from, relation, to) = (dot_text(from), dot_text(relation), dot_text(&to));
        text += &format!("  {from} -> {to} [label={relation}]\n");
    }
    text + "}\n"
}

/// The graph as a Mermaid flowchart.
fn mermaid(vault: &Vault) -> String {
    let mut text = "flowchart LR\n  classDef superseded stroke-dasharray:4\n".to_owned();
    let mut ids = BTreeMap::new();
    for (number, (domain, pages)) in vault.domains().into_iter().enumerate() {
        text += &format!("  subgraph d{number}[{}]\n", mermaid_text(domain));
        for page in pages {
            let id = format!("p{}", ids.len());
            let class = if page.status() == SUPERSEDED { ":::superseded" } else { "" };
            text += &format!("    {id}[{}]{class}\n", mermaid_text(page.title()));
            ids.insert(page.path, id);
        }
        text += "  end\n";
    }
    for (from, relation, to) in arrows(vault) {
        // In a valid vault both ends are pages.
        if let (Some(from), Some(to)) = (ids.get(from), ids.get(to.as_str())) {
            text += &format!("  {from} -->|{}| {to}\n", mermaid_text(relation));
        }
    }
    text
}

/// Source, type and target of every relation, sorted.
fn arrows<'a>(vault: &Vault<'a>) -> Vec<(&'a str, &'a str, String)> {
    let mut arrows = Vec::new();
    for page in &vault.pages {
        let relations = page.relations();
        arrows.extend(relations.map(|(name, to)| (page.path, name, format!("{KNOWLEDGE}/{to}"))));
    }
    arrows.sort_unstable();
    arrows
}

fn dot_text(text: &str) -> String {
    format!("\"{}\"", visible(text).replace('\\', "\\\\").replace('"', "\\\""))
}

/// Mermaid reads `#…;` as the character of that number, and markup in what is left.
fn mermaid_text(text: &str) -> String {
    let escaped = |c: char| match c {
        '"' | '#' | '&' | '<' | '>' | '`' => format!("#{};", u32::from(c)),
        c => c.to_string(),
    };
    format!("\"{}\"", visible(text).chars().map(escaped).collect::<String>())
}

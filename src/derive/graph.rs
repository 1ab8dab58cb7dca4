//! `graph/graph.json`: pages as nodes, their relations as edges.

use serde::Serialize;

use crate::json::pretty;
use crate::model::{PROFILE, Vault};
use crate::vault::layout::KNOWLEDGE;

// Keys, as they are printed, stand in alphabetical order, as everywhere in our JSON.
#[derive(Serialize)]
struct Graph<'a> {
    #[serde(rename = "kanten")]
    edges: Vec<Edge<'a>>,
    #[serde(rename = "knoten")]
    nodes: Vec<Node<'a>>,
    #[serde(rename = "profil")]
    profile: &'static str,
}

#[derive(Serialize)]
struct Edge<'a> {
    #[serde(rename = "nach")]
    to: String,
    #[serde(rename = "typ")]
    relation: &'a str,
    #[serde(rename = "von")]
    from: &'a str,
}

#[derive(Serialize)]
struct Node<'a> {
    #[serde(rename = "begriffe")]
    concepts: Vec<&'a str>,
    claims: Vec<&'a str>,
    #[serde(rename = "domaene")]
    domain: &'a str,
    id: &'a str,
    #[serde(rename = "konfidenz")]
    confidence: &'a str,
    #[serde(rename = "stand")]
    as_of: &'a str,
    status: &'a str,
    #[serde(rename = "titel")]
    title: &'a str,
    #[serde(rename = "typ")]
    r#type: &'a str,
}

/// Renders the graph: nodes by path, edges by source, target and type.
pub fn graph(vault: &Vault) -> String {
    let mut edges = Vec::new();
    let mut nodes = Vec::new();
    for page in &vault.pages {
        for (relation, target) in page.relations() {
            let to = format!("{KNOWLEDGE}/{target}");
            edges.push(Edge { to, relation, from: page.path });
        }
        let mut concepts = page.concepts().to_vec();
        concepts.sort_unstable();
        let mut claims: Vec<_> = page.claims.iter().map(|claim| claim.id).collect();
        claims.sort_unstable();
        nodes.push(Node {
            concepts,
            claims,
            domain: page.text("domain"),
            id: page.path,
            confidence: page.confidence(),
            as_of: page.as_of(),
            status: page.status(),
            title: page.title(),
            r#type: page.text("type"),
        });
    }
    edges.sort_unstable_by(|a, b| (a.from, &a.to, a.relation).cmp(&(b.from, &b.to, b.relation)));
    pretty(&Graph { edges, nodes, profile: PROFILE })
}

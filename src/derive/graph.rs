//! `graph/graph.json`: pages as nodes, their relations as edges.

use serde::Serialize;

use crate::json::pretty;
use crate::model::{PROFILE, Vault};
use crate::vault::layout::KNOWLEDGE;

// Keys stand in alphabetical order, as everywhere in our JSON.
#[derive(Serialize)]
struct Graph<'a> {
    kanten: Vec<Edge<'a>>,
    knoten: Vec<Node<'a>>,
    profil: &'static str,
}

#[derive(Serialize)]
struct Edge<'a> {
    nach: String,
    typ: &'a str,
    von: &'a str,
}

#[derive(Serialize)]
struct Node<'a> {
    begriffe: Vec<&'a str>,
    claims: Vec<&'a str>,
    domaene: &'a str,
    id: &'a str,
    konfidenz: &'a str,
    stand: &'a str,
    status: &'a str,
    titel: &'a str,
    typ: &'a str,
}

/// The text of the graph, nodes by path, edges by source, target and type.
pub fn graph(vault: &Vault) -> String {
    let mut kanten = Vec::new();
    let mut knoten = Vec::new();
    for page in &vault.pages {
        for (typ, target) in page.relations() {
            kanten.push(Edge { nach: format!("{KNOWLEDGE}/{target}"), typ, von: page.path });
        }
        let mut begriffe = page.concepts().to_vec();
        begriffe.sort_unstable();
        let mut claims: Vec<_> = page.claims.iter().map(|claim| claim.id).collect();
        claims.sort_unstable();
        knoten.push(Node {
            begriffe,
            claims,
            domaene: page.text("domain"),
            id: page.path,
            konfidenz: page.confidence(),
            stand: page.as_of(),
            status: page.status(),
            titel: page.title(),
            typ: page.text("type"),
        });
    }
    kanten.sort_unstable_by(|a, b| (a.von, &a.nach, a.typ).cmp(&(b.von, &b.nach, b.typ)));
    pretty(&Graph { kanten, knoten, profil: PROFILE })
}

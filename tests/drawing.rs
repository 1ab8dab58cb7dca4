//! `graph --format`: pages and relations for programs that draw.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail")]

mod support;

use serde_json::Value;
use support::{TestEnv, Tree};

fn drawn(env: &TestEnv, form: &str) -> String {
    let run = env.vault(&["graph", "--format", form]);
    assert_eq!(run.code, 0, "{run:?}");
    run.stdout
}

#[test]
fn each_form_shows_every_page_and_relation_and_writes_nothing() {
    for env in [TestEnv::bundled(), TestEnv::released(101), TestEnv::released(103)] {
        let before = Tree::read(&env.root());
        let graph = drawn(&env, "json");
        assert_eq!(graph, env.read("graph/graph.json"));
        let graph: Value = serde_json::from_str(&graph).unwrap();
        let (nodes, edges) = (graph["knoten"].as_array(), graph["kanten"].as_array());
        let (nodes, edges) = (nodes.unwrap(), edges.unwrap());
        let (dot, mermaid) = (drawn(&env, "dot"), drawn(&env, "mermaid"));
        for node in nodes {
            let (id, title) = (node["id"].as_str().unwrap(), node["titel"].as_str().unwrap());
            assert!(dot.contains(&format!("    \"{id}\" [label=\"{title}\"")), "{id}: {dot}");
            assert!(mermaid.contains(&format!("[\"{title}\"]")), "{title}: {mermaid}");
        }
        for edge in edges {
            let [from, to, name] = ["von", "nach", "typ"].map(|key| edge[key].as_str().unwrap());
            assert!(dot.contains(&format!("  \"{from}\" -> \"{to}\" [label=\"{name}\"]\n")));
        }
        assert_eq!(dot.matches(" -> ").count(), edges.len());
        assert_eq!(mermaid.matches(" -->|").count(), edges.len());
        let superseded = nodes.iter().filter(|node| node["status"] == "veraltet").count();
        assert_eq!(dot.matches("style=dashed").count(), superseded);
        assert_eq!(mermaid.matches(":::superseded").count(), superseded);
        assert!(before == Tree::read(&env.root()), "the vault was changed");
    }
}

#[test]
fn titles_cannot_leave_their_label() {
    let env = TestEnv::bundled();
    let path = "knowledge/wissenstresor/claims.md";
    let page = env.read(path);
    env.write(path, &page.replace("title: ", "title: a\"] \\ #quot; <b> "));
    let claims = "Claim und Fundstelle";
    let dot = format!("[label=\"a\\\"] \\\\ #quot; <b> {claims}\"]\n");
    assert!(drawn(&env, "dot").contains(&dot), "{}", drawn(&env, "dot"));
    let mermaid = format!("[\"a#34;] \\ #35;quot; #60;b#62; {claims}\"]\n");
    assert!(drawn(&env, "mermaid").contains(&mermaid), "{}", drawn(&env, "mermaid"));
}

#[test]
fn only_a_valid_vault_is_drawn() {
    let env = TestEnv::bundled();
    env.write("knowledge/wissenstresor/claims.md", "nichts\n");
    for form in ["json", "dot", "mermaid"] {
        let run = env.vault(&["graph", "--format", form]);
        assert_eq!((run.code, run.stdout.as_str()), (1, ""));
        assert!(run.stderr.contains("knowledge/wissenstresor/claims.md"), "{run:?}");
    }
    assert_eq!(env.vault(&["graph", "--format", "png"]).code, 2);
}

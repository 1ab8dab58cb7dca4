//! The bytes of the page: all of the vault, nothing from elsewhere, no text that is markup.

use serde_json::{Value, json};
use vault::files::Folder;
use vault::model::Vault;
use vault::vault::{Snapshot, read};

use crate::support::{CreationOrder, TestEnv, Tree, assert_none};
use crate::{SUCCESSOR, amend, page, parts, retitle};

fn snapshot(env: &TestEnv) -> Snapshot {
    read(&Folder::open_root(&env.root()).unwrap()).unwrap()
}

/// What the data block must hold.
fn expected(snapshot: &Snapshot) -> Value {
    let vault = Vault::parse(snapshot).0;
    let pages = vault.pages.iter().map(|page| {
        let claims = page.claims.iter().map(|claim| {
            json!({
                "id": claim.id, "kind": claim.kind.as_str(), "locator": claim.locator,
                "source": claim.source, "text": claim.text,
            })
        });
        let relations = page.relations();
        let relations =
            relations.map(|(name, to)| json!({"to": format!("knowledge/{to}"), "type": name}));
        json!({
            "claims": claims.collect::<Value>(), "concepts": page.concepts(),
            "confidence": page.confidence(), "domain": page.folder, "path": page.path,
            "relations": relations.collect::<Value>(), "reviewed_at": page.reviewed_at(),
            "reviewed_by": page.reviewed_by(), "stand": page.as_of(), "status": page.status(),
            "tags": page.fields.list("tags"), "title": page.title(),
            "trust_tier": page.trust_tier().as_str(), "type": page.text("type"),
            "version": page.text("version"),
        })
    });
    let source = |id, kind, title, stand, trust, rights| {
        json!({
            "id": id, "kind": kind, "title": title, "stand": stand, "trust": trust,
            "rights": rights,
        })
    };
    let local =
        vault.sources.iter().map(|s| source(s.id, "lokal", s.title, s.as_of, s.trust, s.rights));
    let external =
        vault.external.iter().map(|s| source(s.id, "extern", s.title, s.as_of, s.trust, s.rights));
    let concepts = vault.concepts.concepts.iter().map(
        |concept| json!({"id": concept.id, "preferred": concept.preferred, "world": concept.world}),
    );
    json!({
        "pages": pages.collect::<Value>(),
        "sources": local.chain(external).collect::<Value>(),
        "concepts": concepts.collect::<Value>(),
    })
}

#[test]
fn it_holds_every_page_claim_relation_source_and_concept() {
    for env in [TestEnv::bundled(), TestEnv::released(101), TestEnv::released(301)] {
        let before = Tree::read(&env.root());
        let (_, data) = parts(&page(&env));
        let expected = expected(&snapshot(&env));
        for part in ["pages", "sources", "concepts"] {
            assert_eq!(data[part], expected[part], "{part}");
            assert!(data[part].as_array().is_some_and(|list| !list.is_empty()), "{part}");
        }
        assert!(before == Tree::read(&env.root()), "the vault was changed");
    }
}

#[test]
fn it_names_the_release_or_says_that_it_is_none() {
    let env = TestEnv::bundled();
    let digest = snapshot(&env).file("MANIFEST.sha256").unwrap().digest.to_string();
    let (_, data) = parts(&page(&env));
    let version = env.read("VERSION");
    assert_eq!(data["name"], "wissenstresor");
    assert_eq!((&data["version"], &data["manifest"]), (&json!(version.trim()), &json!(digest)));
    amend(&env, SUCCESSOR, "# changed\n");
    let (_, data) = parts(&page(&env));
    assert_eq!((&data["version"], &data["manifest"]), (&json!(version.trim()), &Value::Null));
    env.write("VERSION", "bald\n");
    let (_, data) = parts(&page(&env));
    assert_eq!((&data["version"], &data["manifest"]), (&Value::Null, &Value::Null));
}

#[test]
fn the_same_vault_gives_the_same_bytes() {
    let env = TestEnv::released(301);
    let first = page(&env);
    assert!(first == page(&env));
    let tree = Tree::read(&env.root());
    for order in [CreationOrder::Reversed, CreationOrder::Shuffled(5)] {
        let copy = TestEnv::of(&tree.in_order(order));
        let file = copy.beside("x.html");
        let args = ["graph", "--html", file.to_str().unwrap()];
        let variables = [("LC_ALL", "tr_TR.UTF-8"), ("TZ", "Asia/Tokyo"), ("COLUMNS", "20")];
        assert_eq!(copy.vault_in(&args, &copy.root(), &variables).code, 0);
        assert!(first == std::fs::read_to_string(file).unwrap(), "{order:?}");
    }
}

/// Nothing in it leads to the network or makes markup of text.
#[test]
fn it_needs_nothing_and_makes_no_markup() {
    let (around, _) = parts(&page(&TestEnv::bundled()));
    for found in [
        "src=",
        "@import",
        "url(",
        "href=\"http",
        "//cdn",
        "<base",
        "<iframe",
        "<object",
        "<form ac",
        "fetch(",
        "XMLHttpRequest",
        "WebSocket",
        "sendBeacon",
        "import(",
        "innerHTML",
        "outerHTML",
        "insertAdjacentHTML",
        "document.write",
        "DOMParser",
        "srcdoc",
        "eval(",
        "Function(",
        " onclick=",
        " onerror=",
        " onload=",
        "localStorage",
    ] {
        assert!(!around.contains(found), "{found}");
    }
    assert!(around.contains("content=\"default-src 'none'; style-src 'sha256-"), "{around}");
    assert!(!around.contains("unsafe"), "the policy admits more than it must");
    assert!(around.starts_with("<!DOCTYPE html>\n<!-- vault graph --html -->\n<html lang=\"de\">"));
}

#[test]
fn no_text_can_end_the_data() {
    let env = TestEnv::bundled();
    let hostile = "</script><!-- <script> ]]> \u{2028}\u{2029} \\u003c \"x\" 'y' &lt; {title}";
    retitle(&env, SUCCESSOR, hostile);
    let text = env.read(SUCCESSOR);
    let claim = text.lines().find(|line| line.starts_with("- **C-")).unwrap();
    let (head, _) = claim.split_once("] ").unwrap();
    let evil = "</ScRiPt><svg onload=alert(1)> <!--";
    env.write(SUCCESSOR, &text.replacen(claim, &format!("{head}] {evil}"), 1));
    let page = page(&env);
    assert_eq!(page.to_lowercase().matches("</script").count(), 2, "{page}");
    assert!(
        !page.contains('\u{2028}') && !page.contains('\u{2029}') && !page.contains("<svg onload")
    );
    let (_, data) = parts(&page);
    let shown = data["pages"].as_array().unwrap();
    let shown = shown.iter().find(|page| page["path"] == SUCCESSOR).unwrap();
    assert_eq!((&shown["title"], &shown["claims"][0]["text"]), (&json!(hostile), &json!(evil)));
}

#[test]
fn texts_of_regions_and_anchors_stay_in_the_vault() {
    let env = TestEnv::released(301);
    let page = page(&env);
    let claims: Vec<String> = {
        let (_, data) = parts(&page);
        let pages = data["pages"].as_array().unwrap().iter();
        let claims = pages.flat_map(|page| page["claims"].as_array().unwrap().clone());
        claims.map(|claim| claim["text"].as_str().unwrap().to_owned()).collect()
    };
    let mut leaked = Vec::new();
    let mut texts = 0;
    for entry in std::fs::read_dir(env.root().join("sources/derived")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|suffix| suffix != "json") {
            continue;
        }
        let sidecar: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
        for list in ["regions", "anchors"] {
            for item in sidecar[list].as_array().into_iter().flatten() {
                let text = item["text"].as_str().unwrap();
                texts += 1;
                if page.contains(text) && !claims.iter().any(|claim| claim.contains(text)) {
                    leaked.push(format!("{}: {text}", path.display()));
                }
            }
        }
    }
    assert_none(&leaked);
    assert!(texts > 5, "only {texts} texts were looked for");
}

#[test]
fn only_a_valid_vault_is_drawn() {
    let env = TestEnv::bundled();
    let before = page(&env);
    env.write(SUCCESSOR, "nichts\n");
    for name in ["seite.html", "andere.html"] {
        let run = crate::draw(&env, name);
        assert_eq!((run.code, run.stdout.as_str()), (1, ""));
        assert!(run.stderr.contains(SUCCESSOR), "{run:?}");
    }
    assert!(std::fs::read_to_string(env.beside("seite.html")).unwrap() == before);
    assert!(!env.beside("andere.html").exists() && !env.beside("andere.html.neu").exists());
}

//! Sources outside the vault: what `query --extern`, the templates, `extern` and `doctor` say of
//! them. The sources lie beside the vault.

use std::fs;
use std::net::TcpListener;
use std::path::Path;

use sha2::{Digest, Sha256};
use vault::findings::Code::{self, *};

use crate::case::*;
use crate::support::{Run, TestEnv};

/// Binds the tree, and the foreign vault, to folders beside the vault.
const BIND_TREE: Op = Op::Run(&["extern", "bind", "X-0001", "{beside}/extern"]);
const BIND_FOREIGN: Op = Op::Run(&["extern", "bind", "X-0003", "{beside}/fremd"]);
const TREE: &str = "../extern";
const FOREIGN_MANIFEST: &str = "../fremd/MANIFEST.sha256";
/// The document of the first anchor.
const DOCUMENT: &str = "../extern/teil-2/dokument-1.md";
const ANCHORED: &str = "Der Prüfsatz Nummer 1 benennt";
const QUERY: &[&str] = &["query", "--extern", "Prüfsatz"];
const CATALOG_TEMPLATE: &[&str] = &["orchestrator-template", "X-0001"];
const ANCHOR_TEMPLATE: &[&str] = &["anchor-template", "X-0001", "fehlt.md"];

fn tree() -> Op {
    copy("parity/vaults/301/vault-extern", TREE)
}

fn foreign_vault() -> Op {
    copy("parity/vaults/301/vault-fremd", "../fremd")
}

pub fn cases() -> Vec<Case> {
    let usage = |code, command: &[&str]| case(code, [], command, Spot::Vault);
    let foreign =
        |code, op| case(code, [foreign_vault(), op, BIND_FOREIGN], QUERY, Spot::Vault).exits(0);
    let drift = |code, op| case(code, [tree(), op, BIND_TREE], DOCTOR, whole(ANCHORS));
    let web_vault = ["skillsafe-vault | - |", "skillsafe-vault | https://127.0.0.1:1/v |"];
    vec![
        usage(ExternalNotListed, &["query", "--extern", "--source", "X-0999", "Frist"]).exits(0),
        usage(ExternalUnbound, QUERY),
        usage(ExternalOffline, QUERY),
        usage(ExternalEmpty, &["query", "--extern", "himmel"]),
        case(ExternalNoCatalog, [tree(), BIND_TREE, delete(CATALOG), RELEASED], QUERY, Spot::Vault),
        case(
            ExternalWebVault,
            [replace(EXTERN, web_vault[0], web_vault[1]), RELEASED],
            QUERY,
            Spot::Vault,
        ),
        case(ExternalUnreadable, [folder(TREE), BIND_TREE], QUERY, Spot::Vault),
        case(ExternalUnreadable, [tree(), delete(DOCUMENT), BIND_TREE], QUERY, Spot::Vault),
        // Foreign vaults.
        foreign(ForeignUnreadable, delete(FOREIGN_MANIFEST)),
        foreign(ForeignManifest, write(FOREIGN_MANIFEST, "")),
        foreign(ForeignChanged, append("../fremd/knowledge/nachbar/seite-1.md", "x")),
        foreign(ForeignUnlisted, write("../fremd/knowledge/nachbar/seite-9.md", "x")),
        // Binding.
        usage(BindArguments, &["extern", "bind"]),
        usage(BindArguments, &["extern", "bind", "X-0001"]),
        usage(BindArguments, &["extern", "unbind"]),
        usage(BindUnlisted, &["extern", "bind", "X-0999", "/"]),
        usage(BindUnlisted, &["extern", "unbind", "X-0999"]),
        usage(BindWeb, &["extern", "bind", "X-0002", "{beside}"]),
        usage(BindWeb, &["extern", "unbind", "X-0002"]),
        usage(BindRelative, &["extern", "bind", "X-0001", "extern"]),
        usage(BindPath, &["extern", "bind", "X-0001", "{beside}/fehlt"]),
        usage(BindVault, &["extern", "bind", "X-0001", "{root}/knowledge"]),
        case(
            BindOverlap,
            [folder("../extern/a"), BIND_TREE],
            &["extern", "bind", "X-0003", "{beside}/extern/a"],
            Spot::Vault,
        ),
        // Drift.
        drift(AnchorMoved, replace(DOCUMENT, ANCHORED, &format!("Neu davor.\n\n{ANCHORED}"))),
        drift(AnchorDrift, replace(DOCUMENT, ANCHORED, "Der Satz benennt")),
        drift(AnchorUnreachable, delete(DOCUMENT)),
        case(
            ScopeNarrower,
            [
                replace("SKILL.md", "description: ", "description: \"Scope: Organisation\" #"),
                RELEASED,
            ],
            DOCTOR,
            at(EXTERN, "X-0003"),
        ),
        // Templates.
        usage(TemplateSource, &["anchor-template", "X-0999", "a.md"]),
        usage(TemplateSource, &["orchestrator-template", "X-0003"]),
        usage(TemplateUnbound, CATALOG_TEMPLATE),
        usage(TemplateUnbound, ANCHOR_TEMPLATE),
        usage(TemplateUnbound, &["orchestrator-template", "X-0002"]),
        case(TemplateUnreachable, [folder(TREE), BIND_TREE], ANCHOR_TEMPLATE, Spot::Vault),
        case(
            TemplateBudget,
            [folder(&format!("{TREE}{}", "/a".repeat(13))), BIND_TREE],
            CATALOG_TEMPLATE,
            Spot::Vault,
        ),
    ]
}

/// Codes that take another vault or another environment.
pub const CODES: [(Code, fn()); 3] = [
    (ExternalNotDeclared, a_vault_without_external_sources),
    (ExternalWeb, a_refused_connection),
    (ExternalFetched, a_document_in_the_cache),
];

#[test]
fn each_of_these_codes_is_provoked() {
    for (code, provoke) in CODES {
        println!("{}", code.rule().code);
        provoke();
    }
}

#[track_caller]
fn assert_noted(run: &Run, code: Code) {
    let found = found(run);
    assert!(found.contains(&(code.rule().code.to_owned(), (String::new(), None))), "{found:?}");
    assert_eq!(run.code, 0);
}

fn a_vault_without_external_sources() {
    let env = TestEnv::released(103);
    assert_noted(&env.vault(QUERY), ExternalNotDeclared);
}

/// Asks the web source with the network switched on, its cache lying beside the vault.
fn online(env: &TestEnv) -> Run {
    let cache = env.beside("cache").display().to_string();
    let environment = [("SKILLSAFE_OFFLINE", ""), ("XDG_CACHE_HOME", cache.as_str())];
    let args = ["query", "--extern", "--source", "X-0002", "Prüfsatz"];
    env.vault_in(&args, Path::new("/"), &environment)
}

/// A vault whose web source is at a port where nobody listens, and the prefix of that source.
fn with_refused_connection() -> (TestEnv, String) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let prefix = format!("https://{}/docs", listener.local_addr().unwrap());
    drop(listener);
    let ops = [replace(EXTERN, "https://127.0.0.1:8443/docs", &prefix), RELEASED];
    (changed(&ops), prefix)
}

fn a_refused_connection() {
    let (env, _) = with_refused_connection();
    let before = env.read("log.md");
    assert_noted(&online(&env), ExternalWeb);
    assert_eq!(env.read("log.md"), before);
}

fn a_document_in_the_cache() {
    let (env, prefix) = with_refused_connection();
    let catalog: serde_json::Value = serde_json::from_str(&env.read(WEB_CATALOG)).unwrap();
    let url = format!("{prefix}/{}", catalog["documents"][0]["path"].as_str().unwrap());
    let digest = Sha256::digest(url.as_bytes());
    let name: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    let folder = env.beside("cache/skillsafe/vault/X-0002");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join(format!("{name}.md")), "Ein Prüfsatz.\n").unwrap();
    assert_noted(&online(&env), ExternalFetched);
}

//! Everything recorded or bundled that carries the name of a format fits its schema.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::schema::{SCHEMAS, part, validator, violations};
use crate::support::{assert_none, fixture, recorded_document, recording};

pub const SEEDS: [u32; 4] = [101, 102, 103, 104];

/// Every recorded answer, with what was left out of the recording put back.
pub fn answers() -> Vec<Value> {
    let cases = SEEDS.map(|seed| recording(&format!("parity/queries/queries-{seed}.jsonl")));
    cases.into_iter().flatten().map(|case| restored(&case["json"])).collect()
}

/// A recording holds no digests over the engine, the number of messages instead of their texts
/// and, of reasons, only whether there is one. What stands in for them here is what the contract
/// says of the state.
fn restored(recorded: &Value) -> Value {
    let mut answer = recorded.clone();
    let digest = |there: bool| there.then(|| "0".repeat(64));
    let is = |value: &Value, states: &[&str]| states.iter().any(|state| value == state);
    let answered = is(&answer["state"], &["candidates_found", "no_candidates"]);
    let searched = ["external_candidates_found", "no_external_candidates"];
    let searched = is(&answer["external"]["state"], &searched);
    answer["vault"]["manifest_sha256"] = json!(digest(answer["vault"]["version"].is_string()));
    answer["retrieval_fingerprint"] = json!(digest(answered));
    answer["external"]["external_fingerprint"] = json!(digest(searched));
    for list in ["/warnings", "/errors", "/external/notes"] {
        let list = answer.pointer_mut(list).expect("the number of messages");
        *list = messages(list);
    }
    for reason in ["/external/reason", "/fallback/external_reason"] {
        let reason = answer.pointer_mut(reason).expect("whether there is a reason");
        *reason = json!((*reason == true).then_some("ein Grund"));
    }
    answer
}

/// As many messages as were counted.
fn messages(count: &Value) -> Value {
    let count = count.as_u64().expect("a number of messages");
    (1..=count).map(|n| format!("ein-code: Meldung {n}")).collect()
}

#[test]
fn recorded_answers_fit() {
    let answers = answers();
    assert_eq!(answers.len(), 412);
    let found = answers.iter().flat_map(|answer| {
        let question = &answer["query"];
        violations("query", answer).into_iter().map(move |what| format!("{question}: {what}"))
    });
    assert_none(&found.collect::<Vec<_>>());
}

#[test]
fn recorded_templates_fit() {
    let outputs = recorded_document("parity/outputs/outputs-101.json");
    let mut refused = 0;
    for (command, format) in [
        ("media_template", "media"),
        ("anchor_template", "anchors"),
        ("orchestrator_template", "orchestrator"),
    ] {
        for (arguments, template) in outputs[command].as_object().expect("outputs by arguments") {
            let found = match template.get("state") {
                None => template_violations(format, template),
                Some(_) => {
                    refused += 1;
                    let mut refusal = template.clone();
                    refusal["errors"] = messages(&refusal["errors"]);
                    refusal_violations(format, &refusal)
                }
            };
            assert_eq!(found, [] as [&str; 0], "{command} {arguments}");
        }
    }
    assert!(refused >= 5, "{refused}");
}

/// What keeps a template from being the register it begins, but that nobody verified it yet: a
/// person has to, and to say what only a person can. Catalogues are not verified at all.
pub fn template_violations(format: &str, template: &Value) -> Vec<String> {
    let mut found = violations(format, template);
    if format != "orchestrator" {
        let open = found.iter().position(|what| what.starts_with("/verified: "));
        found.remove(open.expect("a template is not verified"));
    }
    found
}

/// What is wrong with the document printed instead of a template.
pub fn refusal_violations(format: &str, refusal: &Value) -> Vec<String> {
    let schema = validator(&part(&SCHEMAS[format], "absage"));
    schema.iter_errors(refusal).map(|error| error.to_string()).collect()
}

#[test]
fn registries_fit() {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut roots = vec![repository.to_owned()];
    for vault in fs::read_dir(fixture("parity/vaults")).expect("the vaults") {
        roots.push(vault.expect("a vault").path().join("vault"));
    }
    let mut registries: Vec<PathBuf> = roots.iter().flat_map(|root| registries_of(root)).collect();
    registries.push(repository.join("src/release/skeleton/begriffswelten.json"));
    let mut formats = BTreeSet::new();
    for path in registries {
        let registry = fs::read_to_string(&path).expect("the registry");
        let registry: Value = serde_json::from_str(&registry).expect("a registry is JSON");
        let format = format_of(&registry);
        assert_eq!(violations(&format, &registry), [] as [&str; 0], "{}", path.display());
        formats.insert(format);
    }
    assert_eq!(Vec::from_iter(formats), ["anchors", "begriffswelten", "media", "orchestrator"]);
}

/// All JSON registries of a vault.
fn registries_of(root: &Path) -> Vec<PathBuf> {
    let derived = fs::read_dir(root.join("sources/derived"));
    let derived = derived.into_iter().flatten().map(|entry| entry.expect("an entry").path());
    let derived = derived.filter(|path| path.extension().is_some_and(|suffix| suffix == "json"));
    derived.chain([root.join("schema/begriffswelten.json")]).collect()
}

/// `media` of a document that says it is `skillsafe.media/v1`.
pub fn format_of(document: &Value) -> String {
    let name = document["schema"].as_str().expect("the name of a format");
    let name = name.strip_prefix("skillsafe.").and_then(|name| name.strip_suffix("/v1"));
    name.expect("one of ours").to_owned()
}

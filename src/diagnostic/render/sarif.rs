//! SARIF 2.1.0 for code scanning: one run, one rule per code that occurs.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::super::{Diagnostic, Place, Report, Rule, Severity, Tree};
use crate::text::visible::visible;

/// The report as a SARIF log without times and without paths of this host.
pub(in super::super) fn sarif(report: &Report) -> String {
    // By name, as the rules are listed; the value becomes the index of the rule.
    let mut rules: BTreeMap<&str, (&Rule, usize)> =
        report.diagnostics.iter().map(|found| (found.rule.code, (found.rule, 0))).collect();
    for (index, (_, place)) in rules.values_mut().enumerate() {
        *place = index;
    }
    let results: Vec<Value> = report
        .diagnostics
        .iter()
        .map(|found| {
            let rule = rules.get(found.rule.code).map_or(0, |(_, index)| *index);
            result(found, rule, &report.tree)
        })
        .collect();
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "columnKind": "unicodeCodePoints",
            "originalUriBaseIds": { report.tree.id: { "description": { "text": report.tree.description } } },
            "results": results,
            "tool": { "driver": {
                "name": "vault",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": rules.values().map(|(rule, _)| described(rule)).collect::<Vec<_>>(),
            } },
        }],
    });
    format!("{log:#}\n")
}

fn described(rule: &Rule) -> Value {
    json!({
        "id": rule.code,
        "shortDescription": { "text": rule.template },
        "help": { "text": rule.explanation, "markdown": rule.explanation },
        "defaultConfiguration": { "level": level(rule.severity) },
    })
}

fn result(found: &Diagnostic, rule: usize, tree: &Tree) -> Value {
    let mut result = Map::new();
    result.insert("ruleId".into(), found.rule.code.into());
    result.insert("ruleIndex".into(), rule.into());
    result.insert("level".into(), level(found.severity()).into());
    result.insert("message".into(), json!({ "text": plain(&found.message) }));
    if !found.place.path.is_empty() {
        result.insert("locations".into(), json!([location(&found.place, tree)]));
    }
    result.into()
}

fn location(place: &Place, tree: &Tree) -> Value {
    let mut physical = Map::new();
    let artifact = json!({ "uri": encoded(&place.path), "uriBaseId": tree.id });
    physical.insert("artifactLocation".into(), artifact);
    if let Some(line) = place.line {
        let mut region = Map::new();
        region.insert("startLine".into(), line.into());
        if let Some(column) = place.column {
            region.insert("startColumn".into(), column.into());
        }
        physical.insert("region".into(), region.into());
    }
    json!({ "physicalLocation": physical })
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}

/// A message without a link in it: SARIF reads `[text](target)` as one unless the brackets are
/// escaped, and a message can quote content.
fn plain(message: &str) -> String {
    let message = visible(message);
    if message.contains("](") {
        message.replace('[', "\\[").replace(']', "\\]")
    } else {
        message.into_owned()
    }
}

/// A relative path as a URI reference (RFC 3986): all but unreserved characters and `/`
/// percent-encoded.
fn encoded(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                out.push(byte.into());
            }
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::tests::hostile;
    use super::super::tests::size;
    use super::*;
    use crate::findings::{Code, Finding};

    fn run(report: &Report) -> Value {
        let log: Value = serde_json::from_str(&sarif(report)).unwrap();
        assert_eq!(log["version"], "2.1.0");
        log["runs"][0].clone()
    }

    #[test]
    fn an_empty_report_is_a_run_without_results() {
        let run = run(&Report::new("validate", vec![], size([0; 4])));
        assert_eq!(run["results"], json!([]));
        assert_eq!(run["tool"]["driver"]["rules"], json!([]));
        assert_eq!(run["tool"]["driver"]["name"], "vault");
        assert_eq!(run["columnKind"], "unicodeCodePoints");
    }

    #[test]
    fn rules_are_the_codes_that_occur_and_results_point_at_them() {
        let mut report = hostile();
        let again = report.diagnostics[2].clone();
        report.diagnostics.push(again);
        let run = run(&report);
        let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
        let ids: Vec<&str> = rules.iter().map(|rule| rule["id"].as_str().unwrap()).collect();
        assert_eq!(
            ids,
            ["checkout-entries", "manifest-deviation", "page-without-claims", "tag-invalid"]
        );
        for result in run["results"].as_array().unwrap() {
            let index = result["ruleIndex"].as_u64().unwrap() as usize;
            assert_eq!(result["ruleId"], ids[index]);
            assert_eq!(result["level"], rules[index]["defaultConfiguration"]["level"]);
        }
        assert_eq!(rules[3]["shortDescription"]["text"], Code::TagInvalid.rule().template);
        assert_eq!(rules[3]["help"]["markdown"], Code::TagInvalid.rule().explanation);
    }

    #[test]
    fn locations_are_relative_and_encoded() {
        let run = run(&hostile());
        let results = run["results"].as_array().unwrap();
        assert!(results[0].get("locations").is_none());
        let physical = &results[2]["locations"][0]["physicalLocation"];
        assert_eq!(
            physical["artifactLocation"],
            json!({
                "uri": "knowledge/a%20b/100%25%3A%C3%BC%2C%1B%5D0%3Bx%07.md",
                "uriBaseId": "VAULTROOT",
            })
        );
        assert_eq!(physical["region"], json!({ "startLine": 7, "startColumn": 3 }));
        let whole = Diagnostic::new(Place::file("a.md"), Finding::TreeSymlink {});
        assert!(
            result(&whole, 0, &Tree::default())["locations"][0]["physicalLocation"]
                .get("region")
                .is_none()
        );
    }

    #[test]
    fn content_makes_no_link_and_hides_nothing() {
        let run = run(&hostile());
        let deviation = run["results"][1]["message"]["text"].as_str().unwrap();
        assert!(deviation.contains("\\[x\\](https://example.org)"), "{deviation}");
        let tag = run["results"][2]["message"]["text"].as_str().unwrap();
        assert!(!tag.chars().any(char::is_control) && tag.contains("\\u{1b}[31m"), "{tag}");
    }
}

//! Findings for machines: SARIF against its published schema, and GitHub's annotations, both
//! held against the JSON report of the same vault.

#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![allow(clippy::disallowed_methods, clippy::disallowed_types)]

mod support;

use std::collections::{BTreeMap, BTreeSet};

use jsonschema::Validator;
use serde_json::Value;
use support::mutation::{BASE, Mutation};
use support::{TestEnv, assert_none, complaints, recorded_document};

/// Recorded mutations that together touch every kind of file a finding can lie in.
const BROKEN: [&str; 14] = [
    "frontmatter-nested",
    "field-unknown",
    "review-outdated-warning",
    "claim-grammar-kind",
    "claim-control-char",
    "link-dead",
    "types-missing",
    "register-hash-format",
    "media-nan",
    "concept-broader-cycle",
    "extern-http",
    "router-page-missing",
    "tree-symlink-dir",
    "page-not-utf8",
];

/// A page whose path has every character that annotations must escape in a property, except
/// those no vault may hold.
const AWKWARD_PAGE: &str = "knowledge/kennzahl-01/a,b 100%c.md";

#[test]
fn sarif_of_a_clean_vault_fits_the_schema() {
    let run = TestEnv::released(103).vault(&["validate", "--format", "sarif"]);
    assert_eq!(run.code, 0, "{run:?}");
    let log = run.json().unwrap_or_else(|problem| panic!("{problem}"));
    assert_none(&violations(&schema(), &log));
    assert_eq!(results(&log), &[] as &[Value], "a clean vault has no findings");
}

#[test]
fn sarif_of_broken_vaults_fits_the_schema_and_the_report() {
    let schema = schema();
    assert_none(&complaints(&broken_vaults(), |(name, env)| {
        let run = env.vault(&["validate", "--format", "sarif"]);
        let mut found = match run.json() {
            Ok(log) => {
                let mut found = violations(&schema, &log);
                found.extend(sarif_against(&report(env), &log));
                found
            }
            Err(problem) => vec![problem],
        };
        if run.code != env.vault(&["validate"]).code {
            found.push(format!("exit {} depends on the format", run.code));
        }
        found.into_iter().map(|what| format!("{name}: {what}")).collect()
    }));
}

#[test]
fn github_annotations_say_what_the_report_says() {
    assert_none(&complaints(&broken_vaults(), |(name, env)| {
        // From the vault itself: elsewhere the paths begin at the current folder.
        let run = env.vault_in(&["validate", "--format", "github"], &env.root(), &[]);
        let mut found = annotations_against(&report(env), &run.stdout);
        if run.code != env.vault(&["validate"]).code {
            found.push(format!("exit {} depends on the format", run.code));
        }
        found.into_iter().map(|what| format!("{name}: {what}")).collect()
    }));
}

#[test]
fn the_report_counts_what_it_lists() {
    assert_none(&complaints(&broken_vaults(), |(name, env)| {
        let run = env.vault(&["validate", "--format", "json"]);
        let report = run.json().unwrap_or_else(|problem| panic!("{name}: {problem}"));
        let mut found = Vec::new();
        if report["schema"] != "skillsafe.report/v1" || report["command"] != "validate" {
            found.push(format!("{name}: {} of {}", report["schema"], report["command"]));
        }
        for (severity, plural) in [("error", "errors"), ("warning", "warnings"), ("note", "notes")]
        {
            let listed = diagnostics(&report).iter().filter(|d| d["severity"] == severity).count();
            if report["summary"][plural] != listed {
                found.push(format!("{name}: {listed} {plural} listed, {}", report["summary"]));
            }
        }
        found
    }));
}

/// The vaults that findings are taken from: recorded mutations, and a page with a path that
/// every format has to escape in its own way.
fn broken_vaults() -> Vec<(&'static str, TestEnv)> {
    let mutations = Mutation::all();
    let mutated = BROKEN.into_iter().map(|code| {
        let mutation = mutations.iter().find(|m| m.code == code);
        (code, mutation.unwrap_or_else(|| panic!("{code} was recorded")).apply())
    });
    let awkward = TestEnv::released(BASE);
    awkward.write(AWKWARD_PAGE, "---\ntype: 50%\ntitle\nfremd,feld: a:b\n---\n\n- **C-1** %0A\n");
    mutated.chain([("awkward path", awkward)]).collect()
}

/// As published, with a bracket too many, which strict readers of patterns refuse.
const PUBLISHED_LANGUAGE: &str = "^[a-zA-Z]{2}|^[a-zA-Z]{2}-[a-zA-Z]{2}]?$";

/// The published schema; its one malformed pattern is mended on the way.
fn schema() -> Validator {
    let mut schema = recorded_document("sarif-schema-2.1.0.json");
    for holder in ["run", "toolComponent"] {
        let pattern = format!("/definitions/{holder}/properties/language/pattern");
        let pattern = schema.pointer_mut(&pattern).expect("the published pattern");
        assert_eq!(pattern, PUBLISHED_LANGUAGE, "mended where it was published?");
        *pattern = Value::from(PUBLISHED_LANGUAGE.replace("]?$", "$"));
    }
    jsonschema::validator_for(&schema).expect("the published schema is one")
}

fn violations(schema: &Validator, log: &Value) -> Vec<String> {
    let errors = schema.iter_errors(log);
    errors.map(|error| format!("{}: {error}", error.instance_path())).collect()
}

fn report(env: &TestEnv) -> Value {
    let run = env.vault(&["validate", "--format", "json"]);
    run.json().unwrap_or_else(|problem| panic!("{problem}"))
}

fn diagnostics(report: &Value) -> &[Value] {
    report["diagnostics"].as_array().expect("a report lists its findings")
}

/// The path of a finding; null for one about the vault as a whole.
fn path(diagnostic: &Value) -> Value {
    let path = diagnostic["path"].as_str().filter(|path| !path.is_empty());
    path.into()
}

fn results(log: &Value) -> &[Value] {
    assert_eq!(log["runs"].as_array().map(Vec::len), Some(1), "one run: {log}");
    log["runs"][0]["results"].as_array().expect("a run has results")
}

/// Where a SARIF log does not say, result by result, what the report says.
fn sarif_against(report: &Value, log: &Value) -> Vec<String> {
    let (diagnostics, results) = (diagnostics(report), results(log));
    if diagnostics.is_empty() || diagnostics.len() != results.len() {
        return vec![format!("{} results for {} findings", results.len(), diagnostics.len())];
    }
    let rules = log["runs"][0]["tool"]["driver"]["rules"].as_array();
    let rules: BTreeSet<&str> =
        rules.into_iter().flatten().filter_map(|r| r["id"].as_str()).collect();
    let mut found = Vec::new();
    for (diagnostic, result) in diagnostics.iter().zip(results) {
        let place = &result["locations"][0]["physicalLocation"];
        let uri = place["artifactLocation"]["uri"].as_str().map(percent_decoded);
        for (what, said, meant) in [
            ("ruleId", &result["ruleId"], &diagnostic["code"]),
            ("level", &result["level"], &diagnostic["severity"]),
            ("message", &result["message"]["text"], &diagnostic["message"]),
            ("uri", &Value::from(uri), &path(diagnostic)),
            ("startLine", &place["region"]["startLine"], &diagnostic["line"]),
            ("startColumn", &place["region"]["startColumn"], &diagnostic["column"]),
        ] {
            if said != meant {
                found.push(format!("{what} is {said}, in the report {meant}"));
            }
        }
        if !diagnostic["code"].as_str().is_some_and(|code| rules.contains(code)) {
            found.push(format!("{} is described by no rule", diagnostic["code"]));
        }
    }
    found
}

/// A relative URI reference back to the path it stands for.
fn percent_decoded(uri: &str) -> String {
    let mut bytes = Vec::new();
    let mut parts = uri.split('%');
    bytes.extend(parts.next().unwrap_or_default().bytes());
    for part in parts {
        let code = part.get(..2).and_then(|code| u8::from_str_radix(code, 16).ok());
        bytes.push(code.unwrap_or_else(|| panic!("{uri} has a % that encodes nothing")));
        bytes.extend(part[2..].bytes());
    }
    String::from_utf8(bytes).expect("a path is UTF-8")
}

/// Where the annotations do not say, line by line, what the report says.
fn annotations_against(report: &Value, stdout: &str) -> Vec<String> {
    let diagnostics = diagnostics(report);
    let lines: Vec<&str> = stdout.lines().filter(|line| line.starts_with("::")).collect();
    if diagnostics.is_empty() || diagnostics.len() != lines.len() {
        return vec![format!("{} lines for {} findings", lines.len(), diagnostics.len())];
    }
    let pairs = diagnostics.iter().zip(lines);
    pairs.flat_map(|(diagnostic, line)| annotation_against(diagnostic, line)).collect()
}

fn annotation_against(diagnostic: &Value, line: &str) -> Vec<String> {
    let Some(annotation) = Annotation::parse(line) else {
        return vec![format!("{line} is no annotation")];
    };
    let command = match diagnostic["severity"].as_str() {
        Some("note") => "notice",
        other => other.expect("a severity"),
    };
    let property = |name: &str| annotation.properties.get(name).cloned();
    let number = |name: &str| property(name).map(|n| n.parse::<u64>().expect("a number"));
    let mut found = Vec::new();
    for (what, said, meant) in [
        ("command", Value::from(annotation.command), &Value::from(command)),
        ("message", Value::from(annotation.message.clone()), &diagnostic["message"]),
        ("file", Value::from(property("file")), &path(diagnostic)),
        ("line", Value::from(number("line")), &diagnostic["line"]),
        ("col", Value::from(number("col")), &diagnostic["column"]),
    ] {
        if said != *meant {
            found.push(format!("{what} is {said}, in the report {meant}: {line}"));
        }
    }
    let code = diagnostic["code"].as_str().expect("a code");
    if !property("title").is_some_and(|title| title.contains(code)) {
        found.push(format!("the title does not name {code}: {line}"));
    }
    found
}

/// One workflow command, its values unescaped.
struct Annotation<'a> {
    command: &'a str,
    properties: BTreeMap<&'a str, String>,
    message: String,
}

impl<'a> Annotation<'a> {
    fn parse(line: &'a str) -> Option<Self> {
        let (head, message) = line.strip_prefix("::")?.split_once("::")?;
        let (command, properties) = head.split_once(' ').unwrap_or((head, ""));
        let properties = properties.split(',').filter(|property| !property.is_empty());
        let properties = properties.map(|property| {
            let (name, value) = property.split_once('=')?;
            // A colon in a value would have ended the head if another followed.
            let value = (!value.contains(':')).then_some(value)?;
            Some((name, unescaped(value, &["25", "0D", "0A", "3A", "2C"])?))
        });
        Some(Self {
            command,
            properties: properties.collect::<Option<_>>()?,
            message: unescaped(message, &["25", "0D", "0A"])?,
        })
    }
}

/// The text that was escaped, or nothing when a `%` starts none of the `known` escapes.
fn unescaped(text: &str, known: &[&str]) -> Option<String> {
    let mut parts = text.split('%');
    let mut out = parts.next()?.to_owned();
    for part in parts {
        let code = part.get(..2).filter(|code| known.contains(code))?;
        out.push(char::from(u8::from_str_radix(code, 16).ok()?));
        out.push_str(&part[2..]);
    }
    Some(out)
}

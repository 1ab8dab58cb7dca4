//! The schemas of the bundled vault (`schema/*.schema.json`): one for each format, well-formed,
//! true to what the program prints and to what it accepts, and nothing in them idle.

#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![allow(clippy::disallowed_methods, clippy::disallowed_types)]

mod agreement;
mod answers;
mod mutants;
mod outputs;
mod recorded;
mod registries;
mod reports;
#[path = "../support/schema.rs"]
mod schema;
#[path = "../support/mod.rs"]
mod support;
mod table;
mod walk;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use regex::Regex;
use schema::SCHEMAS;
use serde_json::Value;

#[test]
fn every_format_has_a_schema_and_every_schema_a_format() {
    let mut files = Vec::new();
    files_below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut files);
    let name = Regex::new(r"skillsafe\.([a-z]+/v[0-9]+)").unwrap();
    let mut named = BTreeSet::new();
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        named.extend(name.captures_iter(&text).map(|found| found[1].to_owned()));
    }
    let described = SCHEMAS.keys().map(|name| format!("{name}/v1")).collect();
    assert_eq!(named, described);
}

fn files_below(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { files_below(&path, files) } else { files.push(path) }
    }
}

#[test]
fn every_schema_is_one_and_stands_alone() {
    let reference = Regex::new("\"\\$ref\":\"([^\"]*)\"").unwrap();
    for (name, schema) in SCHEMAS.iter() {
        jsonschema::draft202012::meta::validate(schema).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema", "{name}");
        assert_eq!(schema["$id"], format!("urn:skillsafe:{name}:v1"));
        assert_eq!(schema["properties"]["schema"]["const"], format!("skillsafe.{name}/v1"));
        for text in ["title", "description", "$comment"] {
            assert!(schema[text].as_str().is_some_and(|text| !text.is_empty()), "{name}: {text}");
        }
        let text = schema.to_string();
        assert_eq!(text.matches("\"$comment\"").count(), 1, "{name}");
        // Every reference leads to a definition, and to every definition but what is printed
        // instead of a template leads a reference.
        let mut used: BTreeSet<String> =
            reference.captures_iter(&text).map(|found| found[1].to_owned()).collect();
        let definitions = schema["$defs"].as_object().unwrap();
        if definitions.contains_key("absage") {
            used.insert("#/$defs/absage".to_owned());
        }
        let defined = definitions.keys().map(|name| format!("#/$defs/{name}")).collect();
        assert_eq!(used, defined, "{name}");
    }
}

/// What two schemas call by the same name is the same.
#[test]
fn definitions_agree() {
    let mut seen: BTreeMap<&str, (&str, &Value)> = BTreeMap::new();
    for (format, schema) in SCHEMAS.iter() {
        for (name, definition) in schema["$defs"].as_object().unwrap() {
            // Each format has its own.
            if name == "absage" {
                continue;
            }
            let (first, one) = *seen.entry(name).or_insert((format, definition));
            assert_eq!(one, definition, "{name} of {first} and {format}");
        }
    }
}

//! The schemas of the bundled vault, and what of a document they refuse.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use jsonschema::{PatternCache, PatternOptions, Validator};
use serde_json::Value;

/// All schemas by the names of their formats, `media` for `skillsafe.media/v1`.
pub static SCHEMAS: LazyLock<BTreeMap<String, Value>> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("schema");
    let entries = fs::read_dir(folder).expect("the folder can be read");
    let paths = entries.map(|entry| entry.expect("the folder can be read").path());
    let schemas = paths.filter_map(|path| {
        let name = path.file_name()?.to_str()?.strip_suffix(".v1.schema.json")?.to_owned();
        let text = fs::read_to_string(&path).expect("the schema can be read");
        Some((name, serde_json::from_str(&text).expect("a schema is JSON")))
    });
    schemas.collect()
});

/// A validator. Its patterns are compiled once per process, and by an engine that knows no more
/// than all engines do: neither look-around nor references back.
pub fn validator(schema: &Value) -> Validator {
    static PATTERNS: LazyLock<PatternCache> = LazyLock::new(PatternCache::new);
    let options = jsonschema::options().with_pattern_cache(PATTERNS.clone());
    let options = options.with_pattern_options(PatternOptions::regex());
    options.build(schema).expect("a schema is one")
}

/// The schema of one definition of a schema.
pub fn part(schema: &Value, definition: &str) -> Value {
    serde_json::json!({
        "$schema": schema["$schema"],
        "$defs": schema["$defs"],
        "$ref": format!("#/$defs/{definition}"),
    })
}

/// What a format's schema refuses in a document, each with its place.
pub fn violations(format: &str, document: &Value) -> Vec<String> {
    static VALIDATORS: LazyLock<BTreeMap<&str, Validator>> = LazyLock::new(|| {
        SCHEMAS.iter().map(|(name, schema)| (name.as_str(), validator(schema))).collect()
    });
    let errors = VALIDATORS[format].iter_errors(document);
    errors.map(|error| format!("{}: {error}", error.instance_path())).collect()
}

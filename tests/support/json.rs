//! JSON as the contract writes it, and where two documents differ.

use serde_json::{Map, Value};

/// The contract's form: sorted keys, two-blank indent, non-ASCII as is, one final newline.
pub fn canonical(value: &Value) -> String {
    serde_json::to_string_pretty(&sorted(value)).expect("a value can be written") + "\n"
}

/// Sorted keys, no white space: what fingerprints are taken over.
pub fn compact(value: &Value) -> String {
    sorted(value).to_string()
}

/// The same value with keys in order, whatever order the map type keeps.
fn sorted(value: &Value) -> Value {
    match value {
        Value::Array(items) => items.iter().map(sorted).collect(),
        Value::Object(fields) => {
            let mut fields: Vec<_> = fields.iter().collect();
            fields.sort_by_key(|(key, _)| key.as_str());
            let fields = fields.into_iter().map(|(key, value)| (key.clone(), sorted(value)));
            Value::Object(fields.collect::<Map<_, _>>())
        }
        plain => plain.clone(),
    }
}

/// Every place where `ours` is not what was recorded, as `path: ours != recorded`.
pub fn differences(ours: &Value, recorded: &Value) -> Vec<String> {
    let mut found = Vec::new();
    compare(ours, recorded, "", &mut found);
    found
}

fn compare(ours: &Value, recorded: &Value, path: &str, found: &mut Vec<String>) {
    match (ours, recorded) {
        (Value::Object(a), Value::Object(b)) => {
            for (key, value) in a {
                match b.get(key) {
                    Some(other) => compare(value, other, &format!("{path}.{key}"), found),
                    None => found.push(format!("{path}.{key}: only in ours")),
                }
            }
            let missing = b.keys().filter(|key| !a.contains_key(*key));
            found.extend(missing.map(|key| format!("{path}.{key}: only in the recording")));
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            for (at, (value, other)) in a.iter().zip(b).enumerate() {
                compare(value, other, &format!("{path}[{at}]"), found);
            }
        }
        (Value::Array(a), Value::Array(b)) => {
            found.push(format!("{path}: {} items, recorded {}", a.len(), b.len()));
        }
        (a, b) if a == b => {}
        (a, b) => found.push(format!("{path}: {a}, recorded {b}")),
    }
}

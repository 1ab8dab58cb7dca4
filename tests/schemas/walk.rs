//! What of a schema constrains, keyword by keyword.

use serde_json::{Value, json};

/// Pointers to every keyword that constrains documents, and to every entry of `required` and
/// `prefixItems`. A keyword that is not known here fails: JSON Schema ignores one misspelled.
///
/// Three things are left out, because nothing could be noticed without them:
/// * `required` in an `if`: a document without the key is refused where the key is required; in
///   the `if` it only spares a second complaint;
/// * `type` beside `not` a pattern: what is no text has no pattern to miss and is refused by that
///   too, but with a complaint that says little;
/// * `not` a line feed beside a pattern that ends in `$`: in ECMA-262, the dialect of JSON Schema,
///   `$` is the very end, but some validators let it stand before a last line feed too.
pub fn constraints(schema: &Value) -> Vec<String> {
    let mut found = Vec::new();
    walk(schema, "", false, &mut found);
    found
}

fn walk(schema: &Value, at: &str, condition: bool, found: &mut Vec<String>) {
    let keywords = schema.as_object().unwrap_or_else(|| panic!("{at} is no schema object"));
    let texts_only =
        schema.pointer("/not/pattern").is_some() && schema.pointer("/not/type").is_none();
    for (keyword, value) in keywords {
        let pointer = format!("{at}/{keyword}");
        let mut inside = |name: &str, schema, condition| {
            walk(schema, &format!("{pointer}/{name}"), condition, found);
        };
        match keyword.as_str() {
            "$schema" | "$id" | "$comment" | "title" | "description" | "default" => {}
            "$defs" | "properties" => {
                let schemas = value.as_object().expect("schemas by name");
                schemas.iter().for_each(|(name, schema)| inside(name, schema, condition));
            }
            "allOf" | "anyOf" => {
                listed(value).for_each(|(at, schema)| inside(&at, schema, condition))
            }
            "if" => walk(value, &pointer, true, found),
            "prefixItems" => {
                for (at, schema) in listed(value) {
                    found.push(format!("{pointer}/{at}"));
                    walk(schema, &format!("{pointer}/{at}"), condition, found);
                }
            }
            "required" if condition => {}
            "required" => found.extend(listed(value).map(|(at, _)| format!("{pointer}/{at}"))),
            "not" if *value == json!({"type": "string", "pattern": "\\n"}) => {}
            "type" if texts_only => {}
            "not" | "then" | "else" | "items" | "contains" | "propertyNames" => {
                walk(value, &pointer, condition, found);
                found.push(pointer);
            }
            "additionalProperties" => {
                if value.is_object() {
                    walk(value, &pointer, condition, found);
                }
                found.push(pointer);
            }
            "$ref" | "type" | "const" | "enum" | "pattern" | "minLength" | "maxLength"
            | "minimum" | "maximum" | "exclusiveMinimum" | "minItems" | "maxItems"
            | "uniqueItems" => found.push(pointer),
            _ => panic!("{pointer} is a keyword nobody knows"),
        }
    }
}

fn listed(value: &Value) -> impl Iterator<Item = (String, &Value)> {
    let items = value.as_array().expect("a list");
    items.iter().enumerate().map(|(at, item)| (at.to_string(), item))
}

/// The schema without one of its constraints.
pub fn without(schema: &Value, pointer: &str) -> Value {
    let mut schema = schema.clone();
    let (holder, name) = pointer.rsplit_once('/').expect("a pointer starts with a slash");
    match schema.pointer_mut(holder).expect("the constraint is there") {
        Value::Object(keywords) => drop(keywords.remove(name)),
        // The places of the others must stay what they are.
        Value::Array(items) if holder.ends_with("prefixItems") => {
            items[name.parse::<usize>().expect("an index")] = Value::Bool(true);
        }
        Value::Array(items) => drop(items.remove(name.parse().expect("an index"))),
        other => panic!("{holder} holds {other}"),
    }
    schema
}

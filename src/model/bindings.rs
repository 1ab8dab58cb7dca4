//! `.vault-extern.json`: where this host finds local external sources (spec chapter 3).

use std::borrow::Cow;

use super::ids::is_id;
use super::json::Node;
use super::registry::Registry;
use crate::diagnostic::{Diagnostic, Finding};

const SCHEMA: &str = "skillsafe.bindung/v1";
const TTL: &str = "cache_ttl_seconds";
const BINDING_KEYS: [&str; 4] = ["key", "source_id", "root", "bound_at"];

/// One external source found on this host.
#[derive(Debug)]
pub struct Binding<'a> {
    /// `X-nnnn`
    pub source: Cow<'a, str>,
    /// Absolute path.
    pub root: Cow<'a, str>,
}

/// Reads the bindings. `Err` says what is wrong; a faulty file binds nothing.
pub fn parse<'a>(path: &'a str, document: &'a str) -> Result<Vec<Binding<'a>>, Vec<Diagnostic>> {
    let mut registry = Registry::new(path, document);
    let mut bindings = Vec::new();
    if let Some(top) = registry.top_with(&["schema", "bindings"], &[TTL]) {
        registry.schema(&top, SCHEMA);
        if let Some(ttl) = top.optional(TTL).filter(|ttl| !ttl.is_integer_from(0)) {
            registry.report(ttl, Finding::BindingMalformed {});
        }
        let list = top.get("bindings");
        if list.as_list().is_none() {
            registry.report(list, Finding::RegistryList { field: "bindings".to_owned() });
        }
        for node in list.as_list().unwrap_or_default() {
            bindings.extend(binding(&mut registry, node));
        }
    }
    match registry.finish() {
        faults if faults.is_empty() => Ok(bindings),
        faults => Err(faults),
    }
}

fn binding<'a>(registry: &mut Registry<'a>, node: Node<'a>) -> Option<Binding<'a>> {
    let fields = registry.fields(node, "Bindung", &BINDING_KEYS)?;
    let text = |key| fields.get(key).as_text().unwrap_or_default();
    let (source, root) = (text("source_id"), text("root"));
    if !is_id("X", &source) || !root.starts_with('/') || text("key").is_empty() {
        registry.report(node, Finding::BindingMalformed {});
    }
    Some(Binding { source, root })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bindings_are_strict() {
        let good = r#"{"schema": "skillsafe.bindung/v1", "cache_ttl_seconds": 0, "bindings": [
            {"key": "a", "source_id": "X-0001", "root": "/srv/a", "bound_at": "2026-01-01"}]}"#;
        assert_eq!(parse(".vault-extern.json", good).unwrap()[0].source, "X-0001");
        for (from, to) in [
            ("X-0001", "X-1"),
            ("/srv/a", "srv/a"),
            ("\"key\"", "\"kee\""),
            (": 0", ": -1"),
            ("bindung/v1", "bindung/v2"),
            ("[", "{"),
        ] {
            assert!(parse(".vault-extern.json", &good.replacen(from, to, 1)).is_err(), "{to}");
        }
    }
}

//! `.vault-extern.json`: where this host finds local external sources (spec chapter 3).

use std::borrow::Cow;
use std::collections::HashSet;

use serde::Serialize;

use super::ids::is_id;
use super::paths::is_root;
use super::registry::{EntryKind, Registry};
use super::values::is_binding_key;
use crate::diagnostic::Findings;
use crate::findings::Finding;
use crate::json::{Node, Number, pretty};
use crate::text::values::is_calendar_day;

/// Name of the format.
pub const SCHEMA: &str = "skillsafe.bindung/v1";
/// Six hours.
const DEFAULT_TTL: u64 = 21_600;
const TTL: &str = "cache_ttl_seconds";
const BINDING_KEYS: [&str; 4] = ["key", "source_id", "root", "bound_at"];

/// One external source found on this host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Binding<'a> {
    /// Binding key from `sources/EXTERN.md` at the time.
    pub key: Cow<'a, str>,
    /// `X-nnnn`
    pub source: Cow<'a, str>,
    /// Absolute path, links resolved.
    pub root: Cow<'a, str>,
    /// Day it was bound.
    pub bound_at: Cow<'a, str>,
}

/// Everything in the file.
#[derive(Debug, Default)]
pub struct Bindings<'a> {
    /// Bindings, in file order.
    pub bindings: Vec<Binding<'a>>,
    /// How long a cached web document is fresh, as written.
    pub ttl_seconds: Option<&'a str>,
}

impl Bindings<'_> {
    /// How long a cached web document is fresh, in seconds.
    pub fn ttl(&self) -> u64 {
        // Digits only, so what does not fit is longer than anybody waits.
        self.ttl_seconds.map_or(DEFAULT_TTL, |text| text.parse().unwrap_or(u64::MAX))
    }

    /// The file's text, sorted by source.
    pub fn render(&self) -> String {
        #[derive(Serialize)]
        struct File<'f> {
            bindings: Vec<Entry<'f>>,
            #[serde(skip_serializing_if = "Option::is_none")]
            cache_ttl_seconds: Option<Number<'f>>,
            schema: &'static str,
        }
        #[derive(Serialize)]
        struct Entry<'f> {
            bound_at: &'f str,
            key: &'f str,
            root: &'f str,
            source_id: &'f str,
        }
        let entry = |binding: &'_ Binding| -> (String, String, String, String) {
            let owned = |text: &Cow<str>| text.to_string();
            (
                owned(&binding.source),
                owned(&binding.bound_at),
                owned(&binding.key),
                owned(&binding.root),
            )
        };
        let mut entries: Vec<_> = self.bindings.iter().map(entry).collect();
        entries.sort_unstable();
        let bindings = entries.iter().map(|(source_id, bound_at, key, root)| Entry {
            bound_at,
            key,
            root,
            source_id,
        });
        let cache_ttl_seconds = self.ttl_seconds.map(Number);
        pretty(&File { bindings: bindings.collect(), cache_ttl_seconds, schema: SCHEMA })
    }
}

/// Reads the bindings. `Err` says what is wrong; a faulty file binds nothing.
pub fn parse<'a>(path: &'a str, document: &'a str) -> Result<Bindings<'a>, Findings> {
    let mut registry = Registry::new(path, document);
    let mut read = Bindings::default();
    if let Some(top) = registry.top_with(&["schema", "bindings"], &[TTL]) {
        registry.schema(&top, SCHEMA);
        if let Some(ttl) = top.optional(TTL) {
            read.ttl_seconds = Some(ttl.text());
            if !ttl.is_integer_from(0) {
                registry.report(ttl, Finding::BindingMalformed {});
            }
        }
        let list = top.get("bindings");
        if list.as_list().is_none() {
            registry.report(list, Finding::RegistryList { field: "bindings".to_owned() });
        }
        let mut seen = HashSet::new();
        for node in list.as_list().unwrap_or_default() {
            let Some(binding) = binding(&mut registry, node) else { continue };
            if !seen.insert(binding.source.to_string()) {
                registry.report(node, Finding::BindingMalformed {});
            }
            read.bindings.push(binding);
        }
    }
    Findings(registry.finish()).none()?;
    Ok(read)
}

fn binding<'a>(registry: &mut Registry<'a>, node: Node<'a>) -> Option<Binding<'a>> {
    let fields = registry.fields(node, EntryKind::Binding, &BINDING_KEYS)?;
    let text = |key| fields.get(key).as_text().unwrap_or_default();
    let (source, root, bound_at) = (text("source_id"), text("root"), text("bound_at"));
    let binding = Binding { key: text("key"), source, root, bound_at };
    let well_formed = is_id("X", &binding.source)
        && is_root(&binding.root)
        && is_binding_key(&binding.key)
        && is_calendar_day(&binding.bound_at);
    if !well_formed {
        registry.report(node, Finding::BindingMalformed {});
    }
    Some(binding)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bindings_are_strict() {
        let good = r#"{"schema": "skillsafe.bindung/v1", "cache_ttl_seconds": 0, "bindings": [
            {"key": "a", "source_id": "X-0001", "root": "/srv/a", "bound_at": "2026-01-01"}]}"#;
        let read = parse(".vault-extern.json", good).unwrap();
        assert_eq!((&*read.bindings[0].source, read.ttl()), ("X-0001", 0));
        let written = read.render();
        assert_eq!(parse(".vault-extern.json", &written).unwrap().bindings, read.bindings);
        assert!(written.contains("\n  \"cache_ttl_seconds\": 0,\n"), "{written}");
        for (from, to) in [
            ("X-0001", "X-1"),
            ("/srv/a", "srv/a"),
            ("/srv/a", "/srv/a "),
            ("\"a\"", "\"A\""),
            ("\"key\"", "\"kee\""),
            (": 0", ": -1"),
            ("bindung/v1", "bindung/v2"),
            ("[", "{"),
        ] {
            assert!(parse(".vault-extern.json", &good.replacen(from, to, 1)).is_err(), "{to}");
        }
    }
}

//! `schema/types.yaml`: page types and relation types (spec chapter 3). Line based, two levels.

use std::collections::HashSet;

use crate::diagnostic::{Diagnostic, Place};
use crate::findings::Finding;
use crate::text::whitespace::{is_space, trim};

/// The five fields every type states, each once and not empty.
const FIELDS: [&str; 5] =
    ["beschreibung", "kriterien", "besonderheiten", "pflicht_extra", "graph_rolle"];
const RELATIONS: &str = "_relationstypen";

/// The registered types. Empty lists admit nothing: a broken registry fails closed.
#[derive(Debug, Default)]
pub struct Types<'a> {
    /// Names of page types.
    pub names: HashSet<&'a str>,
    /// Names of relation types.
    pub relations: HashSet<&'a str>,
}

/// A type whose fields are being read.
struct Open<'a> {
    name: &'a str,
    line: usize,
    fields: Vec<&'a str>,
}

struct Reader<'a, 'f> {
    path: &'a str,
    types: Types<'a>,
    found: &'f mut Vec<Diagnostic>,
    open: Option<Open<'a>>,
    relations_line: Option<usize>,
}

/// Reads the registry; what is wrong goes to `found`.
pub fn parse<'a>(path: &'a str, text: &'a str, found: &mut Vec<Diagnostic>) -> Types<'a> {
    let types = Types::default();
    let mut reader = Reader { path, types, found, open: None, relations_line: None };
    for (line, content) in (1..).zip(text.split('\n')) {
        let bare = trim(content);
        if bare.is_empty() || bare.starts_with('#') {
            continue;
        }
        if content.starts_with("  ") {
            reader.field(line, bare);
        } else if content.starts_with(is_space) {
            reader.report(line, Finding::TypesLine {});
        } else {
            reader.top(line, bare);
        }
    }
    reader.finish()
}

impl<'a> Reader<'a, '_> {
    fn report(&mut self, line: usize, finding: Finding) {
        self.found.push(Diagnostic::new(Place::line(self.path, line), finding));
    }

    fn top(&mut self, line: usize, bare: &'a str) {
        self.close();
        match bare.split_once(':').map(|(name, value)| (trim(name), trim(value))) {
            Some((RELATIONS, value)) => self.relations(line, value),
            Some((name, "")) => self.open(line, name),
            _ => self.report(line, Finding::TypesLine {}),
        }
    }

    fn open(&mut self, line: usize, name: &'a str) {
        if !is_name(name, |c| matches!(c, '_' | '-')) {
            self.report(line, Finding::TypesName { name: name.to_owned() });
        } else if !self.types.names.insert(name) {
            self.report(line, Finding::TypesRepeated { name: name.to_owned() });
        } else {
            self.open = Some(Open { name, line, fields: Vec::new() });
        }
    }

    fn relations(&mut self, line: usize, value: &'a str) {
        let Some(list) = value.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) else {
            return self.report(line, Finding::TypesLine {});
        };
        if self.relations_line.replace(line).is_some() {
            return self.report(line, Finding::TypesRelationsRepeated {});
        }
        for name in list.split(',').map(trim).filter(|name| !name.is_empty()) {
            if !is_name(name, |c| c == '_') {
                self.report(line, Finding::TypesRelationInvalid { name: name.to_owned() });
            } else if !self.types.relations.insert(name) {
                self.report(line, Finding::TypesRelationRepeated { name: name.to_owned() });
            }
        }
    }

    fn field(&mut self, line: usize, bare: &'a str) {
        let parts = bare.split_once(':').map(|(key, value)| (trim(key), trim(value)));
        let (Some(open), Some((key, value))) = (&mut self.open, parts) else {
            return self.report(line, Finding::TypesLine {});
        };
        let (name, field) = (open.name.to_owned(), key.to_owned());
        let finding = if !FIELDS.contains(&key) {
            Finding::TypesFieldUnknown { name, field }
        } else if open.fields.contains(&key) {
            Finding::TypesFieldRepeated { name, field }
        } else {
            open.fields.push(key);
            if !trim(value.trim_matches('"')).is_empty() {
                return;
            }
            Finding::TypesFieldMissing { name, field }
        };
        self.report(line, finding);
    }

    /// Ends the open type: every field must have been there.
    fn close(&mut self) {
        let Some(open) = self.open.take() else { return };
        for field in FIELDS.iter().filter(|field| !open.fields.contains(field)) {
            let (name, field) = (open.name.to_owned(), field.to_string());
            self.report(open.line, Finding::TypesFieldMissing { name, field });
        }
    }

    fn finish(mut self) -> Types<'a> {
        self.close();
        let nothing = |finding| Diagnostic::new(Place::file(self.path), finding);
        if self.types.names.is_empty() {
            self.found.push(nothing(Finding::TypesEmpty {}));
        }
        if self.types.relations.is_empty() {
            self.found.push(nothing(Finding::TypesRelationsMissing {}));
        }
        self.types
    }
}

fn is_name(name: &str, other: impl Fn(char) -> bool) -> bool {
    let starts = name.starts_with(|c: char| c.is_ascii_lowercase());
    starts && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || other(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes(text: &str) -> Vec<&'static str> {
        let mut found = Vec::new();
        parse("schema/types.yaml", text, &mut found);
        found.iter().map(|found| found.rule.code).collect()
    }

    const GOOD: &str = "_relationstypen: [a, b_c,]\n\nx-1:\n  beschreibung: \"d\"\n  kriterien: k\n\
                        \u{20}   besonderheiten: b: c\n  pflicht_extra: p\n  graph_rolle: g\n";

    #[test]
    fn a_good_registry_is_read() {
        let mut found = Vec::new();
        let types = parse("schema/types.yaml", GOOD, &mut found);
        assert_eq!(found, []);
        assert_eq!((types.names, types.relations), (["x-1"].into(), ["a", "b_c"].into()));
    }

    #[test]
    fn every_fault_is_reported_once() {
        let with = |from: &str, to: &str| codes(&GOOD.replace(from, to));
        assert_eq!(with("  kriterien: k\n", ""), ["types-field-missing"]);
        assert_eq!(with("kriterien: k", "kriterien: \"\""), ["types-field-missing"]);
        assert_eq!(
            with("kriterien: k", "farbe: k"),
            ["types-field-unknown", "types-field-missing"]
        );
        assert_eq!(with("b_c", "B"), ["types-relation-invalid"]);
        assert_eq!(with("b_c", "a"), ["types-relation-repeated"]);
        assert_eq!(
            with("x-1:", "x-1: y"),
            [["types-line"; 6].as_slice(), &["types-empty"]].concat()
        );
        assert_eq!(codes(""), ["types-empty", "types-relations-missing"]);
    }
}

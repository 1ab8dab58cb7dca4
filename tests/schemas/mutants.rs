//! Every constraint of every schema is needed: without it, at least one document of the tables is
//! judged otherwise.

use jsonschema::ValidationError;
use serde_json::Value;

use crate::schema::{SCHEMAS, part, validator};
use crate::support::{assert_none, complaints};
use crate::table::Table;
use crate::walk::{constraints, without};
use crate::{answers, registries, reports};

#[test]
fn no_constraint_is_idle() {
    for (format, schema) in SCHEMAS.iter() {
        let judged: Vec<Judged> =
            tables().into_iter().filter(|table| table.format == format).map(Judged::new).collect();
        let constraints = constraints(schema);
        let documents: usize = judged.iter().map(|judged| judged.table.rows.len()).sum();
        println!("{format}: {} constraints, {documents} documents", constraints.len());
        assert_none(&complaints(&constraints, |pointer| {
            let mutant = without(schema, pointer);
            let noticed = judged.iter().any(|judged| judged.notices(&mutant, pointer));
            (!noticed).then(|| format!("{format}: nothing needs {pointer}")).into_iter().collect()
        }));
    }
}

fn tables() -> Vec<Table> {
    let registries = registries::tables().into_iter().map(|(table, _)| table);
    reports::tables().into_iter().chain(answers::tables()).chain(registries).collect()
}

/// Documents and what the unchanged schema says of them.
struct Judged {
    table: Table,
    /// For each row the constraints it does not keep; none if it is accepted.
    broken: Vec<Vec<String>>,
}

impl Judged {
    fn new(table: Table) -> Self {
        let whole = aspect(&SCHEMAS[table.format], &table);
        let schema = validator(&whole);
        let broken = table.rows.iter().map(|row| {
            let errors = schema.iter_errors(&row.document);
            errors.flat_map(|error| trail(&whole, &error)).collect()
        });
        let broken = broken.collect();
        Self { table, broken }
    }

    /// Whether a document is judged otherwise without the constraint at `pointer`. Those that do
    /// not keep it are asked first, then those that are accepted, then the rest.
    fn notices(&self, mutant: &Value, pointer: &str) -> bool {
        if self.table.definition.is_some() && !pointer.starts_with("/$defs/") {
            return false;
        }
        let mutant = validator(&aspect(mutant, &self.table));
        let keyword = pointer.trim_end_matches(|c: char| c.is_ascii_digit() || c == '/');
        let rank = |broken: &[String]| match broken.is_empty() {
            true => 1,
            false if broken.iter().any(|path| path.starts_with(keyword)) => 0,
            false => 2,
        };
        let mut rows: Vec<_> = self.table.rows.iter().zip(&self.broken).collect();
        rows.sort_by_key(|(_, broken)| rank(broken));
        rows.into_iter().any(|(row, broken)| mutant.is_valid(&row.document) != broken.is_empty())
    }
}

/// The schema as a table looks at it: the whole, or one definition.
pub fn aspect(schema: &Value, table: &Table) -> Value {
    table.definition.map_or_else(|| schema.clone(), |definition| part(schema, definition))
}

/// Pointers to the constraint that was not kept and to every reference on the way to it.
fn trail(schema: &Value, error: &ValidationError) -> Vec<String> {
    let mut trail = Vec::new();
    let mut at = String::new();
    for name in error.evaluation_path().to_string().split('/').skip(1) {
        at = format!("{at}/{name}");
        if name == "$ref" {
            let reference = schema.pointer(&at).and_then(Value::as_str).expect("a reference");
            trail.push(std::mem::replace(&mut at, reference.replacen('#', "", 1)));
        }
    }
    trail.push(at);
    trail
}

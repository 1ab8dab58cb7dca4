//! Schema and program, asked about the same documents.
//!
//! What the schema refuses the program refuses too, always. What the program refuses and the
//! schema does not is in the tables, row by row, with the code of the rule that no schema can
//! state.

use std::collections::BTreeSet;

use jsonschema::Validator;
use vault::check;
use vault::diagnostic::Diagnostic;
use vault::files::Folder;
use vault::findings::Code;
use vault::model::bindings;
use vault::vault::{Content, Snapshot};

use crate::mutants::aspect;
use crate::registries::{VAULT, tables};
use crate::schema::{SCHEMAS, validator};
use crate::support::{TestEnv, assert_none, complaints};
use crate::table::{Row, Verdict};
use crate::{answers, reports};

/// What edits of the tables break beside what they are about: a text without its digest, a label
/// of signs alone, a concept that its page does not know, a number that is not that of documents.
const ASIDE: [Code; 4] =
    [Code::AnchorDigest, Code::ConceptLabelEmpty, Code::ConceptDefinitionPage, Code::CatalogCount];

#[test]
fn schema_and_program_agree() {
    let env = TestEnv::fixture(VAULT);
    let root = Folder::open_root(&env.root()).expect("it opens");
    let snapshot = vault::vault::read(&root).expect("it can be read");
    for (table, path) in tables() {
        let schema = validator(&SCHEMAS[table.format]);
        println!("{path}: {} rows", table.rows.len());
        assert_none(&complaints(&table.rows, |row| {
            let codes = refusals(&snapshot, path, row);
            judge(row, &schema, &codes)
                .map(|what| format!("{}: {what}", row.name))
                .into_iter()
                .collect()
        }));
    }
}

/// Of what is only printed, the tables themselves say what is right.
#[test]
fn schemas_say_what_the_tables_say() {
    for table in answers::tables().into_iter().chain(reports::tables()) {
        let schema = validator(&aspect(&SCHEMAS[table.format], &table));
        assert_none(&complaints(&table.rows, |row| {
            let expected = match row.verdict {
                Verdict::Right => true,
                Verdict::Wrong => false,
                Verdict::Unsaid(_) | Verdict::Either => return Vec::new(),
            };
            let passes = schema.is_valid(&row.document);
            let wrong = (passes != expected).then(|| format!("{}: {passes}", row.name));
            wrong.into_iter().collect()
        }));
    }
}

/// What is wrong with the two verdicts about a row.
fn judge(row: &Row, schema: &Validator, codes: &BTreeSet<Code>) -> Option<String> {
    let passes = schema.is_valid(&row.document);
    let beyond = codes.iter().any(|code| !ASIDE.contains(code));
    let fine = match row.verdict {
        Verdict::Right => passes && !beyond,
        Verdict::Wrong => !passes && !codes.is_empty(),
        Verdict::Unsaid(code) => passes && codes.contains(&code),
        Verdict::Either => {
            if passes {
                !beyond
            } else {
                !codes.is_empty()
            }
        }
    };
    let word = if passes { "accepts" } else { "refuses" };
    (!fine).then(|| format!("{:?}, the schema {word}, the program says {codes:?}", row.verdict))
}

/// The codes of what makes the program refuse a document in its place in the vault.
fn refusals(snapshot: &Snapshot, path: &str, row: &Row) -> BTreeSet<Code> {
    let text = row.document.to_string();
    let errors = |found: Vec<Diagnostic>| {
        let errors = found.into_iter().filter(|found| found.is_error() && found.place.path == path);
        errors.map(|found| Code::of(&found).unwrap()).collect()
    };
    let mut snapshot = snapshot.clone();
    match snapshot.files.iter_mut().find(|file| file.path == path) {
        Some(file) => {
            file.content = Content::Text(text);
            errors(check::validate(&snapshot).diagnostics)
        }
        // The binding file is no part of a vault.
        None => errors(bindings::parse(path, &text).err().unwrap_or_default().0),
    }
}

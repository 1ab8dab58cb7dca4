//! `vault anchor-template` and `vault orchestrator-template`

use std::collections::HashMap;
use std::path::PathBuf;

use serde::Serialize;

use super::output::Output;
use super::{Outcome, Root, exit, read, surroundings};
use crate::check;
use crate::diagnostic::Diagnostic;
use crate::external::{self, TemplateError, bound_roots};
use crate::model::json::pretty;
use crate::model::{Vault, anchors, catalog};

#[derive(Serialize)]
struct Refused<'r> {
    errors: Vec<String>,
    schema: &'r str,
    state: &'r str,
}

/// Why there is no template: a state and what to tell a person.
type Refusal = (&'static str, Vec<Diagnostic>);

fn refusal(error: TemplateError) -> Refusal {
    (error.state, vec![Diagnostic::vault(error.finding)])
}

/// Where local sources lie and how long web documents are fresh.
type Bound = (HashMap<String, PathBuf>, u64);

/// What is bound. A broken file binds nothing, which matters only to local sources.
fn bound(root: &Root, local: bool) -> Result<Bound, Refusal> {
    match bound_roots(&root.folder) {
        Err(faults) if local => Err(("not_bound", faults)),
        bound => Ok(bound.unwrap_or_default()),
    }
}

/// All sentences of a document.
pub(super) fn anchors(root: &Root, id: &str, path: &str, out: &Output) -> Outcome {
    let snapshot = read(&root.folder)?;
    let vault = check::validate(&snapshot).vault;
    print(anchor_template(root, &vault, id, path), anchors::SCHEMA, out)
}

fn anchor_template(root: &Root, vault: &Vault, id: &str, path: &str) -> Result<String, Refusal> {
    let source = external::anchor_source(vault, id).map_err(refusal)?;
    let (roots, ttl) = bound(root, !source.is_web())?;
    let text = match source.is_web() {
        true => external::web_document(source, path, &mut surroundings::web(root, ttl)),
        false => external::local_document(source, roots.get(id).map(|root| &**root), path),
    };
    external::anchor_template(source, path, &text.map_err(refusal)?).map_err(refusal)
}

/// The catalogue of a tree.
pub(super) fn catalog(root: &Root, id: &str, out: &Output) -> Outcome {
    let snapshot = read(&root.folder)?;
    let vault = check::validate(&snapshot).vault;
    let local = vault.external(id).is_some_and(|source| !source.is_web());
    let template = bound(root, local).and_then(|(roots, _)| {
        let bound = roots.get(id).map(|root| &**root);
        external::catalog_template(&vault, id, bound).map_err(refusal)
    });
    print(template, catalog::SCHEMA, out)
}

/// A template, or the state that says why there is none.
fn print(template: Result<String, Refusal>, schema: &str, out: &Output) -> Outcome {
    match template {
        Ok(template) => {
            out.print(&template)?;
            Ok(exit(true))
        }
        Err((state, found)) => {
            let errors = found.iter().map(Diagnostic::to_string).collect();
            out.print(&pretty(&Refused { errors, schema, state }))?;
            Ok(exit(false))
        }
    }
}

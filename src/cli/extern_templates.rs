//! `vault anchor-template` and `vault orchestrator-template`

use super::output::Output;
use super::template::{self, Refusal};
use super::{Outcome, Root, environment, read};
use crate::check;
use crate::diagnostic::Diagnostic;
use crate::external::{self, TemplateError};
use crate::model::{Vault, anchors, catalog};

fn refusal(error: TemplateError) -> Refusal {
    (error.state, vec![Diagnostic::general(error.finding)])
}

/// The state where a broken file binds nothing, which matters only to local sources.
fn not_bound(faults: Vec<Diagnostic>) -> Refusal {
    ("not_bound", faults)
}

/// All sentences of a document.
pub(super) fn anchors(root: &Root, id: &str, path: &str, out: &Output) -> Outcome {
    let snapshot = read(&root.folder)?;
    let vault = check::validate(&snapshot).vault;
    template::print(anchor_template(root, &vault, id, path), anchors::SCHEMA, out)
}

fn anchor_template(root: &Root, vault: &Vault, id: &str, path: &str) -> Result<String, Refusal> {
    let source = external::anchor_source(vault, id).map_err(refusal)?;
    let bound = external::bound(&root.folder);
    let text = if source.is_web() {
        let mut web = environment::web(root, bound.ttl_seconds);
        external::web_document(source, path, &mut web)
    } else {
        let roots = bound.roots.map_err(not_bound)?;
        external::local_document(source, roots.get(id).map(|root| &**root), path)
    };
    external::anchor_template(source, path, &text.map_err(refusal)?).map_err(refusal)
}

/// The catalogue of a tree.
pub(super) fn catalog(root: &Root, id: &str, out: &Output) -> Outcome {
    let snapshot = read(&root.folder)?;
    let vault = check::validate(&snapshot).vault;
    let local = vault.external(id).is_some_and(|source| !source.is_web());
    let roots = match external::bound(&root.folder).roots {
        Err(faults) if local => Err(not_bound(faults)),
        roots => Ok(roots.unwrap_or_default()),
    };
    let template = roots.and_then(|roots| {
        let bound = roots.get(id).map(|root| &**root);
        external::catalog_template(&vault, id, bound).map_err(refusal)
    });
    template::print(template, catalog::SCHEMA, out)
}

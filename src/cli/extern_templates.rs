//! `vault anchor-template` and `vault orchestrator-template`

use serde::Serialize;

use super::output::Output;
use super::{Outcome, Root, exit, read, surroundings};
use crate::check;
use crate::diagnostic::Diagnostic;
use crate::external::{self, TemplateError, bound_roots};
use crate::model::json::pretty;

#[derive(Serialize)]
struct Refused<'r> {
    errors: [String; 1],
    schema: &'r str,
    state: &'r str,
}

/// All sentences of a document.
pub(super) fn anchors(root: &Root, id: &str, path: &str, out: &Output) -> Outcome {
    let snapshot = read(&root.folder)?;
    let vault = check::validate(&snapshot).vault;
    let (roots, ttl) = bound_roots(&root.folder)?;
    let template = external::anchor_source(&vault, id).and_then(|source| {
        let text = match source.is_web() {
            true => external::web_document(source, path, &mut surroundings::web(root, ttl))?,
            false => external::local_document(source, roots.get(id).map(|root| &**root), path)?,
        };
        Ok(external::anchor_template(source, path, &text))
    });
    print(template, "skillsafe.anchors/v1", out)
}

/// The catalogue of a tree.
pub(super) fn catalog(root: &Root, id: &str, out: &Output) -> Outcome {
    let snapshot = read(&root.folder)?;
    let vault = check::validate(&snapshot).vault;
    let (roots, _) = bound_roots(&root.folder)?;
    let template = external::catalog_template(&vault, id, roots.get(id).map(|root| &**root));
    print(template, "skillsafe.orchestrator/v1", out)
}

/// A template, or the state that says why there is none.
fn print(template: Result<String, TemplateError>, schema: &str, out: &Output) -> Outcome {
    match template {
        Ok(template) => {
            out.print(&template)?;
            Ok(exit(true))
        }
        Err(TemplateError { state, finding }) => {
            let errors = [Diagnostic::vault(finding).to_string()];
            out.print(&pretty(&Refused { errors, schema, state }))?;
            Ok(exit(false))
        }
    }
}

//! What the commands for templates print: the template, or why there is none, both as JSON.

use serde::Serialize;

use super::output::Output;
use super::{Outcome, exit};
use crate::diagnostic::Diagnostic;
use crate::json::pretty;

/// Why there is no template: a state and what to tell a person.
pub(super) type Refusal = (&'static str, Vec<Diagnostic>);

// Fields in alphabetical order, the order they are printed in.
#[derive(Serialize)]
struct Refused<'r> {
    errors: Vec<String>,
    schema: &'r str,
    state: &'r str,
}

/// Prints a template of this schema, or the state that says why there is none.
pub(super) fn print(template: Result<String, Refusal>, schema: &str, out: &Output) -> Outcome {
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

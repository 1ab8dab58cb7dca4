//! The shell of a page that loads nothing: its policy admits its own style and script and no
//! others, and data stands in it so that no character of it can end its element.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;

use crate::digest::Digest;
use crate::json::compact;

/// Makes the policy of a page with one style and one script, both known by their digests.
pub fn policy(style: &str, script: &str) -> String {
    let digest = |text: &str| STANDARD.encode(Digest::of(text.as_bytes()).as_bytes());
    let hash = |text: &str| format!("'sha256-{}'", digest(text));
    let (style, script) = (hash(style), hash(script));
    format!(
        "default-src 'none'; style-src {style}; script-src {script}; img-src data:; \
         base-uri 'none'; form-action 'none'"
    )
}

/// Renders data as JSON for a script element: without `<` no text in it can end the element or
/// open a comment.
pub fn embedded(data: &impl Serialize) -> String {
    let escapes = [("<", "\\u003c"), ("\u{2028}", "\\u2028"), ("\u{2029}", "\\u2029")];
    escapes.iter().fold(compact(data), |text, (c, escape)| text.replace(c, escape))
}

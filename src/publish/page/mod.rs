//! The vault as one page of HTML, for a person to look at and around in.
//!
//! Nothing is loaded: style and script stand in the page, and its policy admits no others. What
//! the vault holds goes in as JSON that no character of can end its element; the script makes
//! every element itself and sets what it shows as text, so that a title is never markup.

mod data;
mod target;

pub use data::Origin;
pub use target::PageFile;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::digest::Digest;
use crate::model::Vault;

/// What every page starts with; a file that does not is none.
const MARK: &str = "<!DOCTYPE html>\n<!-- vault graph --html -->\n";
const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = concat!(
    include_str!("script/vault.js"),
    include_str!("script/list.js"),
    include_str!("script/drawing.js"),
    include_str!("script/view.js"),
    include_str!("script/details.js"),
);

/// The page of a valid vault.
pub fn page(vault: &Vault, origin: &Origin) -> String {
    let template = format!(
        include_str!("page.html"),
        policy = policy(),
        style = STYLE,
        data = data::embedded(vault, origin),
        script = SCRIPT,
    );
    format!("{MARK}{template}")
}

/// What the page may do: its own style, its own script, the icon in its address.
fn policy() -> String {
    let digest = |text: &str| STANDARD.encode(Digest::of(text.as_bytes()).as_bytes());
    let hash = |text: &str| format!("'sha256-{}'", digest(text));
    let (style, script) = (hash(STYLE), hash(SCRIPT));
    format!(
        "default-src 'none'; style-src {style}; script-src {script}; img-src data:; \
         base-uri 'none'; form-action 'none'"
    )
}

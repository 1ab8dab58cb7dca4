//! The vault as one page of HTML, for a person to look at and around in.
//!
//! Nothing is loaded: style and script stand in the page, and its policy admits no others. What
//! the vault holds goes in as JSON that no character of can end its element; the script makes
//! every element itself and sets what it shows as text, so that a title is never markup.

mod data;
mod target;

pub use data::Origin;
pub use target::PageFile;

use crate::html;
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

/// Renders the page of a valid vault.
pub fn page(vault: &Vault, origin: &Origin) -> String {
    let template = format!(
        include_str!("page.html"),
        policy = html::policy(STYLE, SCRIPT),
        style = STYLE,
        data = data::embedded(vault, origin),
        script = SCRIPT,
    );
    format!("{MARK}{template}")
}

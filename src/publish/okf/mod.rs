//! The export of a release as a bundle in the open knowledge format, OKF v0.2 (spec chapter 8).
//!
//! `bundle` says what the files are, `page` what a page becomes, both without looking at the
//! host; `target` says where a bundle may lie and puts it there.

mod bundle;
mod page;
mod target;

pub use bundle::{Bundle, bundle, unfit_names};
pub use page::Sources;
pub use target::{ExportFolder, Originals};

/// Version of the format, and the field of the bundle's root that names it.
const VERSION: (&str, &str) = ("okf_version", "0.2");
/// Listing of a folder.
const INDEX: &str = "index.md";

/// A Markdown link; a target that Markdown would break at stands in angle brackets.
fn link(text: &str, target: &str) -> String {
    let label = label(text);
    if target.contains([' ', '(', ')']) {
        format!("[{label}](<{target}>)")
    } else {
        format!("[{label}]({target})")
    }
}

fn label(text: &str) -> String {
    let mut label = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '\\' | '[' | ']') {
            label.push('\\');
        }
        label.push(c);
    }
    label
}

//! Paths written in content (specification, chapter 1), and those sources are bound to.

use crate::text::whitespace::{has_control, trim};

/// Whether a path written in content means the same file on every system and stays below its
/// base: relative, with `/`, without `..`, control characters and outer white space.
pub fn is_portable(path: &str) -> bool {
    !path.is_empty()
        && trim(path) == path
        && !has_control(path)
        && !path.contains('\\')
        && !path.starts_with('/')
        && !has_drive(path)
        && path.split('/').all(|component| component != "..")
}

/// Whether a path of this host may be bound to a source: absolute, without `..`, control characters
/// and outer white space (chapter 7).
pub fn is_root(path: &str) -> bool {
    path.starts_with('/')
        && trim(path) == path
        && !has_control(path)
        && path.split('/').all(|component| component != "..")
}

/// Whether the path begins like one with a Windows drive, `C:/`.
fn has_drive(path: &str) -> bool {
    matches!(path.as_bytes(), [letter, b':', b'/', ..] if letter.is_ascii_alphabetic())
}

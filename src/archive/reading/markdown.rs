//! Texts from reports as Markdown that is read as they are written.

use std::fmt::{Display, Write};

use crate::text::visible::visible;

/// A text within a line: nothing in it poses as a link, a mark of evidence or HTML, and hidden
/// characters are visible.
pub(super) fn inline(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    for c in visible(text).chars() {
        if matches!(c, '\\' | '[' | ']' | '<' | '>' | '`' | '*' | '_' | '&' | '⚠') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// A text at the beginning of a list item or paragraph: it opens no heading, list or table either.
pub(super) fn block(text: &str) -> String {
    let text = inline(text);
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let opens =
        |at: usize, marks: &[u8]| text.as_bytes().get(at).is_some_and(|b| marks.contains(b));
    if digits == 0 && opens(0, b"#-+|~=:") {
        return format!("\\{text}");
    }
    if digits > 0 && opens(digits, b".)") {
        let (number, rest) = text.split_at(digits);
        return format!("{number}\\{rest}");
    }
    text
}

/// Writes a line.
pub(super) fn line(out: &mut String, line: impl Display) {
    // Writing to a string does not fail.
    let _ = writeln!(out, "{line}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_poses_as_markdown() {
        for (text, expected) in [
            ("14 Tage, P-7 (neu): gut", "14 Tage, P-7 (neu): gut"),
            ("14. Januar", "14\\. Januar"),
            ("# Titel", "\\# Titel"),
            ("- a", "\\- a"),
            ("[2026 · g1](x)", "\\[2026 · g1\\](x)"),
            ("<script>&amp;", "\\<script\\>\\&amp;"),
            ("a\u{202e}b", "a\\\\u{202e}b"),
        ] {
            assert_eq!(block(text), expected);
        }
    }
}

//! YAML scalars of the export (specification, chapter 8).

use std::borrow::Cow;
use std::fmt::Write;

use crate::text::whitespace::trim;

/// The text as a YAML scalar in block context: as it is, or in double quotes where YAML would
/// read something else.
pub fn scalar(text: &str) -> Cow<'_, str> {
    match needs_quotes(text) {
        true => Cow::Owned(quoted(text)),
        false => Cow::Borrowed(text),
    }
}

/// The text as a YAML scalar inside `[…]` or `{…}`, where commas and brackets need quotes too.
pub fn flow_scalar(text: &str) -> Cow<'_, str> {
    match text.contains([',', '[', ']', '{', '}']) {
        true => Cow::Owned(quoted(text)),
        false => scalar(text),
    }
}

fn needs_quotes(text: &str) -> bool {
    const INDICATORS: &str = "-?:,[]{}#&*!|>'\"%@`";
    text.is_empty()
        || trim(text) != text
        || text.starts_with(|c| INDICATORS.contains(c))
        || text.contains(": ")
        || text.contains(" #")
        || text.ends_with(':')
        || text.contains(needs_escape)
}

/// Whether YAML forbids the character in a plain scalar or takes it for a line end.
fn needs_escape(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{FEFF}' | '\u{FFFE}' | '\u{FFFF}')
}

fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if needs_escape(c) => {
                // writing to a string cannot fail
                let _ = write!(out, "\\u{:04X}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flow_context_quotes_commas_and_brackets() {
        for (text, flow) in
            [("a", "a"), ("a,b", "\"a,b\""), ("a [b]", "\"a [b]\""), ("a}", "\"a}\"")]
        {
            assert_eq!(flow_scalar(text), flow);
        }
        assert_eq!(scalar("a,b [c]"), "a,b [c]");
    }

    #[test]
    fn quoted_text_is_escaped() {
        assert_eq!(scalar("'a\\b\""), "\"'a\\\\b\\\"\"");
        assert_eq!(scalar("a\tb\u{2028}"), "\"a\\u0009b\\u2028\"");
    }
}

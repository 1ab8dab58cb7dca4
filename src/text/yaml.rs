//! YAML scalars, as an export writes them (spec chapter 8).

use std::borrow::Cow;
use std::fmt::Write;
use std::sync::LazyLock;

use regex::{Regex, RegexBuilder};

use crate::text::whitespace::trim;

/// The text as a YAML scalar in block context: as it is, or in double quotes where YAML would
/// read something else.
pub fn scalar(text: &str) -> Cow<'_, str> {
    if needs_quotes(text) { Cow::Owned(quoted(text)) } else { Cow::Borrowed(text) }
}

/// As [`scalar`], and in double quotes too where YAML would read no text: a number, a day, a truth
/// value, nothing. A page may be named like one.
pub fn string(text: &str) -> Cow<'_, str> {
    if is_no_text(text) { Cow::Owned(quoted(text)) } else { scalar(text) }
}

/// As [`string`], inside `[…]` or `{…}`, where commas and brackets need quotes too.
pub fn flow_string(text: &str) -> Cow<'_, str> {
    if text.contains([',', '[', ']', '{', '}']) { Cow::Owned(quoted(text)) } else { string(text) }
}

/// What readers of YAML 1.1 or of the core of 1.2 do not take for a text.
const NO_TEXT: &str = r"(?x)^(?:
    ~ | null | true | false | yes | no | on | off | y | n | = | <<
    | [-+]? (?: 0b[01_]+ | 0o[0-7_]+ | 0x[0-9a-f_]+ | \.inf
        | (?: [0-9][0-9_]*(?::[0-5]?[0-9])*(?:\.[0-9_]*)? | \.[0-9][0-9_]* ) (?:e[-+]?[0-9]+)? )
    | \.nan
    | [0-9]{4}-[0-9]{1,2}-[0-9]{1,2} (?: (?: t | [\ \t]+ ) [0-9]{1,2}:.* )?
)$";

fn is_no_text(text: &str) -> bool {
    static EXPRESSION: LazyLock<Option<Regex>> =
        LazyLock::new(|| RegexBuilder::new(NO_TEXT).case_insensitive(true).build().ok());
    // Without the expression everything is quoted, which is always right.
    EXPRESSION.as_ref().is_none_or(|expression| expression.is_match(text))
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
            assert_eq!(flow_string(text), flow);
        }
        assert_eq!(scalar("a,b [c]"), "a,b [c]");
    }

    #[test]
    fn what_yaml_takes_for_no_text_is_quoted() {
        for text in [
            "~",
            "null",
            "NULL",
            "true",
            "False",
            "yes",
            "No",
            "on",
            "OFF",
            "y",
            "N",
            "=",
            "<<",
            "0",
            "007",
            "123",
            "+1",
            "1_000",
            "0x1F",
            "0o17",
            "0b1010",
            "190:20:30",
            "1.",
            "1.0",
            "1.5e3",
            "1e3",
            ".5",
            "685.230_15e+03",
            ".inf",
            "+.INF",
            ".NaN",
            "2026-01-02",
            "2026-1-2",
            "2026-01-02T03:04:05Z",
            "2026-01-02 03:04:05",
        ] {
            assert_eq!(string(text), format!("\"{text}\""));
            assert_eq!(flow_string(text), string(text));
        }
        for text in [
            "konzept",
            "nullstelle",
            "1.0.0",
            "2026-01-02 bis heute",
            "1:99",
            "0o8",
            "e3",
            "1 000",
            "T1",
            "S-0001",
            "human:anna",
            "on/off",
            "0b",
            "v1",
            ".infinit",
            "10%",
            "12:30 Uhr",
        ] {
            assert_eq!(string(text), text);
        }
    }

    #[test]
    fn quoted_text_is_escaped() {
        assert_eq!(scalar("'a\\b\""), "\"'a\\\\b\\\"\"");
        assert_eq!(scalar("a\tb\u{2028}"), "\"a\\u0009b\\u2028\"");
    }
}

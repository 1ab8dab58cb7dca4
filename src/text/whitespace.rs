//! White space, line ends and control characters (specification, chapter 1, "Text").

use std::borrow::Cow;

/// Whether the character is white space: Unicode White_Space plus the four information
/// separators U+001C to U+001F, which [`char::is_whitespace`] leaves out.
pub fn is_space(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{1C}'..='\u{1F}')
}

/// The text without [white space](is_space) at either end.
pub fn trim(text: &str) -> &str {
    text.trim_matches(is_space)
}

/// The text without [white space](is_space) at its start.
pub fn trim_start(text: &str) -> &str {
    text.trim_start_matches(is_space)
}

/// The text without [white space](is_space) at its end.
pub fn trim_end(text: &str) -> &str {
    text.trim_end_matches(is_space)
}

/// The non-empty pieces of the text between runs of [white space](is_space).
pub fn split_spaces(text: &str) -> impl Iterator<Item = &str> {
    text.split(is_space).filter(|word| !word.is_empty())
}

/// Whether the text holds a control character: one below U+0020, or U+007F.
pub fn has_control(text: &str) -> bool {
    text.bytes().any(|byte| byte.is_ascii_control())
}

/// The text with CRLF and lone CR turned into LF; unchanged and not copied when it has none.
pub fn convert_newlines(text: String) -> String {
    match newlines_converted(&text) {
        Cow::Owned(converted) => converted,
        Cow::Borrowed(_) => text,
    }
}

/// The borrowing form of [`convert_newlines`]: a copy only when the text has a CR.
pub fn newlines_converted(text: &str) -> Cow<'_, str> {
    if !text.contains('\r') {
        return Cow::Borrowed(text);
    }
    let mut converted = String::with_capacity(text.len());
    let mut pieces = text.split('\r');
    converted.push_str(pieces.next().unwrap_or_default());
    for piece in pieces {
        converted.push('\n');
        converted.push_str(piece.strip_prefix('\n').unwrap_or(piece));
    }
    Cow::Owned(converted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn separators_are_white_space_and_marks_are_not() {
        for c in [
            ' ', '\t', '\n', '\u{0B}', '\u{1C}', '\u{1F}', '\u{85}', '\u{A0}', '\u{2028}',
            '\u{3000}',
        ] {
            assert!(is_space(c), "{c:?}");
        }
        for c in ['\u{1B}', '\u{180E}', '\u{200B}', '\u{FEFF}', 'a'] {
            assert!(!is_space(c), "{c:?}");
        }
        assert_eq!(trim("\u{1C} a b\u{3000}"), "a b");
        assert_eq!(split_spaces(" a\u{1D}b  c ").collect::<Vec<_>>(), ["a", "b", "c"]);
    }

    #[test]
    fn every_line_end_becomes_a_line_feed() {
        for (before, after) in [
            ("", ""),
            ("\r", "\n"),
            ("a\r\nb\rc\n", "a\nb\nc\n"),
            ("\r\r\n\n", "\n\n\n"),
            ("\n\r", "\n\n"),
        ] {
            assert_eq!(convert_newlines(before.to_owned()), after);
        }
    }

    #[test]
    fn text_without_carriage_return_is_not_copied() {
        let text = String::from("a\nb");
        let address = text.as_ptr();
        let converted = convert_newlines(text);
        assert_eq!(converted.as_ptr(), address);
    }

    #[test]
    fn controls_are_the_ascii_ones() {
        assert!(has_control("a\tb") && has_control("\u{7F}") && has_control("\0"));
        assert!(!has_control("a b \u{85}ä"));
    }
}

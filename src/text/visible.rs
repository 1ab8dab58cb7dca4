//! Characters that hide, or hide and reorder what follows, made visible.

use std::borrow::Cow;

/// Text that may come from content, fit for one line of a terminal: control characters, line
/// separators and characters that hide or reorder what follows are written as `\u{1b}`.
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        if is_hidden(character) {
            out.extend(character.escape_unicode())
        } else {
            out.push(character)
        }
    }
    Cow::Owned(out)
}

/// Control characters, line and paragraph separators, bidirectional controls, byte order mark
/// and invisible tags.
fn is_hidden(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{61c}'
                | '\u{200e}'
                | '\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2066}'..='\u{2069}'
                | '\u{feff}'
                | '\u{e0000}'..='\u{e007f}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn harmless_text_is_borrowed() {
        assert!(matches!(visible("knowledge/übung/seite.md – „gut“"), Cow::Borrowed(_)));
    }

    #[test]
    fn hidden_characters_become_visible() {
        assert_eq!(visible("a\u{1b}[2Jb"), "a\\u{1b}[2Jb");
        assert_eq!(visible("\n\r\t\u{7f}\u{9b}"), "\\u{a}\\u{d}\\u{9}\\u{7f}\\u{9b}");
        assert_eq!(visible("\u{2028}\u{202e}\u{feff}"), "\\u{2028}\\u{202e}\\u{feff}");
        for character in '\0'..=char::MAX {
            let shown = visible(character.encode_utf8(&mut [0; 4])).into_owned();
            assert!(!shown.chars().any(char::is_control), "{character:?}");
        }
    }
}

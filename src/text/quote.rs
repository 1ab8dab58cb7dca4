//! The quote normal form (specification, chapter 4): how a cited sentence is written, so that
//! its digest is stable.

use std::borrow::Cow;

use unicode_normalization::{UnicodeNormalization, is_nfc};

use super::whitespace::{is_space, split_spaces};

/// The text composed (NFC), with every run of white space one blank, trimmed.
///
/// Not NFKC: a quote must not be changed. A text already in this form is borrowed.
pub fn quote_form(text: &str) -> Cow<'_, str> {
    if is_quote_form(text) {
        return Cow::Borrowed(text);
    }
    let composed: String = text.nfc().collect();
    let mut quote = String::with_capacity(composed.len());
    for word in split_spaces(&composed) {
        if !quote.is_empty() {
            quote.push(' ');
        }
        quote.push_str(word);
    }
    Cow::Owned(quote)
}

/// Whether the text already is in [quote normal form](quote_form).
pub fn is_quote_form(text: &str) -> bool {
    has_single_blanks(text) && (text.is_ascii() || is_nfc(text))
}

/// Whether white space in the text is single blanks between words only.
fn has_single_blanks(text: &str) -> bool {
    let mut after_blank = true;
    for c in text.chars() {
        if is_space(c) && (c != ' ' || after_blank) {
            return false;
        }
        after_blank = c == ' ';
    }
    !after_blank || text.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_in_the_form_is_borrowed() {
        for text in ["", "a", "Ein Satz, ﬁn.", "é"] {
            assert!(matches!(quote_form(text), Cow::Borrowed(_)), "{text:?}");
        }
    }

    #[test]
    fn white_space_is_collapsed_and_letters_composed() {
        for (text, quote) in [
            (" ", ""),
            (" a", "a"),
            ("a ", "a"),
            ("a\u{A0}b", "a b"),
            ("a  b\n\u{1C}c", "a b c"),
            ("e\u{301}", "é"),
            ("\u{2126}", "Ω"),
        ] {
            assert_eq!(quote_form(text), quote);
            assert!(is_quote_form(quote));
        }
    }
}

//! The normal form in which words are compared (spec chapter 4).

use std::ops::Range;

use caseless::Caseless;
use unicode_normalization::UnicodeNormalization;

use super::category::is_letter_or_number;

/// The normal form of a text: compatibility composed (NFKC), case folded, `ä ö ü ß` written
/// as `ae oe ue ss`, everything but letters and numbers a blank, blanks collapsed and trimmed.
pub fn normal_form(text: &str) -> String {
    let mut normal = String::with_capacity(text.len());
    push_normal_form(text, &mut normal);
    normal
}

/// Appends the [normal form](normal_form) of a text to `out`, without a separator.
pub fn push_normal_form(text: &str, out: &mut String) {
    let mut words = Words::new(out);
    // A segment is one plain character with the characters after it that are not plain: these
    // may be marks that compose with it. Nothing composes across the start of a segment.
    let mut start = 0;
    let mut alone = None;
    for (at, c) in text.char_indices() {
        match plain(c) {
            Some(folded) => {
                words.push_segment(text, start..at, alone);
                start = at;
                alone = Some(folded);
            }
            None => alone = None,
        }
    }
    words.push_segment(text, start..text.len(), alone);
}

/// The case-folded form of a character whose normal form does not depend on a table, a blank
/// for one that is no part of a word, `None` for every other character.
///
/// These are the characters German and English text consists of; normalising them one by one
/// keeps the tables out of the way of nearly every text.
fn plain(c: char) -> Option<char> {
    match c {
        'a'..='z' | '0'..='9' => Some(c),
        'A'..='Z' => Some(c.to_ascii_lowercase()),
        '\0'..='\u{7F}' => Some(' '),
        // no-break space, §, quotation marks, degree sign, middle dot, × and ÷
        '\u{A0}' | '§' | '«' | '»' | '°' | '·' | '×' | '÷' => Some(' '),
        'À'..='Þ' => char::from_u32(u32::from(c) + 0x20),
        'ß'..='ÿ' => Some(c),
        // dashes, quotation marks, bullets and the ellipsis
        '\u{2010}'..='\u{2027}' => Some(' '),
        _ => None,
    }
}

/// Writes words separated by single blanks.
struct Words<'a> {
    out: &'a mut String,
    start: usize,
    gap: bool,
}

impl<'a> Words<'a> {
    fn new(out: &'a mut String) -> Self {
        let start = out.len();
        Words { out, start, gap: false }
    }

    /// Writes a segment of a text: its folded form if it is one plain character, else by the
    /// tables.
    fn push_segment(&mut self, text: &str, segment: Range<usize>, alone: Option<char>) {
        match alone {
            Some(folded) => self.push(folded),
            None => self.push_by_tables(&text[segment]),
        }
    }

    fn push_by_tables(&mut self, segment: &str) {
        for c in segment.nfkc().default_case_fold() {
            self.push(if is_letter_or_number(c) { c } else { ' ' });
        }
    }

    /// Writes a folded character of a word, or takes note of a blank.
    fn push(&mut self, c: char) {
        if c == ' ' {
            self.gap = true;
            return;
        }
        if self.gap {
            self.gap = false;
            if self.out.len() > self.start {
                self.out.push(' ');
            }
        }
        push_spelled(c, self.out);
    }
}

/// A lower-case text with `ä ö ü ß` written as `ae oe ue ss`.
pub fn spell_umlauts(text: &str) -> String {
    let mut spelled = String::with_capacity(text.len());
    text.chars().for_each(|c| push_spelled(c, &mut spelled));
    spelled
}

fn push_spelled(c: char, out: &mut String) {
    match c {
        '\0'..='\x7F' => out.push(c),
        'ä' => out.push_str("ae"),
        'ö' => out.push_str("oe"),
        'ü' => out.push_str("ue"),
        'ß' => out.push_str("ss"),
        _ => out.push(c),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn by_tables(text: &str) -> String {
        let mut out = String::new();
        Words::new(&mut out).push_by_tables(text);
        out
    }

    fn all_chars() -> impl Iterator<Item = char> {
        '\0'..=char::MAX
    }

    #[test]
    fn every_character_equals_the_tables_alone_and_in_company() {
        let mut text = String::new();
        for c in all_chars() {
            text.clear();
            text.extend([c, ' ', 'ä', c, '\u{301}', 'ß']);
            assert_eq!(normal_form(&text), by_tables(&text), "{text:?}");
        }
    }

    /// What the segments rest on: no plain character joins with what stands before it, and
    /// what follows one is normalised together with it.
    #[test]
    fn every_plain_character_equals_the_tables_before_plain_characters_and_marks() {
        let plain_chars: Vec<char> = all_chars().filter(|&c| plain(c).is_some()).collect();
        let marks = all_chars().filter(|&c| {
            unicode_normalization::char::canonical_combining_class(c) != 0
                || unicode_normalization::char::is_combining_mark(c)
        });
        let neighbours: Vec<char> = plain_chars.iter().copied().chain(marks).collect();
        let mut pair = String::new();
        for &first in &plain_chars {
            for &second in &neighbours {
                pair.clear();
                pair.extend([first, second]);
                assert_eq!(normal_form(&pair), by_tables(&pair), "{pair:?}");
            }
        }
    }

    proptest! {
        #[test]
        fn every_text_equals_the_tables(text in "\\PC*") {
            prop_assert_eq!(normal_form(&text), by_tables(&text));
        }

        #[test]
        fn texts_full_of_marks_equal_the_tables(
            text in "[a-cA-CäöüßÄÖÜ .§„½¨ǰſKİΐ\u{300}-\u{34F}\u{1100}-\u{1112}\u{1161}-\u{1175}\u{11A8}-\u{11AF}]{0,40}"
        ) {
            prop_assert_eq!(normal_form(&text), by_tables(&text));
        }

    }

    #[test]
    fn appending_separates_nothing_and_collapses_only_its_own_blanks() {
        let mut out = String::from("x ");
        push_normal_form("  Größe, 5 ", &mut out);
        push_normal_form("!", &mut out);
        assert_eq!(out, "x groesse 5");
    }
}

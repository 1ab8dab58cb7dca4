//! Character classes by general category and numeric type.

use icu_properties::CodePointMapData;
use icu_properties::props::{GeneralCategory, GeneralCategoryGroup, NumericType};

/// Whether the character is a letter (general category L*) or a number (N*).
///
/// Narrower than [`char::is_alphanumeric`], which also takes some marks.
pub fn is_letter_or_number(c: char) -> bool {
    let category = CodePointMapData::<GeneralCategory>::new().get(c);
    GeneralCategoryGroup::Letter.contains(category)
        || GeneralCategoryGroup::Number.contains(category)
}

/// Whether the character may stand in a word of a regular expression: a letter, a number or
/// the underscore.
pub fn is_word(c: char) -> bool {
    c == '_' || is_letter_or_number(c)
}

/// Whether the character is a decimal digit of any script (general category Nd).
pub fn is_decimal(c: char) -> bool {
    c.is_ascii_digit()
        || !c.is_ascii()
            && CodePointMapData::<GeneralCategory>::new().get(c) == GeneralCategory::DecimalNumber
}

/// Whether the character is a digit in the wider sense (Numeric_Type Decimal or Digit), which
/// takes superscripts and circled digits too.
pub fn is_digit(c: char) -> bool {
    matches!(
        CodePointMapData::<NumericType>::new().get(c),
        NumericType::Decimal | NumericType::Digit
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_neither_letters_nor_numbers() {
        assert!(is_letter_or_number('ä') && is_letter_or_number('½') && is_letter_or_number('Ⅷ'));
        assert!(!is_letter_or_number('\u{345}') && !is_letter_or_number('_'));
    }

    #[test]
    fn digits_are_more_than_decimals() {
        for c in ['7', '٣', '７'] {
            assert!(is_decimal(c) && is_digit(c), "{c}");
        }
        for c in ['²', '①', '\u{19DA}', '\u{1369}', '\u{2776}', '\u{10A40}'] {
            assert!(!is_decimal(c) && is_digit(c), "{c}");
        }
        for c in ['½', 'Ⅷ', '一', 'a', '\u{1372}'] {
            assert!(!is_decimal(c) && !is_digit(c), "{c}");
        }
    }
}

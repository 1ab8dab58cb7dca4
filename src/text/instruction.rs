//! Instruction signatures: wording that addresses a language model instead of a reader
//! (specification, chapter 4).

use std::sync::LazyLock;

use regex::{Regex, RegexBuilder};

/// `_` stands for [white space](super::whitespace::is_space). `i` names its Turkish forms because
/// simple case folding, which the regex uses, does not join them.
const PATTERN: &str = "[iİı]gnore_+((all|any)_+)?((prev[iİı]ous|pr[iİı]or)_+)?[iİı]nstruct[iİı]ons\
    |system_+prompt|developer_+message|<_*system_*>";

static SIGNATURE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    RegexBuilder::new(&PATTERN.replace('_', r"[\s\x1C-\x1F]"))
        .case_insensitive(true)
        .build()
        .ok()
});

/// Whether the text carries an instruction signature, in any case and with any white space, also
/// as part of longer words. Linear in the length of the text.
pub fn has_instruction_signature(text: &str) -> bool {
    // Without the expression every text is suspicious: this guard fails closed.
    SIGNATURE
        .as_ref()
        .is_none_or(|signature| signature.is_match(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_expression_compiles() {
        assert!(SIGNATURE.is_some());
        assert!(!has_instruction_signature(""));
    }

    #[test]
    fn signatures_are_found_inside_words_in_any_case_and_across_white_space() {
        for text in [
            "xignore instructionsx",
            "IGNORE\u{A0}any\u{1C}PRIOR\n\ninstructions",
            "ignore prior instructions",
            "ignore all instructions",
            "İgnore ınstructions",
            "developer  meſſage",
            "a <\tSYSTEM\n> b",
        ] {
            assert!(has_instruction_signature(text), "{text:?}");
        }
        for text in [
            "ignore all any instructions",
            "ignore prior all instructions",
            "ignore allinstructions",
            "ignoreinstructions",
            "< sys tem >",
            "<system/>",
        ] {
            assert!(!has_instruction_signature(text), "{text:?}");
        }
    }
}

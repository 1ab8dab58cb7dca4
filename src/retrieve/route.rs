//! Which domains a question belongs to, by their keywords.

use crate::model::router::Section;
use crate::text::normal::spell_umlauts;
use crate::text::whitespace::split_spaces;

/// Finds the sections with a keyword that is part of the question, sorted by domain.
pub fn route<'s, 'a>(router: &'s [Section<'a>], question: &str) -> Vec<&'s Section<'a>> {
    let question = folded(question);
    let names = |section: &&Section| {
        section.keywords.iter().any(|keyword| question.contains(&folded(keyword)))
    };
    let mut matching: Vec<_> = router.iter().filter(names).collect();
    matching.sort_by_key(|section| section.domain);
    matching
}

/// Lower case, umlauts spelled out, white space collapsed.
fn folded(text: &str) -> String {
    let words: Vec<_> = split_spaces(text).collect();
    spell_umlauts(&words.join(" ").to_lowercase())
}

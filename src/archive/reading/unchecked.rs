//! Which statements are marked: the core proves that the place exists and the quote stands there,
//! not that it says what the statement says. It shows what it could not find (spec chapter 11).

use std::collections::BTreeSet;

use crate::archive::state::{State, Statement, Texts};
use crate::text::normal::normal_form;
use crate::text::quote::quote_form;

/// Whether a number, date or quoted word of a statement stands in none of the lines it cites, as
/// far as readers get these.
pub fn is_unchecked(state: &State, statement: &Statement, texts: &Texts) -> bool {
    let mut lines: Vec<String> = Vec::new();
    for evidence in &statement.evidence {
        if state.visible_source(evidence.source).is_some() {
            let cited = texts.lines(evidence.source, evidence.from, evidence.to);
            let said: Vec<_> = cited.iter().filter_map(|line| line.line.said()).collect();
            lines.push(said.join("\n"));
        }
    }
    let found: BTreeSet<String> = lines.iter().flat_map(|text| numbers(text)).collect();
    let forms: Vec<_> = lines.iter().map(|text| quote_form(text)).collect();
    let stands =
        |quoted: &&str| forms.iter().any(|form| form.contains(quote_form(quoted).as_ref()));
    !numbers(&statement.text).is_subset(&found) || !quoted(&statement.text).iter().all(stands)
}

/// Numerals and names of months in normal form, German and English: the first is 1, the last 12.
const NAMED: [[&str; 12]; 4] = [
    [
        "eins", "zwei", "drei", "vier", "fuenf", "sechs", "sieben", "acht", "neun", "zehn", "elf",
        "zwoelf",
    ],
    [
        "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
        "twelve",
    ],
    [
        "januar",
        "februar",
        "maerz",
        "april",
        "mai",
        "juni",
        "juli",
        "august",
        "september",
        "oktober",
        "november",
        "dezember",
    ],
    [
        "january",
        "february",
        "march",
        "april",
        MAY,
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
    ],
];

/// In lower case it is a word of another kind in English.
const MAY: &str = "may";

/// The numbers in a text, without leading zeros; a date is the numbers it is made of.
fn numbers(text: &str) -> BTreeSet<String> {
    let has_month_may = text.split(|c: char| !c.is_alphanumeric()).any(|word| word == "May");
    let normal = normal_form(text);
    let mut numbers = BTreeSet::new();
    for word in normal.split(' ').filter(|&word| word != MAY || has_month_may) {
        let named = NAMED.iter().filter_map(|names| names.iter().position(|name| *name == word));
        numbers.extend(named.map(|at| (at + 1).to_string()));
        let runs = word.split(|c: char| !c.is_ascii_digit()).filter(|run| !run.is_empty());
        numbers.extend(runs.map(without_leading_zeros));
    }
    numbers
}

fn without_leading_zeros(digits: &str) -> String {
    let number = digits.trim_start_matches('0');
    if number.is_empty() { "0".to_owned() } else { number.to_owned() }
}

/// Opening and closing quotation marks.
const MARKS: [(char, char); 6] =
    [('„', '“'), ('“', '”'), ('"', '"'), ('»', '«'), ('«', '»'), ('‚', '‘')];

/// What stands in quotation marks.
fn quoted(text: &str) -> Vec<&str> {
    let mut quoted = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(|c| MARKS.iter().any(|(open, _)| *open == c)) {
        let after = &rest[at..];
        let open = after.chars().next().unwrap_or_default();
        let inner = &after[open.len_utf8()..];
        let closes = |c: char| MARKS.contains(&(open, c));
        match inner.find(closes) {
            Some(end) => {
                quoted.push(&inner[..end]);
                let close = inner[end..].chars().next().map_or(0, char::len_utf8);
                rest = &inner[end + close..];
            }
            None => rest = inner,
        }
    }
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<String> {
        numbers(text).into_iter().collect()
    }

    #[test]
    fn months_and_numerals_are_numbers() {
        for (text, expected) in [
            ("am 30.11.2026 um 08:05", &["11", "2026", "30", "5", "8"][..]),
            ("P-7 alle vierzehn, 14-tägig", &["14", "7"]),
            ("Zwölf im März, fünf im Mai", &["12", "3", "5"]),
            ("Twelve in May, it may be two", &["12", "2", "5"]),
            ("keine Zahl, achtlos eingebaut", &[]),
            ("000", &["0"]),
        ] {
            assert_eq!(found(text), expected, "{text}");
        }
    }

    #[test]
    fn quoted_words_are_found_in_any_marks() {
        let text = "Er sagt „ja“, \"nein\" und »viel  leicht«, “maybe” und „offen";
        assert_eq!(quoted(text), ["ja", "nein", "viel  leicht", "maybe"]);
    }
}

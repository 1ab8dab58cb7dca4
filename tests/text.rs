//! The recorded behaviour of text, links, frontmatter and single values: every case of every
//! file in `fixtures/parity/text`, and texts nobody recorded.

#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests fail like tests")]
#![allow(clippy::disallowed_methods, reason = "the cases are files")]

use std::fs;
use std::path::PathBuf;

use proptest::prelude::*;
use serde_json::{Value as Json, json};
use sha2::{Digest, Sha256};

use vault::model::links::links;
use vault::model::media_type::{MediaType, detect};
use vault::model::paths::is_portable;
use vault::model::reviewer::{is_reviewer, okf_actor};
use vault::model::values::is_https_prefix;
use vault::retrieve::v1::{STOP_WORDS, tokens};
use vault::text::frontmatter::{self, Value};
use vault::text::instruction::has_instruction_signature;
use vault::text::normal::normal_form;
use vault::text::phrase::contains_phrase;
use vault::text::quote::{is_quote_form, quote_form};
use vault::text::sentences::{ABBREVIATIONS, Block, first_sentence, segment};
use vault::text::values::is_calendar_day;
use vault::text::yaml;

fn fixture(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("fixtures/parity/text").join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The cases of a file, of which there must be `count`.
fn cases(name: &str, count: usize) -> Vec<Json> {
    let cases: Vec<Json> =
        fixture(name).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(cases.len(), count, "{name}");
    cases
}

/// The entries under a key of `misc.json`, of which there must be `count`.
fn misc(key: &str, count: usize) -> Vec<Json> {
    let misc: Json = serde_json::from_str(&fixture("misc.json")).unwrap();
    let entries = misc[key].as_array().unwrap().clone();
    assert_eq!(entries.len(), count, "{key}");
    entries
}

/// Checks a predicate against the `[input, verdict]` entries of `misc.json`.
fn check_verdicts(key: &str, count: usize, verdict: impl Fn(&str) -> bool) {
    for case in misc(key, count) {
        let input = text(&case[0]);
        assert_eq!(json!(verdict(input)), case[1], "{key}: {input:?}");
    }
}

fn text(value: &Json) -> &str {
    value.as_str().unwrap()
}

#[test]
fn tokens_and_quotes_are_the_recorded_ones() {
    for case in cases("tokens.jsonl", 173) {
        let input = text(&case["in"]);
        let normal = normal_form(input);
        let quote = quote_form(input);
        assert_eq!(normal, case["norm"], "{input:?}");
        assert_eq!(json!(tokens(&normal).collect::<Vec<_>>()), case["tokens"], "{input:?}");
        assert_eq!(quote, text(&case["quote_norm"]), "{input:?}");
        assert_eq!(hex(&Sha256::digest(quote.as_bytes())), case["quote_sha256"], "{input:?}");
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn phrases_are_found_as_recorded() {
    for case in cases("phrases.jsonl", 150) {
        let (hay, needle) = (normal_form(text(&case["hay"])), normal_form(text(&case["needle"])));
        assert_eq!(json!(contains_phrase(&hay, &needle)), case["found"], "{case}");
    }
}

#[test]
fn sentences_are_the_recorded_ones() {
    for case in cases("sentences.jsonl", 196) {
        let sentences: Vec<Json> = segment(text(&case["text"]))
            .iter()
            .map(|sentence| json!([sentence.index, sentence.block.as_str(), sentence.text]))
            .collect();
        assert_eq!(json!(sentences), case["sentences"], "{case}");
    }
}

#[test]
fn frontmatter_is_read_as_recorded() {
    for case in cases("frontmatter.jsonl", 42) {
        let parsed = frontmatter::parse(text(&case["text"]));
        let fields: serde_json::Map<String, Json> = parsed
            .frontmatter
            .fields
            .iter()
            .map(|field| {
                let value = match &field.value {
                    Value::Text(text) => json!(text),
                    Value::List(items) => json!(items),
                };
                (field.key.to_owned(), value)
            })
            .collect();
        assert_eq!(Json::Object(fields), case["fields"], "{case}");
        assert_eq!(parsed.body, case["body"], "{case}");
        assert_eq!(json!(parsed.body_line), case["body_offset"], "{case}");
        assert_eq!(json!(parsed.errors.len()), case["errors"], "{case}");
    }
}

#[test]
fn links_are_found_as_recorded() {
    for case in cases("links.jsonl", 31) {
        let links = links(text(&case["body"]));
        let targets: Vec<Json> = links
            .targets
            .iter()
            .map(|link| json!([link.target.ok(), link.target.is_err()]))
            .collect();
        assert_eq!(json!(links.html.is_some()), case["html"], "{case}");
        assert_eq!(json!(targets), case["targets"], "{case}");
    }
}

#[test]
fn paths_are_judged_as_recorded() {
    for case in cases("paths.jsonl", 28) {
        assert_eq!(json!(is_portable(text(&case["path"]))), case["accepted"], "{case}");
    }
}

#[test]
fn signatures_are_detected_as_recorded() {
    for case in cases("signatures.jsonl", 24) {
        let bytes: Vec<u8> = text(&case["hex"])
            .as_bytes()
            .chunks(2)
            .map(|pair| u8::from_str_radix(str::from_utf8(pair).unwrap(), 16).unwrap())
            .collect();
        assert_eq!(json!(detect(&bytes).map(MediaType::mime)), case["type"], "{case}");
    }
}

#[test]
fn word_lists_are_complete() {
    assert_eq!(json!(STOP_WORDS), json!(misc("stopwords", 54)));
    assert_eq!(json!(ABBREVIATIONS[..]), json!(misc("abbreviations", 44)));
    assert!(ABBREVIATIONS.is_sorted());
}

#[test]
fn single_values_are_judged_as_recorded() {
    check_verdicts("date", 10, is_calendar_day);
    check_verdicts("https_prefix", 18, is_https_prefix);
    check_verdicts("injection", 14, has_instruction_signature);
}

#[test]
fn reviewers_and_actors_are_the_recorded_ones() {
    for case in misc("actor", 12) {
        let input = text(&case[0]);
        assert_eq!(json!(is_reviewer(input)), case[1], "{input:?}");
        assert_eq!(okf_actor(input), case[2], "{input:?}");
    }
}

#[test]
fn first_sentences_and_yaml_scalars_are_the_recorded_ones() {
    for case in misc("first_sentence", 7) {
        assert_eq!(first_sentence(text(&case[0])), case[1]);
    }
    for case in misc("yaml_scalar", 31) {
        assert_eq!(yaml::scalar(text(&case[0])), text(&case[1]));
    }
}

#[test]
fn no_key_of_the_single_values_is_left_out() {
    let misc: Json = serde_json::from_str(&fixture("misc.json")).unwrap();
    let keys: Vec<&str> = misc.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(
        keys,
        [
            "abbreviations",
            "actor",
            "date",
            "first_sentence",
            "https_prefix",
            "injection",
            "stopwords",
            "yaml_scalar",
        ]
    );
}

#[test]
fn blocks_are_found_by_their_names() {
    for block in [Block::Paragraph, Block::ListItem, Block::TableCell, Block::Heading, Block::Quote]
    {
        assert_eq!(Block::from_name(block.as_str()), Some(block));
    }
    assert_eq!(Block::from_name("code"), None);
}

/// The line forms the recorded documents do not hold.
#[test]
fn markers_may_be_indented_and_followed_by_any_white_space() {
    let kinds = |document: &str| -> Vec<String> {
        segment(document)
            .iter()
            .map(|sentence| format!("{} {}", sentence.block.as_str(), sentence.text))
            .collect()
    };
    assert_eq!(kinds("\t\t\t# a"), ["ueberschrift a"]);
    assert_eq!(kinds("\t\t\t\t# a"), ["absatz # a"]);
    assert_eq!(kinds("##\t# a #"), ["ueberschrift a #"]);
    assert_eq!(kinds("####### a\n#\n-\nb"), ["absatz ####### a # - b"]);
    assert_eq!(
        kinds("      -\u{A0}a\n     ٣) b\n       | c |"),
        ["listenpunkt a", "listenpunkt b", "tabellenzelle c"]
    );
    assert_eq!(kinds("    > a"), ["absatz > a"]);
    assert_eq!(
        kinds("- a\n```\nx\n~~~\nb\n| c |\nd"),
        ["listenpunkt a", "listenpunkt b", "tabellenzelle c", "absatz d"]
    );
    assert_eq!(kinds("> > a\n\nb"), ["zitat > a", "absatz b"]);
    assert_eq!(kinds(" --- \rx: y\r\n---\t\ra. \u{1C}bb"), ["absatz a. bb"]);
}

#[test]
fn huge_lines_take_linear_time() {
    let size = 100_000;
    for unit in [
        "](",
        "]:",
        "[",
        "[a]: ",
        "](<",
        ")](x",
        "<a<img",
        "\"",
        "'",
        "a ",
        "ä\u{301}",
        "\u{301}",
        ".",
        ". ",
        "! (",
        "# ",
        "- ",
        "|",
        "> ",
        "   ",
        "`",
        "ignore ",
        "ignore all ",
        "< ",
        "system ",
        "  - ",
        ": ",
        "\r",
        "\n",
        "---\n",
        "a:\n",
        "[a\n",
        "5. ",
        "z. B. ",
        "…",
        "-",
    ] {
        let text = unit.repeat(size / unit.len());
        take_apart(&text);
        take_apart(&format!("---\n{text}\n---\n{text}"));
    }
    take_apart(&format!("{}{}", "[".repeat(5_000), "](x)".repeat(5_000)));
    take_apart(&(0..size).map(|key| format!("k{key}: v\n")).collect::<String>());
    let one_key_each = (0..20_000).map(|key| format!("k{key}: v\n")).collect::<String>();
    take_apart(&format!("---\n{one_key_each}---\n"));
}

/// Runs everything that reads arbitrary text over one, and checks what holds for all of them.
fn take_apart(text: &str) {
    let parsed = frontmatter::parse(text);
    assert!(text.ends_with(parsed.body));
    assert!(parsed.errors.iter().all(|error| error.line >= 1 && error.column >= 1));
    for link in links(text).targets {
        let written = &text[link.offset..];
        let is_at_offset = |target| {
            written.starts_with(target)
                || written.strip_prefix('<').is_some_and(|rest| rest.starts_with(target))
        };
        assert!(link.target.map_or(true, is_at_offset));
    }
    for (position, sentence) in segment(text).iter().enumerate() {
        assert_eq!(sentence.index, position + 1);
        assert!(!sentence.text.is_empty() && is_quote_form(&sentence.text));
    }
    let normal = normal_form(text);
    assert!(!normal.contains("  ") && normal.trim() == normal);
    let short = normal.len() < 1_000;
    assert!(tokens(&normal).all(|token| !short || contains_phrase(&normal, token)));
    has_instruction_signature(text);
    first_sentence(text);
    is_portable(text);
    detect(text.as_bytes());
    yaml::flow_string(text);
}

proptest! {
    #[test]
    fn nothing_panics_on_arbitrary_text(text in any::<String>()) {
        take_apart(&text);
    }

    #[test]
    fn nothing_panics_on_markup(text in "(---\n)?([-#*>|`~:.!?()<\\[\\]\"' \t\n\ra-cäß0-9\u{301}\u{1C}]|  - |\\]\\(|---\n|\\]: ){0,60}") {
        take_apart(&text);
    }

    #[test]
    fn nothing_panics_on_arbitrary_bytes(bytes in any::<Vec<u8>>()) {
        detect(&bytes);
    }
}

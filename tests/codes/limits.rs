//! Every limit: exactly at it all is well, one more is an error.

use serde_json::{Value, json};
use vault::findings::Code::{self, *};

use crate::case::*;
use crate::support::{assert_none, complaints};

/// A limit: the code beyond it, how to reach a size, and the size that is still allowed.
struct Limit {
    code: Code,
    name: &'static str,
    at: usize,
    command: &'static [&'static str],
    reach: Box<dyn Fn(usize) -> Vec<Op> + Sync>,
}

fn limit(
    code: Code,
    name: &'static str,
    at: usize,
    reach: impl Fn(usize) -> Vec<Op> + Sync + 'static,
) -> Limit {
    Limit { code, name, at, command: VALIDATE, reach: Box::new(reach) }
}

/// A text of this many characters, of more bytes.
fn text(length: usize) -> String {
    "ä".repeat(length)
}

/// A text set in a registry.
fn json_text(
    code: Code,
    name: &'static str,
    at: usize,
    path: &'static str,
    pointer: &'static str,
) -> Limit {
    limit(code, name, at, move |length| vec![set(path, pointer, text(length))])
}

fn limits() -> Vec<Limit> {
    let doctor = |limit: Limit| Limit { command: DOCTOR, ..limit };
    let concept_list = |name, field: &'static str| {
        limit(ConceptList, name, 32, move |length| {
            let words: Vec<_> = (0..length).map(|n| format!("wort {n}")).collect();
            vec![set(CONCEPTS, &format!("/concepts/0/{field}"), words)]
        })
    };
    let anchor_text = |length| {
        let text = text(length);
        let digest = vault::digest::Digest::of(text.as_bytes()).to_string();
        vec![set(ANCHORS, "/anchors/0/text", text), set(ANCHORS, "/anchors/0/text_sha256", digest)]
    };
    vec![
        limit(ClaimTooLong, "locator", 1000, |length| {
            let head = format!("- **C-0058** [S-0001 | {} | Auslegung] ", text(length));
            vec![replace(PAGE, CLAIM, &head)]
        }),
        limit(ClaimTooLong, "statement", 20_000, |length| {
            vec![replace(PAGE, CLAIM, &format!("{CLAIM}{}\n", text(length)))]
        }),
        concept_list("aliases", "aliases"),
        limit(ConceptList, "alias", 160, |length| {
            vec![set(CONCEPTS, "/concepts/0/aliases", json!([text(length)]))]
        }),
        limit(RegistryLimit, "worlds", 128, |length| {
            let world = |n| json!({"id": format!("BW-{n:04}"), "name": "n", "description": "d"});
            vec![set(CONCEPTS, "/worlds", (1..=length).map(world).collect::<Value>())]
        }),
        json_text(EntryText, "world name", 120, CONCEPTS, "/worlds/0/name"),
        json_text(EntryText, "world description", 500, CONCEPTS, "/worlds/0/description"),
        json_text(EntryText, "preferred", 160, CONCEPTS, "/concepts/0/preferred"),
        limit(RegistryLimit, "regions", 1000, |length| {
            let region = |n| {
                json!({"id": format!("R-{n:04}"), "kind": "text", "locator": "a", "text": "b",
                    "confidence": 1, "bbox": null, "suspicious_instruction": false})
            };
            vec![set(MEDIA, "/regions", (1..=length).map(region).collect::<Value>())]
        }),
        json_text(MediaAlt, "alt text", 1000, MEDIA, "/alt_text"),
        json_text(EntryText, "media extractor name", 120, MEDIA, "/extractor/name"),
        json_text(EntryText, "media extractor version", 80, MEDIA, "/extractor/version"),
        json_text(EntryText, "region locator", 500, MEDIA, "/regions/0/locator"),
        json_text(EntryText, "region text", 20_000, MEDIA, "/regions/0/text"),
        json_text(EntryText, "anchor extractor name", 200, ANCHORS, "/extractor/name"),
        json_text(EntryText, "anchor extractor version", 50, ANCHORS, "/extractor/version"),
        json_text(EntryText, "anchor locator", 200, ANCHORS, "/anchors/0/locator"),
        limit(AnchorText, "anchor text", 2000, anchor_text),
        json_text(EntryText, "document title", 300, CATALOG, "/documents/0/title"),
        json_text(EntryText, "document summary", 600, CATALOG, "/documents/0/summary"),
        limit(RegistryTooLarge, "registry", 2 * 1024 * 1024, |length| {
            vec![Op::Pad(CONCEPTS.to_owned(), length)]
        }),
        limit(RegistryTooLarge, "media register", 2 * 1024 * 1024, |length| {
            vec![Op::Pad(MEDIA.to_owned(), length)]
        }),
        limit(ReviewerInvalid, "reviewer's name", 64, |length| {
            let by =
                format!("geprueft_von: mensch:{}\ngeprueft_am: 2026-10-01\n", "a".repeat(length));
            vec![replace(PAGE, "tags:", &(by + "tags:"))]
        }),
        limit(ExternalKey, "binding key", 64, |length| {
            vec![replace(EXTERN, "| handbuch |", &format!("| {} |", "a".repeat(length)))]
        }),
        // The page has four claims.
        doctor(limit(PageManyClaims, "claims", 20, |count| {
            let claim = |n| format!("- **C-8{n:03}** [S-0001 | a | Wortlaut] Satz.\n");
            let more: String = (4..count).map(claim).collect();
            vec![replace(PAGE, "## Kontext", &(more + "\n## Kontext")), RELEASED]
        })),
        // The empty piece after the last line end counts.
        doctor(limit(PageManyLines, "lines", 400, |count| {
            vec![Op::Lines(PAGE.to_owned(), count), RELEASED]
        })),
    ]
}

#[test]
fn each_limit_is_where_it_is() {
    assert_none(&complaints(&limits(), |limit| {
        let wrong =
            [(limit.at, false), (limit.at + 1, true)].into_iter().filter_map(|(size, bad)| {
                let (found, exit) = codes(&(limit.reach)(size), limit.command);
                let is_error = limit.code.rule().severity == vault::diagnostic::Severity::Error;
                let right = found.contains(limit.code.rule().code) == bad;
                let right = right && (!is_error || !bad || exit == 1) && (bad || limit.exit(exit));
                (!right).then(|| format!("{} of {size}: exit {exit}, {found:?}", limit.name))
            });
        wrong.collect()
    }));
}

impl Limit {
    /// At the limit the vault is valid, but where the shorter list lacks what claims cite.
    fn exit(&self, exit: i32) -> bool {
        exit == 0 || ["regions"].contains(&self.name)
    }
}

#[test]
fn lists_of_concepts_hold_32() {
    for field in ["broader", "related"] {
        for (count, bad) in [(32, false), (33, true)] {
            // Concepts of the same world for one of them to name.
            let concept = |n: usize| {
                json!({"id": format!("B-{n:04}"), "world": "BW-0001", "preferred": format!("k{n}"),
                    "aliases": [], "broader": [], "related": [], "definition_claim": "C-0058"})
            };
            let mut all: Vec<_> = (1..=count + 1).map(concept).collect();
            all[0][field] = (2..=count + 1).map(|n| format!("B-{n:04}")).collect();
            let (found, _) = codes(&[set(CONCEPTS, "/concepts", all)], VALIDATE);
            assert_eq!(found.contains("concept-list"), bad, "{count} {field}");
            assert!(!found.contains("concept-link-unknown"), "{found:?}");
        }
    }
}

/// The longest chain the limits allow is neither a circle nor too deep; closed, it is one circle.
#[test]
fn the_longest_chain_of_concepts() {
    const COUNT: usize = 10_000;
    let chain = |count: usize, last: &str| {
        let concepts: Vec<String> = (0..count)
            .map(|n| {
                let next = if n + 1 < COUNT { format!("\"B-{:04}\"", n + 1) } else { last.to_owned() };
                format!(
                    "{{\"id\":\"B-{:04}\",\"world\":\"BW-0001\",\"preferred\":\"k{n}\",\"aliases\":[],\
                     \"broader\":[{next}],\"related\":[],\"definition_claim\":\"C-0058\"}}",
                    n % COUNT
                )
            })
            .collect();
        let worlds = "{\"id\":\"BW-0001\",\"name\":\"n\",\"description\":\"d\"}";
        let document = format!(
            "{{\"schema\":\"skillsafe.begriffswelten/v1\",\"worlds\":[{worlds}],\"concepts\":[{}]}}",
            concepts.join(",")
        );
        codes(&[write(CONCEPTS, document)], VALIDATE).0
    };
    let open = chain(COUNT, "");
    assert!(!open.contains("concept-cycle") && !open.contains("registry-limit"), "{open:?}");
    let closed = chain(COUNT, "\"B-0000\"");
    assert!(closed.contains("concept-cycle"), "{closed:?}");
    assert!(chain(COUNT + 1, "").contains("registry-limit"));
}

#[test]
fn questions_have_1000_characters_and_answers_20_claims() {
    for (count, exit) in [(1000, 0), (1001, 1)] {
        let (found, code) = codes(&[], &["query", &text(count)]);
        assert_eq!((code, found.contains("query-too-long")), (exit, exit == 1), "{count}");
    }
    for (limit, exit) in [("0", 2), ("1", 0), ("20", 0), ("21", 2)] {
        let (found, code) = codes(&[], &["query", "--limit", limit, "Frist"]);
        assert_eq!((code, found.contains("query-limit")), (exit, exit == 2), "{limit}");
    }
}

#[test]
fn numbers_of_regions_include_their_ends() {
    for (value, bad) in
        [("0", false), ("1", false), ("1.0", false), ("1.000001", true), ("-0.000001", true)]
    {
        let number: Value = serde_json::from_str(value).unwrap();
        let (found, _) = codes(&[set(MEDIA, "/regions/0/confidence", number)], VALIDATE);
        assert_eq!(found.contains("region-confidence"), bad, "{value}");
    }
    let boxes = [
        (json!([0, 0, 1, 1]), false),
        (json!([0.7, 0.9, 0.3, 0.1]), false),
        (json!([0.5, 0, 0.500_000_000_5, 1]), false),
        (json!([0.5, 0, 0.500_000_01, 1]), true),
        (json!([0, 0, 1, 0]), true),
        (json!([1, 0, 0.1, 1]), true),
        (json!([-0.1, 0, 0.1, 1]), true),
        (json!([0, 0, 1.000_000_000_1, 1]), true),
        (json!([0, 0, 1, 1, 1]), true),
        (json!("null"), true),
        (json!(null), false),
    ];
    for (value, bad) in boxes {
        let (found, _) = codes(&[set(MEDIA, "/regions/0/bbox", value.clone())], VALIDATE);
        assert_eq!(found.contains("region-box"), bad, "{value}");
    }
}

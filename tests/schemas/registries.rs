//! What registries and the binding file may hold: the limits of specification chapter 3, each
//! reached and passed.

use serde_json::{Value, json};
use vault::digest::Digest;
use vault::findings::Code::*;

use crate::support::recorded_document;
use crate::table::Verdict::{Right, Unsaid, Wrong};
use crate::table::{INSTRUCTIONS, Rows, Table};

/// The vault the registries are from, and are put back into to be judged.
pub const VAULT: u32 = 301;

/// All tables, each with the path its documents have in the vault.
pub fn tables() -> Vec<(Table, &'static str)> {
    vec![
        (concepts(), CONCEPTS),
        (media(), MEDIA),
        (anchors(), ANCHORS),
        (local_catalog(), CATALOG),
        (web_catalog(), WEB_CATALOG),
        (bindings(), ".vault-extern.json"),
    ]
}

const CONCEPTS: &str = "schema/begriffswelten.json";
const MEDIA: &str = "sources/derived/S-9001__media.json";
const ANCHORS: &str = "sources/derived/X-0001__anchors.json";
const CATALOG: &str = "sources/derived/X-0001__orchestrator.json";
const WEB_CATALOG: &str = "sources/derived/X-0002__orchestrator.json";

/// A registry of the vault with only some entries of its list.
fn sample(path: &str, list: &str, entries: &[usize]) -> Value {
    let mut registry = recorded_document(&format!("parity/vaults/{VAULT}/vault/{path}"));
    registry[list] = entries.iter().map(|at| registry[list][at].clone()).collect();
    registry
}

fn concepts() -> Table {
    let mut table = Table::new("begriffswelten");
    let mut base = sample(CONCEPTS, "concepts", &[0, 2, 4]);
    base["concepts"][2]["related"] = json!(["B-0001", "B-0003"]);
    let mut rows = table.from("registry", &base);
    rows.systematic();
    rows.wrong("/schema", ["skillsafe.begriffswelten/v2", "begriffswelten/v1"].map(Value::from));
    rows.right("/concepts", [json!([])]);
    rows.id("/worlds/0/id", "BW");
    rows.plain("/worlds/0/name", 120);
    rows.plain("/worlds/0/description", 500);
    rows.id("/concepts/2/id", "B");
    rows.id("/concepts/2/world", "BW");
    rows.id("/concepts/2/definition_claim", "C");
    rows.id("/concepts/2/broader/0", "B");
    rows.id("/concepts/2/related/0", "B");
    for label in ["/concepts/2/preferred", "/concepts/2/aliases/0"] {
        rows.plain(label, 160);
        rows.instructions(label);
    }
    let words = |count| (0..count).map(|n| format!("wort {n}")).collect::<Value>();
    rows.right("/concepts/2/aliases", [words(0), words(32)]);
    rows.wrong("/concepts/2/aliases", [words(33)]);
    let worlds = |count| {
        let world = |n| json!({"id": format!("BW-{n:04}"), "name": "n", "description": "d"});
        (1..=count).map(world).collect::<Value>()
    };
    rows.right("/worlds", [worlds(128)]);
    rows.wrong("/worlds", [worlds(129)]);
    for (name, pointer, value, code) in [
        ("an ID twice", "/concepts/2/id", json!("B-0001"), EntryRepeated),
        ("an unknown world", "/concepts/2/world", json!("BW-0099"), ConceptWorld),
        ("an unknown concept", "/concepts/2/broader", json!(["B-0099"]), ConceptLinkUnknown),
        ("itself", "/concepts/2/related", json!(["B-0005"]), ConceptLinkUnknown),
        ("a circle", "/concepts/0/broader", json!(["B-0003"]), ConceptCycle),
        ("another's label", "/concepts/2/preferred", json!("STRASSEFRIST"), ConceptLabelCollision),
        ("no letter", "/concepts/2/preferred", json!("§"), ConceptLabelEmpty),
        (
            "an unknown claim",
            "/concepts/2/definition_claim",
            json!("C-9999"),
            ConceptDefinitionMissing,
        ),
        (
            "a claim elsewhere",
            "/concepts/2/definition_claim",
            json!("C-0001"),
            ConceptDefinitionPage,
        ),
    ] {
        rows.row(name, &[(pointer, Some(value))], Unsaid(code));
    }
    many_concepts(&mut table);
    table
}

/// Limits that take other concepts to name, and the limit on their number.
fn many_concepts(table: &mut Table) {
    let concept = |n: usize| {
        json!({"id": format!("B-{n:04}"), "world": "BW-0001", "preferred": format!("k{n}"),
            "aliases": [], "broader": [], "related": [], "definition_claim": "C-0001"})
    };
    let world = json!({"id": "BW-0001", "name": "n", "description": "d"});
    let document = |count: usize| {
        let concepts: Value = (0..count).map(concept).collect();
        json!({"schema": "skillsafe.begriffswelten/v1", "worlds": [world], "concepts": concepts})
    };
    let mut rows = table.from("40 concepts", &document(40));
    for list in ["/concepts/0/broader", "/concepts/0/related"] {
        let ids = |count| (1..=count).map(|n| format!("B-{n:04}")).collect::<Value>();
        rows.right(list, [ids(32)]);
        rows.wrong(list, [ids(33)]);
    }
    let mut rows = table.from("10000 concepts", &document(10_000));
    rows.row("and one more", &[("/concepts/10000", Some(concept(0)))], Wrong);
}

/// The language, extractor and verification that media registers and anchors share.
fn provenance(rows: &mut Rows, name: usize, version: usize) {
    let right = ["und", "de", "gsw", "de-AT", "zh-Hant-TW", "de-1996", "de-abcdefgh"];
    let wrong = [
        "",
        "d",
        "DE",
        "deutsch",
        "de-",
        "de-A",
        "de_AT",
        "de-abcdefghi",
        "de-ä1",
        "de\n",
        " de",
        "de--AT",
    ];
    rows.right("/language", right.map(Value::from));
    rows.wrong("/language", wrong.map(Value::from));
    rows.right("/extractor/kind", ["human", "model", "ocr", "hybrid"].map(Value::from));
    rows.wrong("/extractor/kind", ["Human", "", "mensch"].map(Value::from));
    rows.plain("/extractor/name", name);
    rows.plain("/extractor/version", version);
    rows.wrong("/verified", [json!(false), json!("true"), json!(1)]);
}

/// The mark on an entry whose texts may carry instructions.
fn suspicious(rows: &mut Rows, entry: &str) {
    let mark = format!("{entry}/suspicious_instruction");
    rows.right(&mark, [json!(true), json!(false)]);
    for field in ["text", "locator"] {
        let field = format!("{entry}/{field}");
        for text in INSTRUCTIONS {
            // What is no quote at all is refused for that, marked or not.
            let quote = !text.contains(['\u{a0}', '\u{85}', '\u{2028}']) && !text.contains("  ");
            if !quote && field.contains("anchors") && field.ends_with("text") {
                continue;
            }
            for (marked, verdict) in [(true, Right), (false, Wrong)] {
                let edits = [(field.as_str(), Some(json!(text))), (&mark, Some(json!(marked)))];
                rows.row(&format!("{field} {text:?} marked {marked}"), &edits, verdict);
            }
        }
    }
}

fn media() -> Table {
    let mut table = Table::new("media");
    let mut rows = table.from("register", &sample(MEDIA, "regions", &[0, 2, 3]));
    rows.systematic();
    rows.wrong("/schema", ["skillsafe.media/v2", "skillsafe.anchors/v1"].map(Value::from));
    rows.id("/source_id", "S");
    rows.digest("/source_sha256");
    rows.wrong("/media_type", ["image/svg+xml", "image/bmp", "image/PNG", "png"].map(Value::from));
    provenance(&mut rows, 120, 80);
    rows.plain("/alt_text", 1000);
    rows.instructions("/alt_text");
    let regions = |count| {
        let region = |n| {
            json!({"id": format!("R-{n:04}"), "kind": "text", "locator": "a", "text": "b",
                "confidence": 1, "bbox": null, "suspicious_instruction": false})
        };
        (0..count).map(region).collect::<Value>()
    };
    rows.right("/regions", [regions(1), regions(1000)]);
    rows.wrong("/regions", [regions(0), regions(1001)]);
    rows.id("/regions/0/id", "R");
    let kinds = ["text", "diagram", "table", "photo", "chart", "other"];
    rows.right("/regions/0/kind", kinds.map(Value::from));
    rows.wrong("/regions/0/kind", ["Text", "bild", ""].map(Value::from));
    rows.plain("/regions/0/locator", 500);
    rows.plain("/regions/0/text", 20_000);
    rows.right("/regions/0/confidence", [json!(0), json!(1), json!(1.0), json!(0.25)]);
    rows.wrong("/regions/0/confidence", [json!(1.000_001), json!(-0.000_001), json!("1")]);
    rows.right("/regions/0/bbox", [json!(null), json!([0, 0, 1, 1]), json!([0.7, 0.9, 0.3, 0.1])]);
    rows.wrong("/regions/0/bbox", wrong_boxes());
    suspicious(&mut rows, "/regions/0");
    for (name, pointer, value, code) in [
        ("another source", "/source_id", json!("S-9002"), RegistrySource),
        ("another digest", "/source_sha256", json!("0".repeat(64)), MediaDigest),
        ("another type", "/media_type", json!("image/jpeg"), MediaType),
        ("an ID twice", "/regions/0/id", json!("R-0103"), EntryRepeated),
        ("a box too wide", "/regions/0/bbox", json!([0.5, 0, 0.6, 1]), RegionBox),
        ("a box too high", "/regions/0/bbox", json!([0, 0.25, 1, 0.76]), RegionBox),
    ] {
        rows.row(name, &[(pointer, Some(value))], Unsaid(code));
    }
    table
}

/// Each number too small and too large, each not a number, and too few or many of them.
fn wrong_boxes() -> Vec<Value> {
    let base = [0.5, 0.25, 0.125, 0.0625];
    let mut boxes = vec![
        json!([]),
        json!(base[..3]),
        json!([0.5, 0.25, 0.125, 0.0625, 0.5]),
        json!([0.5, 0.25, 0, 0.5]),
        json!([0.5, 0.25, 0.5, 0]),
        json!([0, 0, 1.000_000_000_1, 1]),
        json!([0, 0, 1, 1.000_000_000_1]),
    ];
    for at in 0..4 {
        for wrong in [json!(-0.1), json!(1.1), json!("0.5"), json!(true), json!(null)] {
            let mut numbers = base.map(Value::from);
            numbers[at] = wrong;
            boxes.push(numbers.into_iter().collect());
        }
    }
    boxes
}

fn anchors() -> Table {
    let mut table = Table::new("anchors");
    let mut base = sample(ANCHORS, "anchors", &[0, 1]);
    base["anchors"][1]["suspicious_instruction"] = json!(true);
    let mut rows = table.from("register", &base);
    rows.systematic();
    rows.wrong("/schema", ["skillsafe.anchors/v2", "skillsafe.media/v1"].map(Value::from));
    rows.id("/source_id", "X");
    rows.wrong("/source_kind", ["markdown", ""].map(Value::from));
    rows.wrong("/segmentation", ["satzsegmentierung/v2", ""].map(Value::from));
    provenance(&mut rows, 200, 50);
    rows.wrong("/anchors", [json!([])]);
    rows.id("/anchors/0/id", "A");
    rows.path("/anchors/0/document");
    rows.digest("/anchors/0/document_sha256");
    rows.right("/anchors/0/sentence_index", [json!(1), json!(u64::MAX)]);
    rows.wrong("/anchors/0/sentence_index", [json!(0), json!(-1), json!(1.5), json!("1")]);
    let blocks = ["absatz", "listenpunkt", "tabellenzelle", "ueberschrift", "zitat"];
    rows.right("/anchors/0/block", blocks.map(Value::from));
    rows.wrong("/anchors/0/block", ["Absatz", "code", ""].map(Value::from));
    rows.plain("/anchors/0/locator", 200);
    rows.plain("/anchors/0/text", 2000);
    let unquoted = ["a  b", "a\u{a0}b", "a\u{2003}b", "a\u{2028}b", "a\u{85}b"];
    rows.wrong("/anchors/0/text", unquoted.map(Value::from));
    rows.digest("/anchors/0/text_sha256");
    suspicious(&mut rows, "/anchors/0");
    let decomposed = "e\u{301}";
    let digest = Digest::of(decomposed.as_bytes()).to_string();
    let edits = [
        ("/anchors/0/text", Some(json!(decomposed))),
        ("/anchors/0/text_sha256", Some(json!(digest))),
    ];
    rows.row("not composed", &edits, Unsaid(AnchorText));
    for (name, pointer, value, code) in [
        ("another source", "/source_id", json!("X-0003"), RegistrySource),
        ("another kind", "/source_kind", json!("skillsafe-vault"), AnchorKind),
        ("an ID twice", "/anchors/0/id", json!("A-0002"), EntryRepeated),
        ("another digest", "/anchors/0/text_sha256", json!("0".repeat(64)), AnchorDigest),
        ("no digits alone", "/anchors/0/sentence_index", json!(2.0), AnchorIndex),
    ] {
        rows.row(name, &[(pointer, Some(value))], Unsaid(code));
    }
    table
}

/// A catalogue of two documents.
fn catalog(path: &str) -> Value {
    let mut base = sample(path, "documents", &[0, 1]);
    base["document_count"] = json!(2);
    base
}

fn local_catalog() -> Table {
    let mut table = Table::new("orchestrator");
    let mut rows = table.from("local catalogue", &catalog(CATALOG));
    rows.systematic();
    rows.wrong("/schema", ["skillsafe.orchestrator/v2", "orchestrator"].map(Value::from));
    rows.id("/source_id", "X");
    rows.wrong("/segmentation", ["satzsegmentierung/v2", ""].map(Value::from));
    rows.digest("/generated_from_sha256");
    rows.wrong("/document_count", [json!(0), json!(-1), json!(2.5), json!("2")]);
    rows.wrong("/documents", [json!([])]);
    rows.path("/documents/0/path");
    rows.digest("/documents/0/sha256");
    rows.plain("/documents/0/title", 300);
    rows.unless_empty("/documents/0/summary", 600);
    rows.right("/documents/0/summary", [json!("")]);
    for list in ["/documents/0/tags", "/documents/0/top_tokens"] {
        rows.right(list, [json!([]), json!([" "]), json!(["a", "a"])]);
        rows.wrong(list, [json!([""]), json!(["a", 1])]);
    }
    for figure in ["/documents/0/sentence_count", "/documents/0/token_count"] {
        rows.right(figure, [json!(0), json!(u64::MAX)]);
        rows.wrong(figure, [json!(-1), json!(0.5), json!("1")]);
        rows.row("no digits alone", &[(figure, Some(json!(1.0)))], Unsaid(DocumentFigure));
    }
    let first = catalog(CATALOG)["documents"][0]["path"].clone();
    for (name, pointer, value, code) in [
        ("another source", "/source_id", json!("X-0002"), RegistrySource),
        ("another number", "/document_count", json!(3), CatalogCount),
        ("no digits alone", "/document_count", json!(2.0), CatalogCount),
        ("a path twice", "/documents/1/path", first, DocumentRepeated),
    ] {
        rows.row(name, &[(pointer, Some(value))], Unsaid(code));
    }
    pins(&mut rows, &json!(null), Unsaid(CatalogUnpinned));
    table
}

fn web_catalog() -> Table {
    let mut table = Table::new("orchestrator");
    let mut rows = table.from("web catalogue", &catalog(WEB_CATALOG));
    rows.systematic();
    pins(&mut rows, &json!("0".repeat(64)), Unsaid(CatalogPinned));
    table
}

/// One pin of the other kind is wrong anyway, all of them only for this kind of source.
fn pins(rows: &mut Rows, other: &Value, all: crate::table::Verdict) {
    let pins = ["/generated_from_sha256", "/documents/0/sha256", "/documents/1/sha256"];
    for pin in pins {
        rows.wrong(pin, [other.clone()]);
    }
    rows.row("other pins", &pins.map(|pin| (pin, Some(other.clone()))), all);
}

fn bindings() -> Table {
    let mut table = Table::new("bindung");
    let bound = |id: &str, root: &str| json!({"key": "a", "source_id": id, "root": root, "bound_at": "2026-10-01"});
    let base = json!({"schema": "skillsafe.bindung/v1", "cache_ttl_seconds": 60,
        "bindings": [bound("X-0001", "/srv/a"), bound("X-0002", "/srv/b")]});
    let mut rows = table.from("bindings", &base);
    rows.systematic();
    rows.wrong("/schema", ["skillsafe.bindung/v2", ""].map(Value::from));
    rows.right("/bindings", [json!([])]);
    let long = "a".repeat(64);
    rows.right("/bindings/0/key", ["a", "0-", "team-2", &long].map(Value::from));
    let longer = format!("{long}a");
    let wrong = ["", "-a", "A", "a b", "a_b", "ä", "a\n", "a\u{663}", &longer];
    rows.wrong("/bindings/0/key", wrong.map(Value::from));
    rows.id("/bindings/0/source_id", "X");
    let right = ["/", "/a/..b/c..", "/srv/ü x/", "//a", "/a\\b"];
    let wrong = [
        "",
        "a",
        "~/a",
        "./a",
        "C:/a",
        "/..",
        "/../a",
        "/a/..",
        "/a/../b",
        " /a",
        "/a ",
        "/a\u{a0}",
        "/a\u{2028}",
        "/a\nb",
        "/a\n",
        "/a\u{1b}[0m",
    ];
    rows.right("/bindings/0/root", right.map(Value::from));
    rows.wrong("/bindings/0/root", wrong.map(Value::from));
    rows.day("/bindings/0/bound_at");
    rows.row("no time to live", &[("/cache_ttl_seconds", None)], Right);
    rows.right("/cache_ttl_seconds", [json!(0), json!(u64::MAX)]);
    rows.wrong("/cache_ttl_seconds", [json!(-1), json!(0.5), json!("0")]);
    for (name, pointer, value) in [
        ("no digits alone", "/cache_ttl_seconds", json!(1.0)),
        ("a source twice", "/bindings/0/source_id", json!("X-0002")),
    ] {
        rows.row(name, &[(pointer, Some(value))], Unsaid(BindingMalformed));
    }
    table
}

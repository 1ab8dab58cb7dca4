//! Pages: frontmatter, fields, relations, links.

use vault::findings::Code::*;

use crate::case::*;

pub fn cases() -> Vec<Case> {
    let page = |code, find: &str, with: &str, spot| {
        case(code, [replace(PAGE, find, with)], VALIDATE, spot)
    };
    // The changed line is where the finding stands.
    let field = |code, find: &str, with: &str| page(code, find, with, at(PAGE, with));
    let tags = "tags: [checksum, register]";
    let external = |code, with: &str| {
        case(code, [replace(EXTERNAL_PAGE, "[X-0001]", with)], VALIDATE, at(EXTERNAL_PAGE, with))
    };
    let review = |code, with: &str, spot: &str| {
        let lines = format!("{tags}\n{with}");
        case(code, [replace(PAGE, tags, &lines)], VALIDATE, at(PAGE, spot))
    };
    let relation = |code, with: &str| {
        let find = "ersetzt -> ma-03/schwelle-minderung-0002.md";
        case(code, [replace(RELATED, find, with)], VALIDATE, at(RELATED, "relations:"))
    };
    let body = |code, text: &str| {
        let lines = format!("{text}\n\n## Kontext");
        let first = text.lines().last().unwrap();
        case(code, [replace(PAGE, "## Kontext", &lines)], VALIDATE, at(PAGE, first))
    };
    vec![
        page(FrontmatterMissing, "---\n", "\u{feff}---\n", line(PAGE, 1)),
        page(FrontmatterMissing, "---\n", "--- \n", line(PAGE, 1)),
        page(FrontmatterMissing, "---\n", "\n---\n", line(PAGE, 1)),
        page(FrontmatterUnterminated, "\n---\n", "\n ---\n", line(PAGE, 1)),
        page(FrontmatterNested, tags, "tags:\n  a: b", at(PAGE, "  a: b")),
        page(FrontmatterNested, tags, "tags:\n\t- b", at(PAGE, "\t- b")),
        page(FrontmatterNested, tags, "tags:\n - b", at(PAGE, " - b")),
        page(FrontmatterNested, tags, "tags:\n   - b", at(PAGE, "   - b")),
        page(FrontmatterOrphanItem, tags, "tags: [a]\n  - b", at(PAGE, "  - b")),
        page(FrontmatterOrphanItem, tags, "tags:\n  - a\n\n  - b", at(PAGE, "  - b")),
        page(FrontmatterOrphanItem, tags, "tags:\n  - a\n# c\n  - b", at(PAGE, "  - b")),
        field(FrontmatterLine, tags, "tags: [a]\nkaputt").moved(at(PAGE, "kaputt")),
        field(FrontmatterRepeatedKey, tags, "tags: [a]\ntags: [b]").moved(at(PAGE, "tags: [b]")),
        field(FieldUnknown, tags, "tags: [a]\nexecutor: x").moved(at(PAGE, "executor")),
        page(FieldMissing, "type: konzept\n", "", whole(PAGE)),
        page(FieldMissing, "title: ", "titel: ", whole(PAGE)),
        field(FieldMissing, "status: aktiv", "status: \"\""),
        field(FieldMissing, "stand: 2026-01-06", "stand: []"),
        page(FieldMissing, "tags: [checksum, register]\n", "", whole(PAGE)),
        field(FieldNotList, tags, "tags: druck"),
        field(FieldNotList, "sources: [S-0001, S-0002]", "sources: S-0001"),
        field(FieldNotText, "status: aktiv", "status: [aktiv]"),
        field(TypeUnknown, "type: konzept", "type: Konzept"),
        field(DomainMismatch, "domain: kennzahl-01", "domain: ma-03"),
        field(StatusInvalid, "status: aktiv", "status: Aktiv"),
        field(ConfidenceInvalid, "confidence: niedrig", "confidence: high"),
        field(VersionInvalid, "version: 1.5.0", "version: 1.5"),
        field(VersionInvalid, "version: 1.5.0", "version: 1.5.0-beta"),
        field(AsOfInvalid, "stand: 2026-01-06", "stand: 2026-02-29"),
        field(AsOfInvalid, "stand: 2026-01-06", "stand: 2026-1-6"),
        field(SourcesEmpty, "sources: [S-0001, S-0002]", "sources: []"),
        page(SourcesEmpty, "sources: [S-0001, S-0002]\n", "", whole(PAGE)),
        field(SourceInvalid, "sources: [S-0001", "sources: [S-1, S-0001"),
        field(SourceInvalid, "sources: [S-0001", "sources: [X-0001, S-0001"),
        field(SourceUnregistered, "sources: [S-0001", "sources: [S-4711, S-0001"),
        field(TagsEmpty, tags, "tags: []"),
        field(TagInvalid, tags, "tags: [a, —]"),
        field(TagInvalid, tags, "tags: [a, ]"),
        page(TagInvalid, tags, "tags:\n  - a, b", at(PAGE, "tags:")),
        page(TagInvalid, tags, "tags:\n  - a[b", at(PAGE, "tags:")),
        field(PageConceptInvalid, "concepts: [B-0002", "concepts: [b2"),
        field(PageConceptUnknown, "concepts: [B-0002", "concepts: [B-9999"),
        field(PageConceptRepeated, "concepts: [B-0002, B-0004]", "concepts: [B-0002, B-0002]"),
        external(PageExternalInvalid, "[X-0001, x1]"),
        external(PageExternalUnlisted, "[X-0001, X-0099]"),
        external(PageExternalRepeated, "[X-0001, X-0001]"),
        review(ReviewPair, "geprueft_von: mensch:anna", "geprueft_von"),
        review(ReviewPair, "geprueft_am: 2026-10-01", "geprueft_am"),
        review(ReviewerInvalid, "geprueft_von: human:a\ngeprueft_am: 2026-10-01", "geprueft_von"),
        review(ReviewerInvalid, "geprueft_von: agent:a\ngeprueft_am: 2026-10-01", "geprueft_von"),
        review(ReviewerInvalid, "geprueft_von: mensch:A\ngeprueft_am: 2026-10-01", "geprueft_von"),
        review(ReviewDateInvalid, "geprueft_von: mensch:a\ngeprueft_am: heute", "geprueft_am"),
        review(ReviewOutdated, "geprueft_von: mensch:a\ngeprueft_am: 2026-01-05", "geprueft_am"),
        case(
            PageWithoutClaims,
            [write("knowledge/ma-03/leer.md", EMPTY_PAGE)],
            VALIDATE,
            whole("knowledge/ma-03/leer.md"),
        ),
        relation(RelationGrammar, "ersetzt => ma-03/schwelle-minderung-0002.md"),
        relation(RelationGrammar, "ersetzt  -> ma-03/schwelle-minderung-0002.md"),
        relation(RelationGrammar, "ersetzt -> ma-03/a/b.md"),
        relation(RelationGrammar, "Ersetzt -> ma-03/schwelle-minderung-0002.md"),
        relation(RelationTypeUnknown, "erfindet -> ma-03/schwelle-minderung-0002.md"),
        relation(RelationTargetMissing, "ersetzt -> ma-03/fehlt.md"),
        relation(RelationTargetMissing, "ersetzt -> MA-03/schwelle-minderung-0002.md"),
        body(LinkSyntax, "[a]()"),
        body(LinkSyntax, "[a](<protokoll-grenzwert-0000.md)"),
        body(LinkSyntax, "[a](protokoll-grenzwert-0000.md mehr)"),
        body(LinkSyntax, "[^1]: zwei Worte"),
        body(LinkHtml, "<A\nhref>").moved(at(PAGE, "<A")),
        body(LinkHtml, "`<img src=x>`"),
        body(LinkOutside, "[a](../ma-03/schwelle-minderung-0002.md)"),
        body(LinkOutside, "[a](/etc/passwd)"),
        body(LinkOutside, "[a](x/../protokoll-grenzwert-0000.md)"),
        body(LinkOutside, "[a](C:/x.md)"),
        body(LinkMissing, "[a](fehlt.md)"),
        body(LinkMissing, "[a](protokoll%2Dgrenzwert-0000.md)"),
        body(LinkMissing, "[a](HTTPS://x.de)"),
        body(LinkMissing, "[a]: fehlt.md (Titel)"),
    ]
}

const EMPTY_PAGE: &str = "---\ntype: konzept\ntitle: Leer\ndomain: ma-03\nstatus: aktiv\n\
    confidence: niedrig\nversion: 1.0.0\nstand: 2026-01-01\nsources: [S-0001]\ntags: [leer]\n\
    ---\n\n# Leer\n";

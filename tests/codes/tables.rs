//! Line based registries: types, the two tables of sources, the router.

use vault::findings::Code::*;

use crate::case::*;

/// Any digest of the right form.
const DIGEST: &str = "929d0662cd846275d4ba41262518dd3373e83cb896aa9911dc7815afc84e6475";
/// The file of the first registered source.
const ORIGINAL: &str = "sources/raw/S-0001__quelle-1.md";

pub fn cases() -> Vec<Case> {
    // A change whose line is where the finding stands.
    let here = |path: &'static str| {
        move |code, find: &str, with: &str, spot: &str| {
            case(code, [replace(path, find, with)], VALIDATE, at(path, spot))
        }
    };
    let (types, router) = (here(TYPES), here(ROUTER));
    let register = |code, find: &str, with: &str| {
        case(code, [replace(REGISTER, find, with)], VALIDATE, at(REGISTER, "Schlüssel"))
    };
    // A source of its own, with this text in its file.
    let source = |code, name: &str, content: &[u8], spot| {
        let digest = vault::digest::Digest::of(content);
        let row = format!("| S-7001 | x | 2026 | {digest} | T1 | frei | sources/raw/{name} |\n");
        let ops = [write(&format!("sources/raw/{name}"), content), append(REGISTER, &row)];
        case(code, ops, VALIDATE, spot)
    };
    let row = |code, file: &str| {
        let row = format!("| S-7001 | x | 2026 | {DIGEST} | T1 | frei | {file} |\n");
        case(code, [append(REGISTER, &row)], VALIDATE, at(REGISTER, "S-7001"))
    };
    let external = |code, find: &str, with: &str, spot: &str| {
        case(code, [replace(EXTERN, find, with)], VALIDATE, at(EXTERN, spot))
    };
    let listed = "- knowledge/kennzahl-01/minderung-protokoll-0012.md";
    let png = b"\x89PNG\r\n\x1a\nA".as_slice();
    let mut cases = vec![
        types(TypesLine, "konzept:\n", "konzept:\n einfach: x\n", " einfach"),
        types(TypesLine, "konzept:", "konzept: x", "konzept: x"),
        types(TypesLine, "[formalisiert", "formalisiert", "_relationstypen"),
        types(TypesName, "konzept:", "Konzept:", "Konzept:"),
        case(TypesRepeated, [append(TYPES, "\nkonzept:\n")], VALIDATE, line(TYPES, 26)),
        case(TypesEmpty, [write(TYPES, "_relationstypen: [a]\n")], VALIDATE, whole(TYPES)),
        types(TypesFieldUnknown, "  kriterien:", "  farbe:", "  farbe:"),
        types(TypesFieldMissing, "  kriterien: hat eine eigene Definition\n", "", "konzept:"),
        types(
            TypesFieldMissing,
            "kriterien: hat eine eigene Definition",
            "kriterien: \"\"",
            "\"\"",
        ),
        types(TypesFieldRepeated, "  kriterien:", "  beschreibung:", "  beschreibung: hat"),
        case(TypesRelationsMissing, [write(TYPES, "konzept:\n")], VALIDATE, whole(TYPES)),
        case(
            TypesRelationsMissing,
            [write(TYPES, "_relationstypen: [,]\n")],
            VALIDATE,
            whole(TYPES),
        ),
        types(TypesRelationInvalid, "basiert_auf", "basiert-auf", "_relationstypen"),
        types(TypesRelationRepeated, "basiert_auf", "ersetzt", "_relationstypen"),
        types(TypesRelationsRepeated, "konzept:", "_relationstypen: [b]\nkonzept:", "[b]"),
        register(TableCells, "| T2 |", "|"),
        register(TableCells, "Schlüssel", "Schlüssel | mehr"),
        register(TableId, "| S-0001 |", "| S-001 |"),
        case(
            TableRepeated,
            [append(
                REGISTER,
                &format!("| S-0001 | z | 1 | {DIGEST} | T1 | frei | {ORIGINAL} |\n"),
            )],
            VALIDATE,
            at(REGISTER, "| z |"),
        ),
        case(
            TableCellEmpty,
            [replace(REGISTER, "Quelle 1: Schlüssel", "")],
            VALIDATE,
            at(REGISTER, "S-0001"),
        ),
        register(TableCellEmpty, "| frei, eigene Arbeit |", "|  |"),
        register(TableTrust, "| T2 |", "| T4 |"),
        register(RegisterDigestFormat, "929d0662", "929D0662"),
        register(RegisterDigest, "929d0662", "029d0662"),
        case(RegisterDigest, [append(ORIGINAL, "x")], VALIDATE, at(REGISTER, "S-0001")),
        row(RegisterPath, "sources/raw/S-7002__x.md"),
        row(RegisterPath, "sources/raw/S-7001__"),
        row(RegisterPath, "sources/raw/a/S-7001__x.md"),
        row(RegisterPath, "sources/raw/../raw/S-7001__x.md"),
        row(RegisterPath, "knowledge/S-7001__x.md"),
        row(RegisterFileMissing, "sources/raw/S-7001__x.md"),
        case(
            RegisterFileMissing,
            [delete(ORIGINAL), folder(ORIGINAL)],
            VALIDATE,
            at(REGISTER, "S-0001"),
        ),
        source(RegisterSignature, "S-7001__x.md", png, at(REGISTER, "S-7001")),
        source(RegisterSignature, "S-7001__x.png", b"kein Bild", at(REGISTER, "S-7001")),
        source(RegisterSignature, "S-7001__x.jpg", png, at(REGISTER, "S-7001")),
        source(RegisterSignature, "S-7001__x.md", b"<!-- a --> <SVG", at(REGISTER, "S-7001")),
        source(MediaMissing, "S-7001__x.png", png, at(REGISTER, "S-7001")),
        case(
            MediaMisplaced,
            [write("sources/derived/S-0001__media.json", "{}")],
            VALIDATE,
            whole("sources/derived/S-0001__media.json"),
        ),
        external(ExternalKind, "Handbuch | markdown-tree", "Handbuch | website", "X-0001"),
        external(ExternalKey, "| handbuch |", "| Handbuch! |", "X-0001"),
        external(ExternalKey, "| handbuch |", "| -handbuch |", "X-0001"),
        external(ExternalKeyRepeated, "| netz |", "| handbuch |", "X-0002"),
        external(ExternalScope, "fachbereich 2026", "2026", "X-0003"),
        external(ExternalScope, "fachbereich 2026", "Projekt Fachbereich", "X-0003"),
        external(TableCells, "| netz |", "| netz | x |", "X-0002"),
        external(TableId, "| X-0002 |", "| X-2 |", "X-2"),
        external(TableTrust, "| T3 |", "| hoch |", "X-0002"),
        external(TableCellEmpty, "| handbuch |", "| |", "X-0001"),
        case(
            ExternalUnused,
            [append(EXTERN, "| X-0004 | a | markdown-tree | - | 2026 | neu | T1 | frei |\n")],
            VALIDATE,
            at(EXTERN, "X-0004"),
        ),
        case(
            RouterRepeated,
            [append(ROUTER, "\n##  ma-03\nschlagworte: x\n")],
            VALIDATE,
            at(ROUTER, "##  ma-03"),
        ),
        router(RouterKeywords, "schlagworte:", "stichworte:", "## kennzahl-01"),
        router(
            RouterKeywords,
            "schlagworte: kennzahl-01, hypothek",
            "schlagworte: ,",
            "## kennzahl-01",
        ),
        router(RouterDomainUnknown, "## kennzahl-01", "## anderswo", "## anderswo"),
        router(RouterPageMissing, listed, "- knowledge/kennzahl-01/fehlt.md", "fehlt.md"),
        router(
            RouterPageDomain,
            listed,
            "- knowledge/ma-03/norm-wartung-0008.md",
            "ma-03/norm-wartung",
        ),
        case(
            RouterDomainMissing,
            [replace(ROUTER, "## kennzahl-01", "## anderswo")],
            VALIDATE,
            whole(ROUTER),
        ),
        case(RouterDomainMissing, [folder("knowledge/neu")], VALIDATE, whole(ROUTER)),
    ];
    let unsettled =
        ["-", "?", "n/a", "NA", "rechte", "Todo", "tbd", "offen", "unklar", "ungeklärt"];
    cases.extend(unsettled.iter().chain(&["Unknown"]).map(|rights| {
        register(RegisterRights, "| frei, eigene Arbeit |", &format!("| {rights} |"))
    }));
    let targets = [
        "http://h/docs",
        "https://h/docs?q=1",
        "https://h/docs#a",
        "https://u:p@h/docs",
        "https://h/../x",
        "https://h/a..b",
        "https:///x",
        "https://a_b/x",
        "https://h:0/x",
        "/srv/docs",
    ];
    cases.extend(
        targets.iter().map(|target| {
            external(ExternalTarget, "https://127.0.0.1:8443/docs", target, "X-0002")
        }),
    );
    cases
}

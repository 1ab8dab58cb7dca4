//! What `doctor` adds, questions, writing, and reading single things.

use vault::findings::Code::*;

use crate::case::*;

const NOTE: &[&str] = &["log", "note", "x"];
const RECOVER: &[&str] = &["recover"];
const EXPORT: &[&str] = &["export", "--okf", "--out", "{beside}/bundle"];
/// Into the folder the vault lies in.
const PACKAGE: &[&str] = &["package", "--out", "{beside}", "--no-engine"];

/// A whole program that does nothing.
const MACH_O: [u8; 32] =
    *b"\xcf\xfa\xed\xfe\x0c\0\0\x01\0\0\0\0\x02\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0";

pub fn cases() -> Vec<Case> {
    let doctor = |code, op, spot| case(code, [op], DOCTOR, spot);
    // Advice stands alone once the change is released.
    let advice = |code, op, spot| case(code, [op, RELEASED], DOCTOR, spot);
    let usage = |code, command: &[&str]| case(code, [], command, Spot::Vault);
    let packing = |code, op, path| case(code, [op, RELEASED], PACKAGE, whole(path));
    let skill = |fields: &str| write("SKILL.md", format!("---\n{fields}\n---\n"));
    let described = format!("name: a\ndescription: {}", "a".repeat(1025));
    let unlisted = replace(ROUTER, &format!("- {PAGE}\n"), "");
    let quarantined = write("sources/quarantine/x.md", "x");
    let long = "a".repeat(1001);
    let binding = |text: &str| {
        let text = format!(
            "{{\"schema\": \"skillsafe.bindung/v1\", \"bindings\": [{{\"key\": \"a\", \
             \"source_id\": \"X-0001\", \"bound_at\": \"2026-01-01\", {text}}}]}}"
        );
        doctor(BindingMalformed, write(BINDINGS, text), line(BINDINGS, 1))
    };
    let claims: String =
        (0..17).map(|n| format!("- **C-8{n:03}** [S-0001 | a | Wortlaut] Satz.\n")).collect();
    vec![
        // The state of the release.
        doctor(ReleaseVersion, write("VERSION", "eins\n"), whole("VERSION")),
        doctor(ReleaseVersion, write("VERSION", "1.2\n"), whole("VERSION")),
        doctor(ReleaseVersion, delete("VERSION"), whole("VERSION")),
        case(ReleaseVersion, [delete("VERSION")], &["release"], whole("VERSION")),
        doctor(DerivedDrift, append("INDEX.md", "x\n"), whole("INDEX.md")),
        doctor(DerivedDrift, append("graph/graph.json", "\n"), whole("graph/graph.json")),
        doctor(DerivedMissing, delete("INDEX.md"), whole("INDEX.md")),
        doctor(DerivedMissing, delete("graph"), whole("graph/graph.json")),
        doctor(LockPresent, write(LOCK, "pid=1\n"), whole(LOCK)),
        doctor(ReleaseUnfinished, folder(".vault-release"), whole(LOCK)),
        doctor(ManifestMissing, delete(MANIFEST), whole(MANIFEST)),
        doctor(ManifestMalformed, write(MANIFEST, b"\xff\xfe"), whole(MANIFEST)),
        doctor(ManifestMalformed, replace(MANIFEST, "  INDEX", " INDEX"), line(MANIFEST, 1)),
        doctor(ManifestMalformed, replace(MANIFEST, "INDEX", "../INDEX"), line(MANIFEST, 1)),
        doctor(ManifestMalformed, replace(MANIFEST, "INDEX.md", "log.md"), line(MANIFEST, 1)),
        doctor(ManifestMalformed, replace(MANIFEST, "INDEX.md", "ROUTER.md"), line(MANIFEST, 2)),
        doctor(ManifestDeviation, append("SKILL.md", "x"), whole(MANIFEST)),
        doctor(ManifestDeviation, write("notes/x.md", "x"), whole(MANIFEST)),
        doctor(ManifestDeviation, delete("SKILL.md"), whole(MANIFEST)),
        case(
            ManifestDeviation,
            [append("SKILL.md", "x")],
            &["checksum", "--verify"],
            whole(MANIFEST),
        ),
        doctor(ManifestQuarantine, quarantined.clone(), whole("sources/quarantine")),
        case(ManifestQuarantine, [quarantined.clone()], &["checksum"], Spot::Vault),
        case(ManifestQuarantine, [fifo("notes/x.md")], &["checksum"], Spot::Vault),
        case(ManifestQuarantine, [delete("sources/quarantine")], &["checksum"], Spot::Vault),
        case(ManifestQuarantine, [quarantined], &["checksum", "--verify"], Spot::Vault),
        binding("\"root\": \"srv/a\""),
        doctor(BindingMalformed, write(BINDINGS, b"\xff"), whole(BINDINGS)),
        doctor(RegistryJson, write(BINDINGS, "{"), line(BINDINGS, 1)),
        // Advice.
        advice(RouterPageUnlisted, unlisted.clone(), whole(PAGE)),
        advice(RouterPageOrphan, unlisted, whole(PAGE)),
        advice(RouterKeywordShared, replace(ROUTER, "inspektion", "Hypothek"), whole(ROUTER)),
        advice(
            PageManyClaims,
            replace(PAGE, "## Kontext", &(claims + "\n## Kontext")),
            whole(PAGE),
        ),
        advice(PageManyLines, append(PAGE, &"\n".repeat(400)), whole(PAGE)),
        advice(ReviewMissing, replace(PAGE, "niedrig", "hoch"), whole(PAGE)),
        advice(
            ExternalUnbound,
            append(EXTERN, "| X-0004 | a | markdown-tree | - | 2026 | neu | T1 | frei |\n"),
            at(EXTERN, "X-0004"),
        ),
        // Finding the vault; without any see `writing`.
        case(RootInvalid, [delete("")], &["validate"], Spot::Vault).exits(2),
        case(RootInvalid, [delete(""), write("", "x")], &["stats"], Spot::Vault).exits(2),
        // Questions.
        usage(QueryLimit, &["query", "--limit", "0", "Frist"]).exits(2),
        usage(QueryLimit, &["query", "--limit", "21", "Frist"]).exits(2),
        usage(QueryLimit, &["query", "--limit", "-99999999999999999999", "Frist"]).exits(2),
        usage(QueryEmpty, &["query", ""]),
        usage(QueryEmpty, &["query", " ", "\u{a0}"]),
        usage(QueryTooLong, &["query", &long]),
        usage(QueryControl, &["query", "a\tb"]),
        usage(QueryControl, &["query", "a\u{7f}b"]),
        usage(QueryWorld, &["query", "--world", "BW-0009", "Frist"]).exits(2),
        // The label of two concepts in two worlds.
        usage(QueryAmbiguous, &["query", "threshold gateway"]).exits(2),
        case(VaultBusy, [write(LOCK, "pid=1\n")], &["query", "Frist"], Spot::Vault),
        case(VaultBusy, [folder(".vault-release")], &["query", "Frist"], Spot::Vault),
        case(ManifestMissing, [delete(MANIFEST)], &["query", "Frist"], Spot::Vault),
        // Writing.
        case(LockLeftOver, [write(LOCK, "pid=1\n")], NOTE, Spot::Vault),
        case(LockLeftOver, [link(LOCK, "nirgends")], &["release"], Spot::Vault),
        case(LockForeign, [folder(LOCK)], RECOVER, whole(LOCK)),
        case(LockForeign, [link(LOCK, "VERSION")], RECOVER, whole(LOCK)),
        case(ReleaseUnfinished, [folder(".vault-release")], &["index"], Spot::Vault),
        case(
            RecoverForeign,
            [fifo(".vault-release.lock.new")],
            NOTE,
            whole(".vault-release.lock.new"),
        ),
        usage(InitName, &["init", "/dev/neu", "--name", "Nein"]),
        case(InitTarget, [], &["init", "/dev/null"], whole("/dev/null")),
        case(ExportTarget, [], &["export", "--okf", "--out", "/dev/null"], whole("/dev/null")),
        case(PageTarget, [], &["graph", "--html", "/dev/null"], whole("/dev/null")),
        case(ManifestMissing, [delete(MANIFEST)], EXPORT, whole(MANIFEST)),
        case(DerivedDrift, [append("INDEX.md", "x\n")], EXPORT, whole("INDEX.md")),
        case(
            ExportDomain,
            [write("knowledge/Log.md/x.md", "x")],
            EXPORT,
            whole("knowledge/Log.md"),
        ),
        case(ExportDomain, [write("knowledge/a/.x.md", "x")], EXPORT, whole("knowledge/a/.x.md")),
        case(WriteBuilding, [folder("../bundle.neu")], EXPORT, whole("bundle.neu")),
        case(WriteTarget, [delete("log.md"), folder("log.md")], NOTE, whole("log.md")),
        case(WriteTarget, [hard_link("evals/x", "log.md")], NOTE, whole("log.md")),
        case(WriteTarget, [delete("INDEX.md"), folder("INDEX.md")], &["index"], whole("INDEX.md")),
        case(
            RecoverForeign,
            [write(".vault-release/notes", "x")],
            RECOVER,
            whole(".vault-release/notes"),
        ),
        case(RecoverForeign, [write(".vault-release", "x")], RECOVER, whole(".vault-release")),
        case(
            RecoverRecord,
            [write(".vault-release/plan.json", "{")],
            RECOVER,
            whole(".vault-release/plan.json"),
        ),
        usage(LogAction, &["log", "evil", "x"]),
        usage(LogText, &["log", "note", " "]),
        usage(LogText, &["log", "note", "a\n## [2026-01-01] release | v9"]),
        usage(LogText, &["log", "note", "a\u{2028}b"]),
        // Packing.
        packing(PackageSkillName, skill("name: a b\ndescription: x"), "SKILL.md"),
        packing(PackageSkillDescription, skill("name: a"), "SKILL.md"),
        packing(PackageSkillDescription, skill("name: a\ndescription: a <b>"), "SKILL.md"),
        packing(PackageSkillDescription, skill(&described), "SKILL.md"),
        packing(PackageSkillSize, append("SKILL.md", &"a\n".repeat(64 * 1024)), "SKILL.md"),
        packing(PackageContent, write("notes/.x.md", "x"), "notes/.x.md"),
        packing(PackageFolderEmpty, delete("sources/quarantine/README.md"), "sources/quarantine"),
        case(PackageTarget, [], &["package", "--out", "/dev/null"], whole("/dev/null")),
        usage(PackageEngine, &["package", "--out", "{beside}", "--engine", "{root}"]),
        usage(PackageEngineKind, &["package", "--out", "{beside}", "--engine", "{root}/SKILL.md"]),
        case(
            PackageEngineStranger,
            [write("../other", MACH_O)],
            &["package", "--out", "{beside}", "--engine", "{beside}/other"],
            Spot::Vault,
        ),
        case(
            PackageDiffers,
            [skill("name: a\ndescription: x"), RELEASED, write("../a-0.2.1.skill", "x")],
            PACKAGE,
            whole("a-0.2.1.skill"),
        ),
        // Reading single things.
        usage(SourceFile, &["source", "{root}/fehlt.pdf"]),
        usage(SourceFile, &["source", "{root}/sources"]),
        case(
            SourceFile,
            [delete("log.md"), link("log.md", "SKILL.md")],
            &["source", "{root}/log.md"],
            Spot::Vault,
        ),
        case(
            SourceFile,
            [delete("log.md"), fifo("log.md")],
            &["source", "{root}/log.md"],
            Spot::Vault,
        ),
        case(
            SourceNumbers,
            [replace(REGISTER, "| S-0003 |", "| S-9999 |")],
            &["source", "{root}/SKILL.md"],
            Spot::Vault,
        ),
        usage(MediaTemplateSource, &["media-template", "S-0001"]),
        usage(MediaTemplateSource, &["media-template", "S-4711"]),
        case(SearchLinks, [link("evals/x", "../SKILL.md")], &["search", "Frist"], whole("evals/x")),
        case(
            SearchLinks,
            [hard_link("evals/x", "SKILL.md")],
            &["search", "Frist"],
            whole("SKILL.md"),
        ),
        case(TextEncoding, [write(PAGE, b"\xff")], &["search", "Frist"], whole(PAGE)).exits(0),
        usage(ExplainUnknown, &["explain", "no-such"]),
    ]
}

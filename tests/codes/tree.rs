//! The tree, what must be in it, and what may lie where.

use vault::findings::Code::*;

use crate::case::*;

const DIGEST: &str = "0000000000000000000000000000000000000000000000000000000000000000";

pub fn cases() -> Vec<Case> {
    let case = |code, op, spot| case(code, [op], VALIDATE, spot);
    let engine = format!("{DIGEST}  vault\n");
    vec![
        case(TreeSymlink, link("notes/x.md", "../SKILL.md"), whole("notes/x.md")),
        case(TreeHardlink, hard_link("notes/x.md", "SKILL.md"), whole("notes/x.md")),
        case(TreeSpecial, fifo("notes/x.md"), whole("notes/x.md")),
        case(TreeFileKind, write("notes/x.zip", "PK"), whole("notes/x.zip")),
        case(TreeFileKind, write("notes/Makefile", "all:"), whole("notes/Makefile")),
        case(TreeFileKind, write("notes/license", "frei"), whole("notes/license")),
        case(TreeFileKind, write("scripts/other.py", "x"), whole("scripts/other.py")),
        case(TreeExecutable, mode("SKILL.md", 0o744), whole("SKILL.md")),
        case(TreeExecutable, mode("SKILL.md", 0o654), whole("SKILL.md")),
        case(TreeExecutable, mode("SKILL.md", 0o645), whole("SKILL.md")),
        case(TreePath, write(" x.md", "x"), whole(" x.md")),
        case(TreePath, write("notes/a\\b.md", "x"), whole("notes/a\\b.md")),
        case(TreePath, write("notes/a\u{1}b.md", "x"), whole("notes/a\u{1}b.md")),
        case(TreePathEncoding, Op::OddName(b"x\xff.md"), whole("x\u{fffd}.md")),
        case(TextEncoding, write(PAGE, b"\xff\xfe"), whole(PAGE)),
        case(TextEncoding, write(ROUTER, b"\xff\xfe"), whole(ROUTER)),
        case(TextEncoding, write(CONCEPTS, b"\xff\xfe"), whole(CONCEPTS)),
        case(RequiredMissing, delete(TYPES), whole(TYPES)),
        case(RequiredMissing, delete(CONCEPTS), whole(CONCEPTS)),
        case(RequiredMissing, delete(REGISTER), whole(REGISTER)),
        case(RequiredMissing, delete(ROUTER), whole(ROUTER)),
        case(RequiredMissing, delete("knowledge"), whole("knowledge")),
        case(RequiredMissing, delete("sources/raw"), whole("sources/raw")),
        case(RequiredMissing, delete("sources/derived"), whole("sources/derived")),
        case(RequiredMissing, delete("sources/quarantine"), whole("sources/quarantine")),
        case(EngineUnlisted, write("bin/vault", "x"), whole("bin/vault")),
        case(EngineUnlisted, folder("bin/more"), whole("bin/more")),
        case(EngineList, write("bin/ENGINE.sha256", "x"), line("bin/ENGINE.sha256", 1)),
        case(
            QuarantineContent,
            write("sources/quarantine/x.md", "x"),
            whole("sources/quarantine/x.md"),
        ),
        case(QuarantineContent, folder("sources/quarantine/neu"), whole("sources/quarantine/neu")),
        case(RawSubfolder, folder("sources/raw/tief"), whole("sources/raw/tief")),
        case(
            RawUnregistered,
            write("sources/raw/S-0009__x.md", "x"),
            whole("sources/raw/S-0009__x.md"),
        ),
        case(DerivedForeign, folder("sources/derived/neu"), whole("sources/derived/neu")),
        case(
            DerivedForeign,
            folder("sources/derived/X-0003__anchors.json"),
            whole("sources/derived/X-0003__anchors.json"),
        ),
        crate::case::case(
            QuarantineContent,
            [delete("sources/quarantine/README.md"), folder("sources/quarantine/README.md")],
            VALIDATE,
            whole("sources/quarantine/README.md"),
        ),
        case(
            DerivedForeign,
            write("sources/derived/notiz.json", "{}"),
            whole("sources/derived/notiz.json"),
        ),
        case(
            DerivedForeign,
            write("sources/derived/S-1__media.json", "{}"),
            whole("sources/derived/S-1__media.json"),
        ),
        case(
            DerivedForeign,
            write("sources/derived/a/README.md", "x"),
            whole("sources/derived/a/README.md"),
        ),
        case(PageLocation, write("knowledge/x.md", "x"), whole("knowledge/x.md")),
        case(PageLocation, write("knowledge/ma-03/a/x.md", "x"), whole("knowledge/ma-03/a/x.md")),
        case(PageLocation, folder("knowledge/ma-03/leer"), whole("knowledge/ma-03/leer")),
        case(PageSuffix, write("knowledge/ma-03/x.MD", "x"), whole("knowledge/ma-03/x.MD")),
        case(PageSuffix, write("knowledge/ma-03/.md", "x"), whole("knowledge/ma-03/.md")),
        case(PageSuffix, write("knowledge/LICENSE", "x"), whole("knowledge/LICENSE")),
        case(
            PageReservedName,
            write("knowledge/ma-03/index.md", "x"),
            whole("knowledge/ma-03/index.md"),
        ),
        case(
            PageReservedName,
            write("knowledge/ma-03/LOG.md", "x"),
            whole("knowledge/ma-03/LOG.md"),
        ),
        crate::case::case(
            EngineDigest,
            [write("bin/vault", "x"), write("bin/ENGINE.sha256", engine)],
            VALIDATE,
            whole("bin/vault"),
        ),
        // No file can be hidden from a superuser, so this is the one entry that never is a file.
        crate::case::case(TreeUnreadable, [folder(BINDINGS)], DOCTOR, whole(BINDINGS)),
        case(
            TreeResidue,
            write("knowledge/__pycache__/x.md", "x"),
            whole("knowledge/__pycache__/x.md"),
        ),
        case(TreeResidue, write("sources/raw/x.pyc", "x"), whole("sources/raw/x.pyc")),
        case(TreeResidue, folder("notes/__pycache__"), whole("notes/__pycache__")),
        crate::case::case(TreeIgnored, [write(".git", "gitdir: x")], DOCTOR, Spot::Vault),
        crate::case::case(TreeIgnored, [write("notes/.DS_Store", "x")], DOCTOR, Spot::Vault),
        crate::case::case(CheckoutEntries, [write("Cargo.toml", "")], DOCTOR, Spot::Vault),
        crate::case::case(
            RegistryTooLarge,
            [write(CONCEPTS, vec![b' '; 2 * 1024 * 1024 + 1])],
            VALIDATE,
            whole(CONCEPTS),
        ),
    ]
}

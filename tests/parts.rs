//! What is parsed is what the manifest covers, whatever lies in the folder; and what others keep
//! there is no part of a vault.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail")]
#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "tests touch the host")]

mod support;

use std::collections::BTreeSet;
use std::fs;

use proptest::prelude::*;
use support::{TestEnv, Tree};
use vault::files::Folder;
use vault::model::Vault;
use vault::vault::{Snapshot, read};

/// What version control, editors, file managers and programs leave behind.
const STRANGE: [&str; 18] = [
    ".git",
    ".gitignore",
    ".github",
    ".DS_Store",
    "._x",
    "Thumbs.db",
    "desktop.ini",
    "x~",
    ".x.swp",
    "#x#",
    ".obsidian",
    ".vscode",
    ".idea",
    ".trash",
    "__pycache__",
    "x.pyc",
    "evals",
    "bin",
];
const FOLDERS: [&str; 10] = [
    "",
    "knowledge",
    "knowledge/beispiel",
    "sources",
    "sources/raw",
    "sources/derived",
    "sources/quarantine",
    "schema",
    "graph",
    "notes",
];
const PAGE: &str =
    "---\ntype: konzept\ntitle: Fremd\n---\n\n- **C-0099** [S-0001 | Zeile 1 | Auslegung] Fremd.\n";

fn snapshot(env: &TestEnv) -> Snapshot {
    read(&Folder::open_root(&env.root()).unwrap()).unwrap()
}

/// Everything of the vault that a parser has looked at.
fn parsed<'v>(vault: &'v Vault<'_>) -> BTreeSet<&'v str> {
    let pages = vault.pages.iter().map(|page| page.path);
    let media = vault.media.iter().map(|media| media.path);
    let anchors = vault.anchors.iter().map(|anchors| anchors.path);
    pages.chain(media).chain(anchors).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    /// A strange name, as a file or as a folder with a page in it, in any folder of a vault.
    #[test]
    fn everything_parsed_is_in_the_manifest(
        folder in prop::sample::select(FOLDERS.to_vec()),
        names in prop::collection::vec(prop::sample::select(STRANGE.to_vec()), 1..3),
        leaf in prop::sample::select(vec!["x.md", "S-0001__media.json", "X-0001__anchors.json"]),
        as_folder: bool,
    ) {
        let env = TestEnv::bundled();
        let mut path = [&[folder], &names[..]].concat().join("/");
        if as_folder {
            path = format!("{path}/{leaf}");
        }
        env.write(path.trim_start_matches('/'), PAGE);
        let snapshot = snapshot(&env);
        let tracked: BTreeSet<&str> = snapshot.tracked().map(|file| file.path.as_str()).collect();
        let (vault, _) = Vault::parse(&snapshot);
        let outside: Vec<_> = parsed(&vault).difference(&tracked).copied().collect();
        prop_assert!(outside.is_empty(), "{:?}", outside);
    }
}

/// A page in such a folder was evidence that no manifest covered: it could change unnoticed.
#[test]
fn residue_among_content_closes_the_vault() {
    let env = TestEnv::bundled();
    env.write("knowledge/__pycache__/x.md", PAGE);
    for command in [&["validate"][..], &["release"], &["query", "Fremd"]] {
        assert_eq!(env.vault(command).code, 1, "{command:?}");
    }
}

#[test]
fn a_repository_and_what_file_managers_leave_change_nothing() {
    let env = TestEnv::bundled();
    let answer = env.vault(&["query", "OKF"]).stdout;
    for path in [
        ".git/config",
        ".git/hooks/pre-commit",
        ".gitignore",
        ".gitattributes",
        ".github/workflows/doctor.yml",
        ".gitlab-ci.yml",
        ".gitmodules",
        ".editorconfig",
        ".pre-commit-config.yaml",
        "knowledge/.DS_Store",
        "sources/raw/._S-0001__x.md",
        "notes/Thumbs.db",
        "schema/desktop.ini",
        "SKILL.md~",
        ".SKILL.md.swp",
        "#SKILL.md#",
        ".obsidian/app.json",
        ".vscode/settings.json",
        ".idea/x.xml",
        ".trash/alt.md",
    ] {
        env.write(path, "x");
    }
    std::os::unix::fs::symlink("/etc/passwd", env.root().join(".git/link")).unwrap();
    assert_eq!(env.vault(&["query", "OKF"]).stdout, answer);
    let doctor = env.vault(&["doctor"]);
    assert_eq!(doctor.code, 0, "{doctor:?}");
    let notes = doctor.stdout.lines().filter(|line| line.contains("tree-ignored"));
    let notes: Vec<_> = notes.collect();
    assert!(
        notes.len() == 1 && notes[0].contains("#SKILL.md#, .SKILL.md.swp, .editorconfig, .git, "),
        "{notes:?}"
    );
    assert_eq!(env.vault(&["release"]).code, 0);
    assert!(!env.read("MANIFEST.sha256").contains(".git"), "nothing of it is released");
}

/// A release of an earlier version may list what is no part of a vault now.
#[test]
fn what_a_manifest_lists_is_verified_until_the_next_release() {
    let env = TestEnv::bundled();
    env.write("notes/.obsidian/app.json", "{}");
    let digest = vault::digest::Digest::of(b"{}");
    let manifest = env.read("MANIFEST.sha256");
    env.write("MANIFEST.sha256", &format!("{manifest}{digest}  notes/.obsidian/app.json\n"));
    assert_eq!(env.vault(&["query", "OKF"]).code, 0);
    env.write("notes/.obsidian/app.json", "{\"x\": 1}");
    assert_eq!(env.vault(&["query", "OKF"]).code, 1);
    fs::remove_file(env.root().join("notes/.obsidian/app.json")).unwrap();
    assert_eq!(env.vault(&["query", "OKF"]).code, 1);
    env.write("notes/.obsidian/app.json", "{}");
    assert_eq!(env.vault(&["release"]).code, 0);
    assert!(!env.read("MANIFEST.sha256").contains(".obsidian"));
    assert_eq!(env.vault(&["query", "OKF"]).code, 0);
}

/// With and without an engine, a package of a green vault is green where it is unpacked.
#[test]
fn a_package_of_a_green_vault_is_green() {
    let env = TestEnv::bundled();
    env.write(".git/HEAD", "ref");
    env.write("knowledge/.DS_Store", "x");
    for more in [&[][..], &["--no-engine"]] {
        let out = env.beside(&format!("out{}", more.len()));
        fs::create_dir_all(&out).unwrap();
        let run = env.vault(&[&["package", "--out", out.to_str().unwrap()], more].concat());
        assert_eq!(run.code, 0, "{run:?}");
        let file = fs::read_dir(&out).unwrap().next().unwrap().unwrap().path();
        let mut zip = zip::ZipArchive::new(fs::File::open(file).unwrap()).unwrap();
        zip.extract(&out).unwrap();
        let root = out.join("wissenstresor");
        assert!(!root.join(".git").exists() && !root.join("knowledge/.DS_Store").exists());
        let unpacked = TestEnv::of(&Tree::read(&root));
        let doctor = unpacked.vault(&["doctor"]);
        assert_eq!(doctor.code, 0, "{doctor:?}");
    }
}

//! A new vault is there whole, released and green, or not at all.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail")]
#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "tests touch the host")]

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::Path;
use std::process::{Command, Output};

fn vault(cwd: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_vault"));
    command.args(args).current_dir(cwd).output().expect("the binary runs")
}

fn entries(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut names: Vec<_> =
        entries.map(|entry| entry.expect("an entry").file_name().into_string().unwrap()).collect();
    names.sort_unstable();
    names
}

#[test]
fn it_is_green_at_once_and_leaves_nothing_beside_it() {
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir(dir.path().join("leer")).unwrap();
    for (folder, scope) in [("neu", "projekt"), ("leer", "persoenlich")] {
        let made = vault(dir.path(), &["init", folder, "--scope", scope]);
        assert!(made.status.success(), "{made:?}");
        let doctor = vault(dir.path(), &["--root", folder, "doctor"]);
        let report = String::from_utf8(doctor.stdout).unwrap();
        assert!(report.contains("doctor: 0 Fehler, 0 Warnungen"), "{report}");
        let query = vault(dir.path(), &["--root", folder, "query", "Einzelaussage"]);
        assert!(String::from_utf8(query.stdout).unwrap().contains("\"claim_id\": \"C-0001\""));
        let hidden = entries(&dir.path().join(folder)).into_iter();
        let hidden: Vec<_> = hidden.filter(|name| name.starts_with('.')).collect();
        assert_eq!(hidden, [".gitattributes", ".gitignore"]);
    }
    assert_eq!(entries(dir.path()), ["leer", "neu"]);
    let skill = fs::read_to_string(dir.path().join("neu/SKILL.md")).unwrap();
    assert!(skill.starts_with("---\nname: neu\n") && skill.contains("Scope: Projekt"), "{skill}");
    let mode = |path| fs::metadata(dir.path().join(path)).unwrap().permissions().mode() & 0o7777;
    assert_eq!((mode("neu"), mode("neu/schema"), mode("neu/SKILL.md")), (0o755, 0o755, 0o644));
}

/// `git init` comes first for many: its folder stays, everything else is there at once.
#[test]
fn a_folder_that_only_holds_a_repository_is_as_good_as_empty() {
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir_all(dir.path().join("ordner/.git")).unwrap();
    fs::write(dir.path().join("ordner/.git/HEAD"), "ref").unwrap();
    fs::create_dir(dir.path().join("datei")).unwrap();
    fs::write(dir.path().join("datei/.git"), "gitdir: anderswo").unwrap();
    assert!(vault(dir.path(), &["init", "leer"]).status.success());
    for folder in ["ordner", "datei"] {
        let made = vault(dir.path(), &["init", folder, "--name", "leer"]);
        assert!(made.status.success(), "{made:?}");
        let doctor = vault(dir.path(), &["--root", folder, "doctor"]);
        let report = String::from_utf8(doctor.stdout).unwrap();
        assert!(report.contains("doctor: 0 Fehler, 0 Warnungen"), "{report}");
        let mut wanted = entries(&dir.path().join("leer"));
        wanted.push(".git".to_owned());
        wanted.sort_unstable();
        assert_eq!(entries(&dir.path().join(folder)), wanted);
        let manifest = |folder| fs::read(dir.path().join(folder).join("MANIFEST.sha256")).unwrap();
        assert!(manifest(folder) == manifest("leer"));
    }
    assert_eq!(fs::read(dir.path().join("ordner/.git/HEAD")).unwrap(), b"ref");
    assert_eq!(entries(dir.path()), ["datei", "leer", "ordner"]);
    // Anything beside it is somebody's work.
    fs::create_dir_all(dir.path().join("voll/.git")).unwrap();
    fs::write(dir.path().join("voll/notiz.md"), "1").unwrap();
    assert!(!vault(dir.path(), &["init", "voll"]).status.success());
    assert_eq!(entries(&dir.path().join("voll")), [".git", "notiz.md"]);
}

/// A vault with one page is spoken of in the singular; its log is a form, and is not.
#[test]
fn one_page_is_one_page() {
    let dir = tempfile::tempdir().unwrap();
    assert!(vault(dir.path(), &["init", "neu"]).status.success());
    let said = |args: &[&str]| {
        let run = vault(dir.path(), &[&["--root", "neu"], args].concat());
        String::from_utf8(run.stdout).unwrap()
    };
    let release = said(&["release"]);
    assert!(release.contains("v0.1.1 — 1 Seite, 2 Claims, 1 Quelle\n"), "{release}");
    let export = said(&["export", "--okf", "--out", "bundle"]);
    assert!(export.contains(": 1 Seite, 4 Dateien\n"), "{export}");
    let log = fs::read_to_string(dir.path().join("neu/log.md")).unwrap();
    assert!(log.contains("v0.1.1 — 1 Seiten, 2 Claims, 1 Quellen (patch)\n"), "{log}");
}

/// The contract of a new vault is that of the bundled one, file by file.
#[test]
fn it_has_the_whole_contract() {
    let dir = tempfile::tempdir().unwrap();
    assert!(vault(dir.path(), &["init", "neu"]).status.success());
    let (bundled, made) = (Path::new(env!("CARGO_MANIFEST_DIR")), dir.path().join("neu"));
    for folder in ["references", "schema"] {
        assert_eq!(entries(&bundled.join(folder)), entries(&made.join(folder)));
        for name in entries(&made.join(folder)) {
            let read = |root: &Path| fs::read(root.join(folder).join(&name)).unwrap();
            assert!(read(bundled) == read(&made) || name == "begriffswelten.json", "{name}");
        }
    }
}

#[test]
fn an_empty_folder_keeps_its_mode() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("privat");
    fs::create_dir(&folder).unwrap();
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o700)).unwrap();
    assert!(vault(dir.path(), &["init", "privat"]).status.success());
    assert_eq!(fs::metadata(&folder).unwrap().permissions().mode() & 0o7777, 0o700);
}

#[test]
fn no_vault_is_made_in_another_or_under_the_feet_of_the_caller() {
    let dir = tempfile::tempdir().unwrap();
    assert!(vault(dir.path(), &["init", "aussen"]).status.success());
    let outer = dir.path().join("aussen");
    fs::create_dir(dir.path().join("hier")).unwrap();
    for (cwd, folder) in [
        (dir.path().to_owned(), "aussen/innen"),
        (outer.clone(), "innen"),
        (outer.join("knowledge"), "../notes"),
    ] {
        let said = refused(&cwd, folder);
        assert!(said.contains("liegt im Tresor"), "{folder}: {said}");
    }
    let here = dir.path().join("hier");
    for (folder, reason) in [
        (".", "ist der aktuelle Ordner"),
        ("../hier", "ist der aktuelle Ordner"),
        ("..", "endet nicht mit einem Namen"),
        ("/", "endet nicht mit einem Namen"),
        ("fehlt/..", "endet nicht mit einem Namen"),
        ("fehlt/neu", "der übergeordnete Ordner fehlt"),
    ] {
        let said = refused(&here, folder);
        assert!(said.contains(reason), "{folder}: {said}");
    }
    let said = refused(&here, dir.path().to_str().unwrap());
    assert!(said.contains("oder enthält ihn"), "{said}");
    assert!(vault(dir.path(), &["--root", "aussen", "doctor"]).status.success());
}

/// Why no vault is made there.
fn refused(cwd: &Path, folder: &str) -> String {
    let refused = vault(cwd, &["init", folder]);
    assert_eq!(refused.status.code(), Some(1), "{folder}");
    let said = String::from_utf8(refused.stderr).unwrap();
    assert!(said.contains("init-target"), "{folder}: {said}");
    said
}

#[test]
fn what_is_there_is_left_alone() {
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir(dir.path().join("voll")).unwrap();
    fs::write(dir.path().join("voll/notiz.txt"), "meins").unwrap();
    fs::write(dir.path().join("datei"), "meins").unwrap();
    fs::create_dir(dir.path().join("ziel")).unwrap();
    symlink("ziel", dir.path().join("link")).unwrap();
    for args in [
        &["init", "voll"][..],
        &["init", "datei"],
        &["init", "link"],
        &["init", "fehlt/neu"],
        &["init", "neu", "--name", "Nein"],
        &["init", "/"],
    ] {
        let refused = vault(dir.path(), args);
        assert_eq!(refused.status.code(), Some(1), "{args:?}");
        assert!(String::from_utf8(refused.stderr).unwrap().contains("🔴"), "{args:?}");
    }
    assert_eq!(entries(dir.path()), ["datei", "link", "voll", "ziel"]);
    assert_eq!(entries(&dir.path().join("voll")), ["notiz.txt"]);
    assert!(entries(&dir.path().join("ziel")).is_empty());
}

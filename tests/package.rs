//! A package holds the release and nothing else, works where it is unpacked, and is refused
//! where it would not.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail")]
#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "tests touch the host")]

mod support;

use std::collections::BTreeSet;
use std::fs::{self, File, Permissions};
use std::io::{self, Read as _};
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};

use support::{Run, TestEnv, Tree};
use vault::files::Folder;
use vault::findings::Code;
use vault::publish::package::{Existing, Package, Trial};
use vault::storage::{Action, Io, Observer, Operation};
use vault::vault::read;

/// Packs the vault into the folder `out` beside it.
fn package(env: &TestEnv, out: &str, more: &[&str]) -> Run {
    let out = env.beside(out);
    fs::create_dir_all(&out).unwrap();
    let args = [&["package", "--out", out.to_str().unwrap()], more].concat();
    env.vault(&args)
}

/// The one file in the folder `out`.
fn packed(env: &TestEnv, out: &str) -> PathBuf {
    let mut entries = fs::read_dir(env.beside(out)).unwrap().map(|entry| entry.unwrap().path());
    let (Some(path), None) = (entries.next(), entries.next()) else { panic!("not one file") };
    path
}

fn refused(run: &Run, code: &str, at: &str) {
    let line = run.stderr.lines().find(|line| line.contains(&format!("{code}: ")));
    assert!(run.code == 1 && line.is_some_and(|line| line.contains(at)), "{code} {at}: {run:?}");
}

/// Path, mode and bytes of every entry.
fn entries(path: &Path) -> Vec<(String, u32, Vec<u8>)> {
    let mut zip = zip::ZipArchive::new(File::open(path).unwrap()).unwrap();
    let mut read = |at| {
        let mut file = zip.by_index(at).unwrap();
        let time = file.last_modified().unwrap();
        assert_eq!((time.year(), time.month(), time.day(), time.hour()), (1980, 1, 1, 0));
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).unwrap();
        (file.name().unwrap().into_owned(), file.unix_mode().unwrap(), bytes)
    };
    (0..zip_len(path)).map(&mut read).collect()
}

fn zip_len(path: &Path) -> usize {
    zip::ZipArchive::new(File::open(path).unwrap()).unwrap().len()
}

#[test]
fn a_package_holds_the_release_and_the_engine() {
    let env = TestEnv::bundled();
    env.write(".vault-extern.json", "{\"schema\": \"skillsafe.bindung/v1\", \"bindings\": []}\n");
    let run = package(&env, "out", &[]);
    assert_eq!(run.code, 0, "{run:?}");
    let path = packed(&env, "out");
    let name = path.file_name().unwrap().to_str().unwrap();
    let version = env.read("VERSION");
    assert!(name.starts_with(&format!("wissenstresor-{}-", version.trim())), "{name}");
    assert!(name.ends_with(&format!("-{}.skill", std::env::consts::ARCH)), "{name}");
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o7777, 0o644);

    let manifest = env.read("MANIFEST.sha256");
    let listed = manifest.lines().map(|line| line.split_once("  ").unwrap().1);
    let more = ["MANIFEST.sha256", "bin/ENGINE.sha256", "bin/vault"];
    let expected: BTreeSet<String> =
        listed.chain(more).map(|path| format!("wissenstresor/{path}")).collect();
    let found = entries(&path);
    assert!(found.iter().map(|entry| &entry.0).eq(&expected), "{found:?}");
    for (path, mode, bytes) in found {
        let path = path.strip_prefix("wissenstresor/").unwrap();
        let engine = path == "bin/vault";
        assert_eq!(mode, if engine { 0o100_755 } else { 0o100_644 }, "{path}");
        let source = match path {
            "bin/ENGINE.sha256" => continue,
            "bin/vault" => PathBuf::from(env!("CARGO_BIN_EXE_vault")),
            path => env.root().join(path),
        };
        assert!(bytes == fs::read(source).unwrap(), "{path}");
    }
}

/// Here the vault's folder is that of the crate: none of it gets in.
#[test]
fn a_checkout_gives_the_same_package_as_the_vault_alone() {
    let env = TestEnv::bundled();
    let other = TestEnv::bundled();
    for path in ["Cargo.toml", "src/main.rs", "target/debug/x", "README.md", ".gitignore"] {
        other.write(path, "x");
    }
    assert_eq!(package(&env, "a", &[]).code, 0);
    assert_eq!(package(&env, "b", &[]).code, 0);
    assert_eq!(other.vault(&["log", "note", "später"]).code, 0);
    assert_eq!(package(&other, "a", &[]).code, 0);
    let bytes = fs::read(packed(&env, "a")).unwrap();
    assert!(bytes == fs::read(packed(&env, "b")).unwrap());
    assert!(bytes == fs::read(packed(&other, "a")).unwrap());
    assert_eq!(packed(&env, "a").file_name(), packed(&other, "a").file_name());
}

#[test]
fn without_an_engine_the_name_has_no_platform() {
    let env = TestEnv::bundled();
    assert_eq!(package(&env, "out", &["--no-engine"]).code, 0);
    let path = packed(&env, "out");
    let expected = format!("wissenstresor-{}.skill", env.read("VERSION").trim());
    assert_eq!(path.file_name().unwrap().to_str().unwrap(), expected);
    assert!(
        entries(&path).iter().all(|(path, mode, _)| !path.contains("/bin/") && mode & 0o111 == 0)
    );
}

/// What begins like a program for a Mac, is whole, and holds these bytes.
fn mach_o(rest: &[u8]) -> Vec<u8> {
    let mut bytes = b"\xcf\xfa\xed\xfe\x0c\0\0\x01".to_vec();
    bytes.resize(32, 0);
    bytes[12] = 2;
    [&bytes, rest].concat()
}

#[test]
fn an_engine_for_another_platform_is_packed_and_not_run() {
    let env = TestEnv::bundled();
    let engine = env.beside("engine");
    fs::write(&engine, mach_o(b"vault-engine oksv-lite/1.3")).unwrap();
    let run = package(&env, "out", &["--engine", engine.to_str().unwrap()]);
    assert_eq!(run.code, 0, "{run:?}");
    let path = packed(&env, "out");
    assert!(path.to_str().unwrap().ends_with("-macos-aarch64.skill"), "{path:?}");
}

/// A program for this platform that carries the mark, but does not do what an engine does.
#[test]
fn an_engine_for_this_platform_is_used_before_it_is_packed() {
    let env = TestEnv::bundled();
    let engine = env.beside("engine");
    let bytes = [&*fs::read("/bin/true").unwrap(), b"vault-engine oksv-lite/1.3"].concat();
    fs::write(&engine, bytes).unwrap();
    let run = package(&env, "out", &["--engine", engine.to_str().unwrap()]);
    assert_eq!(run.code, 1, "{run:?}");
    assert!(run.stderr.contains("package-trial: "), "{run:?}");
    assert_eq!(fs::read_dir(env.beside("out")).unwrap().count(), 0);
}

#[test]
fn what_is_no_engine_is_refused() {
    let env = TestEnv::bundled();
    let engine = env.beside("engine");
    let own = fs::read(env!("CARGO_BIN_EXE_vault")).unwrap();
    let mut cases = vec![
        (b"#!/bin/sh\n".to_vec(), "package-engine-kind"),
        (mach_o(b"vault-engine oksv-lite/9.9"), "package-engine-stranger"),
    ];
    if cfg!(target_os = "linux") {
        cases.push((fs::read("/bin/ls").unwrap(), "package-engine-stranger"));
    }
    for cut in [20, own.len() / 2, own.len() - 1] {
        cases.push((own[..cut].to_vec(), "package-engine-kind"));
    }
    for (bytes, code) in cases {
        fs::write(&engine, bytes).unwrap();
        let run = package(&env, "none", &["--engine", engine.to_str().unwrap()]);
        refused(&run, code, "engine");
        assert_eq!(fs::read_dir(env.beside("none")).unwrap().count(), 0);
    }
}

#[test]
fn another_file_in_its_place_is_replaced_only_by_force() {
    let env = TestEnv::bundled();
    assert!(package(&env, "out", &["--no-engine"]).stdout.contains("geschrieben"));
    let again = package(&env, "out", &["--no-engine"]);
    assert!(again.code == 0 && again.stdout.contains("unverändert"), "{again:?}");
    let path = packed(&env, "out");
    let bytes = fs::read(&path).unwrap();
    fs::write(&path, "mine").unwrap();
    refused(&package(&env, "out", &["--no-engine"]), "package-differs", "wissenstresor-");
    assert_eq!(fs::read(&path).unwrap(), b"mine");
    assert_eq!(package(&env, "out", &["--no-engine", "--force"]).code, 0);
    assert!(fs::read(packed(&env, "out")).unwrap() == bytes);
}

#[test]
fn no_package_lies_in_a_vault_or_behind_a_link() {
    let env = TestEnv::bundled();
    let root = env.root();
    for inside in [root.clone(), root.join("notes")] {
        fs::create_dir_all(&inside).unwrap();
        let out = inside.to_str().unwrap();
        refused(&env.vault(&["package", "--out", out]), "package-target", "liegt im Tresor");
    }
    refused(&env.vault_in(&["package"], &root, &[]), "package-target", "liegt im Tresor");
    fs::remove_dir(root.join("notes")).unwrap();
    let name = format!("wissenstresor-{}.skill", env.read("VERSION").trim());
    fs::create_dir(env.beside("out")).unwrap();
    fs::create_dir(env.beside("dir")).unwrap();
    fs::write(env.beside("precious"), "1").unwrap();
    for precious in ["precious", "dir"] {
        let link = env.beside("out").join(&name);
        symlink(env.beside(precious), &link).unwrap();
        let run = package(&env, "out", &["--no-engine", "--force"]);
        refused(&run, "package-target", "symbolischer Link");
        fs::remove_file(link).unwrap();
    }
    symlink("dir", env.beside("link")).unwrap();
    for link in ["link", "link/", "link/."] {
        let out = env.beside(link);
        let run = env.vault(&["package", "--no-engine", "--out", out.to_str().unwrap()]);
        refused(&run, "package-target", "symbolischer Link");
    }
    assert_eq!(fs::read(env.beside("precious")).unwrap(), b"1");
    assert_eq!(fs::read_dir(env.beside("dir")).unwrap().count(), 0);
    // A link on the way is the caller's choice, and so is a folder without a name of its own.
    fs::create_dir(env.beside("dir/below")).unwrap();
    let run =
        env.vault_in(&["package", "--no-engine", "--out", "below/.."], &env.beside("link"), &[]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(env.beside("dir").join(name).exists());
}

#[test]
fn a_folder_that_is_missing_or_none_is_named_so() {
    let env = TestEnv::bundled();
    for (out, reason) in [("fehlt", "nicht vorhanden"), ("vault/SKILL.md/x", "kein Ordner")] {
        let out = env.beside(out);
        let run = env.vault(&["package", "--no-engine", "--out", out.to_str().unwrap()]);
        refused(&run, "package-target", reason);
    }
}

/// The trial asks what every vault can be asked, not what a router may list.
#[test]
fn a_keyword_that_is_no_question_does_not_hinder() {
    let env = TestEnv::bundled();
    let router = env.read("ROUTER.md");
    let mut packed = Vec::new();
    for keyword in ["a\tb".to_owned(), "a".repeat(1001)] {
        let listed = format!("schlagworte: {keyword}, ");
        env.write("ROUTER.md", &router.replace("schlagworte: ", &listed));
        assert_eq!(env.vault(&["release"]).code, 0);
        packed.push(package(&env, "out", &[]));
    }
    assert!(packed.iter().all(|run| run.code == 0), "{packed:?}");
}

#[test]
fn only_a_valid_unchanged_release_is_packed() {
    let env = TestEnv::bundled();
    assert_eq!(package(&env, "out", &[]).code, 0);
    let packed = Tree::read(&env.beside("out"));
    let page = "knowledge/wissenstresor/freigabe.md";
    for (path, text, code) in [
        ("ROUTER.md", env.read("ROUTER.md") + "\n", "manifest-deviation"),
        (page, env.read(page) + "\n", "manifest-deviation"),
        (page, "ohne Frontmatter\n".to_owned(), "frontmatter-missing"),
        ("INDEX.md", env.read("INDEX.md") + "\n", "derived-drift"),
        ("VERSION", "eins\n".to_owned(), "release-version"),
        ("sources/quarantine/neu.md", "x".to_owned(), "quarantine-content"),
        (".vault-release.lock", "pid=1\n".to_owned(), "lock-present"),
    ] {
        let env = TestEnv::bundled();
        env.write(path, &text);
        packed.write(&env.beside("out"));
        let before = Tree::read(&env.root());
        refused(&package(&env, "out", &["--force"]), code, "");
        assert!(Tree::read(&env.root()) == before, "{path}");
        assert!(Tree::read(&env.beside("out")) == packed, "{path}");
    }
}

#[test]
fn what_does_not_belong_into_a_package_is_refused() {
    let released = |path: &str, text: &str, mode: u32| {
        let env = TestEnv::bundled();
        env.write(path, text);
        let file = env.root().join(path);
        fs::set_permissions(file, Permissions::from_mode(mode)).unwrap();
        env.vault(&["release"]);
        env
    };
    let cases = [
        ("notes/.geheim.md", 0o644, "package-content", "versteckt"),
        (".geheim/x.md", 0o644, "package-content", "versteckt"),
        ("notes/a:b.md", 0o644, "package-content", "nicht überall erlaubt"),
        ("notes/Aux.json", 0o644, "package-content", "Gerät"),
        ("com1/x.md", 0o644, "package-content", "Gerät"),
        ("notes/u\u{308}.md", 0o644, "package-content", "NFC"),
        ("notes/x.md ", 0o644, "tree-path", "Leerzeichen am Rand"),
        ("notes/Cargo.toml", 0o644, "tree-file-kind", "Dateiart"),
        ("notes/x.md", 0o755, "tree-executable", "Ausführungsrecht"),
        ("bin/zweites", 0o755, "engine-unlisted", "bin/zweites"),
        ("notes/a\\b.md", 0o644, "tree-path", "Schrägstrich"),
    ];
    for (path, mode, code, reason) in cases {
        let env = released(path, "x\n", mode);
        let before = Tree::read(&env.root());
        let run = package(&env, "out", &["--no-engine"]);
        let name = path.rsplit('/').next().unwrap();
        let shown = name.replace('\\', "\\\\");
        refused(&run, code, reason);
        assert!(run.stderr.contains(name) || run.stderr.contains(&shown), "{path}: {run:?}");
        assert_eq!(fs::read_dir(env.beside("out")).unwrap().count(), 0, "{path}");
        assert!(before == Tree::read(&env.root()), "{path}");
    }
}

#[test]
fn nothing_is_left_beside_a_package() {
    let env = TestEnv::bundled();
    assert_eq!(package(&env, "out", &[]).code, 0);
    packed(&env, "out");
    let quiet = package(&env, "out", &["--quiet"]);
    assert_eq!((quiet.code, quiet.stdout.as_str(), quiet.stderr.as_str()), (0, "", ""));
}

/// Does something once, before the first call of this kind at this path.
struct Once<F>(Action, &'static str, Option<F>);

impl<F: FnOnce() + Send> Observer for Once<F> {
    fn before(&mut self, _number: u64, operation: &Operation<'_>) -> io::Result<()> {
        if operation.action == self.0
            && operation.path.ends_with(self.1)
            && let Some(interfere) = self.2.take()
        {
            interfere();
        }
        Ok(())
    }
}

/// Packs a vault while somebody changes one byte of a file, `beside` the vault, at that call.
fn interfered(action: Action, at: &'static str, beside: &str) -> (Vec<Code>, usize) {
    let env = TestEnv::bundled();
    let root = Folder::open_root(&env.root()).unwrap();
    let snapshot = read(&root).unwrap();
    let package = Package::new(&root, &snapshot, "1.0.0", None).unwrap();
    let out = env.beside("out");
    fs::create_dir(&out).unwrap();
    let file = env.beside(beside);
    let io = Io::observed(Once(
        action,
        at,
        Some(move || {
            let mut bytes = fs::read(&file).unwrap();
            let middle = bytes.len() / 2;
            bytes[middle] ^= 1;
            fs::write(&file, bytes).unwrap();
        }),
    ));
    let folder = Folder::open_root(&out).unwrap();
    let put = package.put(&folder, &out, &io, Trial::Looked, Existing::Kept);
    let codes = put.err().into_iter().flatten().map(|found| Code::of(&found).unwrap());
    (codes.collect(), fs::read_dir(out).unwrap().count())
}

#[test]
fn what_changes_while_it_is_packed_is_not_handed_on() {
    let page = "vault/knowledge/wissenstresor/freigabe.md";
    let built = "out/wissenstresor-1.0.0.skill.neu";
    for (action, at, beside, code) in [
        // Before the first build, and before the second.
        (Action::Create, ".skill.neu", page, Code::WriteInputsChanged),
        (Action::Create, "zweites.skill", page, Code::WriteInputsChanged),
        // Before the two builds are compared, and before the first is read back and unpacked.
        (Action::MakeFolder, ".skill.probe", built, Code::PackageUnfaithful),
        (Action::SetMode, "zweites.skill", built, Code::PackageUnfaithful),
    ] {
        assert_eq!(interfered(action, at, beside), (vec![code], 0), "{at}");
    }
    // What comes too late does not matter.
    assert_eq!(interfered(Action::RemoveFolder, ".probe", page), (vec![], 1));
}

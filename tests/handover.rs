//! What leaves a vault, held against the limits of the host and against programs that are not
//! ours.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail")]
#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "tests touch the host")]

mod support;

use std::collections::BTreeMap;
use std::fs::{self, File, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, UNIX_EPOCH};

use support::rights::{as_user, mounting};
use support::{CreationOrder, Run, TestEnv, Tree};
use vault::files::Folder;

/// Registers a file as a source of the bundled vault and releases that.
fn register(env: &TestEnv, path: &str) {
    let root = Folder::open_root(&env.root()).unwrap();
    let (digest, _) = root.open_file(path).unwrap().digest(0).unwrap();
    let row = format!("| S-0009 | Messreihe | 2026-01-01 | {digest} | T1 | frei | {path} |\n");
    env.write("sources/REGISTER.md", &(env.read("sources/REGISTER.md") + &row));
    let run = env.vault(&["release"]);
    assert_eq!(run.code, 0, "{run:?}");
}

/// Gives what is started behind it 100 MiB for everything it holds in memory.
const CONFINED: [&str; 4] = ["sh", "-c", "ulimit -d 102400 && exec \"$@\"", "sh"];
const SOURCE_MIB: u64 = 200;

#[test]
fn what_is_confined_cannot_hold_a_source() {
    let hold = format!("bs={SOURCE_MIB}M");
    let run = Command::new(CONFINED[0])
        .args(&CONFINED[1..])
        .args(["dd", "if=/dev/zero", "of=/dev/null", "count=1", &hold])
        .output()
        .unwrap();
    assert!(!run.status.success(), "{run:?}");
}

/// A source twice as large as the memory there is goes into packages and exports.
#[test]
fn memory_does_not_grow_with_a_source() {
    let env = TestEnv::bundled();
    let path = "sources/raw/S-0009__messreihe.md";
    File::create(env.root().join(path)).unwrap().set_len(SOURCE_MIB << 20).unwrap();
    register(&env, path);
    fs::create_dir(env.beside("out")).unwrap();
    let (out, bundle) = (env.beside("out"), env.beside("bundle"));
    let export = ["export", "--okf", "--with-sources", "--out", bundle.to_str().unwrap()];
    for args in [
        &["package", "--no-engine", "--out", out.to_str().unwrap()][..],
        // A new export, and one in the place of the first.
        &export,
        &export,
    ] {
        let run = env.vault_behind(&CONFINED, args, Path::new("/"), &[]);
        assert_eq!(run.code, 0, "{run:?}");
    }
    assert_eq!(fs::metadata(bundle.join(path)).unwrap().len(), SOURCE_MIB << 20);
    let package = fs::read_dir(out).unwrap().next().unwrap().unwrap();
    assert!(package.metadata().unwrap().len() > SOURCE_MIB << 20);
}

/// The folder that [`on_medium`] mounts something at.
const MEDIUM: &str = "medium";
/// What lies there before.
const BEFORE: &str = "before";
/// Exit code where that is too much already.
const TOO_SMALL: i32 = 98;

/// Runs the binary beside a medium made with these options of `mount`, `sealed` by another command
/// once everything of [`BEFORE`] lies there, and gives back what then lies there.
fn on_medium(env: &TestEnv, options: &str, sealed: &str, args: &[&str]) -> (Run, Tree) {
    let [at, before, after] = [MEDIUM, BEFORE, "after"].map(|name| env.beside(name));
    fs::create_dir_all(&at).unwrap();
    let script = format!(
        "mount -t tmpfs -o {options} tmpfs '{at}' || exit 99
        cp -a '{before}/.' '{at}' || exit {TOO_SMALL}
        {sealed}
        \"$@\"
        code=$?
        rm -rf '{after}' && cp -a '{at}' '{after}' && exit $code",
        at = at.display(),
        before = before.display(),
        after = after.display()
    );
    let starter = [mounting(), &["sh", "-c", &script, "sh"]].concat();
    let run = env.vault_behind(&starter, args, Path::new("/"), &[]);
    let left = if run.code == TOO_SMALL { Tree::default() } else { Tree::read(&after) };
    (run, left)
}

#[test]
fn a_folder_where_nothing_may_run_is_named_so() {
    let env = TestEnv::bundled();
    fs::create_dir(env.beside(BEFORE)).unwrap();
    let out = env.beside(MEDIUM);
    let package = ["package", "--out", out.to_str().unwrap()];
    let (run, left) = on_medium(&env, "noexec", "", &package);
    assert_eq!(run.code, 1, "{run:?}");
    for said in ["package-noexec", "noexec", "--out", "--no-engine"] {
        assert!(run.stderr.contains(said), "{run:?}");
    }
    assert!(left == Tree::default());
    let (run, left) = on_medium(&env, "noexec", "", &[&package[..], &["--no-engine"]].concat());
    assert_eq!(run.code, 0, "{run:?}");
    assert!(left != Tree::default());
}

/// An earlier export and an earlier package, both unlike what is made now, in [`BEFORE`]; and what
/// replaces them on the medium.
fn replacements(env: &TestEnv) -> [Vec<String>; 2] {
    let before = env.beside(BEFORE);
    let bundle = before.join("bundle");
    fs::create_dir(&before).unwrap();
    let words = |args: &[&str]| args.iter().map(|word| (*word).to_owned()).collect();
    let export = |out: &Path, more: &[&str]| -> Vec<String> {
        let out = out.to_str().unwrap();
        words(&[&["export", "--okf", "--out", out], more].concat())
    };
    let package = |out: &Path| -> Vec<String> {
        words(&["package", "--no-engine", "--force", "--out", out.to_str().unwrap()])
    };
    assert_eq!(env.vault(&export(&bundle, &[])).code, 0);
    assert_eq!(env.vault(&package(&before)).code, 0);
    let packed = fs::read_dir(&before).unwrap().map(|entry| entry.unwrap().path());
    let packed = packed.filter(|path| path.extension().is_some()).last().unwrap();
    fs::write(packed, "an earlier one").unwrap();
    let medium = env.beside(MEDIUM);
    [export(&medium.join("bundle"), &["--with-sources"]), package(&medium)]
}

/// A medium larger by two blocks each time, until there is room enough.
#[test]
fn a_full_medium_keeps_what_was_there() {
    let env = TestEnv::bundled();
    let replacements = replacements(&env);
    let before = Tree::read(&env.beside(BEFORE));
    for args in replacements {
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let mut refused = 0;
        for blocks in (2..).step_by(2) {
            let size = format!("size={}k", blocks * 4);
            let (run, left) = on_medium(&env, &size, "", &args);
            match run.code {
                TOO_SMALL => continue,
                0 => {
                    assert!(left != before, "{args:?}");
                    break;
                }
                _ => {}
            }
            assert!(left == before, "{args:?} {size}: {run:?}");
            // Nothing else is said, by whatever library.
            let said = run.stderr.starts_with("🔴 ") && run.stderr.lines().count() == 1;
            let full = run.stderr.contains("write-failed") && run.stderr.contains("os error 28");
            assert!(said && full, "{args:?} {size}: {run:?}");
            refused += 1;
        }
        println!("{}: refused on {refused} media of growing size", args[0]);
        assert!(refused > 3, "{args:?}");
    }
}

#[test]
fn a_read_only_medium_keeps_what_was_there() {
    let env = TestEnv::bundled();
    let replacements = replacements(&env);
    let before = Tree::read(&env.beside(BEFORE));
    let sealed = format!("mount -o remount,bind,ro '{}'", env.beside(MEDIUM).display());
    for args in replacements {
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let (run, left) = on_medium(&env, "size=64m", &sealed, &args);
        assert_eq!(run.code, 1, "{run:?}");
        assert!(run.stderr.contains("write-failed"), "{run:?}");
        assert!(left == before, "{args:?}");
    }
}

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
}

/// The one package in a folder.
fn packed(folder: &Path) -> PathBuf {
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let packages: Vec<_> = paths.filter(|path| path.is_file()).collect();
    assert_eq!(packages.len(), 1, "{packages:?}");
    packages.into_iter().next().unwrap()
}

/// All files with their modes.
fn modes(folder: &Path) -> BTreeMap<PathBuf, u32> {
    let mut modes = BTreeMap::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            match path.is_dir() {
                true => open.push(path),
                false => {
                    let mode = fs::metadata(&path).unwrap().permissions().mode() & 0o7777;
                    modes.insert(path, mode);
                }
            }
        }
    }
    modes
}

fn command(words: &[&str]) -> Output {
    let output = Command::new(words[0]).args(&words[1..]).env("LC_ALL", "C.UTF-8").output();
    output.unwrap_or_else(|error| panic!("{} has to be installed for this test: {error}", words[0]))
}

/// A package of the bundled vault, unpacked by `unzip` beside it where paths have blanks and
/// umlauts; and a project of somebody else's, with programs that must not be run.
fn installed() -> (TestEnv, PathBuf, PathBuf) {
    let env = TestEnv::bundled();
    set_mode(&env.beside(""), 0o755);
    env.write("notes/Über uns.md", "Ein Satz.\n");
    assert_eq!(env.vault(&["release"]).code, 0);
    let out = env.beside("out");
    fs::create_dir(&out).unwrap();
    assert_eq!(env.vault(&["package", "--out", out.to_str().unwrap()]).code, 0);
    let skills = env.beside("Müllers Heim/.claude/skills");
    fs::create_dir_all(&skills).unwrap();
    let (archive, into) = (packed(&out), skills.to_str().unwrap());
    let unzipped = command(&["unzip", "-q", archive.to_str().unwrap(), "-d", into]);
    assert!(unzipped.status.success(), "{unzipped:?}");
    let project = env.beside("fremdes Projekt");
    for trap in ["bin/vault", "scripts/vault.py"] {
        let trap = project.join(trap);
        fs::create_dir_all(trap.parent().unwrap()).unwrap();
        fs::write(&trap, "#!/bin/sh\necho > trace\n").unwrap();
        set_mode(&trap, 0o755);
    }
    set_mode(&project, 0o777);
    (env, skills.join("wissenstresor"), project)
}

#[test]
fn another_program_unpacks_files_and_modes() {
    let (env, skill, _) = installed();
    assert!(skill.join("notes/Über uns.md").exists());
    let engine = skill.join("bin/vault");
    for (path, mode) in modes(&skill) {
        assert_eq!(mode, if path == engine { 0o755 } else { 0o644 }, "{path:?}");
    }
    assert!(fs::read(engine).unwrap() == fs::read(env!("CARGO_BIN_EXE_vault")).unwrap());
    let unpacked = modes(&skill).len();
    let manifest = env.read("MANIFEST.sha256").lines().count();
    assert_eq!(
        unpacked,
        manifest + "MANIFEST.sha256 bin/vault bin/ENGINE.sha256".split(' ').count()
    );
}

#[test]
fn the_installed_copy_works_for_an_ordinary_user_who_may_not_write_it() {
    let user = as_user();
    let (env, skill, project) = installed();
    // A package has no log.
    env.write("log.md", "# Log\n");
    let out = env.beside("out");
    let bundle = out.join("bundle");
    assert_eq!(env.vault(&["export", "--okf", "--out", bundle.to_str().unwrap()]).code, 0);
    let modes = |mode: &str| {
        for folder in [&skill, &out] {
            assert!(command(&["chmod", "-R", mode, folder.to_str().unwrap()]).status.success());
        }
    };
    modes("a-w");
    let before = [Tree::read(&skill), Tree::read(&out), Tree::read(&project)];
    let run = |args: &[&str]| {
        let mut command = Command::new(user[0]);
        command.args(&user[1..]).args(["env", "-i"]).arg(skill.join("bin/vault")).args(args);
        let output = command.current_dir(&project).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
    };
    let (code, report, _) = run(&["doctor"]);
    assert!(code == 0 && report.contains("doctor: 0 Fehler, 0 Warnungen"), "{report}");
    let (code, answer, said) = run(&["query", "OKF"]);
    assert_eq!((code, &*said), (0, ""), "{answer}");
    assert_eq!(answer, env.vault(&["query", "OKF"]).stdout);
    // Where nothing may be written, what is there stays.
    for args in [
        &["export", "--okf", "--out", bundle.to_str().unwrap()][..],
        &["export", "--okf", "--out", out.join("neu").to_str().unwrap()],
        &["package", "--force", "--out", out.to_str().unwrap()],
    ] {
        let (code, said, problem) = run(args);
        assert_eq!((code, &*said), (1, ""), "{args:?}: {problem}");
        assert!(problem.contains("write-failed"), "{args:?}: {problem}");
    }
    // Neither trap was run, and nothing was changed.
    assert!(before == [Tree::read(&skill), Tree::read(&out), Tree::read(&project)]);
    let (code, _, problem) = run(&["export", "--okf", "--out", "bundle"]);
    assert_eq!(code, 0, "{problem}");
    assert!(Tree::read(&project.join("bundle")) == Tree::read(&bundle));
    modes("u+w");
}

/// Where a vault lies, in which order its files came into being, when, with which modes, and who
/// packs it where: none of that is in a package.
#[test]
fn packages_of_a_release_are_the_same_everywhere() {
    let env = TestEnv::bundled();
    let tree = Tree::read(&env.root());
    let other = TestEnv::of(&tree.in_order(CreationOrder::Reversed));
    for path in modes(&other.root()).keys() {
        set_mode(path, 0o600);
        let old = UNIX_EPOCH + Duration::from_secs(1_000_000_000);
        File::options().write(true).open(path).unwrap().set_modified(old).unwrap();
    }
    for folder in [env.beside("a"), env.beside("b")] {
        fs::create_dir(folder).unwrap();
    }
    let (a, b) = (env.beside("a"), env.beside("b"));
    let package = |env: &TestEnv, mask: &str, out: &Path, cwd: &Path, zone: &str| {
        let script = format!("umask {mask}; exec \"$@\"");
        let args = ["package", "--out", out.to_str().unwrap()];
        let run = env.vault_behind(&["sh", "-c", &script, "sh"], &args, cwd, &[("TZ", zone)]);
        assert_eq!(run.code, 0, "{run:?}");
    };
    package(&env, "022", &a, Path::new("/"), "UTC");
    package(&other, "077", &b, &b, "Asia/Tokyo");
    let (one, two) = (packed(&a), packed(&b));
    assert_eq!(one.file_name(), two.file_name());
    let compared = command(&["cmp", one.to_str().unwrap(), two.to_str().unwrap()]);
    assert!(compared.status.success(), "{compared:?}");
    assert_eq!(
        modes(&a).into_values().chain(modes(&b).into_values()).collect::<Vec<_>>(),
        [0o644; 2]
    );
}

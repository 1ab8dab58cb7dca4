//! Codes that take a failing disk, another process or a missing installation. Each is
//! provoked by the library with an observer that fails or interferes at one operation, or by the
//! binary beside such a process.

use std::fs::{self, File};
use std::io::{self, Cursor};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use vault::commit::Lock;
use vault::diagnostic::Findings;
use vault::files::Folder;
use vault::findings::Code::{self, *};
use vault::publish::okf::{Bundle, ExportFolder, Originals};
use vault::publish::package::{Entry, Existing, Package, Trial};
use vault::release::{Level, Released, release};
use vault::storage::{Action, Io, Observer, Operation};

use crate::case::{BASE, LOCK, PAGE, found, run};
use crate::support::interrupted::interrupted_query;
use crate::support::{TestEnv, copy_binary};

/// The codes of this file and how each is provoked.
pub const CODES: [(Code, fn()); 15] = [
    // Through the library: an operation fails, or somebody else writes just before it.
    (WriteFailed, a_failing_operation),
    (WriteTargetChanged, a_target_edited_before_it_is_checked),
    (WriteInputsChanged, a_page_edited_while_staging),
    (WriteCleanup, a_copy_that_cannot_be_removed),
    (WriteUnsettled, a_package_whose_name_is_not_confirmed),
    (ExportCleanup, an_old_export_that_cannot_be_removed),
    (RecoveryRequired, a_target_edited_before_going_back),
    // Through the library: an archive that is not what it should be, an engine that is no program.
    (PackageUnfaithful, a_package_with_other_bytes),
    (PackageTrial, a_package_that_does_not_work),
    (PackageNoexec, a_package_that_may_not_run),
    // Through the binary, on what the library left.
    (RecoverConflict, recovery_of_an_edited_target),
    // Through the binary, while this process holds or writes something.
    (LockHeld, a_living_writer),
    (SnapshotChanged, a_writer_that_comes_while_reading),
    // Through the binary, installed in no vault.
    (RootMissing, a_binary_without_a_vault),
    // Through the binary, whose output cannot be written.
    (OutputFailed, a_full_output),
];

#[test]
fn each_of_these_codes_is_provoked() {
    for (code, provoke) in CODES {
        println!("{}", code.rule().code);
        provoke();
    }
}

/// Asks a closure before each operation.
struct Hook<F>(F);

impl<F: FnMut(&Operation<'_>) -> io::Result<()> + Send> Observer for Hook<F> {
    fn before(&mut self, _number: u64, operation: &Operation<'_>) -> io::Result<()> {
        (self.0)(operation)
    }
}

fn release_with(
    root: &Path,
    hook: impl FnMut(&Operation<'_>) -> io::Result<()> + Send + 'static,
) -> Result<Released, Findings> {
    let folder = Folder::open_root(root).unwrap();
    release(&folder, &Io::observed(Hook(hook)), Level::Patch, "2026-01-01")
}

fn broken() -> io::Error {
    io::Error::from_raw_os_error(5)
}

/// The one finding of a refused release: code, path, line.
fn sole(refused: Result<Released, Findings>) -> (Code, String) {
    let found = refused.unwrap_err();
    let [found] = &found[..] else { panic!("{found:?}") };
    (Code::of(found).unwrap(), found.place.path.clone())
}

/// The same release is possible when nobody interferes.
fn nothing_changed(env: &TestEnv) {
    assert_eq!(env.read("VERSION"), "0.2.0\n");
    assert!(!env.root().join(LOCK).exists());
    assert!(release_with(&env.root(), |_| Ok(())).unwrap().unfinished.is_none());
}

fn an_old_export_that_cannot_be_removed() {
    let env = TestEnv::released(BASE);
    let folder = env.beside("bundle");
    let out = folder.to_str().unwrap();
    assert_eq!(env.vault(&["export", "--okf", "--out", out]).code, 0);
    let target = ExportFolder::new(&folder, &env.root()).unwrap();
    let io = Io::observed(Hook(|operation: &Operation<'_>| match operation.action {
        Action::Unlink => Err(broken()),
        _ => Ok(()),
    }));
    let bundle = Bundle::from([("index.md".to_owned(), "new".to_owned())]);
    let root = Folder::open_root(&env.root()).unwrap();
    let originals = Originals { root: &root, files: &[] };
    let found = target.write(&io, &bundle, originals).unwrap().unwrap();
    assert_eq!((Code::of(&found).unwrap(), &*found.place.path), (ExportCleanup, "bundle.neu"));
    assert!(found.to_string().contains("unlink bundle.neu/"), "{found}");
    assert_eq!(fs::read(folder.join("index.md")).unwrap(), b"new");
}

fn a_failing_operation() {
    let env = TestEnv::released(BASE);
    let refused = release_with(&env.root(), |operation| match operation.to {
        "VERSION" => Err(broken()),
        _ => Ok(()),
    });
    let (code, path) = sole(refused);
    assert_eq!(code, WriteFailed);
    assert!(path.starts_with(".vault-release/new-"), "{path}");
    nothing_changed(&env);
}

fn a_target_edited_before_it_is_checked() {
    let env = TestEnv::released(BASE);
    let log = env.root().join("log.md");
    let before = fs::read(&log).unwrap();
    let edited = log.clone();
    let refused =
        release_with(&env.root(), move |operation| match (operation.action, operation.path) {
            (Action::Read, "log.md") => fs::write(&edited, "mine\n"),
            _ => Ok(()),
        });
    assert_eq!(sole(refused), (WriteTargetChanged, "log.md".to_owned()));
    assert_eq!(env.read("log.md"), "mine\n");
    fs::write(log, before).unwrap();
    nothing_changed(&env);
}

fn a_page_edited_while_staging() {
    let env = TestEnv::released(BASE);
    let page = env.root().join(PAGE);
    let refused = release_with(&env.root(), move |operation| match operation.action {
        Action::MakeFolder => fs::write(&page, fs::read_to_string(&page)? + "\n"),
        _ => Ok(()),
    });
    assert_eq!(sole(refused), (WriteInputsChanged, String::new()));
    nothing_changed(&env);
}

fn a_copy_that_cannot_be_removed() {
    let env = TestEnv::released(BASE);
    let published = release_with(&env.root(), |operation| {
        let is_copy = operation.path.starts_with(".vault-release/old-");
        if operation.action == Action::Unlink && is_copy { Err(broken()) } else { Ok(()) }
    });
    let found = published.unwrap().unfinished.unwrap().unfinished();
    assert_eq!((Code::of(&found).unwrap(), found.place.path.as_str()), (WriteCleanup, ""));
    assert_eq!(env.read("VERSION"), "0.2.1\n");
    assert_eq!(env.vault(&["recover"]).code, 0);
    assert_eq!(env.vault(&["query", "Frist"]).code, 0);
}

/// Fails at the commit point after somebody edited a target that was already replaced.
fn interrupted(env: &TestEnv) -> Result<Released, Findings> {
    let version = env.root().join("VERSION");
    release_with(&env.root(), move |operation| match operation.to {
        ".vault-release/committed" => {
            fs::write(&version, "mine\n")?;
            Err(broken())
        }
        _ => Ok(()),
    })
}

fn a_target_edited_before_going_back() {
    let env = TestEnv::released(BASE);
    assert_eq!(sole(interrupted(&env)), (RecoveryRequired, String::new()));
    assert!(env.read(LOCK).contains("recovery_required="));
}

fn recovery_of_an_edited_target() {
    let env = TestEnv::released(BASE);
    assert!(found(&env.vault(&["recover"])).is_empty());
    interrupted(&env).unwrap_err();
    let (run, found) = run(&env, &["recover"]);
    assert_eq!(run.code, 1);
    let expected = ("recover-conflict".to_owned(), ("VERSION".to_owned(), None));
    assert!(found.contains(&expected) && found.len() == 1, "{found:?}");
}

fn a_living_writer() {
    let env = TestEnv::released(BASE);
    let root = Folder::open_root(&env.root()).unwrap();
    let lock = Lock::acquire(&root, &Io::new()).unwrap();
    for command in [["log", "note", "x"].as_slice(), &["release"], &["index"], &["recover"]] {
        let (run, found) = run(&env, command);
        assert_eq!(run.code, 1, "{command:?}");
        assert!(found.contains(&("lock-held".to_owned(), (String::new(), None))), "{found:?}");
        assert!(run.stderr.contains(&std::process::id().to_string()), "{}", run.stderr);
    }
    lock.release().unwrap();
    assert_eq!(env.vault(&["log", "note", "x"]).code, 0);
}

fn a_writer_that_comes_while_reading() {
    let run = interrupted_query(&TestEnv::released(BASE));
    let answer = run.json().unwrap();
    assert_eq!(run.code, 1);
    assert!(answer["errors"][0].as_str().unwrap().starts_with("snapshot-changed: "));
    assert_eq!(answer["warnings"], serde_json::json!([]));
    assert_eq!(answer["evidence"], serde_json::json!([]));
}

fn a_binary_without_a_vault() {
    let dir = tempfile::tempdir().unwrap();
    let binary: PathBuf = dir.path().join("vault");
    copy_binary(&binary);
    let run = |binary: &Path, cwd: &Path| {
        Command::new(binary).arg("validate").current_dir(cwd).output().unwrap()
    };
    // The current folder is never searched, even where it is a vault.
    let env = TestEnv::released(BASE);
    let lost = run(&binary, &env.root());
    assert_eq!(lost.status.code(), Some(2));
    let said = String::from_utf8(lost.stderr).unwrap();
    assert!(said.starts_with("🔴 root-missing: ") && said.contains("--root"), "{said}");
    // Installed in a vault it needs no name.
    fs::create_dir(env.root().join("bin")).unwrap();
    let installed = env.root().join("bin/vault");
    fs::rename(&binary, &installed).or_else(|_| fs::copy(&binary, &installed).map(|_| ())).unwrap();
    let found = String::from_utf8(run(&installed, dir.path()).stdout).unwrap();
    assert!(found.contains("engine-unlisted"), "{found}");
}

/// The release took place; only what it said is lost, and that is said.
fn a_full_output() {
    let env = TestEnv::released(BASE);
    let before = env.read("VERSION");
    let full = File::options().write(true).open("/dev/full").unwrap();
    let mut release = Command::new(env!("CARGO_BIN_EXE_vault"));
    release.arg("--root").arg(env.root()).args(["release", "minor"]);
    let run = release.stdout(full).stderr(Stdio::piped()).output().unwrap();
    assert_eq!(run.status.code(), Some(1));
    let said = String::from_utf8(run.stderr).unwrap();
    assert!(said.starts_with("🔴 output-failed: "), "{said}");
    assert_ne!(env.read("VERSION"), before);
}

fn packed<'a>(root: &'a Folder, members: &[(&str, bool)]) -> Package<'a> {
    holding(root, members, b"x")
}

fn holding<'a>(root: &'a Folder, members: &[(&str, bool)], bytes: &[u8]) -> Package<'a> {
    let entry = |&(path, executable): &(&str, bool)| Entry::held(path, executable, bytes.to_vec());
    let entries = members.iter().map(entry).collect();
    Package { root, name: "a".to_owned(), file_name: "a.skill".to_owned(), entries }
}

fn a_package_with_other_bytes() {
    let dir = tempfile::tempdir().unwrap();
    let root = Folder::open_root(dir.path()).unwrap();
    let package = packed(&root, &[("SKILL.md", false)]);
    let mut written = Cursor::new(Vec::new());
    package.pack(&mut written).unwrap();
    let bytes = written.into_inner();
    let read_back = |package: &Package, bytes: &[u8]| {
        let archive = package.read_back(Cursor::new(bytes));
        archive.map(|_| ()).map_err(|found| Code::of(&found[0]).unwrap())
    };
    assert_eq!(read_back(&package, &bytes), Ok(()));
    for other in [&[][..], &[("SKILL.md", true)], &[("VERSION", false)]] {
        assert_eq!(read_back(&packed(&root, other), &bytes), Err(PackageUnfaithful));
    }
    assert_eq!(read_back(&package, &bytes[..bytes.len() - 1]), Err(PackageUnfaithful));
}

fn a_package_that_does_not_work() {
    let dir = tempfile::tempdir().unwrap();
    let folder = Folder::open_root(dir.path()).unwrap();
    for (engine, ending) in [
        ("x", "„doctor“ startet nicht: "),
        ("#!/bin/sh\necho x\nexit 3\n", "„doctor“ endet mit Exit-Code 3;"),
        ("#!/bin/sh\nkill -9 $$\n", "„doctor“ endet durch ein Signal;"),
        ("#!/bin/sh\n", "„doctor“ endet, ohne etwas auszugeben;"),
        (
            "#!/bin/sh\necho x\ncase $1 in query) bin/vault; esac; exit 0\n",
            "„query“ führt ein fremdes",
        ),
    ] {
        let members = [("SKILL.md", false), ("bin/vault", true)];
        let package = holding(&folder, &members, engine.as_bytes());
        let found =
            package.put(&folder, dir.path(), &Io::new(), Trial::Used, Existing::Kept).unwrap_err();
        assert_eq!(Code::of(&found[0]).unwrap(), PackageTrial);
        assert!(found[0].to_string().contains(ending), "{}", found[0]);
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0);
    }
}

/// As where the medium forbids it: what should run it may not itself be run.
fn a_package_that_may_not_run() {
    let dir = tempfile::tempdir().unwrap();
    let folder = Folder::open_root(dir.path()).unwrap();
    let members = [("SKILL.md", false), ("bin/vault", true)];
    let package = holding(&folder, &members, b"#!/etc/passwd\n");
    let found =
        package.put(&folder, dir.path(), &Io::new(), Trial::Used, Existing::Kept).unwrap_err();
    assert_eq!(Code::of(&found[0]).unwrap(), PackageNoexec);
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0);
}

/// The last call fails: it waits for the name of the package to be on the medium.
fn a_package_whose_name_is_not_confirmed() {
    let dir = tempfile::tempdir().unwrap();
    let folder = Folder::open_root(dir.path()).unwrap();
    let package = packed(&folder, &[("SKILL.md", false)]);
    let io = Io::observed(Hook(|operation: &Operation<'_>| match operation.action {
        Action::SyncFolder => Err(broken()),
        _ => Ok(()),
    }));
    let found = package.put(&folder, dir.path(), &io, Trial::Looked, Existing::Kept).unwrap_err();
    assert_eq!((Code::of(&found[0]).unwrap(), &*found[0].place.path), (WriteUnsettled, "a.skill"));
    let there: Vec<_> = fs::read_dir(dir.path()).unwrap().collect();
    assert_eq!(there.len(), 1);
    assert!(package.read_back(File::open(dir.path().join("a.skill")).unwrap()).is_ok());
}

//! Trees and foreign vaults that want to lead somewhere else, to hang the reader or to exhaust
//! it. What of them is read is read under confinement; the rest has a reason. None of it changes
//! the local part of an answer, which each question here is asked for twice to see.

#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![allow(clippy::disallowed_methods, clippy::disallowed_types)]

mod support;

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::Command;

use sha2::{Digest, Sha256};
use support::external::{Bound, DOCUMENT, External, FOUND, INVALID, QUESTION, Template, anchors};
use support::rights::{as_user, mounting};

const MIB: usize = 1024 * 1024;
const TOO_LARGE: &str = "größer als 1048576 Bytes";
const BUDGET: &str = "budget_exceeded";

/// A text of exactly so many bytes with one sentence that answers the question.
fn text_of(size: usize) -> String {
    let sentence = "Der Prüfsatz benennt die Schwelle.\n";
    sentence.to_owned() + &"\n".repeat(size - sentence.len())
}

fn make(command: &str, path: &Path, more: &[&str]) -> bool {
    Command::new(command).arg(path).args(more).status().unwrap().success()
}

/// The text of a note or warning about a document, whatever says it.
fn is_about(text: &str, path: &str, reason: &str) -> bool {
    text.contains(&format!("„{path}“")) && text.contains(reason)
}

/// Checks a question, the anchors and both templates when only one document cannot be read.
fn one_document_is_unreadable(bound: &Bound, name: &str, reason: &str, whole: Whole) {
    let found = bound.ask(&["X-0001"]);
    assert_eq!(found.state(), FOUND, "{name}");
    let [note] = &found.notes()[..] else { panic!("{name}: {:?}", found.notes()) };
    assert!(note.starts_with("external-unreadable: "), "{note}");
    assert!(is_about(note, DOCUMENT, reason), "{note}");
    assert!(!found.hits().contains(&DOCUMENT), "{name}");
    let warnings = bound.anchors();
    let [warning] = &warnings[..] else { panic!("{name}: {warnings:?}") };
    assert!(warning.starts_with("anchor-unreachable: A-0002: "), "{warning}");
    assert!(is_about(warning, DOCUMENT, reason), "{warning}");
    bound.sentences("X-0001", DOCUMENT).assert_refused("unreachable", reason);
    match whole {
        Whole::Unreachable => bound.whole().assert_refused("unreachable", reason),
        Whole::Budget(reason) => bound.whole().assert_refused(BUDGET, reason),
        Whole::Without => {
            let whole = bound.whole();
            assert_eq!(whole.entries().len(), 11, "{name}");
            assert!(!whole.paths().contains(&DOCUMENT), "{name}");
        }
    }
}

/// What becomes of a whole tree with such a document.
#[derive(Clone, Copy)]
enum Whole {
    /// The reason of the document is the reason of the whole.
    Unreachable,
    /// A budget is passed, with this reason.
    Budget(&'static str),
    /// Nothing is there to be read.
    Without,
}

#[test]
fn something_else_in_place_of_a_document() {
    type Plant = fn(&Path);
    let planted: [(&str, Plant, &str, Whole); 7] = [
        ("nothing", |_| {}, "nicht vorhanden", Whole::Without),
        (
            "a link out of the tree",
            |path| {
                let outside = path.ancestors().nth(3).unwrap().join("geheim.md");
                fs::write(&outside, text_of(99)).unwrap();
                symlink(outside, path).unwrap();
            },
            "symbolischer Link",
            Whole::Unreachable,
        ),
        ("a FIFO", |path| assert!(make("mkfifo", path, &[])), "FIFO", Whole::Unreachable),
        ("a folder", |path| fs::create_dir(path).unwrap(), "ein Ordner", Whole::Unreachable),
        (
            "no UTF-8",
            |path| fs::write(path, b"Der Satz.\xff\n").unwrap(),
            "kein UTF-8",
            Whole::Unreachable,
        ),
        (
            "one byte too many",
            |path| fs::write(path, text_of(MIB + 1)).unwrap(),
            TOO_LARGE,
            Whole::Budget("ein Dokument mit mehr als 1 MiB"),
        ),
        (
            "a socket",
            |path| drop(std::os::unix::net::UnixListener::bind(path).unwrap()),
            "FIFO, Socket oder Gerät",
            Whole::Unreachable,
        ),
    ];
    for (name, plant, reason, whole) in planted {
        let bound = Bound::new();
        let path = bound.tree().join(DOCUMENT);
        fs::remove_file(&path).unwrap();
        plant(&path);
        one_document_is_unreadable(&bound, name, reason, whole);
    }
}

#[test]
fn a_device_in_place_of_a_document() {
    let bound = Bound::new();
    let path = bound.tree().join(DOCUMENT);
    fs::remove_file(&path).unwrap();
    // The terminal of nobody and an endless file.
    for [major, minor] in [["5", "0"], ["1", "5"]] {
        if !make("mknod", &path, &["c", major, minor]) {
            println!("SKIPPED a_device_in_place_of_a_document: mknod is not allowed here");
            return;
        }
        one_document_is_unreadable(&bound, "a device", "Gerät", Whole::Unreachable);
        fs::remove_file(&path).unwrap();
    }
}

#[test]
fn documents_at_the_limit_and_with_two_names_are_read() {
    let bound = Bound::new();
    let path = bound.tree().join(DOCUMENT);
    fs::write(&path, text_of(MIB)).unwrap();
    fs::hard_link(&path, bound.env.beside("zweiter-name")).unwrap();
    let found = bound.ask(&["X-0001"]);
    assert_eq!(found.notes(), [""; 0]);
    assert!(found.hits().contains(&DOCUMENT));
    assert_eq!(bound.sentences("X-0001", DOCUMENT).entries().len(), 1);
    assert!(bound.whole().paths().contains(&DOCUMENT));
}

#[test]
fn a_link_on_the_way_is_not_followed() {
    let bound = Bound::new();
    let outside = bound.env.beside("geheim");
    fs::rename(bound.tree().join("teil-1"), &outside).unwrap();
    symlink(&outside, bound.tree().join("teil-1")).unwrap();
    let found = bound.ask(&["X-0001"]);
    assert_eq!(found.state(), FOUND);
    assert_eq!(found.notes().len(), 6);
    assert!(found.notes().iter().all(|note| note.contains("symbolischer Link")), "{found:?}");
    assert!(found.hits().iter().all(|hit| hit.starts_with("teil-2/")), "{found:?}");
    let [warning] = &bound.anchors()[..] else { panic!() };
    assert!(is_about(warning, DOCUMENT, "symbolischer Link"), "{warning}");
    bound.sentences("X-0001", DOCUMENT).assert_refused("unreachable", "symbolischer Link");
    let whole = bound.whole();
    assert_eq!(whole.entries().len(), 6);
    assert!(whole.paths().iter().all(|path| path.starts_with("teil-2/")));
}

#[test]
fn no_path_leaves_the_tree() {
    let bound = Bound::new();
    fs::write(bound.env.beside("geheim.md"), text_of(99)).unwrap();
    let absolute = bound.env.beside("geheim.md").display().to_string();
    for path in ["../geheim.md", "teil-1/../../geheim.md", "teil-1/..", absolute.as_str(), ""] {
        for (id, reason) in [("X-0001", "nicht vorhanden"), ("X-0003", "nicht vorhanden")] {
            bound.sentences(id, path).assert_refused("unreachable", reason);
        }
    }
    // A catalogue or an anchor with such a path is a faulty vault, which answers nothing.
    for (file, key) in [("X-0001__orchestrator", "path"), ("X-0001__anchors", "document")] {
        let bound = Bound::new();
        let file = format!("sources/derived/{file}.json");
        let inside = format!("\"{key}\": \"{DOCUMENT}\"");
        let text = bound.env.read(&file);
        assert!(text.contains(&inside));
        let text = text.replace(&inside, &format!("\"{key}\": \"../geheim.md\""));
        bound.env.write(&file, &text);
        assert_eq!(bound.env.vault(&["release"]).code, 1, "{file}");
        let run = bound.env.vault(&["query", "--extern", QUESTION]);
        let answer = run.json().unwrap();
        assert_eq!((run.code, &answer["state"]), (1, &"invalid_vault".into()));
        assert_eq!(answer["external"]["live"], false);
    }
}

#[test]
fn a_bound_folder_that_is_gone() {
    let bound = Bound::new();
    fs::remove_dir_all(bound.tree()).unwrap();
    let found = bound.ask(&["X-0001"]);
    assert_eq!((found.state(), found.hits().len()), ("no_external_candidates", 0));
    let [note] = &found.notes()[..] else { panic!("{found:?}") };
    assert!(is_about(note, ".", "nicht vorhanden"), "{note}");
    bound.whole().assert_refused("unreachable", "„.“ ist nicht lesbar (nicht vorhanden)");
    assert_eq!(bound.anchors().len(), 3);
    // A file or a link to nowhere in its place is no better.
    fs::write(bound.tree(), "x").unwrap();
    bound.whole().assert_refused("unreachable", "kein Ordner");
    fs::remove_file(bound.tree()).unwrap();
    symlink("nirgends", bound.tree()).unwrap();
    bound.whole().assert_refused("unreachable", "„.“ ist nicht lesbar");
}

/// Swaps a folder and a link to one outside, with the same names and other texts, again and
/// again while the tree is read.
#[cfg(target_os = "linux")]
#[test]
fn a_folder_swapped_for_a_link_while_reading() {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    use std::sync::atomic::{AtomicBool, Ordering};

    const RUNS: usize = 12;
    /// Ends the swapping however the reading ends.
    struct Reading<'d>(&'d AtomicBool);
    impl Drop for Reading<'_> {
        fn drop(&mut self) {
            self.0.store(true, Ordering::Relaxed);
        }
    }
    let bound = Bound::new();
    let before: Vec<_> = bound.whole().entries().to_vec();
    let [folder, other] = ["teil-1", ".anderswo"].map(|name| bound.tree().join(name));
    let outside = bound.env.beside("geheim");
    fs::create_dir(&outside).unwrap();
    for document in fs::read_dir(&folder).unwrap() {
        let secret = "Der Prüfsatz benennt die geheime Schwelle.\n";
        fs::write(outside.join(document.unwrap().file_name()), secret).unwrap();
    }
    symlink(&outside, &other).unwrap();
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let _reading = Reading(&done);
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                renameat_with(CWD, &folder, CWD, &other, RenameFlags::EXCHANGE).unwrap();
                std::thread::yield_now();
            }
        });
        let mut seen = [0; 3];
        for _ in 0..RUNS {
            let found = bound.ask(&["X-0001"]);
            assert!(!found.0.to_string().contains("geheim"), "{found:?}");
            let notes = found.notes();
            assert!(notes.iter().all(|note| note.contains("symbolischer Link")), "{notes:?}");
            let run = bound.env.vault(&["orchestrator-template", "X-0001"]);
            let whole = Template::of(&run);
            if run.code == 1 {
                seen[0] += 1;
                whole.assert_refused("unreachable", "„teil-1");
                continue;
            }
            // Either the folder was there all the time, or the link, which is not followed.
            let entries = whole.entries();
            assert!([6, 12].contains(&entries.len()), "{}", entries.len());
            assert!(entries.iter().all(|entry| before.contains(entry)));
            seen[entries.len() / 6] += 1;
        }
        println!("refused, without and with the folder: {seen:?}");
    });
}

/// Runs what follows it in a mount namespace where one folder is another file system, filled
/// from another folder.
fn another_file_system<'a>(at: &'a Path, from: &'a Path) -> Vec<&'a str> {
    let script = "mount -t tmpfs tmpfs \"$0\" && cp \"$1\"/* \"$0\" && shift && exec \"$@\"";
    let [at, from] = [at, from].map(|path| path.to_str().unwrap());
    [mounting(), &["sh", "-c", script, at, from]].concat()
}

#[test]
fn another_file_system_on_the_way() {
    let bound = Bound::new();
    let (at, from) = (bound.tree().join("teil-1"), bound.env.beside("kopie"));
    fs::create_dir(&from).unwrap();
    for document in fs::read_dir(&at).unwrap() {
        let document = document.unwrap();
        fs::copy(document.path(), from.join(document.file_name())).unwrap();
    }
    let starter = another_file_system(&at, &from);
    let reason = "liegt auf einem anderen Dateisystem";
    let found = bound.ask_behind(&starter, &["X-0001"]);
    assert_eq!((found.state(), found.notes().len()), (FOUND, 6));
    assert!(found.notes().iter().all(|note| note.contains(reason)), "{found:?}");
    assert!(found.hits().iter().all(|hit| hit.starts_with("teil-2/")), "{found:?}");
    let run = |args: &[&str]| bound.env.vault_behind(&starter, args, Path::new("/"), &[]);
    let [warning] = &anchors(&run(&["doctor", "--format", "json"]))[..] else { panic!() };
    assert!(is_about(warning, DOCUMENT, reason), "{warning}");
    for args in
        [["anchor-template", "X-0001", DOCUMENT].as_slice(), &["orchestrator-template", "X-0001"]]
    {
        Template::of(&run(args)).assert_refused("unreachable", reason);
    }
}

#[test]
fn what_an_ordinary_user_may_not_read() {
    let starter = as_user();
    let bound = Bound::new();
    let mode = |path: &Path, mode| {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    };
    mode(bound.env.root().parent().unwrap(), 0o755);
    let run =
        |args: &[&str]| Template::of(&bound.env.vault_behind(starter, args, Path::new("/"), &[]));
    let reason = "Permission denied";
    for (closed, notes) in [(DOCUMENT, 1), ("teil-1", 6)] {
        let closed = bound.tree().join(closed);
        let before = fs::metadata(&closed).unwrap().permissions().mode();
        mode(&closed, 0o000);
        let found = bound.ask_behind(starter, &["X-0001"]);
        assert_eq!((found.state(), found.notes().len()), (FOUND, notes), "{found:?}");
        assert!(found.notes().iter().any(|note| is_about(note, DOCUMENT, reason)), "{found:?}");
        run(&["anchor-template", "X-0001", DOCUMENT]).assert_refused("unreachable", reason);
        run(&["orchestrator-template", "X-0001"]).assert_refused("unreachable", reason);
        mode(&closed, before);
    }
    let manifest = bound.foreign().join("MANIFEST.sha256");
    mode(&manifest, 0o000);
    assert_unbelievable(&bound.ask_behind(starter, &[]), "foreign-unreadable: X-0003: ", reason);
}

/// Folders within folders, the innermost with a document.
fn nested(root: &Path, depth: usize) {
    let innermost = root.join(vec!["a"; depth].join("/"));
    fs::create_dir_all(&innermost).unwrap();
    fs::write(innermost.join("x.md"), text_of(99)).unwrap();
}

/// So many files in a folder.
fn files(root: &Path, count: usize, suffix: &str, text: &str) {
    for number in 0..count {
        fs::write(root.join(format!("{number}{suffix}")), text).unwrap();
    }
}

#[test]
fn budgets_of_a_whole_tree() {
    type Fill = fn(&Path);
    /// Documents of the catalogue at the limit, or why there is none beyond it.
    type Outcome = Result<usize, &'static str>;
    let (depth, entries) = ("mehr als 12 Ordner ineinander", "mehr als 20000 Einträge");
    let trees: [(&str, Fill, Outcome); 11] = [
        ("no document", |_| {}, Ok(0)),
        ("depth 12", |root| nested(root, 12), Ok(1)),
        ("depth 13", |root| nested(root, 13), Err(depth)),
        (
            "20 000 entries",
            |root| {
                files(root, 19_998, ".txt", "");
                nested(root, 1);
            },
            Ok(1),
        ),
        (
            "20 001 entries",
            |root| {
                files(root, 19_999, ".txt", "");
                nested(root, 1);
            },
            Err(entries),
        ),
        (
            "20 001 entries, most of them hidden",
            |root| {
                fs::create_dir(root.join(".git")).unwrap();
                files(root, 20_000, ".txt", "");
                for number in 0..20_000 {
                    let name = format!("{number}.txt");
                    fs::rename(root.join(&name), root.join(format!(".{name}"))).unwrap();
                }
            },
            Err(entries),
        ),
        ("5 000 documents", |root| files(root, 5_000, ".md", "Satz.\n"), Ok(5_000)),
        (
            "5 001 documents",
            |root| files(root, 5_001, ".md", "Satz.\n"),
            Err("mehr als 5000 Dokumente"),
        ),
        (
            "a catalogue that is too large",
            |root| files(root, 4_000, &format!("{}.md", "x".repeat(200)), &text_of(99)),
            Err("ein Katalog mit mehr als 2 MiB"),
        ),
        ("64 MiB", |root| files(root, 64, ".md", &text_of(MIB)), Ok(64)),
        (
            "64 MiB and a byte",
            |root| {
                files(root, 64, ".md", &text_of(MIB));
                fs::write(root.join("z.md"), "x").unwrap();
            },
            Err("mehr als 64 MiB Text"),
        ),
    ];
    for (name, fill, outcome) in trees {
        let bound = Bound::to_tree(fill);
        let whole = bound.whole();
        match outcome {
            Ok(count) => assert_eq!(whole.entries().len(), count, "{name}"),
            Err(reason) => whole.assert_refused(BUDGET, reason),
        }
    }
}

#[test]
fn which_entries_are_documents() {
    let bound = Bound::to_tree(|root| {
        for path in ["a.md", "b.MD", "c.Md", "d.txt", "md", "ende.md.txt", ".e.md", ".git/f.md"] {
            let path = root.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text_of(99)).unwrap();
        }
        // Hidden, so not looked at.
        symlink("/etc", root.join(".g.md")).unwrap();
        // Not named like documents: neither followed nor opened.
        symlink("/etc", root.join("h")).unwrap();
        assert!(make("mkfifo", &root.join("i"), &[]));
    });
    assert_eq!(bound.whole().paths(), ["a.md", "b.MD", "c.Md"]);
    fs::create_dir(bound.tree().join("j.Md")).unwrap();
    bound.whole().assert_refused("unreachable", "„j.Md“ ist nicht lesbar (ein Ordner");
}

#[test]
fn a_name_that_is_not_utf_8() {
    let bound = Bound::new();
    let odd = bound.tree().join("teil-1").join(OsStr::from_bytes(b"\xff.md"));
    if fs::write(&odd, text_of(99)).is_err() {
        println!("SKIPPED a_name_that_is_not_utf_8: this file system has none");
        return;
    }
    assert_eq!(bound.ask(&["X-0001"]).notes(), [""; 0]);
    bound.whole().assert_refused("unreachable", "„teil-1“ ist nicht lesbar (kein UTF-8)");
}

// Foreign vaults.

const PAGE: &str = "knowledge/nachbar/seite-1.md";

/// Checks that nothing is believed of any source.
fn assert_unbelievable(found: &External, code: &str, detail: &str) {
    assert_eq!(found.state(), INVALID, "{found:?}");
    assert_eq!(found.hits(), [""; 0]);
    assert_eq!(found.sources(), ["X-0001", "X-0002", "X-0003"]);
    let reason = found.0["reason"].as_str().unwrap();
    assert!(reason.starts_with(code) && reason.contains(detail), "{reason}");
    assert!(found.0["external_fingerprint"].is_null());
    assert_eq!(found.0["live"], true);
}

fn hex_digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Writes a file of the vault, and its line into the manifest.
fn list(root: &Path, path: &str, bytes: &[u8]) {
    fs::create_dir_all(root.join(path).parent().unwrap()).unwrap();
    fs::write(root.join(path), bytes).unwrap();
    list_only(root, path, bytes);
}

fn list_only(root: &Path, path: &str, bytes: &[u8]) {
    edit_manifest(root, |text| format!("{text}{}  {path}\n", hex_digest(bytes)));
}

fn edit_manifest(root: &Path, edit: impl FnOnce(String) -> String) {
    let path = root.join("MANIFEST.sha256");
    fs::write(&path, edit(fs::read_to_string(&path).unwrap())).unwrap();
}

#[test]
fn a_foreign_vault_in_good_state() {
    type Edit = fn(&Path);
    let edits: [(&str, Edit); 8] = [
        ("as it is", |_| {}),
        ("blanks and a star", |root| {
            edit_manifest(root, |text| text.replace("  knowledge", " \t *knowledge"));
        }),
        ("empty lines", |root| edit_manifest(root, |text| text.replace('\n', "\n\n"))),
        ("a listed file", |root| list(root, "assets/bild.png", b"\xff")),
        ("a large listed file", |root| list(root, "assets/bild.png", &vec![7; 2 * MIB])),
        ("an unlisted file that is no page", |root| fs::write(root.join("x.md"), "x").unwrap()),
        ("a link beside the pages", |root| symlink("/etc", root.join("anderswo")).unwrap()),
        ("a page at the limit", |root| {
            list(root, "knowledge/groß.md", text_of(MIB).as_bytes());
        }),
    ];
    for (name, edit) in edits {
        let bound = Bound::new();
        edit(&bound.foreign());
        let found = bound.ask(&["X-0003"]);
        assert_eq!(found.sources(), ["X-0003"], "{name}");
        assert_eq!(found.notes(), [""; 0], "{name}");
        assert!(found.0["external_fingerprint"].is_string(), "{name}");
        let sentences = bound.sentences("X-0003", PAGE);
        assert!(!sentences.entries().is_empty(), "{name}");
    }
    // Its pages are found, and their state is part of the fingerprint.
    let bound = Bound::new();
    let before = bound.ask(&["X-0003"]);
    list(&bound.foreign(), "knowledge/neu.md", text_of(99).as_bytes());
    let after = bound.ask(&["X-0003"]);
    assert_eq!(after.state(), FOUND);
    assert!(after.hits().contains(&"knowledge/neu.md"), "{after:?}");
    assert_ne!(before.0["external_fingerprint"], after.0["external_fingerprint"]);
}

#[test]
fn a_foreign_vault_that_is_not_believed() {
    type Damage = fn(&Path);
    let damages: [(&str, Damage, &str); 21] = [
        (
            "foreign-changed: X-0003: ",
            |root| fs::write(root.join(PAGE), text_of(99)).unwrap(),
            PAGE,
        ),
        (
            "foreign-changed: X-0003: ",
            |root| {
                list(root, "assets/bild.png", b"x");
                fs::write(root.join("assets/bild.png"), "y").unwrap();
            },
            "assets/bild.png",
        ),
        // Of several the first, whatever order a map has.
        (
            "foreign-changed: X-0003: ",
            |root| {
                for number in 0..9 {
                    let path = format!("assets/{number}.png");
                    list(root, &path, b"x");
                    fs::write(root.join(path), "y").unwrap();
                }
            },
            "assets/0.png",
        ),
        (
            "foreign-unlisted: X-0003: ",
            |root| fs::write(root.join("knowledge/neu.MD"), text_of(99)).unwrap(),
            "knowledge/neu.MD",
        ),
        (
            "foreign-unreadable: X-0003: ",
            |root| fs::remove_file(root.join(PAGE)).unwrap(),
            "nicht vorhanden",
        ),
        ("foreign-unreadable: X-0003: ", |root| list_only(root, "fehlt.txt", b""), "fehlt.txt"),
        (
            "foreign-unreadable: X-0003: ",
            |root| fs::remove_file(root.join("MANIFEST.sha256")).unwrap(),
            "„MANIFEST.sha256“ des fremden Tresors ist nicht lesbar (nicht vorhanden)",
        ),
        (
            "foreign-unreadable: X-0003: ",
            |root| {
                edit_manifest(root, |text| {
                    let more = MIB + 1 - text.len();
                    text + &"\n".repeat(more)
                });
            },
            TOO_LARGE,
        ),
        (
            "foreign-unreadable: X-0003: ",
            |root| fs::write(root.join("MANIFEST.sha256"), b"\xff").unwrap(),
            "kein UTF-8",
        ),
        ("foreign-manifest: X-0003: ", |root| edit_manifest(root, |_| String::new()), "Zeile 0"),
        ("foreign-manifest: X-0003: ", |root| edit_manifest(root, |_| "\n \n".into()), "Zeile 0"),
        (
            "foreign-manifest: X-0003: ",
            |root| edit_manifest(root, |text| text + "keine Prüfsumme\n"),
            "Zeile 4",
        ),
        (
            "foreign-manifest: X-0003: ",
            |root| list_only(root, "../extern/teil-1/dokument-2.md", b""),
            "Zeile 4",
        ),
        (
            "foreign-manifest: X-0003: ",
            |root| edit_manifest(root, |text| text.clone() + text.lines().next().unwrap() + "\n"),
            "Zeile 4",
        ),
        (
            "foreign-unreadable: X-0003: ",
            |root| {
                let page = fs::read(root.join(PAGE)).unwrap();
                fs::write(root.join("anderswo.md"), page).unwrap();
                fs::remove_file(root.join(PAGE)).unwrap();
                symlink("../../anderswo.md", root.join(PAGE)).unwrap();
            },
            "symbolischer Link",
        ),
        (
            "foreign-unreadable: X-0003: ",
            |root| symlink("nachbar", root.join("knowledge/verweis")).unwrap(),
            "„knowledge/verweis“ des fremden Tresors ist nicht lesbar (symbolischer Link)",
        ),
        (
            "foreign-unreadable: X-0003: ",
            |root| {
                list(root, "anderswo/bild.png", b"x");
                fs::rename(root.join("anderswo"), root.with_extension("weg")).unwrap();
                symlink(root.with_extension("weg"), root.join("anderswo")).unwrap();
            },
            "symbolischer Link",
        ),
        (
            "foreign-unreadable: X-0003: ",
            |root| assert!(make("mkfifo", &root.join("knowledge/pipe.md"), &[])),
            "FIFO",
        ),
        (
            "foreign-unreadable: X-0003: ",
            |root| list(root, "knowledge/neu.md", b"\xff"),
            "kein UTF-8",
        ),
        (
            "foreign-unreadable: X-0003: ",
            |root| list(root, "knowledge/groß.md", text_of(MIB + 1).as_bytes()),
            "ein Dokument mit mehr als 1 MiB",
        ),
        (
            "foreign-unreadable: X-0003: ",
            |root| nested(&root.join("knowledge"), 13),
            "mehr als 12 Ordner ineinander",
        ),
    ];
    for (code, damage, detail) in damages {
        let bound = Bound::new();
        damage(&bound.foreign());
        assert_unbelievable(&bound.ask(&[]), code, detail);
        bound.sentences("X-0003", PAGE).assert_refused("unreachable", code);
        // The tree beside it is searched when asked for alone.
        assert_eq!(bound.ask(&["X-0001"]).state(), FOUND);
    }
}

#[test]
fn more_pages_than_a_whole_tree_may_have_bytes() {
    let bound = Bound::new();
    for number in 0..64 {
        let path = format!("knowledge/{number}.md");
        list(&bound.foreign(), &path, text_of(MIB).as_bytes());
    }
    assert_unbelievable(&bound.ask(&[]), "foreign-unreadable: X-0003: ", "mehr als 64 MiB");
}

#[test]
fn a_foreign_vault_that_is_gone() {
    let bound = Bound::new();
    fs::remove_dir_all(bound.foreign()).unwrap();
    assert_unbelievable(&bound.ask(&[]), "foreign-unreadable: X-0003: ", "„.“");
}

/// The search ends where it fails: the sources after it are not looked at.
#[test]
fn sources_after_an_unbelievable_one_are_not_searched() {
    let bound = Bound::to_nothing();
    let more = "| X-0004 | Später | markdown-tree | - | 2026 | spaeter | T1 | frei |\n";
    bound.env.write("sources/EXTERN.md", &(bound.env.read("sources/EXTERN.md") + more));
    assert_eq!(bound.env.vault(&["release"]).code, 0);
    assert_eq!(bound.ask(&[]).sources(), ["X-0001", "X-0002", "X-0003", "X-0004"]);
    fs::create_dir(bound.foreign()).unwrap();
    let foreign = bound.foreign().display().to_string();
    assert_eq!(bound.env.vault(&["extern", "bind", "X-0003", &foreign]).code, 0);
    let missing = ("foreign-unreadable: X-0003: ", "MANIFEST.sha256");
    assert_unbelievable(&bound.ask(&[]), missing.0, missing.1);
    // Asked for in whatever order.
    let found = bound.ask(&["X-0004", "X-0003"]);
    assert_eq!((found.state(), found.sources()), (INVALID, vec!["X-0003"]));
}

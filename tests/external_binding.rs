//! Where this host finds local sources: `extern list`, `bind` and `unbind`, and their file.

#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![allow(clippy::disallowed_methods, clippy::disallowed_types)]

mod support;

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::path::Path;

use serde_json::{Value, json};
use support::external::Bound;
use support::json::canonical;
use support::{Run, TestEnv};

const FILE: &str = ".vault-extern.json";

/// Runs `extern` with these words, `{beside}` standing for the folder the vault lies in.
fn run(env: &TestEnv, args: &[&str]) -> Run {
    let beside = env.root().parent().unwrap().display().to_string();
    let words = args.iter().map(|word| word.replace("{beside}", &beside));
    env.vault(&["extern".to_owned()].into_iter().chain(words).collect::<Vec<_>>())
}

#[track_caller]
fn done(env: &TestEnv, args: &[&str]) -> String {
    let run = run(env, args);
    assert_eq!(run.code, 0, "{args:?}: {run:?}");
    run.stdout
}

/// Checks that a command is refused for this reason and that the file stays as it is.
#[track_caller]
fn refused(env: &TestEnv, args: &[&str], code: &str) {
    let before = fs::read(env.root().join(FILE)).ok();
    let run = run(env, args);
    assert_eq!((run.code, run.stdout.as_str()), (1, ""), "{args:?}: {run:?}");
    assert!(run.stderr.contains(&format!("🔴 {code}: ")), "{args:?}: {run:?}");
    assert_eq!(fs::read(env.root().join(FILE)).ok(), before, "{args:?}");
}

/// Source and root of every binding, in file order; the bytes are the canonical form.
fn bindings(env: &TestEnv) -> Vec<(String, String)> {
    let text = env.read(FILE);
    let file: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(text, canonical(&file));
    let entries = file["bindings"].as_array().unwrap();
    let texts = entries.iter().map(|entry| {
        let text = |key: &str| entry[key].as_str().unwrap().to_owned();
        (text("source_id"), text("root"))
    });
    texts.collect()
}

/// A vault with nothing bound and some folders beside it.
fn unbound(folders: &[&str]) -> TestEnv {
    let env = Bound::to_nothing().env;
    folders.iter().for_each(|folder| fs::create_dir_all(env.beside(folder)).unwrap());
    env
}

fn path(env: &TestEnv, name: &str) -> String {
    env.beside(name).display().to_string()
}

#[test]
fn the_list_shows_every_source_and_its_state() {
    let env = unbound(&["a"]);
    let before = done(&env, &["list"]);
    let lines: Vec<&str> = before.lines().collect();
    assert_eq!(lines.len(), 3);
    assert!(lines[0].starts_with("X-0001 Handbuch") && lines[0].ends_with("ungebunden"));
    assert!(lines[1].ends_with("Netz https://127.0.0.1:8443/docs"));
    assert!(lines[2].ends_with("ungebunden"));
    done(&env, &["bind", "X-0001", "{beside}/a"]);
    let after = done(&env, &["list"]);
    let bound = format!("gebunden an {}", path(&env, "a"));
    assert!(after.lines().next().unwrap().ends_with(&bound), "{after}");
    assert_eq!(after.lines().skip(1).collect::<Vec<_>>(), lines[1..]);
    // A vault that lists nothing.
    let run = TestEnv::released(103).vault(&["extern", "list"]);
    assert_eq!((run.code, run.stdout.is_empty()), (0, false));
}

#[test]
fn what_may_not_be_bound() {
    let env = unbound(&["a/b", "c"]);
    fs::write(env.beside("datei"), "x").unwrap();
    symlink(env.root().join("knowledge"), env.beside("hinein")).unwrap();
    symlink(env.beside("a"), env.beside("nach-a")).unwrap();
    symlink("nirgends", env.beside("ins-leere")).unwrap();
    done(&env, &["bind", "X-0003", "{beside}/a"]);
    for (root, code) in [
        ("c", "bind-relative"),
        ("./c", "bind-relative"),
        ("", "bind-relative"),
        ("~/c", "bind-relative"),
        ("{beside}/a/../c", "bind-relative"),
        ("{beside}/..", "bind-relative"),
        (" {beside}/c", "bind-relative"),
        ("{beside}/c ", "bind-relative"),
        ("{beside}/c\u{a0}", "bind-relative"),
        ("{beside}/c\n", "bind-relative"),
        ("{beside}/c\u{1b}[0m", "bind-relative"),
        ("{beside}/c\u{2028}", "bind-relative"),
        ("{beside}/datei", "bind-path"),
        ("{beside}/datei/x", "bind-path"),
        ("{beside}/fehlt", "bind-path"),
        ("{beside}/ins-leere", "bind-path"),
        ("/dev/null", "bind-path"),
        ("{beside}/vault", "bind-vault"),
        ("{beside}/vault/knowledge", "bind-vault"),
        ("{beside}/hinein", "bind-vault"),
        ("{beside}", "bind-vault"),
        ("/", "bind-vault"),
        ("{beside}/a", "bind-overlap"),
        ("{beside}/a/", "bind-overlap"),
        ("{beside}/a/b", "bind-overlap"),
        ("{beside}/nach-a", "bind-overlap"),
        ("{beside}/nach-a/b", "bind-overlap"),
    ] {
        refused(&env, &["bind", "X-0001", root], code);
    }
    done(&env, &["bind", "X-0003", "{beside}/a/b"]);
    refused(&env, &["bind", "X-0001", "{beside}/a"], "bind-overlap");
    // A name that only begins alike does not overlap.
    fs::create_dir(env.beside("a/b-mehr")).unwrap();
    done(&env, &["bind", "X-0001", "{beside}/a/b-mehr"]);
}

#[test]
fn what_is_no_local_listed_source() {
    let env = unbound(&["a"]);
    for id in ["X-0999", "x-0001", "S-0001", "", "X-0001 "] {
        refused(&env, &["bind", id, "{beside}/a"], "bind-unlisted");
        refused(&env, &["unbind", id], "bind-unlisted");
    }
    refused(&env, &["bind", "X-0002", "{beside}/a"], "bind-web");
    refused(&env, &["unbind", "X-0002"], "bind-web");
    for args in [["bind"].as_slice(), &["bind", "X-0001"], &["unbind"]] {
        refused(&env, args, "bind-arguments");
    }
    assert!(!env.root().join(FILE).exists());
}

/// What such a binding left behind would be malformed and block all three commands.
#[test]
fn a_source_without_a_proper_key_is_not_bound() {
    let env = unbound(&["a"]);
    let listed = env.read("sources/EXTERN.md");
    for key in ["Handbuch", "-handbuch", "hand buch", ""] {
        env.write("sources/EXTERN.md", &listed.replace("| handbuch |", &format!("| {key} |")));
        refused(&env, &["bind", "X-0001", "{beside}/a"], "external-key");
    }
    assert!(!env.root().join(FILE).exists());
}

#[test]
fn binding_again_replaces() {
    let env = unbound(&["a/b", "c"]);
    done(&env, &["bind", "X-0003", "{beside}/c"]);
    done(&env, &["bind", "X-0001", "{beside}/a"]);
    let (third, first) = (("X-0003".to_owned(), path(&env, "c")), "X-0001".to_owned());
    assert_eq!(bindings(&env), [(first.clone(), path(&env, "a")), third.clone()]);
    // Its own former root is none to overlap with.
    done(&env, &["bind", "X-0001", "{beside}/a/b"]);
    assert_eq!(bindings(&env), [(first.clone(), path(&env, "a/b")), third.clone()]);
    let entry: Value = serde_json::from_str(&env.read(FILE)).unwrap();
    assert_eq!(entry["schema"], "skillsafe.bindung/v1");
    assert_eq!(entry["bindings"][0]["key"], "handbuch");
    done(&env, &["unbind", "X-0001"]);
    assert_eq!(bindings(&env), [third]);
    let before = env.read(FILE);
    done(&env, &["unbind", "X-0001"]);
    assert_eq!(env.read(FILE), before);
    done(&env, &["unbind", "X-0003"]);
    assert_eq!(bindings(&env), []);
}

#[test]
fn unbinding_what_was_never_bound() {
    let env = unbound(&[]);
    done(&env, &["unbind", "X-0001"]);
    assert!(done(&env, &["list"]).starts_with("X-0001"));
}

#[test]
fn a_link_in_the_path_is_stored_resolved() {
    let env = unbound(&["a/b"]);
    symlink("a", env.beside("verweis")).unwrap();
    let root = path(&env, "a/b");
    for name in ["{beside}/verweis/b", "{beside}/verweis//b/", "{beside}/./a/b/."] {
        done(&env, &["bind", "X-0001", name]);
        assert_eq!(bindings(&env), [("X-0001".to_owned(), root.clone())], "{name}");
    }
    // Where the link leads later does not matter.
    fs::remove_file(env.beside("verweis")).unwrap();
    assert!(done(&env, &["list"]).contains(&root));
}

/// What could not have been named cannot be reached by a link either.
#[test]
fn a_link_to_an_odd_path() {
    let env = unbound(&[]);
    let odd: [(&[u8], &str); 3] =
        [(b"a\nb", "bind-relative"), (b"a ", "bind-relative"), (b"a\xff", "bind-path")];
    for (name, code) in odd {
        let folder = env.beside("").join(OsStr::from_bytes(name));
        if fs::create_dir(&folder).is_err() {
            println!("SKIPPED {name:?}: this file system has no such names");
            continue;
        }
        symlink(&folder, env.beside("verweis")).unwrap();
        refused(&env, &["bind", "X-0001", "{beside}/verweis"], code);
        fs::remove_file(env.beside("verweis")).unwrap();
    }
}

#[test]
fn the_time_to_live_is_kept() {
    let env = unbound(&["a"]);
    // A number is kept as written, however large.
    for ttl in ["0", "21600", "123456789012345678901234567890"] {
        let text = format!(
            "{{\"bindings\":[],\"cache_ttl_seconds\":{ttl},\"schema\":\"skillsafe.bindung/v1\"}}"
        );
        env.write(FILE, &text);
        for args in [["bind", "X-0001", "{beside}/a"].as_slice(), &["unbind", "X-0001"]] {
            done(&env, args);
            let line = format!("\n  \"cache_ttl_seconds\": {ttl},\n");
            assert!(env.read(FILE).contains(&line), "{}", env.read(FILE));
        }
    }
    // Where there is none, none is added.
    let env = unbound(&["a"]);
    done(&env, &["bind", "X-0001", "{beside}/a"]);
    assert!(!env.read(FILE).contains("ttl"));
}

fn file(bindings: &[(&str, &str)]) -> String {
    let entry = |(id, root): &(&str, &str)| json!({"bound_at": "2026-01-01", "key": "k", "root": root, "source_id": id});
    let entries: Vec<Value> = bindings.iter().map(entry).collect();
    canonical(&json!({"bindings": entries, "schema": "skillsafe.bindung/v1"}))
}

#[test]
fn a_broken_file_blocks_all_three() {
    let env = unbound(&["a"]);
    let relative = file(&[("X-0001", "srv/a")]);
    let blank = file(&[("X-0001", "/srv/a ")]);
    let schema = file(&[]).replace("/v1", "/v2");
    let key = file(&[("X-0001", "/srv/a")]).replace("\"k\"", "\"K\"");
    for broken in ["", "{", "[]", "{}", &relative, &blank, &schema, &key] {
        env.write(FILE, broken);
        blocked(&env, broken);
    }
    fs::write(env.root().join(FILE), b"\xff").unwrap();
    blocked(&env, "no text");
    fs::remove_file(env.root().join(FILE)).unwrap();
    fs::create_dir(env.root().join(FILE)).unwrap();
    blocked(&env, "a folder");
    fs::remove_dir(env.root().join(FILE)).unwrap();
    fs::write(env.beside("x.json"), file(&[])).unwrap();
    symlink(env.beside("x.json"), env.root().join(FILE)).unwrap();
    blocked(&env, "a link");
    assert_eq!(fs::read_to_string(env.beside("x.json")).unwrap(), file(&[]));
}

/// Checks that no command of `extern` gets past the binding file or changes it.
#[track_caller]
fn blocked(env: &TestEnv, name: &str) {
    let before = fs::read(env.root().join(FILE)).ok();
    let bind = ["bind", "X-0001", "{beside}/a"];
    for args in [["list"].as_slice(), &bind, &["unbind", "X-0001"]] {
        let run = run(env, args);
        assert_eq!((run.code, run.stdout.as_str()), (1, ""), "{name} {args:?}: {run:?}");
        assert!(run.stderr.contains(FILE), "{name} {args:?}: {run:?}");
    }
    assert_eq!(fs::read(env.root().join(FILE)).ok(), before, "{name}");
}

/// A broken file is one note to a question; web sources are still searched.
#[test]
fn a_broken_file_is_a_note_to_a_question() {
    let bound = Bound::to_nothing();
    bound.env.write(FILE, "{");
    let found = bound.ask(&[]);
    assert_eq!(found.state(), "no_external_candidates");
    assert_eq!(found.sources().len(), 3);
    let about_file = found.notes().into_iter().filter(|note| note.contains(FILE));
    assert_eq!(about_file.count(), 1, "{found:?}");
}

#[test]
fn an_overlapping_root_that_is_gone_is_ignored() {
    let env = unbound(&["a"]);
    let gone = path(&env, "a/weg");
    env.write(FILE, &file(&[("X-0003", &gone)]));
    done(&env, &["bind", "X-0001", "{beside}/a"]);
    assert_eq!(
        bindings(&env),
        [("X-0001".to_owned(), path(&env, "a")), ("X-0003".to_owned(), gone)]
    );
    // Once it is there again, it counts.
    fs::create_dir(env.beside("a/weg")).unwrap();
    refused(&env, &["bind", "X-0001", "{beside}/a"], "bind-overlap");
}

#[test]
fn the_binding_is_no_part_of_the_release() {
    let env = unbound(&["a"]);
    let manifest = env.read("MANIFEST.sha256");
    done(&env, &["bind", "X-0001", "{beside}/a"]);
    assert_eq!(env.vault(&["checksum", "--verify"]).code, 0);
    let validated = env.vault(&["validate"]);
    assert_eq!((validated.code, validated.findings().errors), (0, 0));
    assert_eq!(env.read("MANIFEST.sha256"), manifest);
    assert_eq!(env.vault(&["release"]).code, 0);
    let released = env.read("MANIFEST.sha256");
    assert!(!released.contains(FILE), "{released}");
    assert_eq!(bindings(&env).len(), 1);
    assert_eq!(env.vault_in(&["query", "Frist"], Path::new("/"), &[]).code, 0);
}

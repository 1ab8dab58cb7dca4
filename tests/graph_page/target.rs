//! Where the page may lie, and what is left there if it may not.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::process::Command;

use vault::publish::page::PageFile;
use vault::storage::Io;

use crate::support::failing::Failing;
use crate::support::{TestEnv, Tree};
use crate::{SUCCESSOR, amend, draw, page};

#[test]
fn an_earlier_page_is_replaced_and_nothing_is_left_beside_it() {
    let env = TestEnv::bundled();
    let first = draw(&env, "seite.html");
    assert!(first.code == 0 && first.stdout.contains("🟢 geschrieben: "), "{first:?}");
    let file = env.beside("seite.html");
    let mode = || fs::metadata(&file).unwrap().permissions().mode() & 0o7777;
    assert_eq!(mode(), 0o644);
    let again = draw(&env, "seite.html");
    assert!(again.code == 0 && again.stdout.contains("🟢 unverändert: "), "{again:?}");
    let before = page(&env);
    fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
    amend(&env, SUCCESSOR, "# changed\n");
    assert!(before != page(&env));
    assert_eq!(mode(), 0o644);
    let beside = fs::read_dir(env.beside("")).unwrap().count();
    assert_eq!(beside, 2, "vault and page");
    let quiet = env.vault(&["--quiet", "graph", "--html", file.to_str().unwrap()]);
    assert_eq!((quiet.code, &*quiet.stdout, &*quiet.stderr), (0, "", ""));
}

/// The same page with other permission bits is not the same file.
#[test]
fn a_page_that_others_could_not_read_is_put_there_anew() {
    let env = TestEnv::bundled();
    let file = env.beside("seite.html");
    let put = || env.vault(&["graph", "--html", file.to_str().unwrap()]);
    assert!(put().stdout.contains("geschrieben: "));
    assert!(put().stdout.contains("unverändert: "));
    fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
    assert!(put().stdout.contains("geschrieben: "));
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o7777, 0o644);
}

#[test]
fn a_relative_name_is_one_from_the_current_folder() {
    let env = TestEnv::bundled();
    fs::create_dir(env.beside("dort")).unwrap();
    let run = env.vault_in(&["graph", "--html", "x.html"], &env.beside("dort"), &[]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(env.beside("dort/x.html").is_file());
    let run = env.vault_in(&["graph", "--html", "x.html"], &env.root().join("knowledge"), &[]);
    assert!(run.code == 1 && run.stderr.contains("liegt im Tresor"), "{run:?}");
}

#[test]
fn refused_targets_stay_as_they_are() {
    let env = TestEnv::bundled();
    page(&env);
    Tree::read(&env.root()).write(&env.beside("anderer"));
    fs::create_dir(env.beside("ordner")).unwrap();
    fs::write(env.beside("fremd.html"), "<!DOCTYPE html>\n<html lang=\"de\">\n").unwrap();
    fs::write(env.beside("leer.html"), "").unwrap();
    fs::hard_link(env.beside("seite.html"), env.beside("zweitname.html")).unwrap();
    symlink("vault", env.beside("hinein")).unwrap();
    symlink("fremd.html", env.beside("link.html")).unwrap();
    symlink("nirgends", env.beside("lose.html")).unwrap();
    let made = Command::new("mkfifo").arg(env.beside("rohr.html")).status().unwrap();
    assert!(made.success());
    let listing = || {
        let run = Command::new("sh")
            .arg("-c")
            .arg("find . -printf '%p %y %l %m %n %s %T@\\n' | sort; find . -type f | sort | xargs md5sum")
            .current_dir(env.beside(""))
            .output()
            .unwrap();
        String::from_utf8(run.stdout).unwrap()
    };
    let before = listing();
    for (target, reason) in [
        ("vault/x.html", "liegt im Tresor"),
        ("vault/knowledge/okf/x.html", "liegt im Tresor"),
        ("hinein/x.html", "liegt im Tresor"),
        ("ordner/../vault/x.html", "liegt im Tresor"),
        ("anderer/x.html", "liegt im Tresor"),
        ("anderer/sources/x.html", "liegt im Tresor"),
        ("vault", "liegt im Tresor"),
        ("ordner", "ein Ordner, keine Datei"),
        ("", "ein Ordner, keine Datei"),
        ("link.html", "symbolischer Link"),
        ("lose.html", "symbolischer Link"),
        ("hinein", "symbolischer Link"),
        ("rohr.html", "FIFO, Socket oder Gerät"),
        ("fehlt/x.html", "der übergeordnete Ordner fehlt"),
        ("fremd.html/x.html", "kein Ordner"),
        ("fremd.html", "stammt nicht von diesem Befehl"),
        ("leer.html", "stammt nicht von diesem Befehl"),
        ("zweitname.html", "stammt nicht von diesem Befehl"),
        ("ordner/..", "endet nicht mit einem Namen"),
    ] {
        let run = draw(&env, target);
        assert_eq!((run.code, &*run.stdout), (1, ""), "{target}: {run:?}");
        let line = run.stderr.lines().next().unwrap();
        assert!(line.contains("page-target: ") && line.contains(reason), "{target}: {run:?}");
        assert_eq!(listing(), before, "{target}");
    }
}

/// What a vault is known by may be missing in the very one that is drawn: it is none to others then.
#[test]
fn nothing_goes_into_the_vault_that_is_read_whatever_is_missing_there() {
    let env = TestEnv::bundled();
    fs::remove_file(env.root().join("SKILL.md")).unwrap();
    let before = Tree::read(&env.root());
    let inside = |name: &str| env.root().join(name).to_str().unwrap().to_owned();
    for (command, code) in [
        (&["graph", "--html", &inside("x.html")][..], "page-target"),
        (&["export", "--okf", "--out", &inside("x")], "export-target"),
        (&["package", "--no-engine", "--out", &inside("knowledge")], "package-target"),
        (&["package", "--no-engine", "--out", &inside("")], "package-target"),
    ] {
        let run = env.vault(command);
        let said = run.stderr.lines().next().unwrap_or_default();
        assert_eq!(run.code, 1, "{command:?}: {run:?}");
        assert!(said.contains(code) && said.contains("liegt im Tresor"), "{command:?}: {run:?}");
        assert!(before == Tree::read(&env.root()), "{command:?}");
    }
}

#[test]
fn a_form_and_a_page_exclude_each_other() {
    let env = TestEnv::bundled();
    let file = env.beside("x.html");
    let run = env.vault(&["graph", "--format", "dot", "--html", file.to_str().unwrap()]);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
    assert!(!file.exists());
}

#[test]
fn what_an_interrupted_run_left_is_looked_at_first() {
    let env = TestEnv::bundled();
    fs::write(env.beside("seite.html.neu"), "x").unwrap();
    let run = draw(&env, "seite.html");
    assert!(run.code == 1 && run.stderr.contains("write-building: "), "{run:?}");
    assert!(!env.beside("seite.html").exists());
    assert_eq!(fs::read(env.beside("seite.html.neu")).unwrap(), b"x");
}

#[test]
fn whichever_call_fails_the_page_is_old_or_new() {
    let env = TestEnv::bundled();
    let earlier = page(&env);
    let file = env.beside("seite.html");
    let new = format!("{earlier} ");
    let mut kept = 0;
    for number in 0.. {
        fs::write(&file, &earlier).unwrap();
        let target = PageFile::new(&file, &env.root()).unwrap();
        let done = target.write(&Io::observed(Failing(number)), &new);
        let found = fs::read_to_string(&file).unwrap();
        assert!(!env.beside("seite.html.neu").exists(), "call {number}");
        if done.is_ok() {
            assert!(found == new, "call {number}");
            break;
        }
        assert!(found == earlier || found == new, "call {number}");
        kept += u32::from(found == earlier);
    }
    assert!(kept > 3, "{kept}");
}

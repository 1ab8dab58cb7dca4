//! Rights of the host that a test needs, and failing where it has none of them.

use std::io;
use std::process::{Command, Output};

/// What lets the command behind it mount something for itself alone: a right of this process, or
/// the one it has in a namespace of its own.
pub fn mounting() -> &'static [&'static str] {
    const STARTERS: [&[&str]; 2] =
        [&["unshare", "--mount"], &["unshare", "--user", "--map-root-user", "--mount"]];
    let at = tempfile::tempdir().expect("a scratch folder");
    let mount = ["mount", "-t", "tmpfs", "tmpfs", at.path().to_str().expect("UTF-8")];
    let tries = STARTERS.map(|starter| run(&[starter, &mount].concat()));
    let found = STARTERS.into_iter().zip(&tries).find(|(_, tried)| works(tried));
    let (starter, _) = found.unwrap_or_else(|| {
        panic!(
            "this test mounts a tmpfs: it needs unshare(1), and user namespaces or root: {tries:?}"
        )
    });
    starter
}

/// What makes an ordinary user of whoever runs the tests.
pub fn as_user() -> &'static [&'static str] {
    let starter: &[&str] = match rustix::process::geteuid().is_root() {
        true => &["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"],
        false => &["env"],
    };
    let tried = run(&[starter, &["true"]].concat());
    let needed = "root has to be able to run setpriv(1) for this test, or not be root";
    assert!(works(&tried), "{needed}: {tried:?}");
    starter
}

fn run(words: &[&str]) -> io::Result<Output> {
    Command::new(words[0]).args(&words[1..]).output()
}

fn works(tried: &io::Result<Output>) -> bool {
    tried.as_ref().is_ok_and(|tried| tried.status.success())
}

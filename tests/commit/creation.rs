//! A new vault, with every operation of its making made to fail.

use std::fs;
use std::path::Path;

use vault::check::{manifest, validate};
use vault::files::Folder;
use vault::release::init;
use vault::vault::read;

use crate::support::{Watched, scratch};

const NAME: &str = "neu";
const UNFINISHED: &str = "neu.neu";

fn make(parent: &Path, watched: &Watched) -> bool {
    let parent = Folder::open_root(parent).unwrap();
    init(&parent, &watched.io, NAME, None, None, "2026-01-01").is_ok()
}

fn entries(parent: &Path) -> Vec<String> {
    let entries = fs::read_dir(parent).unwrap();
    let mut names: Vec<_> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort_unstable();
    names
}

/// Whether the vault is there; if it is, it is whole and green.
fn is_made(parent: &Path) -> bool {
    let root = parent.join(NAME);
    if !root.exists() {
        return false;
    }
    let snapshot = read(&Folder::open_root(&root).unwrap()).unwrap();
    assert!(validate(&snapshot).is_valid());
    assert_eq!(manifest::check(&snapshot), None);
    true
}

#[test]
fn any_single_failure_leaves_a_whole_vault_or_nothing() {
    for code in [5, 28] {
        for position in 0.. {
            let dir = scratch();
            let watched = Watched::failing(move |number| number == position, code);
            let made = make(dir.path(), &watched);
            if position >= watched.log().len() as u64 {
                assert!(made && is_made(dir.path()));
                println!("init: {position} calls, error {code} at each");
                break;
            }
            // What went wrong only after everything was in place is no reason to give up.
            assert_eq!(made, is_made(dir.path()), "{:?}", watched.log()[position as usize]);
            let expected: &[&str] = if made { &[NAME] } else { &[] };
            assert_eq!(entries(dir.path()), expected, "{:?}", watched.log()[position as usize]);
        }
    }
}

#[test]
fn an_end_anywhere_leaves_at_most_a_folder_with_a_telling_name() {
    for position in 0.. {
        let dir = scratch();
        let watched = Watched::failing(move |number| number >= position, 5);
        let made = make(dir.path(), &watched);
        if made {
            assert!(is_made(dir.path()));
            break;
        }
        is_made(dir.path());
        let left = entries(dir.path());
        assert!(left.iter().all(|name| name == NAME || name == UNFINISHED), "{left:?}");
    }
}

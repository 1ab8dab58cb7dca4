//! A real release of a real vault, with each of its counted calls made to fail.

use std::path::Path;

use vault::check::{derived_drift, manifest, validate};
use vault::commit::{WriterState, inspect};
use vault::files::Folder;
use vault::release::{Level, init, release};
use vault::storage::Io;
use vault::vault::read;

use crate::support::{Tree, Watched, folder_of, scratch, site, tree};

/// A small released vault with a page edited since.
fn edited() -> Tree {
    let dir = scratch();
    init(&site(dir.path(), "neu"), &Io::new(), None, None, "2026-01-01").unwrap();
    let mut edited = tree(&dir.path().join("neu"));
    let page = edited.get_mut("knowledge/beispiel/erste-seite.md").unwrap();
    page.1.as_mut().unwrap().extend_from_slice(b"\nEin Satz mehr.\n");
    edited
}

/// Whether the release in this folder is a new one, whole and green.
fn is_green(root: &Path) -> bool {
    let snapshot = read(&Folder::open_root(root).unwrap()).unwrap();
    let validated = validate(&snapshot);
    validated.is_valid()
        && derived_drift(&snapshot, &validated.vault).is_empty()
        && manifest::check(&snapshot).is_none()
}

#[test]
fn any_single_failure_leaves_the_old_bytes_or_a_green_release() {
    let old = edited();
    for code in [5, 28] {
        for position in 0.. {
            let dir = folder_of(&old);
            let root = Folder::open_root(dir.path()).unwrap();
            let watched = Watched::failing(move |number| number == position, code);
            let outcome = release(&root, &watched.io, Level::Minor, "2026-01-02");
            let log = watched.log();
            if position >= log.len() as u64 {
                assert!(outcome.is_ok() && is_green(dir.path()));
                println!("release: {position} calls, error {code} at each");
                break;
            }
            let failed = &log[position as usize];
            match outcome {
                Err(found) => {
                    assert!(!found.is_empty(), "{failed:?}");
                    assert_eq!(tree(dir.path()), old, "{failed:?}");
                }
                // Whether or not the cleaning up went wrong: the new state stands.
                Ok(released) => {
                    assert!(is_green(dir.path()), "{failed:?}");
                    let state = inspect(&root, &Io::new()).unwrap();
                    assert!(
                        released.unfinished.is_some() || state == WriterState::Idle,
                        "{failed:?}"
                    );
                }
            }
        }
    }
}

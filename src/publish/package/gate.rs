//! The second look at what is packed. It shares no list with the rules for vaults: what slips
//! through one of the two is stopped by the other.

use super::Member;
use crate::diagnostic::{Diagnostic, Finding, Place};

const KINDS: [&str; 12] =
    ["md", "json", "yaml", "sha256", "png", "jpg", "jpeg", "gif", "webp", "tif", "tiff", "pdf"];
const BARE_NAMES: [&str; 2] = ["LICENSE", "VERSION"];
/// The original engine of older vaults, as data.
const ORIGINAL_ENGINE: &str = "scripts/vault.py";
const ENGINES: [&str; 2] = ["bin/vault", "bin/vault.exe"];
/// What is in `bin/` beside the engine.
const ENGINE_LIST: &str = "bin/ENGINE.sha256";
/// Characters some system does not allow in a name.
const UNSAFE: [char; 8] = ['<', '>', ':', '"', '\\', '|', '?', '*'];

/// Refuses everything that has no business in a package.
pub(super) fn check(entries: &[Member]) -> Result<(), Vec<Diagnostic>> {
    let engines = entries.iter().filter(|entry| entry.executable).count();
    let stranger = |entry: &&Member| !belongs(entry) || (entry.executable && engines > 1);
    let found: Vec<_> = entries
        .iter()
        .filter(stranger)
        .map(|entry| Diagnostic::new(Place::file(&entry.path), Finding::PackageContent {}))
        .collect();
    if found.is_empty() { Ok(()) } else { Err(found) }
}

fn belongs(entry: &Member) -> bool {
    let path = entry.path.as_str();
    if !path.split('/').all(is_safe_name) {
        return false;
    }
    if entry.executable || path.starts_with("bin/") {
        return entry.executable == ENGINES.contains(&path)
            && (entry.executable || path == ENGINE_LIST);
    }
    let name = path.rsplit('/').next().unwrap_or_default();
    let kind = name.rsplit_once('.').map_or("", |(_, kind)| kind);
    path == ORIGINAL_ENGINE
        || BARE_NAMES.contains(&name)
        || KINDS.iter().any(|known| kind.eq_ignore_ascii_case(known))
}

/// One part of a path: not hidden, and the same name on every system.
fn is_safe_name(name: &str) -> bool {
    !name.is_empty()
        && !name.starts_with(['.', ' '])
        && !name.ends_with(['.', ' '])
        && !name.contains(UNSAFE)
        && !name.contains(char::is_control)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn passes(files: &[(&str, bool)]) -> bool {
        let entry =
            |&(path, executable): &(&str, bool)| Member { path: path.to_owned(), executable };
        check(&files.iter().map(entry).collect::<Vec<_>>()).is_ok()
    }

    #[test]
    fn only_known_kinds_and_one_engine_pass() {
        assert!(passes(&[("SKILL.md", false), ("LICENSE", false), ("notes/ä b.PDF", false)]));
        assert!(passes(&[("bin/vault", true), ("bin/ENGINE.sha256", false)]));
        assert!(passes(&[("scripts/vault.py", false)]));
        for bad in [
            "Cargo.toml",
            "notes/Cargo.toml",
            "src/main.rs",
            ".vault-extern.json",
            "notes/.x.md",
            ".git/x.md",
            "../x.md",
            "a//b.md",
            "/x.md",
            "a\\b.md",
            "a:b.md",
            "a\nb.md",
            "bin/x.md",
            "bin/vault",
            "scripts/other.py",
            "name",
        ] {
            assert!(!passes(&[(bad, false)]), "{bad}");
        }
        assert!(!passes(&[("x.md", true)]));
        assert!(!passes(&[("bin/vault", true), ("bin/vault.exe", true)]));
    }
}

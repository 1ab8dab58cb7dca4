//! Every code of the archive's table is provoked.

use std::collections::BTreeSet;
use std::fs;

use vault::archive::findings::RULES;

use crate::folder::{Archive, fixtures};
use crate::rights;

/// The codes that the recorded broken archives provoke.
fn provoked_by_recordings() -> BTreeSet<&'static str> {
    let folders =
        fs::read_dir(fixtures().join("broken")).unwrap().map(|entry| entry.unwrap().path());
    let archives = folders.filter(|path| path.is_dir()).map(|path| Archive::read(&path));
    archives.flat_map(|archive| archive.diagnostics()).map(|found| found.rule.code).collect()
}

#[test]
fn the_provoked_codes_are_all_codes() {
    let mut provoked = provoked_by_recordings();
    provoked.extend(rights::broken().iter().map(|found| found.rule.code));
    let missing: Vec<_> =
        RULES.iter().map(|rule| rule.code).filter(|code| !provoked.contains(code)).collect();
    assert!(missing.is_empty(), "no case provokes {missing:?}");
}

#[test]
fn every_code_is_explained_in_four_parts() {
    for rule in RULES {
        let headings: Vec<_> =
            rule.explanation.lines().filter(|line| line.starts_with('#')).collect();
        let title = format!("# {}", rule.code);
        assert_eq!(headings, [title.as_str(), "## Falsch", "## Richtig", "## Beheben"]);
    }
}

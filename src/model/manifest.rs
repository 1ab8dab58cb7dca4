//! `MANIFEST.sha256`: one digest per tracked file (spec chapter 1).

use std::collections::HashSet;
use std::fmt::Write as _;

use super::paths::is_portable;
use crate::digest::Digest;
use crate::text::whitespace::trim;

/// Paths and digests, sorted by path.
pub type Manifest<'a> = Vec<(&'a str, Digest)>;

/// The first line that is none, from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MalformedLine(pub usize);

/// Reads a manifest. Blank lines, order and the final newline do not matter, everything else
/// does. `tracked` tells which paths may be listed.
pub fn parse(text: &str, tracked: impl Fn(&str) -> bool) -> Result<Manifest<'_>, MalformedLine> {
    let mut manifest = Vec::new();
    let mut seen = HashSet::new();
    for (line, content) in (1..).zip(text.split('\n')) {
        if trim(content).is_empty() {
            continue;
        }
        let entry = content.split_once("  ").and_then(|(digest, path)| {
            let canonical = is_portable(path)
                && !path.split('/').any(|part| matches!(part, "" | "."))
                && tracked(path)
                && seen.insert(path);
            Some((path, Digest::parse(digest)?)).filter(|_| canonical)
        });
        manifest.push(entry.ok_or(MalformedLine(line))?);
    }
    manifest.sort_unstable();
    Ok(manifest)
}

/// Writes a manifest over entries sorted by path.
pub fn render<'a>(entries: impl Iterator<Item = (&'a str, Digest)>) -> String {
    let mut text = String::new();
    for (path, digest) in entries {
        let _ = writeln!(text, "{digest}  {path}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_manifest_reads_back_whatever_its_order() {
        let digest = Digest::of(b"x");
        let text = render([("a-b/x", digest), ("a/x", digest)].into_iter());
        assert_eq!(parse(&text, |_| true).unwrap(), [("a-b/x", digest), ("a/x", digest)]);
        let mut lines: Vec<_> = text.lines().rev().collect();
        lines.insert(1, "  ");
        assert_eq!(parse(&lines.join("\n"), |_| true).unwrap().len(), 2);
    }

    #[test]
    fn every_other_line_is_malformed() {
        let digest = Digest::of(b"x");
        for path in ["", "../x", "/x", "a//b", "./a", "a\tb", " a", "nope"] {
            let text = format!("{digest}  ok\n{digest}  {path}\n");
            assert_eq!(parse(&text, |path| path != "nope"), Err(MalformedLine(2)), "{path}");
        }
        let text = format!("{digest}  a\n{digest}  a\n");
        assert_eq!(parse(&text, |_| true), Err(MalformedLine(2)));
        assert_eq!(parse(&format!("{digest} a\n"), |_| true), Err(MalformedLine(1)));
    }
}

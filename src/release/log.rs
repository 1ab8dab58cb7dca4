//! `log.md`: the append-only journal.

use super::version::Level;
use crate::check::Summary;
use crate::findings::Finding;
use crate::text::visible::visible;
use crate::text::whitespace::trim;

/// What an entry can be about.
pub const ACTIONS: [&str; 7] =
    ["ingest", "update", "lint", "release", "note", "onboarding", "extern"];
const HEADING: &str = "# Log\n\n";

/// An entry somebody wants to write.
#[derive(Debug)]
pub struct LogEntry {
    /// Day, `YYYY-MM-DD`.
    pub day: String,
    /// One of [`ACTIONS`].
    pub action: String,
    /// One line of text.
    pub text: String,
}

impl LogEntry {
    /// The line, or why there cannot be one.
    pub(super) fn line(&self) -> Result<String, Finding> {
        if !ACTIONS.contains(&self.action.as_str()) {
            return Err(Finding::LogAction { action: self.action.clone() });
        }
        // What starts a new line for some readers, or hides and reorders what follows.
        let misleads = visible(&self.text) != self.text;
        if trim(&self.text).is_empty() || misleads {
            return Err(Finding::LogText {});
        }
        Ok(format!("## [{}] {} | {}", self.day, self.action, trim(&self.text)))
    }
}

/// The line of a release.
pub(super) fn release_entry(day: &str, version: &str, size: Summary, level: Level) -> String {
    let Summary { pages, claims, sources, .. } = size;
    let level = level.as_str();
    format!(
        "## [{day}] release | v{version} — {pages} Seiten, {claims} Claims, {sources} Quellen ({level})"
    )
}

/// The log with one more line; a missing log is started, a missing final newline added.
pub(super) fn appended(log: Option<Vec<u8>>, line: &str) -> Vec<u8> {
    let mut log = log.unwrap_or_else(|| HEADING.as_bytes().to_vec());
    if !log.is_empty() && !log.ends_with(b"\n") {
        log.push(b'\n');
    }
    log.extend_from_slice(line.as_bytes());
    log.push(b'\n');
    log
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_is_one_line() {
        let entry = |action: &str, text: &str| {
            let (action, text) = (action.to_owned(), text.to_owned());
            LogEntry { day: "2026-01-02".to_owned(), action, text }.line()
        };
        assert_eq!(entry("note", " a | b ").unwrap(), "## [2026-01-02] note | a | b");
        for (action, text) in [
            ("evil", "x"),
            ("note", " "),
            ("note", "a\n## [2026-01-01] release | v9"),
            ("note", "a\u{2028}b"),
        ] {
            assert!(entry(action, text).is_err(), "{action} {text:?}");
        }
    }

    #[test]
    fn appending_keeps_every_byte() {
        assert_eq!(appended(None, "x"), b"# Log\n\nx\n");
        assert_eq!(appended(Some(b"a\r\nb".to_vec()), "x"), b"a\r\nb\nx\n");
        assert_eq!(appended(Some(Vec::new()), "x"), b"x\n");
    }
}

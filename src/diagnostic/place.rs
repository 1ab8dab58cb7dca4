//! Where a finding stands.

use std::cell::Cell;

/// Where a finding stands. Lines and columns count from 1, columns in characters.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// Path relative to the root of what is looked at, or empty for that as a whole.
    pub path: String,
    /// Line in the file.
    pub line: Option<usize>,
    /// Column in the line; only with a line.
    pub column: Option<usize>,
}

impl Place {
    /// All that is looked at, as a whole.
    pub fn whole() -> Self {
        Self::default()
    }

    /// A file or folder as a whole.
    pub fn file(path: &str) -> Self {
        Self { path: path.to_owned(), line: None, column: None }
    }

    /// A line of a file.
    pub fn line(path: &str, line: usize) -> Self {
        Self { path: path.to_owned(), line: Some(line), column: None }
    }

    /// A character in a line of a file.
    pub fn at(path: &str, (line, column): (usize, usize)) -> Self {
        Self { path: path.to_owned(), line: Some(line), column: Some(column) }
    }
}

/// Finds line and column of byte offsets in a text. It goes on from the last
/// one, either way: many findings near each other stay cheap, in one long line too.
#[derive(Debug)]
struct Lines<'a> {
    text: &'a str,
    last: Cell<(usize, usize, usize)>,
}

impl<'a> Lines<'a> {
    /// For a text whose first line is line `first_line` of its file.
    fn new(text: &'a str, first_line: usize) -> Self {
        Self { text, last: Cell::new((0, first_line, 1)) }
    }

    /// Line and column of the character at byte `offset`.
    fn position(&self, offset: usize) -> (usize, usize) {
        let (from, line, column) = self.last.get();
        let between = self.text.get(from.min(offset)..from.max(offset)).unwrap_or_default();
        let (lines, characters) = (between.matches('\n').count(), || between.chars().count());
        let column_anew = || {
            let before = self.text.get(..offset).unwrap_or_default();
            before.rsplit('\n').next().map_or(1, |line| line.chars().count() + 1)
        };
        let position = match (lines, offset < from) {
            (0, false) => (line, column + characters()),
            (0, true) => (line, column - characters()),
            (lines, false) => (line + lines, column_anew()),
            (lines, true) => (line - lines, column_anew()),
        };
        self.last.set((offset, position.0, position.1));
        position
    }
}

/// A file whose findings name the character they stand at.
#[derive(Debug)]
pub struct Positions<'a> {
    path: &'a str,
    lines: Lines<'a>,
}

impl<'a> Positions<'a> {
    /// A part of the file at `path` that starts at line `first_line`, 1 for the whole.
    pub fn new(path: &'a str, text: &'a str, first_line: usize) -> Self {
        Self { path, lines: Lines::new(text, first_line) }
    }

    /// The place of the character at byte `offset` of the text.
    pub fn place(&self, offset: usize) -> Place {
        Place::at(self.path, self.lines.position(offset))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_characters_in_any_order() {
        let lines = Lines::new("äb\n\ncd", 10);
        let expected = [(0, (10, 1)), (2, (10, 2)), (4, (11, 1)), (6, (12, 2)), (2, (10, 2))];
        for (offset, position) in expected {
            assert_eq!(lines.position(offset), position, "{offset}");
        }
    }
}

//! Files of the journal: how they are cut into lines, where one ends and the next begins.

use super::line::Line;

/// A segment with this many lines is closed.
const LINES: u64 = 1000;

/// A segment with this many bytes is closed.
const BYTES: u64 = 16 << 20;

/// Whether the next line goes into a new segment.
pub fn is_full(lines: u64, bytes: u64) -> bool {
    lines >= LINES || bytes >= BYTES
}

/// Cuts the bytes of a segment into whole lines, without their newlines, and a last piece that has
/// none, empty in a segment that ends well.
pub fn lines(bytes: &[u8]) -> (impl Iterator<Item = &[u8]>, &[u8]) {
    let end = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    let (whole, rest) = bytes.split_at(end);
    (whole.split_inclusive(|&byte| byte == b'\n').map(|line| &line[..line.len() - 1]), rest)
}

/// How many bytes at the end of the journal were never acknowledged, if a report is still in hand:
/// a last piece without newline, or a very last line that is no line. None in a journal that
/// ends well.
///
/// `bytes` is the last segment.
pub fn torn_bytes(bytes: &[u8]) -> usize {
    let (lines, rest) = lines(bytes);
    match lines.last() {
        _ if !rest.is_empty() => rest.len(),
        Some(last) if parse(last).is_none() => last.len() + 1,
        _ => 0,
    }
}

/// Reads a line of a segment.
pub fn parse(line: &[u8]) -> Option<Line> {
    Line::parse(std::str::from_utf8(line).ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_end_by_lines_or_bytes() {
        assert!(!is_full(999, (16 << 20) - 1));
        assert!(is_full(1000, 0) && is_full(1, 16 << 20));
    }

    #[test]
    fn an_end_is_torn_in_its_last_line_only() {
        for (bytes, torn) in [("", 0), ("{\"seq\":", 7), ("x\n", 2), ("x\nyy\n", 3), ("x\ny", 1)] {
            assert_eq!(torn_bytes(bytes.as_bytes()), torn, "{bytes:?}");
        }
    }
}

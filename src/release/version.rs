//! The number of the next release.

/// Which part of the version goes up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Level {
    /// The first; the others start at 0.
    Major,
    /// The second; the third starts at 0.
    Minor,
    /// The third.
    #[default]
    Patch,
}

impl Level {
    /// The word on the command line and in the log.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Major => "major",
            Self::Minor => "minor",
            Self::Patch => "patch",
        }
    }
}

/// The version after `version`, which is `x.y.z` of digits, however many.
pub(super) fn next(version: &str, level: Level) -> String {
    let mut parts = version.split('.').map(|part| part.trim_start_matches('0'));
    let [major, minor, patch] = [(); 3].map(|()| parts.next().unwrap_or_default());
    let plain = |part: &str| if part.is_empty() { "0".to_owned() } else { part.to_owned() };
    let parts = match level {
        Level::Major => [incremented(major), plain(""), plain("")],
        Level::Minor => [plain(major), incremented(minor), plain("")],
        Level::Patch => [plain(major), plain(minor), incremented(patch)],
    };
    parts.join(".")
}

/// One more than a number in decimal digits, of any size.
fn incremented(digits: &str) -> String {
    let nines = digits.bytes().rev().take_while(|digit| *digit == b'9').count();
    let (head, _) = digits.split_at(digits.len() - nines);
    let mut head = head.to_owned().into_bytes();
    match head.last_mut() {
        Some(digit) => *digit += 1,
        None => head.push(b'1'),
    }
    head.extend(std::iter::repeat_n(b'0', nines));
    head.into_iter().map(char::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_go_up_and_start_over() {
        assert_eq!(next("1.2.3", Level::Patch), "1.2.4");
        assert_eq!(next("1.2.3", Level::Minor), "1.3.0");
        assert_eq!(next("1.2.3", Level::Major), "2.0.0");
        assert_eq!(next("01.002.009", Level::Patch), "1.2.10");
        let nines = "9".repeat(50);
        assert_eq!(next(&format!("0.0.{nines}"), Level::Patch), format!("0.0.1{}", "0".repeat(50)));
        assert_eq!(
            next(&format!("0.1{nines}.0"), Level::Minor),
            format!("0.2{}.0", "0".repeat(50))
        );
    }
}

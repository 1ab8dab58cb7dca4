//! The forms of single values (specification, chapters 2 and 3).

use crate::text::whitespace::{has_control, trim};

/// Whether the text is a day of the calendar written `YYYY-MM-DD`, in the years 0001 to 9999.
pub fn is_calendar_day(text: &str) -> bool {
    let [y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2] = *text.as_bytes() else {
        return false;
    };
    let (Some(year), Some(month), Some(day)) =
        (number(&[y1, y2, y3, y4]), number(&[m1, m2]), number(&[d1, d2]))
    else {
        return false;
    };
    year >= 1 && (1..=days_in_month(year, month)).contains(&day)
}

fn number(digits: &[u8]) -> Option<u32> {
    digits.iter().try_fold(0, |number, digit| {
        digit.is_ascii_digit().then(|| number * 10 + u32::from(digit - b'0'))
    })
}

/// The number of days in a month, none in a month that does not exist.
fn days_in_month(year: u32, month: u32) -> u32 {
    match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => {
            29
        }
        2 => 28,
        _ => 0,
    }
}

/// Whether the text is a version `x.y.z` of decimal numbers of any size, leading zeros allowed.
pub fn is_version(text: &str) -> bool {
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    text.split('.').count() == 3 && text.split('.').all(is_number)
}

/// Whether the text is a language: `und`, or a short BCP 47 tag such as `de` or `de-AT`.
pub fn is_language(text: &str) -> bool {
    let mut subtags = text.split('-');
    let is_primary =
        |tag: &str| (2..=3).contains(&tag.len()) && tag.bytes().all(|b| b.is_ascii_lowercase());
    let is_further =
        |tag: &str| (2..=8).contains(&tag.len()) && tag.bytes().all(|b| b.is_ascii_alphanumeric());
    subtags.next().is_some_and(is_primary) && subtags.all(is_further)
}

/// Whether the text is plain: not empty, no outer white space, no control characters, at most
/// `max_chars` characters.
pub fn is_plain_text(text: &str, max_chars: usize) -> bool {
    !text.is_empty()
        && trim(text) == text
        && !has_control(text)
        && (text.len() <= max_chars || text.chars().count() <= max_chars)
}

/// Whether the text is a key that the binding of a source goes by: lower-case letters, digits and
/// hyphens, no hyphen first, at most 64.
pub fn is_binding_key(text: &str) -> bool {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    text.len() <= 64 && text.starts_with(plain) && text.chars().all(|c| plain(c) || c == '-')
}

/// Whether the text is the fixed prefix of a web source: `https://`, a well-formed host with an
/// optional port, an optional path; no credentials, query, fragment or `..`, no control
/// characters or outer white space.
pub fn is_https_prefix(text: &str) -> bool {
    let Some(rest) = text.strip_prefix("https://") else {
        return false;
    };
    let authority = rest.split('/').next().unwrap_or_default();
    let (host, port) = match authority.split_once(':') {
        Some((host, port)) => (host, Some(port)),
        None => (authority, None),
    };
    trim(text) == text
        && !has_control(text)
        && !text.contains(['?', '#'])
        && !text.contains("..")
        && is_host(host)
        && port.is_none_or(is_port)
}

/// Whether the text is a host name as in RFC 1123: labels of letters, digits and inner hyphens.
fn is_host(host: &str) -> bool {
    let is_label = |label: &str| {
        (1..=63).contains(&label.len())
            && label.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    host.len() <= 253 && host.split('.').all(is_label)
}

fn is_port(port: &str) -> bool {
    port.bytes().all(|b| b.is_ascii_digit()) && port.parse::<u16>().is_ok_and(|port| port > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calendar_days_are_real() {
        for day in ["0001-01-01", "2000-02-29", "2023-12-31"] {
            assert!(is_calendar_day(day), "{day}");
        }
        for day in
            ["1900-02-29", "2023-04-31", "2023-00-10", "2023-01-00", "٢٠٢٣-01-01", "2023-01-1x"]
        {
            assert!(!is_calendar_day(day), "{day}");
        }
    }

    #[test]
    fn versions_have_three_numbers() {
        for version in ["0.0.0", "01.002.3", "99999999999999999999999.0.1"] {
            assert!(is_version(version), "{version}");
        }
        for version in ["", "1.2", "1.2.3.4", "1..3", "1.2.3-a", "1.2.٣", " 1.2.3", "1.2.+3"] {
            assert!(!is_version(version), "{version}");
        }
    }

    #[test]
    fn languages_are_short_tags() {
        for language in ["und", "de", "gsw", "de-AT", "zh-Hant-TW", "de-1996"] {
            assert!(is_language(language), "{language}");
        }
        for language in ["", "d", "DE", "deutsch", "de-", "de-A", "de_AT", "de-abcdefghi", "de-ä1"]
        {
            assert!(!is_language(language), "{language}");
        }
    }

    #[test]
    fn plain_text_is_counted_in_characters() {
        assert!(is_plain_text("ää", 2) && is_plain_text("a b", 3));
        for text in ["", " a", "a\u{A0}", "a\tb", "äää"] {
            assert!(!is_plain_text(text, 2), "{text:?}");
        }
    }

    #[test]
    fn prefixes_name_a_plain_host() {
        for prefix in ["https://a.b-c.example:443/x@y", "https://h/"] {
            assert!(is_https_prefix(prefix), "{prefix}");
        }
        for prefix in [
            "https://h.",
            "https://h..x",
            "https://h:",
            "https://h:0",
            "https://h:65536",
            "https://h:+1",
            "https://h:1:2",
            "https://h/a..b",
            "https://u@h",
            "https://h\\x",
            "https://ä.example",
            "https://h/x ",
        ] {
            assert!(!is_https_prefix(prefix), "{prefix}");
        }
    }
}

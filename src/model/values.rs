//! The forms of single values (specification, chapters 2 and 3).

use crate::text::whitespace::{has_control, trim};

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

/// Longest binding key, in characters.
pub const BINDING_KEY_LIMIT: usize = 64;

/// Whether the text is a key that the binding of a source goes by: lower-case letters, digits and
/// hyphens, no hyphen first, at most 64.
pub fn is_binding_key(text: &str) -> bool {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    text.len() <= BINDING_KEY_LIMIT
        && text.starts_with(plain)
        && text.chars().all(|c| plain(c) || c == '-')
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

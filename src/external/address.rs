//! Addresses of web documents: none is ever made that leaves the prefix of its source.

use std::fmt::{self, Write};

use crate::model::values::is_https_prefix;

/// The prefix of a web source: everything beneath it may be read, nothing else.
#[derive(Debug, Clone)]
pub(super) struct Prefix(String);

/// An address equal to the prefix it was made from, or continuing it after a `/`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Address(String);

impl Address {
    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Address {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl Prefix {
    /// The prefix as listed; one trailing `/` does not count.
    pub(super) fn new(listed: &str) -> Option<Self> {
        let text = listed.strip_suffix('/').unwrap_or(listed);
        is_https_prefix(text).then(|| Self(text.to_owned()))
    }

    /// Address of the document at this path of the catalogue.
    pub(super) fn document(&self, path: &str) -> Option<Address> {
        let segments: Vec<String> = path.split('/').map(encoded).collect();
        self.admit(format!("{}/{}", self.0, segments.join("/")))
    }

    /// Where an answer from `from` sends the reader with `location`.
    pub(super) fn follow(&self, from: &Address, location: &str) -> Option<Address> {
        let location = location.split('#').next().unwrap_or_default();
        self.admit(without_dots(&resolved(&from.0, location)))
    }

    /// The one way to an address. It is compared as text, scheme and host in any case: what is
    /// written otherwise, or could be understood otherwise by a server, is outside.
    fn admit(&self, url: String) -> Option<Address> {
        let (whole, prefix) = (lower_origin(&url), lower_origin(&self.0));
        let rest = whole.strip_prefix(&prefix)?;
        let is_beneath = rest.is_empty() || rest.starts_with('/');
        let is_plain = url.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\');
        (is_beneath && is_plain && !climbs(path_of(&url))).then_some(Address(url))
    }
}

/// A path segment, percent-encoded but for the unreserved characters.
fn encoded(segment: &str) -> String {
    segment.bytes().fold(String::new(), |mut text, byte| {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => {
                text.push(byte.into());
            }
            // Writing into a string does not fail.
            _ => _ = write!(text, "%{byte:02X}"),
        }
        text
    })
}

/// A reference, resolved against the address it was found at (RFC 3986, section 5.2).
fn resolved(base: &str, reference: &str) -> String {
    let before_query = base.split('?').next().unwrap_or_default();
    let first = reference.split(['/', '?']).next().unwrap_or_default();
    match reference {
        "" => base.to_owned(),
        _ if first.contains(':') => reference.to_owned(),
        _ if reference.starts_with("//") => format!("https:{reference}"),
        _ if reference.starts_with('/') => format!("{}{reference}", &base[..origin_len(base)]),
        _ if reference.starts_with('?') => format!("{before_query}{reference}"),
        _ => {
            let folder = path_of(base).rsplit_once('/').map_or("", |(folder, _)| folder);
            format!("{}{folder}/{reference}", &base[..origin_len(base)])
        }
    }
}

/// The address with `.` and `..` carried out (RFC 3986, section 5.2.4).
fn without_dots(url: &str) -> String {
    let (origin, path) = (&url[..origin_len(url)], path_of(url));
    let query = &url[origin.len() + path.len()..];
    let mut kept = Vec::new();
    for segment in path.split('/') {
        match segment {
            "." => {}
            // The empty segment before the first `/` stays.
            ".." => kept.truncate((kept.len() - 1).max(1)),
            _ => kept.push(segment),
        }
    }
    if path.ends_with("/.") || path.ends_with("/..") {
        kept.push("");
    }
    format!("{origin}{}{query}", kept.join("/"))
}

/// Whether a server could take a segment for `.` or `..`: also encoded, behind an encoded
/// separator, or with parameters.
fn climbs(path: &str) -> bool {
    let path = path.to_ascii_lowercase().replace("%2e", ".");
    let path = path.replace("%2f", "/").replace("%5c", "/").replace("%3b", ";");
    path.split('/').any(|segment| matches!(segment.split(';').next(), Some("." | "..")))
}

/// The address with scheme and host in lower case.
fn lower_origin(url: &str) -> String {
    let (origin, rest) = url.split_at(origin_len(url));
    origin.to_ascii_lowercase() + rest
}

/// Length of scheme, host and port.
fn origin_len(url: &str) -> usize {
    let start = url.find("://").map_or(0, |at| at + "://".len());
    url[start..].find(['/', '?']).map_or(url.len(), |at| start + at)
}

fn path_of(url: &str) -> &str {
    url[origin_len(url)..].split('?').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prefix() -> Prefix {
        Prefix::new("https://host.example/docs/").unwrap()
    }

    #[track_caller]
    fn follow(location: &str) -> Option<String> {
        let from = prefix().document("a/b.md").unwrap();
        prefix().follow(&from, location).map(|address| address.0)
    }

    #[test]
    fn only_https_prefixes_count() {
        for bad in ["http://h/docs", "https://u@h/docs", "https:///docs", "https://h\\docs", ""] {
            assert!(Prefix::new(bad).is_none(), "{bad}");
        }
    }

    #[test]
    fn one_trailing_slash_does_not_count() {
        let address = |listed| Prefix::new(listed).unwrap().document("x").unwrap().0;
        assert_eq!(address("https://h"), "https://h/x");
        assert_eq!(address("https://h/docs/"), "https://h/docs/x");
        assert_eq!(address("https://h/docs//"), "https://h/docs//x");
    }

    #[test]
    fn segments_are_encoded() {
        let address = |path| prefix().document(path).map(|address| address.0);
        let expected = "https://host.example/docs/a%20b/%C3%BC/c%23d%3Fe%25f%2B~-_.md";
        assert_eq!(address("a b/ü/c#d?e%f+~-_.md").unwrap(), expected);
        assert_eq!(address("%2e%2e/x").unwrap(), "https://host.example/docs/%252e%252e/x");
        for bad in ["../x", "a/../../x", "a/.", "..\\x", "..;a/x"] {
            assert_eq!(address(bad), None, "{bad}");
        }
        assert!(Prefix::new("https://h/ü").unwrap().document("x").is_none());
    }

    #[test]
    fn redirects_are_resolved_first() {
        for (location, expected) in [
            ("c.md", "/docs/a/c.md"),
            ("./c.md#part", "/docs/a/c.md"),
            ("../c.md", "/docs/c.md"),
            ("..", "/docs/"),
            (".", "/docs/a/"),
            ("", "/docs/a/b.md"),
            ("?v=1/../2", "/docs/a/b.md?v=1/../2"),
            ("/docs", "/docs"),
            ("/docs/x//y?z", "/docs/x//y?z"),
            ("/other/../docs/x", "/docs/x"),
            ("//host.example/docs/x", "/docs/x"),
            ("https://host.example/docs/x", "/docs/x"),
            ("https://host.example/docs/https://h", "/docs/https://h"),
        ] {
            assert_eq!(follow(location).unwrap(), format!("https://host.example{expected}"));
        }
        assert!(follow("HTTPS://HOST.example/docs/x").is_some());
    }

    #[test]
    fn redirects_stay_beneath_the_prefix() {
        for location in [
            "https://host.example/docs-evil",
            "https://host.example/docs-evil/x",
            "https://host.example/Docs/x",
            "https://host.example",
            "https://host.example/docs?x",
            "https://host.example:443/docs/x",
            "https://host.example:8443/docs/x",
            "https://host.example./docs/x",
            "https://host.example.evil/docs/x",
            "https://evil/docs/x",
            "https://host.example@evil/docs/x",
            "https://user@host.example/docs/x",
            "https://host.example\\@evil/docs/x",
            "https://evil\\.host.example/docs/x",
            "https:///host.example/docs/x",
            "https:/docs/x",
            "https:docs/x",
            "https://",
            "http://host.example/docs/x",
            "ftp://host.example/docs/x",
            "javascript:x",
            "data:text/plain,x",
            "//evil/docs/x",
            "//",
            "///docs/x",
            "\\\\evil\\docs",
            "/",
            "/docs-evil",
            "/docs/../x",
            "../../x",
            "../../../../x",
            "/docs/%2e%2e/x",
            "/docs/.%2E/x",
            "/docs/%2e/x",
            "/docs/..%2fx",
            "/docs/a%2f..%2f..%2fx",
            "/docs/..%5cx",
            "/docs/..;/x",
            "/docs/..%3bp/x",
            "/docs\\..\\x",
            "/docs/a b",
            "/docs/ü",
            "/docs/a\tb",
            "/docs/\0",
            ":",
        ] {
            assert_eq!(follow(location), None, "{location}");
        }
    }
}

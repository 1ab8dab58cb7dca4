//! Identifiers: a capital prefix, a hyphen and four ASCII digits, as in `S-0001` or `BW-0001`
//! (specification, chapter 2).

const DIGITS: usize = 4;

/// Whether the text is an identifier with the given prefix and nothing else.
pub fn is_id(prefix: &str, text: &str) -> bool {
    text.strip_prefix(prefix)
        .and_then(|rest| rest.strip_prefix('-'))
        .is_some_and(|digits| digits.len() == DIGITS && all_digits(digits.as_bytes()))
}

/// Every occurrence in the text of an identifier with the given ASCII prefix that no ASCII letter
/// or digit touches, in order; with `case_insensitive` also those with a prefix in lower case.
pub fn find_ids<'a>(
    prefix: &'a str,
    text: &'a str,
    case_insensitive: bool,
) -> impl Iterator<Item = &'a str> {
    text.match_indices('-').filter_map(move |(hyphen, _)| {
        let start = hyphen.checked_sub(prefix.len())?;
        let end = hyphen + 1 + DIGITS;
        let bytes = text.as_bytes();
        let has_prefix = if case_insensitive {
            bytes[start..hyphen].eq_ignore_ascii_case(prefix.as_bytes())
        } else {
            &bytes[start..hyphen] == prefix.as_bytes()
        };
        let is_free = |byte: Option<&u8>| !byte.is_some_and(u8::is_ascii_alphanumeric);
        let found = has_prefix
            && all_digits(bytes.get(hyphen + 1..end)?)
            && is_free(start.checked_sub(1).and_then(|before| bytes.get(before)))
            && is_free(bytes.get(end));
        if found { text.get(start..end) } else { None }
    })
}

fn all_digits(bytes: &[u8]) -> bool {
    bytes.iter().all(u8::is_ascii_digit)
}

/// The item with this ID in a list sorted by it.
pub(super) fn by_id<'v, T>(sorted: &'v [T], id: &str, key: impl Fn(&T) -> &str) -> Option<&'v T> {
    let at = sorted.binary_search_by(|item| key(item).cmp(id)).ok()?;
    Some(&sorted[at])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_prefix_hyphen_and_four_ascii_digits() {
        assert!(is_id("S", "S-0001") && is_id("BW", "BW-9999"));
        for text in
            ["S-001", "S-00001", "s-0001", "S-000٣", "S0001", "X-0001", " S-0001", "S-0001\n", ""]
        {
            assert!(!is_id("S", text), "{text:?}");
        }
    }

    #[test]
    fn ids_are_found_where_no_ascii_letter_or_digit_touches() {
        let found = |text| find_ids("R", text, false).collect::<Vec<_>>();
        assert_eq!(
            found("R-0001, äR-0002ß _R-0003_ -R-0004- R-0001"),
            ["R-0001", "R-0002", "R-0003", "R-0004", "R-0001"]
        );
        assert!(found("xR-0001 R-00011 R-0001x 1R-0001 r-0001 R-000 R-000ä -0001 R-").is_empty());
        assert_eq!(find_ids("R", "r-0001 R-0002", true).collect::<Vec<_>>(), ["r-0001", "R-0002"]);
        assert_eq!(find_ids("BW", "BW-0001 B-0002", false).collect::<Vec<_>>(), ["BW-0001"]);
    }
}

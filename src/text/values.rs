//! The forms of single values: calendar days, times, plain texts.

use super::whitespace::{has_control, trim};

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

/// Whether the text is a time as in RFC 3339: a calendar day, `T`, the time of day to the second
/// or finer, and `Z` or the offset from UTC; letters in upper case, no leap second.
pub fn is_timestamp(text: &str) -> bool {
    let Some((day, time)) = text.split_once('T') else { return false };
    let Some((clock, rest)) = time.split_at_checked("08:15:00".len()) else { return false };
    let zone = match rest.strip_prefix('.') {
        Some(fraction) => {
            let zone = fraction.trim_start_matches(|c: char| c.is_ascii_digit());
            if zone.len() == fraction.len() { "" } else { zone }
        }
        None => rest,
    };
    is_calendar_day(day) && is_clock(clock) && is_zone(zone)
}

/// Whether the text is a time of day, `08:15:00` or `08:15`.
fn is_clock(text: &str) -> bool {
    let limits = [24, 60, 60];
    let is_below = |(part, limit): (&str, u32)| match *part.as_bytes() {
        [tens, ones] => number(&[tens, ones]).is_some_and(|number| number < limit),
        _ => false,
    };
    text.split(':').zip(limits).all(is_below)
}

fn is_zone(text: &str) -> bool {
    let offset = text.strip_prefix(['+', '-']);
    text == "Z" || offset.is_some_and(|clock| clock.len() == "01:00".len() && is_clock(clock))
}

/// Whether the text is plain: not empty, no outer white space, no control characters, at most
/// `max_chars` characters.
pub fn is_plain_text(text: &str, max_chars: usize) -> bool {
    !text.is_empty()
        && trim(text) == text
        && !has_control(text)
        && (text.len() <= max_chars || text.chars().count() <= max_chars)
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
    fn times_are_those_of_rfc_3339() {
        for time in [
            "2026-11-30T08:15:00Z",
            "2026-11-30T23:59:59.1Z",
            "2026-11-30T08:15:00.123456789+05:30",
            "2026-11-30T08:15:00-00:00",
        ] {
            assert!(is_timestamp(time), "{time}");
        }
        for time in [
            "2026-11-30",
            "2026-11-30 08:15:00Z",
            "2026-11-31T08:15:00Z",
            "2026-11-30T24:00:00Z",
            "2026-11-30T08:60:00Z",
            "2026-11-30T08:15:60Z",
            "2026-11-30T08:15:00",
            "2026-11-30T08:15Z",
            "2026-11-30T08:15:00.Z",
            "2026-11-30T08:15:00.1",
            "2026-11-30T08:15:00+1:00",
            "2026-11-30T08:15:00+01:00:00",
            "2026-11-30T08:15:0٠Z",
            "2026-11-30T08-15-00Z",
        ] {
            assert!(!is_timestamp(time), "{time}");
        }
    }

    #[test]
    fn plain_text_is_counted_in_characters() {
        assert!(is_plain_text("ää", 2) && is_plain_text("a b", 3));
        for text in ["", " a", "a\u{A0}", "a\tb", "äää"] {
            assert!(!is_plain_text(text, 2), "{text:?}");
        }
    }
}

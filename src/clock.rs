//! The one look at the clock. What is read here is data and handed down.

/// Tells today's date in local time, `YYYY-MM-DD`.
#[allow(clippy::disallowed_methods, reason = "the one look at the clock")]
pub fn today() -> String {
    jiff::ZonedDateTime::now().date().to_string()
}

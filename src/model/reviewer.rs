//! Who reviewed a page, and what that says about trust (specification, chapter 2).

/// A reviewer may be named with this many characters.
const MAX_LENGTH: usize = 128;

/// Whether a text names a reviewer: `mensch:<id>`, `prozess:<id>` or `agent:<name>/<version>`.
pub fn is_reviewer(text: &str) -> bool {
    if text.len() > MAX_LENGTH {
        return false;
    }
    match text.split_once(':') {
        Some(("mensch" | "prozess", id)) => is_lower_case_id(id),
        Some(("agent", agent)) => {
            agent.split_once('/').is_some_and(|(name, version)| is_id(name) && is_id(version))
        }
        _ => false,
    }
}

/// One to 64 ASCII letters, digits, dots, underscores and hyphens, the first a letter or digit.
fn is_id(text: &str) -> bool {
    (1..=64).contains(&text.len())
        && text.starts_with(|c: char| c.is_ascii_alphanumeric())
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || b"._-".contains(&b))
}

fn is_lower_case_id(text: &str) -> bool {
    is_id(text) && !text.bytes().any(|b| b.is_ascii_uppercase())
}

/// How far a page can be trusted by its review.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TrustTier {
    /// Nobody reviewed it.
    Unverified,
    /// A process or an agent did.
    MachineConfirmed,
    /// A human did.
    HumanReviewed,
}

impl TrustTier {
    /// The tier of a page with the given reviewer, well-formed or not.
    pub fn of(reviewer: Option<&str>) -> TrustTier {
        match reviewer {
            None | Some("") => TrustTier::Unverified,
            Some(text) if text.starts_with("mensch:") => TrustTier::HumanReviewed,
            Some(_) => TrustTier::MachineConfirmed,
        }
    }

    /// The name of the tier in the output.
    pub fn as_str(self) -> &'static str {
        match self {
            TrustTier::Unverified => "unverified",
            TrustTier::MachineConfirmed => "machine-confirmed",
            TrustTier::HumanReviewed => "human-reviewed",
        }
    }
}

/// The reviewer as an actor of the open knowledge format (specification, chapter 8).
pub fn okf_actor(reviewer: &str) -> String {
    if let Some(id) = reviewer.strip_prefix("mensch:") {
        format!("human:{id}")
    } else if let Some(id) = reviewer.strip_prefix("prozess:") {
        format!("process:{id}")
    } else {
        reviewer.strip_prefix("agent:").unwrap_or(reviewer).to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reviewers_have_a_kind_and_an_id() {
        for text in ["mensch:anna", "prozess:n-1", "agent:Leser/1.0"] {
            assert!(is_reviewer(text), "{text:?}");
        }
        let long = "a".repeat(64);
        let too_long = format!("agent:{long}/{long}");
        for text in [
            &*too_long,
            "",
            "anna",
            "Mensch:anna",
            "mensch: anna",
            "mensch:ä",
            "mensch:.a",
            "agent:a/b c",
            "agent:a",
            "mensch:Anna",
        ] {
            assert!(!is_reviewer(text), "{text:?}");
        }
    }

    #[test]
    fn the_tier_follows_the_prefix() {
        for (reviewer, tier) in [
            (None, "unverified"),
            (Some("mensch:anna"), "human-reviewed"),
            (Some("prozess:x"), "machine-confirmed"),
            (Some("anything"), "machine-confirmed"),
        ] {
            assert_eq!(TrustTier::of(reviewer).as_str(), tier);
        }
    }
}

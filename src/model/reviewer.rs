//! Who reviewed a page, and what that says about trust (specification, chapter 2).

/// A reviewer may be named with this many characters.
const MAX_LENGTH: usize = 128;

/// A well-formed reviewer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reviewer<'a> {
    /// `mensch:<id>`
    Human(&'a str),
    /// `prozess:<id>`
    Process(&'a str),
    /// `agent:<name>/<version>`
    #[allow(missing_docs, reason = "the names say it")]
    Agent { name: &'a str, version: &'a str },
}

impl<'a> Reviewer<'a> {
    /// The reviewer the text names, if it is well-formed.
    pub fn parse(text: &'a str) -> Option<Self> {
        if text.len() > MAX_LENGTH {
            return None;
        }
        let (kind, name) = text.split_once(':')?;
        match kind {
            "mensch" => is_lower_case_id(name).then_some(Reviewer::Human(name)),
            "prozess" => is_lower_case_id(name).then_some(Reviewer::Process(name)),
            "agent" => {
                let (name, version) = name.split_once('/')?;
                (is_id(name) && is_id(version)).then_some(Reviewer::Agent { name, version })
            }
            _ => None,
        }
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
    fn reviewers_are_told_apart() {
        assert_eq!(Reviewer::parse("mensch:anna"), Some(Reviewer::Human("anna")));
        assert_eq!(Reviewer::parse("prozess:n-1"), Some(Reviewer::Process("n-1")));
        assert_eq!(
            Reviewer::parse("agent:Leser/1.0"),
            Some(Reviewer::Agent { name: "Leser", version: "1.0" })
        );
        let long = "a".repeat(64);
        assert_eq!(Reviewer::parse(&format!("agent:{long}/{long}")), None);
        for text in
            ["", "anna", "Mensch:anna", "mensch: anna", "mensch:ä", "mensch:.a", "agent:a/b c"]
        {
            assert_eq!(Reviewer::parse(text), None, "{text:?}");
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

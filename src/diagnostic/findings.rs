//! Findings as the error of what did not happen because of them.

use std::ops::Deref;
use std::vec;

use super::{Diagnostic, Finding};

/// Why something did not happen.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Findings(pub Vec<Diagnostic>);

impl Findings {
    /// An error where anything was found.
    pub fn none(self) -> Result<(), Self> {
        if self.0.is_empty() { Ok(()) } else { Err(self) }
    }
}

impl From<Vec<Diagnostic>> for Findings {
    fn from(found: Vec<Diagnostic>) -> Self {
        Self(found)
    }
}

impl From<Diagnostic> for Findings {
    fn from(found: Diagnostic) -> Self {
        Self(vec![found])
    }
}

/// A finding about the whole of what is looked at, or about the command.
impl<F: Finding> From<F> for Findings {
    fn from(finding: F) -> Self {
        Diagnostic::general(finding).into()
    }
}

impl FromIterator<Diagnostic> for Findings {
    fn from_iter<I: IntoIterator<Item = Diagnostic>>(found: I) -> Self {
        Self(found.into_iter().collect())
    }
}

impl Deref for Findings {
    type Target = [Diagnostic];

    fn deref(&self) -> &[Diagnostic] {
        &self.0
    }
}

impl IntoIterator for Findings {
    type Item = Diagnostic;
    type IntoIter = vec::IntoIter<Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

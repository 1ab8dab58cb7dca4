//! Marks: what is hidden.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::file::JsonFile;
use crate::archive::ids::MarkId;

/// What is hidden, by number.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Marks {
    /// Sources and statements.
    pub hidden: BTreeSet<MarkId>,
}

impl JsonFile for Marks {}

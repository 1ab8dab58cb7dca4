//! The names on the command line of what the rooms below choose between.

use clap::ValueEnum;
use clap::builder::PossibleValue;

use crate::diagnostic::Format;
use crate::model::contract::Scope;
use crate::publish::drawing::Drawing;
use crate::release::Level;

impl ValueEnum for Format {
    fn value_variants<'a>() -> &'a [Self] {
        &[Self::Text, Self::Json, Self::Sarif, Self::Github]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(match self {
            Self::Text => "text",
            Self::Json => "json",
            Self::Sarif => "sarif",
            Self::Github => "github",
        }))
    }
}

impl ValueEnum for Level {
    fn value_variants<'a>() -> &'a [Self] {
        &[Self::Major, Self::Minor, Self::Patch]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.as_str()))
    }
}

impl ValueEnum for Drawing {
    fn value_variants<'a>() -> &'a [Self] {
        &[Self::Json, Self::Dot, Self::Mermaid]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(match self {
            Self::Json => "json",
            Self::Dot => "dot",
            Self::Mermaid => "mermaid",
        }))
    }
}

impl ValueEnum for Scope {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.key()))
    }
}

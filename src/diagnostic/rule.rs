//! A row of a table of findings, and the macro that makes the table.

use serde::Serialize;
use serde_json::Value;

use super::Severity;

/// What all findings with one code have in common: a row of the table of their wing.
#[derive(Debug, PartialEq, Eq)]
pub struct Rule {
    /// The kebab-case name of the code: stable, one per rule.
    pub code: &'static str,
    /// How much its findings matter.
    pub severity: Severity,
    /// The text with the names of its arguments in braces.
    pub template: &'static str,
    /// Names of the arguments, in the order of the table.
    pub arguments: &'static [&'static str],
    /// What the rule protects, a wrong and a right example, how to mend it; Markdown.
    pub explanation: &'static str,
}

/// A variant of a table of findings, with the arguments of its text.
pub trait Finding {
    /// Its row.
    fn rule(&self) -> &'static Rule;

    /// The text, arguments filled in.
    fn message(&self) -> String;

    /// The arguments by name, in the order of the table.
    fn arguments(&self) -> Vec<(&'static str, Value)>;
}

/// An argument as a report prints it.
pub fn value(argument: &impl Serialize) -> Value {
    serde_json::to_value(argument).unwrap_or(Value::Null)
}

/// Makes the table of a wing: the enums `Code` and `Finding` of the module it is used in.
///
/// A row is variant, typed arguments, severity, code and text. The arguments are captured by
/// name, so a text that names one that does not exist does not compile. The explanation of each
/// code lies in `explain/<code>.md` beside the table and becomes part of the binary.
macro_rules! findings {
    ($(
        $variant:ident { $($argument:ident: $type:ty),* } $severity:ident $name:literal $text:literal
    )*) => {
        /// The kind of a finding: stable, one per rule.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[allow(missing_docs, reason = "each is described by its row in the table")]
        pub enum Code {
            $($variant),*
        }

        /// The rows of the table.
        pub static RULES: &[$crate::diagnostic::Rule] = &[$($crate::diagnostic::Rule {
            code: $name,
            severity: $crate::diagnostic::Severity::$severity,
            template: $text,
            arguments: &[$(stringify!($argument)),*],
            explanation: include_str!(concat!("explain/", $name, ".md")),
        }),*];

        impl Code {
            /// Every code, in the order of the table.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// Its row of the table.
            pub fn rule(self) -> &'static $crate::diagnostic::Rule {
                &RULES[self as usize]
            }
        }

        /// A finding: its code with the arguments of its text.
        #[derive(Debug, Clone, PartialEq, Eq)]
        #[allow(missing_docs, reason = "each is described by its row in the table")]
        pub enum Finding {
            $($variant { $($argument: $type),* }),*
        }

        impl Finding {
            /// The code.
            pub fn code(&self) -> Code {
                match self {
                    $(Self::$variant { .. } => Code::$variant),*
                }
            }
        }

        impl $crate::diagnostic::Finding for Finding {
            fn rule(&self) -> &'static $crate::diagnostic::Rule {
                self.code().rule()
            }

            fn message(&self) -> String {
                match self {
                    $(Self::$variant { $($argument),* } => format!($text)),*
                }
            }

            fn arguments(&self) -> Vec<(&'static str, serde_json::Value)> {
                match self {
                    $(Self::$variant { $($argument),* } => {
                        vec![$((stringify!($argument), $crate::diagnostic::value($argument))),*]
                    }),*
                }
            }
        }
    };
}

pub(crate) use findings;

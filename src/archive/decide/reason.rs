//! Why a report is rejected: the one table of reasons.

use std::fmt;

/// Makes of one table the reasons and their names.
macro_rules! reasons {
    ($($variant:ident $name:literal)*) => {
        /// Why a report is rejected.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[allow(missing_docs, reason = "the specification says what each means")]
        pub enum Reason {
            $($variant),*
        }

        impl Reason {
            /// Every reason, in the order in which they count.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// Its name in lines of the journal.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name),*
                }
            }
        }
    };
}

reasons! {
    // Taking in (spec chapter 12).
    Link "link"
    HardLink "hard_link"
    NotRegular "not_regular"
    ForeignOwner "foreign_owner"
    TooBig "too_big"
    Unreadable "unreadable"
    Name "name"

    // Every kind (spec chapter 11).
    Schema "schema"
    Sender "sender"
    IdReused "id_reused"

    // Sources.
    Forgotten "forgotten"
    NotNext "not_next"
    Differs "differs"
    RefHeld "ref_held"
    NothingNew "nothing_new"
    Counts "counts"

    // Statements.
    Sum "sum"
    SourceNotFound "source_not_found"
    LineNotFound "line_not_found"
    QuoteNotFound "quote_not_found"
    NoPersonLine "no_person_line"
    UnknownStatement "unknown_statement"
    Duplicate "duplicate"
    Instruction "instruction"

    // Articles.
    Stale "stale"
    NotAccounted "not_accounted"
    NumberTwice "number_twice"
    NumberUnknown "number_unknown"

    // Marks and forgetting.
    HumanOnly "human_only"
    Unknown "unknown"
    Already "already"
    NotConfirmed "not_confirmed"
}

impl fmt::Display for Reason {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

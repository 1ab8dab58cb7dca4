//! What does not fit in a journal, or between it and the files.

use std::fmt;

use super::line::PartId;
use crate::archive::findings::Finding;
use crate::archive::layout::JOURNAL;
use crate::diagnostic::{Diagnostic, Place};

/// Something that no accepted report and no crash can have caused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Damage {
    /// A line does not follow from the one before it. What stands behind it is not judged.
    Chain {
        /// The number the line should have.
        seq: u64,
        /// What is wrong with it.
        fault: ChainFault,
    },
    /// A part is not what its line says it is.
    Part {
        /// The part.
        part: PartId,
        /// What is wrong with it.
        fault: PartFault,
    },
    /// A part was taken away by nobody, or a line takes away what it may not.
    Redaction {
        /// The line that has the fault.
        seq: u64,
        /// The part it is about.
        part: PartId,
        /// What is wrong with it.
        fault: RedactionFault,
    },
    /// A part is about a file that cannot be part of a state.
    Path {
        /// The line.
        seq: u64,
        /// The path.
        path: String,
    },
    /// A file differs from what the journal says.
    State {
        /// The file, relative to the archive.
        path: String,
        /// How it differs.
        fault: StateFault,
    },
}

impl Damage {
    /// The line that has it; none if it is about a file.
    pub fn seq(&self) -> Option<u64> {
        match self {
            Self::Chain { seq, .. } | Self::Redaction { seq, .. } | Self::Path { seq, .. } => {
                Some(*seq)
            }
            Self::Part { part, .. } => Some(part.0),
            Self::State { .. } => None,
        }
    }

    /// What is said about it.
    pub fn diagnostic(&self) -> Diagnostic {
        let place = match self {
            Self::State { path, .. } => Place::file(path),
            _ => Place::file(JOURNAL),
        };
        Diagnostic::new(place, self.finding())
    }

    fn finding(&self) -> Finding {
        match self {
            Self::Chain { seq, fault } => {
                Finding::JournalChain { seq: *seq, reason: fault.to_string() }
            }
            Self::Part { part, fault } => {
                Finding::JournalPart { seq: part.0, part: part.1, reason: fault.to_string() }
            }
            Self::Redaction { seq, part, fault } => Finding::JournalRedaction {
                seq: *seq,
                part: part.to_string(),
                reason: fault.to_string(),
            },
            Self::Path { seq, path } => Finding::JournalPath { seq: *seq, path: path.clone() },
            Self::State { fault, .. } => Finding::StateDiffers { reason: fault.to_string() },
        }
    }
}

/// Why a line does not follow from the one before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChainFault {
    /// It is not, byte for byte, the serialization of a line.
    Unreadable,
    /// It has another number.
    Number(u64),
    /// It is older than the line before it.
    Time,
    /// It names another line before it.
    Prev,
    /// Its digest is not that of its bytes.
    Hash,
    /// The name of its segment gives another number.
    Segment,
    /// It is unfinished, by so many bytes, and no report in hand explains it.
    Cut(usize),
}

/// Why a part is not what its line says it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PartFault {
    /// There are more parts than commitments, or fewer, or none.
    Count,
    /// It does not fit its commitment.
    Commitment,
    /// Its text has another digest than it says.
    Digest,
    /// The first part is not about the report, or another one is.
    Kind,
    /// Its path does not come after that of the part before it.
    Order,
}

/// Why something about the redaction of a part is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RedactionFault {
    /// The part is gone, and the line it names does not list it.
    Unlisted(u64),
    /// A line lists it that is no accepted `forget`.
    NoForget,
    /// A line lists it that does not come after it, or there is no such part.
    NotEarlier,
    /// A line lists it that an earlier line listed already.
    Again,
}

/// How a file differs from what the journal says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StateFault {
    /// It is missing.
    Missing,
    /// The journal knows nothing of it.
    Unknown,
    /// It has other bytes.
    Differs,
    /// Its bytes are not in the form of such files.
    Form,
}

impl fmt::Display for ChainFault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable => out.write_str("es ist keine Zeile in ihrer genauen Form"),
            Self::Number(seq) => write!(out, "dort steht Zeile {seq}"),
            Self::Time => out.write_str("sie ist älter als die davor"),
            Self::Prev => out.write_str("sie nennt eine andere Zeile davor"),
            Self::Hash => out.write_str("ihre Prüfsumme ist nicht die ihrer Bytes"),
            Self::Segment => out.write_str("ihr Segment trägt eine andere Nummer"),
            Self::Cut(bytes) => {
                write!(out, "sie ist unvollständig ({bytes} Bytes), und kein Bericht ist in Arbeit")
            }
        }
    }
}

impl fmt::Display for PartFault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Count => "es sind nicht so viele Teile wie festgelegt",
            Self::Commitment => "er passt nicht zu seiner festgelegten Prüfsumme",
            Self::Digest => "sein Text hat eine andere Prüfsumme, als er sagt",
            Self::Kind => "dort steht nicht die Art von Teil, die dorthin gehört",
            Self::Order => "sein Pfad kommt nicht nach dem davor",
        })
    }
}

impl fmt::Display for RedactionFault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unlisted(by) => write!(out, "Zeile {by} führt das nicht auf"),
            Self::NoForget => out.write_str("nur eine angenommene Zeile forget darf das"),
            Self::NotEarlier => out.write_str("das ist kein Teil einer Zeile davor"),
            Self::Again => out.write_str("das hat schon eine frühere Zeile getan"),
        }
    }
}

impl fmt::Display for StateFault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Missing => "die Datei fehlt",
            Self::Unknown => "das Journal kennt die Datei nicht",
            Self::Differs => "die Datei lautet anders als im Journal",
            Self::Form => "die Datei hat nicht die Form, die sie haben muss",
        })
    }
}

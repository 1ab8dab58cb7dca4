//! Why nothing is packed, in the words a person is told.

use std::fmt;

use super::gate::NAME_LIMIT;

/// Why a file does not belong into a package.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Unfit {
    /// A name that begins with a dot.
    Hidden,
    /// It may be run, and is not the one engine.
    Executable,
    /// A kind of file that no vault holds.
    Kind,
    /// A name without characters, or with a blank or dot at its edge.
    Edge,
    /// A name with a character that is not allowed everywhere.
    Character,
    /// A name that is a device.
    Device,
    /// A name that is too long.
    Length,
    /// A name that is not composed (NFC).
    Composition,
    /// Somewhere it has the same name as this.
    Clash(String),
}

impl fmt::Display for Unfit {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hidden => out.write_str("der Name beginnt mit einem Punkt (versteckt)"),
            Self::Executable => out.write_str("ausführbar ist nur ein Programm, bin/vault"),
            Self::Kind => out.write_str("fremde Dateiart"),
            Self::Edge => {
                out.write_str("der Name ist leer oder hat am Rand Punkt oder Leerzeichen")
            }
            Self::Character => {
                out.write_str("der Name enthält ein Zeichen, das nicht überall erlaubt ist")
            }
            Self::Device => out.write_str("unter Windows ist der Name ein Gerät"),
            Self::Length => write!(out, "der Name ist länger als {NAME_LIMIT} Bytes"),
            Self::Composition => out.write_str(
                "der Name ist nicht in Normalform NFC, etwa ein Umlaut aus zwei Zeichen",
            ),
            Self::Clash(other) => {
                write!(out, "auf manchen Systemen ist das derselbe Name wie {other}")
            }
        }
    }
}

/// How a command ends that should have ended well.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Ending {
    /// It does not begin: what the system says.
    NoStart(String),
    /// With this exit code.
    Code(i32),
    /// By a signal.
    Signal,
    /// Not in time, or with more to say than anybody reads.
    Unending,
    /// Well, but it said nothing.
    Silent,
    /// Well, but it ran a program it should not have.
    Trapped,
}

impl fmt::Display for Ending {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoStart(error) => write!(out, "startet nicht: {error}"),
            Self::Code(code) => write!(out, "endet mit Exit-Code {code}"),
            Self::Signal => out.write_str("endet durch ein Signal"),
            Self::Unending => out.write_str("endet nicht in zehn Minuten oder gibt zu viel aus"),
            Self::Silent => out.write_str("endet, ohne etwas auszugeben"),
            Self::Trapped => out.write_str("führt ein fremdes Programm aus"),
        }
    }
}

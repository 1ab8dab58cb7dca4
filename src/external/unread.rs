//! Why a document of a web source was not read, in the words a person is told.

use std::fmt;

use crate::files::FileError;

/// Why a document of a web source was not read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unread {
    /// The network is switched off.
    Offline,
    /// The source has no prefix to read beneath.
    Prefix,
    /// Its path gives no address beneath the prefix.
    Address,
    /// The file with the certificates to trust, and what is wrong with it.
    CaFile(String, FileError),
    /// That file has no certificates in it.
    CaEmpty(String),
    /// This many requests were made already.
    Requests(u32),
    /// More than this many redirects.
    Redirects(u32),
    /// A redirect out of the prefix.
    Outside,
    /// A status that brings no document.
    Status(u16),
    /// The answer does not say where it ends.
    Unframed,
    /// More than this many bytes.
    TooLarge(u64),
    /// Bytes that are no text.
    NotUtf8,
    /// No whole answer in time.
    TimedOut,
    /// A certificate nobody trusted stands for.
    Untrusted,
    /// A certificate out of its time.
    Expired,
    /// A certificate for another host.
    WrongName,
    /// No secure connection otherwise.
    Tls,
    /// Nobody knows where the host is.
    HostUnknown,
    /// No connection, or it broke: what the system says.
    Connection(String),
    /// It broke without the system saying anything.
    Broken,
    /// No proper HTTP.
    Protocol,
    /// The fetch could not be recorded, and why.
    Unrecorded(String),
}

impl fmt::Display for Unread {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Offline => out.write_str("das Netz ist abgeschaltet (SKILLSAFE_OFFLINE)"),
            Self::Prefix => out.write_str("das Ziel ist kein https-Präfix"),
            Self::Address => out.write_str("der Pfad führt zu keiner Adresse unter dem Präfix"),
            Self::CaFile(file, reason) => {
                write!(out, "die Zertifikate in {file} sind nicht lesbar ({reason})")
            }
            Self::CaEmpty(file) => write!(out, "{file} enthält keine Zertifikate (PEM)"),
            Self::Requests(limit) => write!(out, "die {limit} Abrufe einer Frage sind verbraucht"),
            Self::Redirects(limit) => write!(out, "mehr als {limit} Weiterleitungen"),
            Self::Outside => out.write_str("die Weiterleitung verlässt das Präfix"),
            Self::Status(status) => write!(out, "der Server antwortet mit Status {status}"),
            Self::Unframed => out.write_str("die Antwort nennt ihre Länge nicht"),
            Self::TooLarge(limit) => write!(out, "größer als {limit} Bytes"),
            Self::NotUtf8 => out.write_str("kein UTF-8"),
            Self::TimedOut => out.write_str("keine vollständige Antwort in der erlaubten Zeit"),
            Self::Untrusted => out.write_str("dem Zertifikat ist nicht zu trauen"),
            Self::Expired => out.write_str("das Zertifikat ist abgelaufen oder noch nicht gültig"),
            Self::WrongName => out.write_str("das Zertifikat gilt für einen anderen Namen"),
            Self::Tls => out.write_str("keine sichere Verbindung (TLS)"),
            Self::Connection(error) => write!(out, "keine Verbindung ({error})"),
            Self::HostUnknown => out.write_str("der Name des Servers ist nicht bekannt"),
            Self::Broken => out.write_str("die Verbindung kam nicht zustande oder brach ab"),
            Self::Protocol => out.write_str("die Antwort ist kein gültiges HTTP"),
            Self::Unrecorded(reason) => {
                write!(out, "der Abruf lässt sich nicht in log.md vermerken ({reason})")
            }
        }
    }
}

//! Why a document of a web source was not read, in the words a person is told.

use crate::https::HttpsError;

/// Why a document of a web source was not read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unread {
    /// The network is switched off.
    #[error("das Netz ist abgeschaltet (SKILLSAFE_OFFLINE)")]
    Offline,
    /// The source has no prefix to read beneath.
    #[error("das Ziel ist kein https-Präfix")]
    Prefix,
    /// Its path gives no address beneath the prefix.
    #[error("der Pfad führt zu keiner Adresse unter dem Präfix")]
    Address,
    /// This many requests were made already.
    #[error("die {0} Abrufe einer Frage sind verbraucht")]
    Requests(u32),
    /// More than this many redirects.
    #[error("mehr als {0} Weiterleitungen")]
    Redirects(u32),
    /// A redirect out of the prefix.
    #[error("die Weiterleitung verlässt das Präfix")]
    Outside,
    /// The fetch could not be recorded, and why.
    #[error("der Abruf lässt sich nicht in log.md vermerken ({0})")]
    Unrecorded(String),
    /// There was no answer.
    #[error(transparent)]
    Https(#[from] HttpsError),
}

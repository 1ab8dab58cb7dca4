//! All that is ever found wrong with an archive: one table of codes with their German texts; the
//! explanation of each lies in `explain/<code>.md`.
//!
//! Reasons are enums of the rooms that find them, printed as texts.

use crate::diagnostic::findings;

findings! {
    // The journal and the files it makes (spec chapter 11).
    JournalChain { seq: u64, reason: String } Error "journal-chain"
        "Zeile {seq} schließt nicht an die vorige an: {reason}; nichts ändern, mit einer Sicherung vergleichen"
    JournalPart { seq: u64, part: u64, reason: String } Error "journal-part"
        "Zeile {seq}, Teil {part}: {reason}; nichts ändern, mit einer Sicherung vergleichen"
    JournalRedaction { seq: u64, part: String, reason: String } Error "journal-redaction"
        "Zeile {seq}, Schwärzung von {part}: {reason}; nichts ändern, mit einer Sicherung vergleichen"
    JournalPath { seq: u64, path: String } Error "journal-path"
        "Zeile {seq} schreibt „{path}“, einen Pfad, den kein Archiv hat; nichts ändern, mit einer Sicherung vergleichen"
    JournalTorn { seq: u64, bytes: u64 } Warning "journal-torn"
        "Zeile {seq} ist unvollständig ({bytes} Bytes) und wurde nie bestätigt; der nächste Start schneidet sie ab und vermerkt es"
    JournalUnfinished { seq: u64, part: u64, by: u64 } Warning "journal-unfinished"
        "Zeile {seq}, Teil {part}: Zeile {by} schwärzt, was noch dasteht; der nächste Start führt es zu Ende"
    StateDiffers { reason: String } Error "state-differs"
        "{reason}; Datei mit „vault archive replay“ aus dem Journal zurückholen oder entfernen"

    // Rights (spec chapter 11).
    RightsJson {} Error "rights-json"
        "kein strenges JSON; berichtigen"
    RightsForm { at: String } Error "rights-form"
        "an der Stelle {at} steht nicht, was dort stehen muss; mit „vault explain rights-form“ vergleichen und berichtigen"
    RightsUser { name: String } Error "rights-user"
        "„{name}“ nennt einen Benutzer, den es auf diesem System nicht gibt; anlegen oder den Absender entfernen"
    RightsUid { name: String, other: String } Error "rights-uid"
        "„{name}“ und „{other}“ sind derselbe Benutzer; jedem Absender einen eigenen geben"
}

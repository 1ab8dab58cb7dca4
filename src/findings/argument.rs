//! Arguments of findings that are more than a text or a number.

use std::fmt;

use serde::{Serialize, Serializer};

/// Why a file or folder could not be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Obstacle {
    /// Nothing there.
    Missing,
    /// A symbolic link at the end of the path or on the way.
    Link,
    /// A folder where a file belongs.
    Folder,
    /// A file where a folder belongs.
    File,
    /// A folder with something in it where an empty one belongs.
    NotEmpty,
    /// A file that the command did not make, or not so.
    Foreign,
    /// FIFO, socket or device.
    Special,
    /// A file with this many names.
    HardLinked(u64),
    /// More than this many bytes.
    TooLarge(u64),
    /// It changed while it was read.
    Changed,
    /// It is the current folder, or holds it.
    Here,
    /// Its path does not end with a name.
    Unnamed,
    /// The folder it should lie in is missing.
    NoParent,
    /// It would lie in this vault.
    InVault(String),
    /// This vault lies in it.
    HoldsVault(String),
    /// It would lie where agents look for skills.
    AgentFolder,
    /// A kind of file that no vault holds.
    FileKind,
    /// A folder without anything of a vault.
    NoVault,
    /// Bytes that are no text.
    NotUtf8,
    /// Another file system than the root's.
    OtherDevice,
    /// Others went on using it for too long.
    InUse,
    /// No path below the root in its plainest form, or named twice.
    Path,
    /// More of this than allowed.
    Budget(Measure),
    /// What the system says.
    System(String),
}

impl fmt::Display for Obstacle {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing => out.write_str("nicht vorhanden"),
            Self::Link => out.write_str("symbolischer Link"),
            Self::Folder => out.write_str("ein Ordner, keine Datei"),
            Self::File => out.write_str("kein Ordner"),
            Self::NotEmpty => out.write_str("der Ordner ist nicht leer"),
            Self::Foreign => out.write_str("die Datei dort stammt nicht von diesem Befehl"),
            Self::Special => out.write_str("FIFO, Socket oder Gerät"),
            Self::HardLinked(links) => write!(out, "Datei mit {links} Namen (Hardlinks)"),
            Self::TooLarge(limit) => write!(out, "größer als {limit} Bytes"),
            Self::Changed => out.write_str("änderte sich beim Lesen"),
            Self::Here => {
                out.write_str("ist der aktuelle Ordner oder enthält ihn; von außerhalb anlegen")
            }
            Self::Unnamed => out.write_str("der Pfad endet nicht mit einem Namen"),
            Self::NoParent => out.write_str("der übergeordnete Ordner fehlt; erst anlegen"),
            Self::InVault(path) => write!(out, "liegt im Tresor {path}"),
            Self::HoldsVault(path) => write!(out, "enthält den Tresor {path}"),
            Self::AgentFolder => {
                out.write_str("liegt in .claude oder .codex, wo Agenten Skills suchen")
            }
            Self::FileKind => {
                out.write_str("Dateiart im Tresor nicht erlaubt, siehe schema/profil.md")
            }
            Self::NoVault => out.write_str("nichts darin gehört zu einem Tresor"),
            Self::NotUtf8 => out.write_str("kein UTF-8"),
            Self::OtherDevice => out.write_str("liegt auf einem anderen Dateisystem"),
            Self::InUse => out.write_str("andere lesen dort noch"),
            Self::Path => out.write_str("kein einfacher Pfad unter der Wurzel, oder doppelt"),
            Self::Budget(measure) => write!(out, "zu groß: {measure}"),
            Self::System(error) => out.write_str(error),
        }
    }
}

impl Serialize for Obstacle {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

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
    CaFile(String, Obstacle),
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

impl Serialize for Unread {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Why a file does not belong into a package.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unfit {
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
            Self::Length => out.write_str("der Name ist länger als 255 Bytes"),
            Self::Composition => out.write_str(
                "der Name ist nicht in Normalform NFC, etwa ein Umlaut aus zwei Zeichen",
            ),
            Self::Clash(other) => {
                write!(out, "auf manchen Systemen ist das derselbe Name wie {other}")
            }
        }
    }
}

impl Serialize for Unfit {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// What is wrong with what a writer left to go back by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Damage {
    /// No JSON, or not the fields of a record.
    Shape,
    /// A format nobody here knows.
    Format(String),
    /// A path no commit replaces, or twice the same.
    Path(String),
    /// No copy with this digest.
    NoCopy(String),
    /// A copy with the first digest instead of the second.
    OtherCopy(String, String),
}

impl fmt::Display for Damage {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shape => out.write_str("kein Vermerk"),
            Self::Format(format) => write!(out, "unbekanntes Format „{format}“"),
            Self::Path(path) => write!(out, "Pfad „{path}“ darf dort nicht stehen"),
            Self::NoCopy(wanted) => write!(out, "es fehlt die Kopie {wanted}"),
            Self::OtherCopy(found, wanted) => write!(out, "{found} statt {wanted}"),
        }
    }
}

impl Serialize for Damage {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// How a command ends that should have ended well.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ending {
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

impl Serialize for Ending {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Several names or paths as one argument, printed separated by commas.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct List(pub Vec<String>);

impl fmt::Display for List {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.is_empty() {
            true => out.write_str("–"),
            false => out.write_str(&self.0.join(", ")),
        }
    }
}

/// Concepts that one word may mean, printed for whoever has to choose one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Meanings(pub Vec<Meaning>);

/// A concept in its world; both have an ID and a name.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Meaning {
    /// `B-nnnn`
    pub id: String,
    /// Its preferred label.
    pub name: String,
    /// `BW-nnnn`
    pub world: String,
    /// What that world is called.
    pub world_name: String,
}

impl fmt::Display for Meanings {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, Meaning { id, name, world, world_name }) in self.0.iter().enumerate() {
            let separator = if at == 0 { "" } else { ", " };
            write!(out, "{separator}{name} ({id}) / {world_name} ({world})")?;
        }
        Ok(())
    }
}

/// What a tree may have only so much of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Measure {
    /// Folders within folders.
    Depth,
    /// Entries of all folders.
    Entries,
    /// Documents.
    Documents,
    /// Bytes of one document.
    DocumentBytes,
    /// Bytes of all documents.
    TotalBytes,
    /// Bytes of a foreign vault's files that are no pages.
    ForeignBytes,
    /// Sentences of one document.
    Sentences,
    /// Bytes of the catalogue made of them.
    CatalogBytes,
}

impl fmt::Display for Measure {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Depth => "mehr als 12 Ordner ineinander",
            Self::Entries => "mehr als 20000 Einträge",
            Self::Documents => "mehr als 5000 Dokumente",
            Self::DocumentBytes => "ein Dokument mit mehr als 1 MiB",
            Self::TotalBytes => "mehr als 64 MiB Text",
            Self::ForeignBytes => "mehr als 1 GiB neben den Seiten",
            Self::Sentences => "ein Dokument mit mehr als 9999 Sätzen",
            Self::CatalogBytes => "ein Katalog mit mehr als 2 MiB",
        })
    }
}

/// Part of a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// Where in the source.
    Locator,
    /// What is claimed.
    Statement,
}

impl fmt::Display for Part {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Locator => "Fundstelle",
            Self::Statement => "Aussage",
        })
    }
}

impl Serialize for Part {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

//! Requests over https: GET only, a checked certificate only, one answer of bounded size in bounded
//! time.
//!
//! No cookies, no credentials, no proxy, nothing decompressed, no redirect followed: a caller
//! holds each hop against what it may read. What is not whole is not believed: a body must say
//! how long it is, or be chunked.

use std::io::{self, Read};
use std::path::Path;
use std::time::Duration;

use ureq::http::header::{CONTENT_LENGTH, LOCATION, TRANSFER_ENCODING};
use ureq::http::{Response, Version};
use ureq::tls::{Certificate, PemItem, RootCerts, TlsConfig, parse_pem};
use ureq::{Agent, Body};

use crate::files::{FileError, Opened};

/// Most bytes of the file with the certificates to trust.
const CA_LIMIT: u64 = 4 * 1024 * 1024;
/// What the standard library says where a name has no address.
const NO_ADDRESS: &str = "failed to lookup address";

/// Why there is no answer, in the words a person is told.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum HttpsError {
    /// The file with the certificates to trust, and what is wrong with it.
    #[error("die Zertifikate in {0} sind nicht lesbar ({1})")]
    CaFile(String, FileError),
    /// That file has no certificates in it.
    #[error("{0} enthält keine Zertifikate (PEM)")]
    CaEmpty(String),
    /// A status that brings no document.
    #[error("der Server antwortet mit Status {0}")]
    Status(u16),
    /// The answer does not say where it ends.
    #[error("die Antwort nennt ihre Länge nicht")]
    Unframed,
    /// More than this many bytes.
    #[error("größer als {0} Bytes")]
    TooLarge(u64),
    /// Bytes that are no text.
    #[error("kein UTF-8")]
    NotUtf8,
    /// No whole answer in time.
    #[error("keine vollständige Antwort in der erlaubten Zeit")]
    TimedOut,
    /// A certificate nobody trusted stands for.
    #[error("dem Zertifikat ist nicht zu trauen")]
    Untrusted,
    /// A certificate out of its time.
    #[error("das Zertifikat ist abgelaufen oder noch nicht gültig")]
    Expired,
    /// A certificate for another host.
    #[error("das Zertifikat gilt für einen anderen Namen")]
    WrongName,
    /// No secure connection otherwise.
    #[error("keine sichere Verbindung (TLS)")]
    Tls,
    /// Nobody knows where the host is.
    #[error("der Name des Servers ist nicht bekannt")]
    HostUnknown,
    /// No connection, or it broke: what the system says.
    #[error("keine Verbindung ({0})")]
    Connection(String),
    /// It broke without the system saying anything.
    #[error("die Verbindung kam nicht zustande oder brach ab")]
    Broken,
    /// No proper HTTP.
    #[error("die Antwort ist kein gültiges HTTP")]
    Protocol,
}

impl From<ureq::Error> for HttpsError {
    fn from(error: ureq::Error) -> Self {
        match error {
            ureq::Error::Timeout(_) => Self::TimedOut,
            ureq::Error::Rustls(error) => tls(&error),
            ureq::Error::Tls(_) => Self::Tls,
            ureq::Error::Io(error) => {
                let inner = error.get_ref().and_then(|inner| inner.downcast_ref());
                match (inner, error.kind()) {
                    (Some(error), _) => tls(error),
                    (None, io::ErrorKind::TimedOut) => Self::TimedOut,
                    (None, _) if error.raw_os_error().is_some() => {
                        Self::Connection(error.to_string())
                    }
                    // The client or the standard library says something, which knows a failed
                    // look-up of a name by its text alone.
                    (None, _) if error.to_string().starts_with(NO_ADDRESS) => Self::HostUnknown,
                    (None, _) => Self::Broken,
                }
            }
            ureq::Error::HostNotFound => Self::HostUnknown,
            _ => Self::Protocol,
        }
    }
}

fn tls(error: &rustls::Error) -> HttpsError {
    use rustls::CertificateError as Wrong;
    let rustls::Error::InvalidCertificate(wrong) = error else { return HttpsError::Tls };
    match wrong {
        Wrong::Expired
        | Wrong::ExpiredContext { .. }
        | Wrong::NotValidYet
        | Wrong::NotValidYetContext { .. } => HttpsError::Expired,
        Wrong::NotValidForName | Wrong::NotValidForNameContext { .. } => HttpsError::WrongName,
        _ => HttpsError::Untrusted,
    }
}

/// What a server says to a request.
#[derive(Debug)]
pub enum Answer {
    /// The document.
    Document(String),
    /// It is elsewhere: the bytes of the new location.
    Redirect(Vec<u8>),
}

/// A client with everything switched off that is not wanted.
#[derive(Debug)]
pub struct Client(Agent);

impl Client {
    /// Makes a client that trusts the public roots, or only the certificates in a PEM file.
    /// `time` bounds one request: name, connection, handshake, headers and body together.
    pub fn new(ca_file: Option<&Path>, time: Duration) -> Result<Self, HttpsError> {
        agent(ca_file, time).map(Self)
    }

    /// Requests a document of at most `limit` bytes.
    pub fn get(&self, url: &str, limit: u64) -> Result<Answer, HttpsError> {
        let response = self.0.get(url).call()?;
        match response.status().as_u16() {
            301 | 302 | 303 | 307 | 308 => redirect(&response),
            // No document, or part of one though nobody asked for a part.
            other @ 204..=206 => Err(HttpsError::Status(other)),
            200..=299 => document(response, limit),
            other => Err(HttpsError::Status(other)),
        }
    }
}

fn redirect(response: &Response<Body>) -> Result<Answer, HttpsError> {
    let location = response.headers().get(LOCATION).ok_or(HttpsError::Protocol)?;
    Ok(Answer::Redirect(location.as_bytes().to_vec()))
}

fn document(mut response: Response<Body>, limit: u64) -> Result<Answer, HttpsError> {
    if !is_framed(&response) {
        return Err(HttpsError::Unframed);
    }
    if response.body().content_length().is_some_and(|length| length > limit) {
        return Err(HttpsError::TooLarge(limit));
    }
    let mut bytes = Vec::new();
    let mut body = response.body_mut().as_reader().take(limit + 1);
    body.read_to_end(&mut bytes).map_err(ureq::Error::from)?;
    if bytes.len() as u64 > limit {
        return Err(HttpsError::TooLarge(limit));
    }
    String::from_utf8(bytes).map(Answer::Document).map_err(|_| HttpsError::NotUtf8)
}

/// Whether the body says where it ends. The client takes one that does not for whole, wherever
/// the connection breaks.
fn is_framed(response: &Response<Body>) -> bool {
    let is_chunked = response
        .headers()
        .get(TRANSFER_ENCODING)
        .is_some_and(|coding| coding.as_bytes().eq_ignore_ascii_case(b"chunked"));
    let has_length = response.headers().contains_key(CONTENT_LENGTH);
    has_length || (is_chunked && response.version() == Version::HTTP_11)
}

/// The client, with everything switched off that is not wanted.
fn agent(ca_file: Option<&Path>, request_time: Duration) -> Result<Agent, HttpsError> {
    let roots = match ca_file {
        Some(path) => RootCerts::from(certificates(path)?),
        None => RootCerts::WebPki,
    };
    let config = Agent::config_builder()
        .https_only(true)
        .http_status_as_error(false)
        // Unset, it would be taken from the environment.
        .proxy(None)
        .max_redirects(0)
        .timeout_global(Some(request_time))
        .tls_config(TlsConfig::builder().root_certs(roots).build())
        .user_agent("vault")
        .accept_encoding("identity")
        // A kept connection that the server has given up would look like a broken document.
        .max_idle_connections(0)
        .build();
    Ok(config.into())
}

fn certificates(path: &Path) -> Result<Vec<Certificate<'static>>, HttpsError> {
    let read = Opened::open_named(path).and_then(|file| file.read(CA_LIMIT));
    let named = || path.display().to_string();
    let pem = read.map_err(|error| HttpsError::CaFile(named(), error))?;
    let items: Result<Vec<_>, _> = parse_pem(&pem).collect();
    let certificates = items.unwrap_or_default().into_iter().filter_map(|item| match item {
        PemItem::Certificate(certificate) => Some(certificate),
        _ => None,
    });
    let certificates: Vec<_> = certificates.collect();
    if certificates.is_empty() { Err(HttpsError::CaEmpty(named())) } else { Ok(certificates) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_system_speaks_in_its_own_words() {
        assert_eq!(HttpsError::from(ureq::Error::HostNotFound), HttpsError::HostUnknown);
        let said = io::Error::other("peer disconnected");
        assert_eq!(HttpsError::from(ureq::Error::Io(said)), HttpsError::Broken);
        let said = io::Error::other(format!("{NO_ADDRESS} information: Name not known"));
        assert_eq!(HttpsError::from(ureq::Error::Io(said)), HttpsError::HostUnknown);
        let said = io::Error::from_raw_os_error(111);
        let text = said.to_string();
        assert_eq!(HttpsError::from(ureq::Error::Io(said)), HttpsError::Connection(text));
    }
}

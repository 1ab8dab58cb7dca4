//! Documents of listed web sources: the one room with a socket.
//!
//! Only `https`, only GET, only beneath the prefix of the source, only with a checked
//! certificate; no cookies, no credentials, no proxy, nothing decompressed. Redirects are
//! followed here and not by the HTTP client, so that each hop is held against the prefix. What
//! is not whole is not believed: a body must say how long it is, or be chunked.

use std::fmt;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;

use ureq::http::header::{CONTENT_LENGTH, LOCATION, TRANSFER_ENCODING};
use ureq::http::{Response, Version};
use ureq::tls::{Certificate, PemItem, RootCerts, TlsConfig, parse_pem};
use ureq::{Agent, Body};

use super::address::{Address, Prefix};
use super::cache::Cache;
use super::tree::DOCUMENT_LIMIT;
use super::unread::Unread;
use crate::digest::Digest;
use crate::files::Opened;
use crate::findings::Finding;
use crate::storage::Io;

/// Most requests of one [`Web`], each hop of a redirect counted.
const REQUEST_LIMIT: u32 = 20;
/// Most redirects of one document.
const REDIRECT_LIMIT: u32 = 3;
/// Time for one request: name, connection, handshake, headers and body together.
const REQUEST_TIME: Duration = Duration::from_secs(10);
/// Most bytes of the file with the certificates to trust.
const CA_LIMIT: u64 = 4 * 1024 * 1024;
/// What the standard library says where a name has no address.
const NO_ADDRESS: &str = "failed to lookup address";

/// What the command line knows of the host; nothing here comes from the environment.
#[derive(Debug, Clone)]
pub struct Settings {
    /// No socket is made.
    pub offline: bool,
    /// The user's cache folder, absolute, outside the vault; it is made if missing. `None`:
    /// nothing is kept.
    pub cache_home: Option<PathBuf>,
    /// Name of the vault's folder, naming its part of the cache.
    pub vault_name: String,
    /// PEM file with the only certificates to trust, instead of the public ones.
    pub ca_file: Option<PathBuf>,
    /// The counted seam of writing.
    pub io: Io,
}

/// The web sources of one query or template, with what is left of their budget.
#[derive(Debug)]
pub struct Web {
    offline: bool,
    ca_file: Option<PathBuf>,
    request_time: Duration,
    cache: Cache,
    /// Made when first needed.
    agent: Option<Agent>,
    requests: u32,
    /// Why the provenance of a fetch could not be written; nothing is fetched any more then.
    unrecorded: Option<String>,
}

/// Where a document of a web source is to be had.
#[derive(Debug)]
pub enum Lookup {
    /// Its text, kept from an earlier fetch and still fresh.
    Kept(String),
    /// Only from the network.
    Remote(Remote),
}

/// A document that only the network has.
#[derive(Debug)]
pub struct Remote {
    source: String,
    prefix: Prefix,
    address: Address,
}

/// One document fetched from the network. Its text form is the provenance:
/// `abruf <url> sha256=… bytes=…`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fetch {
    /// Address of the document, before any redirect.
    pub url: String,
    /// Digest of its bytes.
    pub digest: Digest,
    /// Number of its bytes.
    pub bytes: u64,
}

impl fmt::Display for Fetch {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "abruf {} sha256={} bytes={}", self.url, self.digest, self.bytes)
    }
}

/// What is said of a document that was not read.
pub fn unread(source: &str, document: &str, reason: &Unread) -> Finding {
    let (id, document) = (source.to_owned(), document.to_owned());
    Finding::ExternalWeb { id, document, reason: reason.to_string() }
}

impl From<ureq::Error> for Unread {
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

fn tls(error: &rustls::Error) -> Unread {
    use rustls::CertificateError as Wrong;
    let rustls::Error::InvalidCertificate(wrong) = error else { return Unread::Tls };
    match wrong {
        Wrong::Expired
        | Wrong::ExpiredContext { .. }
        | Wrong::NotValidYet
        | Wrong::NotValidYetContext { .. } => Unread::Expired,
        Wrong::NotValidForName | Wrong::NotValidForNameContext { .. } => Unread::WrongName,
        _ => Unread::Untrusted,
    }
}

/// What a server says to a request.
enum Answer {
    Document(String),
    Redirect(String),
}

impl Web {
    /// Prepares access, opening nothing and making no socket. A kept document is fresh for
    /// `ttl_seconds`; 0: never.
    pub fn new(settings: Settings, ttl_seconds: u64) -> Self {
        Self::with_request_time(settings, ttl_seconds, REQUEST_TIME)
    }

    /// As [`Web::new`], with another time for each request, for tests.
    pub fn with_request_time(settings: Settings, ttl_seconds: u64, request_time: Duration) -> Self {
        let Settings { offline, cache_home, vault_name, ca_file, io } = settings;
        Self {
            cache: Cache::new(cache_home, vault_name, ttl_seconds, io),
            offline,
            ca_file,
            request_time,
            agent: None,
            requests: 0,
            unrecorded: None,
        }
    }

    /// Whether the network is switched off. The cache is not asked either then: the source
    /// counts as one that cannot be searched.
    pub fn is_offline(&self) -> bool {
        self.offline
    }

    /// Looks for the document at `path` of the catalogue, beneath the prefix of the source, in
    /// the cache.
    pub fn look_up(&self, source: &str, prefix: &str, path: &str) -> Result<Lookup, Unread> {
        if self.offline {
            return Err(Unread::Offline);
        }
        let prefix = Prefix::new(prefix).ok_or(Unread::Prefix)?;
        let address = prefix.document(path).ok_or(Unread::Address)?;
        Ok(match self.cache.fresh(source, &address) {
            Some(text) => Lookup::Kept(text),
            None => Lookup::Remote(Remote { source: source.to_owned(), prefix, address }),
        })
    }

    /// Fetches a document from the network.
    ///
    /// `record` is told of it before the document is believed or kept. If it fails, the document
    /// is dropped and this `Web` fetches no more; whether anything can be recorded at all is for
    /// the caller to find out before it asks.
    pub fn fetch(
        &mut self,
        remote: &Remote,
        record: &mut dyn FnMut(&Fetch) -> Result<(), String>,
    ) -> Result<String, Unread> {
        if let Some(reason) = &self.unrecorded {
            return Err(Unread::Unrecorded(reason.clone()));
        }
        let Remote { source, prefix, address } = remote;
        let text = self.follow(prefix, address)?;
        let (digest, bytes) = (Digest::of(text.as_bytes()), text.len() as u64);
        let fetch = Fetch { url: address.to_string(), digest, bytes };
        record(&fetch).map_err(|reason| {
            self.unrecorded = Some(reason.clone());
            Unread::Unrecorded(reason)
        })?;
        self.cache.keep(source, address, &text);
        Ok(text)
    }

    /// Requests a document, following redirects beneath the prefix.
    fn follow(&mut self, prefix: &Prefix, address: &Address) -> Result<String, Unread> {
        let mut at = address.clone();
        for _ in 0..=REDIRECT_LIMIT {
            match self.request(&at)? {
                Answer::Document(text) => return Ok(text),
                Answer::Redirect(to) => at = prefix.follow(&at, &to).ok_or(Unread::Outside)?,
            }
        }
        Err(Unread::Redirects(REDIRECT_LIMIT))
    }

    fn request(&mut self, address: &Address) -> Result<Answer, Unread> {
        let agent = match &self.agent {
            Some(agent) => agent,
            None => self.agent.insert(agent(self.ca_file.as_deref(), self.request_time)?),
        };
        if self.requests == REQUEST_LIMIT {
            return Err(Unread::Requests(REQUEST_LIMIT));
        }
        self.requests += 1;
        let response = agent.get(address.as_str()).call()?;
        match response.status().as_u16() {
            301 | 302 | 303 | 307 | 308 => redirect(&response),
            // No document, or part of one though nobody asked for a part.
            other @ 204..=206 => Err(Unread::Status(other)),
            200..=299 => document(response),
            other => Err(Unread::Status(other)),
        }
    }
}

fn redirect(response: &Response<Body>) -> Result<Answer, Unread> {
    let location = response.headers().get(LOCATION).ok_or(Unread::Protocol)?;
    // Something that is not plain text leads nowhere beneath a prefix.
    let location = location.to_str().map_err(|_| Unread::Outside)?;
    Ok(Answer::Redirect(location.to_owned()))
}

fn document(mut response: Response<Body>) -> Result<Answer, Unread> {
    if !is_framed(&response) {
        return Err(Unread::Unframed);
    }
    if response.body().content_length().is_some_and(|length| length > DOCUMENT_LIMIT) {
        return Err(Unread::TooLarge(DOCUMENT_LIMIT));
    }
    let mut bytes = Vec::new();
    let mut body = response.body_mut().as_reader().take(DOCUMENT_LIMIT + 1);
    body.read_to_end(&mut bytes).map_err(ureq::Error::from)?;
    if bytes.len() as u64 > DOCUMENT_LIMIT {
        return Err(Unread::TooLarge(DOCUMENT_LIMIT));
    }
    String::from_utf8(bytes).map(Answer::Document).map_err(|_| Unread::NotUtf8)
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
fn agent(ca_file: Option<&Path>, request_time: Duration) -> Result<Agent, Unread> {
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

fn certificates(path: &Path) -> Result<Vec<Certificate<'static>>, Unread> {
    let read = Opened::open_named(path).and_then(|file| file.read(CA_LIMIT));
    let named = || path.display().to_string();
    let pem = read.map_err(|error| Unread::CaFile(named(), error))?;
    let items: Result<Vec<_>, _> = parse_pem(&pem).collect();
    let certificates = items.unwrap_or_default().into_iter().filter_map(|item| match item {
        PemItem::Certificate(certificate) => Some(certificate),
        _ => None,
    });
    let certificates: Vec<_> = certificates.collect();
    if certificates.is_empty() { Err(Unread::CaEmpty(named())) } else { Ok(certificates) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_system_speaks_in_its_own_words() {
        assert_eq!(Unread::from(ureq::Error::HostNotFound), Unread::HostUnknown);
        let said = io::Error::other("peer disconnected");
        assert_eq!(Unread::from(ureq::Error::Io(said)), Unread::Broken);
        let said = io::Error::other(format!("{NO_ADDRESS} information: Name not known"));
        assert_eq!(Unread::from(ureq::Error::Io(said)), Unread::HostUnknown);
        let said = io::Error::from_raw_os_error(111);
        let text = said.to_string();
        assert_eq!(Unread::from(ureq::Error::Io(said)), Unread::Connection(text));
    }
}

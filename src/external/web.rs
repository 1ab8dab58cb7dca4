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
use crate::diagnostic::{Diagnostic, Finding, Unread};
use crate::digest::Digest;
use crate::files::{FileError, Opened};

/// Most requests of one [`Web`], each hop of a redirect counted.
const REQUEST_LIMIT: u32 = 20;
/// Most redirects of one document.
const REDIRECT_LIMIT: u32 = 3;
/// Time for one request: name, connection, handshake, headers and body together.
const REQUEST_TIME: Duration = Duration::from_secs(10);
/// Most bytes of the file with the certificates to trust.
const CA_LIMIT: u64 = 4 * 1024 * 1024;

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
    /// How long a kept document is fresh; 0: never.
    pub ttl_seconds: u64,
    /// PEM file with the only certificates to trust, instead of the public ones.
    pub ca_file: Option<PathBuf>,
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
    /// Why no provenance can be written; nothing is fetched any more then.
    unrecorded: Option<String>,
}

/// A document of a web source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    /// Its text.
    pub text: String,
    /// Whether it came from the network now, not from the cache.
    pub fetched: bool,
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

/// Why a document was not read. Nothing in it was written by the server.
#[derive(Debug, thiserror::Error)]
pub enum WebError {
    /// The network is switched off.
    #[error("offline")]
    Offline,
    /// The source has no `https` prefix.
    #[error("no https prefix")]
    Prefix,
    /// The path gives no address beneath the prefix.
    #[error("no address beneath the prefix")]
    Address,
    /// The file with the certificates to trust cannot be read.
    #[error("CA file {path}: {source}")]
    CaFile {
        /// The file as named.
        path: PathBuf,
        /// What is wrong with it.
        source: FileError,
    },
    /// That file has no certificate, or is not PEM.
    #[error("CA file {path}: no certificates")]
    CaEmpty {
        /// The file as named.
        path: PathBuf,
    },
    /// The budget of requests is spent.
    #[error("more than {0} requests")]
    Requests(u32),
    /// Too many redirects, or a loop of them.
    #[error("more than {0} redirects")]
    Redirects(u32),
    /// A redirect to somewhere outside the prefix.
    #[error("redirect outside the prefix")]
    Outside,
    /// An answer other than the document or a redirect.
    #[error("status {0}")]
    Status(u16),
    /// A body that does not say where it ends; it could be cut off.
    #[error("body without length")]
    Unframed,
    /// More bytes than allowed.
    #[error("more than {0} bytes")]
    TooLarge(u64),
    /// Bytes that are no text.
    #[error("not UTF-8")]
    NotUtf8,
    /// The request took too long.
    #[error("timed out")]
    TimedOut,
    /// A certificate that nobody trusted stands for.
    #[error("certificate not trusted")]
    Untrusted,
    /// A certificate that is valid no longer, or not yet.
    #[error("certificate expired or not valid yet")]
    Expired,
    /// A certificate for another host.
    #[error("certificate for another name")]
    WrongName,
    /// No secure connection for another reason.
    #[error("TLS failed")]
    Tls,
    /// No connection, or one that broke.
    #[error("connection failed: {0}")]
    Connection(io::Error),
    /// An answer that is no proper HTTP.
    #[error("invalid HTTP")]
    Protocol,
    /// The fetch could not be recorded; its document was dropped.
    #[error("not recorded: {0}")]
    Unrecorded(String),
}

impl WebError {
    /// The note to the document that was not read.
    pub fn note(self, source: &str, document: &str) -> Diagnostic {
        let (id, document) = (source.to_owned(), document.to_owned());
        Diagnostic::vault(Finding::ExternalWeb { id, document, reason: self.into() })
    }
}

impl From<WebError> for Unread {
    fn from(error: WebError) -> Self {
        let shown = |path: &Path| path.display().to_string();
        match error {
            WebError::Offline => Self::Offline,
            WebError::Prefix => Self::Prefix,
            WebError::Address => Self::Address,
            WebError::CaFile { path, source } => Self::CaFile(shown(&path), source.into()),
            WebError::CaEmpty { path } => Self::CaEmpty(shown(&path)),
            WebError::Requests(limit) => Self::Requests(limit),
            WebError::Redirects(limit) => Self::Redirects(limit),
            WebError::Outside => Self::Outside,
            WebError::Status(status) => Self::Status(status),
            WebError::Unframed => Self::Unframed,
            WebError::TooLarge(limit) => Self::TooLarge(limit),
            WebError::NotUtf8 => Self::NotUtf8,
            WebError::TimedOut => Self::TimedOut,
            WebError::Untrusted => Self::Untrusted,
            WebError::Expired => Self::Expired,
            WebError::WrongName => Self::WrongName,
            WebError::Tls => Self::Tls,
            WebError::Connection(error) => Self::Connection(error.to_string()),
            WebError::Protocol => Self::Protocol,
            WebError::Unrecorded(reason) => Self::Unrecorded(reason),
        }
    }
}

impl From<ureq::Error> for WebError {
    fn from(error: ureq::Error) -> Self {
        match error {
            ureq::Error::Timeout(_) => Self::TimedOut,
            ureq::Error::Rustls(error) => Self::of_tls(&error),
            ureq::Error::Tls(_) => Self::Tls,
            ureq::Error::Io(error) => {
                let tls = error.get_ref().and_then(|inner| inner.downcast_ref());
                match (tls, error.kind()) {
                    (Some(tls), _) => Self::of_tls(tls),
                    (None, io::ErrorKind::TimedOut) => Self::TimedOut,
                    (None, _) => Self::Connection(error),
                }
            }
            ureq::Error::HostNotFound => Self::Connection(io::ErrorKind::NotFound.into()),
            _ => Self::Protocol,
        }
    }
}

impl WebError {
    fn of_tls(error: &rustls::Error) -> Self {
        use rustls::CertificateError as Wrong;
        let rustls::Error::InvalidCertificate(wrong) = error else { return Self::Tls };
        match wrong {
            Wrong::Expired
            | Wrong::ExpiredContext { .. }
            | Wrong::NotValidYet
            | Wrong::NotValidYetContext { .. } => Self::Expired,
            Wrong::NotValidForName | Wrong::NotValidForNameContext { .. } => Self::WrongName,
            _ => Self::Untrusted,
        }
    }
}

/// What a server says to a request.
enum Answer {
    Document(String),
    Redirect(String),
}

impl Web {
    /// Opens nothing and makes no socket.
    pub fn new(settings: Settings) -> Self {
        Self::with_request_time(settings, REQUEST_TIME)
    }

    /// As [`Web::new`], with another time for each request, for tests.
    pub fn with_request_time(settings: Settings, request_time: Duration) -> Self {
        let Settings { offline, cache_home, vault_name, ttl_seconds, ca_file } = settings;
        Self {
            cache: Cache::new(cache_home, vault_name, ttl_seconds),
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

    /// The document at `path` of the catalogue, beneath the prefix of the source: from the cache
    /// if it is fresh, else from the network.
    ///
    /// `record` is told of a fetch before its document is believed or kept. If it fails, the
    /// document is dropped and this `Web` fetches no more; whether anything can be recorded at
    /// all is for the caller to find out before it asks.
    pub fn document(
        &mut self,
        source: &str,
        prefix: &str,
        path: &str,
        record: &mut dyn FnMut(&Fetch) -> Result<(), String>,
    ) -> Result<Document, WebError> {
        if self.offline {
            return Err(WebError::Offline);
        }
        let prefix = Prefix::new(prefix).ok_or(WebError::Prefix)?;
        let address = prefix.document(path).ok_or(WebError::Address)?;
        if let Some(text) = self.cache.fresh(source, &address) {
            return Ok(Document { text, fetched: false });
        }
        if let Some(reason) = &self.unrecorded {
            return Err(WebError::Unrecorded(reason.clone()));
        }
        let text = self.fetch(&prefix, &address)?;
        let (digest, bytes) = (Digest::of(text.as_bytes()), text.len() as u64);
        let fetch = Fetch { url: address.to_string(), digest, bytes };
        record(&fetch).map_err(|reason| {
            self.unrecorded = Some(reason.clone());
            WebError::Unrecorded(reason)
        })?;
        self.cache.keep(source, &address, &text);
        Ok(Document { text, fetched: true })
    }

    /// Whether the cache would serve this document, so that nothing needs to be fetched.
    pub fn is_cached(&self, source: &str, prefix: &str, path: &str) -> bool {
        let address = Prefix::new(prefix).and_then(|prefix| prefix.document(path));
        address.is_some_and(|address| self.cache.fresh(source, &address).is_some())
    }

    /// Fetches nothing from now on, because it could not be recorded; the cache still serves.
    pub fn forbid(&mut self, reason: String) {
        self.unrecorded = Some(reason);
    }

    fn fetch(&mut self, prefix: &Prefix, address: &Address) -> Result<String, WebError> {
        let mut at = address.clone();
        for _ in 0..=REDIRECT_LIMIT {
            match self.request(&at)? {
                Answer::Document(text) => return Ok(text),
                Answer::Redirect(to) => at = prefix.follow(&at, &to).ok_or(WebError::Outside)?,
            }
        }
        Err(WebError::Redirects(REDIRECT_LIMIT))
    }

    fn request(&mut self, address: &Address) -> Result<Answer, WebError> {
        let agent = match &self.agent {
            Some(agent) => agent,
            None => self.agent.insert(agent(self.ca_file.as_deref(), self.request_time)?),
        };
        if self.requests == REQUEST_LIMIT {
            return Err(WebError::Requests(REQUEST_LIMIT));
        }
        self.requests += 1;
        let response = agent.get(address.as_str()).call()?;
        match response.status().as_u16() {
            301 | 302 | 303 | 307 | 308 => redirect(&response),
            // No document, or part of one though nobody asked for a part.
            other @ 204..=206 => Err(WebError::Status(other)),
            200..=299 => document(response),
            other => Err(WebError::Status(other)),
        }
    }
}

fn redirect(response: &Response<Body>) -> Result<Answer, WebError> {
    let location = response.headers().get(LOCATION).ok_or(WebError::Protocol)?;
    // Something that is not plain text leads nowhere beneath a prefix.
    let location = location.to_str().map_err(|_| WebError::Outside)?;
    Ok(Answer::Redirect(location.to_owned()))
}

fn document(mut response: Response<Body>) -> Result<Answer, WebError> {
    if !is_framed(&response) {
        return Err(WebError::Unframed);
    }
    if response.body().content_length().is_some_and(|length| length > DOCUMENT_LIMIT) {
        return Err(WebError::TooLarge(DOCUMENT_LIMIT));
    }
    let mut bytes = Vec::new();
    let mut body = response.body_mut().as_reader().take(DOCUMENT_LIMIT + 1);
    body.read_to_end(&mut bytes).map_err(ureq::Error::from)?;
    if bytes.len() as u64 > DOCUMENT_LIMIT {
        return Err(WebError::TooLarge(DOCUMENT_LIMIT));
    }
    String::from_utf8(bytes).map(Answer::Document).map_err(|_| WebError::NotUtf8)
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
fn agent(ca_file: Option<&Path>, request_time: Duration) -> Result<Agent, WebError> {
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

fn certificates(path: &Path) -> Result<Vec<Certificate<'static>>, WebError> {
    let read = Opened::open_named(path).and_then(|file| file.read(CA_LIMIT));
    let pem = read.map_err(|source| WebError::CaFile { path: path.to_owned(), source })?;
    let items: Result<Vec<_>, _> = parse_pem(&pem).collect();
    let certificates = items.unwrap_or_default().into_iter().filter_map(|item| match item {
        PemItem::Certificate(certificate) => Some(certificate),
        _ => None,
    });
    let certificates: Vec<_> = certificates.collect();
    match certificates.is_empty() {
        true => Err(WebError::CaEmpty { path: path.to_owned() }),
        false => Ok(certificates),
    }
}

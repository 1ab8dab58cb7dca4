//! Documents of listed web sources: only beneath the prefix of the source, redirects held against
//! it hop by hop, each fetch with its provenance.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use super::address::{Address, Prefix};
use super::cache::Cache;
use super::tree::DOCUMENT_LIMIT;
use super::unread::Unread;
use crate::digest::Digest;
use crate::findings::Finding;
use crate::https::{Answer, Client};
use crate::storage::Io;

/// Most requests of one [`Web`], each hop of a redirect counted.
const REQUEST_LIMIT: u32 = 20;
/// Most redirects of one document.
const REDIRECT_LIMIT: u32 = 3;
/// Time for one request: name, connection, handshake, headers and body together.
const REQUEST_TIME: Duration = Duration::from_secs(10);

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
    client: Option<Client>,
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
            client: None,
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
                Answer::Redirect(to) => {
                    // Something that is not plain text leads nowhere beneath a prefix.
                    let to = std::str::from_utf8(&to).map_err(|_| Unread::Outside)?;
                    at = prefix.follow(&at, to).ok_or(Unread::Outside)?;
                }
            }
        }
        Err(Unread::Redirects(REDIRECT_LIMIT))
    }

    fn request(&mut self, address: &Address) -> Result<Answer, Unread> {
        let client = match &self.client {
            Some(client) => client,
            None => self.client.insert(Client::new(self.ca_file.as_deref(), self.request_time)?),
        };
        if self.requests == REQUEST_LIMIT {
            return Err(Unread::Requests(REQUEST_LIMIT));
        }
        self.requests += 1;
        Ok(client.get(address.as_str(), DOCUMENT_LIMIT)?)
    }
}

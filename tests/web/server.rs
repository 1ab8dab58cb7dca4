//! A TLS server on this host with a certificate authority of its own, and a reader that trusts
//! it.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair, date_time_ymd};
use rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};
use tempfile::TempDir;
use vault::digest::Digest;
use vault::external::Unread;
use vault::external::web::{Fetch, Lookup, Settings, Web};

/// Time for a request in tests in which a server stalls.
pub const SHORT: Duration = Duration::from_millis(300);
/// Time for a request otherwise; nothing here takes that long.
pub const LONG: Duration = Duration::from_secs(30);

pub const SOURCE: &str = "X-0001";

/// An encrypted connection to a client.
pub type Connection<S = TcpStream> = StreamOwned<ServerConnection, S>;

/// A certificate authority.
pub struct Authority {
    issuer: Issuer<'static, KeyPair>,
    pem: String,
}

impl Authority {
    pub fn new() -> Self {
        let mut params = CertificateParams::new([]).unwrap();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        params.distinguished_name.push(DnType::CommonName, "Testautorität");
        let key = KeyPair::generate().unwrap();
        let pem = params.self_signed(&key).unwrap().pem();
        Self { issuer: Issuer::new(params, key), pem }
    }

    /// What a server needs whose certificate is for this name and these years.
    pub fn certify(&self, name: &str, years: [i32; 2]) -> Arc<ServerConfig> {
        let mut params = CertificateParams::new([name.to_owned()]).unwrap();
        [params.not_before, params.not_after] = years.map(|year| date_time_ymd(year, 1, 1));
        let key = KeyPair::generate().unwrap();
        let certificate = params.signed_by(&key, &self.issuer).unwrap();
        let key = PrivateKeyDer::from(PrivatePkcs8KeyDer::from(key.serialize_der()));
        let provider = rustls::crypto::ring::default_provider();
        let config = ServerConfig::builder_with_provider(provider.into())
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![certificate.der().clone()], key);
        Arc::new(config.unwrap())
    }
}

/// A server on a port of its own. It serves one connection after the other until it is dropped.
pub struct Server {
    address: SocketAddr,
    accepted: Arc<AtomicUsize>,
    targets: Arc<Mutex<Vec<String>>>,
    authority: Authority,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    /// Sends what `answer` says to the target of each request, then closes the connection.
    pub fn new(answer: impl Fn(&str) -> Vec<u8> + Send + 'static) -> Self {
        Self::streaming(move |target, client| {
            let _ = client.write_all(&answer(target));
        })
    }

    /// Lets `answer` write to the client as it likes.
    pub fn streaming(answer: impl Fn(&str, &mut Connection) + Send + 'static) -> Self {
        Self::certified("127.0.0.1", [2020, 2120], answer)
    }

    pub fn certified(
        name: &str,
        years: [i32; 2],
        answer: impl Fn(&str, &mut Connection) + Send + 'static,
    ) -> Self {
        let authority = Authority::new();
        let config = authority.certify(name, years);
        Self::raw(authority, move |tcp, targets| {
            let connection = ServerConnection::new(config.clone()).unwrap();
            let mut client = StreamOwned::new(connection, tcp);
            let Some(target) = request(&mut client) else { return };
            targets.lock().unwrap().push(target.clone());
            answer(&target, &mut client);
            client.conn.send_close_notify();
            let _ = client.flush();
        })
    }

    /// Lets `serve` have the bare connection.
    pub fn raw(
        authority: Authority,
        serve: impl Fn(TcpStream, &Mutex<Vec<String>>) + Send + 'static,
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let (accepted, stop) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicBool::new(false)));
        let targets = Arc::<Mutex<Vec<String>>>::default();
        let thread = thread::spawn({
            let (accepted, stop, targets) = (accepted.clone(), stop.clone(), targets.clone());
            move || {
                for client in listener.incoming() {
                    if stop.load(Ordering::SeqCst) {
                        return;
                    }
                    accepted.fetch_add(1, Ordering::SeqCst);
                    serve(client.unwrap(), &targets);
                }
            }
        });
        Self { address, accepted, targets, authority, stop, thread: Some(thread) }
    }

    pub fn port(&self) -> u16 {
        self.address.port()
    }

    /// Certificate of its authority.
    pub fn ca_pem(&self) -> &str {
        &self.authority.pem
    }

    /// Number of connections so far.
    pub fn accepted(&self) -> usize {
        self.accepted.load(Ordering::SeqCst)
    }

    /// Targets of the requests so far.
    pub fn targets(&self) -> Vec<String> {
        self.targets.lock().unwrap().clone()
    }

    pub fn prefix(&self) -> String {
        format!("https://{}/docs", self.address)
    }

    pub fn url(&self, path: &str) -> String {
        format!("{}/{path}", self.prefix())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::SeqCst);
        let _ = TcpStream::connect(self.address);
        let ended = self.thread.take().unwrap().join();
        assert!(ended.is_ok() || thread::panicking());
    }
}

/// Reads a request and returns its target; `None` if there is none.
pub fn request(client: &mut impl Read) -> Option<String> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        client.read_exact(&mut byte).ok()?;
        head.push(byte[0]);
    }
    let head = String::from_utf8(head).unwrap();
    let (method, rest) = head.split_once(' ').unwrap();
    let lower = head.to_lowercase();
    assert_eq!(method, "GET");
    assert!(!lower.contains("cookie") && !lower.contains("authorization"), "{head}");
    assert!(lower.contains("accept-encoding: identity\r\n"), "{head}");
    Some(rest.split_once(' ').unwrap().0.to_owned())
}

/// A whole answer with this text.
pub fn ok(text: &str) -> Vec<u8> {
    format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n{text}", text.len()).into_bytes()
}

/// An answer that sends the reader elsewhere.
pub fn redirect(location: &str) -> Vec<u8> {
    format!("HTTP/1.1 302 Found\r\nLocation: {location}\r\nContent-Length: 0\r\n\r\n").into_bytes()
}

/// A reader of web sources with a cache and a CA file of its own.
pub struct Reader {
    pub dir: TempDir,
    pub settings: Settings,
    pub ttl_seconds: u64,
    pub web: Web,
    /// What was recorded.
    pub fetches: Vec<Fetch>,
}

impl Reader {
    /// Trusts the server and waits long.
    pub fn of(server: &Server) -> Self {
        Self::with(server, LONG, |_| {})
    }

    pub fn with(server: &Server, time: Duration, change: impl FnOnce(&mut Settings)) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let ca_file = dir.path().join("ca.pem");
        std::fs::write(&ca_file, server.ca_pem()).unwrap();
        let mut settings = Settings {
            offline: false,
            cache_home: Some(dir.path().join("cache")),
            vault_name: "tresor".to_owned(),
            ca_file: Some(ca_file),
            io: vault::storage::Io::new(),
        };
        change(&mut settings);
        let ttl_seconds = 3600;
        let web = Web::with_request_time(settings.clone(), ttl_seconds, time);
        Self { dir, settings, ttl_seconds, web, fetches: Vec::new() }
    }

    /// Starts over, as the next query does.
    pub fn renew(&mut self) {
        self.web = Web::with_request_time(self.settings.clone(), self.ttl_seconds, LONG);
    }

    /// Text, and whether it came from the network now.
    pub fn read(&mut self, prefix: &str, path: &str) -> Result<(String, bool), Unread> {
        match self.web.look_up(SOURCE, prefix, path)? {
            Lookup::Kept(text) => Ok((text, false)),
            Lookup::Remote(remote) => {
                let mut record = |fetch: &Fetch| {
                    self.fetches.push(fetch.clone());
                    Ok(())
                };
                Ok((self.web.fetch(&remote, &mut record)?, true))
            }
        }
    }

    /// The text at `path`, which must have been fetched or not.
    #[track_caller]
    pub fn text(&mut self, server: &Server, path: &str, fetched: bool) -> String {
        let (text, from_network) = self.read(&server.prefix(), path).unwrap();
        assert_eq!(from_network, fetched);
        text
    }

    /// Why the document is not read; nothing must have been recorded or kept.
    #[track_caller]
    pub fn error(&mut self, server: &Server, path: &str) -> Unread {
        let error = self.read(&server.prefix(), path).unwrap_err();
        assert_eq!(self.fetches, []);
        assert!(!self.cache_home().exists());
        error
    }

    pub fn cache_home(&self) -> PathBuf {
        self.dir.path().join("cache")
    }

    /// Where the document of this address is kept.
    pub fn entry(&self, url: &str) -> PathBuf {
        let name = format!("{}.md", Digest::of(url.as_bytes()));
        self.cache_home().join("skillsafe/tresor").join(SOURCE).join(name)
    }
}

/// Everything beneath a folder.
pub fn tree(path: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(path).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(tree(&path));
        }
        found.push(path);
    }
    found
}

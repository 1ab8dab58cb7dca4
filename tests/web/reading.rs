//! What is read, what is recorded, and when no connection is tried.

use std::process::Command;

use vault::diagnostic::Diagnostic;
use vault::diagnostic::Severity;
use vault::digest::Digest;
use vault::external::Unread;
use vault::external::web::{Lookup, unread};
use vault::https::HttpsError;

use crate::server::{LONG, Reader, SHORT, Server, ok};

#[test]
fn a_document_is_fetched_and_recorded() {
    let server = Server::new(|_| ok("Grüße.\n"));
    let mut reader = Reader::of(&server);
    assert_eq!(reader.text(&server, "a/b.md", true), "Grüße.\n");
    assert_eq!(server.targets(), ["/docs/a/b.md"]);
    let (url, digest) = (server.url("a/b.md"), Digest::of("Grüße.\n".as_bytes()));
    let expected = format!("abruf {url} sha256={digest} bytes=9");
    assert_eq!(reader.fetches[0].to_string(), expected);
    assert_eq!(reader.fetches.len(), 1);
}

#[test]
fn paths_are_encoded_by_segment() {
    let server = Server::new(ok);
    let mut reader = Reader::of(&server);
    let target = reader.text(&server, "a b/ü#1?x=%20&y;+.md", true);
    assert_eq!(target, "/docs/a%20b/%C3%BC%231%3Fx%3D%2520%26y%3B%2B.md");
    let slash = format!("{}/", server.prefix());
    assert_eq!(reader.read(&slash, "x.md").unwrap().0, "/docs/x.md");
}

#[test]
fn paths_out_of_the_prefix_are_not_asked_for() {
    let server = Server::new(ok);
    let mut reader = Reader::of(&server);
    for path in ["../x", "a/../../x", "..", ".", "..\\x"] {
        assert!(matches!(reader.error(&server, path), Unread::Address), "{path}");
    }
    assert_eq!(server.accepted(), 0);
}

#[test]
fn only_https_prefixes_are_asked() {
    let server = Server::new(ok);
    let mut reader = Reader::of(&server);
    let address = server.prefix().replace("https://", "");
    for prefix in [format!("http://{address}"), address.clone(), format!("https://a@{address}")] {
        assert!(matches!(reader.read(&prefix, "x"), Err(Unread::Prefix)), "{prefix}");
    }
    assert_eq!(server.accepted(), 0);
}

#[test]
fn offline_no_connection_is_tried_and_the_cache_not_asked() {
    let server = Server::new(ok);
    let mut reader = Reader::of(&server);
    reader.text(&server, "x", true);
    reader.settings.offline = true;
    reader.renew();
    assert!(reader.web.is_offline());
    for path in ["x", "y"] {
        assert!(matches!(reader.read(&server.prefix(), path), Err(Unread::Offline)));
    }
    assert_eq!(server.accepted(), 1);
}

#[test]
fn what_cannot_be_recorded_is_dropped_and_ends_fetching() {
    let server = Server::new(ok);
    let mut reader = Reader::of(&server);
    for path in ["x", "x", "y"] {
        let found = reader.web.look_up("X-0001", &server.prefix(), path).unwrap();
        let Lookup::Remote(remote) = found else { panic!("{path} is kept") };
        let read = reader.web.fetch(&remote, &mut |_| Err("gesperrt".to_owned()));
        assert!(matches!(read, Err(Unread::Unrecorded(reason)) if reason == "gesperrt"));
    }
    assert!(!reader.cache_home().exists());
    assert_eq!(server.accepted(), 1);
}

#[test]
fn once_nothing_can_be_recorded_only_the_cache_serves() {
    let server = Server::new(ok);
    let mut reader = Reader::of(&server);
    reader.text(&server, "x", true);
    let found = reader.web.look_up("X-0001", &server.prefix(), "y").unwrap();
    let Lookup::Remote(remote) = found else { panic!("it is kept") };
    let read = reader.web.fetch(&remote, &mut |_| Err("gesperrt".to_owned()));
    assert!(matches!(read, Err(Unread::Unrecorded(_))));
    reader.text(&server, "x", false);
    assert!(matches!(reader.read(&server.prefix(), "z"), Err(Unread::Unrecorded(_))));
    assert_eq!(server.accepted(), 2);
}

#[test]
fn it_is_recorded_before_it_is_kept() {
    let server = Server::new(ok);
    let mut reader = Reader::of(&server);
    let home = reader.cache_home();
    let found = reader.web.look_up("X-0001", &server.prefix(), "x").unwrap();
    let Lookup::Remote(remote) = found else { panic!("it is kept") };
    let read = reader.web.fetch(&remote, &mut |_| {
        assert!(!home.exists());
        Ok(())
    });
    assert!(read.is_ok() && home.exists());
}

#[test]
fn a_refused_connection() {
    let server = Server::new(ok);
    let mut reader = Reader::of(&server);
    // A port nobody listens on any more.
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let prefix = format!("https://{}/docs", listener.local_addr().unwrap());
    drop(listener);
    let error = reader.read(&prefix, "x").unwrap_err();
    assert!(matches!(error, Unread::Https(HttpsError::Connection(_))), "{error:?}");
    let note = Diagnostic::general(unread("X-0002", "x", &error));
    assert_eq!(note.severity(), Severity::Note);
    let text = note.to_string();
    assert!(text.starts_with("external-web: X-0002: x wurde nicht gelesen: keine Verbindung ("));
}

#[test]
fn an_unknown_host() {
    let server = Server::new(ok);
    let mut reader = Reader::with(&server, SHORT, |_| {});
    let error = reader.read("https://nowhere.invalid/docs", "x").unwrap_err();
    // Without a name service the question may also go unanswered.
    let is_told = matches!(
        error,
        Unread::Https(HttpsError::HostUnknown) | Unread::Https(HttpsError::TimedOut)
    );
    assert!(is_told, "{error:?}");
}

/// Runs a test of this file again in an environment that names a proxy nobody answers at.
#[test]
fn no_proxy_is_taken_from_the_environment() {
    let mut again = Command::new(std::env::current_exe().unwrap());
    again.args(["--exact", "reading::a_document_is_fetched_and_recorded"]);
    for name in ["ALL_PROXY", "HTTPS_PROXY", "HTTP_PROXY", "all_proxy", "https_proxy"] {
        again.env(name, "http://127.0.0.1:1");
    }
    let output = again.env_remove("NO_PROXY").env_remove("no_proxy").output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && said.contains("1 passed"), "{said}");
}

#[test]
fn several_sources_share_nothing_but_the_budget() {
    let (one, two) = (Server::new(|_| ok("1")), Server::new(|_| ok("2")));
    let mut reader = Reader::with(&one, LONG, |_| {});
    assert_eq!(reader.text(&one, "x", true), "1");
    let error = reader.read(&two.prefix(), "x").unwrap_err();
    assert!(matches!(error, Unread::Https(HttpsError::Untrusted)), "{error:?}");
    assert_eq!(reader.text(&one, "x", false), "1");
}

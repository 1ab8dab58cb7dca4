//! Who is believed.

use std::io::Write;

use vault::diagnostic::Diagnostic;
use vault::external::Unread;
use vault::external::web::unread;
use vault::https::HttpsError;

use crate::server::{LONG, Reader, Server, ok};

fn server(name: &str, years: [i32; 2]) -> Server {
    Server::certified(name, years, |target, client| {
        let _ = client.write_all(&ok(target));
    })
}

#[test]
fn another_authority() {
    let (server, other) = (Server::new(ok), Server::new(ok));
    let error = Reader::of(&other).error(&server, "x");
    assert!(matches!(error, Unread::Https(HttpsError::Untrusted)), "{error:?}");
    assert!(server.targets().is_empty());
}

#[test]
fn the_public_authorities_do_not_know_ours() {
    let server = Server::new(ok);
    let error = Reader::with(&server, LONG, |settings| settings.ca_file = None).error(&server, "x");
    assert!(matches!(error, Unread::Https(HttpsError::Untrusted)), "{error:?}");
    assert!(server.targets().is_empty());
}

#[test]
fn out_of_time() {
    for years in [[2000, 2010], [2090, 2120]] {
        let server = server("127.0.0.1", years);
        let error = Reader::of(&server).error(&server, "x");
        assert!(matches!(error, Unread::Https(HttpsError::Expired)), "{error:?}");
        assert!(server.targets().is_empty());
    }
}

#[test]
fn another_name() {
    for name in ["localhost", "127.0.0.2"] {
        let server = server(name, [2020, 2120]);
        let error = Reader::of(&server).error(&server, "x");
        assert!(matches!(error, Unread::Https(HttpsError::WrongName)), "{error:?}");
        assert!(server.targets().is_empty());
    }
}

#[test]
fn a_name_instead_of_an_address() {
    let server = server("localhost", [2020, 2120]);
    let prefix = format!("https://localhost:{}/docs", server.port());
    assert_eq!(Reader::of(&server).read(&prefix, "x").unwrap().0, "/docs/x");
}

#[test]
fn no_tls_at_all() {
    let server = Server::raw(crate::server::Authority::new(), |mut client, _| {
        let _ = client.write_all(&ok("x"));
    });
    let error = Reader::of(&server).error(&server, "x");
    assert!(
        matches!(error, Unread::Https(HttpsError::Tls) | Unread::Https(HttpsError::Connection(_))),
        "{error:?}"
    );
}

#[test]
fn a_useless_ca_file() {
    let server = Server::new(ok);
    let mut reader = Reader::of(&server);
    let path = reader.settings.ca_file.clone().unwrap();
    let key = "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n";
    for useless in ["", "no PEM", "-----BEGIN CERTIFICATE-----\nAA", key] {
        std::fs::write(&path, useless).unwrap();
        reader.renew();
        let error = reader.error(&server, "x");
        assert!(matches!(error, Unread::Https(HttpsError::CaEmpty(_))), "{useless:?}: {error:?}");
    }
    std::fs::remove_file(&path).unwrap();
    let error = reader.error(&server, "x");
    assert!(matches!(error, Unread::Https(HttpsError::CaFile(..))), "{error:?}");
    let shown = Diagnostic::general(unread("X-0001", "x", &error)).to_string();
    assert!(shown.contains("ca.pem sind nicht lesbar (nicht vorhanden)"), "{shown}");
    assert_eq!(server.accepted(), 0);
}

//! Limits of time and number.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustls::{ServerConnection, StreamOwned};
use vault::external::Unread;
use vault::https::HttpsError;

use crate::server::{Authority, LONG, Reader, SHORT, Server, ok, redirect, request};

/// Time between two pieces of a slow server: never long enough for a time limit per read.
const PAUSE: Duration = Duration::from_millis(20);

/// Asserts that the limit ends it, long before the server does.
#[track_caller]
fn assert_timed_out(server: &Server) {
    let start = Instant::now();
    let error = Reader::with(server, SHORT, |_| {}).error(server, "x");
    assert!(matches!(error, Unread::Https(HttpsError::TimedOut)), "{error:?}");
    assert!(start.elapsed() < LONG);
}

/// Sends byte by byte, for much longer than anyone waits.
fn drip(client: &mut impl Write, head: &str, piece: &str) {
    let mut written = client.write_all(head.as_bytes());
    while written.is_ok() {
        sleep(PAUSE);
        written = client.write_all(piece.as_bytes()).and_then(|()| client.flush());
    }
}

#[test]
fn headers_that_drip() {
    assert_timed_out(&Server::streaming(|_, client| {
        drip(client, "HTTP/1.1 200 OK\r\nX: ", "x");
    }));
}

#[test]
fn bodies_that_drip() {
    let heads = [
        ("HTTP/1.1 200 OK\r\nContent-Length: 99999\r\n\r\n", "x"),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "1\r\nx\r\n"),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;", "x"),
    ];
    for (head, piece) in heads {
        assert_timed_out(&Server::streaming(move |_, client| drip(client, head, piece)));
    }
}

#[test]
fn interim_answers_without_end() {
    assert_timed_out(&Server::streaming(|_, client| {
        drip(client, "", "HTTP/1.1 103 Early Hints\r\n\r\n");
    }));
}

#[test]
fn silence_instead_of_an_answer() {
    assert_timed_out(&Server::streaming(|_, client| {
        let _ = client.read(&mut [0]);
    }));
}

#[test]
fn silence_instead_of_a_handshake() {
    assert_timed_out(&Server::raw(Authority::new(), |mut client, _| {
        let _ = client.read_to_end(&mut Vec::new());
    }));
}

/// Writes one byte at a time.
struct Drops(TcpStream);

impl Read for Drops {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer)
    }
}

impl Write for Drops {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        sleep(PAUSE);
        self.0.write(&bytes[..1])
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

#[test]
fn a_handshake_that_drips() {
    let authority = Authority::new();
    let config = authority.certify("127.0.0.1", [2020, 2120]);
    assert_timed_out(&Server::raw(authority, move |tcp, _| {
        let connection = ServerConnection::new(config.clone()).unwrap();
        request(&mut StreamOwned::new(connection, Drops(tcp)));
    }));
}

/// No byte of the answer is readable before its whole record has come.
#[test]
fn an_encrypted_record_that_drips() {
    let authority = Authority::new();
    let config = authority.certify("127.0.0.1", [2020, 2120]);
    assert_timed_out(&Server::raw(authority, move |tcp, _| {
        let connection = ServerConnection::new(config.clone()).unwrap();
        let mut client = StreamOwned::new(connection, tcp);
        if request(&mut client).is_some() {
            let _ = client.conn.writer().write_all(&ok(&"x".repeat(9999)));
            let mut slow = Drops(client.sock);
            while client.conn.wants_write() && client.conn.write_tls(&mut slow).is_ok() {}
        }
    }));
}

#[test]
fn a_slow_redirect_has_a_time_of_its_own() {
    let server = Server::streaming(|target, client| {
        sleep(SHORT / 3);
        let _ = client.write_all(&match target {
            "/docs/end" => ok("end"),
            _ => redirect("end"),
        });
    });
    let mut reader = Reader::with(&server, SHORT * 10, |_| {});
    assert_eq!(reader.text(&server, "x", true), "end");
}

#[test]
fn the_twenty_first_request() {
    let server = Server::new(ok);
    let mut reader = Reader::of(&server);
    for number in 0..20 {
        reader.text(&server, &number.to_string(), true);
    }
    let error = reader.read(&server.prefix(), "20").unwrap_err();
    assert!(matches!(error, Unread::Requests(20)), "{error:?}");
    assert_eq!(server.accepted(), 20);
    // What is kept costs nothing, and the next query has a budget of its own.
    reader.text(&server, "0", false);
    reader.renew();
    reader.text(&server, "20", true);
}

#[test]
fn hops_and_failures_count_too() {
    let server = Server::new(|target| match target {
        "/docs/end" => ok("end"),
        "/docs/none" => b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n".to_vec(),
        _ => redirect("end"),
    });
    let mut reader = Reader::of(&server);
    reader.ttl_seconds = 0;
    reader.renew();
    for _ in 0..9 {
        reader.text(&server, "hop", true);
    }
    assert!(matches!(
        reader.read(&server.prefix(), "none"),
        Err(Unread::Https(HttpsError::Status(404)))
    ));
    let error = reader.read(&server.prefix(), "hop").unwrap_err();
    assert!(matches!(error, Unread::Requests(20)), "{error:?}");
    assert_eq!(server.accepted(), 20);
}

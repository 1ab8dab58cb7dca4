//! Bodies: whole, not too large, text; and answers that are no answers.

use std::io::Write;

use vault::external::Unread;
use vault::https::HttpsError;

use crate::server::{Reader, Server, ok};

const MIB: usize = 1024 * 1024;

/// What comes of an answer.
fn error(answer: impl Into<Vec<u8>>) -> Unread {
    let answer = answer.into();
    let server = Server::new(move |_| answer.clone());
    Reader::of(&server).error(&server, "x")
}

fn chunked(chunks: &[&str]) -> Vec<u8> {
    let mut answer = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".to_owned();
    for chunk in chunks {
        answer += &format!("{:x}\r\n{chunk}\r\n", chunk.len());
    }
    answer.into_bytes()
}

#[test]
fn as_large_as_allowed() {
    let text = "ä".repeat(MIB / 2);
    let server = Server::new(move |_| ok(&text));
    assert_eq!(Reader::of(&server).text(&server, "x", true).len(), MIB);
}

#[test]
fn in_chunks() {
    let server = Server::new(|_| chunked(&["Ein", "s ", "und zwei.", ""]));
    assert_eq!(Reader::of(&server).text(&server, "x", true), "Eins und zwei.");
}

#[test]
fn nothing_is_a_document_too() {
    let server = Server::new(|_| ok(""));
    assert_eq!(Reader::of(&server).text(&server, "x", true), "");
}

#[test]
fn too_large() {
    let declared = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n", MIB + 1);
    assert!(matches!(error(declared.clone()), Unread::Https(HttpsError::TooLarge(_))));
    assert!(matches!(
        error(declared + &"x".repeat(MIB + 1)),
        Unread::Https(HttpsError::TooLarge(_))
    ));
    let half = "x".repeat(MIB / 2);
    assert!(matches!(
        error(chunked(&[&half, &half, "x", ""])),
        Unread::Https(HttpsError::TooLarge(_))
    ));
    let most = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\nx", u64::MAX);
    assert!(matches!(error(most), Unread::Https(HttpsError::TooLarge(_))));
}

#[test]
fn endless_chunks() {
    let server = Server::streaming(|_, client| {
        let chunk = chunked(&["x"]);
        let (head, chunk) = chunk.split_at(chunk.len() - "1\r\nx\r\n".len());
        let mut written = client.write_all(head);
        while written.is_ok() {
            written = client.write_all(&chunk.repeat(1000));
        }
    });
    assert!(matches!(
        Reader::of(&server).error(&server, "x"),
        Unread::Https(HttpsError::TooLarge(_))
    ));
}

#[test]
fn without_a_length_nobody_knows_whether_it_is_whole() {
    assert!(matches!(error("HTTP/1.1 200 OK\r\n\r\ntext"), Unread::Https(HttpsError::Unframed)));
    assert!(matches!(error("HTTP/1.0 200 OK\r\n\r\ntext"), Unread::Https(HttpsError::Unframed)));
    let old = "HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\ntext\r\n0\r\n\r\n";
    assert!(matches!(error(old), Unread::Https(HttpsError::Unframed)));
}

#[test]
fn cut_off() {
    let whole = ok(&"Satz. ".repeat(1000));
    for end in [whole.len() / 2, whole.len() - 1] {
        let error = error(&whole[..end]);
        assert!(
            matches!(
                error,
                Unread::Https(HttpsError::Connection(_)) | Unread::Https(HttpsError::Broken)
            ),
            "{error:?}"
        );
    }
    let whole = chunked(&["Eins. ", "Zwei."]);
    for end in [whole.len(), whole.len() - 4] {
        let error = error(&whole[..end]);
        assert!(
            matches!(
                error,
                Unread::Https(HttpsError::Connection(_)) | Unread::Https(HttpsError::Broken)
            ),
            "{error:?}"
        );
    }
}

/// The same, with a connection that breaks instead of ending.
#[test]
fn broken_off() {
    for answer in [ok("Satz."), chunked(&["Satz.", "Noch einer."])] {
        let server = Server::streaming(move |_, client| {
            let _ = client.write_all(&answer[..answer.len() - 3]);
            let _ = client.flush();
            let _ = client.sock.shutdown(std::net::Shutdown::Both);
        });
        let error = Reader::of(&server).error(&server, "x");
        assert!(
            matches!(
                error,
                Unread::Https(HttpsError::Connection(_)) | Unread::Https(HttpsError::Broken)
            ),
            "{error:?}"
        );
    }
}

#[test]
fn no_text() {
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: 2";
    for (more, body) in [("", [b'a', 0xff]), ("\r\nContent-Encoding: gzip", [0x1f, 0x8b])] {
        let mut answer = format!("{head}{more}\r\n\r\n").into_bytes();
        answer.extend(body);
        assert!(matches!(error(answer), Unread::Https(HttpsError::NotUtf8)));
    }
}

#[test]
fn other_statuses() {
    for status in [201_u16, 204, 205, 206, 300, 304, 305, 400, 401, 404, 407, 429, 500, 503, 999] {
        let answer = format!("HTTP/1.1 {status} X\r\nContent-Length: 4\r\n\r\ntext");
        let server = Server::new(move |_| answer.clone().into_bytes());
        let read = Reader::of(&server).read(&server.prefix(), "x");
        match status {
            201 => assert_eq!(read.unwrap().0, "text"),
            _ => assert!(
                matches!(read, Err(Unread::Https(HttpsError::Status(is))) if is == status),
                "{read:?}"
            ),
        }
        assert_eq!(server.accepted(), 1);
    }
}

#[test]
fn no_http() {
    let long =
        format!("HTTP/1.1 200 OK\r\nX: {}\r\nContent-Length: 1\r\n\r\nx", "x".repeat(99_999));
    let many = format!("HTTP/1.1 200 OK\r\n{}Content-Length: 1\r\n\r\nx", "X: y\r\n".repeat(999));
    let continued = "HTTP/1.1 100 Continue\r\n\r\n".repeat(50);
    let answers = [
        "",
        "\0",
        "\r\n\r\n",
        "text\r\n\r\n",
        "HTTP/1.1 200 OK\r\n",
        "HTTP/1.1 abc OK\r\n\r\n",
        "HTTP/1.1 99 OK\r\n\r\n",
        "HTTP/1.1 1000 OK\r\n\r\n",
        "HTTP/2.0 200 OK\r\nContent-Length: 1\r\n\r\nx",
        "HTTP/9.9 200 OK\r\nContent-Length: 1\r\n\r\nx",
        "HTTP/1.1 100 Continue\r\n\r\n",
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\nx",
        "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\nx",
        "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999999\r\n\r\nx",
        "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxy",
        "HTTP/1.1 200 OK\r\nContent-Length 1\r\n\r\nx",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nx",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\nx\r\n0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\nx",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\nx",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\nx",
        "HTTP/1.1 302 Found\r\nLocation: \r\nLocation: //x\r\n\r\n",
        &long,
        &many,
        &continued,
    ];
    for answer in answers {
        let server = Server::new({
            let answer = answer.to_owned();
            move |_| answer.clone().into_bytes()
        });
        let mut reader = Reader::of(&server);
        let read = reader.read(&server.prefix(), "x");
        assert!(read.is_err(), "{answer:.80}: {read:?}");
        assert!(!reader.cache_home().exists());
    }
}

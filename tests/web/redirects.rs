//! Redirects: followed beneath the prefix, at most three, nowhere else.

use vault::external::Unread;
use vault::https::HttpsError;

use crate::server::{Reader, Server, ok, redirect};

/// Answers `/docs/<location>` with a redirect there, and `…/end` with a document.
fn redirecting(location: impl Fn(&str) -> String + Send + 'static) -> Server {
    Server::new(move |target| match target {
        _ if target.ends_with("/end") => ok(target),
        _ => redirect(&location(target)),
    })
}

#[test]
fn beneath_the_prefix_they_are_followed() {
    for (location, end) in [
        ("end", "/docs/a/end"),
        ("./end#part", "/docs/a/end"),
        ("../end", "/docs/end"),
        ("/docs/b/end", "/docs/b/end"),
        ("//HOST/docs/end", "/docs/end"),
        ("https://HOST/docs/end", "/docs/end"),
    ] {
        let host = std::sync::Arc::new(std::sync::OnceLock::<String>::new());
        let server = redirecting({
            let host = host.clone();
            move |_| location.replace("HOST", host.get().unwrap())
        });
        host.set(format!("127.0.0.1:{}", server.port())).unwrap();
        let mut reader = Reader::of(&server);
        assert_eq!(reader.text(&server, "a/x", true), end);
        assert_eq!(server.targets(), ["/docs/a/x", end]);
        // Known is the document under the address it was listed with.
        assert_eq!(reader.fetches[0].url, server.url("a/x"));
        assert!(reader.entry(&server.url("a/x")).exists());
        assert_eq!(reader.text(&server, "a/x", false), end);
    }
}

#[test]
fn out_of_the_prefix_they_are_not() {
    let other = Server::new(ok);
    let elsewhere = format!("127.0.0.1:{}", other.port());
    for location in [
        format!("https://{elsewhere}/docs/end"),
        format!("//{elsewhere}/docs/end"),
        format!("http://{elsewhere}/docs/end"),
        format!("https://HOST@{elsewhere}/docs/end"),
        format!("https://HOST\\@{elsewhere}/docs/end"),
        "https://localhost:PORT/docs/end".to_owned(),
        "http://HOST/docs/end".to_owned(),
        "https://user@HOST/docs/end".to_owned(),
        "https://HOST/docs-evil/end".to_owned(),
        "/docs-evil/end".to_owned(),
        "/end".to_owned(),
        "/docs/../end".to_owned(),
        "../end".to_owned(),
        "/docs/%2e%2E/end".to_owned(),
        "/docs/..%2fend".to_owned(),
        "///docs/end".to_owned(),
        "file:///docs/end".to_owned(),
        "/docs/ü/end".to_owned(),
        "/docs/a end".to_owned(),
        "\\docs\\end".to_owned(),
    ] {
        let port = std::sync::Arc::new(std::sync::OnceLock::<u16>::new());
        let server = redirecting({
            let (port, location) = (port.clone(), location.clone());
            move |_| {
                let port = port.get().unwrap();
                location
                    .replace("HOST", &format!("127.0.0.1:{port}"))
                    .replace("PORT", &port.to_string())
            }
        });
        port.set(server.port()).unwrap();
        let error = Reader::of(&server).error(&server, "x");
        assert!(matches!(error, Unread::Outside), "{location}: {error:?}");
        assert_eq!(server.accepted(), 1, "{location}");
    }
    assert_eq!(other.accepted(), 0);
}

#[test]
fn the_prefix_itself_is_inside() {
    let server = Server::new(|target| match target {
        "/docs" => ok("root"),
        _ => redirect("/docs"),
    });
    assert_eq!(Reader::of(&server).text(&server, "x", true), "root");
}

#[test]
fn three_are_followed_and_no_fourth() {
    let server = redirecting(|target| match target.rsplit('/').next() {
        Some("4") => "3".to_owned(),
        Some("3") => "2".to_owned(),
        Some("2") => "1".to_owned(),
        _ => "end".to_owned(),
    });
    assert_eq!(Reader::of(&server).text(&server, "3", true), "/docs/end");
    assert_eq!(server.accepted(), 4);
    let error = Reader::of(&server).error(&server, "4");
    assert!(matches!(error, Unread::Redirects(3)), "{error:?}");
    assert_eq!(server.accepted(), 8);
}

#[test]
fn a_loop_ends() {
    for location in ["x", "", "?"] {
        let server = redirecting(|_| location.to_owned());
        let error = Reader::of(&server).error(&server, "x");
        assert!(matches!(error, Unread::Redirects(3)), "{location}: {error:?}");
        assert_eq!(server.accepted(), 4);
    }
}

#[test]
fn a_redirect_to_nowhere() {
    let server = Server::new(|_| b"HTTP/1.1 301 Moved\r\nContent-Length: 0\r\n\r\n".to_vec());
    let error = Reader::of(&server).error(&server, "x");
    assert!(matches!(error, Unread::Https(HttpsError::Protocol)), "{error:?}");
}

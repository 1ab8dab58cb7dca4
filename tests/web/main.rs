//! Web sources against a real TLS server on this host: what is read, what is not, and that each
//! obstacle ends as an error, never as a panic or without end.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail")]
#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "tests touch the host")]

mod bodies;
mod cache;
mod certificates;
mod limits;
mod reading;
mod redirects;
mod server;

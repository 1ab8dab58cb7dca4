//! A word on stderr while a command takes long, for people at a terminal.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "it waits beside and prints"
)]

use std::io::{self, Write as _};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use super::output::Output;

const PATIENCE: Duration = Duration::from_secs(1);
const MESSAGE: &str = "vault: liest und prüft den Bestand …";

/// Ends, and takes its word back, when dropped.
pub(super) struct Progress(Option<(Sender<()>, JoinHandle<()>)>);

/// Starts waiting. Where no thread is to be had, nothing is said.
pub(super) fn start(out: &Output) -> Progress {
    if !out.is_watched() {
        return Progress(None);
    }
    let (done, waiting) = mpsc::channel::<()>();
    let thread = thread::Builder::new().spawn(move || {
        if waiting.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
            let _ = write!(io::stderr(), "{MESSAGE}");
            let _ = waiting.recv();
            let _ = write!(io::stderr(), "\r{:width$}\r", "", width = MESSAGE.chars().count());
        }
    });
    Progress(thread.ok().map(|thread| (done, thread)))
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((done, thread)) = self.0.take() {
            drop(done);
            let _ = thread.join();
        }
    }
}

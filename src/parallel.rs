//! Work on many small items on all cores, where that pays. Pure.

use std::sync::LazyLock;

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// Below this many files or pages starting threads costs more than it gains.
pub const WORTHWHILE: usize = 128;

/// Built on first use, with the thread that asks first as one of its own: a thread less to
/// start, and half of what is allocated stays with it. Where threads are not to be had, work
/// goes on without them.
static POOL: LazyLock<Option<ThreadPool>> = LazyLock::new(|| {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let builder = ThreadPoolBuilder::new().num_threads(threads).use_current_thread();
    if threads > 1 { builder.build().ok() } else { None }
});

fn pool(worthwhile: bool) -> Option<&'static ThreadPool> {
    if worthwhile { POOL.as_ref() } else { None }
}

/// The results of `work` on each item, in the order of the items; side by side when
/// `worthwhile`.
pub fn map<T: Sync, R: Send>(
    worthwhile: bool,
    items: &[T],
    work: impl Fn(&T) -> R + Sync + Send,
) -> Vec<R> {
    match pool(worthwhile) {
        Some(pool) => pool.install(|| items.par_iter().map(&work).collect()),
        None => items.iter().map(work).collect(),
    }
}

/// Both results; side by side when `worthwhile`.
pub fn both<A: Send, B: Send>(
    worthwhile: bool,
    first: impl FnOnce() -> A + Send,
    second: impl FnOnce() -> B + Send,
) -> (A, B) {
    match pool(worthwhile) {
        Some(pool) => pool.join(first, second),
        None => (first(), second()),
    }
}

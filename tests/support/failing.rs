//! A disk on which one operation fails.

use std::io;

use vault::storage::{Observer, Operation};

/// Fails the operation with this number.
pub struct Failing(pub u64);

impl Observer for Failing {
    fn before(&mut self, number: u64, _operation: &Operation<'_>) -> io::Result<()> {
        match number == self.0 {
            true => Err(io::Error::from_raw_os_error(5)),
            false => Ok(()),
        }
    }
}

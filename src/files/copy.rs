//! Copying what is never held whole.

use std::io::{self, Read, Write};

use super::read::CHUNK;
use crate::digest::{Digest, Hasher};

/// Why a copy is not whole.
#[derive(Debug)]
pub enum CopyError<S> {
    /// What was to be copied could not be read, or is not what it should be.
    Source(S),
    /// The copy could not be written.
    Target(io::Error),
}

impl<S> From<io::Error> for CopyError<S> {
    fn from(error: io::Error) -> Self {
        Self::Target(error)
    }
}

impl<S> CopyError<S> {
    /// The same with another reason where the source failed.
    pub fn map_source<T>(self, map: impl FnOnce(S) -> T) -> CopyError<T> {
        match self {
            Self::Source(reason) => CopyError::Source(map(reason)),
            Self::Target(error) => CopyError::Target(error),
        }
    }
}

/// Copies everything, piece by piece, and says what it was.
pub fn copy(
    from: &mut impl Read,
    to: &mut (impl Write + ?Sized),
) -> Result<Digest, CopyError<io::Error>> {
    let mut hasher = Hasher::default();
    let mut chunk = vec![0; CHUNK];
    loop {
        match from.read(&mut chunk) {
            Ok(0) => return Ok(hasher.finish()),
            Ok(count) => {
                hasher.update(&chunk[..count]);
                to.write_all(&chunk[..count])?;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(CopyError::Source(error)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Fails whenever it is read or written.
    struct Broken;

    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("read"))
        }
    }

    impl Write for Broken {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::Error::other("write"))
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn everything_is_copied_and_the_sides_are_told_apart() {
        let bytes: Vec<u8> = (0..=255).cycle().take(CHUNK + 5).collect();
        let mut copied = Vec::new();
        assert_eq!(copy(&mut &bytes[..], &mut copied).unwrap(), Digest::of(&bytes));
        assert_eq!(copied, bytes);
        assert!(matches!(copy(&mut Broken, &mut copied), Err(CopyError::Source(_))));
        assert!(matches!(copy(&mut &bytes[..], &mut Broken), Err(CopyError::Target(_))));
    }
}

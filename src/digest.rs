//! SHA-256 digests: the one notion of "the same bytes" everywhere; and bytes as hex digits.

use std::fmt;

use hmac::{Hmac, KeyInit as _, Mac as _};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest as _, Sha256};

/// A SHA-256 digest. Its text form is 64 lower-case hex digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest([u8; 32]);

impl Digest {
    /// Zeros: the digest of nothing, where a chain of digests begins.
    pub const ZERO: Self = Self([0; 32]);

    /// The digest of `bytes`.
    pub fn of(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).into())
    }

    /// The keyed digest of `bytes`: HMAC-SHA256, which nobody without the key can guess at.
    #[allow(clippy::expect_used, reason = "HMAC takes a key of any length")]
    pub fn keyed(key: &[u8], bytes: &[u8]) -> Self {
        let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("any length is right");
        mac.update(bytes);
        Self(mac.finalize().into_bytes().into())
    }

    /// The digest itself, for forms other than its text.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// Reads the text form; anything but 64 lower-case hex digits is `None`.
    pub fn parse(text: &str) -> Option<Self> {
        read_hex(text).map(Self)
    }
}

/// Reads `N` bytes written as lower-case hex digits; anything else is `None`.
pub fn read_hex<const N: usize>(text: &str) -> Option<[u8; N]> {
    let text = text.as_bytes();
    if text.len() != 2 * N {
        return None;
    }
    let mut bytes = [0; N];
    for (byte, pair) in bytes.iter_mut().zip(text.chunks_exact(2)) {
        *byte = hex_value(pair[0])? << 4 | hex_value(pair[1])?;
    }
    Some(bytes)
}

fn hex_value(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        _ => None,
    }
}

/// Writes bytes as lower-case hex digits.
pub fn write_hex(bytes: &[u8], out: &mut impl fmt::Write) -> fmt::Result {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    for bytes in bytes.chunks(32) {
        let mut text = [0; 64];
        for (pair, byte) in text.chunks_exact_mut(2).zip(bytes) {
            pair[0] = DIGITS[usize::from(byte >> 4)];
            pair[1] = DIGITS[usize::from(byte & 15)];
        }
        let text = &text[..2 * bytes.len()];
        out.write_str(std::str::from_utf8(text).map_err(|_| fmt::Error)?)?;
    }
    Ok(())
}

impl fmt::Display for Digest {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_hex(&self.0, out)
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, out)
    }
}

impl Serialize for Digest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Digest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse(&text).ok_or_else(|| serde::de::Error::custom("no SHA-256 digest"))
    }
}

/// Digests a stream piece by piece.
#[derive(Default)]
pub struct Hasher(Sha256);

impl Hasher {
    /// Takes the next piece.
    pub fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// The digest of everything taken.
    pub fn finish(self) -> Digest {
        Digest(self.0.finalize().into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_form_reads_back_and_is_strict() {
        let digest = Digest::of(b"");
        let text = digest.to_string();
        assert_eq!(text, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
        assert_eq!(Digest::parse(&text), Some(digest));
        assert_eq!(Digest::parse(&text.to_uppercase()), None);
        assert_eq!(Digest::parse(&text[1..]), None);
    }

    /// RFC 4231, test case 2.
    #[test]
    fn keyed_digests_are_hmac() {
        let keyed = Digest::keyed(b"Jefe", b"what do ya want for nothing?");
        let expected = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843";
        assert_eq!(keyed.to_string(), expected);
    }

    #[test]
    fn pieces_give_the_digest_of_the_whole() {
        let mut hasher = Hasher::default();
        hasher.update(b"ab");
        hasher.update(b"c");
        assert_eq!(hasher.finish(), Digest::of(b"abc"));
    }
}

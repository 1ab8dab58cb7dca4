//! The program in the package.

use super::Entry;
use crate::digest::Digest;
use crate::vault::layout;

/// A program and where it runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Engine {
    /// System and processor, such as `linux-x86_64`.
    pub platform: String,
    bytes: Vec<u8>,
}

impl Engine {
    /// Recognises a program by its first bytes; `None` if it is none this project is built for.
    pub fn recognise(bytes: Vec<u8>) -> Option<Self> {
        let (system, processor) = elf(&bytes).or_else(|| mach_o(&bytes)).or_else(|| pe(&bytes))?;
        Some(Self { platform: format!("{system}-{processor}"), bytes })
    }

    /// The program and the list that names it with its digest.
    pub(super) fn into_entries<'a>(self) -> [Entry<'a>; 2] {
        let suffix = if self.platform.starts_with("windows") { ".exe" } else { "" };
        let list = format!("{}  vault{suffix}\n", Digest::of(&self.bytes)).into_bytes();
        let path = format!("bin/vault{suffix}");
        [Entry::held(layout::ENGINE_LIST, false, list), Entry::held(&path, true, self.bytes)]
    }
}

type Platform = (&'static str, &'static str);

/// Little-endian number of `N` bytes at an offset.
fn number<const N: usize>(bytes: &[u8], at: usize) -> Option<u64> {
    let field: [u8; N] = bytes.get(at..at.checked_add(N)?)?.try_into().ok()?;
    Some(field.iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte)))
}

/// 64 bit, little-endian, System V or Linux.
fn elf(bytes: &[u8]) -> Option<Platform> {
    let ident = bytes.strip_prefix(b"\x7fELF\x02\x01\x01")?;
    let processor = match (ident.first()?, number::<2>(bytes, 18)?) {
        (0 | 3, 0x3e) => "x86_64",
        (0 | 3, 0xb7) => "aarch64",
        _ => return None,
    };
    Some(("linux", processor))
}

/// 64 bit, little-endian, one processor.
fn mach_o(bytes: &[u8]) -> Option<Platform> {
    let processor = match (number::<4>(bytes, 0)?, number::<4>(bytes, 4)?) {
        (0xfeed_facf, 0x0100_0007) => "x86_64",
        (0xfeed_facf, 0x0100_000c) => "aarch64",
        _ => return None,
    };
    Some(("macos", processor))
}

fn pe(bytes: &[u8]) -> Option<Platform> {
    let header = usize::try_from(number::<4>(bytes.strip_prefix(b"MZ")?, 0x3a)?).ok()?;
    let processor = match bytes.get(header..)?.strip_prefix(b"PE\0\0")? {
        [0x64, 0x86, ..] => "x86_64",
        [0x64, 0xaa, ..] => "aarch64",
        _ => return None,
    };
    Some(("windows", processor))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn platform(bytes: &[u8]) -> Option<String> {
        Engine::recognise(bytes.to_vec()).map(|engine| engine.platform)
    }

    #[test]
    fn programs_are_known_by_their_headers() {
        let mut elf = b"\x7fELF\x02\x01\x01\0".to_vec();
        elf.resize(18, 0);
        elf.extend([0xb7, 0]);
        assert_eq!(platform(&elf).as_deref(), Some("linux-aarch64"));
        let mach_o = b"\xcf\xfa\xed\xfe\x0c\0\0\x01";
        assert_eq!(platform(mach_o).as_deref(), Some("macos-aarch64"));
        let mut pe = b"MZ".to_vec();
        pe.resize(0x3c, 0);
        pe.extend([0x40, 0, 0, 0]);
        pe.extend(b"PE\0\0\x64\x86");
        assert_eq!(platform(&pe).as_deref(), Some("windows-x86_64"));
        for cut in 0..pe.len() {
            assert_eq!(platform(&pe[..cut]), None);
        }
        assert_eq!(platform(b"#!/bin/sh\n"), None);
        assert_eq!(platform(b""), None);
    }
}

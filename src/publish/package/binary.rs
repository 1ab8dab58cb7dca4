//! The formats of programs: where one runs, and that no part of it is missing.

/// System and processor.
pub(super) type Platform = (&'static str, &'static str);

/// Where a program runs, if this project is built for it, and if all its headers and segments lie
/// within `bytes`: a truncated download is none.
pub(super) fn platform(bytes: &[u8]) -> Option<Platform> {
    elf(bytes).or_else(|| mach_o(bytes)).or_else(|| pe(bytes))
}

/// 64 bit, little-endian, System V or Linux.
fn elf(bytes: &[u8]) -> Option<Platform> {
    const NO_BITS: u64 = 8;
    let ident = bytes.strip_prefix(b"\x7fELF\x02\x01\x01")?;
    let processor = match (ident.first()?, number::<2>(bytes, 16)?, number::<2>(bytes, 18)?) {
        (0 | 3, 2 | 3, 0x3e) => "x86_64",
        (0 | 3, 2 | 3, 0xb7) => "aarch64",
        _ => return None,
    };
    let table = |at, of| {
        table(bytes, number::<8>(bytes, at)?, number::<2>(bytes, of)?, number::<2>(bytes, of + 2)?)
    };
    let (mut segments, mut sections) = (table(32, 54)?, table(40, 58)?);
    let whole = segments.all(|row| lies_within(bytes, row, 8, 32))
        && sections
            .all(|row| number::<4>(row, 4) == Some(NO_BITS) || lies_within(bytes, row, 24, 32));
    whole.then_some(("linux", processor))
}

/// 64 bit, little-endian, one processor.
fn mach_o(bytes: &[u8]) -> Option<Platform> {
    const EXECUTABLE: u64 = 2;
    const SEGMENT: u64 = 0x19;
    let processor = match (number::<4>(bytes, 0)?, number::<4>(bytes, 4)?) {
        (0xfeed_facf, 0x0100_0007) => "x86_64",
        (0xfeed_facf, 0x0100_000c) => "aarch64",
        _ => return None,
    };
    let mut commands = bytes.get(32..)?;
    for _ in 0..number::<4>(bytes, 16)? {
        let size = usize::try_from(number::<4>(commands, 4)?).ok().filter(|size| *size > 0)?;
        let (command, others) = commands.split_at_checked(size)?;
        if number::<4>(command, 0)? == SEGMENT && !lies_within(bytes, command, 40, 48) {
            return None;
        }
        commands = others;
    }
    (number::<4>(bytes, 12)? == EXECUTABLE).then_some(("macos", processor))
}

fn pe(bytes: &[u8]) -> Option<Platform> {
    const EXECUTABLE: u64 = 2;
    let header = number::<4>(bytes.strip_prefix(b"MZ")?, 0x3a)?;
    let header = bytes.get(usize::try_from(header).ok()?..)?;
    let processor = match header.strip_prefix(b"PE\0\0")? {
        [0x64, 0x86, ..] => "x86_64",
        [0x64, 0xaa, ..] => "aarch64",
        _ => return None,
    };
    let sections = 24 + number::<2>(header, 20)?;
    let mut sections = table(header, sections, 40, number::<2>(header, 6)?)?;
    let whole = sections.all(|row| {
        let (Some(size), Some(at)) = (number::<4>(row, 16), number::<4>(row, 20)) else {
            return false;
        };
        range(bytes, at, size).is_some()
    });
    (whole && number::<2>(header, 22)? & EXECUTABLE != 0).then_some(("windows", processor))
}

/// Little-endian number of `N` bytes at an offset.
fn number<const N: usize>(bytes: &[u8], at: usize) -> Option<u64> {
    let field: [u8; N] = bytes.get(at..at.checked_add(N)?)?.try_into().ok()?;
    Some(field.iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte)))
}

fn range(bytes: &[u8], at: u64, size: u64) -> Option<&[u8]> {
    let (start, end) = (usize::try_from(at).ok()?, usize::try_from(at.checked_add(size)?).ok()?);
    bytes.get(start..end)
}

/// The rows of a table, all of which must be there.
fn table(bytes: &[u8], at: u64, size: u64, count: u64) -> Option<impl Iterator<Item = &[u8]>> {
    let rows = range(bytes, at, size.checked_mul(count)?)?;
    Some(rows.chunks_exact(usize::try_from(size.max(1)).ok()?))
}

/// Whether what a row tells of, by the places of its offset and size, lies within the file.
fn lies_within(bytes: &[u8], row: &[u8], at: usize, size: usize) -> bool {
    let (Some(at), Some(size)) = (number::<8>(row, at), number::<8>(row, size)) else {
        return false;
    };
    range(bytes, at, size).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bytes with numbers put into them.
    fn with(size: usize, parts: &[(usize, &[u8])]) -> Vec<u8> {
        let mut bytes = vec![0; size];
        for (at, part) in parts {
            bytes[*at..at + part.len()].copy_from_slice(part);
        }
        bytes
    }

    /// Each with one table at its front and one segment up to its end.
    fn programs() -> [(Vec<u8>, Platform); 3] {
        let elf = with(
            200,
            &[
                (0, b"\x7fELF\x02\x01\x01"),
                (16, &[3, 0, 0xb7]),
                (32, &[64]),
                (54, &[56, 0, 1]),
                (64 + 8, &[120]),
                (64 + 32, &[80]),
            ],
        );
        let mach_o = with(
            200,
            &[
                (0, b"\xcf\xfa\xed\xfe\x0c\0\0\x01"),
                (12, &[2]),
                (16, &[1]),
                (32, &[0x19, 0, 0, 0, 72]),
                (32 + 40, &[104]),
                (32 + 48, &[96]),
            ],
        );
        let pe = with(
            200,
            &[
                (0, b"MZ"),
                (0x3c, &[0x40]),
                (0x40, b"PE\0\0\x64\x86\x01"),
                (0x40 + 20, &[8, 0, 2]),
                (0x40 + 32 + 16, &[40]),
                (0x40 + 32 + 20, &[160]),
            ],
        );
        [(elf, ("linux", "aarch64")), (mach_o, ("macos", "aarch64")), (pe, ("windows", "x86_64"))]
    }

    #[test]
    fn programs_are_known_by_their_headers_and_only_whole() {
        for (bytes, expected) in programs() {
            assert_eq!(platform(&bytes), Some(expected));
            for cut in 0..bytes.len() {
                assert_eq!(platform(&bytes[..cut]), None, "{expected:?} {cut}");
            }
        }
        assert_eq!(platform(b"#!/bin/sh\n"), None);
    }

    #[test]
    fn numbers_out_of_range_are_no_program() {
        for (bytes, expected) in programs() {
            for at in 0..bytes.len() {
                let mut bad = bytes.clone();
                bad[at..(at + 8).min(bytes.len())].fill(0xff);
                // Nothing panics; what is left a program is the same one.
                assert!(platform(&bad).is_none_or(|found| found == expected), "{at}");
            }
        }
    }
}

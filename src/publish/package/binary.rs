//! The formats of programs: where one runs, and that no part of it is missing.

use object::macho::MachHeader64;
use object::pe::{
    IMAGE_FILE_EXECUTABLE_IMAGE, IMAGE_NT_SIGNATURE, ImageDosHeader, ImageFileHeader,
};
use object::read::coff::CoffHeader as _;
use object::read::elf::{FileHeader as _, ProgramHeader as _, SectionHeader as _};
use object::read::macho::{MachHeader as _, Segment as _};
use object::{Endianness, LittleEndian, ReadRef as _, U32, elf, macho, pe};

/// System and processor.
pub(super) type Platform = (&'static str, &'static str);

/// Tells where a program runs, if this project is built for it, and if all its headers and
/// segments lie within `bytes`: a truncated download is none.
pub(super) fn platform(bytes: &[u8]) -> Option<Platform> {
    linux(bytes).or_else(|| macos(bytes)).or_else(|| windows(bytes))
}

/// 64 bit, little-endian, System V or Linux.
fn linux(bytes: &[u8]) -> Option<Platform> {
    let header = elf::FileHeader64::<Endianness>::parse(bytes).ok()?;
    let endian = header.endian().ok().filter(|endian| *endian == Endianness::Little)?;
    let processor = match header.e_machine(endian) {
        elf::EM_X86_64 => "x86_64",
        elf::EM_AARCH64 => "aarch64",
        _ => return None,
    };
    let is_program = matches!(header.e_type(endian), elf::ET_EXEC | elf::ET_DYN);
    let is_ours = matches!(header.e_ident().os_abi, elf::ELFOSABI_NONE | elf::ELFOSABI_LINUX);
    let mut segments = header.program_headers(endian, bytes).ok()?.iter();
    let mut sections = header.section_headers(endian, bytes).ok()?.iter();
    let is_whole = segments.all(|segment| segment.data(endian, bytes).is_ok())
        && sections.all(|section| section.data(endian, bytes).is_ok());
    (is_program && is_ours && is_whole).then_some(("linux", processor))
}

/// 64 bit, little-endian, one processor.
fn macos(bytes: &[u8]) -> Option<Platform> {
    let header = MachHeader64::<Endianness>::parse(bytes, 0).ok()?;
    let endian = header.endian().ok().filter(|endian| *endian == Endianness::Little)?;
    let processor = match header.cputype(endian) {
        macho::CPU_TYPE_X86_64 => "x86_64",
        macho::CPU_TYPE_ARM64 => "aarch64",
        _ => return None,
    };
    let mut commands = header.load_commands(endian, bytes, 0).ok()?;
    while let Some(command) = commands.next().ok()? {
        if let Some((segment, _)) = command.segment_64().ok()? {
            segment.data(endian, bytes).ok()?;
        }
    }
    (header.filetype(endian) == macho::MH_EXECUTE).then_some(("macos", processor))
}

fn windows(bytes: &[u8]) -> Option<Platform> {
    let mut at = u64::from(ImageDosHeader::parse(bytes).ok()?.nt_headers_offset());
    let signature = bytes.read::<U32<LittleEndian>>(&mut at).ok()?;
    let header = bytes.read::<ImageFileHeader>(&mut at).ok()?;
    let processor = match header.machine.get(LittleEndian) {
        pe::IMAGE_FILE_MACHINE_AMD64 => "x86_64",
        pe::IMAGE_FILE_MACHINE_ARM64 => "aarch64",
        _ => return None,
    };
    at += u64::from(header.size_of_optional_header.get(LittleEndian));
    let mut sections = header.sections(bytes, at).ok()?.iter().map(|section| {
        let (start, size) = (&section.pointer_to_raw_data, &section.size_of_raw_data);
        bytes.read_bytes_at(start.get(LittleEndian).into(), size.get(LittleEndian).into())
    });
    let characteristics = header.characteristics.get(LittleEndian);
    let is_program = characteristics & IMAGE_FILE_EXECUTABLE_IMAGE == IMAGE_FILE_EXECUTABLE_IMAGE;
    let is_whole =
        signature.get(LittleEndian) == IMAGE_NT_SIGNATURE && sections.all(|data| data.is_ok());
    (is_program && is_whole).then_some(("windows", processor))
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
                (20, &[72]),
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

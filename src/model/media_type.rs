//! What bytes are, by their signature (specification, chapter 3, `sources/REGISTER.md`).

/// Signatures are looked for in this many bytes at the start of a file.
pub const HEAD_LENGTH: usize = 64 * 1024;

/// How far behind `<!doctype` the word `svg` makes a document SVG.
const DOCTYPE_WINDOW: usize = 512;

/// A kind of image or document that is known by its first bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names are the formats'")]
pub enum MediaType {
    Png,
    Jpeg,
    Gif,
    Webp,
    Tiff,
    Pdf,
    Bmp,
    Icon,
    Avif,
    Heif,
    /// SVG, or markup that may turn out to be.
    Svg,
}

impl MediaType {
    /// The MIME type.
    pub fn mime(self) -> &'static str {
        match self {
            MediaType::Png => "image/png",
            MediaType::Jpeg => "image/jpeg",
            MediaType::Gif => "image/gif",
            MediaType::Webp => "image/webp",
            MediaType::Tiff => "image/tiff",
            MediaType::Pdf => "application/pdf",
            MediaType::Bmp => "image/bmp",
            MediaType::Icon => "image/x-icon",
            MediaType::Avif => "image/avif",
            MediaType::Heif => "image/heif",
            MediaType::Svg => "image/svg+xml",
        }
    }

    /// The type a media source with the given suffix must have: the suffix without its dot, in
    /// any case. `None` for the suffixes of text and for those no source may have.
    pub fn for_suffix(suffix: &str) -> Option<MediaType> {
        match suffix.to_ascii_lowercase().as_str() {
            "png" => Some(MediaType::Png),
            "jpg" | "jpeg" => Some(MediaType::Jpeg),
            "gif" => Some(MediaType::Gif),
            "webp" => Some(MediaType::Webp),
            "tif" | "tiff" => Some(MediaType::Tiff),
            "pdf" => Some(MediaType::Pdf),
            _ => None,
        }
    }
}

/// The type of a file by its first bytes, of which no more than [`HEAD_LENGTH`] count.
pub fn detect(head: &[u8]) -> Option<MediaType> {
    let head = &head[..head.len().min(HEAD_LENGTH)];
    let binary = match head {
        [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1A, b'\n', ..] => MediaType::Png,
        [0xFF, 0xD8, 0xFF, ..] => MediaType::Jpeg,
        [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => MediaType::Gif,
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => MediaType::Webp,
        [b'I', b'I', b'*', 0, ..] | [b'M', b'M', 0, b'*', ..] => MediaType::Tiff,
        [b'%', b'P', b'D', b'F', b'-', ..] => MediaType::Pdf,
        [_, _, _, _, b'f', b't', b'y', b'p', a, b, c, d, ..] => return iso_brand([*a, *b, *c, *d]),
        [b'B', b'M', ..] => MediaType::Bmp,
        [0, 0, 1, 0, ..] => MediaType::Icon,
        _ => return is_svg_markup(head).then_some(MediaType::Svg),
    };
    Some(binary)
}

/// The image type of an ISO media file with the given major brand.
fn iso_brand(brand: [u8; 4]) -> Option<MediaType> {
    match &brand {
        b"avif" | b"avis" => Some(MediaType::Avif),
        b"heic" | b"heix" | b"hevc" | b"hevx" | b"mif1" | b"msf1" => Some(MediaType::Heif),
        _ => None,
    }
}

/// Whether the bytes begin an SVG document. A comment or processing instruction that does not
/// end could hide one and counts as one.
fn is_svg_markup(head: &[u8]) -> bool {
    let mut rest = skip_blanks(head);
    loop {
        let (end, after) = match rest {
            [b'<', b'!', b'-', b'-', after @ ..] => (b"-->".as_slice(), after),
            [b'<', b'?', after @ ..] => (b"?>".as_slice(), after),
            _ => return is_svg_start(rest),
        };
        match find(after, end) {
            Some(at) => rest = skip_blanks(&after[at + end.len()..]),
            None => return true,
        }
    }
}

fn is_svg_start(markup: &[u8]) -> bool {
    if strip_prefix(markup, b"<svg").is_some() {
        return true;
    }
    strip_prefix(markup, b"<!doctype").is_some_and(|after| {
        after[..after.len().min(DOCTYPE_WINDOW)]
            .windows(3)
            .any(|word| word.eq_ignore_ascii_case(b"svg"))
    })
}

/// The bytes without blanks, tabs, line ends and byte order marks at their start.
fn skip_blanks(mut bytes: &[u8]) -> &[u8] {
    while let [b' ' | b'\t' | b'\r' | b'\n', rest @ ..] | [0xEF, 0xBB, 0xBF, rest @ ..] = bytes {
        bytes = rest;
    }
    bytes
}

/// What follows a lower-case prefix, which may be in any case.
fn strip_prefix<'a>(bytes: &'a [u8], prefix: &[u8]) -> Option<&'a [u8]> {
    let (start, rest) = bytes.split_at_checked(prefix.len())?;
    start.eq_ignore_ascii_case(prefix).then_some(rest)
}

fn find(bytes: &[u8], needle: &[u8]) -> Option<usize> {
    bytes.windows(needle.len()).position(|window| window == needle)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suffixes_of_media_are_known_in_any_case() {
        assert_eq!(MediaType::for_suffix("JPG"), Some(MediaType::Jpeg));
        assert_eq!(MediaType::for_suffix("tif"), MediaType::for_suffix("tiff"));
        for suffix in ["md", "svg", "bmp", ""] {
            assert_eq!(MediaType::for_suffix(suffix), None);
        }
    }

    #[test]
    fn svg_hides_behind_blanks_comments_and_instructions() {
        let is_svg = |text: &str| detect(text.as_bytes()) == Some(MediaType::Svg);
        assert!(is_svg("\r\n\t \u{FEFF}<!-- a --><?b?> <!-- c -->\n<Svg/>"));
        assert!(is_svg("<?xml version='1.0'>"));
        assert!(is_svg(&format!("<!DOCTYPE {}SVG>", " ".repeat(508))));
        assert!(!is_svg(&format!("<!DOCTYPE {}SVG>", " ".repeat(509))));
        assert!(!is_svg("<!-- a --> text <svg>"));
    }

    #[test]
    fn only_the_head_counts() {
        let late = format!("{}<svg>", " ".repeat(HEAD_LENGTH));
        assert_eq!(detect(late.as_bytes()), None);
        let long_comment = format!("<!--{}-->", "x".repeat(HEAD_LENGTH));
        assert_eq!(detect(long_comment.as_bytes()), Some(MediaType::Svg));
    }
}

//! The second look at what is packed. It shares no list with the rules for vaults: what slips
//! through one of the two is stopped by the other.

use std::collections::BTreeMap;

use caseless::Caseless as _;
use unicode_normalization::{UnicodeNormalization as _, is_nfc};

use super::Member;
use super::reason::Unfit;
use crate::diagnostic::{Diagnostic, Findings, Place};
use crate::findings::Finding;

const KINDS: [&str; 12] =
    ["md", "json", "yaml", "sha256", "png", "jpg", "jpeg", "gif", "webp", "tif", "tiff", "pdf"];
const BARE_NAMES: [&str; 2] = ["LICENSE", "VERSION"];
/// The original engine of older vaults, as data.
const ORIGINAL_ENGINE: &str = "scripts/vault.py";
const ENGINES: [&str; 2] = ["bin/vault", "bin/vault.exe"];
/// What is in `bin/` beside the engine.
const ENGINE_LIST: &str = "bin/ENGINE.sha256";
/// Characters some system does not allow in a name.
const UNSAFE: [char; 8] = ['<', '>', ':', '"', '\\', '|', '?', '*'];

/// Longest name most file systems take, in bytes.
pub(super) const NAME_LIMIT: usize = 255;
/// Names that are devices on Windows, with any suffix; those of ports have a digit behind.
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "conin$", "conout$"];
const PORTS: [&str; 2] = ["com", "lpt"];

/// Refuses everything that has no business in a package, whose one folder is `name`.
pub(super) fn check(name: &str, members: &[Member]) -> Result<(), Findings> {
    let engines = members.iter().filter(|member| member.executable).count();
    let mut names = Names::default();
    let mut found: Vec<_> = unfit_name(name).map(|reason| (name, reason)).into_iter().collect();
    for member in members {
        let others = names.clash(&member.path).map(Unfit::Clash);
        let extra = (member.executable && engines > 1).then_some(Unfit::Executable);
        if let Some(reason) = unfit(member).or(extra).or(others) {
            found.push((&member.path, reason));
        }
    }
    let at = |(path, reason): (&str, Unfit)| {
        Diagnostic::new(Place::file(path), Finding::PackageContent { reason: reason.to_string() })
    };
    found.into_iter().map(at).collect::<Findings>().none()
}

fn unfit(member: &Member) -> Option<Unfit> {
    let path = member.path.as_str();
    if let Some(reason) = path.split('/').find_map(unfit_name) {
        return Some(reason);
    }
    if member.executable {
        return (!ENGINES.contains(&path)).then_some(Unfit::Executable);
    }
    let name = path.rsplit('/').next().unwrap_or_default();
    let kind = name.rsplit_once('.').map_or("", |(_, kind)| kind);
    let known = if path.starts_with("bin/") {
        path == ENGINE_LIST
    } else {
        path == ORIGINAL_ENGINE
            || BARE_NAMES.contains(&name)
            || KINDS.iter().any(|known| kind.eq_ignore_ascii_case(known))
    };
    (!known).then_some(Unfit::Kind)
}

/// Why one part of a path is hidden, or not the same name on every system.
fn unfit_name(name: &str) -> Option<Unfit> {
    if name.starts_with('.') {
        Some(Unfit::Hidden)
    } else if name.is_empty() || name.starts_with(' ') || name.ends_with(['.', ' ']) {
        Some(Unfit::Edge)
    } else if name.contains(UNSAFE) || name.contains(char::is_control) {
        Some(Unfit::Character)
    } else if is_device(name) {
        Some(Unfit::Device)
    } else if name.len() > NAME_LIMIT {
        Some(Unfit::Length)
    } else if !is_nfc(name) {
        Some(Unfit::Composition)
    } else {
        None
    }
}

/// Whether Windows takes a name for a device: what stands before its first dot decides.
fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().trim_end().to_lowercase();
    let is_port = |port: &&str| {
        let mut rest = stem.strip_prefix(*port).unwrap_or_default().chars();
        matches!((rest.next(), rest.next()), (Some('1'..='9' | '¹' | '²' | '³'), None))
    };
    DEVICES.contains(&stem.as_str()) || PORTS.iter().any(is_port)
}

/// Paths of files and folders by what is left of them where case and composition do not count.
#[derive(Default)]
struct Names<'a>(BTreeMap<String, &'a str>);

impl<'a> Names<'a> {
    /// Takes a path and the folders on its way; gives back one that was taken before and is
    /// another, but has the same name on some system.
    fn clash(&mut self, path: &'a str) -> Option<String> {
        let ends = path.match_indices('/').map(|(end, _)| end).chain([path.len()]);
        let clashing = ends.map(|end| &path[..end]).filter_map(|path| {
            let folded = path.nfd().default_case_fold().nfc().collect();
            let first = *self.0.entry(folded).or_insert(path);
            (first != path).then(|| first.to_owned())
        });
        clashing.last()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::Code;

    fn reasons(files: &[(&str, bool)]) -> Vec<String> {
        let member =
            |&(path, executable): &(&str, bool)| Member { path: path.to_owned(), executable };
        let members: Vec<_> = files.iter().map(member).collect();
        let reason = |found: Diagnostic| {
            assert_eq!(found.rule, Code::PackageContent.rule());
            found.arguments[0].1.as_str().unwrap().to_owned()
        };
        check("name", &members).err().into_iter().flatten().map(reason).collect()
    }

    #[test]
    fn known_kinds_and_one_engine_pass() {
        for good in [
            &[("SKILL.md", false), ("LICENSE", false), ("notes/ä b.PDF", false)][..],
            &[("bin/vault", true), ("bin/ENGINE.sha256", false)],
            &[("scripts/vault.py", false)],
            &[("a/b.md", false), ("a/c.md", false), ("a.md", false)],
            &[("com.md", false), ("com10.md", false), ("console/auxiliary.md", false)],
        ] {
            assert_eq!(reasons(good), [""; 0], "{good:?}");
        }
        let long = format!("{}.md", "ä".repeat(126));
        assert_eq!(long.len(), NAME_LIMIT);
        assert_eq!(reasons(&[(&long, false)]), [""; 0]);
    }

    #[test]
    fn everything_else_is_refused_for_its_reason() {
        let long = format!("{}.md", "a".repeat(253));
        for (bad, reason) in [
            ("Cargo.toml", Unfit::Kind),
            ("notes/Cargo.toml", Unfit::Kind),
            ("src/main.rs", Unfit::Kind),
            ("name", Unfit::Kind),
            ("bin/x.md", Unfit::Kind),
            ("bin/vault", Unfit::Kind),
            ("scripts/other.py", Unfit::Kind),
            (".vault-extern.json", Unfit::Hidden),
            ("notes/.x.md", Unfit::Hidden),
            (".git/x.md", Unfit::Hidden),
            ("../x.md", Unfit::Hidden),
            ("a//b.md", Unfit::Edge),
            ("/x.md", Unfit::Edge),
            (" x.md", Unfit::Edge),
            ("a /x.md", Unfit::Edge),
            ("a./x.md", Unfit::Edge),
            ("a\\b.md", Unfit::Character),
            ("a:b.md", Unfit::Character),
            ("a\nb.md", Unfit::Character),
            ("con.md", Unfit::Device),
            ("Aux.tar.json", Unfit::Device),
            ("nul/x.md", Unfit::Device),
            ("NUL .md", Unfit::Device),
            ("COM1.md", Unfit::Device),
            ("lpt³.md", Unfit::Device),
            ("conout$.md", Unfit::Device),
            (&long, Unfit::Length),
            ("a\u{308}.md", Unfit::Composition),
        ] {
            assert_eq!(reasons(&[(bad, false)]), [reason.to_string()], "{bad}");
        }
        assert_eq!(reasons(&[("x.md", true)]), [Unfit::Executable.to_string()]);
        assert_eq!(
            reasons(&[("bin/vault", true), ("bin/vault.exe", true)]),
            [Unfit::Executable, Unfit::Executable].map(|unfit| unfit.to_string())
        );
        assert_eq!(check("aux", &[]).unwrap_err()[0].place.path, "aux");
    }

    #[test]
    fn two_paths_are_two_on_every_system() {
        for (one, other, first) in [
            ("a/B.md", "a/b.md", "a/B.md"),
            ("A/x.md", "a/y.md", "A"),
            ("x.MD", "X.md/y.md", "x.MD"),
            ("maße.md", "masse.md", "maße.md"),
            ("Ä.md", "ä.md", "Ä.md"),
            ("\u{3a3}.md", "\u{3c2}.md", "\u{3a3}.md"),
        ] {
            let expected = Unfit::Clash(first.to_owned());
            assert_eq!(
                reasons(&[(one, false), (other, false)]),
                [expected.to_string()],
                "{one} {other}"
            );
        }
    }
}

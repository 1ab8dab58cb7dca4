//! Names and zones of a vault (spec chapter 1). Pure.

/// The contract for the agent.
pub const SKILL: &str = "SKILL.md";
/// Type registry and relation types.
pub const TYPES: &str = "schema/types.yaml";
/// Controlled vocabularies.
pub const CONCEPTS: &str = "schema/begriffswelten.json";
/// Pages.
pub const KNOWLEDGE: &str = "knowledge";
/// Table of registered local sources.
pub const REGISTER: &str = "sources/REGISTER.md";
/// Table of listed external sources.
pub const EXTERNAL: &str = "sources/EXTERN.md";
/// Originals of registered sources.
pub const RAW: &str = "sources/raw";
/// Registers derived from sources.
pub const DERIVED: &str = "sources/derived";
/// Unreviewed material.
pub const QUARANTINE: &str = "sources/quarantine";
/// The one file the quarantine may hold.
pub const QUARANTINE_README: &str = "sources/quarantine/README.md";
/// Keywords and pages per domain.
pub const ROUTER: &str = "ROUTER.md";
/// Derived table of pages.
pub const INDEX: &str = "INDEX.md";
/// Derived graph of pages.
pub const GRAPH: &str = "graph/graph.json";
/// Version of the release.
pub const VERSION: &str = "VERSION";
/// Digests of all tracked files.
pub const MANIFEST: &str = "MANIFEST.sha256";
/// Append-only journal.
pub const LOG: &str = "log.md";
/// Where the engine lies, if it came with the vault.
pub const ENGINE_FOLDER: &str = "bin";
/// The engine.
pub const ENGINE: &str = "bin/vault";
/// The engine for Windows.
pub const ENGINE_FOR_WINDOWS: &str = "bin/vault.exe";
/// Digests of the engines that may lie there.
pub const ENGINE_LIST: &str = "bin/ENGINE.sha256";
/// Host-local bindings of external sources.
pub const BINDINGS: &str = ".vault-extern.json";

/// Folders a vault must have.
pub const REQUIRED_FOLDERS: [&str; 4] = [KNOWLEDGE, RAW, DERIVED, QUARANTINE];

/// Host state at the top: the writer's lock and the one it is about to take, the bindings, the
/// staging of a commit.
const HOST_STATE: [&str; 4] =
    [".vault-release.lock", ".vault-release.lock.new", BINDINGS, ".vault-release"];

/// What a checkout of this project holds beside the vault, when `Cargo.toml` lies in the root.
const DEVELOPMENT: [&str; 29] = [
    "Cargo.toml",
    "Cargo.lock",
    "src",
    "tests",
    "fixtures",
    "benches",
    "examples",
    "fuzz",
    "target",
    "docs",
    "contrib",
    "README.md",
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "clippy.toml",
    "deny.toml",
    "rustfmt.toml",
    "rust-toolchain.toml",
    "justfile",
    ".git",
    ".github",
    ".ci",
    ".cargo",
    ".config",
    ".editorconfig",
    ".gitattributes",
    ".gitignore",
];

/// Whether a top-level name is outside the vault tree in a development checkout.
pub fn is_development(name: &[u8]) -> bool {
    DEVELOPMENT.iter().any(|entry| entry.as_bytes() == name)
}

/// Whether the file at `path` belongs into the manifest.
pub fn is_tracked(path: &str) -> bool {
    let (top, below) = path.split_once('/').unwrap_or((path, ""));
    if HOST_STATE.contains(&top) {
        return false;
    }
    if below.is_empty() {
        return ![LOG, MANIFEST].contains(&top) && !top.ends_with(".pyc");
    }
    match top {
        "evals" | ENGINE_FOLDER | "__pycache__" => false,
        "sources" if in_folder(path, QUARANTINE).is_some() => path == QUARANTINE_README,
        _ => !below.ends_with(".pyc") && !below.split('/').any(|name| name == "__pycache__"),
    }
}

/// The part of `path` below `folder`, if it lies there.
pub fn in_folder<'a>(path: &'a str, folder: &str) -> Option<&'a str> {
    path.strip_prefix(folder)?.strip_prefix('/')
}

/// Whether the file at `path` is meant to be a page, rightly placed or not.
pub fn is_page(path: &str) -> bool {
    in_folder(path, KNOWLEDGE).is_some() && path.ends_with(".md") && !path.ends_with("/.md")
}

/// Domain and file name of a path of the shape `knowledge/<domain>/<page>.md`.
pub fn page_parts(path: &str) -> Option<(&str, &str)> {
    let (domain, name) = in_folder(path, KNOWLEDGE)?.split_once('/')?;
    (is_page(path) && !name.contains('/')).then_some((domain, name))
}

/// How the content of a file is kept in a snapshot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keep {
    /// Text, line ends read as LF.
    Text,
    /// JSON registry of bounded size, as it is.
    Registry,
    /// The first bytes, to recognise what it is.
    Head,
    /// Only the digest.
    Digest,
}

/// How the content of the file at `path` is kept; `None`: it is not even read.
pub fn keep(path: &str) -> Option<Keep> {
    Some(match path {
        TYPES | REGISTER | EXTERNAL | ROUTER | INDEX | GRAPH | VERSION | MANIFEST | LOG | SKILL
        | ENGINE_LIST => Keep::Text,
        CONCEPTS => Keep::Registry,
        _ if is_page(path) => Keep::Text,
        _ if in_folder(path, DERIVED).is_some() && path.ends_with(".json") => Keep::Registry,
        _ if in_folder(path, RAW).is_some() => Keep::Head,
        _ if is_tracked(path) || in_folder(path, ENGINE_FOLDER).is_some() => Keep::Digest,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_manifest_covers_content_and_nothing_of_the_host() {
        for path in ["SKILL.md", "VERSION", "notes/log.md", "sources/quarantine/README.md"] {
            assert!(is_tracked(path), "{path}");
        }
        for path in [
            "log.md",
            "MANIFEST.sha256",
            ".vault-release.lock",
            ".vault-release/plan.json",
            ".vault-extern.json",
            "evals/x.sh",
            "bin/vault",
            "scripts/__pycache__/x.pyc",
            "a/b.pyc",
            "__pycache__/x.md",
            ".vault-release.lock.new",
            "sources/quarantine/x.md",
        ] {
            assert!(!is_tracked(path), "{path}");
        }
    }

    #[test]
    fn a_page_lies_exactly_one_folder_deep() {
        assert_eq!(page_parts("knowledge/a/b.md"), Some(("a", "b.md")));
        for path in ["knowledge/b.md", "knowledge/a/b/c.md", "knowledge/a/.md", "knowledge/a/B.MD"]
        {
            assert_eq!(page_parts(path), None, "{path}");
        }
    }
}

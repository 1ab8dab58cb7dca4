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

/// Where a commit prepares itself.
pub const STAGING: &str = ".vault-release";

/// Folders a vault must have.
pub const REQUIRED_FOLDERS: [&str; 4] = [KNOWLEDGE, RAW, DERIVED, QUARANTINE];

/// Host state at the top: the writer's lock and the one it is about to take, the bindings, the
/// staging of a commit.
const HOST_STATE: [&str; 4] = [".vault-release.lock", ".vault-release.lock.new", BINDINGS, STAGING];

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

/// Left in the root by version control and its services.
const OF_VERSION_CONTROL: [&str; 8] = [
    ".git",
    ".gitignore",
    ".gitattributes",
    ".github",
    ".gitlab-ci.yml",
    ".gitmodules",
    ".editorconfig",
    ".pre-commit-config.yaml",
];
/// Left anywhere by file managers and editors; some systems change the case.
const OF_TOOLS: [&str; 7] =
    [".DS_Store", "Thumbs.db", "desktop.ini", ".obsidian", ".vscode", ".idea", ".trash"];
/// Folders in which only content may lie.
const CONTENT_FOLDERS: [&str; 4] = [KNOWLEDGE, "sources", "graph", "notes"];

/// What a file or folder is to the vault.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// Content: read, and covered by the manifest.
    Tracked(Keep),
    /// Read, but not covered: the manifest itself, the log, the engine.
    Beside(Keep),
    /// Known and not read: material to be reviewed, trials, state of this host.
    Unread,
    /// What programs leave behind when they run, where only content may lie: an error.
    Refused,
    /// What others keep in the folder, such as version control and editors: never opened.
    Ignored,
}

/// Tells what the file or folder at `path` is to the vault: the one place that decides it.
pub fn part(path: &str) -> Part {
    let (top, below) = path.split_once('/').unwrap_or((path, ""));
    if OF_VERSION_CONTROL.contains(&top) || path.split('/').any(is_of_tools) {
        return Part::Ignored;
    }
    if HOST_STATE.contains(&top) || top == "evals" || is_unreviewed(path) {
        return Part::Unread;
    }
    if is_residue(path) {
        let among_content = !below.is_empty() && CONTENT_FOLDERS.contains(&top);
        return if among_content { Part::Refused } else { Part::Unread };
    }
    match path {
        LOG | MANIFEST | ENGINE_LIST => Part::Beside(Keep::Text),
        _ if top == ENGINE_FOLDER && !below.is_empty() => Part::Beside(Keep::Digest),
        _ => Part::Tracked(keep(path)),
    }
}

/// Whether the file at `path` belongs into the manifest.
pub fn is_tracked(path: &str) -> bool {
    matches!(part(path), Part::Tracked(_))
}

fn is_of_tools(name: &str) -> bool {
    OF_TOOLS.iter().any(|known| name.eq_ignore_ascii_case(known))
        || name.starts_with("._")
        || name.ends_with('~')
        || (name.len() > 1 && name.starts_with('#') && name.ends_with('#'))
        || is_swap_file(name)
}

/// Whether an editor keeps the state of an open file here: `.name.sw` and a letter.
fn is_swap_file(name: &str) -> bool {
    let suffix = name.strip_prefix('.').and_then(|name| name.rsplit_once('.'));
    suffix.is_some_and(|(stem, suffix)| {
        !stem.is_empty() && suffix.starts_with("sw") && suffix.chars().count() == 3
    })
}

fn is_unreviewed(path: &str) -> bool {
    in_folder(path, QUARANTINE).is_some() && path != QUARANTINE_README
}

/// Whether a program left this behind when it ran.
fn is_residue(path: &str) -> bool {
    path.ends_with(".pyc") || path.split('/').any(|name| name == "__pycache__")
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

fn keep(path: &str) -> Keep {
    match path {
        TYPES | REGISTER | EXTERNAL | ROUTER | INDEX | GRAPH | VERSION | SKILL => Keep::Text,
        CONCEPTS => Keep::Registry,
        _ if is_page(path) => Keep::Text,
        _ if in_folder(path, DERIVED).is_some() && path.ends_with(".json") => Keep::Registry,
        _ if in_folder(path, RAW).is_some() => Keep::Head,
        _ => Keep::Digest,
    }
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
            "knowledge/__pycache__/x.md",
        ] {
            assert!(!is_tracked(path), "{path}");
        }
    }

    #[test]
    fn what_others_leave_is_told_from_content() {
        for path in [
            ".git",
            ".git/config",
            ".github/workflows/x.yml",
            ".gitlab-ci.yml",
            "knowledge/a/.DS_Store",
            "knowledge/a/._b.md",
            "sources/Thumbs.db",
            "sources/raw/Desktop.ini",
            "knowledge/a/b.md~",
            "knowledge/a/.b.md.swp",
            "knowledge/a/#b.md#",
            ".obsidian/app.json",
            "notes/.trash/x.md",
            "sources/quarantine/.DS_Store",
        ] {
            assert_eq!(part(path), Part::Ignored, "{path}");
        }
        for path in [
            "knowledge/.git/x.md",
            "notes/.gitignore",
            "notes/#",
            "notes/.swp",
            "notes/a.swp",
            "notes/.a.swap",
        ] {
            assert!(is_tracked(path), "{path}");
        }
    }

    #[test]
    fn residue_is_refused_among_content_and_no_matter_elsewhere() {
        for path in ["knowledge/__pycache__/x.md", "sources/raw/x.pyc", "notes/a/__pycache__"] {
            assert_eq!(part(path), Part::Refused, "{path}");
        }
        for path in
            ["scripts/__pycache__/x.pyc", "x.pyc", "__pycache__", "sources/quarantine/x.pyc"]
        {
            assert_eq!(part(path), Part::Unread, "{path}");
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

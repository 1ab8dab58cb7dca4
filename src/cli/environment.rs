//! What the command line knows of this host: the only place that looks at its environment.

use std::ffi::OsString;
use std::path::PathBuf;

use crate::external::Settings;
use crate::storage::Io;
use crate::vault::Root;

/// Tells how web sources of a vault are reached. The cache never lies in the vault itself.
pub(super) fn web(root: &Root, io: &Io) -> Settings {
    Settings {
        offline: is_offline(),
        cache_home: cache_home().filter(|home| !home.starts_with(&root.path)),
        vault_name: root.name(),
        ca_file: variable("SKILLSAFE_CA_FILE").map(PathBuf::from),
        io: io.clone(),
    }
}

/// Whether `SKILLSAFE_OFFLINE` forbids every connection.
fn is_offline() -> bool {
    let value = variable("SKILLSAFE_OFFLINE").unwrap_or_default();
    matches!(value.to_string_lossy().trim(), "1" | "true" | "yes")
}

/// The user's cache folder; without one nothing is cached.
fn cache_home() -> Option<PathBuf> {
    let absolute = |path: OsString| Some(PathBuf::from(path)).filter(|path| path.is_absolute());
    variable("XDG_CACHE_HOME")
        .and_then(absolute)
        .or_else(|| Some(variable("HOME").and_then(absolute)?.join(".cache")))
}

#[allow(clippy::disallowed_methods, reason = "the one look at the environment")]
fn variable(name: &str) -> Option<OsString> {
    std::env::var_os(name)
}

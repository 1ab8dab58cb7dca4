//! `init`: a new vault, released and green at once.

use super::{Level, release};
use crate::commit::failure;
use crate::commit::{Change, Lock, commit};
use crate::diagnostic::Findings;
use crate::digest::Digest;
use crate::files::{Entry, FileError, Folder, HELD_LIMIT};
use crate::findings::Finding;
use crate::model::contract::{NAME_LIMIT, Scope, is_skill_name};
use crate::storage::{Building, FILE_MODE, Io, Refusal, StorageError, UNFINISHED, create, scratch};
use crate::text::yaml::scalar;
use crate::vault::layout;
use crate::vault::outside::Site;

/// The contract of this repository; new vaults get its body under a frontmatter of their own.
const CONTRACT: &str = include_str!("../../SKILL.md");
/// The rest of the contract, the same in every vault.
const CONTRACT_FILES: [(&str, &str); 17] = [
    (layout::TYPES, include_str!("../../schema/types.yaml")),
    ("schema/anchors.v1.schema.json", include_str!("../../schema/anchors.v1.schema.json")),
    (
        "schema/begriffswelten.v1.schema.json",
        include_str!("../../schema/begriffswelten.v1.schema.json"),
    ),
    ("schema/bindung.v1.schema.json", include_str!("../../schema/bindung.v1.schema.json")),
    ("schema/media.v1.schema.json", include_str!("../../schema/media.v1.schema.json")),
    (
        "schema/orchestrator.v1.schema.json",
        include_str!("../../schema/orchestrator.v1.schema.json"),
    ),
    ("schema/query.v1.schema.json", include_str!("../../schema/query.v1.schema.json")),
    ("schema/report.v1.schema.json", include_str!("../../schema/report.v1.schema.json")),
    ("schema/profil.md", include_str!("../../schema/profil.md")),
    ("references/antworten.md", include_str!("../../references/antworten.md")),
    ("references/befuellen.md", include_str!("../../references/befuellen.md")),
    ("references/begriffswelten.md", include_str!("../../references/begriffswelten.md")),
    ("references/export-okf.md", include_str!("../../references/export-okf.md")),
    ("references/externe-quellen.md", include_str!("../../references/externe-quellen.md")),
    ("references/lint.md", include_str!("../../references/lint.md")),
    ("references/mehrere-tresore.md", include_str!("../../references/mehrere-tresore.md")),
    ("references/multimodal.md", include_str!("../../references/multimodal.md")),
];
const CONCEPTS: &str = include_str!("skeleton/begriffswelten.json");
const PAGE: &str = include_str!("skeleton/seite.md");
const SOURCE: &str = include_str!("skeleton/quelle.md");
const REGISTER: &str = include_str!("skeleton/REGISTER.md");
const ROUTER: &str = include_str!("skeleton/ROUTER.md");
const DERIVED_README: &str = include_str!("skeleton/derived.md");
const GIT_IGNORE: &str = include_str!("skeleton/gitignore");
const GIT_ATTRIBUTES: &str = include_str!("skeleton/gitattributes");
const QUARANTINE_README: &str = include_str!("skeleton/quarantine.md");

const PAGE_PATH: &str = "knowledge/beispiel/erste-seite.md";
const SOURCE_PATH: &str = "sources/raw/S-0001__erste-quelle.md";
const DERIVED_README_PATH: &str = "sources/derived/README.md";

const DESCRIPTION: &str = include_str!("skeleton/beschreibung.txt");
/// What a release adds to the skeleton.
const RELEASED: [&str; 4] = [layout::INDEX, layout::GRAPH, layout::LOG, layout::MANIFEST];
/// Name where neither the command nor the folder gives one.
const DEFAULT_NAME: &str = "wissenstresor";

/// Makes a new vault at `site`, which must be absent or an empty folder. `name` is that of the
/// skill; without it the folder's own name serves if it can. `today` dates the example page and
/// the log.
pub fn init(
    site: &Site,
    io: &Io,
    name: Option<&str>,
    scope: Option<Scope>,
    today: &str,
) -> Result<(), Findings> {
    if let Some(name) = name.filter(|name| !is_skill_name(name)) {
        let limit = NAME_LIMIT as u64;
        return Err(Finding::InitName { name: name.to_owned(), limit }.into());
    }
    let own = Some(&*site.name).filter(|folder| is_skill_name(folder));
    let name = name.or(own).unwrap_or(DEFAULT_NAME);
    let files = skeleton(name, scope, today);
    let released = |root: &Folder| match release(root, io, Level::Minor, today)?.unfinished {
        None => Ok(()),
        Some(error) => Err(error.into()),
    };
    let fill = |building: &mut Building| {
        for (path, bytes) in &files {
            building.add_bytes(path, FILE_MODE, bytes)?;
        }
        released(building.folder()).map_err(Refusal::Check)
    };
    match fresh_repository(site) {
        Some(folder) => settle(site, &folder, io, &files, fill),
        None => {
            create(&site.parent, io, &site.name, fill).map_err(|refusal| unplaced(site, refusal))
        }
    }
}

/// Why there is no new vault at its place.
fn unplaced(site: &Site, refusal: Refusal<Findings>) -> Findings {
    match refusal {
        Refusal::Failed(StorageError::Target { path, source }) if path == site.name => {
            site.refused(source).into()
        }
        refusal => failure::refused(refusal),
    }
}

/// The folder at the place of the new vault, if all it holds is a repository.
fn fresh_repository(site: &Site) -> Option<Folder> {
    let folder = site.parent.open_folder(&site.name).ok()?;
    let entries = folder.entries().ok()?;
    let is_git = |entry: &Entry| entry.name == b".git";
    (!entries.is_empty() && entries.iter().all(is_git)).then_some(folder)
}

/// Makes the vault in a folder that holds something already: built and released beside it, then
/// put there in one commit, since no folder can take the place of one that is not empty.
fn settle(
    site: &Site,
    folder: &Folder,
    io: &Io,
    files: &[(&str, Vec<u8>)],
    fill: impl FnOnce(&mut Building<'_>) -> Result<(), Refusal<Findings>>,
) -> Result<(), Findings> {
    let built = scratch(&site.parent, io, &format!("{}{UNFINISHED}", site.name), |building| {
        fill(building)?;
        let paths = files.iter().map(|(path, _)| *path).chain(RELEASED);
        let change = |path: &str| {
            let after = building.folder().read_file(path, HELD_LIMIT)?;
            Ok(Change { path: path.to_owned(), before: None, after })
        };
        let changes: Result<Vec<_>, FileError> = paths.map(change).collect();
        changes.map_err(|error| Refusal::Check(site.refused(error).into()))
    });
    let changes = built.map_err(|refusal| unplaced(site, refusal))?;
    let done = commit(Lock::acquire(folder, io)?, changes, || Ok(()), || Ok(()))?;
    match done.unfinished {
        None => Ok(()),
        Some(error) => Err(error.unfinished().into()),
    }
}

/// Everything a curator would have written, before its first release.
fn skeleton(name: &str, scope: Option<Scope>, today: &str) -> Vec<(&'static str, Vec<u8>)> {
    let digest = Digest::of(SOURCE.as_bytes()).to_string();
    let register = REGISTER.replace("{digest}", &digest).replace("{today}", today);
    let texts = [
        (layout::SKILL, contract(name, scope)),
        (layout::CONCEPTS, CONCEPTS.to_owned()),
        (layout::REGISTER, register),
        (layout::ROUTER, ROUTER.to_owned()),
        (layout::VERSION, "0.0.0\n".to_owned()),
        (PAGE_PATH, PAGE.replace("{today}", today)),
        (SOURCE_PATH, SOURCE.to_owned()),
        (DERIVED_README_PATH, DERIVED_README.to_owned()),
        (layout::QUARANTINE_README, QUARANTINE_README.to_owned()),
        (".gitignore", GIT_IGNORE.to_owned()),
        (".gitattributes", GIT_ATTRIBUTES.to_owned()),
    ];
    let contract = CONTRACT_FILES.map(|(path, text)| (path, text.to_owned()));
    let files = texts.into_iter().chain(contract);
    files.map(|(path, text)| (path, text.into_bytes())).collect()
}

fn contract(name: &str, scope: Option<Scope>) -> String {
    let body = CONTRACT.split_once("\n---\n").map_or(CONTRACT, |(_, body)| body);
    let scope = scope.map(|scope| format!(" Scope: {}", scope.title())).unwrap_or_default();
    let description = format!("{}{scope}", DESCRIPTION.trim_end());
    format!("---\nname: {name}\ndescription: {}\n---\n{body}", scalar(&description))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_contract_keeps_its_body_and_states_the_scope() {
        let text = contract("projekt-x", Some(Scope::Project));
        assert!(text.starts_with("---\nname: projekt-x\n"));
        assert!(text.contains(" Scope: Projekt\"\n---\n"));
        assert!(text.contains("## Sechs eiserne Regeln"));
        assert_eq!(text.matches("\nname: ").count(), 1);
    }
}

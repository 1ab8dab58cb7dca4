//! `export`, through the binary: bundles as recorded, byte-identical, well-formed for others, and
//! put in their place whole or not at all.

#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![allow(clippy::disallowed_methods, clippy::disallowed_types)]

mod support;

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use serde_json::Value;
use support::failing::Failing;
use support::{Run, TestEnv, Tree, fixture, recorded_document};
use vault::files::Folder;
use vault::findings::Code;
use vault::publish::okf::{Bundle, ExportFolder, Originals};
use vault::storage::{Action, Io, Observer, Operation};
use vault::vault::{Snapshot, read};

const SEEDS: [u32; 2] = [101, 103];

/// Contents of files by their paths.
type Files = BTreeMap<String, Vec<u8>>;

fn export(env: &TestEnv, out: &Path, more: &[&str]) -> Run {
    let out = out.to_str().unwrap();
    env.vault(&[&["export", "--okf", "--out", out], more].concat())
}

/// The files of a fresh export.
fn bundle(env: &TestEnv, more: &[&str]) -> Files {
    let out = tempfile::tempdir().unwrap();
    let run = export(env, &out.path().join("bundle"), more);
    assert_eq!(run.code, 0, "{run:?}");
    files(&out.path().join("bundle"))
}

/// All files of a folder; of a link, where it leads.
fn files(root: &Path) -> Files {
    let mut found = Files::new();
    let mut folders = vec![PathBuf::new()];
    while let Some(below) = folders.pop() {
        for entry in fs::read_dir(root.join(&below)).unwrap() {
            let path = below.join(entry.unwrap().file_name());
            let meta = fs::symlink_metadata(root.join(&path)).unwrap();
            if meta.is_dir() {
                folders.push(path);
            } else {
                let at = root.join(&path);
                let bytes = match fs::read_link(&at) {
                    Ok(leads_to) => leads_to.into_os_string().into_encoded_bytes(),
                    Err(_) => fs::read(at).unwrap(),
                };
                found.insert(path.to_str().unwrap().to_owned(), bytes);
            }
        }
    }
    found
}

fn text<'b>(bundle: &'b Files, path: &str) -> &'b str {
    std::str::from_utf8(&bundle[path]).unwrap()
}

/// What is left of a line before its description, which is prose of ours.
fn undescribed(line: &str) -> &str {
    line.split_once(" - ").map_or(line, |(link, _)| link)
}

#[test]
fn bundles_as_recorded() {
    for seed in SEEDS {
        let bundle = bundle(&TestEnv::released(seed), &[]);
        let recorded = recorded_document(&format!("parity/outputs/outputs-{seed}.json"));
        let recorded = recorded["export"].as_object().unwrap();
        assert!(bundle.keys().eq(recorded.keys()), "{:?}", bundle.keys());
        for (path, wanted) in recorded {
            match (path.as_str(), wanted) {
                // Recorded is only that there is one.
                ("log.md", _) => {}
                (_, Value::String(wanted)) => {
                    assert_eq!(text(&bundle, path), wanted, "{seed} {path}");
                }
                (_, lines) => {
                    let lines = lines.as_array().unwrap().iter().map(|line| line.as_str().unwrap());
                    let said = |line: &&str| !line.is_empty();
                    let wanted: Vec<_> = lines.map(undescribed).filter(said).collect();
                    let ours = text(&bundle, path).lines().map(undescribed).filter(said);
                    assert_eq!(ours.collect::<Vec<_>>(), wanted, "{seed} {path}");
                }
            }
        }
    }
}

#[test]
fn originals_go_with_it_when_asked_for() {
    for seed in SEEDS {
        let env = TestEnv::released(seed);
        let bundle = bundle(&env, &["--with-sources"]);
        let recorded = recorded_document(&format!("parity/outputs/outputs-{seed}.json"));
        let paths = recorded["export_with_sources_paths"].as_array().unwrap();
        assert!(bundle.keys().eq(paths.iter().map(|path| path.as_str().unwrap())));
        for (path, wanted) in recorded["export_with_sources_page"].as_object().unwrap() {
            assert_eq!(text(&bundle, path), wanted.as_str().unwrap(), "{seed} {path}");
        }
        for (path, bytes) in bundle.iter().filter(|(path, _)| path.starts_with("sources/")) {
            assert_eq!(bytes, &fs::read(env.root().join(path)).unwrap(), "{path}");
        }
    }
}

#[test]
fn the_log_goes_by_days() {
    let env = TestEnv::released(103);
    env.write(
        "log.md",
        "# Log\n\n## [2026-01-01] note | a | b\nlose Zeile\n## [2026-02-01] ingest | c\n\
         ## [2026-01-01] update | d\n",
    );
    let grouped = "# Log\n\n## 2026-02-01\n\n* **Ingest**: c\n\n\
                   ## 2026-01-01\n\n* **Note**: a | b\n* **Update**: d\n";
    assert_eq!(text(&bundle(&env, &[]), "log.md"), grouped);
    env.write("log.md", "# Log\n");
    assert!(!bundle(&env, &[]).contains_key("log.md"));
}

#[test]
fn exports_of_a_release_are_byte_identical() {
    for more in [&[][..], &["--with-sources"]] {
        let first = bundle(&TestEnv::bundled(), more);
        let env = TestEnv::bundled();
        assert!(first == bundle(&env, more) && first == bundle(&env, more));
        assert!(first.len() > 5, "{:?}", first.keys());
    }
}

/// The frontmatter of a document as a parser reads it that is not ours, and the body.
fn parsed<'b>(bundle: &'b Files, path: &str) -> (Value, &'b str) {
    let rest = text(bundle, path).strip_prefix("---\n");
    let (yaml, body) = rest.and_then(|rest| rest.split_once("\n---\n")).expect(path);
    (serde_norway::from_str(yaml).unwrap_or_else(|error| panic!("{path}: {error}")), body)
}

fn is_concept(path: &str) -> bool {
    path.contains('/') && !path.ends_with("/index.md") && !path.starts_with("sources/")
}

/// Every vault there is, each with what it takes to release it.
fn vaults() -> Vec<TestEnv> {
    let seeds = [101, 102, 103, 104, 301];
    let known = fs::read_dir(fixture("parity/vaults")).unwrap().count();
    assert_eq!(known, seeds.len(), "a fixture is left out");
    seeds.into_iter().map(TestEnv::released).chain([TestEnv::bundled()]).collect()
}

/// OKF v0.2, section 11: every concept document has YAML frontmatter with a type.
#[test]
fn concept_documents_have_yaml_frontmatter_with_a_type() {
    for env in vaults() {
        let bundle = bundle(&env, &[]);
        let mut documents = 0;
        for path in bundle.keys().filter(|path| is_concept(path)) {
            let (fields, _) = parsed(&bundle, path);
            let page = env.read(&format!("knowledge/{path}"));
            let (front, _) = page[4..].split_once("\n---\n").unwrap();
            let said = |key: &str| {
                let line = front.lines().find_map(|line| line.strip_prefix(key)).unwrap();
                line.trim_matches([':', ' ', '"', '\'']).to_owned()
            };
            assert!(fields.is_object() && !said("type").is_empty(), "{path}");
            for key in ["type", "title"] {
                assert_eq!(fields[key], said(key), "{path} {key}");
            }
            assert!(fields["sources"].as_array().is_some_and(|list| !list.is_empty()), "{path}");
            documents += 1;
        }
        assert!(documents > 3);
    }
}

/// What a page says comes back as the text it was, whatever else YAML would read in it.
#[test]
fn texts_stay_texts() {
    let odd = TestEnv::released(103);
    let page = "knowledge/antrag-01/leitung-anlage-0002.md";
    let types = odd.read("schema/types.yaml");
    let at = types.find("konzept:").unwrap();
    let kind = types[at..].split("\n\n").next().unwrap().replacen("konzept", "null", 1);
    odd.write("schema/types.yaml", &format!("{types}\n{kind}\n"));
    for (title, tag) in [
        ("@a \\b \"c\": #d [e]", "a: b"),
        ("true", "1.0"),
        ("2026-01-01", "1e3"),
        ("0x1F", "null"),
        ("- a", "{x}"),
    ] {
        let lines = odd.read(page);
        let lines = lines.lines().map(|line| match line.split_once(": ") {
            Some(("type", _)) => "type: null\n".to_owned(),
            Some(("title", _)) => format!("title: {title}\n"),
            Some(("tags", _)) => format!("tags: [{tag}, zweites]\n"),
            _ => format!("{line}\n"),
        });
        odd.write(page, &lines.collect::<String>());
        let run = odd.vault(&["release"]);
        assert_eq!(run.code, 0, "{run:?}");
        let bundle = bundle(&odd, &[]);
        let (fields, _) = parsed(&bundle, "antrag-01/leitung-anlage-0002.md");
        assert_eq!(fields["type"], "null");
        assert_eq!(fields["title"], title);
        assert_eq!(fields["tags"], serde_json::json!([tag, "zweites"]));
    }
}

/// Targets of everything that is written like an inline link, in code too.
fn targets(body: &str) -> Vec<&str> {
    let links = body.split("](").skip(1);
    links.map(|rest| rest.split([')', '>']).next().unwrap().trim_start_matches('<')).collect()
}

/// The path a link of a document leads to; `None` if it leaves the bundle.
fn leads_to(path: &str, target: &str) -> Option<String> {
    let target = target.split('#').next().unwrap();
    let outside =
        ["http://", "https://", "mailto:"].iter().any(|scheme| target.starts_with(scheme));
    if outside || target.is_empty() {
        return None;
    }
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let joined = match target.strip_prefix('/') {
        Some(absolute) => absolute.to_owned(),
        None => format!("{folder}/{target}"),
    };
    let joined = joined.trim_start_matches('/').to_owned();
    Some(if joined.ends_with('/') { joined + "index.md" } else { joined })
}

#[test]
fn links_lead_to_files_of_the_bundle_and_listings_name_every_page() {
    for env in vaults() {
        for more in [&[][..], &["--with-sources"]] {
            let bundle = bundle(&env, more);
            let mut followed = 0;
            for path in bundle.keys().filter(|path| !path.starts_with("sources/")) {
                for target in targets(text(&bundle, path)) {
                    let Some(found) = leads_to(path, target) else { continue };
                    assert!(bundle.contains_key(&found), "{path} leads to {found}");
                    followed += 1;
                }
            }
            assert!(followed > 6, "{followed}");
            for path in bundle.keys().filter(|path| is_concept(path)) {
                let (folder, _) = path.split_once('/').unwrap();
                let listing = format!("{folder}/index.md");
                let lists = |listing: &str, target: &str| {
                    let found = targets(text(&bundle, listing)).into_iter();
                    found.filter_map(|link| leads_to(listing, link)).any(|link| link == target)
                };
                assert!(lists(&listing, path), "{listing} lists {path}");
                assert!(lists("index.md", &listing), "index.md lists {listing}");
                let (fields, body) = parsed(&bundle, path);
                for source in fields["sources"].as_array().unwrap() {
                    let resource = source["resource"].as_str().unwrap();
                    let original = resource.strip_prefix("/sources/");
                    if let Some(original) = original {
                        assert!(bundle.contains_key(&format!("sources/{original}")), "{resource}");
                    }
                }
                // Every reference to a source has its note.
                let notes: Vec<_> =
                    body.lines().filter_map(|line| line.split_once("]: ")).collect();
                for claim in body.lines().filter(|line| line.starts_with("- **C-")) {
                    let (_, cited) = claim.rsplit_once("[^").unwrap();
                    let cited = format!("[^{}", cited.trim_end_matches(']'));
                    assert!(notes.iter().any(|(note, _)| *note == cited), "{path}: {cited}");
                }
            }
        }
    }
}

#[test]
fn an_earlier_export_is_replaced_whole() {
    let env = TestEnv::released(103);
    let out = env.beside("bundle");
    fs::create_dir(&out).unwrap();
    assert_eq!(export(&env, &out, &["--with-sources"]).code, 0);
    fs::write(out.join("antrag-01/stale.md"), "x").unwrap();
    let run = export(&env, &out, &[]);
    assert_eq!(run.code, 0, "{run:?}");
    assert_eq!(run.stdout.lines().count(), 1, "{run:?}");
    assert!(run.stdout.contains("8 Seiten, 11 Dateien"), "{run:?}");
    assert!(files(&out) == bundle(&env, &[]));
    assert!(!env.beside("bundle.neu").exists());
    let mode = |path: &str| fs::metadata(out.join(path)).unwrap().permissions().mode() & 0o7777;
    assert_eq!((mode(""), mode("antrag-01"), mode("index.md")), (0o755, 0o755, 0o644));
}

#[test]
fn refused_targets_stay_as_they_are() {
    let env = TestEnv::released(103);
    let full = env.beside("full");
    fs::create_dir(&full).unwrap();
    fs::write(full.join("index.md"), "---\ntitle: x\n---\n").unwrap();
    fs::write(env.beside("file"), "x").unwrap();
    for folder in [".claude/skills", ".codex", "empty"] {
        fs::create_dir_all(env.beside(folder)).unwrap();
    }
    symlink("empty", env.beside("link")).unwrap();
    symlink("vault", env.beside("inside")).unwrap();
    symlink(".claude", env.beside("agents")).unwrap();
    let scratch = env.beside("");
    let before = files(&scratch);
    for target in [
        "full",
        "file",
        "link",
        "vault",
        "vault/bundle",
        "inside/bundle",
        "empty/../vault/bundle",
        "",
        "missing/bundle",
        ".claude",
        ".claude/skills/bundle",
        ".codex/bundle",
        "agents/bundle",
    ] {
        let run = export(&env, &env.beside(target), &[]);
        assert_eq!((run.code, &*run.stdout), (1, ""), "{target}: {run:?}");
        assert!(run.stderr.contains("export-target"), "{target}: {run:?}");
        assert!(files(&scratch) == before, "{target}");
    }
    assert_eq!(fs::read_dir(env.beside("empty")).unwrap().count(), 0);
}

/// What is wrong with a place that has no name, or cannot be replaced under the caller's feet.
#[test]
fn a_refusal_says_what_is_wrong_with_the_place() {
    let env = TestEnv::released(103);
    let out = env.beside("bundle");
    assert_eq!(export(&env, &out, &[]).code, 0);
    let before = files(&out);
    let inside = out.join("antrag-01");
    for (target, reason) in [
        (".", "ist der aktuelle Ordner"),
        ("..", "endet nicht mit einem Namen"),
        ("/", "endet nicht mit einem Namen"),
        ("fehlt/..", "endet nicht mit einem Namen"),
        ("../../bundle", "oder enthält ihn"),
        ("fehlt/bundle", "der übergeordnete Ordner fehlt"),
        ("../index.md/bundle", "kein Ordner"),
        ("../../vault", "liegt im Tresor"),
        ("../../vault/bundle", "liegt im Tresor"),
        ("../../../", "endet nicht mit einem Namen"),
    ] {
        let run = env.vault_in(&["export", "--okf", "--out", target], &inside, &[]);
        let refused = run.code == 1 && run.stderr.contains("export-target");
        assert!(refused && run.stderr.contains(reason), "{target}: {run:?}");
    }
    let holder = env.root();
    let run = export(&env, holder.parent().unwrap(), &[]);
    assert!(run.stderr.contains("enthält den Tresor"), "{run:?}");
    assert!(files(&out) == before);
}

#[test]
fn only_a_clean_release_is_exported() {
    let page = "knowledge/antrag-01/leitung-anlage-0002.md";
    for (path, more) in [(page, "x\n"), ("INDEX.md", "x\n"), ("MANIFEST.sha256", "x")] {
        let env = TestEnv::released(103);
        env.write(path, &(env.read(path) + more));
        let run = export(&env, &env.beside("bundle"), &[]);
        assert_eq!(run.code, 1, "{path}: {run:?}");
        assert!(!env.beside("bundle").exists() && !env.beside("bundle.neu").exists());
    }
    let env = TestEnv::released(103);
    assert_eq!(env.vault(&["export", "--out", "/nowhere"]).code, 2);
}

/// Some bundle that is not the vault's.
fn other_bundle() -> Bundle {
    let index = "---\nokf_version: \"0.2\"\n---\n".to_owned();
    [("index.md", index), ("a/b.md", "x".to_owned())]
        .map(|(path, text)| (path.to_owned(), text))
        .into()
}

/// The snapshot of a vault, and the paths of its originals.
fn originals(root: &Folder) -> (Snapshot, Vec<String>) {
    let snapshot = read(root).unwrap();
    let raw = snapshot.files.iter().filter(|file| file.path.starts_with("sources/raw/"));
    let paths = raw.map(|file| file.path.clone()).collect();
    (snapshot, paths)
}

#[test]
fn whichever_call_fails_the_target_is_old_or_new() {
    let vault = TestEnv::released(103);
    let earlier = bundle(&vault, &[]);
    let root = Folder::open_root(&vault.root()).unwrap();
    let (snapshot, paths) = originals(&root);
    let raw = [snapshot.file(&paths[0]).unwrap()];
    let originals = Originals { root: &root, files: &raw };
    let bundle = other_bundle();
    let mut new: Files =
        bundle.iter().map(|(path, text)| (path.clone(), text.as_bytes().to_vec())).collect();
    new.insert(paths[0].clone(), fs::read(vault.root().join(&paths[0])).unwrap());
    let scratch = tempfile::tempdir().unwrap();
    let out = scratch.path().join("bundle");
    let mut kept = 0;
    for number in 0.. {
        let _ = fs::remove_dir_all(scratch.path().join("bundle.neu"));
        assert_eq!(export(&vault, &out, &[]).code, 0);
        let target = ExportFolder::new(&out, &vault.root()).unwrap();
        match target.write(&Io::observed(Failing(number)), &bundle, originals) {
            Err(_) => {
                assert!(files(&out) == earlier, "call {number}");
                assert!(!scratch.path().join("bundle.neu").exists(), "call {number}");
                kept += 1;
            }
            Ok(left) => {
                assert!(files(&out) == new, "call {number}");
                if left.is_none() {
                    break;
                }
            }
        }
    }
    assert!(kept > 20, "{kept}");
}

/// The originals are copied after they were verified.
#[test]
fn an_original_that_changes_meanwhile_is_not_exported() {
    let vault = TestEnv::released(103);
    let earlier = bundle(&vault, &[]);
    let out = vault.beside("bundle");
    assert_eq!(export(&vault, &out, &[]).code, 0);
    let root = Folder::open_root(&vault.root()).unwrap();
    let (snapshot, paths) = originals(&root);
    let raw = [snapshot.file(&paths[0]).unwrap()];
    let target = ExportFolder::new(&out, &vault.root()).unwrap();
    let path = vault.root().join(&paths[0]);
    let longer = [fs::read(&path).unwrap(), b"x".to_vec()].concat();
    let shorter = longer[..longer.len() - 2].to_vec();
    for bytes in [Some(longer), Some(shorter), None] {
        match &bytes {
            Some(bytes) => fs::write(&path, bytes).unwrap(),
            None => fs::remove_file(&path).unwrap(),
        }
        let originals = Originals { root: &root, files: &raw };
        let found = target.write(&Io::new(), &other_bundle(), originals).unwrap_err();
        let code = if bytes.is_some() { Code::WriteInputsChanged } else { Code::TreeUnreadable };
        assert_eq!(Code::of(&found[0]).unwrap(), code);
        assert!(files(&out) == earlier);
        assert!(!vault.beside("bundle.neu").exists());
    }
}

/// Puts somebody's folder in the place of the target just before the first exchange.
struct Interfering {
    out: PathBuf,
    done: bool,
}

impl Observer for Interfering {
    fn before(&mut self, _number: u64, operation: &Operation<'_>) -> std::io::Result<()> {
        if operation.action == Action::Exchange && !std::mem::replace(&mut self.done, true) {
            fs::rename(&self.out, self.out.with_extension("moved"))?;
            fs::create_dir(&self.out)?;
            fs::write(self.out.join("work"), "x")?;
        }
        Ok(())
    }
}

#[test]
fn what_came_in_place_of_an_earlier_export_stays() {
    let vault = TestEnv::released(103);
    let out = vault.beside("bundle");
    assert_eq!(export(&vault, &out, &[]).code, 0);
    let target = ExportFolder::new(&out, &vault.root()).unwrap();
    let io = Io::observed(Interfering { out: out.clone(), done: false });
    let root = Folder::open_root(&vault.root()).unwrap();
    let originals = Originals { root: &root, files: &[] };
    let found = target.write(&io, &other_bundle(), originals).unwrap_err();
    assert_eq!(Code::of(&found[0]).unwrap(), Code::WriteTargetChanged);
    assert_eq!(fs::read_to_string(out.join("work")).unwrap(), "x");
    assert!(!vault.beside("bundle.neu").exists());
}

/// An export reads like `validate`: what it takes is held to its digests, locked or not.
#[test]
fn a_lock_does_not_keep_a_release_from_being_exported() {
    let env = TestEnv::bundled();
    let free = bundle(&env, &[]);
    env.write(".vault-release.lock", "pid=1\n");
    assert!(bundle(&env, &[]) == free);
}

#[test]
fn another_vault_is_no_place_for_an_export() {
    let (env, other) = (TestEnv::bundled(), TestEnv::released(101));
    let before = Tree::read(&other.root());
    let target = other.root().join("knowledge/bundle");
    let run = env.vault(&["export", "--okf", "--out", target.to_str().unwrap()]);
    assert_eq!(run.code, 1, "{run:?}");
    assert!(run.stderr.contains("export-target"), "{run:?}");
    assert!(before == Tree::read(&other.root()), "the other vault was changed");
}

/// What only looks like an export is somebody's work.
#[test]
fn a_folder_that_is_no_export_or_more_than_one_stays() {
    let env = TestEnv::bundled();
    let target = env.beside("bundle");
    let whole = "---\nokf_version: \"0.2\"\n---\n";
    for (index, more) in [
        ("---\nokf_version: 0.2\n\n# No end\n", "okf/notes.md"),
        ("---\nokf_version:\n---\n", "okf/notes.md"),
        ("okf_version: 0.2\n", "okf/notes.md"),
        (whole, ".git"),
        (whole, "okf/.git/HEAD"),
        (whole, "okf/.obsidian.md"),
        (whole, "sources/raw/.x.md"),
        (whole, "notes.md"),
        (whole, "okf/notes.txt"),
        (whole, "okf/deeper/notes.md"),
        (whole, "sources/notes.pdf"),
        (whole, "sources/derived/notes.md"),
        (whole, "sources/raw/deeper/notes.md"),
    ] {
        let more = target.join(more);
        fs::create_dir_all(more.parent().unwrap()).unwrap();
        fs::write(target.join("index.md"), index).unwrap();
        fs::write(&more, "mine").unwrap();
        let run = export(&env, &target, &[]);
        assert_eq!(run.code, 1, "{more:?}: {run:?}");
        assert!(run.stderr.contains("export-target"), "{more:?}: {run:?}");
        assert_eq!(fs::read_to_string(&more).unwrap(), "mine");
        fs::remove_dir_all(&target).unwrap();
    }
    assert_eq!(export(&env, &target, &["--with-sources"]).code, 0);
    symlink("../../vault", target.join("okf/vault.md")).unwrap();
    assert_eq!(export(&env, &target, &[]).code, 1);
    fs::remove_file(target.join("okf/vault.md")).unwrap();
    assert_eq!(export(&env, &target, &[]).code, 0);
}

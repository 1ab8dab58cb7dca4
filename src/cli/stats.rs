//! `vault stats`: counts, also of an invalid vault.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::context::Context;
use super::failure::{Outcome, exit};
use crate::check;
use crate::diagnostic::Severity;
use crate::model::Vault;
use crate::model::page::Page;
use crate::text::visible::visible;

#[derive(Debug, clap::Args)]
pub(super) struct Args {}

pub(super) fn run(Args {}: Args, context: &Context) -> Outcome {
    let root = context.root()?;
    let snapshot = context.read(&root)?;
    let validated = check::validate(&snapshot);
    let count = |severity| {
        validated.diagnostics.iter().filter(|found| found.severity() == severity).count()
    };
    let (errors, warnings) = (count(Severity::Error), count(Severity::Warning));
    let vault = &validated.vault;
    let mut text = figures(vault);
    let _ = writeln!(text, "Fehler: {errors}\nWarnungen: {warnings}");
    for (heading, key) in GROUPS {
        let _ = writeln!(text, "{heading}:");
        for (name, pages) in grouped(vault, key) {
            let _ = writeln!(text, "  {}: {pages}", visible(name));
        }
    }
    context.out.print(&text)?;
    Ok(exit(true))
}

/// A heading and what pages are counted by under it.
type Group = (&'static str, for<'p> fn(&'p Page<'p>) -> &'p str);

const GROUPS: [Group; 4] = [
    ("Domänen", |page| page.text("domain")),
    ("Typen", |page| page.text("type")),
    ("Status", |page| page.status()),
    ("Vertrauensstufen", |page| page.trust_tier().as_str()),
];

fn figures(vault: &Vault) -> String {
    let edges: usize = vault.pages.iter().map(|page| page.relations().count()).sum();
    let anchors: usize = vault.anchors.iter().map(|anchors| anchors.anchors.len()).sum();
    let figures = [
        ("Seiten", vault.pages.len()),
        ("Claims", vault.claim_count()),
        ("Quellen", vault.sources.len()),
        ("Relationen", edges),
        ("Begriffswelten", vault.concepts.worlds.len()),
        ("Begriffe", vault.concepts.concepts.len()),
        ("Medienregister", vault.media.len()),
        ("Externe Quellen", vault.external.len()),
        ("Satzanker", anchors),
        ("Kataloge", vault.catalogs.len()),
    ];
    figures.iter().map(|(name, count)| format!("{name}: {count}\n")).collect()
}

fn grouped<'p>(
    vault: &'p Vault<'p>,
    key: for<'q> fn(&'q Page<'q>) -> &'q str,
) -> BTreeMap<&'p str, usize> {
    let mut groups = BTreeMap::new();
    for page in &vault.pages {
        *groups.entry(key(page)).or_default() += 1;
    }
    groups
}

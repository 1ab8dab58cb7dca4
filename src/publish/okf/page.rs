//! A page as a concept document of a bundle.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{Display, Write};

use super::link;
use crate::model::page::Page;
use crate::model::reviewer::okf_actor;
use crate::model::sources::{Cited, ExternalSource, Source};
use crate::model::{PROFILE, Vault};
use crate::text::sentences::first_sentence;
use crate::text::values::is_calendar_day;
use crate::text::whitespace::trim;
use crate::text::yaml::{flow_string, scalar, string};

/// Heading of the section that a description is taken from, in lower case.
const SUMMARY: &str = "kurzfassung";

/// What a bundle holds of the registered sources.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sources {
    /// What they are.
    Described,
    /// Their originals too, which the texts point to.
    Included,
}

/// The whole document.
pub(super) fn document(page: &Page, vault: &Vault, sources: Sources) -> String {
    let mut out = String::with_capacity(2 * page.body.len() + 1024);
    frontmatter(page, vault, sources, &mut out);
    body(page, &mut out);
    relations(page, &mut out);
    footnotes(page, vault, &mut out);
    out
}

/// The first sentence of the summary, if there is one.
pub(super) fn description(body: &str) -> Option<String> {
    let is_summary = |line: &&str| {
        let heading = line.strip_prefix("## ");
        heading.is_some_and(|heading| trim(heading).to_lowercase() == SUMMARY)
    };
    let mut lines = body.split('\n');
    lines.find(is_summary)?;
    let paragraph: Vec<&str> = lines
        .map(trim)
        .skip_while(|line| line.is_empty())
        .take_while(|line| !line.is_empty() && !line.starts_with('#'))
        .collect();
    if paragraph.is_empty() { None } else { Some(first_sentence(&paragraph.join(" "))) }
}

fn frontmatter(page: &Page, vault: &Vault, sources: Sources, out: &mut String) {
    out.push_str("---\n");
    field(out, "type", page.text("type"));
    field(out, "title", page.title());
    if let Some(description) = description(page.body) {
        field(out, "description", &description);
    }
    list(out, "tags", page.fields.list("tags"));
    field(out, "status", status(page.status()));
    if let (Some(by), Some(at)) = (page.reviewed_by(), page.reviewed_at()) {
        let by = okf_actor(by);
        line(out, format_args!("verified: {{ by: {}, at: {} }}", flow_string(&by), scalar(at)));
    }
    out.push_str("sources:\n");
    for id in page.fields.list("sources") {
        if let Some(source) = vault.source(id) {
            local(source, sources, out);
        }
    }
    for id in page.fields.list("externe_quellen") {
        if let Some(source) = vault.external(id) {
            external(source, out);
        }
    }
    field(out, "oksv_profile", PROFILE);
    field(out, "oksv_domain", page.folder);
    field(out, "oksv_version", page.text("version"));
    field(out, "oksv_confidence", page.confidence());
    day(out, "oksv_stand", page.as_of());
    let concepts = || page.concepts().iter().filter_map(|id| vault.concepts.get(id));
    list(out, "oksv_concepts", &concepts().map(|concept| &*concept.id).collect::<Vec<_>>());
    let labels: Vec<&str> = concepts().map(|concept| &*concept.preferred).collect();
    list(out, "oksv_concept_labels", &labels);
    out.push_str("---\n");
}

fn status(status: &str) -> &str {
    match status {
        "aktiv" => "stable",
        "veraltet" => "deprecated",
        "in-pruefung" => "draft",
        other => other,
    }
}

fn local(source: &Source, sources: Sources, out: &mut String) {
    let resource = match sources {
        Sources::Included => format!("/{}", source.file),
        Sources::Described => format!("registered source {}, file not exported", source.id),
    };
    entry(out, source.cited(), &resource);
}

fn external(source: &ExternalSource, out: &mut String) {
    let resource = if source.is_web() {
        source.target.to_owned()
    } else {
        format!("external reference {}, {}, not exported", source.id, source.title)
    };
    entry(out, source.cited(), &resource);
    field(out, "    oksv_external_kind", source.kind);
}

fn entry(out: &mut String, cited: Cited, resource: &str) {
    let Cited { id, title, as_of, trust, .. } = cited;
    field(out, "  - id", id);
    field(out, "    resource", resource);
    field(out, "    title", title);
    if is_calendar_day(as_of) {
        day(out, "    last_modified", as_of);
    }
    field(out, "    oksv_trust", trust);
}

/// A field whose value stays a text.
fn field(out: &mut String, key: &str, value: &str) {
    line(out, format_args!("{key}: {}", string(value)));
}

/// A field with a calendar day, as YAML knows them.
fn day(out: &mut String, key: &str, value: &str) {
    line(out, format_args!("{key}: {}", scalar(value)));
}

/// A field with a list; without items there is none.
fn list(out: &mut String, key: &str, items: &[&str]) {
    if !items.is_empty() {
        let items: Vec<_> = items.iter().map(|item| flow_string(item)).collect();
        line(out, format_args!("{key}: [{}]", items.join(", ")));
    }
}

fn line(out: &mut String, text: impl Display) {
    // writing to a string cannot fail
    let _ = writeln!(out, "{text}");
}

/// The body as it is, with a reference to its source after every claim.
fn body(page: &Page, out: &mut String) {
    let cited: BTreeMap<usize, &str> =
        page.claims.iter().map(|claim| (claim.line, claim.source)).collect();
    let body = page.body.strip_suffix('\n').unwrap_or(page.body);
    for (number, text) in (page.body_line..).zip(body.split('\n')) {
        match cited.get(&number) {
            Some(source) => line(out, format_args!("{text}[^{source}]")),
            None => line(out, text),
        }
    }
}

fn relations(page: &Page, out: &mut String) {
    let mut relations = page.relations().peekable();
    if relations.peek().is_none() {
        return;
    }
    out.push_str("\n## Beziehungen\n\n");
    for (name, target) in relations {
        let file = target.rsplit('/').next().unwrap_or(target);
        let stem = file.strip_suffix(".md").unwrap_or(file);
        line(out, format_args!("- {name}: {}", link(stem, &format!("/{target}"))));
    }
    out.push('\n');
}

/// One footnote per cited source.
fn footnotes(page: &Page, vault: &Vault, out: &mut String) {
    let cited: BTreeSet<&str> = page.claims.iter().map(|claim| claim.source).collect();
    if !cited.is_empty() {
        out.push('\n');
    }
    for id in cited {
        if let Some(source) = vault.source(id) {
            line(out, format_args!("[^{id}]: {}", source.title));
        } else if let Some(source) = vault.external(id) {
            let passages: Vec<String> = passages(page, vault, id).into_iter().collect();
            line(out, format_args!("[^{id}]: {} — {}", source.title, passages.join(", ")));
        }
    }
}

/// Where the claims of a page find what they cite in an external source.
fn passages(page: &Page, vault: &Vault, id: &str) -> BTreeSet<String> {
    let anchors = vault.anchors(id);
    let claims = page.claims.iter().filter(|claim| claim.source == id);
    claims
        .filter_map(|claim| {
            let anchor = anchors?.anchor(claim.locator)?;
            Some(format!("{} Satz {}", anchor.document, anchor.sentence_index))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_description_is_the_first_sentence_of_the_summary() {
        for (body, expected) in [
            ("## KURZFASSUNG \n\n Ein\n Satz. Noch einer.\n", Some("Ein Satz.")),
            ("## Kurzfassung\n## Kontext\nA.\n", None),
            ("## Kurzfassung\n\n", None),
            ("### Kurzfassung\nA.\n", None),
        ] {
            assert_eq!(description(body).as_deref(), expected, "{body:?}");
        }
    }
}

//! What the page shows, as JSON: evidence fields as `query` gives them, without the texts of
//! regions and anchors (spec chapter 5).

use serde::Serialize;

use crate::digest::Digest;
use crate::html;
use crate::model::Vault;
use crate::model::claim::Claim;
use crate::model::page::Page;
use crate::model::sources::{Cited, ExternalSource, Source};
use crate::vault::layout::KNOWLEDGE;

/// What the page is drawn from.
#[derive(Debug, Clone, Copy)]
pub struct Origin<'a> {
    /// Name of the skill.
    pub name: &'a str,
    /// What `VERSION` says.
    pub version: Option<&'a str>,
    /// Digest of the manifest, if the vault is as it was released.
    pub manifest: Option<Digest>,
}

// Keys stand in alphabetical order, as everywhere in our JSON.
#[derive(Serialize)]
struct Data<'a> {
    concepts: Vec<ShownConcept<'a>>,
    manifest: Option<Digest>,
    name: &'a str,
    pages: Vec<ShownPage<'a>>,
    sources: Vec<Cited<'a>>,
    version: Option<&'a str>,
}

#[derive(Serialize)]
struct ShownConcept<'a> {
    id: &'a str,
    preferred: &'a str,
    world: &'a str,
}

#[derive(Serialize)]
struct ShownPage<'a> {
    claims: Vec<ShownClaim<'a>>,
    concepts: &'a [&'a str],
    confidence: &'a str,
    domain: &'a str,
    path: &'a str,
    relations: Vec<ShownRelation<'a>>,
    reviewed_at: Option<&'a str>,
    reviewed_by: Option<&'a str>,
    stand: &'a str,
    status: &'a str,
    tags: &'a [&'a str],
    title: &'a str,
    trust_tier: &'static str,
    r#type: &'a str,
    version: &'a str,
}

#[derive(Serialize)]
struct ShownRelation<'a> {
    to: String,
    r#type: &'a str,
}

#[derive(Serialize)]
struct ShownClaim<'a> {
    id: &'a str,
    kind: &'static str,
    locator: &'a str,
    source: &'a str,
    text: &'a str,
}

/// Renders what the page shows, for its script.
pub(super) fn embedded(vault: &Vault, origin: &Origin) -> String {
    let concepts = vault.concepts.concepts.iter();
    let concepts = concepts.map(|concept| ShownConcept {
        id: &concept.id,
        preferred: &concept.preferred,
        world: &concept.world,
    });
    let data = Data {
        concepts: concepts.collect(),
        manifest: origin.manifest,
        name: origin.name,
        pages: vault.pages.iter().map(shown_page).collect(),
        sources: sources(vault),
        version: origin.version,
    };
    html::embedded(&data)
}

fn shown_page<'a>(page: &'a Page<'a>) -> ShownPage<'a> {
    let relations = page.relations();
    let relations =
        relations.map(|(r#type, to)| ShownRelation { to: format!("{KNOWLEDGE}/{to}"), r#type });
    ShownPage {
        claims: page.claims.iter().map(shown_claim).collect(),
        concepts: page.concepts(),
        confidence: page.confidence(),
        domain: page.text("domain"),
        path: page.path,
        relations: relations.collect(),
        reviewed_at: page.reviewed_at(),
        reviewed_by: page.reviewed_by(),
        stand: page.as_of(),
        status: page.status(),
        tags: page.fields.list("tags"),
        title: page.title(),
        trust_tier: page.trust_tier().as_str(),
        r#type: page.text("type"),
        version: page.text("version"),
    }
}

fn shown_claim<'a>(claim: &Claim<'a>) -> ShownClaim<'a> {
    ShownClaim {
        id: claim.id,
        kind: claim.kind.as_str(),
        locator: claim.locator,
        source: claim.source,
        text: claim.text,
    }
}

/// Registered sources, then listed ones.
fn sources<'a>(vault: &Vault<'a>) -> Vec<Cited<'a>> {
    let local = vault.sources.iter().map(Source::cited);
    local.chain(vault.external.iter().map(ExternalSource::cited)).collect()
}

//! Media registers against the sources they speak of (spec chapter 3).

use std::collections::HashSet;

use crate::diagnostic::{Diagnostic, Place, Positions};
use crate::findings::Finding;
use crate::json::Node;
use crate::model::Vault;
use crate::model::claim::Claim;
use crate::model::media::Media;
use crate::model::media_type::detect;
use crate::model::sources::Source;
use crate::model::vault::Derived;
use crate::vault::layout;
use crate::vault::{Content, Snapshot};

pub(super) fn check(snapshot: &Snapshot, vault: &Vault, found: &mut Vec<Diagnostic>) {
    let is_media = |source: &&Source| source.is_admissible() && source.media_type().is_some();
    // Without the folder its absence is what there is to say.
    for source in vault.sources.iter().filter(|_| snapshot.has_folder(layout::DERIVED)) {
        if is_media(&source) && vault.media(source.id).is_none() {
            let place = Place::line(layout::REGISTER, source.line);
            let finding = Finding::MediaMissing { id: source.id.to_owned() };
            found.push(Diagnostic::new(place, finding));
        }
    }
    for file in &snapshot.files {
        let Some(Derived::Media(id)) = Derived::of(&file.path) else { continue };
        if vault.source(id).filter(is_media).is_none() {
            let finding = Finding::MediaMisplaced { id: id.to_owned() };
            found.push(Diagnostic::new(Place::file(&file.path), finding));
        }
    }
    let used = used_media(vault);
    for media in &vault.media {
        if let Some(source) = vault.source(media.source) {
            against_source(media, source, snapshot, found);
        }
        if !used.contains(media.source) {
            let finding = Finding::MediaUnused { id: media.source.to_owned() };
            found.push(Diagnostic::new(Place::file(media.path), finding));
        }
    }
}

fn against_source(
    media: &Media,
    source: &Source,
    snapshot: &Snapshot,
    found: &mut Vec<Diagnostic>,
) {
    let text = snapshot.text(media.path).unwrap_or_default();
    let document = Positions::new(media.path, text, 1);
    let mut report = |node: Node, finding| {
        found.push(Diagnostic::new(document.place(node.offset_in(text)), finding));
    };
    if media.source_digest.is_some() && media.source_digest != source.digest {
        report(media.digest_node, Finding::MediaDigest { id: source.id.to_owned() });
    }
    let head = snapshot.file(source.file).map(|file| &file.content);
    let actual = match head {
        Some(Content::Head(head)) => detect(head),
        _ => source.media_type(),
    };
    let fits = source.media_type() == actual
        && actual.is_some_and(|media_type| media_type.mime() == media.media_type);
    if !fits && source.media_type().is_some() {
        let expected = source.media_type().map_or("", |media_type| media_type.mime()).to_owned();
        let value = media.media_type.to_string();
        report(media.type_node, Finding::MediaType { value, expected });
    }
}

/// Sources of every claim whose locator names exactly one region.
fn used_media<'a>(vault: &Vault<'a>) -> HashSet<&'a str> {
    let claims = vault.pages.iter().flat_map(|page| &page.claims);
    let cites_region =
        |claim: &&Claim| vault.media(claim.source).is_some() && claim.region_id().is_some();
    claims.filter(cites_region).map(|claim| claim.source).collect()
}

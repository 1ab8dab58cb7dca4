//! A whole vault, parsed: every part borrows from one snapshot.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::anchors::{self, Anchors};
use super::catalog::{self, Catalog};
use super::concepts::{self, Concepts};
use super::ids::{by_id, is_id};
use super::media::{self, Media};
use super::page::{self, Page};
use super::router::{self, Section};
use super::sources::{self, Cited, ExternalSource, Source};
use super::types::{self, Types};
use crate::diagnostic::Diagnostic;
use crate::parallel;
use crate::vault::layout;
use crate::vault::{Content, File, Snapshot};

/// What a vault holds. Faulty entries count as spec chapter 3 says.
#[derive(Debug, Default)]
pub struct Vault<'a> {
    /// Pages, sorted by path.
    pub pages: Vec<Page<'a>>,
    /// Page and relation types.
    pub types: Types<'a>,
    /// Registered sources, sorted by ID.
    pub sources: Vec<Source<'a>>,
    /// Listed external sources, sorted by ID.
    pub external: Vec<ExternalSource<'a>>,
    /// Vocabularies.
    pub concepts: Concepts<'a>,
    /// Media registers, sorted by source.
    pub media: Vec<Media<'a>>,
    /// Anchors, sorted by source.
    pub anchors: Vec<Anchors<'a>>,
    /// Catalogues, sorted by source.
    pub catalogs: Vec<Catalog<'a>>,
    /// Sections of the router, in file order.
    pub router: Vec<Section<'a>>,
    /// Numbers of pages by their paths below `knowledge/`; every claim and relation asks.
    page_numbers: HashMap<&'a str, usize>,
    /// Numbers of sources by their IDs.
    source_numbers: HashMap<&'a str, usize>,
}

/// Which source a file in `sources/derived/` speaks of, and how.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Derived<'a> {
    /// `S-nnnn__media.json`
    Media(&'a str),
    /// `X-nnnn__anchors.json`
    Anchors(&'a str),
    /// `X-nnnn__orchestrator.json`
    Catalog(&'a str),
}

impl<'a> Derived<'a> {
    /// Reads the name of a file in `sources/derived/`.
    pub fn of(path: &'a str) -> Option<Self> {
        let name = layout::in_folder(path, layout::DERIVED)?.strip_suffix(".json")?;
        let (id, what) = name.split_once("__")?;
        match what {
            "media" if is_id("S", id) => Some(Self::Media(id)),
            "anchors" if is_id("X", id) => Some(Self::Anchors(id)),
            "orchestrator" if is_id("X", id) => Some(Self::Catalog(id)),
            _ => None,
        }
    }
}

impl<'a> Vault<'a> {
    /// Parses everything in a snapshot. The second part is what the parsers found wrong, in no
    /// particular order; whether the parts fit together is for the checks.
    pub fn parse(snapshot: &'a Snapshot) -> (Self, Vec<Diagnostic>) {
        let mut vault = Self::default();
        let mut found = Vec::new();
        if let Some(text) = snapshot.content(layout::TYPES) {
            vault.types = types::parse(layout::TYPES, text, &mut found);
        }
        if let Some(text) = snapshot.content(layout::REGISTER) {
            vault.sources = sources::parse_register(layout::REGISTER, text, &mut found);
            let ids = vault.sources.iter().map(|source| source.id);
            vault.source_numbers = ids.zip(0..).collect();
        }
        if let Some(text) = snapshot.content(layout::EXTERNAL) {
            vault.external = sources::parse_external(layout::EXTERNAL, text, &mut found);
        }
        if let Some(text) = snapshot.content(layout::ROUTER) {
            vault.router = router::parse(layout::ROUTER, text, &mut found);
        }
        if let Some(text) = snapshot.content(layout::CONCEPTS) {
            let (concepts, faults) = concepts::parse(layout::CONCEPTS, text);
            vault.concepts = concepts;
            found.extend(faults);
        }
        vault.parse_derived(snapshot, &mut found);
        vault.parse_pages(snapshot, &mut found);
        (vault, found)
    }

    fn parse_derived(&mut self, snapshot: &'a Snapshot, found: &mut Vec<Diagnostic>) {
        let mut anchor_ids = HashSet::new();
        for file in snapshot.tracked() {
            let (Some(derived), Content::Text(text)) = (Derived::of(&file.path), &file.content)
            else {
                continue;
            };
            let faults = match derived {
                Derived::Media(id) => {
                    if !self.source(id).is_some_and(Source::is_admissible) {
                        continue;
                    }
                    let (media, faults) = media::parse(&file.path, id, text);
                    self.media.extend(media);
                    faults
                }
                Derived::Anchors(id) if self.external(id).is_some() => {
                    let (anchors, faults) = anchors::parse(&file.path, id, text, &mut anchor_ids);
                    self.anchors.extend(anchors);
                    faults
                }
                Derived::Catalog(id) => match self.external(id) {
                    Some(source) if source.kind == sources::MARKDOWN_TREE => {
                        let (catalog, faults) =
                            catalog::parse(&file.path, id, text, source.is_web());
                        self.catalogs.extend(catalog);
                        faults
                    }
                    _ => continue,
                },
                Derived::Anchors(_) => continue,
            };
            found.extend(faults);
        }
    }

    fn parse_pages(&mut self, snapshot: &'a Snapshot, found: &mut Vec<Diagnostic>) {
        let is_page = |file: &&File| layout::is_page(&file.path);
        let files: Vec<&File> = snapshot.tracked().filter(is_page).collect();
        let parsed = parallel::map(files.len() >= parallel::WORTHWHILE, &files, |file| {
            let Content::Text(text) = &file.content else { return None };
            let mut faults = Vec::new();
            Some((page::parse(&file.path, text, &mut faults), faults))
        });
        for (page, faults) in parsed.into_iter().flatten() {
            self.pages.push(page);
            found.extend(faults);
        }
        let below = |page: &Page<'a>| layout::in_folder(page.path, layout::KNOWLEDGE);
        self.page_numbers = self.pages.iter().filter_map(below).zip(0..).collect();
    }

    /// The registered source with this ID.
    pub fn source(&self, id: &str) -> Option<&Source<'a>> {
        Some(&self.sources[*self.source_numbers.get(id)?])
    }

    /// The listed external source with this ID.
    pub fn external(&self, id: &str) -> Option<&ExternalSource<'a>> {
        by_id(&self.external, id, |source| source.id)
    }

    /// What a citation says of the source with this ID, local or external.
    pub fn cited(&self, id: &str) -> Option<Cited<'a>> {
        let local = self.source(id).map(Source::cited);
        local.or_else(|| Some(self.external(id)?.cited()))
    }

    /// The media register of a source.
    pub fn media(&self, source: &str) -> Option<&Media<'a>> {
        by_id(&self.media, source, |media| media.source)
    }

    /// The anchors of an external source.
    pub fn anchors(&self, source: &str) -> Option<&Anchors<'a>> {
        by_id(&self.anchors, source, |anchors| anchors.source)
    }

    /// The catalogue of an external source.
    pub fn catalog(&self, source: &str) -> Option<&Catalog<'a>> {
        by_id(&self.catalogs, source, |catalog| catalog.source)
    }

    /// The page at a path.
    pub fn page(&self, path: &str) -> Option<&Page<'a>> {
        let below = layout::in_folder(path, layout::KNOWLEDGE)?;
        Some(&self.pages[self.page_number(below)?])
    }

    /// The number of the page a relation names, by its path below `knowledge/`.
    pub fn page_number(&self, target: &str) -> Option<usize> {
        self.page_numbers.get(target).copied()
    }

    /// Pages by domain, both in alphabetical order.
    pub fn domains(&self) -> BTreeMap<&'a str, Vec<&Page<'a>>> {
        let mut domains = BTreeMap::<_, Vec<_>>::new();
        for page in &self.pages {
            domains.entry(page.text("domain")).or_default().push(page);
        }
        domains
    }

    /// Whether work on all pages is worth several threads.
    pub fn is_large(&self) -> bool {
        self.pages.len() >= parallel::WORTHWHILE
    }

    /// Number of claims on all pages.
    pub fn claim_count(&self) -> usize {
        self.pages.iter().map(|page| page.claims.len()).sum()
    }
}

//! The search: every listed source in turn, both stages, one ranking (spec chapter 7).

use std::cmp::Reverse;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

use super::foreign::{self, ForeignError};
use super::found::{ALGORITHM, ExternalHit, ExternalSearch, ExternalState, SearchedSource};
use super::ranking::{self, Candidate, Match, Words};
use super::tree::{Tree, TreeError};
use super::unread::Unread;
use super::web::{Fetch, Lookup, Web, unread};
use crate::diagnostic::{Diagnostic, Findings};
use crate::digest::Digest;
use crate::findings::Finding;
use crate::json::compact;
use crate::model::Vault;
use crate::model::contract::Scope;
use crate::model::sources::{ExternalSource, FOREIGN_VAULT};
use crate::retrieve::Question;

/// Most hits given.
const HITS: usize = 8;

/// What a search may use of this host.
pub struct Host<'h> {
    /// Where local sources lie, by ID; or why the binding file cannot be read.
    pub roots: Result<HashMap<String, PathBuf>, Findings>,
    /// Access to web sources.
    pub web: Web,
    /// Day for `fetched_at`, asked only if something was fetched.
    pub today: fn() -> String,
    /// Writes the provenance of a fetch into the log; if it cannot, the document is dropped.
    pub record: &'h mut dyn FnMut(&Fetch) -> Result<(), String>,
    /// Whether the log can be written at all, asked before the first fetch.
    pub can_record: &'h mut dyn FnMut() -> Result<(), Findings>,
}

/// Searches the listed sources, or only the `named` ones.
pub fn search(
    vault: &Vault,
    question: &Question,
    named: &[String],
    host: &mut Host<'_>,
) -> ExternalSearch {
    if vault.external.is_empty() {
        return refused(ExternalState::NotDeclared, Finding::ExternalNotDeclared {});
    }
    if let Some(id) = named.iter().find(|id| vault.external(id).is_none()) {
        let finding = Finding::ExternalNotListed { id: id.clone() };
        return refused(ExternalState::InvalidQuery, finding);
    }
    let mut search = Search {
        vault,
        words: Words::new(&question.normal),
        found: ExternalSearch::empty(ExternalState::NoExternalCandidates),
        roots: Vec::new(),
        served: 0,
        recordable: None,
        spent: false,
    };
    search.found.live = true;
    if let Err(faults) = &host.roots {
        faults.iter().for_each(|fault| search.found.note(fault));
    }
    let is_named =
        |source: &&ExternalSource| named.is_empty() || named.iter().any(|id| id == source.id);
    for source in vault.external.iter().filter(is_named) {
        if let Err(error) = search.source(source, host) {
            search.found.hits.clear();
            search.found.state = ExternalState::InvalidExternalSource;
            search.found.reason = Some(error.to_string());
            return search.found;
        }
    }
    search.finish(question, host)
}

/// Nothing is searched, and why.
fn refused(state: ExternalState, finding: Finding) -> ExternalSearch {
    let mut found = ExternalSearch::empty(state);
    found.reason = Some(Diagnostic::general(finding).to_string());
    found
}

struct Search<'s, 'a> {
    vault: &'s Vault<'a>,
    words: Words,
    found: ExternalSearch,
    /// ID and state of every source that was searched.
    roots: Vec<(String, String)>,
    /// Web documents used, from the network or the cache.
    served: u64,
    /// Whether the log can be written, once that was asked.
    recordable: Option<bool>,
    /// Whether it was said that the budget of requests is spent.
    spent: bool,
}

impl Search<'_, '_> {
    /// Searches one source. Only a foreign vault that cannot be believed is an error.
    fn source(&mut self, source: &ExternalSource, host: &mut Host<'_>) -> Result<(), Diagnostic> {
        let root = host.roots.as_ref().ok().and_then(|roots| roots.get(source.id)).cloned();
        let web = source.is_web();
        let bound = if web { !host.web.is_offline() } else { root.is_some() };
        self.found.sources.push(SearchedSource {
            bound,
            id: source.id.to_owned(),
            kind: source.kind.to_owned(),
            mode: if web {
                "netz"
            } else if bound {
                "lokal"
            } else {
                "unbound"
            },
            rights: source.rights.to_owned(),
            scope: source.scope().map(Scope::key),
            target: source.target.to_owned(),
            title: source.title.to_owned(),
            trust: source.trust.to_owned(),
        });
        let id = source.id.to_owned();
        match root {
            _ if web && source.kind == FOREIGN_VAULT => {
                self.note(Finding::ExternalWebVault { id });
            }
            _ if web && !bound => self.note(Finding::ExternalOffline { id }),
            _ if web => self.web(source, host),
            None => self.note(Finding::ExternalUnbound { id }),
            Some(root) if source.kind == FOREIGN_VAULT => self.foreign(source, &root)?,
            Some(root) => self.tree(source, &root),
        }
        Ok(())
    }

    fn note(&mut self, finding: Finding) {
        self.found.note(&Diagnostic::general(finding));
    }

    fn tree(&mut self, source: &ExternalSource, root: &Path) {
        let id = source.id.to_owned();
        let Some(catalog) = self.vault.catalog(source.id) else {
            return self.note(Finding::ExternalNoCatalog { id });
        };
        let tree = match Tree::open(root) {
            Ok(tree) => tree,
            Err(error) => return self.note(unreadable(&id, &error)),
        };
        self.roots.push((id.clone(), catalog.root.as_text().unwrap_or_default().into_owned()));
        for candidate in ranking::candidates(catalog, &self.words) {
            match tree.document(&candidate.path) {
                Ok(document) => self.document(source, &candidate, &document.text),
                Err(error) => self.note(unreadable(&id, &error)),
            }
        }
    }

    fn web(&mut self, source: &ExternalSource, host: &mut Host<'_>) {
        let id = source.id.to_owned();
        let Some(catalog) = self.vault.catalog(source.id) else {
            return self.note(Finding::ExternalNoCatalog { id });
        };
        self.roots.push((id, "netz".to_owned()));
        for candidate in ranking::candidates(catalog, &self.words) {
            match self.web_document(source, &candidate.path, host) {
                Ok(Some(text)) => {
                    self.served += 1;
                    self.document(source, &candidate, &text);
                }
                Ok(None) => {}
                // The first document left over speaks for all the others.
                Err(Unread::Requests(_)) if self.spent => {}
                Err(error) => {
                    self.spent |= matches!(error, Unread::Requests(_));
                    self.note(unread(source.id, &candidate.path, &error));
                }
            }
        }
    }

    /// The text of a web document; `None` where nothing may be fetched because it could not be
    /// recorded, which was said before.
    fn web_document(
        &mut self,
        source: &ExternalSource,
        path: &str,
        host: &mut Host<'_>,
    ) -> Result<Option<String>, Unread> {
        let remote = match host.web.look_up(source.id, source.target, path)? {
            Lookup::Kept(text) => return Ok(Some(text)),
            Lookup::Remote(remote) => remote,
        };
        if !self.is_recordable(host) {
            return Ok(None);
        }
        host.web.fetch(&remote, host.record).map(Some)
    }

    /// Whether the log can be written, asked before the first fetch: whoever only reads the
    /// cache needs no log and disturbs no writer.
    fn is_recordable(&mut self, host: &mut Host<'_>) -> bool {
        if let Some(known) = self.recordable {
            return known;
        }
        let asked = (host.can_record)();
        if let Err(faults) = &asked {
            faults.iter().for_each(|fault| self.found.note(fault));
        }
        *self.recordable.insert(asked.is_ok())
    }

    fn foreign(&mut self, source: &ExternalSource, root: &Path) -> Result<(), Diagnostic> {
        let foreign = foreign::read(root)
            .map_err(|error| Diagnostic::general(unbelievable(source.id, &error)))?;
        self.roots.push((source.id.to_owned(), foreign.manifest.to_string()));
        for (path, page) in &foreign.pages {
            let candidate = Candidate { path: path.clone(), catalog_score: 0 };
            self.document(source, &candidate, &page.text);
        }
        Ok(())
    }

    /// Looks at one document that was read.
    fn document(&mut self, source: &ExternalSource, candidate: &Candidate, text: &str) {
        let Candidate { path, catalog_score } = candidate;
        self.found.documents.insert(format!("{}:{path}", source.id));
        let Some(Match { sentence, score, coverage, suspicious }) =
            ranking::look(text, &self.words)
        else {
            return;
        };
        self.found.hits.push(ExternalHit {
            block: sentence.block.as_str(),
            coverage_percent: coverage,
            document: path.clone(),
            is_evidence: false,
            role: "external_pointer",
            score,
            score_catalog: *catalog_score,
            score_inventory: score,
            sentence_index: sentence.index,
            signals: if suspicious { vec!["suspicious_instruction"] } else { Vec::new() },
            source_id: source.id.to_owned(),
            text_sha256: Digest::of(sentence.text.as_bytes()),
            text: Some(sentence.text).filter(|_| !suspicious),
            trust: source.trust.to_owned(),
        });
    }

    fn finish(mut self, question: &Question, host: &Host<'_>) -> ExternalSearch {
        if self.served > 0 {
            self.found.fetched_at = Some((host.today)());
            self.note(Finding::ExternalFetched { documents: self.served });
        }
        self.found.hits.sort_by(|a, b| order(a).cmp(&order(b)));
        self.found.hits.truncate(HITS);
        self.roots.sort_unstable();
        self.found.fingerprint = Some(self.fingerprint(&question.normal));
        if self.found.hits.is_empty() {
            let empty = Diagnostic::general(Finding::ExternalEmpty {});
            self.found.reason = Some(empty.to_string());
        } else {
            self.found.state = ExternalState::ExternalCandidatesFound
        }
        self.found
    }

    fn fingerprint(&self, query: &str) -> Digest {
        #[derive(serde::Serialize)]
        struct Inputs<'i> {
            algorithm: &'static str,
            hits: Vec<(&'i str, &'i str, usize, u64)>,
            query: &'i str,
            roots: &'i [(String, String)],
        }
        let hits = self.found.hits.iter().map(|hit| {
            (hit.source_id.as_str(), hit.document.as_str(), hit.sentence_index, hit.score)
        });
        let (hits, roots) = (hits.collect(), self.roots.as_slice());
        let inputs = Inputs { algorithm: ALGORITHM, hits, query, roots };
        Digest::of(compact(&inputs).as_bytes())
    }
}

/// Best score first, then source, document, sentence.
fn order(hit: &ExternalHit) -> (Reverse<u64>, &str, &str, usize) {
    (Reverse(hit.score), &hit.source_id, &hit.document, hit.sentence_index)
}

/// What a tree that cannot be read is to a reader.
pub(super) fn unreadable(id: &str, error: &TreeError) -> Finding {
    let (path, reason) = super::reason(error);
    Finding::ExternalUnreadable { id: id.to_owned(), path, reason }
}

/// What a foreign vault that is not believed is to a reader.
pub(super) fn unbelievable(id: &str, error: &ForeignError) -> Finding {
    let id = id.to_owned();
    match error {
        ForeignError::Tree(error) => {
            let (path, reason) = super::reason(error);
            Finding::ForeignUnreadable { id, path, reason }
        }
        ForeignError::Manifest(line) => Finding::ForeignManifest { id, line: *line as u64 },
        ForeignError::Changed(path) => Finding::ForeignChanged { id, path: path.clone() },
        ForeignError::Unlisted(path) => Finding::ForeignUnlisted { id, path: path.clone() },
    }
}

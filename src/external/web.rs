//! stub
#![allow(missing_docs)]
use crate::diagnostic::*;
use crate::digest::Digest;
use std::path::PathBuf;
pub struct Settings {
    pub offline: bool,
    pub cache: Option<PathBuf>,
    pub ca_file: Option<PathBuf>,
    pub ttl_seconds: u64,
}
pub struct Fetch {
    pub url: String,
    pub digest: Digest,
    pub bytes: u64,
}
pub struct Web(Settings);
pub struct Document {
    pub text: String,
    pub fetched: bool,
}
pub struct WebError;
impl WebError {
    pub fn diagnostic(&self, _: &str, _: &str) -> Diagnostic {
        Diagnostic::vault(Finding::ExternalEmpty {})
    }
}
impl Web {
    pub fn new(s: Settings) -> Self {
        Self(s)
    }
    pub fn is_offline(&self) -> bool {
        self.0.offline
    }
    pub fn document(
        &mut self,
        _: &str,
        _: &str,
        _: &str,
        _: bool,
        _: &mut dyn FnMut(&Fetch) -> Result<(), Vec<Diagnostic>>,
    ) -> Result<Document, WebError> {
        Err(WebError)
    }
    pub fn unrecorded(
        &mut self,
        s: &crate::model::table::External,
        p: &str,
    ) -> Result<String, super::TemplateError> {
        Err(super::TemplateError::unreachable(s.id, p, Obstacle::Missing))
    }
}

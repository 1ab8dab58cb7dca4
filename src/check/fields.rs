//! Fields of a page (spec chapter 2).

use std::collections::HashSet;

use crate::diagnostic::{Diagnostic, Place};
use crate::findings::Finding;
use crate::model::Vault;
use crate::model::ids::is_id;
use crate::model::page::Page;
use crate::model::reviewer::is_reviewer;
use crate::model::values::is_version;
use crate::text::frontmatter::{Field, Value};
use crate::text::normal::normal_form;
use crate::text::values::is_calendar_day;
use crate::vault::layout;

const REQUIRED_TEXTS: [&str; 7] =
    ["type", "title", "domain", "status", "confidence", "version", "stand"];
const OPTIONAL_TEXTS: [&str; 2] = ["geprueft_von", "geprueft_am"];
const LISTS: [&str; 5] = ["sources", "tags", "relations", "concepts", "externe_quellen"];

pub(super) fn check(page: &Page, vault: &Vault, found: &mut Vec<Diagnostic>) {
    let mut checker = Checker { page, vault, found };
    checker.shapes();
    checker.values();
    checker.tags();
    checker.sources();
    checker.concepts();
    checker.external();
    checker.review();
}

struct Checker<'c, 'a> {
    page: &'c Page<'a>,
    vault: &'c Vault<'a>,
    found: &'c mut Vec<Diagnostic>,
}

impl<'a> Checker<'_, 'a> {
    /// A finding at a field, or at the page where it is absent.
    fn report(&mut self, field: &str, finding: Finding) {
        let place = match self.page.fields.field(field) {
            Some(field) => Place::line(self.page.path, field.line),
            None => Place::file(self.page.path),
        };
        self.found.push(Diagnostic::new(place, finding));
    }

    /// Every field is known, of the right shape, and there if it must be.
    fn shapes(&mut self) {
        let page = self.page;
        for Field { key, value, line } in &page.fields.fields {
            let required = REQUIRED_TEXTS.contains(key);
            let text = required || OPTIONAL_TEXTS.contains(key);
            let list = LISTS.contains(key);
            let field = || key.to_string();
            let finding = match value {
                // Absent, which is reported below.
                Value::List(items) if required && items.is_empty() => continue,
                Value::List(_) if text => Finding::FieldNotText { field: field() },
                Value::Text(_) if list => Finding::FieldNotList { field: field() },
                _ if !text && !list => Finding::FieldUnknown { field: field() },
                _ => continue,
            };
            self.found.push(Diagnostic::new(Place::line(page.path, *line), finding));
        }
        for field in REQUIRED_TEXTS {
            let absent = match page.fields.get(field) {
                None => true,
                Some(Value::Text(text)) => text.is_empty(),
                Some(Value::List(items)) => items.is_empty(),
            };
            if absent {
                self.report(field, Finding::FieldMissing { field: field.to_owned() });
            }
        }
    }

    /// The fields with a fixed set or form of values. An absent one was reported already.
    fn values(&mut self) {
        let page = self.page;
        let given = |field| Some(page.text(field)).filter(|text| !text.is_empty());
        if let Some(name) = given("type").filter(|name| !self.vault.types.names.contains(name)) {
            self.report("type", Finding::TypeUnknown { name: name.to_owned() });
        }
        let rightly_placed = layout::page_parts(page.path).is_some();
        if let Some(domain) = given("domain").filter(|name| rightly_placed && *name != page.folder)
        {
            let (domain, folder) = (domain.to_owned(), page.folder.to_owned());
            self.report("domain", Finding::DomainMismatch { domain, folder });
        }
        let invalid = |field, valid: fn(&str) -> bool| {
            given(field).filter(|text| !valid(text)).map(str::to_owned)
        };
        if let Some(value) = invalid("status", is_status) {
            self.report("status", Finding::StatusInvalid { value });
        }
        if let Some(value) = invalid("confidence", is_confidence) {
            self.report("confidence", Finding::ConfidenceInvalid { value });
        }
        if let Some(value) = invalid("version", is_version) {
            self.report("version", Finding::VersionInvalid { value });
        }
        if let Some(value) = invalid("stand", is_calendar_day) {
            self.report("stand", Finding::AsOfInvalid { value });
        }
    }

    fn tags(&mut self) {
        let page = self.page;
        match page.fields.get("tags") {
            None => self.report("tags", Finding::FieldMissing { field: "tags".to_owned() }),
            Some(Value::List(tags)) if tags.is_empty() => {
                self.report("tags", Finding::TagsEmpty {});
            }
            _ => {}
        }
        for tag in page.fields.list("tags") {
            if tag.contains([',', '[', ']']) || normal_form(tag).is_empty() {
                self.report("tags", Finding::TagInvalid { tag: tag.to_string() });
            }
        }
    }

    fn sources(&mut self) {
        let page = self.page;
        let sources = page.fields.list("sources");
        let misshapen = matches!(page.fields.get("sources"), Some(Value::Text(_)));
        if sources.is_empty() && page.fields.list("externe_quellen").is_empty() && !misshapen {
            self.report("sources", Finding::SourcesEmpty {});
        }
        for id in sources {
            if !is_id("S", id) {
                self.report("sources", Finding::SourceInvalid { value: id.to_string() });
            } else if self.vault.source(id).is_none() {
                self.report("sources", Finding::SourceUnregistered { id: id.to_string() });
            }
        }
    }

    fn concepts(&mut self) {
        let known = |vault: &Vault, id: &str| vault.concepts.get(id).is_some();
        self.ids("concepts", "B", known, |fault, value| match fault {
            IdFault::Invalid => Finding::PageConceptInvalid { value },
            IdFault::Repeated => Finding::PageConceptRepeated { id: value },
            IdFault::Unknown => Finding::PageConceptUnknown { id: value },
        });
    }

    fn external(&mut self) {
        let known = |vault: &Vault, id: &str| vault.external(id).is_some();
        self.ids("externe_quellen", "X", known, |fault, value| match fault {
            IdFault::Invalid => Finding::PageExternalInvalid { value },
            IdFault::Repeated => Finding::PageExternalRepeated { id: value },
            IdFault::Unknown => Finding::PageExternalUnlisted { id: value },
        });
    }

    /// A list of distinct known IDs.
    fn ids(
        &mut self,
        field: &str,
        prefix: &str,
        known: impl Fn(&Vault, &str) -> bool,
        finding: impl Fn(IdFault, String) -> Finding,
    ) {
        let mut seen = HashSet::new();
        for id in self.page.fields.list(field) {
            let fault = if !is_id(prefix, id) {
                IdFault::Invalid
            } else if !seen.insert(id) {
                IdFault::Repeated
            } else if !known(self.vault, id) {
                IdFault::Unknown
            } else {
                continue;
            };
            self.report(field, finding(fault, id.to_string()));
        }
    }

    fn review(&mut self) {
        let fields = &self.page.fields;
        let (by, at) = (fields.text("geprueft_von"), fields.text("geprueft_am"));
        if fields.field("geprueft_von").is_some() != fields.field("geprueft_am").is_some() {
            let given = if by.is_some() { "geprueft_von" } else { "geprueft_am" };
            self.report(given, Finding::ReviewPair {});
        }
        if let Some(value) = by.filter(|by| !is_reviewer(by)) {
            self.report("geprueft_von", Finding::ReviewerInvalid { value: value.to_owned() });
        }
        let Some(at) = at else { return };
        let as_of = self.page.as_of();
        if !is_calendar_day(at) {
            self.report("geprueft_am", Finding::ReviewDateInvalid { value: at.to_owned() });
        } else if is_calendar_day(as_of) && at < as_of {
            let (reviewed, as_of) = (at.to_owned(), as_of.to_owned());
            self.report("geprueft_am", Finding::ReviewOutdated { reviewed, as_of });
        }
    }
}

/// What can be wrong with an ID in a list.
enum IdFault {
    Invalid,
    Repeated,
    Unknown,
}

fn is_status(text: &str) -> bool {
    ["aktiv", "veraltet", "in-pruefung"].contains(&text)
}

fn is_confidence(text: &str) -> bool {
    ["hoch", "mittel", "niedrig"].contains(&text)
}

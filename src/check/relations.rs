//! Relations between pages (spec chapter 2).

use crate::diagnostic::{Diagnostic, Place};
use crate::findings::Finding;
use crate::model::Vault;
use crate::model::page::{Page, relation};

pub(super) fn check(page: &Page, vault: &Vault, found: &mut Vec<Diagnostic>) {
    let Some(field) = page.fields.field("relations") else { return };
    let place = || Place::line(page.path, field.line);
    let mut report = |finding| found.push(Diagnostic::new(place(), finding));
    for value in page.fields.list("relations") {
        let Some((name, target)) = relation(value) else {
            report(Finding::RelationGrammar { value: value.to_string() });
            continue;
        };
        if !vault.types.relations.contains(name) {
            report(Finding::RelationTypeUnknown { name: name.to_owned() });
        }
        if vault.page_number(target).is_none() {
            report(Finding::RelationTargetMissing { target: target.to_owned() });
        }
    }
}

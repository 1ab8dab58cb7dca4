//! Links in the body of a page (spec chapter 2).

use crate::diagnostic::{Diagnostic, Positions};
use crate::findings::Finding;
use crate::model::links::links;
use crate::model::page::Page;
use crate::model::paths::is_portable;
use crate::vault::Snapshot;

pub(super) fn check(page: &Page, snapshot: &Snapshot, found: &mut Vec<Diagnostic>) {
    let links = links(page.body);
    let body = Positions::new(page.path, page.body, page.body_line);
    let mut report = |offset, finding| {
        found.push(Diagnostic::new(body.place(offset), finding));
    };
    if let Some(offset) = links.html {
        report(offset, Finding::LinkHtml {});
    }
    let folder = page.path.rsplit_once('/').map_or("", |(folder, _)| folder);
    for link in &links.targets {
        if link.target.is_err() {
            report(link.offset, Finding::LinkSyntax {});
            continue;
        }
        let Some(path) = link.path() else { continue };
        let target = || path.to_owned();
        if !is_portable(path) {
            report(link.offset, Finding::LinkOutside { target: target() });
        } else if snapshot.file(&beneath(folder, path)).is_none() {
            report(link.offset, Finding::LinkMissing { target: target() });
        }
    }
}

/// `path` below `folder`, without empty and `.` components.
fn beneath(folder: &str, path: &str) -> String {
    let mut whole = folder.to_owned();
    for part in path.split('/').filter(|part| !matches!(*part, "" | ".")) {
        whole.push('/');
        whole.push_str(part);
    }
    whole
}

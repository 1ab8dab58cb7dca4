//! `vault route`: which domains a question belongs to, by their keywords.

use super::output::Output;
use super::{Outcome, exit, read};
use crate::check;
use crate::files::Folder;
use crate::model::router::Section;
use crate::text::normal::spell_umlauts;
use crate::text::visible::visible;
use crate::text::whitespace::split_spaces;

pub(super) fn run(root: &Folder, question: &str, out: &Output) -> Outcome {
    let snapshot = read(root)?;
    let validated = check::validate(&snapshot);
    validated.require_valid()?;
    let mut matching = matching(&validated.vault.router, question);
    matching.sort_by_key(|section| section.domain);
    if matching.is_empty() {
        out.say("Keine Domäne passt zu dieser Frage.")?;
        return Ok(exit(false));
    }
    let mut text = String::new();
    if matching.len() > 1 {
        let domains: Vec<_> = matching.iter().map(|section| section.domain).collect();
        text +=
            &format!("Gemischte Frage: {} getrennt beantworten.\n", visible(&domains.join(", ")));
    }
    for section in matching {
        text += &format!("{}\n", visible(section.domain));
        for (page, _) in &section.pages {
            text += &format!("  {}\n", visible(page));
        }
    }
    out.print(&text)?;
    Ok(exit(true))
}

/// The sections with a keyword that is part of the question.
fn matching<'s, 'a>(router: &'s [Section<'a>], question: &str) -> Vec<&'s Section<'a>> {
    let question = folded(question);
    let names = |section: &&Section| {
        section.keywords.iter().any(|keyword| question.contains(&folded(keyword)))
    };
    router.iter().filter(names).collect()
}

/// Lower case, umlauts spelled out, white space collapsed.
fn folded(text: &str) -> String {
    let words: Vec<_> = split_spaces(text).collect();
    spell_umlauts(&words.join(" ").to_lowercase())
}

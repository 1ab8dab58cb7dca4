//! Articles: sections of entries with their evidence, what was said earlier dated below it, and
//! what no revision has taken up yet.

use std::collections::BTreeSet;

use super::markdown::{block, inline, line};
use super::{is_shown, is_unchecked};
use crate::archive::ids::{SourceId, StatementId};
use crate::archive::layout::StatePath;
use crate::archive::state::{Dropped, State, Statement, Texts, Topic};
use crate::text::visible::visible;
use crate::text::yaml;

/// Stands before a statement of which something was found in none of its lines.
const UNCHECKED: &str = "⚠ ";

/// The article of a topic. `texts` holds what [`needs`](super::needs) names.
pub fn article(state: &State, topic: &Topic, texts: &Texts) -> String {
    let mut writer = Writer { state, topic, texts, out: String::new() };
    writer.head();
    let current = |ids: &Vec<StatementId>| {
        let current: Vec<_> = ids.iter().copied().filter(|&id| state.is_current(id)).collect();
        (!current.is_empty()).then_some(current)
    };
    for section in &topic.sections {
        let entries: Vec<_> = section.entries.iter().filter_map(current).collect();
        writer.section(&section.heading, &entries);
    }
    let waiting: Vec<_> = state.waiting(topic).into_iter().map(|id| vec![id]).collect();
    writer.section("Noch nicht eingearbeitet", &waiting);
    writer.dropped();
    writer.sub_articles();
    writer.out
}

/// An article on its way.
struct Writer<'a> {
    state: &'a State,
    topic: &'a Topic,
    texts: &'a Texts,
    out: String,
}

impl<'a> Writer<'a> {
    fn head(&mut self) {
        let Topic { topic, title, version, .. } = self.topic;
        let shown = visible(title);
        let (revised, scalar) = (self.revised(), yaml::string(&shown).into_owned());
        let head = format!(
            "---\ntopic: {topic}\ntitle: {scalar}\nversion: {version}\nrevised: {revised}\n---\n"
        );
        line(&mut self.out, head);
        line(&mut self.out, format_args!("# {}", block(title)));
        if !self.topic.line.is_empty() {
            line(&mut self.out, format_args!("\n{}", block(&self.topic.line)));
        }
    }

    /// The state knows no time of a revision: it is as of the latest statement it took up.
    fn revised(&self) -> &'a str {
        let taken = self.topic.entries().filter_map(|id| self.state.visible_statement(id));
        taken.map(|statement| statement.date.as_str()).max().unwrap_or("-")
    }

    fn section(&mut self, heading: &str, entries: &[Vec<StatementId>]) {
        if entries.is_empty() {
            return;
        }
        line(&mut self.out, format_args!("\n## {}\n", block(heading)));
        for ids in entries {
            let statements: Vec<_> =
                ids.iter().filter_map(|&id| self.state.visible_statement(id)).collect();
            let text = self.entry(&statements);
            line(&mut self.out, format_args!("- {text}"));
            for earlier in self.earlier(ids) {
                let text = self.entry(&[earlier]);
                line(&mut self.out, format_args!("  - Früher, {}: {text}", earlier.date));
            }
        }
    }

    /// The texts of statements, and the union of their evidence.
    fn entry(&self, statements: &[&Statement]) -> String {
        let mut parts = Vec::new();
        for (at, statement) in statements.iter().enumerate() {
            let text = &statement.text;
            let text = if at == 0 { block(text) } else { inline(text) };
            let is_unchecked = is_unchecked(self.state, statement, self.texts);
            parts.push(format!("{}{text}", if is_unchecked { UNCHECKED } else { "" }));
        }
        let mut seen = BTreeSet::new();
        for statement in statements {
            for evidence in &statement.evidence {
                let place = (evidence.source, evidence.from, evidence.to);
                if seen.insert(place) {
                    parts.extend(self.evidence(&statement.date, place));
                }
            }
        }
        parts.join(" ")
    }

    /// A link to the piece a place begins in; none into a source that readers do not get.
    fn evidence(&self, date: &str, (id, from, to): (SourceId, u64, u64)) -> Option<String> {
        let source = self.state.visible_source(id)?;
        let piece = source.pieces_of(from, to).first().copied()?;
        let up = if self.topic.topic.parent().is_some() { "../../.." } else { "../.." };
        let path = StatePath::source(source.year, id, piece);
        let lines =
            if from == to { format!("Zeile {from}") } else { format!("Zeile {from}–{to}") };
        Some(format!("[{date} · {id} · {lines}]({up}/{path})"))
    }

    /// What statements replace, directly or over others, the latest first.
    fn earlier(&self, ids: &[StatementId]) -> Vec<&'a Statement> {
        let mut earlier: Vec<&Statement> = Vec::new();
        let mut open = ids.to_vec();
        let mut seen: BTreeSet<_> = ids.iter().copied().collect();
        while let Some(id) = open.pop() {
            let replaced = self.state.statement(id).into_iter().flat_map(|found| &found.replaces);
            for &replaced in replaced.filter(|&&replaced| self.state.replacer(replaced) == Some(id))
            {
                if let Some(statement) = self.state.visible_statement(replaced)
                    && seen.insert(replaced)
                {
                    earlier.push(statement);
                    open.push(replaced);
                }
            }
        }
        earlier.sort_by(|a, b| (&b.date, b.id).cmp(&(&a.date, a.id)));
        earlier
    }

    /// What a revision left out, by ID: it is kept, and can be asked for.
    fn dropped(&mut self) {
        let is_current = |dropped: &&Dropped| self.state.is_current(dropped.id);
        let dropped: Vec<_> = self.topic.dropped.iter().filter(is_current).collect();
        if dropped.is_empty() {
            return;
        }
        line(&mut self.out, format_args!("\n## Nicht aufgenommen\n"));
        for dropped in dropped {
            line(&mut self.out, format_args!("- {}: {}", dropped.id, inline(&dropped.reason)));
        }
    }

    fn sub_articles(&mut self) {
        let subs: Vec<_> = self
            .state
            .sub_articles(&self.topic.topic)
            .filter(|sub| is_shown(self.state, sub))
            .collect();
        if subs.is_empty() {
            return;
        }
        line(&mut self.out, format_args!("\n## Unterartikel\n"));
        for sub in subs {
            // The folder of sub-articles lies beside the article.
            let link = format!("[{}]({}.md)", inline(&sub.title), sub.topic);
            let about = if sub.line.is_empty() {
                String::new()
            } else {
                format!(": {}", inline(&sub.line))
            };
            line(&mut self.out, format_args!("- {link}{about}"));
        }
    }
}

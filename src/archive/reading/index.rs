//! The index: one line per topic, loaded into every conversation, so it stays small.

use std::collections::BTreeMap;

use super::markdown::{inline, line};
use super::{article_path, latest};
use crate::archive::ids::TopicName;
use crate::archive::state::{State, Topic};

/// An index longer than this many bytes lists areas instead of topics.
const LARGEST: usize = 24 << 10;

/// The area of topics that have none.
const NO_AREA: &str = "ohne-bereich";

/// The index and, where it lists areas, a file for each, by path below the folder of derived
/// files; only of topics that `may_read` grants.
pub fn index(state: &State, may_read: impl Fn(&TopicName) -> bool) -> BTreeMap<String, String> {
    let granted = state.topics().filter(|topic| may_read(&topic.topic));
    // A sub-article is listed in its article, unless the reader does not get that.
    let is_top = |topic: &&Topic| topic.topic.parent().is_none_or(|parent| !may_read(&parent));
    let topics: Vec<Entry<'_>> =
        granted.filter(is_top).filter_map(|topic| Entry::of(state, topic)).collect();
    let whole = list("Index", "", &topics);
    if whole.len() <= LARGEST {
        return BTreeMap::from([("index.md".to_owned(), whole)]);
    }
    by_area(&topics)
}

/// A topic with the date of its latest statement.
#[derive(Clone, Copy)]
struct Entry<'a> {
    topic: &'a Topic,
    latest: &'a str,
}

impl<'a> Entry<'a> {
    fn of(state: &'a State, topic: &'a Topic) -> Option<Self> {
        latest(state, topic).map(|latest| Self { topic, latest })
    }
}

/// A list of topics; `up` leads from its folder to that of the index.
fn list(heading: &str, up: &str, topics: &[Entry<'_>]) -> String {
    let mut out = format!("# {heading}\n\n");
    for Entry { topic, latest } in topics {
        let title = inline(&topic.title);
        let path = article_path(&topic.topic);
        let about =
            if topic.line.is_empty() { String::new() } else { format!(" {}", inline(&topic.line)) };
        line(&mut out, format_args!("- [{title}]({up}{path}):{about} ({latest})"));
    }
    out
}

fn by_area(topics: &[Entry<'_>]) -> BTreeMap<String, String> {
    let mut areas: BTreeMap<&str, Vec<Entry<'_>>> = BTreeMap::new();
    for entry in topics {
        areas.entry(entry.topic.area.as_deref().unwrap_or(NO_AREA)).or_default().push(*entry);
    }
    let mut index = "# Index\n\n".to_owned();
    let mut files = BTreeMap::new();
    for (area, topics) in areas {
        let latest = topics.iter().map(|entry| entry.latest).max().unwrap_or_default();
        let count = match topics.len() {
            1 => "1 Thema".to_owned(),
            many => format!("{many} Themen"),
        };
        line(&mut index, format_args!("- [{area}](index/{area}.md): {count} ({latest})"));
        files.insert(format!("index/{area}.md"), list(area, "../", &topics));
    }
    files.insert("index.md".to_owned(), index);
    files
}

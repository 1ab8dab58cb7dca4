//! What a Markdown document tells its reader to do.

use std::sync::LazyLock;

use regex::Regex;

/// One thing a reader would do, in the order of the document.
#[derive(Debug, PartialEq, Eq)]
pub enum Step {
    /// Type a line into a shell. `heading` is the second-level heading it stands under.
    Run { heading: String, line: String },
    /// Make this file, or append to it if it is there.
    Write { path: String, text: String },
}

/// The steps of the fenced blocks: lines of `sh` blocks are typed, and a `markdown` block whose
/// fence names a path is that file.
pub fn steps(text: &str) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut heading = "";
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        heading = line.strip_prefix("## ").unwrap_or(heading);
        let Some(info) = line.trim_start().strip_prefix("```") else { continue };
        let block: Vec<_> = lines.by_ref().take_while(|line| line.trim_start() != "```").collect();
        match info.split_once(' ') {
            None if info == "sh" => steps.extend(block.iter().map(|line| Step::Run {
                heading: heading.to_owned(),
                line: line.trim().to_owned(),
            })),
            Some(("markdown", path)) => {
                let text = block.iter().map(|line| format!("{line}\n")).collect();
                steps.push(Step::Write { path: path.to_owned(), text });
            }
            _ => {}
        }
    }
    steps
}

/// Commands in running text: between backticks, or between German quotation marks.
pub fn mentioned(text: &str) -> Vec<String> {
    static SPAN: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?:`|„)(?:bin/|target/release/)?vault ([^`“\n]+)(?:`|“)").expect("a pattern")
    });
    SPAN.captures_iter(text).map(|found| found[1].to_owned()).collect()
}

/// The command forms in the first column of a table headed `header`.
pub fn tabled(text: &str, header: &str) -> Vec<String> {
    static SPAN: LazyLock<Regex> = LazyLock::new(|| Regex::new("`([^`]+)`").expect("a pattern"));
    let rows = text.lines().skip_while(|line| !line.starts_with(header)).skip(2);
    let cells = rows.take_while(|line| line.starts_with('|')).map(|row| {
        let row = row.replace("\\|", "\u{0}");
        row.split('|').nth(1).expect("a first cell").replace('\u{0}', "|")
    });
    let forms = cells.flat_map(|cell| {
        let forms: Vec<_> = SPAN.captures_iter(&cell).map(|found| found[1].to_owned()).collect();
        assert!(!forms.is_empty(), "a row without a form: {cell}");
        forms
    });
    forms.collect()
}

/// Every command a form stands for: with and without each optional part, one per alternative.
pub fn variants(form: &str) -> Vec<String> {
    static OPTIONAL: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"\[([^\[\]]*)\]").expect("a pattern"));
    static ALTERNATIVES: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"[\w-]+(?:\|[\w-]+)+").expect("a pattern"));
    let split = |range: std::ops::Range<usize>, parts: Vec<&str>| {
        let whole = |part: &&str| format!("{}{part}{}", &form[..range.start], &form[range.end..]);
        parts.iter().map(whole).flat_map(|form| variants(&form)).collect()
    };
    if let Some(found) = OPTIONAL.captures(form) {
        let part = found.get(1).expect("its inside").as_str();
        let parts = part.split('|').chain([""]).collect();
        return split(found.get(0).expect("a match").range(), parts);
    }
    if let Some(found) = ALTERNATIVES.find(form) {
        return split(found.range(), found.as_str().split('|').collect());
    }
    vec![form.replace('…', "").split_whitespace().collect::<Vec<_>>().join(" ")]
}

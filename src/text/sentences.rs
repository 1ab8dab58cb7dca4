//! The segmentation of a Markdown document into sentences, `satzsegmentierung/v1`
//! (specification, chapter 4).

use super::category::{is_decimal, is_digit};
use super::quote::quote_form;
use super::whitespace::{is_space, newlines_converted, trim, trim_end, trim_start};

/// The words after which a full stop ends no sentence, in lower case, sorted.
pub static ABBREVIATIONS: [&str; 44] = [
    "a", "abs", "approx", "art", "aufl", "b", "bd", "bspw", "bzgl", "bzw", "ca", "cf", "d", "dr",
    "e", "ebd", "etc", "evtl", "exkl", "ff", "fig", "g", "ggf", "h", "hrsg", "i", "inkl", "lit",
    "max", "min", "no", "nr", "o", "pp", "prof", "resp", "rn", "s", "sog", "u", "usw", "vgl", "vs",
    "z",
];

/// The quotation marks that may surround the word before the end of a sentence.
const QUOTES: [char; 5] = ['„', '»', '‚', '\'', '"'];

/// A first sentence without an end is cut to this many characters.
const FIRST_SENTENCE_LIMIT: usize = 400;

/// The kind of block a sentence stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Block {
    /// Running text.
    Paragraph,
    /// An item of a list, of any kind and depth.
    ListItem,
    /// A cell of a table.
    TableCell,
    /// A heading.
    Heading,
    /// A block quote.
    Quote,
}

impl Block {
    /// The name of the kind in anchors and catalogues.
    pub fn as_str(self) -> &'static str {
        match self {
            Block::Paragraph => "absatz",
            Block::ListItem => "listenpunkt",
            Block::TableCell => "tabellenzelle",
            Block::Heading => "ueberschrift",
            Block::Quote => "zitat",
        }
    }

    /// The kind with the given name, the inverse of [`as_str`](Self::as_str).
    pub fn from_name(name: &str) -> Option<Block> {
        [
            Block::Paragraph,
            Block::ListItem,
            Block::TableCell,
            Block::Heading,
            Block::Quote,
        ]
        .into_iter()
        .find(|block| block.as_str() == name)
    }
}

/// A sentence of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// Its number in the document, from 1.
    pub index: usize,
    /// The kind of block it stands in.
    pub block: Block,
    /// Its text in [quote normal form](quote_form), never empty.
    pub text: String,
}

/// The sentences of a Markdown document, in order. Its frontmatter and code are left out.
pub fn segment(document: &str) -> Vec<Sentence> {
    let text = newlines_converted(document);
    let mut segmenter = Segmenter::new();
    let mut in_code = false;
    for line in without_frontmatter(&text).split('\n') {
        let line = Line::read(line);
        if matches!(line, Line::Fence) {
            in_code = !in_code;
            segmenter.end_block();
        } else if !in_code {
            segmenter.take(line);
        }
    }
    segmenter.end_block();
    segmenter.sentences
}

/// The first sentence of a text of one block; without a sentence end the text itself, cut to
/// 400 characters and marked with ` …` if it is longer.
pub fn first_sentence(text: &str) -> String {
    if let Some(end) = sentence_end(text) {
        return text[..end].to_owned();
    }
    match text.char_indices().nth(FIRST_SENTENCE_LIMIT) {
        Some((cut, _)) => format!("{} …", trim_end(&text[..cut])),
        None => text.to_owned(),
    }
}

/// The text after a leading block between two `---` lines; all of it without such a block.
fn without_frontmatter(text: &str) -> &str {
    let is_delimiter = |line: &str| trim(line) == "---";
    let mut lines = text.split('\n');
    let mut end = match lines.next() {
        Some(first) if is_delimiter(first) => first.len(),
        _ => return text,
    };
    for line in lines {
        end += 1 + line.len();
        if is_delimiter(line) {
            return &text[end..];
        }
    }
    text
}

/// What a line is, with the text it brings.
enum Line<'a> {
    Fence,
    Blank,
    Heading(&'a str),
    TableRow(&'a str),
    ListItem(&'a str),
    Quote(&'a str),
    Text(&'a str),
}

impl<'a> Line<'a> {
    fn read(line: &'a str) -> Self {
        let text = trim_start(line);
        let indent = line[..line.len() - text.len()].chars().count();
        let shallow = indent <= 3;
        if text.is_empty() {
            Line::Blank
        } else if shallow && (text.starts_with("```") || text.starts_with("~~~")) {
            Line::Fence
        } else if shallow && is_heading(text) {
            Line::Heading(text.trim_start_matches(['#', ' ', '\t']))
        } else if text.starts_with('|') {
            Line::TableRow(text)
        } else if let Some(item) = list_item(text) {
            Line::ListItem(item)
        } else if let Some(quote) = text.strip_prefix('>').filter(|_| shallow) {
            Line::Quote(quote)
        } else {
            Line::Text(text)
        }
    }
}

fn is_heading(text: &str) -> bool {
    let after = text.trim_start_matches('#');
    (1..=6).contains(&(text.len() - after.len())) && after.starts_with(is_space)
}

/// What follows a list marker and its blank.
fn list_item(text: &str) -> Option<&str> {
    let after = match text.strip_prefix(['-', '*', '+']) {
        Some(after) => after,
        None => {
            let after = text.trim_start_matches(is_decimal);
            if after.len() == text.len() {
                return None;
            }
            after.strip_prefix(['.', ')'])?
        }
    };
    after.strip_prefix(is_space)
}

/// The cells of a table row that hold text: not empty, no part of a delimiter row.
fn cells(row: &str) -> impl Iterator<Item = &str> {
    row.split('|')
        .map(trim)
        .filter(|cell| !cell.trim_start_matches(['-', ':', ' ']).is_empty())
}

/// Collects lines into blocks and blocks into sentences.
struct Segmenter {
    sentences: Vec<Sentence>,
    kind: Block,
    block: String,
}

impl Segmenter {
    fn new() -> Self {
        Segmenter {
            sentences: Vec::new(),
            kind: Block::Paragraph,
            block: String::new(),
        }
    }

    fn take(&mut self, line: Line) {
        match line {
            Line::Fence => {}
            Line::Blank => self.begin(Block::Paragraph, ""),
            Line::Heading(text) => {
                self.begin(Block::Heading, text);
                self.begin(Block::Paragraph, "");
            }
            Line::TableRow(row) => {
                for cell in cells(row) {
                    self.begin(Block::TableCell, cell);
                }
                self.begin(Block::Paragraph, "");
            }
            Line::ListItem(text) => self.begin(Block::ListItem, text),
            Line::Quote(text) => self.begin(Block::Quote, text),
            Line::Text(text) => self.add(text),
        }
    }

    /// Ends the current block and begins one of the given kind with the given text.
    fn begin(&mut self, kind: Block, text: &str) {
        self.end_block();
        self.kind = kind;
        self.add(text);
    }

    fn add(&mut self, text: &str) {
        if !self.block.is_empty() {
            self.block.push(' ');
        }
        self.block.push_str(trim(text));
    }

    /// Cuts the current block into sentences; the kind stays for what follows.
    fn end_block(&mut self) {
        let mut rest = self.block.as_str();
        while !rest.is_empty() {
            let (sentence, after) = rest.split_at(sentence_end(rest).unwrap_or(rest.len()));
            let text = quote_form(sentence);
            if !text.is_empty() {
                self.sentences.push(Sentence {
                    index: self.sentences.len() + 1,
                    block: self.kind,
                    text: text.into_owned(),
                });
            }
            rest = after;
        }
        self.block.clear();
    }
}

/// The offset behind the mark that ends the first sentence of the text, if one does before the
/// text ends.
fn sentence_end(text: &str) -> Option<usize> {
    text.match_indices(['.', '!', '?'])
        .find(|(at, _)| text[at + 1..].starts_with(is_space) && !continues(&text[..*at]))
        .map(|(at, _)| at + 1)
}

/// Whether a sentence goes on after a mark that follows the given text: the last word is an
/// abbreviation, a single character or a number.
fn continues(before: &str) -> bool {
    let word = before
        .rsplit(|c| c == '(' || is_space(c))
        .next()
        .unwrap_or_default()
        .trim_matches(QUOTES);
    let mut chars = word.chars();
    match (chars.next_back(), chars.next_back()) {
        (None, _) => false,
        (Some(_), None) => true,
        (Some(last), Some(_)) => {
            is_decimal(last)
                || word.trim_start_matches('§').chars().all(is_digit)
                || ABBREVIATIONS
                    .binary_search(&word.to_lowercase().as_str())
                    .is_ok()
        }
    }
}

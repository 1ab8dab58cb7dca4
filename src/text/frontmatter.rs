//! The flat frontmatter of pages (specification, chapter 2, "Frontmatter grammar").

use std::collections::HashSet;

use crate::text::whitespace::{is_space, trim};

/// The value of a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value<'a> {
    /// A text on the line of its key.
    Text(&'a str),
    /// A list in brackets, or of indented lines; also a key without a value.
    List(Vec<&'a str>),
}

/// A field of the frontmatter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field<'a> {
    /// The key, trimmed; may be empty.
    pub key: &'a str,
    /// The value, without its quotes.
    pub value: Value<'a>,
    /// The line of the key in the file, from 1.
    pub line: usize,
}

/// The fields of a page in the order of the file, every key once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Frontmatter<'a> {
    /// The fields.
    pub fields: Vec<Field<'a>>,
}

impl<'a> Frontmatter<'a> {
    /// The field with the given key.
    pub fn field(&self, key: &str) -> Option<&Field<'a>> {
        self.fields.iter().find(|field| field.key == key)
    }

    /// The value of the field with the given key.
    pub fn get(&self, key: &str) -> Option<&Value<'a>> {
        self.field(key).map(|field| &field.value)
    }

    /// The text of the field with the given key, if it is a text.
    pub fn text(&self, key: &str) -> Option<&'a str> {
        match self.get(key) {
            Some(Value::Text(text)) => Some(text),
            _ => None,
        }
    }

    /// The items of the field with the given key; none if it is no list.
    pub fn list(&self, key: &str) -> &[&'a str] {
        match self.get(key) {
            Some(Value::List(items)) => items,
            _ => &[],
        }
    }
}

/// What is wrong with a line of the frontmatter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FrontmatterErrorKind<'a> {
    /// The first line is not `---`.
    Missing,
    /// No line ends the frontmatter. Then this is its only error.
    Unterminated,
    /// An indented line that is no list item: nesting, a tab, another indent.
    Indented,
    /// A list item that belongs to no key.
    OrphanListItem,
    /// A line without `:`.
    NoColon,
    /// A key that was there before; the first one counts.
    RepeatedKey(&'a str),
}

/// An error of the frontmatter and its place in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrontmatterError<'a> {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What is wrong there.
    pub kind: FrontmatterErrorKind<'a>,
}

/// A page cut into frontmatter and body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parsed<'a> {
    /// The fields that could be read.
    pub frontmatter: Frontmatter<'a>,
    /// The text after the frontmatter: the whole text if there is none, empty if nothing ends it.
    pub body: &'a str,
    /// The number of lines in the file before the body.
    pub body_line: usize,
    /// The errors in the order of the file.
    pub errors: Vec<FrontmatterError<'a>>,
}

/// Cuts a page into frontmatter and body. Line ends may be LF or CRLF.
pub fn parse(text: &str) -> Parsed<'_> {
    let mut lines = Lines { rest: Some(text), number: 0 };
    if lines.next().is_none_or(|(_, line)| !is_delimiter(line)) {
        return Parsed {
            frontmatter: Frontmatter::default(),
            body: text,
            body_line: 0,
            errors: vec![error(1, FrontmatterErrorKind::Missing)],
        };
    }
    let mut parser = Parser::new();
    while let Some((number, line)) = lines.next() {
        if is_delimiter(line) {
            return Parsed {
                frontmatter: Frontmatter { fields: parser.fields },
                body: lines.rest.unwrap_or_default(),
                body_line: number,
                errors: parser.errors,
            };
        }
        parser.line(number, line);
    }
    Parsed {
        frontmatter: Frontmatter { fields: parser.fields },
        body: "",
        body_line: 0,
        errors: vec![error(1, FrontmatterErrorKind::Unterminated)],
    }
}

/// The lines of a text with their numbers from 1, and what is left of it.
struct Lines<'a> {
    rest: Option<&'a str>,
    number: usize,
}

impl<'a> Iterator for Lines<'a> {
    type Item = (usize, &'a str);

    fn next(&mut self) -> Option<Self::Item> {
        let rest = self.rest?;
        let (line, rest) = match rest.split_once('\n') {
            Some((line, rest)) => (line, Some(rest)),
            None => (rest, None),
        };
        self.rest = rest;
        self.number += 1;
        Some((self.number, line))
    }
}

fn is_delimiter(line: &str) -> bool {
    line.strip_suffix('\r').unwrap_or(line) == "---"
}

fn error(line: usize, kind: FrontmatterErrorKind) -> FrontmatterError {
    FrontmatterError { line, column: 1, kind }
}

/// Whose list an item line belongs to.
#[derive(Default)]
enum OpenList {
    #[default]
    None,
    /// The last field's.
    Last,
    /// That of a repeated key, which is left out with its list.
    Repeated,
}

/// Reads the lines between the delimiters.
struct Parser<'a> {
    fields: Vec<Field<'a>>,
    keys: HashSet<&'a str>,
    errors: Vec<FrontmatterError<'a>>,
    open: OpenList,
}

impl<'a> Parser<'a> {
    /// With room for all fields of the profile.
    fn new() -> Self {
        const FIELDS: usize = 16;
        Self {
            fields: Vec::with_capacity(FIELDS),
            keys: HashSet::with_capacity(FIELDS),
            errors: Vec::new(),
            open: OpenList::None,
        }
    }

    fn line(&mut self, number: usize, line: &'a str) {
        let trimmed = trim(line);
        if let Some(item) = line.strip_prefix("  - ") {
            return self.item(number, item);
        }
        self.open = OpenList::None;
        if trimmed.is_empty() || trimmed.starts_with('#') {
            return;
        }
        if line.starts_with(is_space) {
            return self.indented(number, line);
        }
        match line.split_once(':') {
            Some((key, value)) => self.field(number, trim(key), trim(value)),
            None => self.errors.push(error(number, FrontmatterErrorKind::NoColon)),
        }
    }

    fn item(&mut self, number: usize, item: &'a str) {
        match (&self.open, self.fields.last_mut()) {
            (OpenList::Last, Some(Field { value: Value::List(items), .. })) => {
                items.push(unquote(trim(item)));
            }
            (OpenList::Repeated, _) => {}
            _ => self.errors.push(FrontmatterError {
                line: number,
                column: 3,
                kind: FrontmatterErrorKind::OrphanListItem,
            }),
        }
    }

    fn indented(&mut self, number: usize, line: &str) {
        self.errors.push(FrontmatterError {
            line: number,
            column: 1 + line.chars().take_while(|&c| is_space(c)).count(),
            kind: FrontmatterErrorKind::Indented,
        });
    }

    fn field(&mut self, line: usize, key: &'a str, value: &'a str) {
        let is_new = self.keys.insert(key);
        if value.is_empty() {
            self.open = if is_new { OpenList::Last } else { OpenList::Repeated };
        }
        if is_new {
            self.fields.push(Field { key, value: read_value(value), line });
        } else {
            self.errors.push(error(line, FrontmatterErrorKind::RepeatedKey(key)));
        }
    }
}

fn read_value(value: &str) -> Value<'_> {
    if value.is_empty() {
        return Value::List(Vec::new());
    }
    let inner = value.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    match inner.map(trim) {
        Some("") => Value::List(Vec::new()),
        Some(items) => Value::List(items.split(',').map(|item| unquote(trim(item))).collect()),
        None => Value::Text(unquote(value)),
    }
}

/// The text without the double quotes at its ends, then without the single ones.
fn unquote(text: &str) -> &str {
    text.trim_matches('"').trim_matches('\'')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<(usize, usize, FrontmatterErrorKind<'_>)> {
        parse(text).errors.into_iter().map(|e| (e.line, e.column, e.kind)).collect()
    }

    #[test]
    fn errors_name_their_place() {
        use FrontmatterErrorKind::*;
        assert_eq!(kinds("x"), [(1, 1, Missing)]);
        assert_eq!(kinds("---\nno colon\n"), [(1, 1, Unterminated)]);
        assert_eq!(
            kinds("---\n  - x\na: 1\n\u{A0}\tb: c\nno\na:\n  - x\n---\n"),
            [(2, 3, OrphanListItem), (4, 3, Indented), (5, 1, NoColon), (6, 1, RepeatedKey("a")),]
        );
    }

    #[test]
    fn a_list_ends_at_the_first_other_line() {
        use FrontmatterErrorKind::*;
        let text = "---\na:\n  - x\n # comment\n  - y\nb:\n  -z\n  - z\nc: [x]\n  - y\n---\n";
        assert_eq!(
            kinds(text),
            [
                (5, 3, OrphanListItem),
                (7, 3, Indented),
                (8, 3, OrphanListItem),
                (10, 3, OrphanListItem),
            ]
        );
        assert_eq!(parse(text).frontmatter.list("a"), ["x"]);
    }

    #[test]
    fn quotes_need_not_pair() {
        let parsed = parse("---\na: \"\"'x'\"\nb: '\"x\"'\nc: \" x \"\n---\n");
        assert_eq!(parsed.frontmatter.text("a"), Some("x"));
        assert_eq!(parsed.frontmatter.text("b"), Some("\"x\""));
        assert_eq!(parsed.frontmatter.text("c"), Some(" x "));
        assert_eq!(parsed.frontmatter.field("c").map(|field| field.line), Some(4));
    }
}

//! Links in the body of a page (specification, chapter 2, "Relations and links").
//!
//! Markdown context is not recognised: code and comments hide no links.

use crate::text::category::is_word;
use crate::text::whitespace::{is_space, trim, trim_start};

/// The links of a body.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Links<'a> {
    /// The byte offset of the first `<a` or `<img`, which are not allowed.
    pub html: Option<usize>,
    /// The inline links in order, then the reference definitions in order.
    pub targets: Vec<Link<'a>>,
}

/// A link and where it points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link<'a> {
    /// The byte offset of the target in the body.
    pub offset: usize,
    /// The target as it is written, without angle brackets and title.
    pub target: Result<&'a str, LinkError>,
}

impl<'a> Link<'a> {
    /// The path of the file the link names: its target up to `#`. `None` for a faulty link and
    /// for targets that are not followed (web addresses, mail addresses, `#…`).
    pub fn path(&self) -> Option<&'a str> {
        let target = self.target.ok()?;
        let elsewhere =
            ["http://", "https://", "mailto:", "#"].iter().any(|start| target.starts_with(start));
        if elsewhere { None } else { target.split('#').next() }
    }
}

/// What is wrong with a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkError {
    /// There is no target.
    Empty,
    /// A target begins with `<` and no `>` ends it.
    Unclosed,
    /// Something follows the target that is no title.
    Trailing,
}

/// The links of a body, found in linear time.
pub fn links(body: &str) -> Links<'_> {
    Links { html: html(body), targets: inline(body).chain(definitions(body)).collect() }
}

/// The offset of the first HTML link or image.
fn html(body: &str) -> Option<usize> {
    let is_link = |after: &str| {
        ["a", "img"].iter().any(|name| {
            after.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name))
                && !after[name.len()..].starts_with(is_word)
        })
    };
    body.match_indices('<').map(|(at, _)| at).find(|at| is_link(&body[at + 1..]))
}

/// The inline links: from `](` to the next `)`.
fn inline(body: &str) -> impl Iterator<Item = Link<'_>> {
    let mut at = 0;
    let mut closes = true;
    std::iter::from_fn(move || {
        // Without another `)` there is no link left; not asking again keeps this linear.
        let open = at + body[at..].find("](").filter(|_| closes)? + 2;
        match body[open..].find(')') {
            Some(length) => at = open + length + 1,
            None => closes = false,
        }
        closes.then(|| link(&body[open..at - 1], open))
    })
}

/// The reference definitions: lines `[label]: target`, up to three blanks or tabs before them.
fn definitions(body: &str) -> impl Iterator<Item = Link<'_>> {
    body.match_indices('[').filter_map(move |(at, _)| {
        let line_start = body[..at].trim_end_matches([' ', '\t']);
        let indent = at - line_start.len();
        if indent > 3 || !(line_start.is_empty() || line_start.ends_with('\n')) {
            return None;
        }
        let line = body[at + 1..].split('\n').next()?;
        let (label, after) = line.split_once(']')?;
        let target = after.strip_prefix(':').filter(|target| !trim(target).is_empty())?;
        let offset = at + 1 + line.len() - target.len();
        (!label.is_empty()).then(|| link(target, offset))
    })
}

/// The link whose target, with title and white space, is the given text at the given offset.
fn link(text: &str, offset: usize) -> Link<'_> {
    let start = trim_start(text);
    Link { offset: offset + text.len() - start.len(), target: target(trim(start)) }
}

fn target(text: &str) -> Result<&str, LinkError> {
    let (target, rest) = match text.strip_prefix('<') {
        Some(inner) => inner.split_once('>').ok_or(LinkError::Unclosed)?,
        None => text.split_at(text.find(is_space).unwrap_or(text.len())),
    };
    if trim(target).is_empty() {
        Err(LinkError::Empty)
    } else if rest.is_empty() || rest.starts_with(is_space) && is_title(trim(rest)) {
        Ok(target)
    } else {
        Err(LinkError::Trailing)
    }
}

/// Whether the text is one title in double quotes, single quotes or parentheses.
fn is_title(text: &str) -> bool {
    [('"', '"'), ('\'', '\''), ('(', ')')].iter().any(|&(open, close)| {
        text.strip_prefix(open)
            .and_then(|rest| rest.strip_suffix(close))
            .is_some_and(|title| !title.contains(close))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn targets(body: &str) -> Vec<Result<&str, LinkError>> {
        links(body).targets.into_iter().map(|link| link.target).collect()
    }

    #[test]
    fn faults_are_told_apart() {
        assert_eq!(
            targets("](  ) ](<>) ](<a) ](a \"b\" \"c\") ](<a>\"b\") ](a 'b)"),
            [
                Err(LinkError::Empty),
                Err(LinkError::Empty),
                Err(LinkError::Unclosed),
                Err(LinkError::Trailing),
                Err(LinkError::Trailing),
                Err(LinkError::Trailing),
            ]
        );
    }

    #[test]
    fn inline_targets_span_lines_and_definitions_do_not() {
        assert_eq!(targets("[a](\n b.md\n'x\ny')"), [Ok("b.md")]);
        assert_eq!(targets("[a]:\nb.md"), []);
        assert_eq!(
            targets("x\n \t [a]:b.md (t)\n[^1]: one two"),
            [Ok("b.md"), Err(LinkError::Trailing)]
        );
        assert_eq!(targets("[]: b.md\n- [a]: b.md\n[a\nb]: c.md"), []);
    }

    #[test]
    fn offsets_point_at_targets() {
        let body = "ä ](  b.md)\n[a]: <c.md>\n<a>";
        let links = links(body);
        assert!(body[links.targets[0].offset..].starts_with("b.md"));
        assert!(body[links.targets[1].offset..].starts_with("<c.md>"));
        assert_eq!(links.html, body.find("<a>"));
    }

    #[test]
    fn only_local_targets_are_followed() {
        let path = |target| Link { offset: 0, target: Ok(target) }.path();
        assert_eq!(path("b.md#teil"), Some("b.md"));
        assert_eq!(path("HTTP://x"), Some("HTTP://x"));
        for target in ["http://x", "https://x", "mailto:a@b", "#teil"] {
            assert_eq!(path(target), None);
        }
    }

    #[test]
    fn html_needs_the_whole_name() {
        for body in ["<a>", "<A\n", "<a", "<img/>", "<iMg-x"] {
            assert_eq!(links(body).html, Some(0), "{body:?}");
        }
        for body in ["<abbr>", "<aä>", "<a_>", "<a1>", "< a>", "</a>", "<imgs>", "<ä>", "<"] {
            assert_eq!(links(body).html, None, "{body:?}");
        }
    }
}

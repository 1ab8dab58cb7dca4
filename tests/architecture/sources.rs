//! What the sources name: every path, method, macro and text of every file outside its tests,
//! and where each path leads.
//!
//! Names are resolved as the compiler does it, through `use` (renamed or re-exported),
//! `crate`, `self` and `super`, but without types: of a method only its name is known. The
//! tokens inside macros and attributes are searched for paths too.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use proc_macro2::{Delimiter, Group, Spacing, Span, TokenStream, TokenTree};
use syn::visit::{self, Visit};

/// Names joined by `::`.
pub type Segments = Vec<String>;

const PRIMITIVES: [&str; 17] = [
    "bool", "char", "f32", "f64", "i8", "i16", "i32", "i64", "i128", "isize", "str", "u8", "u16",
    "u32", "u64", "u128", "usize",
];

/// Attributes that hold texts and names of lints, no paths.
const WITHOUT_PATHS: [&str; 5] = ["allow", "deny", "doc", "expect", "warn"];

/// All files of the crate.
pub struct Sources {
    pub files: Vec<Source>,
    /// Every module, with what its `use` declarations call what.
    modules: BTreeMap<Segments, BTreeMap<String, Segments>>,
}

/// One file.
pub struct Source {
    /// From the root of the crate: `src/model/page.rs`.
    pub path: String,
    pub text: String,
    mentions: Vec<Mention>,
}

/// Something a file names.
pub struct Mention {
    pub line: usize,
    pub what: What,
    /// Whether the function around it allows a lint and gives a reason.
    pub excused: bool,
    module: Segments,
}

impl Mention {
    /// Where it stands.
    pub fn place<'a>(&self, file: &'a Source) -> Place<'a> {
        Place { path: &file.path, line: self.line }
    }
}

pub enum What {
    /// A path as written, of a `use` declaration the whole of it.
    Path(Segments),
    Method(String),
    Macro(String),
    Text(String),
}

/// Where a path leads.
#[derive(Debug, PartialEq)]
pub enum Target {
    /// To a module of this crate, and something in it.
    Inside { module: Segments, item: Segments },
    /// To another crate.
    Outside(Segments),
    /// To a name of the same module, or one that only the types tell.
    Local,
}

impl Sources {
    /// The sources of this crate.
    pub fn of_this_crate() -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut files = Vec::new();
        collect(&root.join("src"), "src", &mut files);
        files.sort();
        Self::parse(files)
    }

    /// Sources given as path and text.
    pub fn parse(files: impl IntoIterator<Item = (String, String)>) -> Self {
        let mut sources = Self { files: Vec::new(), modules: BTreeMap::new() };
        for (path, text) in files {
            let module = module_of(&path);
            sources.modules.entry(module.clone()).or_default();
            let parsed = syn::parse_file(&text).unwrap_or_else(|error| panic!("{path}: {error}"));
            let mut reader = Reader {
                module,
                excused: false,
                mentions: Vec::new(),
                modules: &mut sources.modules,
            };
            reader.visit_file(&parsed);
            let mentions = reader.mentions;
            sources.files.push(Source { path, text, mentions });
        }
        // The binary sees the library by its name.
        if let Some(main) = sources.modules.get_mut(["main".to_owned()].as_slice()) {
            main.insert("vault".to_owned(), vec!["crate".to_owned()]);
        }
        sources
    }

    /// Everything every file names.
    pub fn mentions(&self) -> impl Iterator<Item = (&Source, &Mention)> {
        self.files.iter().flat_map(|file| file.mentions.iter().map(move |mention| (file, mention)))
    }

    /// Every path with the room it stands in and where it leads.
    pub fn paths(&self) -> impl Iterator<Item = (String, Place<'_>, Target)> {
        self.mentions().filter_map(|(file, mention)| {
            let What::Path(path) = &mention.what else { return None };
            let place = mention.place(file);
            Some((room(&mention.module), place, self.resolve(&mention.module, path)))
        })
    }

    fn resolve(&self, module: &[String], path: &[String]) -> Target {
        let Some((first, rest)) = path.split_first() else { return Target::Local };
        if first == "crate" {
            return self.descend(Vec::new(), rest);
        }
        let is_known = self.child(module, first).is_some()
            || self.imported(module, path).is_some()
            || matches!(first.as_str(), "self" | "super");
        if is_known {
            return self.descend(module.to_vec(), path);
        }
        let is_crate = first.starts_with(|c: char| c.is_lowercase());
        match is_crate && !PRIMITIVES.contains(&first.as_str()) {
            true => Target::Outside(path.to_vec()),
            false => Target::Local,
        }
    }

    fn descend(&self, mut module: Segments, path: &[String]) -> Target {
        for (at, segment) in path.iter().enumerate() {
            if segment == "super" {
                module.pop();
            } else if let Some(child) = self.child(&module, segment) {
                module = child;
            } else if let Some(import) = self.imported(&module, &path[at..]) {
                return self.resolve(&module, &import);
            } else if segment != "self" {
                return Target::Inside { module, item: path[at..].to_vec() };
            }
        }
        Target::Inside { module, item: Vec::new() }
    }

    fn child(&self, module: &[String], name: &str) -> Option<Segments> {
        let child = [module, &[name.to_owned()]].concat();
        self.modules.contains_key(&child).then_some(child)
    }

    /// The path with what its first segment was imported as in its place.
    fn imported(&self, module: &[String], path: &[String]) -> Option<Segments> {
        let import = self.modules.get(module)?.get(path.first()?)?;
        Some([import.as_slice(), &path[1..]].concat())
    }
}

/// Where something stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place<'a> {
    pub path: &'a str,
    pub line: usize,
}

impl std::fmt::Display for Place<'_> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{}:{}", self.path, self.line)
    }
}

/// The room of a module: its first name; of `vault`, whose data lives apart from its reader, and
/// of `archive`, a house of its own, the file or folder in it.
pub fn room(module: &[String]) -> String {
    match module {
        [] => "lib".to_owned(),
        [house, room, ..] if house == "vault" || house == "archive" => format!("{house}::{room}"),
        [room, ..] => room.clone(),
    }
}

/// The room a file belongs to.
pub fn room_of(path: &str) -> String {
    room(&module_of(path))
}

fn module_of(path: &str) -> Segments {
    let path = path.trim_start_matches("src/").trim_end_matches(".rs");
    let names = path.split('/').filter(|name| !matches!(*name, "lib" | "mod"));
    names.map(str::to_owned).collect()
}

fn collect(folder: &Path, name: &str, files: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let path = format!("{name}/{}", entry.file_name().to_str().unwrap());
        if entry.file_type().unwrap().is_dir() {
            collect(&entry.path(), &path, files);
        } else if path.ends_with(".rs") {
            files.push((path, fs::read_to_string(entry.path()).unwrap()));
        }
    }
}

/// Walks one file.
struct Reader<'a> {
    module: Segments,
    excused: bool,
    mentions: Vec<Mention>,
    modules: &'a mut BTreeMap<Segments, BTreeMap<String, Segments>>,
}

impl Reader<'_> {
    fn mention(&mut self, span: Span, what: What) {
        let (line, module) = (span.start().line, self.module.clone());
        self.mentions.push(Mention { line, what, excused: self.excused, module });
    }

    /// Names what a `use` tree imports, each path from its beginning.
    fn import(&mut self, mut path: Segments, tree: &syn::UseTree) {
        match tree {
            syn::UseTree::Path(part) => {
                path.push(part.ident.to_string());
                self.import(path, &part.tree);
            }
            syn::UseTree::Name(name) => self.import_as(path, &name.ident, &name.ident),
            syn::UseTree::Rename(renamed) => self.import_as(path, &renamed.ident, &renamed.rename),
            syn::UseTree::Glob(glob) => {
                path.push("*".to_owned());
                self.mention(glob.star_token.spans[0], What::Path(path));
            }
            syn::UseTree::Group(group) => {
                group.items.iter().for_each(|tree| self.import(path.clone(), tree));
            }
        }
    }

    fn import_as(&mut self, mut path: Segments, ident: &syn::Ident, name: &syn::Ident) {
        if ident != "self" {
            path.push(ident.to_string());
        }
        let name = if name == "self" { path.last().cloned() } else { Some(name.to_string()) };
        self.mention(ident.span(), What::Path(path.clone()));
        // `use regex;` says nothing new and would lead to itself.
        if let Some(name) = name.filter(|name| path != [name.as_str()]) {
            self.modules.entry(self.module.clone()).or_default().insert(name, path);
        }
    }

    fn search(&mut self, tokens: TokenStream) {
        let tokens: Vec<_> = tokens.into_iter().collect();
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            let before = at.checked_sub(1).and_then(|before| tokens.get(before));
            at += 1;
            match token {
                TokenTree::Group(group) if is_doc(group) => (),
                TokenTree::Group(group) => self.search(group.stream()),
                TokenTree::Literal(literal) => {
                    if let Ok(text) =
                        syn::parse2::<syn::LitStr>(TokenTree::from(literal.clone()).into())
                    {
                        self.visit_lit_str(&text);
                    }
                }
                TokenTree::Ident(ident) => {
                    let mut path = vec![ident.to_string()];
                    while let Some(next) = next_segment(&tokens[at..]) {
                        path.push(next);
                        at += 3;
                    }
                    if is_punct(before, '.') {
                        self.mention(ident.span(), What::Method(path.swap_remove(0)));
                    } else if is_macro(&tokens[at..]) {
                        self.mention(ident.span(), What::Macro(path.join("::")));
                    } else if path.len() > 1 && (!is_punct(before, '$') || path[0] == "crate") {
                        self.mention(ident.span(), What::Path(path));
                    }
                }
                TokenTree::Punct(_) => (),
            }
        }
    }

    /// Visits a function, whose own `#[allow(…, reason = "…")]` excuses what is in it.
    fn within(&mut self, attributes: &[syn::Attribute], visit: impl FnOnce(&mut Self)) {
        let excused = attributes.iter().any(is_reasoned_allow);
        let outer = std::mem::replace(&mut self.excused, excused);
        visit(self);
        self.excused = outer;
    }
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        if module.attrs.iter().any(is_cfg_test) {
            return;
        }
        if module.content.is_some() {
            self.module.push(module.ident.to_string());
            self.modules.entry(self.module.clone()).or_default();
            visit::visit_item_mod(self, module);
            self.module.pop();
        }
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.import(Segments::new(), &item.tree);
    }

    fn visit_item_macro(&mut self, item: &'ast syn::ItemMacro) {
        // A macro of ours is passed on by its bare name.
        if let Some(name) = item.ident.as_ref().map(ToString::to_string) {
            let here = ["crate".to_owned()].into_iter().chain(self.module.iter().cloned());
            let path = here.chain(["macro".to_owned()]).collect();
            self.modules.entry(self.module.clone()).or_default().insert(name, path);
        }
        visit::visit_item_macro(self, item);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let segments: Segments = path.segments.iter().map(|part| part.ident.to_string()).collect();
        if segments.len() > 1 {
            self.mention(path.segments[0].ident.span(), What::Path(segments));
        }
        visit::visit_path(self, path);
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        self.mention(call.method.span(), What::Method(call.method.to_string()));
        visit::visit_expr_method_call(self, call);
    }

    fn visit_lit_str(&mut self, text: &'ast syn::LitStr) {
        self.mention(text.span(), What::Text(text.value()));
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        let path: Segments = call.path.segments.iter().map(|part| part.ident.to_string()).collect();
        self.mention(call.path.segments[0].ident.span(), What::Macro(path.join("::")));
        visit::visit_macro(self, call);
        self.search(call.tokens.clone());
    }

    fn visit_attribute(&mut self, attribute: &'ast syn::Attribute) {
        if !WITHOUT_PATHS.iter().any(|name| attribute.path().is_ident(name)) {
            visit::visit_attribute(self, attribute);
        }
    }

    fn visit_meta_list(&mut self, list: &'ast syn::MetaList) {
        visit::visit_meta_list(self, list);
        self.search(list.tokens.clone());
    }

    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        self.within(&function.attrs, |reader| visit::visit_item_fn(reader, function));
    }

    fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
        self.within(&function.attrs, |reader| visit::visit_impl_item_fn(reader, function));
    }
}

fn is_cfg_test(attribute: &syn::Attribute) -> bool {
    attribute.path().is_ident("cfg")
        && attribute.parse_args::<syn::Ident>().is_ok_and(|argument| argument == "test")
}

fn is_reasoned_allow(attribute: &syn::Attribute) -> bool {
    let syn::Meta::List(list) = &attribute.meta else { return false };
    let is_reason = |token| matches!(token, TokenTree::Ident(ident) if ident == "reason");
    list.path.is_ident("allow") && list.tokens.clone().into_iter().any(is_reason)
}

/// Whether it is the inside of a `#[doc = "…"]`, as which a macro sees a comment.
fn is_doc(group: &Group) -> bool {
    group.delimiter() == Delimiter::Bracket
        && matches!(group.stream().into_iter().next(), Some(TokenTree::Ident(name)) if name == "doc")
}

/// The name after `::` at the beginning of the tokens.
fn next_segment(tokens: &[TokenTree]) -> Option<String> {
    match tokens {
        [TokenTree::Punct(first), second, TokenTree::Ident(name), ..]
            if first.as_char() == ':'
                && first.spacing() == Spacing::Joint
                && is_punct(Some(second), ':') =>
        {
            Some(name.to_string())
        }
        _ => None,
    }
}

fn is_macro(tokens: &[TokenTree]) -> bool {
    matches!(tokens, [bang, TokenTree::Group(group), ..]
        if is_punct(Some(bang), '!') && group.delimiter() != Delimiter::None)
}

fn is_punct(token: Option<&TokenTree>, wanted: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == wanted)
}

//! A flat XML tree that several files can be spliced into.
//!
//! roxmltree parses each file; its nodes are copied here so that `include` can insert the elements of one file into
//! another and every element still knows its file, line and column. All walks are iterative.

use stiction_model::diag::{Diagnostic, Loc};

/// Index of a node.
pub type NodeId = u32;
/// No node.
pub const NONE: NodeId = u32::MAX;
/// Deepest nesting of elements.
pub const MAX_DEPTH: u32 = 1000;
/// Most attributes of an element: each is compared with the others.
const MAX_ATTRS: usize = 1000;
/// Most elements in a model.
const MAX_NODES: u32 = 10_000_000;

type Span = (u32, u32);

/// An attribute.
#[derive(Clone, Copy, Debug)]
pub struct XmlAttr {
    name: Span,
    value: Span,
    /// Where it stands (name and value).
    pub loc: Loc,
}

/// An element.
#[derive(Clone, Debug)]
pub struct Node {
    tag: Span,
    attrs: Span,
    text: Span,
    /// First child.
    pub first: NodeId,
    /// Next sibling.
    pub next: NodeId,
    /// Nesting level, the root of the main file is 1.
    pub depth: u32,
    /// Index of the file's folder in [`Tree::dirs`].
    pub dir: u32,
    /// Where it stands (`<tag`).
    pub loc: Loc,
}

/// The tree.
#[derive(Debug, Default)]
pub struct Tree {
    nodes: Vec<Node>,
    attrs: Vec<XmlAttr>,
    pool: String,
    /// Folders of the files, relative to the main file's.
    pub dirs: Vec<String>,
    /// What was read although XML forbids it.
    pub notes: Vec<Diagnostic>,
}

/// Iterates over the children of a node.
pub struct Children<'a> {
    tree: &'a Tree,
    next: NodeId,
}

impl Iterator for Children<'_> {
    type Item = NodeId;
    fn next(&mut self) -> Option<NodeId> {
        if self.next == NONE {
            return None;
        }
        let id = self.next;
        self.next = self.tree.node(id).next;
        Some(id)
    }
}

impl Tree {
    /// A node.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id as usize]
    }
    /// Its tag.
    pub fn tag(&self, id: NodeId) -> &str {
        self.str(self.node(id).tag)
    }
    /// Its text content (only of elements without children), trimmed.
    pub fn text(&self, id: NodeId) -> &str {
        self.str(self.node(id).text)
    }
    /// Its children.
    pub fn children(&self, id: NodeId) -> Children<'_> {
        Children { tree: self, next: self.node(id).first }
    }
    /// Its attributes.
    pub fn attrs(&self, id: NodeId) -> &[XmlAttr] {
        let (a, n) = self.node(id).attrs;
        &self.attrs[a as usize..(a + n) as usize]
    }
    /// The name of an attribute.
    pub fn name(&self, a: &XmlAttr) -> &str {
        self.str(a.name)
    }
    /// The value of an attribute.
    pub fn value(&self, a: &XmlAttr) -> &str {
        self.str(a.value)
    }
    /// The value of the attribute with this name.
    pub fn get(&self, id: NodeId, name: &str) -> Option<&str> {
        self.attrs(id).iter().find(|a| self.name(a) == name).map(|a| self.value(a))
    }
    fn str(&self, s: Span) -> &str {
        &self.pool[s.0 as usize..(s.0 + s.1) as usize]
    }
    fn intern(&mut self, s: &str) -> Span {
        let at = self.pool.len() as u32;
        self.pool.push_str(s);
        (at, s.len() as u32)
    }

    /// Parses a file and adds its elements; returns its root. `depth` is the level its root gets.
    pub fn add(&mut self, text: &str, file: u32, dir: u32, depth: u32) -> Result<NodeId, Box<Diagnostic>> {
        let lines = Lines::new(text);
        let (clean, notes) = clean(text, file, &lines)?;
        self.notes.extend(notes);
        let options = roxmltree::ParsingOptions { nodes_limit: MAX_NODES, ..Default::default() };
        let doc = roxmltree::Document::parse_with_options(&clean, options)
            .map_err(|e| Box::new(xml_error(&e, file, &lines)))?;
        if self.nodes.len() + doc.descendants().count() > MAX_NODES as usize {
            return Err(Box::new(Diagnostic::error(format!("more than {MAX_NODES} elements"))));
        }
        if self.pool.len() + text.len() > u32::MAX as usize {
            return Err(Box::new(Diagnostic::error("the files hold more than 4 GiB of text")));
        }
        self.copy(&doc, file, dir, depth, &lines)
    }

    fn copy(
        &mut self,
        doc: &roxmltree::Document<'_>,
        file: u32,
        dir: u32,
        depth: u32,
        lines: &Lines<'_>,
    ) -> Result<NodeId, Box<Diagnostic>> {
        // (roxmltree node, ours, our last child) on the path from the root
        let mut path: Vec<(roxmltree::NodeId, NodeId, NodeId)> = Vec::new();
        let root = self.nodes.len() as NodeId;
        for node in doc.root_element().descendants() {
            if !node.is_element() {
                continue;
            }
            let parent = node.parent().map(|p| p.id());
            while path.last().is_some_and(|p| Some(p.0) != parent) {
                path.pop();
            }
            let range = node.range();
            let tag = qualified(node.tag_name());
            let loc = lines.loc(file, range.start, tag.len() + 1);
            let level = depth + path.len() as u32;
            if level > MAX_DEPTH {
                return Err(Box::new(
                    Diagnostic::error(format!("elements are nested deeper than {MAX_DEPTH} levels"))
                        .at(Some(loc)),
                ));
            }
            let id = self.nodes.len() as NodeId;
            let first_attr = self.attrs.len() as u32;
            for a in node.attributes() {
                let r = a.range();
                let name = self.intern(a.name());
                let value = self.intern(a.value());
                self.attrs.push(XmlAttr { name, value, loc: lines.loc(file, r.start, r.len()) });
            }
            let attrs = (first_attr, self.attrs.len() as u32 - first_attr);
            let content = if node.has_children() && !node.children().any(|c| c.is_element()) {
                node.text().unwrap_or("").trim()
            } else {
                ""
            };
            let (tag, text) = (self.intern(&tag), self.intern(content));
            self.nodes.push(Node { tag, attrs, text, first: NONE, next: NONE, depth: level, dir, loc });
            if let Some(top) = path.last_mut() {
                if top.2 == NONE {
                    self.nodes[top.1 as usize].first = id;
                } else {
                    self.nodes[top.2 as usize].next = id;
                }
                top.2 = id;
            }
            path.push((node.id(), id, NONE));
        }
        Ok(root)
    }

    /// Makes the children of `root` the content of the `include` element `at`.
    pub fn graft(&mut self, at: NodeId, root: NodeId) {
        self.nodes[at as usize].first = self.nodes[root as usize].first;
    }

    /// Replaces every `include` element below `root` by its content.
    pub fn flatten(&mut self, root: NodeId) {
        let mut todo = vec![root];
        let mut list = Vec::new();
        let mut stack = Vec::new();
        while let Some(id) = todo.pop() {
            list.clear();
            stack.push(self.node(id).first);
            while let Some(mut c) = stack.pop() {
                while c != NONE {
                    let next = self.node(c).next;
                    if is_include(self.tag(c)) {
                        stack.push(next);
                        c = self.node(c).first;
                    } else {
                        list.push(c);
                        c = next;
                    }
                }
            }
            self.nodes[id as usize].first = list.first().copied().unwrap_or(NONE);
            for (i, &c) in list.iter().enumerate() {
                self.nodes[c as usize].next = list.get(i + 1).copied().unwrap_or(NONE);
                todo.push(c);
            }
        }
    }
}

/// True for the tag of an include element (any case, as MuJoCo).
pub fn is_include(tag: &str) -> bool {
    tag.eq_ignore_ascii_case("include")
}

fn qualified(name: roxmltree::ExpandedName<'_, '_>) -> String {
    name.name().to_string()
}

/// Start offsets of the lines of a text.
pub struct Lines<'a> {
    text: &'a str,
    starts: Vec<u32>,
    /// Offsets of bytes that continue a character, to count characters fast in long lines.
    wide: Vec<u32>,
}

impl<'a> Lines<'a> {
    /// Finds the lines.
    pub fn new(text: &'a str) -> Self {
        let mut starts = vec![0];
        starts.extend(text.bytes().enumerate().filter(|b| b.1 == b'\n').map(|b| b.0 as u32 + 1));
        let wide = if text.is_ascii() {
            Vec::new()
        } else {
            text.bytes().enumerate().filter(|b| b.1 & 0xc0 == 0x80).map(|b| b.0 as u32).collect()
        };
        Lines { text, starts, wide }
    }
    /// The place of a span.
    pub fn loc(&self, file: u32, start: usize, len: usize) -> Loc {
        let line = self.starts.partition_point(|s| *s as usize <= start).max(1) - 1;
        let from = self.starts[line] as usize;
        let before = |at: usize| self.wide.partition_point(|w| (*w as usize) < at);
        let col = start.saturating_sub(from) - (before(start) - before(from));
        Loc { file, start: start as u32, len: len as u32, line: line as u32 + 1, col: col as u32 + 1 }
    }
    /// The place with this line and column.
    fn at(&self, file: u32, row: u32, col: u32) -> Loc {
        let line = self.starts.get(row.saturating_sub(1) as usize).copied().unwrap_or(0) as usize;
        let rest = self.text.get(line..).unwrap_or("");
        let skip = rest.char_indices().nth(col.saturating_sub(1) as usize).map_or(rest.len(), |c| c.0);
        Loc { file, start: (line + skip) as u32, len: 1, line: row, col }
    }
}

/// A text that XML allows, and what had to be changed for it.
type Cleaned<'a> = (std::borrow::Cow<'a, str>, Vec<Diagnostic>);

/// Two things that XML forbids but MuJoCo reads are mended without moving anything else: comments with `--` inside, and attributes
/// without a blank between them, which get the blank before their tag. Depth is checked before parsing.
fn clean<'a>(text: &'a str, file: u32, lines: &Lines<'_>) -> Result<Cleaned<'a>, Box<Diagnostic>> {
    let b = text.as_bytes();
    let (mut i, mut depth) = (0usize, 0u32);
    let mut fixes: Vec<(usize, usize)> = Vec::new();
    let mut joined: Vec<(usize, usize)> = Vec::new();
    while let Some(at) = b[i..].iter().position(|c| *c == b'<').map(|p| p + i) {
        let rest = &b[at..];
        if rest.starts_with(b"<!--") {
            let body = at + 4;
            let Some(end) = find(b, body, b"-->") else { break };
            if b[body..end].windows(2).any(|w| w == b"--") || (end > body && b[end - 1] == b'-') {
                fixes.push((body, end));
            }
            i = end + 3;
        } else if rest.starts_with(b"<![CDATA[") {
            i = find(b, at, b"]]>").map_or(b.len(), |e| e + 3);
        } else if rest.starts_with(b"<?") {
            i = find(b, at, b"?>").map_or(b.len(), |e| e + 2);
        } else if rest.starts_with(b"<!") {
            return Err(Box::new(
                Diagnostic::error("document type declarations are not supported")
                    .at(Some(lines.loc(file, at, 9)))
                    .hint("remove the <!DOCTYPE …> part and write entities out"),
            ));
        } else if rest.starts_with(b"</") {
            depth = depth.saturating_sub(1);
            i = at + 2;
        } else {
            let end = tag_end(b, at);
            if b[at..end].iter().filter(|c| **c == b'=').count() > MAX_ATTRS
                && attributes(&b[at..end]) > MAX_ATTRS
            {
                return Err(Box::new(
                    Diagnostic::error(format!("an element has more than {MAX_ATTRS} attributes"))
                        .at(Some(lines.loc(file, at, 1))),
                ));
            }
            joined.extend(joined_attribute(b, at, end).map(|quote| (at, quote)));
            if b.get(end.wrapping_sub(1)) != Some(&b'/') {
                depth += 1;
            }
            if depth > MAX_DEPTH + 1 {
                return Err(Box::new(
                    Diagnostic::error(format!("elements are nested deeper than {MAX_DEPTH} levels"))
                        .at(Some(lines.loc(file, at, 1))),
                ));
            }
            i = end;
        }
    }
    if fixes.is_empty() && joined.is_empty() {
        return Ok((std::borrow::Cow::Borrowed(text), Vec::new()));
    }
    let mut out = b.to_vec();
    for (s, e) in fixes {
        for c in &mut out[s..e] {
            if *c == b'-' {
                *c = b'_';
            }
        }
    }
    let mut notes = Vec::new();
    for (at, quote) in joined {
        // one blank of the indentation moves between the attributes
        out[at - 1..=quote].rotate_left(1);
        let note = Diagnostic::warning("a blank is missing between two attributes");
        notes.push(note.at(Some(lines.loc(file, quote + 1, 1))));
    }
    Ok((String::from_utf8(out).map_or(std::borrow::Cow::Borrowed(text), std::borrow::Cow::Owned), notes))
}

/// The quote that ends a value and is followed by a name at once, in a tag with a blank before it. (More than one such place in a tag
/// is left to the parser's error.)
fn joined_attribute(b: &[u8], at: usize, end: usize) -> Option<usize> {
    let mut quote = 0u8;
    for i in at..end.min(b.len()) {
        match (quote, b[i]) {
            (0, b'"' | b'\'') => quote = b[i],
            (q, c) if q != 0 && q == c => {
                quote = 0;
                if b.get(i + 1).is_some_and(u8::is_ascii_alphabetic) {
                    return (at > 0 && matches!(b[at - 1], b' ' | b'\t')).then_some(i);
                }
            }
            _ => {}
        }
    }
    None
}

/// How many attributes a tag has.
fn attributes(tag: &[u8]) -> usize {
    let (mut quote, mut n) = (0u8, 0);
    for &c in tag {
        match (quote, c) {
            (0, b'"' | b'\'') => quote = c,
            (0, b'=') => n += 1,
            (q, c) if q == c => quote = 0,
            _ => {}
        }
    }
    n
}

/// The `>` that ends the tag starting at `at`, quotes respected.
fn tag_end(b: &[u8], at: usize) -> usize {
    let mut quote = 0u8;
    for (i, &c) in b.iter().enumerate().skip(at + 1) {
        match (quote, c) {
            (0, b'>') => return i,
            (0, b'"' | b'\'') => quote = c,
            (q, c) if q == c => quote = 0,
            _ => {}
        }
    }
    b.len()
}

fn find(b: &[u8], from: usize, what: &[u8]) -> Option<usize> {
    b.get(from..)?.windows(what.len()).position(|w| w == what).map(|p| p + from)
}

/// roxmltree's error in our words, without any content of the file.
fn xml_error(e: &roxmltree::Error, file: u32, lines: &Lines<'_>) -> Diagnostic {
    use roxmltree::Error as E;
    let text = match e {
        E::UnexpectedCloseTag(..) => "the closing tag does not match the opening one",
        E::UnknownEntityReference(..) => "unknown entity: only &lt; &gt; &amp; &quot; &apos; exist",
        E::MalformedEntityReference(..) => "'&' must be written as &amp;",
        E::EntityReferenceLoop(..) | E::DtdDetected => "document type declarations are not supported",
        E::InvalidAttributeValue(..) => "'<' is not allowed in an attribute value; write &lt;",
        E::DuplicatedAttribute(..) => "the same attribute is given twice",
        E::NoRootNode => "this is not an XML file: no element found",
        E::UnclosedRootNode => "the file ends before its root element is closed",
        E::UnexpectedDeclaration(..) => "the XML declaration must be at the start of the file",
        E::NodesLimitReached | E::AttributesLimitReached | E::NamespacesLimitReached => "too many elements",
        E::UnknownNamespace(..) => "unknown namespace prefix",
        E::InvalidName(..) => "invalid name of an element or attribute",
        E::NonXmlChar(..) => "a character that XML does not allow",
        E::UnexpectedEndOfStream => "the file ends too early",
        E::InvalidChar2("a whitespace", ..) => "a blank is missing between two attributes",
        _ => "not well-formed XML here",
    };
    let pos = e.pos();
    Diagnostic::error(text).at(Some(lines.at(file, pos.row, pos.col)))
}

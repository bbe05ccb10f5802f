//! A flat XML tree that several files can be spliced into.
//!
//! Every element knows its file, line and column, so that `include` can insert the elements of one file into another. All walks are
//! iterative.

use stiction_model::diag::{Diagnostic, Loc};

/// Index of a node.
pub type NodeId = u32;
/// No node.
pub const NONE: NodeId = u32::MAX;
/// Deepest nesting of elements.
pub const MAX_DEPTH: u32 = 1000;
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
    /// The element around it.
    pub parent: NodeId,
    /// Its tag or an attribute is not well-formed, so that some of it is missing.
    pub hurt: bool,
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
    fn intern(&mut self, s: &str) -> Result<Span, Box<Diagnostic>> {
        if self.pool.len() + s.len() > u32::MAX as usize {
            return Err(Box::new(Diagnostic::error("the files hold more than 4 GiB of text")));
        }
        let at = self.pool.len() as u32;
        self.pool.push_str(s);
        Ok((at, s.len() as u32))
    }

    /// Adds an element that stands nowhere yet, at a level, of a folder, below a parent.
    pub(crate) fn push(
        &mut self,
        tag: &str,
        loc: Loc,
        [depth, dir, parent]: [u32; 3],
    ) -> Result<NodeId, Box<Diagnostic>> {
        if self.nodes.len() >= MAX_NODES as usize {
            return Err(Box::new(Diagnostic::error(format!("more than {MAX_NODES} elements"))));
        }
        let id = self.nodes.len() as NodeId;
        let tag = self.intern(tag)?;
        let attrs = (self.attrs.len() as u32, 0);
        self.nodes.push(Node {
            tag,
            attrs,
            text: (0, 0),
            first: NONE,
            next: NONE,
            parent,
            hurt: false,
            depth,
            dir,
            loc,
        });
        Ok(id)
    }

    /// Gives the element that was added last an attribute.
    pub(crate) fn attribute(
        &mut self,
        id: NodeId,
        name: &str,
        value: &str,
        loc: Loc,
    ) -> Result<(), Box<Diagnostic>> {
        let (name, value) = (self.intern(name)?, self.intern(value)?);
        self.attrs.push(XmlAttr { name, value, loc });
        self.nodes[id as usize].attrs.1 += 1;
        Ok(())
    }

    /// Makes an element the last child of another, behind `last` if that has children.
    pub(crate) fn link(&mut self, parent: NodeId, last: NodeId, id: NodeId) {
        if last == NONE {
            self.nodes[parent as usize].first = id;
        } else {
            self.nodes[last as usize].next = id;
        }
    }

    /// Sets the text of an element.
    pub(crate) fn set_text(&mut self, id: NodeId, text: &str) -> Result<(), Box<Diagnostic>> {
        if !text.is_empty() {
            self.nodes[id as usize].text = self.intern(text)?;
        }
        Ok(())
    }

    /// Marks an element of which something is missing.
    pub(crate) fn hurt(&mut self, id: NodeId) {
        self.nodes[id as usize].hurt = true;
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
                self.nodes[c as usize].parent = id;
                todo.push(c);
            }
        }
    }
}

/// True for the tag of an include element (any case, as MuJoCo).
pub fn is_include(tag: &str) -> bool {
    tag.eq_ignore_ascii_case("include")
}

/// Start offsets of the lines of a text.
pub struct Lines {
    starts: Vec<u32>,
    /// Offsets of bytes that continue a character, to count characters fast in long lines.
    wide: Vec<u32>,
}

impl Lines {
    /// Finds the lines.
    pub fn new(text: &str) -> Self {
        let mut starts = vec![0];
        starts.extend(text.bytes().enumerate().filter(|b| b.1 == b'\n').map(|b| b.0 as u32 + 1));
        let wide = if text.is_ascii() {
            Vec::new()
        } else {
            text.bytes().enumerate().filter(|b| b.1 & 0xc0 == 0x80).map(|b| b.0 as u32).collect()
        };
        Lines { starts, wide }
    }
    /// The place of a span.
    pub fn loc(&self, file: u32, start: usize, len: usize) -> Loc {
        let line = self.starts.partition_point(|s| *s as usize <= start).max(1) - 1;
        let from = self.starts[line] as usize;
        let before = |at: usize| self.wide.partition_point(|w| (*w as usize) < at);
        let col = start.saturating_sub(from) - (before(start) - before(from));
        Loc { file, start: start as u32, len: len as u32, line: line as u32 + 1, col: col as u32 + 1 }
    }
}

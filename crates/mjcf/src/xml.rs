//! Text → elements: XML where it is well-formed, and all that is wrong where it is not.
//!
//! The parser goes on after a mistake with the likeliest reading: a stray closing tag is dropped, a misspelt one closes the element it
//! resembles, a missing one is supplied where an outer element ends, a value without its quote ends at the next tag. Two things that XML forbids
//! but MuJoCo reads pass: `--` inside comments, and attributes without a blank between them, with a warning. Document type
//! declarations are refused, so there are no entities but the five of XML and characters by number. The walk is iterative.

use crate::dom::{Lines, MAX_DEPTH, NONE, NodeId, Tree};
use stiction_model::diag::{Diagnostic, Severity};
use stiction_model::suggest::nearest;

/// Most attributes of an element: each is compared with the others.
const MAX_ATTRS: usize = 1000;
/// Most mistakes of one file that are reported; the rest of the file is then not read.
const MAX_MISTAKES: usize = 100;

/// An element that is not closed yet.
struct Open<'a> {
    node: NodeId,
    /// Its last child.
    last: NodeId,
    /// Its tag as written.
    tag: &'a str,
    /// Its text, without that of its children.
    text: String,
    /// A closing tag inside was dropped that may have been meant for it.
    stray: bool,
}

/// What a file holds.
pub(crate) struct Parsed {
    /// The root element.
    pub root: NodeId,
    /// What is wrong, and what was read although XML forbids it.
    pub problems: Vec<Diagnostic>,
}

/// Why a file cannot be read at all.
type Fatal = Box<Diagnostic>;

/// Where the elements of a file go.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    /// Index of the file.
    pub file: u32,
    /// Index of its folder.
    pub dir: u32,
    /// Level of its root element.
    pub depth: u32,
}

struct Parser<'a, 't> {
    text: &'a str,
    b: &'a [u8],
    at: usize,
    place: Place,
    lines: Lines,
    tree: &'t mut Tree,
    open: Vec<Open<'a>>,
    root: Option<NodeId>,
    problems: Vec<Diagnostic>,
    /// How many of them are errors.
    errors: usize,
    /// Namespace prefixes that the file declares.
    prefixes: Vec<&'a str>,
}

/// Parses a file and adds its elements to the tree.
pub(crate) fn parse(tree: &mut Tree, text: &str, place: Place) -> Result<Parsed, Fatal> {
    let mut p = Parser {
        text,
        b: text.as_bytes(),
        at: 0,
        place,
        lines: Lines::new(text),
        tree,
        open: Vec::new(),
        root: None,
        problems: Vec::new(),
        errors: 0,
        prefixes: vec!["xml"],
    };
    p.document()?;
    match p.root {
        Some(root) => Ok(Parsed { root, problems: p.problems }),
        None => Err(Box::new(
            p.problems
                .into_iter()
                .find(|d| d.severity == Severity::Error)
                .unwrap_or_else(|| Diagnostic::error("this is not an XML file: no element found")),
        )),
    }
}

impl<'a> Parser<'a, '_> {
    fn document(&mut self) -> Result<(), Fatal> {
        while let Some(lt) = find(self.b, self.at, b"<") {
            self.characters(lt);
            if self.errors >= MAX_MISTAKES {
                self.mistake(lt, "too many mistakes; the rest of the file is not read");
                return Ok(());
            }
            let rest = &self.b[lt..];
            if rest.starts_with(b"<!--") {
                self.skip(lt, lt + 4, b"-->");
            } else if rest.starts_with(b"<![CDATA[") {
                self.cdata(lt);
            } else if rest.starts_with(b"<?") {
                if lt > 0 && rest.starts_with(b"<?xml") && rest.get(5).is_some_and(u8::is_ascii_whitespace) {
                    self.mistake(lt, "the XML declaration must be at the start of the file");
                }
                self.skip(lt, lt + 2, b"?>");
            } else if rest.starts_with(b"<!") {
                return Err(Box::new(
                    Diagnostic::error("document type declarations are not supported")
                        .at(Some(self.lines.loc(self.place.file, lt, 9)))
                        .hint("remove the <!DOCTYPE …> part and write entities out"),
                ));
            } else if rest.starts_with(b"</") {
                self.closing(lt)?;
            } else if self.open.is_empty() && self.root.is_some() {
                self.mistake(lt, "a file has one root element; the rest is not read");
                return Ok(());
            } else if rest.get(1).is_some_and(|&c| is_name_start(c)) {
                self.opening(lt)?;
            } else {
                self.mistake(lt, "not well-formed XML here");
                self.at = lt + 1;
            }
        }
        self.characters(self.b.len());
        if !self.open.is_empty() {
            self.mistake(self.b.len(), "the file ends before its root element is closed");
            while !self.open.is_empty() {
                self.close()?;
            }
        }
        Ok(())
    }

    fn mistake(&mut self, at: usize, message: &str) {
        let loc = self.lines.loc(self.place.file, at, 1);
        self.errors += 1;
        self.problems.push(Diagnostic::error(message).at(Some(loc)));
    }

    /// Goes behind the next `end`.
    fn skip(&mut self, from: usize, body: usize, end: &[u8]) {
        self.at = find(self.b, body, end).map_or(self.b.len(), |e| e + end.len());
        if self.at == self.b.len() && !self.b.ends_with(end) {
            self.mistake(from, "the file ends too early: this does not end");
        }
    }

    fn cdata(&mut self, lt: usize) {
        let body = lt + 9;
        self.skip(lt, body, b"]]>");
        if let Some(top) = self.open.last_mut() {
            let end = self.at.saturating_sub(3).max(body);
            top.text.push_str(self.text.get(body..end).unwrap_or(""));
        }
    }

    /// Text up to `end`.
    fn characters(&mut self, end: usize) {
        let start = std::mem::replace(&mut self.at, end);
        let text = &self.text[start..end];
        let lead = text.len() - text.trim_start().len();
        if lead == text.len() {
            return;
        }
        let value = self.decoded(start, end, "\n");
        match self.open.last_mut() {
            Some(top) => top.text.push_str(&value),
            None => self.mistake(start + lead, "not well-formed XML here: text outside of the root element"),
        }
    }

    /// A text with its entities replaced, and its ends of lines, which in values are blanks.
    fn decoded(&mut self, start: usize, end: usize, newline: &str) -> String {
        let text = &self.text[start..end];
        let mut out = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(k) = rest.find(|c: char| c == '&' || c.is_control()) {
            out.push_str(&rest[..k]);
            let at = start + text.len() - rest.len() + k;
            rest = &rest[k..];
            if let Some(c) = rest.chars().next().filter(|c| *c != '&') {
                match c {
                    '\r' if rest[1..].starts_with('\n') => {}
                    '\t' if newline != " " => out.push(c),
                    '\t' | '\n' | '\r' => out.push_str(newline),
                    '\u{7f}'.. => out.push(c),
                    _ => self.mistake(at, "a character that XML does not allow"),
                }
                rest = &rest[c.len_utf8()..];
                continue;
            }
            match entity(rest) {
                Ok((c, len)) => {
                    out.push(c);
                    rest = &rest[len..];
                }
                Err(why) => {
                    self.mistake(at, why);
                    out.push('&');
                    rest = &rest[1..];
                }
            }
        }
        out.push_str(rest);
        out
    }

    fn name(&mut self, from: usize) -> &'a str {
        let end = from + self.b[from..].iter().take_while(|&&c| is_name(c)).count();
        self.at = end;
        &self.text[from..end]
    }

    fn blank(&mut self) {
        self.at += self.b[self.at..].iter().take_while(|c| c.is_ascii_whitespace()).count();
    }

    /// An opening tag with its attributes.
    fn opening(&mut self, lt: usize) -> Result<(), Fatal> {
        let tag = self.name(lt + 1);
        let loc = self.lines.loc(self.place.file, lt, tag.len() + 1);
        let level = self.place.depth + self.open.len() as u32;
        if level > MAX_DEPTH {
            let message = format!("elements are nested deeper than {MAX_DEPTH} levels");
            return Err(Box::new(Diagnostic::error(message).at(Some(loc))));
        }
        let parent = self.open.last().map_or(NONE, |o| o.node);
        let node = self.tree.push(local(tag), loc, [level, self.place.dir, parent])?;
        let errors = self.errors;
        let empty = self.attributes(lt, node)?;
        self.declared(lt + 1, tag);
        if self.errors > errors {
            self.tree.hurt(node);
        }
        match self.open.last_mut() {
            Some(top) => {
                self.tree.link(top.node, top.last, node);
                top.last = node;
            }
            None => self.root = Some(node),
        }
        if !empty {
            self.open.push(Open { node, last: NONE, tag, text: String::new(), stray: false });
        }
        Ok(())
    }

    /// The attributes of a tag and its end; whether nothing can stand inside.
    fn attributes(&mut self, lt: usize, node: NodeId) -> Result<bool, Fatal> {
        let mut count = 0;
        loop {
            self.blank();
            match self.b.get(self.at) {
                Some(b'>') => {
                    self.at += 1;
                    return Ok(false);
                }
                Some(b'/') if self.b.get(self.at + 1) == Some(&b'>') => {
                    self.at += 2;
                    return Ok(true);
                }
                Some(b'<') => {
                    self.mistake(self.at, "the tag before has no '>'");
                    return Ok(true);
                }
                None => {
                    self.mistake(lt, "the file ends too early: this tag does not end");
                    return Ok(true);
                }
                Some(&c) if is_name_start(c) => {
                    count += 1;
                    if count > MAX_ATTRS {
                        let message = format!("an element has more than {MAX_ATTRS} attributes");
                        let loc = self.lines.loc(self.place.file, lt, 1);
                        return Err(Box::new(Diagnostic::error(message).at(Some(loc))));
                    }
                    if !self.attribute(node)? {
                        return Ok(true);
                    }
                }
                Some(_) => {
                    self.mistake(self.at, "not well-formed XML here: an attribute is name=\"value\"");
                    let odd = self.text[self.at..]
                        .find(|c: char| c.is_ascii_whitespace() || matches!(c, '>' | '<' | '/'));
                    self.at = odd.map_or(self.b.len(), |n| self.at + n.max(1));
                }
            }
        }
    }

    /// One attribute; false if its tag ends with it, for lack of a quote.
    fn attribute(&mut self, node: NodeId) -> Result<bool, Fatal> {
        let start = self.at;
        let name = self.name(start);
        self.blank();
        if self.b.get(self.at) != Some(&b'=') {
            self.mistake(start, "this attribute has no value: write name=\"value\"");
            return Ok(true);
        }
        self.at += 1;
        self.blank();
        let Some(quote) = self.b.get(self.at).copied().filter(|c| matches!(c, b'"' | b'\'')) else {
            self.mistake(self.at.min(self.b.len()), "the value of an attribute stands in quotes");
            let value = &self.b[self.at..];
            self.at += value.iter().take_while(|c| !c.is_ascii_whitespace() && !b"<>/".contains(c)).count();
            return Ok(true);
        };
        self.at += 1;
        let from = self.at;
        let Some(end) = self.value_end(from, quote) else { return Ok(false) };
        let value = self.decoded(from, end, " ");
        self.at = end + 1;
        if self.b.get(self.at).is_some_and(|&c| is_name_start(c)) {
            let loc = self.lines.loc(self.place.file, self.at, 1);
            self.problems
                .push(Diagnostic::warning("a blank is missing between two attributes").at(Some(loc)));
        }
        if name == "xmlns" || name.starts_with("xmlns:") {
            self.prefixes.extend(name.strip_prefix("xmlns:"));
            return Ok(true);
        }
        self.declared(start, name);
        let name = local(name);
        if self.tree.get(node, name).is_some() {
            self.mistake(start, "the same attribute is given twice");
            return Ok(true);
        }
        let loc = self.lines.loc(self.place.file, start, self.at - start);
        self.tree.attribute(node, name, &value, loc)?;
        Ok(true)
    }

    /// The quote that ends a value. A tag inside it means that the quote is missing.
    fn value_end(&mut self, from: usize, quote: u8) -> Option<usize> {
        let mut i = from;
        loop {
            match self.b.get(i) {
                None => {
                    self.mistake(from - 1, "the file ends too early: this quote is not closed");
                    self.at = self.b.len();
                    return None;
                }
                Some(&c) if c == quote => return Some(i),
                Some(b'<') => {
                    self.mistake(
                        i,
                        "'<' is not allowed in an attribute value; write &lt;, or close the quote before it",
                    );
                    if self.b.get(i + 1).is_some_and(|&c| is_name_start(c) || matches!(c, b'/' | b'!')) {
                        self.at = i;
                        return None;
                    }
                }
                _ => {}
            }
            i += 1;
        }
    }

    /// A prefix must be declared.
    fn declared(&mut self, at: usize, name: &str) {
        if let Some((prefix, _)) = name.split_once(':')
            && !self.prefixes.contains(&prefix)
        {
            self.mistake(at, "unknown namespace prefix");
        }
    }

    fn closing(&mut self, lt: usize) -> Result<(), Fatal> {
        let tag = self.name(lt + 2);
        self.blank();
        match self.b.get(self.at) {
            Some(b'>') => self.at += 1,
            _ => self.mistake(lt, "the closing tag has no '>'"),
        }
        if self.open.last().is_some_and(|o| o.tag == tag) {
            return self.close();
        }
        let around = self.open.iter().rposition(|o| o.tag == tag);
        // the mistake of an element whose closing tag was dropped is told already
        if around.is_none_or(|k| !self.open[k + 1..].iter().all(|o| o.stray)) {
            self.mistake(lt, "the closing tag does not match the opening one");
        }
        if let Some(k) = around {
            while self.open.len() > k {
                self.close()?;
            }
        } else if self.open.last().is_some_and(|o| nearest(tag, [o.tag].into_iter()).is_some()) {
            self.close()?;
        } else if let Some(top) = self.open.last_mut() {
            top.stray = true;
        }
        Ok(())
    }

    /// Closes the innermost element.
    fn close(&mut self) -> Result<(), Fatal> {
        match self.open.pop() {
            Some(top) if top.last == NONE => self.tree.set_text(top.node, top.text.trim()),
            _ => Ok(()),
        }
    }
}

/// A name without its namespace prefix.
fn local(name: &str) -> &str {
    name.rsplit(':').next().unwrap_or(name)
}

fn is_name_start(c: u8) -> bool {
    c.is_ascii_alphabetic() || matches!(c, b'_' | b':') || c >= 0x80
}

fn is_name(c: u8) -> bool {
    is_name_start(c) || c.is_ascii_digit() || matches!(c, b'-' | b'.')
}

/// The character that an entity at the start of a text stands for, and its length.
fn entity(text: &str) -> Result<(char, usize), &'static str> {
    let end = text.bytes().take(12).position(|c| c == b';').ok_or("'&' must be written as &amp;")?;
    let c = match &text[1..end] {
        "lt" => Some('<'),
        "gt" => Some('>'),
        "amp" => Some('&'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        name => match name.strip_prefix('#') {
            Some(number) => {
                let code = match number.strip_prefix('x') {
                    Some(hex) => u32::from_str_radix(hex, 16),
                    None => number.parse(),
                };
                code.ok()
                    .and_then(char::from_u32)
                    .filter(|c| !c.is_control() || matches!(c, '\t' | '\n' | '\r'))
            }
            None if name.is_empty() || name.contains([' ', '&', '<']) => {
                return Err("'&' must be written as &amp;");
            }
            None => return Err("unknown entity: only &lt; &gt; &amp; &quot; &apos; exist"),
        },
    };
    c.map(|c| (c, end + 1)).ok_or("a character that XML does not allow")
}

fn find(b: &[u8], from: usize, what: &[u8]) -> Option<usize> {
    b.get(from..)?.windows(what.len()).position(|w| w == what).map(|p| p + from)
}

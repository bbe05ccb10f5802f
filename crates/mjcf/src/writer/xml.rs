//! XML text: nested elements with attributes, and numbers that read back to the same bits.

use std::fmt::Write;
use stiction_model::elements::{Attr, Ty, Value, Words, words};

/// Writes elements with indentation.
#[derive(Debug, Default)]
pub(super) struct Xml {
    out: String,
    stack: Vec<Open>,
    /// A tag is open: attributes may follow.
    open: bool,
}

/// An element that has not ended.
#[derive(Debug)]
struct Open {
    tag: &'static str,
    /// Where its line begins, with the empty line before it.
    begin: usize,
    /// Where its contents begin, once its tag is closed.
    inside: usize,
}

/// The shortest decimal that reads back to the same double.
pub(super) fn real(x: f64) -> String {
    let a = x.abs();
    if a != 0.0 && !(1e-5..1e15).contains(&a) { format!("{x:e}") } else { format!("{x}") }
}

/// The shortest decimal that reads back to the same 32-bit float.
pub(super) fn float(x: f32) -> String {
    let a = x.abs();
    if a != 0.0 && !(1e-5..1e15).contains(&a) { format!("{x:e}") } else { format!("{x}") }
}

fn join<T: Copy>(v: &[T], f: impl Fn(T) -> String) -> String {
    let mut s = String::new();
    for (i, x) in v.iter().enumerate() {
        if i > 0 {
            s.push(' ');
        }
        s.push_str(&f(*x));
    }
    s
}

impl Xml {
    /// Starts an element. Sections of the model are set apart by an empty line.
    pub fn start(&mut self, tag: &'static str) {
        self.close_tag();
        let begin = self.out.len();
        if self.stack.len() == 1 && self.stack[0].inside != begin {
            self.out.push('\n');
        }
        self.indent();
        let _ = write!(self.out, "<{tag}");
        self.stack.push(Open { tag, begin, inside: usize::MAX });
        self.open = true;
    }

    /// Ends the innermost element.
    pub fn end(&mut self) {
        let Some(Open { tag, .. }) = self.stack.pop() else { return };
        if self.open {
            self.out.push_str("/>\n");
            self.open = false;
        } else {
            self.indent();
            let _ = writeln!(self.out, "</{tag}>");
        }
    }

    /// Ends the innermost element; leaves it out if it has neither attributes nor elements.
    pub fn end_if_used(&mut self) {
        let unused = |e: &Open| self.open && self.out.ends_with(&format!("<{}", e.tag));
        if let Some(Open { begin, .. }) = self.stack.pop_if(|e| unused(e)) {
            self.out.truncate(begin);
            self.open = false;
            // what it stands in may be without contents again
            if let Some(parent) = self.stack.last_mut().filter(|p| p.inside == begin) {
                self.out.truncate(begin - ">\n".len());
                parent.inside = usize::MAX;
                self.open = true;
            }
            return;
        }
        self.end();
    }

    fn close_tag(&mut self) {
        if self.open {
            self.out.push_str(">\n");
            self.open = false;
            if let Some(e) = self.stack.last_mut() {
                e.inside = self.out.len();
            }
        }
    }

    fn indent(&mut self) {
        for _ in 0..self.stack.len() {
            self.out.push_str("  ");
        }
    }

    /// The text so far.
    pub fn finish(mut self) -> String {
        while !self.stack.is_empty() {
            self.end();
        }
        self.out
    }

    /// An attribute.
    pub fn text(&mut self, name: &str, value: &str) {
        let _ = write!(self.out, " {name}=\"");
        for c in value.chars() {
            match c {
                '&' => self.out.push_str("&amp;"),
                '<' => self.out.push_str("&lt;"),
                '>' => self.out.push_str("&gt;"),
                '"' => self.out.push_str("&quot;"),
                '\n' => self.out.push_str("&#10;"),
                '\t' => self.out.push_str("&#9;"),
                '\r' => self.out.push_str("&#13;"),
                c if c.is_control() => self.out.push('\u{fffd}'),
                c => self.out.push(c),
            }
        }
        self.out.push('"');
    }

    /// Text, if it differs.
    pub fn text_if(&mut self, name: &str, value: &str, default: &str) {
        if value != default {
            self.text(name, value);
        }
    }

    /// Numbers.
    pub fn reals(&mut self, name: &str, v: &[f64]) {
        let s = join(v, real);
        self.text(name, &s);
    }

    /// Numbers, if they differ.
    pub fn reals_if(&mut self, name: &str, v: &[f64], default: &[f64]) {
        // by bits: −0 is not 0 where signs matter
        if v.len() != default.len() || v.iter().zip(default).any(|(a, b)| a.to_bits() != b.to_bits()) {
            self.reals(name, v);
        }
    }

    /// A number, if it differs.
    pub fn real_if(&mut self, name: &str, v: f64, default: f64) {
        self.reals_if(name, &[v], &[default]);
    }

    /// 32-bit numbers.
    pub fn floats(&mut self, name: &str, v: &[f32]) {
        let s = join(v, float);
        self.text(name, &s);
    }

    /// 32-bit numbers, if they differ.
    pub fn floats_if(&mut self, name: &str, v: &[f32], default: &[f32]) {
        if v != default {
            self.floats(name, v);
        }
    }

    /// Integers.
    pub fn ints(&mut self, name: &str, v: &[i32]) {
        let s = join(v, |x| x.to_string());
        self.text(name, &s);
    }

    /// Integers, if they differ.
    pub fn ints_if(&mut self, name: &str, v: &[i32], default: &[i32]) {
        if v != default {
            self.ints(name, v);
        }
    }

    /// A flag, if it differs.
    pub fn flag_if(&mut self, name: &str, v: bool, default: bool) {
        if v != default {
            self.text(name, if v { "true" } else { "false" });
        }
    }

    /// A word, if its number differs.
    pub fn word_if(&mut self, name: &str, set: Words, v: i32, default: i32) {
        if let Some(w) = words::word(set, v).filter(|_| v != default) {
            self.text(name, w);
        }
    }

    /// The value of a field, if it differs.
    pub fn value_if(&mut self, a: &Attr, v: Value<'_>, d: Value<'_>) {
        if let Ty::Word(set) | Ty::WordOrInt(set) = a.ty {
            if let (Some(v), Some(d)) = (number(v), number(d)) {
                self.word_if(a.name, set, v, d);
            }
            return;
        }
        match (v, d) {
            (Value::Real(x), Value::Real(y)) => self.real_if(a.name, x, y),
            (Value::Float(x), Value::Float(y)) => self.floats_if(a.name, &[x], &[y]),
            (Value::Int(x), Value::Int(y)) => match a.ty {
                Ty::WordList(set) if x != y => {
                    let list: Vec<&str> = set.iter().filter(|w| x & w.1 != 0).map(|w| w.0).collect();
                    self.text(a.name, &list.join(" "));
                }
                Ty::WordList(_) => {}
                _ => self.ints_if(a.name, &[x], &[y]),
            },
            (Value::Reals(x), Value::Reals(y)) => self.reals_if(a.name, x, y),
            (Value::Floats(x), Value::Floats(y)) => self.floats_if(a.name, x, y),
            (Value::Ints(x), Value::Ints(y)) => self.ints_if(a.name, x, y),
            (Value::RealList(x), Value::RealList(y)) if x != y && !x.is_empty() => self.reals(a.name, x),
            (Value::FloatList(x), Value::FloatList(y)) if !x.is_empty() => self.floats_if(a.name, x, y),
            (Value::IntList(x), Value::IntList(y)) if !x.is_empty() => self.ints_if(a.name, x, y),
            (Value::MaybeReal(Some(x)), Value::MaybeReal(y)) if Some(x) != y => self.reals(a.name, &[x]),
            (Value::MaybeInt(Some(x)), Value::MaybeInt(y)) if Some(x) != y => self.ints(a.name, &[x]),
            (Value::MaybeReals(Some(x), _), Value::MaybeReals(y, _)) if Some(x) != y => self.reals(a.name, x),
            (Value::Text(x), Value::Text(y)) if x != y || a.required => self.text(a.name, x),
            _ => {}
        }
    }
}

/// The number behind a word.
fn number(v: Value<'_>) -> Option<i32> {
    match v {
        Value::Kind(n, _) | Value::Int(n) => Some(n),
        Value::Flag(on) => Some(i32::from(on)),
        Value::Real(x) => Some(x as i32),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_back() {
        for x in [0.1, 1e-300, -2.5e100, 1.0 / 3.0, 123456789.0, 1e15, 5e-324, -0.0, 0.00001234] {
            let s = real(x);
            assert_eq!(s.parse::<f64>().unwrap().to_bits(), x.to_bits(), "{s}");
            assert!(s.len() < 26);
        }
        for x in [0.1f32, 1e-30, 3.4e38, 0.333_333_34] {
            assert_eq!(float(x).parse::<f32>().unwrap().to_bits(), x.to_bits());
        }
    }

    #[test]
    fn nesting_and_escapes() {
        let mut x = Xml::default();
        x.start("a");
        x.start("empty");
        x.start("within");
        x.end_if_used();
        x.end_if_used();
        x.start("b");
        x.text("n", "\"<&>\n");
        x.start("empty");
        x.end_if_used();
        x.end();
        x.start("c");
        x.start("d");
        x.end();
        x.end();
        let (b, c) = ("  <b n=\"&quot;&lt;&amp;&gt;&#10;\"/>\n", "  <c>\n    <d/>\n  </c>\n");
        assert_eq!(x.finish(), format!("<a>\n{b}\n{c}</a>\n"));
    }
}

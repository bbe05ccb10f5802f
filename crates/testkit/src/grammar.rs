//! Models that nobody wrote: a small model grows by elements and attributes drawn from the table of elements, with numbers of all sizes
//! and names that cross. The same seed gives the same model.
//!
//! Who draws keeps what loads and goes back where it does not: after some rounds a model is left that is made of whatever the reader let
//! through. Each round is an attack on the reader, the last one on the engine.

use crate::mutate::{Element as Node, parse};
use stiction_model::elements::{Attr, Element, MANY, Support, Ty};
use stiction_spatial::SplitMix64;

/// Elements that one edit may add.
const MOST: usize = 10;
/// Chance that an attribute that may be left out is there.
const USED: f64 = 0.14;

const EXTREME: &[&str] = &[
    "0",
    "-0",
    "-1",
    "1e300",
    "1e-300",
    "1e99",
    "-1e99",
    "1e-99",
    "nan",
    "inf",
    "5e-324",
    "1e16",
    "-1e9",
    "1e5",
    "1e-12",
    "3.4e38",
    "1e20",
    "99999999999999999999",
    "0x10",
    "",
    "1,5",
];
const WHOLE: &[&str] = &[
    "0",
    "-1",
    "1",
    "2",
    "3",
    "4",
    "6",
    "7",
    "30",
    "31",
    "100",
    "1000",
    "65536",
    "100000",
    "2147483647",
    "-2147483648",
    "2147483648",
    "9223372036854775807",
];

/// A document that changes.
#[derive(Clone, Debug)]
pub struct Document {
    root: Node,
    schema: &'static Element,
    r: SplitMix64,
    files: Vec<String>,
    /// Elements that the present edit may still add.
    left: usize,
    /// Numbers of new names.
    named: usize,
    /// Chance of a number that breaks things.
    wild: f64,
}

impl Document {
    /// The document of a plain text (see [`parse`]) below `schema`; its attributes of files name one of `files`. `None` if it is not plain.
    pub fn new(text: &str, schema: &'static Element, files: &[String], seed: u64) -> Option<Document> {
        let mut r = SplitMix64(seed);
        let wild = [0.0, 0.02, 0.1, 0.3][r.below(4)];
        Some(Document { root: parse(text)?, schema, r, files: files.to_vec(), left: 0, named: 0, wild })
    }

    /// The text.
    pub fn text(&self) -> String {
        let mut out = String::new();
        self.root.write(&mut out);
        out
    }

    /// One change: an attribute, a number, an element that is new, again, gone or elsewhere too.
    pub fn edit(&mut self) {
        let (n, what) = (self.root.count(), self.r.below(20));
        let mut root = std::mem::replace(
            &mut self.root,
            Node { name: String::new(), attributes: Vec::new(), children: Vec::new() },
        );
        let other = pick(&mut root, self.schema, self.r.below(n)).map(|(e, _)| e.clone());
        if let Some((node, schema)) = pick(&mut root, self.schema, self.r.below(n)) {
            self.change(node, schema, what, other);
        }
        self.root = root;
    }

    fn change(&mut self, e: &mut Node, schema: &'static Element, what: usize, other: Option<Node>) {
        let attributes: Vec<&Attr> = schema.all_attrs().collect();
        match what {
            0..=7 if !attributes.is_empty() => {
                let a = attributes[self.below(attributes.len())];
                let value = self.value(schema, a);
                match e.attributes.iter_mut().find(|x| x.0 == a.name) {
                    Some(_) if matches!(a.ty, Ty::Name) => {}
                    Some(old) => old.1 = value,
                    None => e.attributes.push((a.name.to_owned(), value)),
                }
            }
            8..=14 if !schema.children.is_empty() => {
                self.left = MOST;
                let child = schema.children[self.below(schema.children.len())].el;
                let new = self.element(child);
                let at = self.below(e.children.len() + 1);
                e.children.insert(at, new);
            }
            15 | 16 if !e.attributes.is_empty() => {
                let k = self.below(e.attributes.len());
                let mut list: Vec<&str> = e.attributes[k].1.split_whitespace().collect();
                let all = if self.below(2) == 0 { EXTREME } else { WHOLE };
                if !list.is_empty() {
                    let at = self.below(list.len());
                    list[at] = all[self.below(all.len())];
                }
                e.attributes[k].1 = list.join(" ");
            }
            17 if !e.children.is_empty() => {
                let again = e.children[self.below(e.children.len())].clone();
                e.children.push(again);
            }
            18 if !e.children.is_empty() => drop(e.children.remove(self.below(e.children.len()))),
            _ => e.children.extend(other.filter(|o| o.count() < 20 && schema.child(&o.name).is_some())),
        }
    }

    fn below(&mut self, n: usize) -> usize {
        self.r.below(n)
    }
    fn chance(&mut self, p: f64) -> bool {
        self.r.unit() < p
    }

    fn element(&mut self, e: &'static Element) -> Node {
        self.left = self.left.saturating_sub(1);
        let mut node = Node { name: e.tag.to_owned(), attributes: Vec::new(), children: Vec::new() };
        for a in e.all_attrs() {
            let usual = matches!(a.ty, Ty::Name) || matches!(a.name, "size" | "type" | "pos");
            let p = match (a.required, a.support) {
                (true, _) => 0.97,
                (_, Support::Full) if usual => 0.6,
                (_, Support::Full) => USED,
                _ => 0.01,
            };
            if self.chance(p) {
                let value = self.value(e, a);
                node.attributes.push((a.name.to_owned(), value));
            }
        }
        for _ in 0..self.below(4).min(e.children.len()) {
            let child = e.children[self.below(e.children.len())].el;
            if self.left > 0 && child.support == Support::Full {
                let child = self.element(child);
                node.children.push(child);
            }
        }
        node
    }

    fn value(&mut self, e: &'static Element, a: &Attr) -> String {
        if self.chance(0.1 * self.wild) {
            return ["", " ", "1 2 3", "nothing", "&#0;", "true false", "-", "body0"][self.below(8)]
                .to_owned();
        }
        match a.ty {
            Ty::Real(lo, hi) | Ty::Float(lo, hi) => self.list(lo, hi, Document::real),
            Ty::Int(lo, hi) => self.list(lo, hi, Document::whole),
            Ty::Word(w) | Ty::WordOrInt(w) => w[self.below(w.len())].0.to_owned(),
            Ty::WordList(w) => {
                let n = 1 + self.below(3);
                (0..n).map(|_| w[self.below(w.len())].0).collect::<Vec<_>>().join(" ")
            }
            Ty::File => self.file(),
            Ty::Text if a.name.contains("file") => self.file(),
            Ty::Text => ["a", "b", "main", "0 1 2 3", "xyz", "stiction"][self.below(6)].to_owned(),
            Ty::Name => {
                self.named += 1;
                format!("new{}{}", e.tag, self.named)
            }
            // elements of the seed have such names
            Ty::Ref(kind) => {
                let kind = if self.chance(0.03) { "site" } else { kind };
                format!("{kind}{}", self.below(3))
            }
            Ty::Class => ["main", "a", "b"][self.below(3)].to_owned(),
        }
    }

    fn file(&mut self) -> String {
        let k = self.below(self.files.len() + 1);
        self.files.get(k).cloned().unwrap_or_else(|| "../none.obj".into())
    }

    fn list(&mut self, lo: u16, hi: u16, one: fn(&mut Document) -> String) -> String {
        let (lo, hi) = (usize::from(lo), if hi == MANY { 12 } else { usize::from(hi) });
        let mut n = if self.chance(0.5) { hi } else { lo + self.below((hi + 1).saturating_sub(lo)) };
        if self.chance(0.3 * self.wild) {
            n = self.below(2 * hi + 1);
        }
        (0..n).map(|_| one(self)).collect::<Vec<_>>().join(" ")
    }

    fn real(&mut self) -> String {
        if self.chance(self.wild) {
            return EXTREME[self.below(EXTREME.len())].to_owned();
        }
        let x = self.r.unit();
        match self.below(6) {
            0 => "0".into(),
            1 => "1".into(),
            2 => format!("{:.3}", 2.0 * x - 1.0),
            3 => format!("{:.3}", 0.01 + 0.1 * x),
            4 => format!("{:.2}", 10.0 * x),
            _ => format!("{x:.3}"),
        }
    }

    fn whole(&mut self) -> String {
        if self.chance(self.wild) {
            return WHOLE[self.below(WHOLE.len())].to_owned();
        }
        ["0", "1", "1", "2", "3", "4", "6"][self.below(7)].to_owned()
    }
}

/// Element `k` below `e` (document order, `e` is 0) with its place in the schema; none if the schema has no place for it.
fn pick<'a>(e: &'a mut Node, schema: &'static Element, k: usize) -> Option<(&'a mut Node, &'static Element)> {
    if k == 0 {
        return Some((e, schema));
    }
    let mut k = k - 1;
    for child in &mut e.children {
        let n = child.count();
        if k < n {
            let below = schema.child(&child.name)?.el;
            return pick(child, below, k);
        }
        k -= n;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use stiction_model::elements::MUJOCO;

    #[test]
    fn documents_grow_and_repeat() {
        let grown = |seed: u64| {
            let text =
                "<mujoco><worldbody><body name='body0'><geom size='1'/></body></worldbody><sensor/></mujoco>";
            let mut d = Document::new(text, &MUJOCO, &["a.obj".to_owned()], seed).expect("plain");
            (0..30).for_each(|_| d.edit());
            (d.root.count(), d.text())
        };
        assert_eq!(grown(7), grown(7));
        let all: Vec<(usize, String)> = (0..60).map(grown).collect();
        assert!(all.iter().filter(|(n, _)| *n > 8).count() > 40, "most of them grow");
        let mut tags = std::collections::BTreeSet::new();
        all.iter()
            .for_each(|(_, t)| tags.extend(t.split('<').filter_map(|t| t.split([' ', '>', '/']).next())));
        assert!(tags.len() > 60, "{}", tags.len());
    }
}

//! Broken and odd models from good ones: a file is taken apart into elements and attributes, changed in ways that keep it mostly a
//! model, and put together again. The same seed gives the same model.
//!
//! Random bytes die in the parser; these reach the compiler and the step.

use stiction_spatial::SplitMix64;

/// An element with its attributes and children.
#[derive(Clone, Debug, PartialEq)]
pub struct Element {
    /// Tag.
    pub name: String,
    /// Attributes in order.
    pub attributes: Vec<(String, String)>,
    /// Elements inside.
    pub children: Vec<Element>,
}

/// Parses the plain XML of our seeds: no text, no comments inside tags, no entities. `None` if it is anything else.
pub fn parse(text: &str) -> Option<Element> {
    let mut stack = vec![Element { name: String::new(), attributes: Vec::new(), children: Vec::new() }];
    let mut rest = text;
    while let Some(open) = rest.find('<') {
        rest = &rest[open..];
        if let Some(comment) = rest.strip_prefix("<!--") {
            rest = &comment[comment.find("-->")? + 3..];
            continue;
        }
        let end = rest.find('>')?;
        let tag = &rest[1..end];
        rest = &rest[end + 1..];
        if tag.starts_with('?') {
            continue;
        }
        if tag.starts_with('/') {
            let done = stack.pop()?;
            stack.last_mut()?.children.push(done);
            continue;
        }
        let (body, empty) = tag.strip_suffix('/').map_or((tag, false), |t| (t, true));
        let (name, mut list) = body.trim().split_once(char::is_whitespace).unwrap_or((body.trim(), ""));
        let mut attributes = Vec::new();
        while let Some((key, value)) = list.split_once('=') {
            let value = value.trim_start();
            let quote = value.chars().next().filter(|c| *c == '"' || *c == '\'')?;
            let (value, tail) = value[1..].split_once(quote)?;
            attributes.push((key.trim().to_owned(), value.to_owned()));
            list = tail;
        }
        let element = Element { name: name.to_owned(), attributes, children: Vec::new() };
        if empty { stack.last_mut()?.children.push(element) } else { stack.push(element) }
    }
    let root = stack.pop().filter(|_| stack.is_empty())?;
    root.children.into_iter().next()
}

impl Element {
    /// The text again.
    pub fn write(&self, out: &mut String) {
        out.push('<');
        out.push_str(&self.name);
        for (key, value) in &self.attributes {
            out.push_str(&format!(" {key}=\"{value}\""));
        }
        if self.children.is_empty() {
            out.push_str("/>");
            return;
        }
        out.push('>');
        self.children.iter().for_each(|c| c.write(out));
        out.push_str(&format!("</{}>", self.name));
    }
    /// Elements in all, this one included.
    pub fn count(&self) -> usize {
        1 + self.children.iter().map(Element::count).sum::<usize>()
    }
    /// Element `k` in document order.
    fn nth(&mut self, k: usize) -> Option<&mut Element> {
        if k == 0 {
            return Some(self);
        }
        let mut k = k - 1;
        for child in &mut self.children {
            let n = child.count();
            if k < n {
                return child.nth(k);
            }
            k -= n;
        }
        None
    }
    fn visit(&self, look: &mut dyn FnMut(&Element)) {
        look(self);
        self.children.iter().for_each(|c| c.visit(look));
    }
}

/// Numbers that break things.
const NUMBERS: &[&str] = &[
    "0",
    "-0",
    "1",
    "-1",
    "1e-300",
    "1e300",
    "-1e300",
    "1e-9",
    "1e9",
    "nan",
    "inf",
    "-inf",
    "2147483647",
    "-2147483648",
    "4294967296",
    "0.5",
    "1e308",
    "3",
    "100000",
    "-0.001",
    "1e-15",
];

/// What seeds hold, to be put elsewhere.
#[derive(Clone, Debug, Default)]
pub struct Pool {
    roots: Vec<Element>,
    elements: Vec<Element>,
    attributes: Vec<(String, String)>,
}

impl Pool {
    /// The pool of these texts; those that are not plain are passed over.
    pub fn new<'a>(texts: impl IntoIterator<Item = &'a str>) -> Pool {
        let mut pool = Pool::default();
        for root in texts.into_iter().filter_map(parse) {
            root.visit(&mut |e| {
                if e.count() < 20 {
                    pool.elements.push(e.clone());
                }
                pool.attributes.extend(e.attributes.iter().cloned());
            });
            pool.roots.push(root);
        }
        pool
    }
    /// How many seeds there are.
    pub fn len(&self) -> usize {
        self.roots.len()
    }
    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.roots.is_empty()
    }
    /// A mutated model.
    pub fn mutant(&self, seed: u64) -> String {
        self.mutated(Pick { bytes: &[], rest: Some(SplitMix64(seed)) })
    }
    /// The model that these bytes choose: a fuzzer that changes a byte changes one choice.
    pub fn chosen(&self, bytes: &[u8]) -> String {
        self.mutated(Pick { bytes, rest: None })
    }
    fn mutated(&self, mut r: Pick<'_>) -> String {
        let Some(mut root) = self.roots.get(r.below(self.roots.len())).cloned() else { return String::new() };
        for _ in 0..1 + r.below(4) {
            self.change(&mut root, &mut r);
        }
        let mut text = String::new();
        root.write(&mut text);
        if r.below(50) == 0 {
            let cut = r.below(text.len());
            text.truncate((0..=cut).rev().find(|k| text.is_char_boundary(*k)).unwrap_or(0));
        }
        text
    }

    fn change(&self, root: &mut Element, r: &mut Pick<'_>) {
        let n = root.count();
        let spare = self.elements.get(r.below(self.elements.len())).cloned();
        let other = self.attributes.get(r.below(self.attributes.len())).cloned();
        let Some(e) = root.nth(r.below(n)) else { return };
        let which = r.below(e.attributes.len());
        match r.below(12) {
            0..=3 => {
                if let Some((_, value)) = e.attributes.get_mut(which) {
                    *value = r.numbers(value);
                }
            }
            4 => {
                if let (Some(a), Some(b)) = (e.attributes.get_mut(which), other) {
                    a.1 = b.1;
                }
            }
            5 | 6 => e.attributes.extend(other.filter(|o| e.attributes.iter().all(|a| a.0 != o.0))),
            7 if !e.attributes.is_empty() => drop(e.attributes.remove(which)),
            8 if !e.children.is_empty() => drop(e.children.remove(r.below(e.children.len()))),
            9 if !e.children.is_empty() && n < 4000 => {
                let again = e.children[r.below(e.children.len())].clone();
                let times = if r.below(20) == 0 { 40 } else { 1 };
                for _ in 0..times {
                    e.children.push(again.clone());
                }
            }
            10 => e.children.extend(spare),
            _ if e.children.len() > 1 => {
                let (i, j) = (r.below(e.children.len()), r.below(e.children.len()));
                e.children.swap(i, j);
            }
            _ => {}
        }
    }
}

/// Choices: two bytes each as long as there are any, then random ones, then the first.
struct Pick<'a> {
    bytes: &'a [u8],
    rest: Option<SplitMix64>,
}

impl Pick<'_> {
    /// Below n; 0 if n is 0.
    fn below(&mut self, n: usize) -> usize {
        let x = match self.bytes {
            [a, b, tail @ ..] => {
                self.bytes = tail;
                u64::from(u16::from_le_bytes([*a, *b]))
            }
            _ => self.rest.as_mut().map_or(0, SplitMix64::next_u64),
        };
        if n == 0 { 0 } else { (x % n as u64) as usize }
    }
    /// A list of numbers with one of them changed, or more or fewer of them.
    fn numbers(&mut self, value: &str) -> String {
        let mut list: Vec<String> = value.split_whitespace().map(str::to_owned).collect();
        let k = self.below(list.len());
        let new = NUMBERS[self.below(NUMBERS.len())].to_owned();
        match self.below(8) {
            0 => list.push(new),
            1 if !list.is_empty() => drop(list.remove(k)),
            2 => list = vec![new],
            3 => {
                if let Some(x) = list.get_mut(k)
                    && let Ok(old) = x.parse::<f64>()
                {
                    *x = format!("{}", old * [0.1, 10.0, -1.0, 1e3, 1e-3][self.below(5)]);
                }
            }
            _ => {
                if let Some(x) = list.get_mut(k) {
                    *x = new;
                }
            }
        }
        list.join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_come_back_and_seeds_repeat() {
        let text = r#"<mujoco model="m"><worldbody><geom size=".1 2"/><body><!-- no --><joint type='hinge'/></body></worldbody></mujoco>"#;
        let root = parse(text).expect("plain");
        assert_eq!((root.count(), root.children[0].children[1].children[0].name.as_str()), (5, "joint"));
        let mut again = String::new();
        root.write(&mut again);
        assert_eq!(parse(&again), Some(root));
        let pool = Pool::new([text]);
        let all: Vec<String> = (0..50).map(|k| pool.mutant(k)).collect();
        assert_eq!(all[7], pool.mutant(7));
        assert!(all.iter().filter(|t| *t != &again).count() > 40, "they differ from the seed");
    }
}

//! The attributes of one element, checked against the schema and parsed once.

use super::Reader;
use crate::dom::{NodeId, Tree, XmlAttr};
use stiction_model::diag::{Diagnostic, Loc};
use stiction_model::elements::{
    self as el, Attr, Element, Fields, Given, MANY, Rule, Support, Ty, Value as Held, Words,
    words as keywords,
};
use stiction_model::spec::Orient;
use stiction_model::suggest::nearest;

/// Most values in one attribute.
const MAX_VALUES: usize = 10_000_000;

/// Largest number; more is a mistake, and squares must stay finite.
const MAX_VALUE: f64 = 1e100;

#[derive(Clone, Copy, Debug)]
enum Value {
    /// Numbers, as a range of [`Elem::nums`].
    Nums(u32, u32),
    /// A word's number, or the bits of several words' list positions.
    Word(i32),
    /// Text of attribute k.
    Text,
}

/// An element's attributes.
pub struct Elem<'a> {
    /// The node.
    pub node: NodeId,
    /// Its row in the schema.
    pub schema: &'static Element,
    tree: &'a Tree,
    vals: Vec<(&'static str, Value, u32)>,
    nums: Vec<f64>,
    /// The text of the words in a word list, in order, as numbers.
    lists: Vec<(&'static str, Vec<i32>)>,
}

impl<'a> Elem<'a> {
    fn find(&self, name: &str) -> Option<(Value, &'a XmlAttr)> {
        let v = self.vals.iter().find(|v| v.0 == name)?;
        Some((v.1, &self.tree.attrs(self.node)[v.2 as usize]))
    }
    /// True if the attribute is there (and well-formed).
    pub fn has(&self, name: &str) -> bool {
        self.find(name).is_some()
    }
    /// Numbers.
    pub fn nums(&self, name: &str) -> Option<&[f64]> {
        match self.find(name)?.0 {
            Value::Nums(a, n) => Some(&self.nums[a as usize..(a + n) as usize]),
            _ => None,
        }
    }
    /// Exactly N numbers.
    pub fn vec<const N: usize>(&self, name: &str) -> Option<[f64; N]> {
        self.nums(name)?.try_into().ok()
    }
    /// One number.
    pub fn num(&self, name: &str) -> Option<f64> {
        self.nums(name)?.first().copied()
    }
    /// One integer.
    pub fn int(&self, name: &str) -> Option<i32> {
        self.num(name).map(|x| x as i32)
    }
    /// The number of a word.
    pub fn word(&self, name: &str) -> Option<i32> {
        match self.find(name)?.0 {
            Value::Word(w) => Some(w),
            _ => None,
        }
    }
    /// A flag.
    pub fn flag(&self, name: &str) -> Option<bool> {
        self.word(name).map(|w| w == 1)
    }
    /// The numbers of a list of words, in order.
    pub fn words(&self, name: &str) -> Option<&[i32]> {
        self.lists.iter().find(|l| l.0 == name).map(|l| l.1.as_slice())
    }
    /// What is given for an attribute.
    fn given(&self, name: &str) -> Option<Given<'_>> {
        match self.find(name)?.0 {
            Value::Nums(a, n) => Some(Given::Numbers(&self.nums[a as usize..(a + n) as usize])),
            Value::Word(w) => Some(Given::Word(w)),
            Value::Text => self.words(name).map(Given::Words).or_else(|| self.text(name).map(Given::Text)),
        }
    }
    /// Text, a name or a file.
    pub fn text(&self, name: &str) -> Option<&'a str> {
        let (v, a) = self.find(name)?;
        matches!(v, Value::Text).then(|| self.tree.value(a))
    }
    /// Where the attribute stands, or the element if it is not there.
    pub fn loc(&self, name: &str) -> Option<Loc> {
        Some(self.find(name).map_or(self.tree.node(self.node).loc, |f| f.1.loc))
    }
    /// Where the element stands.
    pub fn at(&self) -> Option<Loc> {
        Some(self.tree.node(self.node).loc)
    }
    /// `tag 'name'` for messages.
    pub fn title(&self) -> String {
        title(self.tree, self.node)
    }

    /// Overwrites numbers from the front.
    pub fn set(&self, name: &str, to: &mut [f64]) {
        if let Some(v) = self.nums(name) {
            for (t, x) in to.iter_mut().zip(v) {
                *t = *x;
            }
        }
    }
    /// Overwrites one number.
    pub fn set1(&self, name: &str, to: &mut f64) {
        self.set(name, std::slice::from_mut(to));
    }
    /// Overwrites text.
    pub fn sett(&self, name: &str, to: &mut String) {
        if let Some(v) = self.text(name) {
            v.clone_into(to);
        }
    }
    /// Overwrites a value by the word's number.
    pub fn setk<T>(&self, name: &str, to: &mut T, from: impl Fn(i32) -> Option<T>) {
        if let Some(v) = self.word(name).and_then(from) {
            *to = v;
        }
    }
}

/// `tag 'name'`.
pub fn title(tree: &Tree, node: NodeId) -> String {
    match tree.get(node, "name").or_else(|| tree.get(node, "class")) {
        Some(n) if !n.is_empty() => format!("{} '{}'", tree.tag(node), short(n)),
        _ => tree.tag(node).to_string(),
    }
}

/// A value as messages show it.
pub fn short(text: &str) -> String {
    let mut s: String = text.chars().take(60).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    if text.chars().count() > 60 {
        s.push('…');
    }
    s
}

/// "a, b, c" of the words of a set.
fn listed(set: Words) -> String {
    set.iter().map(|w| w.0).collect::<Vec<_>>().join(", ")
}

impl<'a> Reader<'a> {
    /// Checks and parses the attributes of an element.
    pub fn open(&mut self, node: NodeId, schema: &'static Element) -> Elem<'a> {
        let tree = self.tree;
        let attrs = tree.attrs(node);
        let mut e = Elem {
            node,
            schema,
            tree,
            vals: Vec::with_capacity(attrs.len()),
            nums: Vec::with_capacity(attrs.len() * 3),
            lists: Vec::new(),
        };
        if tree.node(node).hurt {
            self.doubt(node);
        }
        for (k, x) in attrs.iter().enumerate() {
            let name = tree.name(x);
            match schema.attr(name) {
                Some(row) if self.in_default && !row.in_default => self.report(
                    Diagnostic::error(format!("attribute '{name}' cannot be set in a default class"))
                        .on(title(tree, node))
                        .at(Some(x.loc)),
                ),
                Some(row) => self.parse(&mut e, row, k as u32),
                None => self.unknown_attribute(schema, node, x),
            }
        }
        self.check_presence(&e);
        e
    }

    fn unknown_attribute(&mut self, schema: &'static Element, node: NodeId, x: &XmlAttr) {
        let name = self.tree.name(x);
        // MuJoCo reads frames and replicates with any attribute; one that belongs to a neighbour is only useless
        let family = [&el::BODY, &el::FRAME, &el::REPLICATE, &el::ATTACH, &el::GEOM];
        if matches!(schema.tag, "frame" | "replicate") && family.iter().any(|f| f.attr(name).is_some()) {
            let d = Diagnostic::warning(format!("attribute '{name}' has no effect on <{}>", schema.tag))
                .on(title(self.tree, node))
                .at(Some(x.loc));
            return self.report(d);
        }
        let guess = nearest(name, schema.all_attrs().map(|a| a.name));
        if self.lenient && guess.is_none() {
            let d = Diagnostic::warning(format!(
                "unknown attribute '{}' of <{}> is ignored",
                short(name),
                schema.tag
            ))
            .on(title(self.tree, node))
            .at(Some(x.loc));
            return self.report(d);
        }
        let mut d = Diagnostic::error(format!("unknown attribute '{}' of <{}>", short(name), schema.tag))
            .on(title(self.tree, node))
            .at(Some(x.loc));
        match guess {
            Some(g) if self.tree.get(node, g).is_none() => self.doubt_attribute(node, g),
            Some(_) => {}
            None => self.doubt(node),
        }
        if let Some(g) = guess {
            d = d.hint(format!("did you mean '{g}'?"));
        } else if schema.attrs.is_empty() {
            d = d.hint(format!("<{}> has no attributes", schema.tag));
        }
        self.report(d);
    }

    fn parse(&mut self, e: &mut Elem<'a>, row: &'static Attr, k: u32) {
        let x = &self.tree.attrs(e.node)[k as usize];
        let text = self.tree.value(x);
        if let Support::Removed(instead) = row.support {
            let d = Diagnostic::error(format!(
                "attribute '{}' of <{}> was removed from MJCF",
                row.name, e.schema.tag
            ))
            .on(e.title())
            .at(Some(x.loc))
            .hint(format!("use {instead}"));
            self.doubt(e.node);
            return self.unsupported(d);
        }
        let value = match row.ty {
            Ty::Real(lo, hi) => numbers(text, &mut e.nums, Kind::F64, lo, hi),
            Ty::Float(lo, hi) => numbers(text, &mut e.nums, Kind::F32, lo, hi),
            Ty::Int(lo, hi) => numbers(text, &mut e.nums, Kind::I32, lo, hi),
            Ty::Word(set) => word(text, set).map(Some),
            Ty::WordOrInt(set) => match text.trim().parse::<i32>() {
                Ok(n) if keywords::word(set, n).is_some() => Ok(Some(Value::Word(n))),
                _ => word(text, set).map(Some),
            },
            Ty::WordList(set) => word_list(text, set).map(|list| {
                e.lists.push((row.name, list));
                Some(Value::Text)
            }),
            Ty::Text | Ty::File | Ty::Name | Ty::Ref(_) | Ty::Class => Ok(Some(Value::Text)),
        };
        match value {
            Ok(Some(v)) => e.vals.push((row.name, v, k)),
            Ok(None) => {}
            Err((message, hint)) => {
                let mut d = Diagnostic::error(format!("attribute '{}': {message}", row.name))
                    .on(e.title())
                    .at(Some(x.loc));
                d.hint = hint;
                self.doubt_attribute(e.node, row.name);
                self.report(d);
            }
        }
    }

    /// Reads the attributes that the table of elements declares for fields of `x`; those of `.code()` rows are left.
    pub fn fields(&mut self, e: &Elem<'_>, x: &mut dyn Fields) {
        for (row, field) in x.rows().iter().zip(x.fields_mut()) {
            if let Some(attr) = row.attr.filter(|a| !a.code) {
                if let Some(given) = e.given(attr.name) {
                    field.read(given);
                }
            } else if !row.group.is_empty()
                && matches!(field.value(), Held::Orient(_))
                && let Some(o) = self.orient(e)
            {
                // an orientation takes every orientation
                let _ = field.put(Held::Orient(&o));
            }
        }
    }

    /// An orientation, if one of its forms is given.
    pub fn orient(&mut self, e: &Elem<'_>) -> Option<Orient> {
        if e.has("quat") {
            return self.quat(e, "quat").map(Orient::Quat);
        }
        if let Some(v) = e.vec("axisangle") {
            return Some(Orient::AxisAngle(v));
        }
        if let Some(v) = e.vec("xyaxes") {
            return Some(Orient::XyAxes(v));
        }
        if let Some(v) = e.vec("zaxis") {
            return Some(Orient::ZAxis(v));
        }
        e.vec("euler").map(Orient::Euler)
    }

    /// Required attributes and the rules between attributes.
    fn check_presence(&mut self, e: &Elem<'a>) {
        let there = |name: &str| self.tree.get(e.node, name).is_some();
        let mut bad = Vec::new();
        if !self.in_default {
            for row in e.schema.all_attrs().filter(|a| a.required && !there(a.name)) {
                bad.push((vec![row.name], format!("required attribute '{}' is missing", row.name)));
            }
        }
        for rule in e.schema.rules {
            match rule {
                Rule::Exclusive(groups) => {
                    let used: Vec<&str> =
                        groups.iter().filter_map(|g| g.iter().find(|n| there(n)).copied()).collect();
                    if used.len() > 1 {
                        let message =
                            format!("attributes '{}' and '{}' exclude each other", used[0], used[1]);
                        bad.push((Vec::new(), message));
                    }
                }
                Rule::Together(names) => {
                    if let (Some(one), Some(none)) =
                        (names.iter().find(|n| there(n)), names.iter().find(|n| !there(n)))
                    {
                        bad.push((vec![*none], format!("attribute '{one}' needs '{none}' too")));
                    }
                }
                Rule::OneOf(groups) => {
                    // half a group is the business of `Together`
                    let half = groups.iter().any(|g| g.len() > 1 && g.iter().any(|n| there(n)));
                    let paired = e
                        .schema
                        .rules
                        .iter()
                        .any(|r| matches!(r, Rule::Together(n) if n.iter().any(|n| there(n))));
                    let complete = groups.iter().any(|g| g.iter().all(|n| there(n)));
                    if !(complete || half && paired) {
                        let text: Vec<String> = groups.iter().map(|g| g.join(" and ")).collect();
                        let message = format!("one of these must be given: {}", text.join("; or "));
                        bad.push((groups.iter().flat_map(|g| g.iter().copied()).collect(), message));
                    }
                }
            }
        }
        for (missing, message) in bad {
            // a misspelt name is told already
            let told = !missing.is_empty() && self.damage.explains(e.at(), &missing);
            for name in missing {
                self.doubt_attribute(e.node, name);
            }
            if !told {
                self.report(Diagnostic::error(message).on(e.title()).at(e.at()));
            }
        }
    }
}

type Bad = (String, Option<String>);

fn word(text: &str, set: Words) -> Result<Value, Bad> {
    keywords::number(set, text).map(Value::Word).ok_or_else(|| bad_word(text, set))
}

fn bad_word(text: &str, set: Words) -> Bad {
    let hint = match nearest(text.trim(), set.iter().map(|w| w.0)) {
        Some(g) => format!("did you mean '{g}'? allowed: {}", listed(set)),
        None => format!("allowed: {}", listed(set)),
    };
    (format!("'{}' is not one of the allowed words", short(text)), Some(hint))
}

fn word_list(text: &str, set: Words) -> Result<Vec<i32>, Bad> {
    let mut list = Vec::new();
    for w in text.split_ascii_whitespace() {
        let n = keywords::number(set, w).ok_or_else(|| bad_word(w, set))?;
        if list.contains(&n) {
            return Err((format!("the word '{w}' is given twice"), None));
        }
        list.push(n);
    }
    Ok(list)
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    F64,
    F32,
    I32,
}

/// Parses numbers to the end of `nums`. An empty attribute counts as absent, as in MuJoCo.
fn numbers(text: &str, nums: &mut Vec<f64>, kind: Kind, lo: u16, hi: u16) -> Result<Option<Value>, Bad> {
    let start = nums.len();
    let max = if hi == MANY { MAX_VALUES } else { hi as usize };
    for token in text.split_ascii_whitespace() {
        if nums.len() - start >= max {
            let n = text.split_ascii_whitespace().count();
            nums.truncate(start);
            return Err(if hi == MANY {
                (format!("{n} values are more than the limit of {MAX_VALUES}"), None)
            } else {
                (format!("has {n} values, expected {}", expected(lo, hi)), None)
            });
        }
        match number(token, kind) {
            Ok(x) => nums.push(x),
            Err(bad) => {
                nums.truncate(start);
                return Err(bad);
            }
        }
    }
    let n = nums.len() - start;
    if n == 0 {
        return Ok(None);
    }
    if n < lo as usize {
        nums.truncate(start);
        return Err((
            format!("has {n} value{}, expected {}", if n == 1 { "" } else { "s" }, expected(lo, hi)),
            None,
        ));
    }
    Ok(Some(Value::Nums(start as u32, n as u32)))
}

fn expected(lo: u16, hi: u16) -> String {
    match (lo, hi) {
        (l, MANY) => format!("at least {l}"),
        (l, h) if l == h => format!("{l}"),
        (l, h) => format!("{l} to {h}"),
    }
}

fn number(token: &str, kind: Kind) -> Result<f64, Bad> {
    if kind == Kind::I32 {
        return token.parse::<i32>().map(f64::from).map_err(|_| {
            let shown = short(token);
            match token.parse::<f64>() {
                Ok(x) if !x.is_finite() => (format!("{shown} is not a number here"), None),
                Ok(x) if x.fract() == 0.0 && x.abs() < 2147483648.0 => {
                    (format!("'{shown}' must be an integer"), Some(format!("write {}", x as i64)))
                }
                Ok(_) => (format!("'{shown}' must be a 32-bit integer"), None),
                Err(_) => {
                    (format!("'{shown}' is not a number"), Some("values are separated by spaces".into()))
                }
            }
        });
    }
    let x = match kind {
        Kind::F32 => token.parse::<f32>().map(f64::from).map_err(|_| ()),
        _ => token.parse::<f64>().map_err(|_| ()),
    };
    match x {
        Ok(x) if x.abs() <= MAX_VALUE => Ok(x),
        Ok(_) if token.bytes().any(|b| b.is_ascii_digit()) => {
            Err((format!("{} is too large", short(token)), None))
        }
        Ok(_) => Err((format!("{} is not a number here", short(token)), None)),
        Err(()) => Err((
            format!("'{}' is not a number", short(token)),
            Some("values are separated by spaces".into()),
        )),
    }
}

//! What the schema says of an element: its attributes, their types, the rules between them, what may stand inside.

/// How often an element may stand below its parent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Card {
    /// At most once.
    Once,
    /// Any number of times.
    Many,
}

/// Whether we understand it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Support {
    /// Read and compiled.
    Full,
    /// Known, but an error (a warning when loading permissively).
    No,
    /// Removed from MJCF; the text says what to use instead.
    Removed(&'static str),
}

/// Words and their numbers.
pub type Words = &'static [(&'static str, i32)];

/// No upper bound on the number of values.
pub const MANY: u16 = u16::MAX;

/// The type of an attribute's value.
#[derive(Clone, Copy, Debug)]
pub enum Ty {
    /// `min..=max` real numbers, 64 bits.
    Real(u16, u16),
    /// `min..=max` real numbers, 32 bits.
    Float(u16, u16),
    /// `min..=max` integers.
    Int(u16, u16),
    /// One word of a set.
    Word(Words),
    /// Several words of a set, separated by spaces.
    WordList(Words),
    /// One word of a set, or an integer among its numbers.
    WordOrInt(Words),
    /// Free text.
    Text,
    /// A file name.
    File,
    /// The element's own name.
    Name,
    /// The name of another element of this kind.
    Ref(&'static str),
    /// The name of a default class.
    Class,
}

/// One attribute.
#[derive(Clone, Copy, Debug)]
pub struct Attr {
    /// Its name.
    pub name: &'static str,
    /// Its type.
    pub ty: Ty,
    /// It must be there.
    pub required: bool,
    /// It may stand in a default class.
    pub in_default: bool,
    /// Whether we understand it.
    pub support: Support,
    /// The field is read and written by code of its own.
    pub code: bool,
    /// What it means, for the documentation; may be empty.
    pub doc: &'static str,
}

impl Attr {
    /// Of another type than its field's.
    pub const fn ty(mut self, ty: Ty) -> Attr {
        self.ty = ty;
        self
    }
    /// From one number up to as many as the field has; what is not given stays.
    pub const fn upto(mut self) -> Attr {
        if let Ty::Real(_, n) = self.ty {
            self.ty = Ty::Real(1, n);
        }
        self
    }
    /// One word of this set.
    pub const fn word(self, set: Words) -> Attr {
        self.ty(Ty::Word(set))
    }
    /// The name of another element.
    pub const fn names(self, kind: &'static str) -> Attr {
        self.ty(Ty::Ref(kind))
    }
    /// Read and written by code of its own.
    pub const fn code(mut self) -> Attr {
        self.code = true;
        self
    }
    /// With this line of documentation.
    pub const fn doc(mut self, doc: &'static str) -> Attr {
        self.doc = doc;
        self
    }
    /// Must be there.
    pub const fn req(mut self) -> Attr {
        self.required = true;
        self
    }
    /// May not stand in a default class.
    pub const fn nodef(mut self) -> Attr {
        self.in_default = false;
        self
    }
    /// Removed from MJCF, with what to use instead.
    pub const fn removed(mut self, instead: &'static str) -> Attr {
        self.support = Support::Removed(instead);
        self
    }
    /// Known, but not supported.
    pub const fn unsupported(mut self) -> Attr {
        self.support = Support::No;
        self
    }
}

/// A relation between attributes of one element.
#[derive(Clone, Copy, Debug)]
pub enum Rule {
    /// At most one of these groups of attributes may be used.
    Exclusive(&'static [&'static [&'static str]]),
    /// All of them or none.
    Together(&'static [&'static str]),
    /// At least one of these groups must be complete.
    OneOf(&'static [&'static [&'static str]]),
}

/// An element below another.
#[derive(Clone, Copy, Debug)]
pub struct Child {
    /// The element.
    pub el: &'static Element,
    /// How often.
    pub card: Card,
}

/// One element.
#[derive(Debug)]
pub struct Element {
    /// The tag.
    pub tag: &'static str,
    /// Where it stands, e.g. `actuator/position`; unique.
    pub path: &'static str,
    /// Attributes, in groups that several elements share.
    pub attrs: &'static [&'static [Attr]],
    /// Elements below.
    pub children: &'static [Child],
    /// Relations between attributes.
    pub rules: &'static [Rule],
    /// Whether we understand it.
    pub support: Support,
}

impl Element {
    /// An element without children or rules.
    pub const fn new(tag: &'static str, path: &'static str, attrs: &'static [&'static [Attr]]) -> Element {
        Element { tag, path, attrs, children: &[], rules: &[], support: Support::Full }
    }
    /// With these children.
    pub const fn with(mut self, children: &'static [Child]) -> Element {
        self.children = children;
        self
    }
    /// With these rules.
    pub const fn rules(mut self, rules: &'static [Rule]) -> Element {
        self.rules = rules;
        self
    }
    /// With this support.
    pub const fn support(mut self, support: Support) -> Element {
        self.support = support;
        self
    }
    /// All attributes in order.
    pub fn all_attrs(&self) -> impl Iterator<Item = &'static Attr> {
        self.attrs.iter().flat_map(|g| g.iter())
    }
    /// The attribute with this name.
    pub fn attr(&self, name: &str) -> Option<&'static Attr> {
        self.all_attrs().find(|a| a.name == name)
    }
    /// The child with this tag.
    pub fn child(&self, tag: &str) -> Option<&'static Child> {
        self.children.iter().find(|c| c.el.tag == tag)
    }
}

/// Attributes of a list by name, for elements that share some of them.
pub const fn select<const N: usize>(rows: &[&[Attr]], names: [&str; N]) -> [Attr; N] {
    let mut out = [a("", Ty::Text); N];
    let mut n = 0;
    while n < N {
        let (mut g, mut found) = (0, false);
        while g < rows.len() {
            let mut k = 0;
            while k < rows[g].len() {
                if same(rows[g][k].name, names[n]) {
                    (out[n], found) = (rows[g][k], true);
                }
                k += 1;
            }
            g += 1;
        }
        assert!(found, "no attribute of this name");
        n += 1;
    }
    out
}

const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut i = 0;
    while i < a.len() && i < b.len() && a[i] == b[i] {
        i += 1;
    }
    i == a.len() && i == b.len()
}

/// Any number of `el`.
pub const fn many(el: &'static Element) -> Child {
    Child { el, card: Card::Many }
}
/// At most one `el`.
pub const fn once(el: &'static Element) -> Child {
    Child { el, card: Card::Once }
}

/// An attribute of this type.
pub const fn a(name: &'static str, ty: Ty) -> Attr {
    Attr { name, ty, required: false, in_default: true, support: Support::Full, code: false, doc: "" }
}
/// Exactly `n` reals.
pub const fn real(n: u16) -> Ty {
    Ty::Real(n, n)
}
/// One to `n` reals.
pub const fn upto(n: u16) -> Ty {
    Ty::Real(1, n)
}
/// Exactly `n` 32-bit reals.
pub const fn float(n: u16) -> Ty {
    Ty::Float(n, n)
}
/// One integer.
pub const INT: Ty = Ty::Int(1, 1);
/// One real.
pub const REAL: Ty = Ty::Real(1, 1);
/// One 32-bit real.
pub const FLOAT: Ty = Ty::Float(1, 1);
/// Any number of reals.
pub const REALS: Ty = Ty::Real(1, MANY);
/// Any number of 32-bit reals.
pub const FLOATS: Ty = Ty::Float(1, MANY);
/// Any number of integers.
pub const INTS: Ty = Ty::Int(1, MANY);
/// true or false.
pub const BOOL: Ty = Ty::Word(super::words::BOOL);
/// false, true or auto.
pub const TRI: Ty = Ty::Word(super::words::TRI);

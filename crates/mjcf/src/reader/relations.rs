//! Contact pairs, excludes, equalities and tendons.

use super::Reader;
use super::values::Elem;
use crate::dom::NodeId;
use stiction_model::elements as el;
use stiction_model::kinds::{EqKind, ObjKind};
use stiction_model::spec::{Equality, Exclude, Pair, PathItem, PathKind, Tendon};

impl Reader<'_> {
    pub(super) fn contact(&mut self, node: NodeId) {
        self.open(node, &el::CONTACT);
        for (child, schema) in self.children(node, &el::CONTACT) {
            let class = self.class_of(child, 0);
            let e = self.open(child, schema);
            if schema.tag == "pair" {
                let mut p = self.spec.classes[class].pair.clone();
                p.meta = self.meta(&e, class);
                self.pair(&e, &mut p);
                self.spec.pairs.push(p);
            } else {
                let mut x = Exclude { meta: self.meta(&e, 0), ..Exclude::default() };
                self.fields(&e, &mut x);
                self.spec.excludes.push(x);
            }
        }
    }

    /// Nothing of this section is supported; its elements are reported one by one.
    pub(super) fn deformable(&mut self, node: NodeId) {
        self.open(node, &el::DEFORMABLE);
        for (child, schema) in self.children(node, &el::DEFORMABLE) {
            let e = self.open(child, schema);
            self.skin(&e);
        }
    }

    pub(super) fn pair(&mut self, e: &Elem<'_>, p: &mut Pair) {
        self.fields(e, p);
    }

    pub(super) fn equality(&mut self, node: NodeId) {
        self.open(node, &el::EQUALITY);
        for (child, schema) in self.children(node, &el::EQUALITY) {
            let class = self.class_of(child, 0);
            let e = self.open(child, schema);
            let mut q = self.spec.classes[class].equality.clone();
            q.meta = self.meta(&e, class);
            self.equality_base(&e, &mut q);
            match schema.tag {
                "connect" => {
                    q.kind = EqKind::Connect;
                    e.set("anchor", &mut q.data[..3]);
                    ends(&e, &mut q, e.has("body1") && e.has("anchor"));
                }
                "weld" => {
                    q.kind = EqKind::Weld;
                    let bodies = e.has("body1");
                    if bodies {
                        q.data[..3].fill(0.0);
                    }
                    e.set("anchor", &mut q.data[..3]);
                    e.set("relpose", &mut q.data[3..10]);
                    e.set1("torquescale", &mut q.data[10]);
                    ends(&e, &mut q, bodies);
                }
                tag => {
                    q.kind = if tag == "joint" { EqKind::Joint } else { EqKind::Tendon };
                    e.sett(if tag == "joint" { "joint1" } else { "tendon1" }, &mut q.name1);
                    e.sett(if tag == "joint" { "joint2" } else { "tendon2" }, &mut q.name2);
                    e.set("polycoef", &mut q.data[..5]);
                }
            }
            self.spec.equalities.push(q);
        }
    }

    pub(super) fn equality_base(&mut self, e: &Elem<'_>, q: &mut Equality) {
        self.fields(e, q);
    }

    pub(super) fn tendon(&mut self, node: NodeId) {
        self.open(node, &el::TENDON);
        for (child, schema) in self.children(node, &el::TENDON) {
            let class = self.class_of(child, 0);
            let e = self.open(child, schema);
            let mut t = self.spec.classes[class].tendon.clone();
            t.meta = self.meta(&e, class);
            self.tendon_base(&e, &mut t);
            for (item, schema) in self.children(child, schema) {
                let x = self.open(item, schema);
                let text = |name: &str| x.text(name).unwrap_or("").to_string();
                let kind = match schema.tag {
                    "site" => PathKind::Site(text("site")),
                    "geom" => PathKind::Geom { geom: text("geom"), sidesite: text("sidesite") },
                    "pulley" => PathKind::Pulley(x.num("divisor").unwrap_or(1.0)),
                    _ => PathKind::Joint { joint: text("joint"), coef: x.num("coef").unwrap_or(1.0) },
                };
                t.path.push(PathItem { kind, loc: x.at() });
            }
            self.spec.tendons.push(t);
        }
    }

    pub(super) fn tendon_base(&mut self, e: &Elem<'_>, t: &mut Tendon) {
        self.fields(e, t);
        if let Some(&[v]) = e.nums("springlength") {
            t.springlength = [v; 2];
        }
    }
}

/// The two ends of a connect or weld: bodies or sites.
fn ends(e: &Elem<'_>, q: &mut Equality, bodies: bool) {
    let (a, b) = if bodies { ("body1", "body2") } else { ("site1", "site2") };
    q.objtype = if bodies { ObjKind::Body } else { ObjKind::Site };
    e.sett(a, &mut q.name1);
    e.sett(b, &mut q.name2);
}

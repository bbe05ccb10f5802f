//! Contact pairs, excludes, equalities and tendons.

use super::Reader;
use super::values::Elem;
use crate::dom::NodeId;
use crate::schema::relations as r;
use stiction_model::kinds::{EqKind, ObjKind, Tri};
use stiction_model::spec::{Equality, Exclude, Pair, PathItem, PathKind, Tendon};

impl Reader<'_> {
    pub(super) fn contact(&mut self, node: NodeId) {
        self.open(node, &r::CONTACT);
        for (child, schema) in self.children(node, &r::CONTACT) {
            let class = self.class_of(child, 0);
            let e = self.open(child, schema);
            if schema.tag == "pair" {
                let mut p = self.spec.classes[class].pair.clone();
                p.meta = self.meta(&e, class);
                self.pair(&e, &mut p);
                self.spec.pairs.push(p);
            } else {
                let mut x = Exclude { meta: self.meta(&e, 0), ..Exclude::default() };
                e.sett("body1", &mut x.bodyname1);
                e.sett("body2", &mut x.bodyname2);
                self.spec.excludes.push(x);
            }
        }
    }

    /// Nothing of this section is supported; its elements are reported one by one.
    pub(super) fn deformable(&mut self, node: NodeId) {
        self.open(node, &crate::schema::tree::DEFORMABLE);
        self.children(node, &crate::schema::tree::DEFORMABLE);
    }

    pub(super) fn pair(&mut self, e: &Elem<'_>, p: &mut Pair) {
        fn some<const N: usize>(e: &Elem<'_>, name: &str, to: &mut Option<[f64; N]>, base: [f64; N]) {
            if e.has(name) {
                let mut v = to.unwrap_or(base);
                e.set(name, &mut v);
                *to = Some(v);
            }
        }
        e.sett("geom1", &mut p.geomname1);
        e.sett("geom2", &mut p.geomname2);
        if let Some(n) = e.int("condim") {
            p.condim = Some(n);
        }
        some(e, "friction", &mut p.friction, [1.0, 1.0, 0.005, 0.0001, 0.0001]);
        some(e, "solref", &mut p.solref, [0.02, 1.0]);
        some(e, "solreffriction", &mut p.solreffriction, [0.0, 0.0]);
        some(e, "solimp", &mut p.solimp, [0.9, 0.95, 0.001, 0.5, 2.0]);
        for (name, to) in [("gap", &mut p.gap), ("margin", &mut p.margin), ("adhesion", &mut p.adhesion)] {
            if let Some(x) = e.num(name) {
                *to = Some(x);
            }
        }
    }

    pub(super) fn equality(&mut self, node: NodeId) {
        self.open(node, &r::EQUALITY);
        for (child, schema) in self.children(node, &r::EQUALITY) {
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
        e.setb("active", &mut q.active);
        e.set("solref", &mut q.solref);
        e.set("solimp", &mut q.solimp);
    }

    pub(super) fn tendon(&mut self, node: NodeId) {
        self.open(node, &r::TENDON);
        for (child, schema) in self.children(node, &r::TENDON) {
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
        e.seti1("group", &mut t.group);
        e.setk("limited", &mut t.limited, Tri::from_i32);
        e.setk("actuatorfrclimited", &mut t.actfrclimited, Tri::from_i32);
        e.set("range", &mut t.range);
        e.set("actuatorfrcrange", &mut t.actfrcrange);
        e.set("solreflimit", &mut t.solref_limit);
        e.set("solimplimit", &mut t.solimp_limit);
        e.set("solreffriction", &mut t.solref_friction);
        e.set("solimpfriction", &mut t.solimp_friction);
        e.set1("frictionloss", &mut t.frictionloss);
        if let Some(v) = e.nums("springlength") {
            t.springlength = [v[0], *v.get(1).unwrap_or(&v[0])];
        }
        e.set1("springyield", &mut t.springyield);
        e.set1("width", &mut t.width);
        e.sett("material", &mut t.material);
        e.set1("margin", &mut t.margin);
        e.set("stiffness", &mut t.stiffness);
        e.set("damping", &mut t.damping);
        e.set1("armature", &mut t.armature);
        e.setf("rgba", &mut t.rgba);
        e.setv("user", &mut t.userdata);
    }
}

/// The two ends of a connect or weld: bodies or sites.
fn ends(e: &Elem<'_>, q: &mut Equality, bodies: bool) {
    let (a, b) = if bodies { ("body1", "body2") } else { ("site1", "site2") };
    q.objtype = if bodies { ObjKind::Body } else { ObjKind::Site };
    e.sett(a, &mut q.name1);
    e.sett(b, &mut q.name2);
}

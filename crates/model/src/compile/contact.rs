//! Contact pairs and exclusions, sorted by the signature of their bodies.
//!
//! What a pair leaves open is mixed from its geoms: the one of higher priority wins; at equal priority friction and
//! condim take the larger value, solver parameters the average weighted by `solmix`.

use super::Build;
use super::math::EPS;
use super::report::Who;
use crate::kinds::ObjKind;
use crate::spec::{Geom, Pair};
use crate::tables::Geoms;

/// (first body) · 2¹⁶ + (second body); the compiler refuses models in which this could overflow.
fn signature(a: usize, b: usize) -> i32 {
    ((a << 16) + b) as i32
}

/// Contact parameters of a geom.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Surface {
    priority: i32,
    condim: i32,
    friction: [f64; 3],
    solmix: f64,
    solref: [f64; 2],
    solimp: [f64; 5],
}

impl Surface {
    fn of(g: &Geoms, i: usize) -> Self {
        Surface {
            priority: g.priority[i],
            condim: g.condim[i],
            friction: g.friction[i],
            solmix: g.solmix[i],
            solref: g.solref[i],
            solimp: g.solimp[i],
        }
    }
    /// Those of a geom that is not compiled yet.
    pub(crate) fn of_spec(g: &Geom) -> Self {
        Surface {
            priority: g.priority,
            condim: g.condim,
            friction: g.friction,
            solmix: g.solmix,
            solref: g.solref,
            solimp: g.solimp,
        }
    }
}

/// Parameters of a contact between two geoms.
pub(crate) struct Mixed {
    pub condim: i32,
    pub friction: [f64; 5],
    pub solref: [f64; 2],
    pub solimp: [f64; 5],
}

impl Build<'_> {
    /// `pair_*`.
    pub(crate) fn pairs(&mut self) {
        let nbody = self.order.bodies.len();
        if nbody >= 65534 {
            self.report.error(Who::section("model"), "there must be fewer than 65534 bodies");
        }
        let mut found = Vec::new();
        for (i, e) in self.spec.pairs.iter().enumerate() {
            let who = Who::new("pair", &e.meta, i);
            let ids =
                (self.find(ObjKind::Geom, &e.geomname1, who), self.find(ObjKind::Geom, &e.geomname2, who));
            if e.condim.is_some_and(|c| !matches!(c, 1 | 3 | 4 | 6)) {
                self.report.error(who.about(&["condim"]), "condim must be 1, 3, 4 or 6");
            }
            if e.friction.is_some_and(|f| f.iter().any(|&x| x < 0.0)) {
                self.report.error(who.about(&["friction"]), "friction must not be negative");
            }
            if let (Some(mut a), Some(mut b)) = ids {
                let body = &self.order.geoms.body;
                if body[a] > body[b] {
                    (a, b) = (b, a);
                }
                found.push((signature(body[a], body[b]), i, a, b));
            }
        }
        found.sort_by_key(|f| f.0);
        let names = found.iter().map(|f| self.spec.pairs[f.1].meta.name.clone()).collect();
        self.model.names.set(ObjKind::Pair, names);
        for (signature, i, a, b) in found {
            self.push_pair(&self.spec.pairs[i], signature, a, b);
        }
    }

    fn push_pair(&mut self, e: &Pair, signature: i32, a: usize, b: usize) {
        let g = &self.model.geom;
        let mixed = mix(&Surface::of(g, a), &Surface::of(g, b));
        let margin = e.margin.unwrap_or(g.margin[a].max(g.margin[b]));
        let gap = e.gap.unwrap_or(g.gap[a].max(g.gap[b]));
        let adhesion = e.adhesion.unwrap_or(0.0);
        let p = &mut self.model.pair;
        p.dim.push(e.condim.unwrap_or(mixed.condim));
        p.geom1.push(a.into());
        p.geom2.push(b.into());
        p.signature.push(signature);
        p.solref.push(e.solref.unwrap_or(mixed.solref));
        p.solreffriction.push(e.solreffriction.unwrap_or([0.0; 2]));
        p.solimp.push(e.solimp.unwrap_or(mixed.solimp));
        p.margin.push(margin);
        p.gap.push(gap);
        p.adhesion.push(adhesion);
        p.friction.push(e.friction.unwrap_or(mixed.friction));
    }

    /// `exclude_signature`.
    pub(crate) fn excludes(&mut self) {
        let mut found = Vec::new();
        for (i, e) in self.spec.excludes.iter().enumerate() {
            let who = Who::new("exclude", &e.meta, i);
            let ids =
                (self.find(ObjKind::Body, &e.bodyname1, who), self.find(ObjKind::Body, &e.bodyname2, who));
            if let (Some(a), Some(b)) = ids {
                found.push((signature(a.min(b), a.max(b)), i));
            }
        }
        found.sort_by_key(|f| f.0);
        let names = found.iter().map(|f| self.spec.excludes[f.1].meta.name.clone()).collect();
        self.model.names.set(ObjKind::Exclude, names);
        self.model.exclude.signature = found.into_iter().map(|f| f.0).collect();
    }
}

/// Mixes the parameters of two geoms.
pub(crate) fn mix(a: &Surface, b: &Surface) -> Mixed {
    let five = |f: [f64; 3]| [f[0], f[0], f[1], f[2], f[2]];
    if a.priority != b.priority {
        let w = if a.priority > b.priority { a } else { b };
        return Mixed { condim: w.condim, friction: five(w.friction), solref: w.solref, solimp: w.solimp };
    }
    let t = weight(a.solmix, b.solmix);
    // time constants are mixed, stiffnesses (negative) are taken from the stiffer
    let standard = a.solref[0] > 0.0 && b.solref[0] > 0.0;
    let solref = |k: usize| {
        let (x, y) = (a.solref[k], b.solref[k]);
        if standard { t * x + (1.0 - t) * y } else { x.min(y) }
    };
    Mixed {
        condim: a.condim.max(b.condim),
        friction: five([0, 1, 2].map(|k| a.friction[k].max(b.friction[k]))),
        solref: [solref(0), solref(1)],
        solimp: std::array::from_fn(|k| t * a.solimp[k] + (1.0 - t) * b.solimp[k]),
    }
}

/// Share of the first geom.
fn weight(a: f64, b: f64) -> f64 {
    match (a >= EPS, b >= EPS) {
        (true, true) => a / (a + b),
        (false, false) => 0.5,
        (false, true) => 0.0,
        (true, false) => 1.0,
    }
}

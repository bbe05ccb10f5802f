//! The contact driver: candidate body pairs → geom pairs → contact points with parameters.
//!
//! Reads  model, kin     Writes `Contacts`

use super::axes::slack;
use super::broad::{Look, Sweep, signature};
use super::exact::ByTriangles;
use super::mix::{ContactParams, margin_gap, pair_params};
use super::seams::drop_hidden;
use super::shape::{geom_placement, geom_shape};
use super::speculative::{bounds_meet, crosses, effective_distance, step_motion};
use super::{Contact, Contacts};
use crate::budget::{Budget, Spent};
use std::ops::Range;
use stiction_dynamics::stages::Kinematics;
use stiction_geometry::query::{
    CcdOptions, Policy, Posed, SdfOptions, Shape, ShapeType, collide, is_fast, make_frame, still_separated,
    time_of_impact, turned_boxes_overlap,
};
use stiction_model::Model;
use stiction_model::ids::WORLD;
use stiction_model::kinds::{GeomKind, disable, enable};
use stiction_spatial::{Mat3, Vec3};

/// A filter of the user's for automatic geom pairs: true means "these two do not collide" (`mjcb_contactfilter`).
pub type Filter<'a> = &'a dyn Fn(usize, usize) -> bool;

/// Corners and edges touch up to this many times what a contact may be off by without being corrected.
const BLUNT: f64 = 2.0;

/// What detection reads.
pub struct DetectInput<'a> {
    /// Poses.
    pub kin: &'a Kinematics,
    /// True for bodies that sleep.
    pub asleep: &'a dyn Fn(usize) -> bool,
    /// The user's filter in place of contype and conaffinity.
    pub filter: Option<Filter<'a>>,
    /// Motion of the bodies, if contacts are to be seen before they happen.
    pub sweep: Option<Sweep<'a>>,
}

impl DetectInput<'_> {
    /// True if contacts are those of the hard law, which looks as far as bodies move: complete manifolds, and no direction that has no
    /// friction.
    fn is_complete(&self) -> bool {
        self.sweep.as_ref().is_some_and(|s| s.look == Look::Ahead)
    }
}

/// Finds all contacts.
pub fn detect(m: &Model, input: &DetectInput<'_>, out: &mut Contacts) {
    out.forget();
    let room = out.list.capacity();
    if m.disabled(disable::CONSTRAINT) || m.disabled(disable::CONTACT) || m.size.nbody < 2 {
        return;
    }
    let mut candidates = std::mem::take(&mut out.candidates);
    let limited = out.budget != Budget::UNLIMITED;
    let sweep = input.sweep.as_ref();
    if !out.pairs.candidates(m, input.kin, input.asleep, sweep, out.budget.pairs, &mut candidates) {
        out.spent = Some(Spent::Pairs);
    }
    let exact = out.exact.clone();
    let bounds = std::mem::take(&mut out.bounds);
    let mut driver = Driver {
        m,
        input,
        out,
        exact: &exact,
        ccd: ccd_options(m, input.is_complete()),
        first: (usize::MAX, None),
        next_pair: 0,
        next_exclude: 0,
        tests: 0,
        limited,
        bounds,
        bounded: u32::MAX,
        margins: !m.enabled(enable::OVERRIDE),
    };
    for &(b1, b2) in &candidates {
        driver.body_pair(b1, b2);
        if driver.is_spent() {
            break;
        }
    }
    driver.explicit_pairs_up_to(i64::MAX);
    let bounds = driver.bounds;
    (out.candidates, out.bounds) = (candidates, bounds);
    if out.spent.is_some() {
        // the step will not be taken: nothing else need look at them
        out.list.clear();
        return;
    }
    if input.is_complete() {
        drop_hidden(m, input.kin, out);
    }
    prune(out);
    out.grown = out.list.capacity() - room;
}

/// Which point of a pair is meant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PairPoint {
    /// The one with the smallest distance.
    Nearest,
    /// The one next to this place, in the axes of each geom.
    At([Vec3; 2]),
}

/// The distance of two geoms at these poses at one of their points, by complete manifolds, or `reach` if they are farther apart (m).
pub fn pair_distance(
    m: &Model,
    kin: &Kinematics,
    [g1, g2]: [usize; 2],
    point: PairPoint,
    reach: f64,
    out: &mut Contacts,
) -> f64 {
    let exact = out.exact.clone();
    let (Some(s1), Some(s2)) = (exact.shape(m, g1), exact.shape(m, g2)) else { return reach };
    let a = Posed::new(&s1, geom_placement(kin, g1));
    let b = Posed::new(&s2, geom_placement(kin, g2));
    out.manifold.clear();
    collide(a, b, reach, &ccd_options(m, true), &mut out.scratch, &mut out.manifold);
    let points = out.manifold.points().iter();
    match point {
        PairPoint::Nearest => points.map(|p| p.dist).fold(reach, f64::min),
        PairPoint::At(places) => {
            let off = |at: Vec3| {
                let miss = |g: usize, place: Vec3| {
                    (kin.geom_xmat[g].tr_mul_vec(at - kin.geom_xpos[g]) - place).norm()
                };
                miss(g1, places[0]).min(miss(g2, places[1]))
            };
            points.min_by(|p, q| off(p.pos).total_cmp(&off(q.pos))).map_or(reach, |p| p.dist)
        }
    }
}

/// How general convex pairs of `m` are solved; `complete`: with the manifolds of the hard law.
pub fn ccd_options(m: &Model, complete: bool) -> CcdOptions {
    CcdOptions {
        iterations: m.opt.ccd_iterations.max(0) as usize,
        tolerance: m.opt.ccd_tolerance,
        multiccd: !m.disabled(disable::MULTICCD),
        policy: if complete { Policy::Complete { blunt: BLUNT * m.stiction.slop } } else { Policy::Mujoco },
        sdf: SdfOptions {
            iterations: m.opt.sdf_iterations.max(0) as usize,
            initpoints: m.opt.sdf_initpoints.max(0) as usize,
        },
    }
}

struct Driver<'a, 'b> {
    m: &'a Model,
    input: &'a DetectInput<'b>,
    out: &'a mut Contacts,
    exact: &'a ByTriangles,
    ccd: CcdOptions,
    /// The first geom of the last pair that got as far as its shape.
    first: (usize, Option<Shape<'a>>),
    next_pair: usize,
    next_exclude: usize,
    /// Pairs of geoms looked at, counted against the budget if there is one.
    tests: usize,
    limited: bool,
    /// Bounds of the geoms of one body.
    bounds: Vec<Bounds>,
    bounded: u32,
    /// Margins count: no override replaces them.
    margins: bool,
}

impl Driver<'_, '_> {
    /// Whether the budget is spent; notes what on.
    #[inline]
    fn is_spent(&mut self) -> bool {
        self.limited && self.looks_spent()
    }

    fn looks_spent(&mut self) -> bool {
        let (b, out) = (self.out.budget, &mut *self.out);
        if out.list.len() > b.contacts {
            out.spent = Some(Spent::Contacts);
        } else if self.tests > b.pairs {
            out.spent = Some(Spent::Pairs);
        }
        out.spent.is_some()
    }

    /// Explicit pairs up to this signature. Returns where those of exactly this signature begin.
    fn explicit_pairs_up_to(&mut self, sig: i64) -> usize {
        let mut start = self.next_pair;
        while self.next_pair < self.m.size.npair && !self.is_spent() {
            let p = self.next_pair;
            let s = i64::from(self.m.pair.signature[p] as u32);
            if s > sig {
                break;
            }
            if s < sig {
                start = p + 1;
            }
            let (g1, g2) = (self.m.pair.geom1[p].idx(), self.m.pair.geom2[p].idx());
            if !self.pair_asleep(g1, g2) {
                self.geom_pair(g1, g2, Some(p));
            }
            self.next_pair += 1;
        }
        start
    }

    fn pair_asleep(&self, g1: usize, g2: usize) -> bool {
        let body = |g: usize| self.m.geom.bodyid[g].idx();
        // a mocap body may move at any time: it counts as awake
        let mocap = |b: usize| self.m.body.mocapid[self.m.body.rootid[b]].is_some();
        let idle = |b: usize| (self.input.asleep)(b) || self.m.body.treeid[b].is_none() && !mocap(b);
        self.m.enabled(enable::SLEEP) && idle(body(g1)) && idle(body(g2))
    }

    fn body_pair(&mut self, b1: u32, b2: u32) {
        let m = self.m;
        let sig = signature(b1, b2);
        let start = if m.size.npair == 0 { 0 } else { self.explicit_pairs_up_to(sig) };
        let (start, end) = (start.min(self.next_pair), self.next_pair);
        while self.next_exclude < m.size.nexclude
            && i64::from(m.exclude.signature[self.next_exclude] as u32) < sig
        {
            self.next_exclude += 1;
        }
        if m.exclude.signature.get(self.next_exclude).is_some_and(|&s| i64::from(s as u32) == sig) {
            return;
        }
        let (n1, n2) = (m.body.geomnum[b1 as usize], m.body.geomnum[b2 as usize]);
        if (n1, n2) == (1, 1) {
            let [g1, g2] = [b1, b2].map(|b| m.body.geomadr[b as usize].idx());
            self.tests = self.tests.saturating_add(1);
            if !self.is_spent() && self.collides(g1, g2) && !self.has_explicit(g1, g2, start..end) {
                self.geom_pair(g1, g2, None);
            }
            return;
        }
        let first = self.out.list.len();
        let dropped = self.out.dropped;
        let [own, others] = [b1, b2].map(|b| m.body.geoms(b as usize).range());
        self.tests = self.tests.saturating_add(own.len() * others.len());
        if self.is_spent() {
            return;
        }
        // a filter of the user's is asked about every pair, and what moves reaches farther
        if self.input.sweep.is_none() && self.input.filter.is_none() {
            self.bound(b1, own.clone());
            for g2 in others {
                let second = Bounds::new(m, self.input.kin, g2);
                for (k, g1) in own.clone().enumerate() {
                    let far = self.bounds[k].ignores(&second)
                        || self.margins && self.bounds[k].is_apart(&second, self.out.slack);
                    if !far && !self.has_explicit(g1, g2, start..end) {
                        self.geom_pair(g1, g2, None);
                    }
                }
            }
        } else {
            for (g1, g2) in own.flat_map(|g1| others.clone().map(move |g2| (g1, g2))) {
                if self.collides(g1, g2) && !self.has_explicit(g1, g2, start..end) {
                    self.geom_pair(g1, g2, None);
                }
            }
        }
        // after pruning the start of this pair is lost; the list is then no longer MuJoCo's anyway
        if self.out.dropped == dropped {
            sort_by_geoms(&mut self.out.list[first..]);
        }
    }

    /// Bounds of the geoms of a body, kept for the pairs of it that follow.
    fn bound(&mut self, body: u32, geoms: Range<usize>) {
        if self.bounded != body {
            self.bounded = body;
            self.bounds.clear();
            self.bounds.extend(geoms.map(|g| Bounds::new(self.m, self.input.kin, g)));
        }
    }

    #[inline]
    fn collides(&self, g1: usize, g2: usize) -> bool {
        let t = &self.m.geom;
        match self.input.filter {
            Some(rejects) => !rejects(g1, g2),
            None => t.contype[g1] & t.conaffinity[g2] != 0 || t.contype[g2] & t.conaffinity[g1] != 0,
        }
    }

    fn has_explicit(&self, g1: usize, g2: usize, range: Range<usize>) -> bool {
        range.into_iter().any(|p| {
            let pair = (self.m.pair.geom1[p].idx(), self.m.pair.geom2[p].idx());
            pair == (g1, g2) || pair == (g2, g1)
        })
    }

    /// Tests one geom pair and appends its contacts.
    #[inline]
    fn geom_pair(&mut self, g1: usize, g2: usize, pair: Option<usize>) {
        let m = self.m;
        let (margin, gap) = margin_gap(m, g1, g2, pair);
        let mut reach = margin + gap + self.out.slack;
        // by reference: what widens detection is some ten numbers
        let sweep = self.input.sweep.as_ref();
        if let Some(s) = sweep.filter(|s| s.look == Look::Ahead) {
            let body = |g: usize| m.geom.bodyid[g].idx();
            reach = reach.max(margin + self.out.pairs.travel(body(g1), body(g2), s));
        }
        let (g1, g2) = if m.geom.kind[g1] > m.geom.kind[g2] { (g2, g1) } else { (g1, g2) };
        let kin = self.input.kin;
        let near = bounds_touch(m, kin, g1, g2, reach) && boxes_touch(m, kin, g1, g2, reach);
        let speculate = sweep.filter(|s| s.look == Look::Speculate);
        if near || speculate.is_some() {
            self.near_pair(PairSet { g: [g1, g2], pair, margin }, near, reach, speculate);
        }
    }

    /// The same for a pair whose bounds touch, or that may be fast.
    #[inline(never)]
    fn near_pair(&mut self, set: PairSet, near: bool, reach: f64, speculate: Option<&Sweep<'_>>) {
        let (m, kin, [g1, g2], margin) = (self.m, self.input.kin, set.g, set.margin);
        let exact = self.exact;
        // a shape is some hundred bytes of slices: the first one is kept for the next pair, both are looked at where they are
        if self.first.0 != g1 {
            self.first = (g1, exact.shape(m, g1));
        }
        let s2 = exact.shape(m, g2);
        let surface;
        let s1 = match (&self.first.1, &s2) {
            // it is looked at triangle by triangle
            (Some(Shape::Mesh(_)), Some(Shape::Sdf(_))) => {
                surface = geom_shape(m, g1);
                &surface
            }
            (s1, _) => s1,
        };
        let (Some(s1), Some(s2)) = (s1, &s2) else { return };
        self.out.manifold.clear();
        if near {
            let a = Posed::new(s1, geom_placement(kin, g1));
            let b = Posed::new(s2, geom_placement(kin, g2));
            narrow(m, &self.ccd, &a, &b, [g1, g2], reach, &mut *self.out);
        }
        if let Some(s) = speculate
            && self.out.manifold.points().iter().all(|p| p.dist >= margin)
        {
            let s1 = *s1;
            let a = Posed::new(&s1, geom_placement(kin, g1));
            let b = Posed::new(s2, geom_placement(kin, g2));
            if self.predict(&set, &a, &b, reach, s) {
                return;
            }
        }
        self.store(&set);
    }

    /// Appends the contacts of the manifold.
    fn store(&mut self, set: &PairSet) {
        let (m, margin) = (self.m, set.margin);
        if self.out.manifold.points().is_empty() {
            return;
        }
        let params = pair_params(m, set.g[0], set.g[1], set.pair, self.input.is_complete());
        // true distances beyond the margin act under the hard law
        let ahead = self.input.is_complete();
        // points of one patch share their normal, and so their frame
        let mut last = self.out.manifold.points()[0];
        let mut frame = last.frame();
        for i in 0..self.out.manifold.len() {
            let p = self.out.manifold.points()[i];
            if p.normal != last.normal || p.tangent != last.tangent {
                (last, frame) = (p, p.frame());
            }
            let in_gap = p.dist >= margin && !ahead;
            let mut contact = set.contact(&params, p.dist, p.pos, frame);
            // a sticky contact across a gap pulls but does not rub
            if in_gap && params.adhesion != 0.0 {
                contact.dim = 1;
            }
            contact.exclude = i32::from(in_gap && params.adhesion == 0.0);
            self.push(contact);
        }
    }

    fn push(&mut self, mut contact: Contact) {
        if self.m.flg_surfacevel {
            contact.surfacevel = surface_velocity(self.m, self.input.kin, &contact);
        }
        self.out.list.push(contact);
        if self.out.list.len() >= 2 * self.out.limit {
            prune(self.out);
        }
    }

    /// Contacts that a fast pair will have within the step; false if there are none.
    #[inline(never)]
    fn predict(&mut self, set: &PairSet, a: &Posed<'_>, b: &Posed<'_>, reach: f64, s: &Sweep<'_>) -> bool {
        let (m, [g1, g2]) = (self.m, set.g);
        let field = |p: &Posed<'_>| p.shape.kind() == ShapeType::HeightField;
        let (da, db) = (step_motion(m, s, g1, &a.at), step_motion(m, s, g2, &b.at));
        if field(a)
            || field(b)
            || !is_fast(a.shape, &da, b.shape, &db)
            || !bounds_meet(m, g1, &a.at, &da, g2, &b.at, &db, reach)
        {
            return false;
        }
        let out = &mut *self.out;
        let buffer = &mut out.scratch_manifold;
        let Some(hit) = time_of_impact(a, &da, b, &db, set.margin, &self.ccd, &mut out.scratch, buffer)
        else {
            return false;
        };
        let params = pair_params(m, g1, g2, set.pair, self.input.is_complete());
        let before = self.out.list.len();
        for p in hit.points() {
            if self.occluded(set.g, p.from, p.to) {
                continue;
            }
            let dist = effective_distance(m, &params, set.margin, hit.time, hit.closing);
            self.push(set.contact(&params, dist, p.pos, make_frame(p.normal, Vec3::ZERO)));
        }
        self.out.list.len() > before
    }

    /// Whether a third geom that both could hit lies between the two points.
    fn occluded(&self, g: [usize; 2], from: Vec3, to: Vec3) -> bool {
        let m = self.m;
        let weld = |g: usize| m.body.weldid[m.geom.bodyid[g]];
        let reach = (to - from).norm();
        // parts of the moving bodies themselves hide nothing
        let own = |k: usize| {
            let w = weld(k);
            g.contains(&k) || w != WORLD && g.iter().any(|&i| weld(i) == w)
        };
        (0..m.size.ngeom).any(|k| {
            if own(k) || !self.collides(k, g[0]) || !self.collides(k, g[1]) {
                return false;
            }
            let at = geom_placement(self.input.kin, k);
            let r = m.geom.rbound[k];
            if r > 0.0 && (at.pos - from).norm() > reach + r {
                return false;
            }
            geom_shape(m, k).is_some_and(|s| crosses(&Posed::new(&s, at), from, to))
        })
    }
}

/// The narrow phase, unless the pair is still apart along the direction that it was apart along before.
#[inline]
fn narrow(
    m: &Model,
    ccd: &CcdOptions,
    a: &Posed<'_>,
    b: &Posed<'_>,
    g: [usize; 2],
    reach: f64,
    out: &mut Contacts,
) {
    let general =
        is_general(a.shape) && b.shape.is_convex_solid() || is_general(b.shape) && a.shape.is_convex_solid();
    if general && let Some(axis) = out.axes.get(g) {
        let size = m.geom.rbound[g[0]] + m.geom.rbound[g[1]];
        if still_separated(a, b, reach + slack(size), axis) {
            return;
        }
    }
    collide(*a, *b, reach, ccd, &mut out.scratch, &mut out.manifold);
    out.dropped += out.manifold.dropped;
    if general && let Some(axis) = out.scratch.separating_axis() {
        out.axes.put(g, axis);
    }
}

/// Shapes whose pairs have no closed form.
#[inline]
fn is_general(s: &Shape<'_>) -> bool {
    matches!(s, Shape::Ellipsoid { .. } | Shape::Cylinder { .. } | Shape::Mesh(_))
}

/// What the contacts of one geom pair share.
struct PairSet {
    g: [usize; 2],
    pair: Option<usize>,
    margin: f64,
}

impl PairSet {
    /// A contact that acts.
    fn contact(&self, params: &ContactParams, dist: f64, pos: Vec3, frame: Mat3) -> Contact {
        Contact {
            dist,
            pos,
            frame,
            includemargin: self.margin,
            friction: params.friction,
            solref: params.solref,
            solreffriction: params.solreffriction,
            solimp: params.solimp,
            adhesion: params.adhesion,
            surfacevel: [0.0; 3],
            mu: 0.0,
            dim: params.condim,
            geom: self.g.map(|g| g as i32),
            exclude: 0,
            efc_address: -1,
        }
    }
}

/// Keeps the deepest `limit` contacts, in their order, and counts the others.
fn prune(out: &mut Contacts) {
    let limit = out.limit;
    if out.list.len() <= limit {
        return;
    }
    let mut depth: Vec<f64> = out.list.iter().map(|c| c.dist).collect();
    let (_, &mut worst, _) = depth.select_nth_unstable_by(limit - 1, f64::total_cmp);
    let mut room = limit - out.list.iter().filter(|c| c.dist < worst).count();
    let before = out.list.len();
    out.list.retain(|c| {
        let tie = c.dist.total_cmp(&worst).is_eq() && room > 0;
        room -= usize::from(tie);
        tie || c.dist < worst
    });
    out.dropped += (before - out.list.len()) as u32;
}

/// Bounds and masks of a geom, by which most pairs are told apart. The decisions are those of [`Driver::collides`] and
/// [`bounds_touch`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    pos: Vec3,
    /// None (0) for planes and height fields.
    radius: f64,
    margin: f64,
    gap: f64,
    /// It is a plane with this normal.
    plane: Option<Vec3>,
    contype: i32,
    conaffinity: i32,
}

impl Bounds {
    #[inline(always)]
    fn new(m: &Model, kin: &Kinematics, g: usize) -> Self {
        let plane = m.geom.kind[g] == GeomKind::Plane;
        Bounds {
            pos: kin.geom_xpos[g],
            radius: m.geom.rbound[g],
            margin: m.geom.margin[g],
            gap: m.geom.gap[g],
            plane: plane.then(|| kin.geom_xmat[g].col(2)),
            contype: m.geom.contype[g],
            conaffinity: m.geom.conaffinity[g],
        }
    }

    /// True if the masks say that the two do not collide.
    #[inline(always)]
    fn ignores(&self, other: &Bounds) -> bool {
        self.contype & other.conaffinity == 0 && other.contype & self.conaffinity == 0
    }

    /// True if the other geom is out of reach for sure.
    #[inline(always)]
    fn is_apart(&self, other: &Bounds, slack: f64) -> bool {
        let between = other.pos - self.pos;
        let reach = (self.margin + other.margin) + (self.gap + other.gap) + slack;
        if !(other.radius > 0.0) {
            return false;
        }
        match self.plane {
            Some(normal) => normal.dot(between) > reach + other.radius,
            None if self.radius > 0.0 => {
                let r = self.radius + other.radius + reach;
                !(between.norm_squared() <= r * r)
            }
            None => false,
        }
    }
}

/// Bounding spheres, or a plane against a sphere, within `reach`. Kinds ascend: a plane comes first.
#[inline]
fn bounds_touch(m: &Model, kin: &Kinematics, g1: usize, g2: usize, reach: f64) -> bool {
    let (r1, r2) = (m.geom.rbound[g1], m.geom.rbound[g2]);
    let between = kin.geom_xpos[g2] - kin.geom_xpos[g1];
    if r1 > 0.0 && r2 > 0.0 {
        let r = r1 + r2 + reach;
        return between.norm_squared() <= r * r;
    }
    let plane = m.geom.kind[g1] == GeomKind::Plane;
    !(plane && r2 > 0.0 && kin.geom_xmat[g1].col(2).dot(between) > reach + r2)
}

/// The oriented boxes of two geoms, where that is cheaper than asking the narrow phase.
#[inline]
fn boxes_touch(m: &Model, kin: &Kinematics, g1: usize, g2: usize, reach: f64) -> bool {
    // kinds ascend: a plane has no box, and a sphere is its own bound against anything round
    let (k1, k2) = (m.geom.kind[g1], m.geom.kind[g2]);
    if k1 == GeomKind::Plane || k2 <= GeomKind::Capsule {
        return true;
    }
    let (a, b) = (&m.geom.aabb[g1], &m.geom.aabb[g2]);
    turned_boxes_overlap(
        a,
        &kin.geom_xpos[g1],
        &kin.geom_xmat[g1],
        b,
        &kin.geom_xpos[g2],
        &kin.geom_xmat[g2],
        reach,
    )
}

/// Relative velocity of the surface material at the contact, in the contact frame: tangents and spin.
fn surface_velocity(m: &Model, kin: &Kinematics, c: &Contact) -> [f64; 3] {
    let (mut lin, mut ang) = (Vec3::ZERO, Vec3::ZERO);
    for (side, sign) in [(0, -1.0), (1, 1.0)] {
        let g = c.geom[side] as usize;
        let sv = m.geom.surfacevel[g];
        if sv.iter().all(|&x| x == 0.0) {
            continue;
        }
        let rot = kin.geom_xmat[g];
        let w = rot.mul_vec(Vec3([sv[3], sv[4], sv[5]]));
        let v = rot.mul_vec(Vec3([sv[0], sv[1], sv[2]])) + w.cross(c.pos - kin.geom_xpos[g]);
        lin = lin.add_scaled(v, sign);
        ang = ang.add_scaled(w, sign);
    }
    [c.frame.row(1).dot(lin), c.frame.row(2).dot(lin), c.frame.row(0).dot(ang)]
}

/// Stable order by (first geom, second geom); contacts of one pair keep their order.
fn sort_by_geoms(list: &mut [Contact]) {
    // few and nearly sorted: insertion, which needs no memory
    for i in 1..list.len() {
        let mut j = i;
        while j > 0 && list[j].geom < list[j - 1].geom {
            list.swap(j, j - 1);
            j -= 1;
        }
    }
}

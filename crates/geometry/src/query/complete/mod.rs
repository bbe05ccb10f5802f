//! Contacts of the policy `Complete`: every point where two solids touch, or may touch within the margin.
//!
//! With the direction n of the contact (`normal.rs`) the solids are seen along n. Over a point p of the plane across n, B is above A by
//!
//! ```text
//! g(p) = z_B(p) − z_A(p),      z_B the lowest of B over p, z_A the highest of A under it                     (1)
//! ```
//!
//! which is convex. Its corners are corners of B over A, corners of A under B, and crossings of edges; those with g ≤ margin are the
//! contacts, with distance g, normal n, midway between the two surfaces. If a motion of first order keeps all of them apart, it keeps
//! the solids apart: nothing is chosen by angle. A round rim has eight corners, one of them its nearest point; the
//! crossings of a rim with edges and rims are exact.
//!
//! At speed the margin is the way of a step, and with it more corners count, up to all of them: then no turn within the step, however
//! fast, can bring the middle of a body through the other.
//!
//! Rods that lie along each other touch at both ends of the line they share (`lying.rs`). Planes are solids without corners. Height fields and triangle surfaces have routines of their own.
//!
//! Cost   O(corners · polygons + edges²) of what is within the margin; no allocation after growth
//! Checked by: `tests/query_complete.rs`

mod lying;
mod normal;
mod outline;
mod thin;

pub(crate) use outline::Outline;

use super::collide::{CcdOptions, Scratch, mujoco};
use super::contact::{ContactPoint, Manifold};
use super::field::field_complete;
use super::implicit::complete_sdf;
use super::minkowski::{Body, Minkowski};
use super::shape::{Placement, Posed, Shape};
use lying::lie_along;
use normal::{Direction, direction};
use outline::Disc;
use stiction_spatial::{MIN_VAL, Vec3};
use thin::thin;

/// Of the sizes: how far beside a face a corner still counts as over it.
const BESIDE: f64 = 1e-9;
/// Of the sizes: how far beside each other two edges still run along each other.
const BESIDE_LINES: f64 = 1e-3;
/// Of the sizes: points nearer than this are one.
const SAME: f64 = 1e-6;
/// Sine of the angle below which edges do not cross.
const PARALLEL: f64 = 1e-9;
/// Cosine of the tilt up to which two discs lie on each other.
const LYING: f64 = 0.9;

/// A candidate: a point between the surfaces and its gap (1).
pub(crate) type Point = (Vec3, f64);

/// Contacts of two shapes in the order of their types.
pub(crate) fn complete(
    a: &Posed<'_>,
    b: &Posed<'_>,
    margin: f64,
    opts: &CcdOptions,
    scratch: &mut Scratch,
    out: &mut Manifold,
) {
    match (a.shape, b.shape) {
        (_, Shape::Sdf(_)) => {
            let work = (&mut scratch.found, &mut scratch.far, &mut scratch.stack);
            if !complete_sdf(a, b, margin, work, out) {
                by_its_triangles(a, b, margin, opts, scratch, out);
            }
        }
        (Shape::HeightField(field), other) if other.is_convex_solid() => {
            field_complete(field, &a.at, b, margin, opts, scratch, out);
        }
        // one point each, or a closed form with both ends of the capsule
        (Shape::Plane { .. }, Shape::Sphere { .. } | Shape::Capsule { .. }) => {
            mujoco(a, b, margin, opts, scratch, out);
        }
        (Shape::Plane { .. }, other) if other.is_convex_solid() => on_plane(a, b, margin, scratch, out),
        (one, other)
            if one.is_convex_solid() && other.is_convex_solid() && !matches!(one, Shape::Sphere { .. }) =>
        {
            between(a, b, margin, opts, scratch, out);
        }
        _ => mujoco(a, b, margin, opts, scratch, out),
    }
}

/// A pair of which one or both are meshes with a sampled distance: their triangles are exact.
fn by_its_triangles(
    a: &Posed<'_>,
    b: &Posed<'_>,
    margin: f64,
    opts: &CcdOptions,
    scratch: &mut Scratch,
    out: &mut Manifold,
) {
    let Some(second) = triangles(b.shape) else { return };
    let b = Posed::new(&second, b.at);
    match triangles(a.shape) {
        Some(first) => complete(&Posed::new(&first, a.at), &b, margin, opts, scratch, out),
        None => complete(a, &b, margin, opts, scratch, out),
    }
}

/// The triangles of a solid by its distance.
fn triangles<'a>(s: &Shape<'a>) -> Option<Shape<'a>> {
    match s {
        Shape::Sdf(s) => s.mesh.surface.map(Shape::Surface),
        _ => None,
    }
}

/// A solid over a plane: its corners within the margin.
fn on_plane(a: &Posed<'_>, b: &Posed<'_>, margin: f64, scratch: &mut Scratch, out: &mut Manifold) {
    let Some(mut body) = Body::of(b.shape) else { return };
    let n = a.at.mat.col(2);
    let rel = Placement::new(b.at.pos - a.at.pos, b.at.mat);
    let outline = &mut scratch.outlines[1];
    let gap = -outline.trace(&mut body, &rel, -n, 0.0);
    if gap > margin {
        return;
    }
    outline.trace(&mut body, &rel, -n, margin - gap);
    let points = &mut scratch.candidates;
    points.clear();
    for &p in &outline.corners {
        let g = n.dot(p);
        if g <= margin {
            points.push((p.add_scaled(n, -0.5 * g), g));
        }
    }
    let place = Placement::new(a.at.pos, Placement::IDENTITY.mat);
    emit(points, n, &place, out);
}

/// Two solids.
fn between(
    a: &Posed<'_>,
    b: &Posed<'_>,
    margin: f64,
    opts: &CcdOptions,
    scratch: &mut Scratch,
    out: &mut Manifold,
) {
    if lie_along(a, b, margin, out) {
        return;
    }
    let Some(mut m) = Minkowski::of(a, b) else { return };
    let Some(found) = direction(&mut m, margin, opts.policy.blunt(), opts, scratch) else {
        scratch.axis = scratch.axis.map(|d| a.at.mat.mul_vec(d));
        return;
    };
    let mut points = std::mem::take(&mut scratch.candidates);
    points.clear();
    let [oa, ob] = &mut scratch.outlines;
    let depth = (margin - found.dist).max(0.0);
    let rel = m.rel;
    oa.trace(&mut m.a, &Placement::IDENTITY, found.normal, depth);
    ob.trace(&mut m.b, &rel, -found.normal, depth);
    let size = a.shape.rbound().min(b.shape.rbound());
    let mut gap = Gap { n: found.normal, margin, same2: (SAME * size) * (SAME * size), points: &mut points };
    for &p in &ob.corners {
        if let Some(z) = oa.height(&m.a, &Placement::IDENTITY, p, BESIDE * size) {
            gap.add(p, z, found.normal.dot(p));
        }
    }
    for &p in &oa.corners {
        if let Some(z) = ob.height(&m.b, &rel, p, BESIDE * size) {
            gap.add(p, found.normal.dot(p), -z);
        }
    }
    gap.crossings(oa, ob);
    for e in &oa.edges {
        for f in &ob.edges {
            for p in along(e, f, BESIDE_LINES * size) {
                if let Some(z) = ob.height(&m.b, &rel, p, BESIDE * size) {
                    gap.add(p, found.normal.dot(p), -z);
                }
            }
            for p in along(f, e, BESIDE_LINES * size) {
                if let Some(z) = oa.height(&m.a, &Placement::IDENTITY, p, BESIDE * size) {
                    gap.add(p, z, found.normal.dot(p));
                }
            }
        }
    }
    gap.deepest(&found);
    emit(&mut points, found.normal, &a.at, out);
    scratch.candidates = points;
}

/// Collects the corners of (1).
struct Gap<'a> {
    n: Vec3,
    margin: f64,
    same2: f64,
    points: &'a mut Vec<Point>,
}

impl Gap<'_> {
    /// The point over `p` where A is `za` and B is `zb` high.
    fn add(&mut self, p: Vec3, za: f64, zb: f64) {
        let g = zb - za;
        if !(g <= self.margin) {
            return;
        }
        let pos = p.add_scaled(self.n, 0.5 * (za + zb) - self.n.dot(p));
        match self.points.iter_mut().find(|q| (q.0 - pos).norm_squared() <= self.same2) {
            Some(q) if g < q.1 => *q = (pos, g),
            Some(_) => {}
            None => self.points.push((pos, g)),
        }
    }

    /// Crossings of edges and rims.
    fn crossings(&mut self, a: &Outline, b: &Outline) {
        for e in &a.edges {
            for f in &b.edges {
                self.edges(e, f);
            }
        }
        if let Some(disc) = &a.disc {
            for e in &b.edges {
                for (p, z) in on_rim(disc, e, self.n) {
                    self.add(p, z, self.n.dot(p));
                }
            }
        }
        if let Some(disc) = &b.disc {
            for e in &a.edges {
                for (p, z) in on_rim(disc, e, self.n) {
                    self.add(p, self.n.dot(p), z);
                }
            }
        }
        if let (Some(c), Some(d)) = (&a.disc, &b.disc) {
            self.rims(c, d);
        }
    }

    /// Where an edge of A and one of B cross, seen along n.
    fn edges(&mut self, [p, q]: &[Vec3; 2], [r, s]: &[Vec3; 2]) {
        let (d, e, w) = (*q - *p, *s - *r, *r - *p);
        let across = self.n.dot(d.cross(e));
        if across.abs() <= PARALLEL * d.norm() * e.norm() {
            return;
        }
        let (t, u) = (self.n.dot(w.cross(e)) / across, self.n.dot(w.cross(d)) / across);
        if (0.0..=1.0).contains(&t) && (0.0..=1.0).contains(&u) {
            let (x, y) = (p.add_scaled(d, t), r.add_scaled(e, u));
            self.add(x, self.n.dot(x), self.n.dot(y));
        }
    }

    /// Where the rims of two discs that lie on each other cross.
    fn rims(&mut self, c: &Disc, d: &Disc) {
        let n = self.n;
        let flat = |v: Vec3| v.add_scaled(n, -n.dot(v));
        let (way, len) = flat(d.center - c.center).normalized();
        // a tilted disc is an ellipse; the circle in it is inside by second order
        let (cos1, cos2) = (c.normal.dot(n), -d.normal.dot(n));
        let (r1, r2) = (c.radius * cos1, d.radius * cos2);
        let along = (len * len + r1 * r1 - r2 * r2) / (2.0 * len.max(MIN_VAL));
        let off2 = r1 * r1 - along * along;
        if off2 <= 0.0 || cos1 < LYING || cos2 < LYING {
            return;
        }
        let side = n.cross(way).scale(off2.sqrt());
        for s in [side, -side] {
            let p = c.center.add_scaled(way, along) + s;
            let over = |disc: &Disc| n.dot(p) + disc.normal.dot(disc.center - p) / disc.normal.dot(n);
            self.add(p, over(c), over(d));
        }
    }

    /// The nearest point itself, unless a corner is as near.
    fn deepest(&mut self, found: &Direction) {
        let nearest = self.points.iter().map(|p| p.1).fold(f64::INFINITY, f64::min);
        if !(nearest <= found.dist + self.same2.sqrt()) {
            let z = self.n.dot(found.mid);
            self.add(found.mid, z - 0.5 * found.dist, z + 0.5 * found.dist);
        }
    }
}

/// The ends of the part of edge `e` that runs along edge `f`, if they are parallel and one beside the other; (1) is least along `e`
/// where an edge runs along a round side, and the side's own line misses it by rounding.
fn along(e: &[Vec3; 2], f: &[Vec3; 2], lateral: f64) -> impl Iterator<Item = Vec3> {
    let (d, len) = (e[1] - e[0]).normalized();
    let beside = |q: Vec3| (q - e[0]).cross(d).norm() <= lateral;
    let at = |q: Vec3| stiction_spatial::clip(d.dot(q - e[0]), 0.0, len);
    let near = len > MIN_VAL && beside(f[0]) && beside(f[1]);
    let start = e[0];
    [at(f[0]), at(f[1])].into_iter().filter(move |_| near).map(move |t| start.add_scaled(d, t))
}

/// Points of an edge over the rim of a disc, seen along n, with the height of the rim there.
fn on_rim(disc: &Disc, [p, q]: &[Vec3; 2], n: Vec3) -> impl Iterator<Item = (Vec3, f64)> {
    let (disc, p, d) = (*disc, *p, *q - *p);
    let slope = disc.normal.dot(n);
    // how far along n the plane of the disc is
    let drop = move |v: Vec3| disc.normal.dot(v) / slope;
    let o = p - disc.center;
    let (o2, d2) = (o.add_scaled(n, -drop(o)), d.add_scaled(n, -drop(d)));
    let (a, b, c) = (d2.norm_squared(), o2.dot(d2), o2.norm_squared() - disc.radius * disc.radius);
    let root = b * b - a * c;
    let some = root > 0.0 && a > 0.0 && slope.abs() > MIN_VAL;
    let r = root.max(0.0).sqrt();
    [(-b - r) / a, (-b + r) / a].into_iter().filter(move |t| some && (0.0..=1.0).contains(t)).map(move |t| {
        let x = p.add_scaled(d, t);
        (x, n.dot(x) - drop(x - disc.center))
    })
}

/// Hands the points (given in the frame `at`) to the manifold.
fn emit(points: &mut Vec<Point>, n: Vec3, at: &Placement, out: &mut Manifold) {
    thin(points, n);
    let normal = at.mat.mul_vec(n);
    for &(p, g) in points.iter() {
        out.push(ContactPoint::new(g, at.point(p), normal));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of an edge that runs along another, the part that lies beside it.
    #[test]
    fn edges_run_along_each_other_where_both_are() {
        let mut r = stiction_spatial::SplitMix64(5);
        for _ in 0..200 {
            let mut random = |s: f64| Vec3([0, 1, 2].map(|_| s * r.sym()));
            let (start, d, x) = (random(4.0), random(1.0).normalized().0, random(2.0));
            let side = d.cross(random(1.0)).normalized().0;
            let len = 0.5 + x[0].abs();
            let e = [start, start.add_scaled(d, len)];
            let f = [x[1], x[2]].map(|t| start.add_scaled(d, t).add_scaled(side, 1e-3));
            let found: Vec<Vec3> = along(&e, &f, 1.1e-3).collect();
            assert_eq!(found.len(), 2);
            for (p, t) in found.iter().zip([x[1], x[2]]) {
                assert!((*p - start.add_scaled(d, t.clamp(0.0, len))).norm() < 1e-12);
            }
            assert_eq!(along(&e, &f, 0.9e-3).count(), 0);
            let aslant = [f[0], f[1].add_scaled(side, 1e-3)];
            assert_eq!(along(&e, &aslant, 1.1e-3).count(), 0);
        }
    }
}

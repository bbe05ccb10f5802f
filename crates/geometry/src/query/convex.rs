//! General convex pairs: distance or depth of the cores, then the flat features that touch.

use super::collide::{CcdOptions, Scratch};
use super::contact::{ContactPoint, Manifold};
use super::epa::epa;
use super::features::{Corners, Solid};
use super::gjk::{Gap, Simplex, Stop, gjk};
use super::minkowski::{Body, Core, Minkowski, Vertex};
use super::refine::refine;
use super::shape::{Placement, Posed};
use stiction_spatial::Vec3;

/// Relative error of |v|² at which Newton's method takes over from GJK.
const ROUGH: f64 = 1e-3;

/// Nearest or deepest points of two thickened cores, in A's frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Nearest {
    /// Signed distance of the shapes.
    pub dist: f64,
    /// Unit normal from A to B.
    pub normal: Vec3,
    /// Points on the two surfaces.
    pub on_a: Vec3,
    pub on_b: Vec3,
    /// Support points that span the nearest feature, and how many.
    pub feature: [Vertex; 3],
    pub nfeature: usize,
}

/// Signed distance of two solids if it is at most `cutoff`.
pub(crate) fn nearest(
    m: &mut Minkowski<'_>,
    cutoff: f64,
    opts: &CcdOptions,
    scratch: &mut Scratch,
) -> Option<Nearest> {
    let (ra, rb) = (m.a.radius, m.b.radius);
    let reach = cutoff + ra + rb;
    if reach < 0.0 {
        return None;
    }
    let mut simplex = Simplex::EMPTY;
    scratch.axis = None;
    let found = match separated(m, reach, opts, &mut simplex) {
        Apart::Near(n) => n,
        Apart::Overlap => epa(m, &simplex, opts.iterations, opts.tolerance, &mut scratch.polytope)?,
        Apart::Beyond(v) => {
            scratch.axis = Some(-v);
            return None;
        }
    };
    let found = thickened(found, ra, rb);
    (found.dist <= cutoff).then_some(found)
}

/// Nearest points of two solids whose cores are apart.
pub(crate) fn nearest_apart(m: &mut Minkowski<'_>, opts: &CcdOptions) -> Option<Nearest> {
    match separated(m, f64::INFINITY, opts, &mut Simplex::EMPTY.clone()) {
        Apart::Near(n) => Some(thickened(n, m.a.radius, m.b.radius)),
        Apart::Beyond(_) | Apart::Overlap => None,
    }
}

/// From the cores to the shapes.
fn thickened(found: Nearest, ra: f64, rb: f64) -> Nearest {
    Nearest {
        dist: found.dist - ra - rb,
        on_a: found.on_a.add_scaled(found.normal, ra),
        on_b: found.on_b.add_scaled(found.normal, -rb),
        ..found
    }
}

/// What can be said of two cores without their depth.
#[allow(clippy::large_enum_variant, reason = "returned once per pair, never stored")]
enum Apart {
    /// Farther than asked for, along this direction (from B to A).
    Beyond(Vec3),
    /// The nearest points.
    Near(Nearest),
    /// The cores overlap.
    Overlap,
}

/// Nearest points of the cores if they are disjoint and closer than `reach`.
fn separated(m: &mut Minkowski<'_>, reach: f64, opts: &CcdOptions, simplex: &mut Simplex) -> Apart {
    let exact = Stop { absolute: 0.0, relative: 0.0 };
    if m.is_polyhedral() {
        return match gjk(m, reach, opts.iterations, exact, simplex) {
            Gap::Beyond(v) => Apart::Beyond(v),
            Gap::Apart(v) => Apart::Near(between(v, simplex)),
            Gap::Overlap => Apart::Overlap,
        };
    }
    // smooth cores: a few steps to the right place, then Newton's method; GJK alone only if that fails
    let rough = Stop { relative: ROUGH, ..exact };
    // without Newton's method the last digits are GJK's own: a thousandth of the tolerance
    let close = 1e-3 * opts.tolerance;
    let fine = Stop { absolute: 0.5 * close * close, ..exact };
    let mut guess = None;
    for (stop, cap) in [(rough, opts.iterations), (fine, 4 * opts.iterations)] {
        let v = match gjk(m, reach, cap, stop, simplex) {
            Gap::Beyond(v) => return Apart::Beyond(v),
            Gap::Overlap => return Apart::Overlap,
            Gap::Apart(v) => v,
        };
        let found = between(v, simplex);
        if let Some(n) = refine(m, &found) {
            return Apart::Near(n);
        }
        guess = Some(found);
    }
    guess.map_or(Apart::Overlap, Apart::Near)
}

/// What GJK knows about a pair that is apart.
fn between(v: Vec3, simplex: &Simplex) -> Nearest {
    let d = v.norm();
    let (a, b) = simplex.witness();
    let feature = [simplex.v[0], simplex.v[1], simplex.v[2]];
    Nearest { dist: d, normal: v.scale(-1.0 / d), on_a: a, on_b: b, feature, nfeature: simplex.n.min(3) }
}

/// Contacts of two solids without a closed form.
pub(crate) fn convex_convex(
    a: &Posed<'_>,
    b: &Posed<'_>,
    margin: f64,
    opts: &CcdOptions,
    scratch: &mut Scratch,
    out: &mut Manifold,
) {
    let mut m = Minkowski::of(a, b);
    let Some(m) = &mut m else { return };
    let hit = nearest(m, margin, opts, scratch);
    let Some(hit) = &hit else {
        scratch.axis = scratch.axis.map(|d| a.at.mat.mul_vec(d));
        return;
    };
    if opts.multiccd && patch(&a.at, m, hit, margin, opts.tolerance, scratch, out) {
        return;
    }
    single(&a.at, hit, out);
}

/// Whether two solids are still farther apart than `margin` along a direction that separated them before
/// ([`Scratch::separating_axis`]): a cheap test before [`collide`](super::collide()) for pairs that stay apart.
///
/// False for shapes that are not convex solids.
pub fn still_separated(a: &Posed<'_>, b: &Posed<'_>, margin: f64, axis: Vec3) -> bool {
    let (mut ba, mut bb) = (Body::of(a.shape), Body::of(b.shape));
    let (Some(ba), Some(bb)) = (&mut ba, &mut bb) else { return false };
    let len = axis.norm();
    // the farthest points of both along the axis from A to B: A's must stay short of B's
    let (da, db) = (a.at.mat.tr_mul_vec(axis), b.at.mat.tr_mul_vec(-axis));
    let gap = axis.dot(b.at.pos - a.at.pos) - da.dot(ba.support(da).0) - db.dot(bb.support(db).0);
    gap > (margin + ba.radius + bb.radius) * len
}

/// The flat features that meet at `hit`, if there are any.
fn patch(
    at: &Placement,
    m: &Minkowski<'_>,
    hit: &Nearest,
    margin: f64,
    tolerance: f64,
    scratch: &mut Scratch,
    out: &mut Manifold,
) -> bool {
    let flat = |c: &Core<'_>| {
        matches!(c, Core::Segment { .. } | Core::Cylinder { .. } | Core::Box { .. } | Core::Hull(_))
    };
    if !flat(&m.a.core) || !flat(&m.b.core) {
        return false;
    }
    let used = &hit.feature[..hit.nfeature];
    let pick = |f: fn(&Vertex) -> (i32, Vec3)| {
        let mut p = [(0, Vec3::ZERO); 3];
        for (p, v) in p.iter_mut().zip(used) {
            *p = f(v);
        }
        Corners::new(&p[..used.len()])
    };
    let ca = pick(|v| (v.ids[0], v.a));
    let cb = pick(|v| (v.ids[1], v.b));
    let a = Solid { core: m.a.core, radius: m.a.radius, at: Placement::IDENTITY };
    let b = Solid { core: m.b.core, radius: m.b.radius, at: m.rel };
    let patch = &mut scratch.patch;
    if !patch.build(&a, &b, &ca, &cb, hit.normal, margin, tolerance) {
        return false;
    }
    let normal = at.mat.mul_vec(patch.normal);
    for &(p, height) in &patch.points {
        // `p` is on one surface: the middle of the gap is half of it away
        let mid = if patch.on_b { -0.5 * height } else { 0.5 * height };
        let pos = at.point(p.add_scaled(patch.normal, mid));
        out.push(ContactPoint::new(height + patch.lifted, pos, normal));
    }
    true
}

/// The deepest point alone.
fn single(at: &Placement, hit: &Nearest, out: &mut Manifold) {
    let pos = at.point((hit.on_a + hit.on_b).scale(0.5));
    out.push(ContactPoint::new(hit.dist, pos, at.mat.mul_vec(hit.normal)));
}

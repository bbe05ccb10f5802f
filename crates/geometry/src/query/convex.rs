//! General convex pairs: distance or depth of the cores, then the flat features that touch.

use super::collide::{CcdOptions, Scratch};
use super::contact::{ContactPoint, Manifold};
use super::epa::epa;
use super::features::{Corners, Solid};
use super::gjk::{Gap, Simplex, Stop, gjk};
use super::minkowski::{Core, Minkowski, Vertex};
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
    let found = match separated(m, reach, opts, &mut simplex) {
        Some(Ok(n)) => n,
        Some(Err(Overlapping)) => epa(m, &simplex, opts.iterations, opts.tolerance, &mut scratch.polytope)?,
        None => return None,
    };
    let dist = found.dist - ra - rb;
    (dist <= cutoff).then_some(Nearest {
        dist,
        on_a: found.on_a.add_scaled(found.normal, ra),
        on_b: found.on_b.add_scaled(found.normal, -rb),
        ..found
    })
}

/// The cores overlap.
struct Overlapping;

/// Nearest points of the cores; `None` if they are farther apart than `reach`.
fn separated(
    m: &mut Minkowski<'_>,
    reach: f64,
    opts: &CcdOptions,
    simplex: &mut Simplex,
) -> Option<Result<Nearest, Overlapping>> {
    let exact = Stop { absolute: 0.0, relative: 0.0 };
    if m.is_polyhedral() {
        return match gjk(m, reach, opts.iterations, exact, simplex) {
            Gap::Beyond => None,
            Gap::Apart(v) => Some(Ok(between(v, simplex))),
            Gap::Overlap => Some(Err(Overlapping)),
        };
    }
    // smooth cores: a few steps to the right place, then Newton's method; GJK alone only if that fails
    let rough = Stop { relative: ROUGH, ..exact };
    let fine = Stop { absolute: 0.5 * opts.tolerance * opts.tolerance, ..exact };
    for stop in [rough, fine] {
        let v = match gjk(m, reach, opts.iterations, stop, simplex) {
            Gap::Beyond => return None,
            Gap::Overlap => return Some(Err(Overlapping)),
            Gap::Apart(v) => v,
        };
        let guess = between(v, simplex);
        if let Some(n) = refine(m, &guess) {
            return Some(Ok(n));
        }
        if stop.relative == 0.0 {
            return Some(Ok(guess));
        }
    }
    None
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
    let Some(mut m) = Minkowski::of(a, b) else { return };
    let Some(hit) = nearest(&mut m, margin, opts, scratch) else { return };
    if opts.multiccd && patch(&a.at, &m, &hit, margin, scratch, out) {
        return;
    }
    single(&a.at, &hit, out);
}

/// The flat features that meet at `hit`, if there are any.
fn patch(
    at: &Placement,
    m: &Minkowski<'_>,
    hit: &Nearest,
    margin: f64,
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
    if !patch.build(&a, &b, &ca, &cb, hit.normal, margin) {
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

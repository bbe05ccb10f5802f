//! The direction of a contact between two convex solids, from the normal cones of what touches.
//!
//! Along a unit direction n (from A to B) the two are apart by
//!
//! ```text
//! s(n) = −max_{x ∈ A} n·x + min_{y ∈ B} n·y,        dist(A, B) = max_n s(n)                                  (1)
//! ```
//!
//! whether they overlap or not, and the maximum is where n is in the normal cone of A at the nearest point and −n in that of B. It is found by
//! the search on the cores (`convex::nearest`); a face that is as good to rounding replaces it, because the model knows its normal exactly.
//!
//! Where a corner or an edge touches another, (1) has many maxima: every direction that both cones share. At a gap the points tell
//! which one; touching, rounding would, and overlapping by a micrometre always one of the outermost. So solids whose distance φ is within
//! half of `blunt` of zero take the middle of what they share: with f the normals of faces of A, and those of B reversed,
//!
//! ```text
//! n ∝ Σ w((max s − s(f))/blunt) f,        w(x) = 1 up to ½, falling to 0 at 1                                  (2)
//! ```
//!
//! and from there to `blunt` n turns into (1): nothing jumps as solids come near or corners wear in. Only one direction (or parallel
//! ones) has a weight wherever a face takes part or edges cross, and (2) is then (1). Since s is concave on cones,
//! s(n) ≥ Σ w s(f) / |Σ w f|: the middle separates what its ends do.

use super::super::collide::{CcdOptions, Scratch};
use super::super::convex::{Nearest, nearest, nearest_apart};
use super::super::minkowski::{Body, Core, Minkowski};
use super::super::shape::Placement;
use super::outline::Outline;
use stiction_spatial::Vec3;

/// Of the sizes: what a face may be worse than the direction found and still replace it.
const AS_GOOD: f64 = 1e-7;
/// Cosine of the angle between directions within which a face may replace the one found (1°), and within which two of F are one.
const ALIGNED: f64 = 0.999_85;

/// Sine of the angle within which the search may miss that a side is across its axis.
const ACROSS: f64 = 1e-3;

/// Of the sizes: the most that is blunt, and that a search may be off by. Bodies of a tenth of a millimetre have corners too.
const BLUNT_OF_SIZE: f64 = 1e-2;
const FINE_OF_SIZE: f64 = 1e-5;

/// How often solids are pulled apart for a better direction, how far (of the depth, and of the sizes), and the gain (of the sizes) that is
/// worth another time.
const PULLS: usize = 12;
const CLEAR: f64 = 1.5;
const CLEAR_OF_SIZE: f64 = 1e-4;
const GAIN: f64 = 1e-9;

/// A direction and how far the solids are apart along it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Direction {
    /// From A to B, in A's frame.
    pub normal: Vec3,
    /// s(n) \[m\].
    pub dist: f64,
    /// Midway between the points found.
    pub mid: Vec3,
}

/// The direction of contact of two solids nearer than `margin`; corners within `blunt` touch.
pub(super) fn direction(
    m: &mut Minkowski<'_>,
    margin: f64,
    blunt: f64,
    opts: &CcdOptions,
    scratch: &mut Scratch,
) -> Option<Direction> {
    let size = size(&m.a).min(size(&m.b));
    let blunt = blunt.min(BLUNT_OF_SIZE * size);
    let opts = &CcdOptions { tolerance: opts.tolerance.min(FINE_OF_SIZE * size), ..*opts };
    let mut hit = nearest(m, margin, opts, scratch)?;
    if !hit_is_proved(m, &hit, opts.tolerance.max(AS_GOOD * size)) {
        hit = pull_apart(m, hit, opts);
    }
    for side in 0..2 {
        hit.normal = across_axis(m, hit.normal, side);
    }
    let mut faces = std::mem::take(&mut scratch.directions);
    faces.clear();
    let outline = &mut scratch.outlines[0];
    face_normals(&mut m.a, &Placement::IDENTITY, hit.normal, blunt, outline, &mut faces);
    let own = faces.len();
    face_normals(&mut m.b, &m.rel, -hit.normal, blunt, outline, &mut faces);
    faces[own..].iter_mut().for_each(|f| *f = -*f);

    let mut best = Direction {
        normal: hit.normal,
        dist: separation(m, hit.normal),
        mid: (hit.on_a + hit.on_b).scale(0.5),
    };
    let found = best.dist;
    let sharp = is_sharp(&m.a) && is_sharp(&m.b) && found.abs() <= blunt;
    let mut snapped = f64::NEG_INFINITY;
    // those that count are kept at the front of the list
    let (mut kept, mut sum) = (0, Vec3::ZERO);
    for i in 0..faces.len() {
        let f = faces[i];
        let close = f.dot(hit.normal) > ALIGNED;
        if !close && !sharp {
            continue;
        }
        let s = separation(m, f);
        if close && s > snapped && s >= found - AS_GOOD * size {
            snapped = s;
            best = Direction { normal: f, dist: s, ..best };
        }
        if sharp && s > found - blunt && faces[..kept].iter().all(|g| g.dot(f) < ALIGNED) {
            faces[kept] = f;
            kept += 1;
            sum = sum.add_scaled(f, fading((found - s) / blunt));
        }
    }
    if kept > 1 {
        let (middle, len) = sum.normalized();
        let near = fading(found.abs() / blunt);
        let (n, _) = middle.scale(near).add_scaled(best.normal, 1.0 - near).normalized();
        if len > 0.1 {
            best = Direction { normal: n, dist: separation(m, n), ..best };
        }
    }
    scratch.directions = faces;
    Some(best)
}

/// Whether the solids are as far apart along the direction found as the search says: its distance is never more than (1), and where
/// they meet there is none better.
fn hit_is_proved(m: &mut Minkowski<'_>, hit: &Nearest, slack: f64) -> bool {
    separation(m, hit.normal) >= hit.dist - slack
}

/// A better direction than one that a search in touching solids ended with: their polytope may be flat to rounding, and its normal
/// anything. B is moved along the best direction known until it is clear, by t; the nearest points there give n' with
/// s(n') ≥ s(n) + t (1 − n·n').
fn pull_apart(m: &mut Minkowski<'_>, hit: Nearest, opts: &CcdOptions) -> Nearest {
    let mut best = Nearest { dist: separation(m, hit.normal), ..hit };
    for k in 0..3 {
        for axis in [m.rel.mat.col(k), Placement::IDENTITY.mat.col(k)] {
            for n in [axis, -axis] {
                let s = separation(m, n);
                if s > best.dist {
                    best = Nearest { dist: s, normal: n, ..best };
                }
            }
        }
    }
    let (place, size) = (m.rel, size(&m.a).min(size(&m.b)));
    for _ in 0..PULLS {
        let t = CLEAR * best.dist.abs() + CLEAR_OF_SIZE * size;
        m.rel.pos = place.pos.add_scaled(best.normal, t);
        let pulled = nearest_apart(m, opts);
        m.rel.pos = place.pos;
        let Some(p) = pulled else { break };
        let s = separation(m, p.normal);
        let gain = s - best.dist;
        if gain > 0.0 {
            best = Nearest { dist: s, on_b: p.on_b.add_scaled(best.normal, -t), ..p };
        }
        if !(gain > GAIN * size) {
            break;
        }
    }
    best
}

/// w of (2).
fn fading(x: f64) -> f64 {
    (2.0 - 2.0 * x).clamp(0.0, 1.0)
}

/// s(n) of (1).
fn separation(m: &mut Minkowski<'_>, n: Vec3) -> f64 {
    -n.dot(m.support(n).w) - m.a.radius - m.b.radius
}

/// A better direction than `n` for the round side of A (0) or B (1): exactly across its axis, and from the axis to the corner or edge of
/// the other that it touches, or to the other's axis, if that is what it touches.
fn across_axis(m: &mut Minkowski<'_>, n: Vec3, side: usize) -> Vec3 {
    let (body, at, sign) = if side == 0 { (&m.a, Placement::IDENTITY, 1.0) } else { (&m.b, m.rel, -1.0) };
    let axis = at.mat.col(2);
    if !matches!(body.core, Core::Cylinder { .. }) || n.dot(axis).abs() > ACROSS {
        return n;
    }
    let v = m.support(n);
    let (other, center) = if side == 0 { (v.b, m.rel.pos) } else { (v.a, Vec3::ZERO) };
    let mut best = (separation(m, n), n);
    for d in [n, (other - at.pos).scale(sign), (center - at.pos).scale(sign)] {
        let (d, len) = d.add_scaled(axis, -d.dot(axis)).normalized();
        let s = separation(m, d);
        if len > 0.0 && s >= best.0 {
            best = (s, d);
        }
    }
    best.1
}

/// Whether a solid has edges or corners.
fn is_sharp(body: &Body<'_>) -> bool {
    matches!(body.core, Core::Box { .. } | Core::Hull(_) | Core::Cylinder { .. })
}

/// A length of the order of the solid.
fn size(body: &Body<'_>) -> f64 {
    match body.core {
        Core::Segment { half } => half + body.radius,
        Core::Ellipsoid { radii } => radii.max_abs(),
        Core::Cylinder { radius, half } => radius.max(half),
        Core::Box { half } => half.max_abs(),
        Core::Hull(mesh) => mesh.rbound,
        Core::Point | Core::Prism(_) | Core::Triangle(_) => body.radius,
    }
}

/// Normals of the faces around what is uppermost along `up`.
fn face_normals(
    body: &mut Body<'_>,
    at: &Placement,
    up: Vec3,
    blunt: f64,
    outline: &mut Outline,
    out: &mut Vec<Vec3>,
) {
    let toward = |axis: Vec3| if axis.dot(up) >= 0.0 { axis } else { -axis };
    match body.core {
        Core::Box { .. } => out.extend([0, 1, 2].map(|k| toward(at.mat.col(k)))),
        Core::Cylinder { .. } => out.push(toward(at.mat.col(2))),
        Core::Hull(mesh) => {
            outline.trace(body, at, up, blunt);
            out.extend(outline.polygon_normals(mesh).map(|n| at.mat.mul_vec(n)));
        }
        _ => {}
    }
}

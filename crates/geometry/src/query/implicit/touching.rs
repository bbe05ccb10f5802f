//! Contacts of the policy `Complete` of solids by their distance: where the two surfaces are nearest, to rounding.
//!
//! With A the surface of the solid and φ the distance of the other shape, a contact is a point of A at which φ is least along A:
//!
//! ```text
//! x ∈ A,   ∇φ − n_A (n_A·∇φ) = 0                               gap φ/|∇φ|, normal ∇φ/|∇φ|                    (1)
//! ```
//!
//! It is sought from the middles of the triangles that were cut out of A and are within the margin and one cell of the other shape: some
//! of them, as far apart from each other as they can be, go down φ along A until it is flat or kinked. Where the surfaces fit each other
//! (threads, faces) φ is flat and the points stay spread; where they touch in a point or a line they run together and are counted once.
//! Corners of boxes and of meshes are looked at too. A mesh has no φ: then its triangles go down the distance of the solid.
//!
//! Cost   triangles within reach of each other, [`SEEDS`] descents of some ten evaluations; no allocation after growth
//! Checked by: `crates/stiction/tests/exact_sdf.rs`

use super::super::contact::{ContactPoint, Manifold};
use super::super::shape::{Placement, Posed, Shape};
use super::side::Side;
use super::{Distances, SdfShape};
use crate::query::TriMesh;
use stiction_spatial::{MIN_VAL, Vec3};

/// Points that descend; of them, those from the triangles nearest to the other shape.
const SEEDS: usize = 40;
const NEAREST: usize = 28;
/// Of the cells: how much farther than the nearest the nearest triangles are.
const NEAR: f64 = 0.2;
/// A user's distance may grow faster than one metre per metre; up to this factor nothing is missed.
const STEEP: f64 = 1.5;
/// Steps of a descent, and of a point back to the surface.
const STEPS: usize = 40;
const BACK: usize = 4;
/// Slope along the surface below which it is flat.
const LEVEL: f64 = 1e-10;
/// Slope above which the surface is kinked where a descent ended, and by how much normals turn there.
const KINK: f64 = 1e-5;
/// Of the cells: shortest step, probe across a kink, and distance at which two contacts are one.
const SHORT: f64 = 1e-10;
const PROBE: f64 = 1e-5;
const SAME: f64 = 1e-3;

/// A place where surfaces may touch, or do: point, gap, normal into the second shape.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    at: Vec3,
    gap: f64,
    normal: Vec3,
}

/// Work memory: candidates, what was found, and distances of candidates from those chosen.
pub(crate) type Work<'a> = (&'a mut Vec<Found>, &'a mut Vec<f64>, &'a mut Vec<u32>);

/// Contacts of the shape `a` with the solid `b`, in this order; false if another routine must find them, since `b` is its triangles.
pub(crate) fn complete_sdf(
    a: &Posed<'_>,
    b: &Posed<'_>,
    margin: f64,
    work: Work<'_>,
    out: &mut Manifold,
) -> bool {
    let Shape::Sdf(sdf) = b.shape else { return false };
    let second = match sdf.distances {
        Distances::Solid(_) => Placed { side: Side::Sdf(sdf.distances), at: b.at },
        Distances::Octree(_) => {
            // the solid of the two is the first: the same with the two exchanged
            if !matches!(a.shape, Shape::Sdf(SdfShape { distances: Distances::Solid(_), .. })) {
                return false;
            }
            let done = complete_sdf(b, a, margin, work, out);
            out.flip();
            return done;
        }
    };
    let mut search = Search { margin, cell: spacing(sdf), work, out };
    let triangles = match a.shape {
        Shape::Mesh(m) => m.surface.as_ref(),
        Shape::Surface(t) => Some(t),
        Shape::Sdf(s) if matches!(s.distances, Distances::Octree(_)) => s.mesh.surface.as_ref(),
        _ => None,
    };
    if let Some(t) = triangles {
        search.corners(t, &a.at, &second);
        return true;
    }
    let (Some(side), Some(t)) = (Side::of(a.shape), sdf.mesh.surface.as_ref()) else { return true };
    let first = Placed { side, at: a.at };
    search.surface(t, &second, &first);
    if let Some(corners) = side.corners() {
        for c in corners {
            search.point(a.at.point(c), &second);
        }
    }
    search.emit();
    true
}

fn spacing(s: &SdfShape<'_>) -> f64 {
    match s.distances {
        Distances::Solid(solid) => solid.spacing(),
        Distances::Octree(_) => 0.0,
    }
}

/// A shape with a distance, in the world.
#[derive(Clone, Copy)]
struct Placed<'a> {
    side: Side<'a>,
    at: Placement,
}

impl Placed<'_> {
    /// Distance and outward normal.
    fn near(&self, p: Vec3) -> (f64, Vec3) {
        let (d, n) = self.side.near(self.at.local(p));
        (d, self.at.mat.mul_vec(n))
    }
    /// `p` brought to the surface.
    fn onto(&self, mut p: Vec3) -> Vec3 {
        for _ in 0..BACK {
            let (d, n) = self.near(p);
            p = p.add_scaled(n, -d);
            if d.abs() < MIN_VAL {
                break;
            }
        }
        p
    }
}

struct Search<'a, 'b> {
    margin: f64,
    cell: f64,
    work: Work<'a>,
    out: &'b mut Manifold,
}

impl Search<'_, '_> {
    /// Contacts where `other` is least along the surface of `own`, which `mesh` was cut out of.
    fn surface(&mut self, mesh: &TriMesh<'_>, own: &Placed<'_>, other: &Placed<'_>) {
        let reach = STEEP * (self.margin.max(0.0) + self.cell);
        let rel = other.at.relative(&own.at);
        let (seeds, _, stack) = &mut self.work;
        seeds.clear();
        let mut least = f64::INFINITY;
        stack.clear();
        stack.push(0);
        while let Some(node) = stack.pop() {
            let node = node as usize;
            let Some(b) = mesh.bvh.center_half(node) else { continue };
            let radius = Vec3::new(b[3], b[4], b[5]).norm();
            if !(other.side.value(rel.point(Vec3::new(b[0], b[1], b[2]))) < STEEP * radius + reach) {
                continue;
            }
            let Some(f) = mesh.bvh.leaf(node) else {
                stack.extend(mesh.bvh.children(node).into_iter().flatten().map(|c| c as u32));
                continue;
            };
            let [p, q, r] = mesh.triangle(f);
            let mid = (p + q + r) * (1.0 / 3.0);
            let gap = other.side.value(rel.point(mid));
            if gap < reach {
                least = least.min(gap);
                seeds.push(Found { at: own.at.point(mid), gap, normal: Vec3::ZERO });
            }
        }
        let near = least.max(0.0) + self.margin.max(0.0) + NEAR * self.cell;
        let count = self.choose(near);
        for k in 0..count {
            let from = self.work.0[k].at;
            self.work.0[k] = descend(own, other, from, self.cell);
        }
        self.work.0.truncate(count);
    }

    /// Brings seeds that are far from each other to the front: first those nearer than `near`, then any.
    fn choose(&mut self, near: f64) -> usize {
        let (seeds, far, _) = &mut self.work;
        far.clear();
        far.resize(seeds.len(), f64::INFINITY);
        let mut count = 0;
        for (limit, most) in [(near, NEAREST), (f64::INFINITY, SEEDS)] {
            while count < most.min(seeds.len()) {
                let mut best: Option<usize> = None;
                for i in count..seeds.len() {
                    if seeds[i].gap <= limit && far[i] > best.map_or(0.0, |b| far[b]) {
                        best = Some(i);
                    }
                }
                let Some(i) = best else { break };
                seeds.swap(count, i);
                far.swap(count, i);
                let chosen = seeds[count].at;
                count += 1;
                for i in count..seeds.len() {
                    far[i] = far[i].min((seeds[i].at - chosen).norm_squared());
                }
            }
        }
        count
    }

    /// A corner of the first shape beside the solid.
    fn point(&mut self, p: Vec3, solid: &Placed<'_>) {
        let (gap, n) = solid.near(p);
        if n != Vec3::ZERO {
            self.work.0.push(Found { at: p.add_scaled(n, -0.5 * gap), gap, normal: -n });
        }
    }

    /// The corners of a mesh, and where its triangles are deepest in the solid.
    fn corners(&mut self, mesh: &TriMesh<'_>, at: &Placement, solid: &Placed<'_>) {
        let rel = solid.at.relative(at);
        let (found, far, stack) = &mut self.work;
        found.clear();
        far.clear();
        stack.clear();
        stack.push(0);
        let reach = STEEP * self.margin.max(0.0);
        while let Some(node) = stack.pop() {
            let node = node as usize;
            let Some(b) = mesh.bvh.center_half(node) else { continue };
            let radius = Vec3::new(b[3], b[4], b[5]).norm();
            if !(solid.side.value(rel.point(Vec3::new(b[0], b[1], b[2]))) < STEEP * radius + reach) {
                continue;
            }
            let Some(f) = mesh.bvh.leaf(node) else {
                stack.extend(mesh.bvh.children(node).into_iter().flatten().map(|c| c as u32));
                continue;
            };
            let t = mesh.triangle(f).map(|v| at.point(v));
            for p in t.into_iter().chain([lowest(&t, solid)]) {
                let (gap, n) = solid.near(p);
                if gap <= self.margin && n != Vec3::ZERO {
                    found.push(Found { at: p.add_scaled(n, -0.5 * gap), gap, normal: -n });
                }
            }
        }
        self.emit();
    }

    /// Hands over what is within the margin: points that are one only once, spread if there are too many.
    fn emit(&mut self) {
        let (margin, same) = (self.margin, (SAME * self.cell).powi(2));
        let found = &mut *self.work.0;
        found.retain(|f| f.gap <= margin && f.normal != Vec3::ZERO);
        let mut kept = 0;
        for i in 0..found.len() {
            let f = found[i];
            let twin = found[..kept]
                .iter()
                .position(|g| (g.at - f.at).norm_squared() <= same && g.normal.dot(f.normal) > 0.9);
            match twin {
                Some(k) if f.gap < found[k].gap => found[k] = f,
                Some(_) => {}
                None => {
                    found[kept] = f;
                    kept += 1;
                }
            }
        }
        found.truncate(kept);
        let count = self.choose(f64::INFINITY).min(SEEDS);
        for f in &self.work.0[..count] {
            self.out.push(ContactPoint::new(f.gap, f.at, f.normal));
        }
    }
}

/// The point of a triangle where the distance of the solid is least: along edges and inside, by steps that are halved.
fn lowest(t: &[Vec3; 3], solid: &Placed<'_>) -> Vec3 {
    let mut x = (t[0] + t[1] + t[2]) * (1.0 / 3.0);
    let (mut best, mut step) = (solid.near(x).0, 0.5);
    while step > 1e-6 {
        let toward = t.iter().map(|c| x.add_scaled(*c - x, step));
        let next = toward.map(|y| (solid.near(y).0, y)).min_by(|p, q| p.0.total_cmp(&q.0));
        match next {
            Some((d, y)) if d < best => (best, x) = (d, y),
            _ => step *= 0.5,
        }
    }
    x
}

/// (1) from `from`: down `other` along the surface of `own`, by parabolas.
fn descend(own: &Placed<'_>, other: &Placed<'_>, from: Vec3, cell: f64) -> Found {
    let mut x = own.onto(from);
    let (mut step, mut slope) = (0.5 * cell, 0.0);
    let (mut gap, mut n) = other.near(x);
    let mut down = Vec3::ZERO;
    for _ in 0..STEPS {
        let up = own.near(x).1;
        (down, slope) = up.scale(up.dot(n)).add_scaled(n, -1.0).normalized();
        if slope < LEVEL || step < SHORT * cell {
            break;
        }
        let look = |length: f64| {
            let y = own.onto(x.add_scaled(down, length));
            let (d, m) = other.near(y);
            (d, y, m)
        };
        let first = look(step);
        // φ(0), −slope there and φ(step) make a parabola
        let bend = (first.0 - gap + slope * step) / (step * step);
        let length = if bend > 0.0 { (0.5 * slope / bend).min(4.0 * step) } else { 4.0 * step };
        let second = look(length);
        let (better, used) = if second.0 < first.0 { (second, length) } else { (first, step) };
        if better.0 < gap {
            (gap, x, n) = better;
            step = used.max(SHORT * cell);
        } else {
            step = 0.25 * step.min(length);
        }
    }
    let up = own.near(x).1;
    // surfaces that look the same way do not touch
    if n.dot(up) > 0.0 || n == Vec3::ZERO || up == Vec3::ZERO {
        return Found { at: x, gap: f64::INFINITY, normal: Vec3::ZERO };
    }
    let mut normal = (n - up).normalized().0;
    if slope > KINK {
        // the one of the two that is kinked here has no normal: the other's counts
        let ends = [-PROBE * cell, PROBE * cell].map(|l| own.onto(x.add_scaled(down, l)));
        let turn = |s: &Placed<'_>| (s.near(ends[0]).1 - s.near(ends[1]).1).norm();
        normal = if turn(own) > turn(other) { n } else { -up };
    }
    Found { at: x.add_scaled(n, -0.5 * gap), gap, normal }
}

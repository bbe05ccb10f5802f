//! Contacts of the policy `Complete` of solids by their distance: where the two surfaces are nearest, to rounding.
//!
//! With A the surface of the solid and φ the distance of the other shape, a contact is a point of A at which φ is least along A:
//!
//! ```text
//! x ∈ A,   ∇φ − n_A (n_A·∇φ) = 0                               gap φ/|∇φ|, normal ∇φ/|∇φ|                    (1)
//! ```
//!
//! It is sought from the triangles that were cut out of A and are within the margin and one cell of the other shape, the nearest of each
//! cell: some of them, as far apart from each other as they can be, go down φ along A until it is flat or kinked. Where the surfaces fit each other
//! (threads, faces) φ is flat and the points stay spread; where they touch in a point or a line they run together and are counted once.
//! Corners of boxes and of meshes are looked at too. A mesh has no φ: then its triangles go down the distance of the solid.
//!
//! Cost   triangles within reach of each other, [`SEEDS`] descents of some ten evaluations; no allocation after growth
//! Checked by: `crates/stiction/tests/exact_sdf.rs`

use super::super::contact::{ContactPoint, Manifold};
use super::super::shape::{Placement, Posed, Shape};
use super::down::{Found, Placed, descend};
use super::side::Side;
use super::{Distances, SdfShape};
use crate::query::TriMesh;
use stiction_spatial::Vec3;

/// Points that descend; of them, those from the triangles nearest to the other shape.
const SEEDS: usize = 40;
const NEAREST: usize = 28;
/// Of the cells: how much farther than the nearest the nearest triangles are.
const NEAR: f64 = 0.2;
/// A user's distance may grow faster than one metre per metre; up to this factor nothing is missed.
const STEEP: f64 = 1.5;
/// Of the cells: distance at which two contacts are one.
const SAME: f64 = 1e-3;

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
        // of the triangles within one cell, the nearest
        let mut lowest: Option<Found> = None;
        // where the stack ended when a cell began: below that are other triangles
        let mut cell: Option<usize> = None;
        stack.clear();
        stack.push(0);
        while let Some(node) = stack.pop() {
            let node = node as usize;
            if cell.is_some_and(|base| stack.len() < base) {
                seeds.extend(lowest.take());
                cell = None;
            }
            let Some(b) = mesh.bvh.center_half(node) else { continue };
            let radius = Vec3::new(b[3], b[4], b[5]).norm();
            if !(other.side.value(rel.point(Vec3::new(b[0], b[1], b[2]))) < STEEP * radius + reach) {
                continue;
            }
            if cell.is_none() && radius <= self.cell {
                cell = Some(stack.len());
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
                if lowest.is_none_or(|l| gap < l.gap) {
                    lowest = Some(Found { at: own.at.point(mid), gap, normal: Vec3::ZERO });
                }
            }
            if cell.is_none() {
                seeds.extend(lowest.take());
            }
        }
        seeds.extend(lowest);
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
            let mut best = farthest(seeds, far, limit, count);
            while count < most.min(seeds.len()) {
                let Some(i) = best else { break };
                seeds.swap(count, i);
                far.swap(count, i);
                let chosen = seeds[count].at;
                count += 1;
                // distances and the next choice in one pass: there may be thousands
                best = None;
                let mut most_far = 0.0;
                for (i, (seed, far)) in seeds.iter().zip(far.iter_mut()).enumerate().skip(count) {
                    *far = far.min((seed.at - chosen).norm_squared());
                    if seed.gap <= limit && *far > most_far {
                        (best, most_far) = (Some(i), *far);
                    }
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

/// The first of the seeds from `start` on that is nearer than `limit` and farthest from those chosen.
fn farthest(seeds: &[Found], far: &[f64], limit: f64, start: usize) -> Option<usize> {
    let mut best: Option<usize> = None;
    for i in start..seeds.len() {
        if seeds[i].gap <= limit && far[i] > best.map_or(0.0, |b| far[b]) {
            best = Some(i);
        }
    }
    best
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

#[cfg(test)]
#[allow(clippy::disallowed_methods)] // expected values, not the engine
mod tests {
    use super::*;
    use crate::asset::Bvh;
    use crate::query::{Aabb, BvhView, ConvexMesh};
    use crate::sdf::{Bolt, Implicit, Nut, Own, Solid, abs, intersection, surface};
    use stiction_spatial::{Quat, Scalar};

    /// A solid with its triangles and their tree.
    struct Cut {
        solid: Solid,
        vert: Vec<f32>,
        face: Vec<i32>,
        bvh: Bvh,
    }

    impl Cut {
        fn new(solid: Solid) -> Cut {
            let mesh = surface(&solid);
            let points: Vec<[f64; 3]> = mesh.vert.iter().map(|v| v.map(f64::from)).collect();
            let bvh = Bvh::over_faces(&points, &mesh.face);
            let (vert, face) = (mesh.vert.into_flattened(), mesh.face.into_flattened());
            Cut { solid, vert, face, bvh }
        }
        fn shape(&self) -> Shape<'_> {
            let b = &self.bvh;
            let bvh =
                BvhView { aabb: b.aabb.as_flattened(), child: b.child.as_flattened(), nodeid: &b.nodeid };
            let mesh = ConvexMesh {
                vert: &self.vert,
                graph: &[],
                extrema: &[],
                polynormal: &[],
                polyvertadr: &[],
                polyvertnum: &[],
                polyvert: &[],
                polymapadr: &[],
                polymapnum: &[],
                polymap: &[],
                rbound: 1.0,
                half: Vec3([1.0; 3]),
                surface: Some(TriMesh::new(&self.vert, &self.face, bvh)),
            };
            Shape::Sdf(SdfShape { distances: Distances::Solid(&self.solid), mesh })
        }
    }

    fn contacts(a: &Shape<'_>, at: Placement, b: &Shape<'_>, to: Placement, margin: f64) -> Manifold {
        let (mut found, mut far, mut stack) = (Vec::new(), Vec::new(), Vec::new());
        let mut out = Manifold::new();
        let work = (&mut found, &mut far, &mut stack);
        assert!(complete_sdf(&Posed::new(a, at), &Posed::new(b, to), margin, work, &mut out));
        out
    }

    #[test]
    fn threads_touch_at_their_flanks_only() {
        let (bolt, nut) =
            (Cut::new(Solid::Bolt(Bolt { radius: 0.255 })), Cut::new(Solid::Nut(Nut { radius: 0.26 })));
        let pitch = 1.0 / 12.0;
        for k in 0..24 {
            // 0.1 mm along the axis before the flanks meet
            let angle = f64::from(k) * 0.37;
            let z = -0.75 + pitch * angle / std::f64::consts::TAU + 0.005 - 1e-4;
            let at = Placement::new(Vec3::new(0.0, 0.0, z), Quat::from_axis_angle(Vec3::Z, angle).to_mat());
            let m = contacts(&bolt.shape(), Placement::IDENTITY, &nut.shape(), at, 1e-3);
            assert!(m.len() > 8, "turned by {angle}: {} points", m.len());
            for c in m.points() {
                let r = (c.pos[0] * c.pos[0] + c.pos[1] * c.pos[1]).sqrt();
                let steep = pitch / (std::f64::consts::TAU * r);
                let length = (2.0 + steep * steep).sqrt();
                assert!(
                    (c.dist * length - 1e-4).abs() < 1e-8,
                    "turned by {angle}: gap {} at {:?}",
                    c.dist,
                    c.pos
                );
                let radial = (c.normal[0] * c.pos[0] + c.normal[1] * c.pos[1]) / r;
                assert!((radial.abs() * length - 1.0).abs() < 1e-3, "turned by {angle}: {:?}", c.normal);
                assert!((c.normal[2].abs() * length - 1.0).abs() < 1e-3, "turned by {angle}: {:?}", c.normal);
            }
        }
    }

    struct Cube;

    impl Implicit for Cube {
        fn bounds(&self) -> Aabb {
            Aabb { min: Vec3([-0.35; 3]), max: Vec3([0.35; 3]) }
        }
        fn distance<T: Scalar>(&self, p: Vec3<T>) -> T {
            intersection(intersection(abs(p[0]), abs(p[1])), abs(p[2])) - T::from_f64(0.3)
        }
    }

    #[test]
    fn a_cube_stands_on_corner_edge_and_face() {
        let cube = Cut::new(Solid::Own(Own::new(Cube)));
        let plane = Shape::Plane { half: [0.0; 2] };
        let about_x = |t: f64| Quat::from_axis_angle(Vec3::X, t).to_mat();
        let about_y = |t: f64| Quat::from_axis_angle(Vec3::Y, t).to_mat();
        for (x, y) in [(0.0, 0.0), (0.7, 0.0), (0.6, 0.5), (0.02, 0.4), (std::f64::consts::FRAC_PI_4, 0.01)] {
            let mat = about_y(y).mul_mat(&about_x(x));
            let low = (0..8)
                .map(|i| mat.mul_vec(Vec3([0, 1, 2].map(|k| if i >> k & 1 == 1 { 0.3 } else { -0.3 })))[2])
                .fold(f64::INFINITY, f64::min);
            let at = Placement::new(Vec3::new(0.0, 0.0, 1e-3 - low), mat);
            let m = contacts(&plane, Placement::IDENTITY, &cube.shape(), at, 5e-3);
            let nearest = m.points().iter().map(|c| c.dist).fold(f64::INFINITY, f64::min);
            assert!((nearest - 1e-3).abs() < 1e-9, "({x}, {y}): {nearest} of {} points", m.len());
            assert!(m.points().iter().all(|c| c.normal[2] > 1.0 - 1e-9), "({x}, {y}): {:?}", m.points());
        }
    }
}

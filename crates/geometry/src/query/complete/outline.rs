//! What a solid shows to the other shape of a contact: corners, edges and rims near its support plane, and its height anywhere.
//!
//! Seen along a direction u ("up", out of the solid), with top = max_{x ∈ S} u·x, the outline holds the features that reach above
//! top − depth. `height` is the exact function
//!
//! ```text
//! z(p) = max { u·y : y ∈ S, y = p + t u }                                                                  (1)
//! ```
//!
//! of the solid itself, not of the corners that stand for a round side.
//!
//! Cost   O(features found); no allocation after growth

use super::super::features::{polygon, polygons_of};
use super::super::minkowski::{Body, Core, ellipsoid_support};
use super::super::shape::{ConvexMesh, Placement};
use stiction_spatial::{MIN_VAL, Vec3};

/// Corners that stand for the rim of a disc.
const RIM: usize = 8;
/// cos and sin of multiples of π/4.
const TURN: [(f64, f64); RIM] = {
    const H: f64 = std::f64::consts::FRAC_1_SQRT_2;
    [(1.0, 0.0), (H, H), (0.0, 1.0), (-H, H), (-1.0, 0.0), (-H, -H), (0.0, -1.0), (H, -H)]
};
/// Slope of a disc (sine of its tilt) above which of its rim only the highest and the lowest point count: the others come near by a spin of
/// the cylinder about its axis, which moves no surface. A disc on its face has all of them.
const STEEP: f64 = 0.5;
/// Height difference across a disc, relative to its radius, below which its lowest point has no direction of its own.
const FLAT: f64 = 1e-12;
/// Cosine below which a face counts as a wall: its height would be noise of where the point is.
const WALL: f64 = 1e-3;
/// Sine of the angle within which a round side looks along a direction.
const LOOKING: f64 = 1e-5;
/// Vertices of a hull within the depth beyond which only the extreme ones in 26 directions count.
const MANY: usize = 64;

/// A disc: centre, unit normal (outward), radius.
#[derive(Clone, Copy, Debug)]
pub(super) struct Disc {
    pub center: Vec3,
    pub normal: Vec3,
    pub radius: f64,
}

/// See the header. All vectors are in the frame of the pair.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outline {
    /// u.
    pub(super) up: Vec3,
    /// Points of the solid.
    pub(crate) corners: Vec<Vec3>,
    /// Straight edges, and the line of a round side that is uppermost.
    pub(super) edges: Vec<[Vec3; 2]>,
    /// The upper disc of a cylinder, if its middle is within the depth and it is not seen from the side.
    pub(super) disc: Option<Disc>,
    /// Polygons of a hull around the corners.
    polygons: Vec<u32>,
    ids: Vec<i32>,
}

impl Outline {
    /// Finds the features of `body` at `at` within `depth` of its support plane along `up`; returns the height of that plane.
    pub(crate) fn trace(&mut self, body: &mut Body<'_>, at: &Placement, up: Vec3, depth: f64) -> f64 {
        self.corners.clear();
        self.edges.clear();
        self.polygons.clear();
        self.ids.clear();
        self.disc = None;
        self.up = up;
        let (p, id) = body.support(at.mat.tr_mul_vec(up));
        let top = up.dot(at.point(p)) + body.radius;
        let floor = top - depth;
        let lift = up.scale(body.radius);
        match body.core {
            Core::Segment { half } => {
                let axis = at.mat.col(2).scale(half);
                self.edge(at.pos - axis + lift, at.pos + axis + lift, floor);
                self.corner(at.pos - axis + lift, floor);
                self.corner(at.pos + axis + lift, floor);
            }
            Core::Box { half } => self.cuboid(at, half, floor),
            Core::Cylinder { radius, half } => self.cylinder(at, radius, half, floor),
            Core::Ellipsoid { radii } => {
                let side = up.cross(at.mat.col(least(at.mat.tr_mul_vec(up)))).normalized().0;
                for d in [up, -up, side, -side, up.cross(side), -up.cross(side)] {
                    self.corner(at.point(ellipsoid_support(radii, at.mat.tr_mul_vec(d))), floor);
                }
            }
            Core::Hull(mesh) => {
                self.hull(mesh, at, id, floor);
                if self.corners.len() > MANY {
                    self.extremes(body, at, floor);
                }
            }
            Core::Point | Core::Prism(_) | Core::Triangle(_) => self.corners.push(at.point(p) + lift),
        }
        top
    }

    fn corner(&mut self, p: Vec3, floor: f64) {
        if self.up.dot(p) >= floor {
            self.corners.push(p);
        }
    }

    fn edge(&mut self, p: Vec3, q: Vec3, floor: f64) {
        if self.up.dot(p).max(self.up.dot(q)) >= floor {
            self.edges.push([p, q]);
        }
    }

    fn cuboid(&mut self, at: &Placement, half: Vec3, floor: f64) {
        let place =
            |i: usize| at.point(Vec3([0, 1, 2].map(|k| if i & (1 << k) != 0 { half[k] } else { -half[k] })));
        for i in 0..8 {
            let p = place(i);
            self.corner(p, floor);
            for k in (0..3).filter(|k| i & (1 << k) == 0) {
                self.edge(p, place(i | 1 << k), floor);
            }
        }
    }

    fn cylinder(&mut self, at: &Placement, radius: f64, half: f64, floor: f64) {
        let (own, z) = ([at.mat.col(0), at.mat.col(1)], at.mat.col(2));
        // the direction of the rim's highest point, put together from the disc's own axes: no noise along the axis
        let (a, b) = (self.up.dot(own[0]), self.up.dot(own[1]));
        let slope = (a * a + b * b).sqrt();
        let flat = slope < FLAT;
        let x = if flat { own[0] } else { own[0].scale(a / slope).add_scaled(own[1], b / slope) };
        let y = z.cross(x);
        let s = if self.up.dot(z) >= 0.0 { 1.0 } else { -1.0 };
        let ends = [at.pos.add_scaled(z, s * half), at.pos.add_scaled(z, -s * half)];
        for end in ends {
            for (cos, sin) in TURN.into_iter().filter(|(_, sin)| slope <= STEEP || *sin == 0.0) {
                self.corner(end.add_scaled(x, radius * cos).add_scaled(y, radius * sin), floor);
            }
        }
        if !flat {
            self.edge(ends[0].add_scaled(x, radius), ends[1].add_scaled(x, radius), floor);
        }
        if self.up.dot(ends[0].add_scaled(y, radius)) >= floor && self.up.dot(z).abs() > WALL {
            self.disc = Some(Disc { center: ends[0], normal: z.scale(s), radius });
        }
    }

    /// Vertices, edges and polygons of a hull, from vertex to vertex along its polygons: what is above a plane hangs together.
    fn hull(&mut self, mesh: &ConvexMesh<'_>, at: &Placement, first: i32, floor: f64) {
        let place = |v: i32| at.point(mesh.vertex(v.max(0) as usize));
        self.ids.push(first);
        self.corners.push(place(first));
        let mut next = 0;
        while let Some(&v) = self.ids.get(next)
            && self.ids.len() <= MANY
        {
            next += 1;
            for &p in polygons_of(mesh, v).unwrap_or(&[]) {
                if self.polygons.contains(&(p as u32)) {
                    continue;
                }
                self.polygons.push(p as u32);
                let ring = polygon(mesh, p as usize);
                for (k, &i) in ring.iter().enumerate() {
                    let j = ring[if k + 1 == ring.len() { 0 } else { k + 1 }];
                    let (pi, pj) = (place(i), place(j));
                    if self.up.dot(pi) >= floor && !self.ids.contains(&i) {
                        self.ids.push(i);
                        self.corners.push(pi);
                    }
                    // an edge that reaches into the slab belongs to two of the polygons, once in each sense
                    if i < j {
                        self.edge(pi, pj, floor);
                    }
                }
            }
        }
    }

    /// The farthest points in 26 directions, in place of too many corners; the solid is a cloud of points then.
    fn extremes(&mut self, body: &mut Body<'_>, at: &Placement, floor: f64) {
        self.corners.clear();
        self.edges.clear();
        let side = self.up.cross(at.mat.col(least(at.mat.tr_mul_vec(self.up)))).normalized().0;
        let other = self.up.cross(side);
        for i in 0..27 {
            let [x, y, z] = [i % 3, i / 3 % 3, i / 9].map(|k| k as f64 - 1.0);
            let d = side.scale(x).add_scaled(other, y).add_scaled(self.up, z);
            if d != Vec3::ZERO {
                let p = at.point(body.support(at.mat.tr_mul_vec(d)).0);
                if !self.corners.contains(&p) {
                    self.corner(p, floor);
                }
            }
        }
    }

    /// Normals of the polygons around the corners of a hull, in its frame.
    pub(super) fn polygon_normals<'m>(&'m self, mesh: &'m ConvexMesh<'_>) -> impl Iterator<Item = Vec3> + 'm {
        let normal = |&p: &u32| mesh.polynormal.get(3 * p as usize..3 * p as usize + 3);
        self.polygons.iter().filter_map(normal).map(|n| Vec3::new(n[0], n[1], n[2]))
    }

    /// (1) over the point `p`; `None` if the line misses the solid by more than `tol`, or meets a round side that does not look along u
    /// there: the side's own motion, a roll about its axis, would count as an approach.
    pub(super) fn height(&self, body: &Body<'_>, at: &Placement, p: Vec3, tol: f64) -> Option<f64> {
        let z = self.top_over(body, at, p, tol)?;
        let d = at.mat.tr_mul_vec(self.up);
        let q = at.local(p.add_scaled(self.up, z - self.up.dot(p)));
        let out = match body.core {
            Core::Point => q,
            Core::Segment { half } => q - Vec3::new(0.0, 0.0, stiction_spatial::clip(q[2], -half, half)),
            Core::Ellipsoid { radii } => Vec3([0, 1, 2].map(|k| q[k] / (radii[k] * radii[k]).max(MIN_VAL))),
            Core::Cylinder { half, .. } if q[2].abs() < half - tol => Vec3::new(q[0], q[1], 0.0),
            _ => return Some(z),
        };
        (out.normalized().0.cross(d).norm() <= LOOKING).then_some(z)
    }

    /// (1) over the point `p`; `None` if the line misses the solid by more than `tol`.
    fn top_over(&self, body: &Body<'_>, at: &Placement, p: Vec3, tol: f64) -> Option<f64> {
        let (o, d) = (at.local(p), at.mat.tr_mul_vec(self.up));
        let t = match body.core {
            Core::Point => along_ball(o, d, body.radius, tol),
            Core::Segment { half } => along_capsule(o, d, body.radius, half, tol),
            Core::Ellipsoid { radii } => along_ellipsoid(o, d, radii, tol),
            Core::Cylinder { radius, half } => along_cylinder(o, d, radius, half, tol),
            Core::Box { half } => along_box(o, d, half, tol),
            Core::Hull(mesh) => self.along_hull(mesh, o, d, tol),
            Core::Prism(_) | Core::Triangle(_) => None,
        };
        t.map(|t| self.up.dot(p) + t)
    }

    /// The polygon over or under `o` that holds it best.
    fn along_hull(&self, mesh: &ConvexMesh<'_>, o: Vec3, d: Vec3, tol: f64) -> Option<f64> {
        let mut best: Option<(f64, f64)> = None;
        for &p in &self.polygons {
            let n = mesh.polynormal.get(3 * p as usize..3 * p as usize + 3)?;
            let n = Vec3::new(n[0], n[1], n[2]);
            let slope = n.dot(d);
            if slope < WALL {
                continue;
            }
            let ring = polygon(mesh, p as usize);
            let at = |k: usize| mesh.vertex(ring[k].max(0) as usize);
            let mut inside = f64::INFINITY;
            for k in 0..ring.len() {
                let (v, w) = (at(k), at(if k + 1 == ring.len() { 0 } else { k + 1 }));
                let inward = d.cross(w - v);
                let len = inward.norm();
                if len > MIN_VAL {
                    inside = inside.min(inward.dot(o - v) / len);
                }
            }
            if inside >= -tol && ring.len() > 2 && best.is_none_or(|b| inside > b.0) {
                best = Some((inside, n.dot(at(0) - o) / slope));
            }
        }
        best.map(|b| b.1)
    }
}

/// Index of the smallest component.
fn least(v: Vec3) -> usize {
    let a = [v[0].abs(), v[1].abs(), v[2].abs()];
    if a[0] <= a[1] && a[0] <= a[2] {
        0
    } else if a[1] <= a[2] {
        1
    } else {
        2
    }
}

/// Greatest t with |o + t d − c| ≤ r, for unit d.
fn ball(o: Vec3, d: Vec3, r: f64, tol: f64) -> Option<f64> {
    let mid = -o.dot(d);
    let off2 = o.add_scaled(d, mid).norm_squared();
    (off2 <= (r + tol) * (r + tol)).then(|| mid + (r * r - off2).max(0.0).sqrt())
}

fn along_ball(o: Vec3, d: Vec3, r: f64, tol: f64) -> Option<f64> {
    ball(o, d, r, tol)
}

/// Greatest t on the infinite tube of radius r about z, and whether there is one.
fn tube(o: Vec3, d: Vec3, r: f64, tol: f64) -> Option<f64> {
    let a = d[0] * d[0] + d[1] * d[1];
    if a < MIN_VAL {
        return None;
    }
    let mid = -(o[0] * d[0] + o[1] * d[1]) / a;
    let (x, y) = (o[0] + mid * d[0], o[1] + mid * d[1]);
    let off2 = x * x + y * y;
    (off2 <= (r + tol) * (r + tol)).then(|| mid + ((r * r - off2).max(0.0) / a).sqrt())
}

fn along_capsule(o: Vec3, d: Vec3, r: f64, half: f64, tol: f64) -> Option<f64> {
    let side = tube(o, d, r, tol).filter(|t| (o[2] + t * d[2]).abs() <= half);
    let end = |z: f64| ball(o - Vec3::new(0.0, 0.0, z), d, r, tol);
    [side, end(half), end(-half)].into_iter().flatten().max_by(f64::total_cmp)
}

fn along_ellipsoid(o: Vec3, d: Vec3, radii: Vec3, tol: f64) -> Option<f64> {
    let shrink = |v: Vec3| Vec3([0, 1, 2].map(|k| v[k] / radii[k].max(MIN_VAL)));
    let (u, len) = shrink(d).normalized();
    let least = radii[0].min(radii[1]).min(radii[2]).max(MIN_VAL);
    ball(shrink(o), u, 1.0, tol / least).map(|t| t / len)
}

fn along_cylinder(o: Vec3, d: Vec3, r: f64, half: f64, tol: f64) -> Option<f64> {
    // the side holds t up to `side`, the discs up to `cap`
    let wall = d[0] * d[0] + d[1] * d[1] < WALL * WALL;
    let side = if wall {
        (o[0] * o[0] + o[1] * o[1] <= (r + tol) * (r + tol)).then_some(f64::INFINITY)?
    } else {
        tube(o, d, r, tol)?
    };
    if d[2].abs() < WALL {
        return (o[2].abs() <= half + tol && side.is_finite()).then_some(side);
    }
    let cap = (half - d[2].signum() * o[2]) / d[2].abs();
    if cap <= side {
        let p = o.add_scaled(d, cap);
        return (p[0] * p[0] + p[1] * p[1] <= (r + tol) * (r + tol)).then_some(cap);
    }
    // over the side: not below the other disc
    ((o[2] + side * d[2]).abs() <= half + tol).then_some(side)
}

fn along_box(o: Vec3, d: Vec3, half: Vec3, tol: f64) -> Option<f64> {
    // all faces are moved out by `tol`, so that a line along an edge hits; the height is then that of the face itself
    let (mut from, mut to, mut back) = (f64::NEG_INFINITY, f64::INFINITY, 0.0);
    for k in 0..3 {
        if d[k].abs() < WALL {
            if o[k].abs() > half[k] + tol {
                return None;
            }
            continue;
        }
        let (inv, h) = (1.0 / d[k].abs(), half[k] + tol);
        let s = d[k].signum() * o[k];
        if (h - s) * inv < to {
            (to, back) = ((h - s) * inv, tol * inv);
        }
        from = f64::max(from, (-h - s) * inv);
    }
    (from <= to && to.is_finite()).then_some(to - back)
}

#[cfg(test)]
mod tests {
    use super::*;
    use stiction_spatial::{Mat3, Quat};

    fn turned() -> Placement {
        Placement::new(Vec3::new(0.3, -0.2, 0.5), Quat::new(0.5, 0.1, -0.7, 0.4).normalized().to_mat())
    }

    /// (1) by bisection on membership along the line, from a point known to be inside.
    fn by_membership(inside: impl Fn(Vec3) -> bool, p: Vec3, up: Vec3) -> f64 {
        let (mut lo, mut hi) = (0.0, 10.0);
        for _ in 0..100 {
            let mid = 0.5 * (lo + hi);
            if inside(p.add_scaled(up, mid)) {
                lo = mid;
            } else {
                hi = mid;
            }
        }
        up.dot(p) + lo
    }

    #[test]
    fn heights_are_those_of_the_solid() {
        let at = turned();
        let up = Vec3::new(0.2, 0.9, -0.4).normalized().0;
        let p = at.point(Vec3::new(0.03, -0.04, 0.05));
        let radial = |q: Vec3| (q[0] * q[0] + q[1] * q[1]).sqrt();
        type Member<'a> = &'a dyn Fn(Vec3) -> bool;
        let cases: [(Core<'_>, f64, Member<'_>); 4] = [
            (Core::Box { half: Vec3::new(0.1, 0.2, 0.3) }, 0.0, &|q| {
                q[0].abs() <= 0.1 && q[1].abs() <= 0.2 && q[2].abs() <= 0.3
            }),
            (Core::Cylinder { radius: 0.2, half: 0.1 }, 0.0, &|q| radial(q) <= 0.2 && q[2].abs() <= 0.1),
            (Core::Segment { half: 0.1 }, 0.15, &|q| {
                (q - Vec3::new(0.0, 0.0, q[2].clamp(-0.1, 0.1))).norm() <= 0.15
            }),
            (Core::Ellipsoid { radii: Vec3::new(0.1, 0.2, 0.3) }, 0.0, &|q| {
                Vec3::new(q[0] / 0.1, q[1] / 0.2, q[2] / 0.3).norm() <= 1.0
            }),
        ];
        for (core, radius, inside) in cases {
            let mut body = Body::of_core(core, radius);
            let mut outline = Outline::default();
            outline.trace(&mut body, &at, up, 0.01);
            let z = outline.top_over(&body, &at, p, 1e-12).unwrap_or(f64::NAN);
            let slow = by_membership(|q| inside(at.local(q)), p, up);
            assert!((z - slow).abs() < 1e-12, "{core:?}: {z} {slow}");
            assert!(outline.height(&body, &at, p + Vec3::new(2.0, 0.0, 0.0), 1e-12).is_none());
        }
    }

    /// (1) and whether the line hits, by brute force on a convex function that is negative inside.
    fn by_search(f: &dyn Fn(Vec3) -> f64, p: Vec3, up: Vec3) -> Option<f64> {
        let at = |t: f64| f(p.add_scaled(up, t));
        // the lowest point of the function along the line, by thirds
        let (mut lo, mut hi) = (-3.0, 3.0);
        for _ in 0..200 {
            let (x, y) = (lo + (hi - lo) / 3.0, hi - (hi - lo) / 3.0);
            *(if at(x) < at(y) { &mut hi } else { &mut lo }) = if at(x) < at(y) { y } else { x };
        }
        let inside = 0.5 * (lo + hi);
        // lines that only touch are left out
        if at(inside) > -1e-4 {
            return (at(inside) < 1e-4).then_some(f64::NAN);
        }
        let (mut lo, mut hi) = (inside, 3.0);
        for _ in 0..100 {
            let mid = 0.5 * (lo + hi);
            *(if at(mid) <= 0.0 { &mut lo } else { &mut hi }) = mid;
        }
        Some(up.dot(p) + lo)
    }

    /// Any line through any solid of these kinds, hits and misses, along any direction.
    #[test]
    fn heights_are_those_of_the_solid_over_any_point() {
        let mut g = stiction_spatial::SplitMix64(9);
        let radial = |q: Vec3| (q[0] * q[0] + q[1] * q[1]).sqrt();
        type Level<'a> = &'a dyn Fn(Vec3) -> f64;
        let cases: [(Core<'_>, f64, Level<'_>); 5] = [
            (Core::Box { half: Vec3::new(0.1, 0.2, 0.3) }, 0.0, &|q| {
                (q[0].abs() - 0.1).max(q[1].abs() - 0.2).max(q[2].abs() - 0.3)
            }),
            (Core::Cylinder { radius: 0.2, half: 0.1 }, 0.0, &|q| (radial(q) - 0.2).max(q[2].abs() - 0.1)),
            (Core::Segment { half: 0.1 }, 0.15, &|q| {
                (q - Vec3::new(0.0, 0.0, q[2].clamp(-0.1, 0.1))).norm() - 0.15
            }),
            (Core::Ellipsoid { radii: Vec3::new(0.1, 0.2, 0.3) }, 0.0, &|q| {
                Vec3::new(q[0] / 0.1, q[1] / 0.2, q[2] / 0.3).norm() - 1.0
            }),
            (Core::Point, 0.2, &|q| q.norm() - 0.2),
        ];
        let mut hits = [[0; 2]; 5];
        for (k, (core, radius, level)) in cases.into_iter().enumerate() {
            for round in 0..400 {
                let mut random = |s: f64| Vec3([0, 1, 2].map(|_| s * g.sym()));
                let at = Placement::new(random(0.5), Quat::from_rotation_vector(random(2.0)).to_mat());
                // every third along an axis of the solid
                let up = if round % 3 == 0 { at.mat.col(round % 9 / 3) } else { random(1.0).normalized().0 };
                let p = at.point(random(0.3));
                let mut body = Body::of_core(core, radius);
                let mut outline = Outline::default();
                let top = outline.trace(&mut body, &at, up, 0.01);
                let z = outline.top_over(&body, &at, p, 1e-12);
                let slow = by_search(&|q| level(at.local(q)), p, up);
                match (z, slow) {
                    (_, Some(w)) if w.is_nan() => {}
                    (Some(z), Some(w)) => {
                        assert!(
                            (z - w).abs() < 1e-9 && z <= top + 1e-9,
                            "{core:?} {at:?} {up:?} {p:?}: {z} {w}"
                        )
                    }
                    (z, w) => {
                        assert!(z.is_none() && w.is_none(), "{core:?} {at:?} {up:?} {p:?}: {z:?} {w:?}")
                    }
                }
                hits[k][usize::from(z.is_some())] += 1;
            }
        }
        assert!(hits.iter().flatten().all(|n| *n > 40), "{hits:?}");
    }

    /// All corners and edges of a box that reach above the floor, and no others.
    #[test]
    fn an_outline_has_what_reaches_above_its_floor() {
        let mut g = stiction_spatial::SplitMix64(10);
        let half = Vec3::new(0.1, 0.2, 0.3);
        for _ in 0..200 {
            let mut random = |s: f64| Vec3([0, 1, 2].map(|_| s * g.sym()));
            let at = Placement::new(random(0.5), Quat::from_rotation_vector(random(2.0)).to_mat());
            let (up, depth) = (random(1.0).normalized().0, 0.4 * random(1.0)[0].abs());
            let corner = |i: usize| {
                at.point(Vec3([0, 1, 2].map(|k| if i >> k & 1 == 1 { half[k] } else { -half[k] })))
            };
            let height: Vec<f64> = (0..8).map(|i| up.dot(corner(i))).collect();
            let top = height.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let mut outline = Outline::default();
            let found = outline.trace(&mut Body::of_core(Core::Box { half }, 0.0), &at, up, depth);
            assert!((found - top).abs() < 1e-12);
            let above = |i: usize| height[i] >= top - depth;
            let want: Vec<Vec3> = (0..8).filter(|i| above(*i)).map(corner).collect();
            assert_eq!(outline.corners.len(), want.len());
            assert!(want.iter().all(|p| outline.corners.iter().any(|q| (*p - *q).norm() < 1e-12)));
            let pairs = (0..8).flat_map(|i| (0..3).map(move |k| (i, i | 1 << k))).filter(|(i, j)| i != j);
            assert_eq!(outline.edges.len(), pairs.filter(|(i, j)| above(*i) || above(*j)).count());
            for [p, q] in &outline.edges {
                let length = (*p - *q).norm();
                assert!(half.0.iter().any(|h| (length - 2.0 * h).abs() < 1e-12), "{length}");
            }
        }
    }

    #[test]
    fn a_line_along_the_wall_of_a_box_hits_it() {
        let mut body = Body::of_core(Core::Box { half: Vec3::new(0.1, 0.2, 0.3) }, 0.0);
        let at = Placement::new(Vec3::ZERO, Mat3::IDENTITY);
        let mut outline = Outline::default();
        let top = outline.trace(&mut body, &at, Vec3::Z, 1e-3);
        assert_eq!((top, outline.corners.len(), outline.edges.len()), (0.3, 4, 8));
        let z = |x: f64| outline.height(&body, &at, Vec3::new(x, 0.2, 5.0), 1e-9);
        assert!(z(0.1 + 1e-10).is_some_and(|z| (z - 0.3).abs() < 1e-15));
        assert_eq!(z(0.1 + 1e-8), None);
    }

    #[test]
    fn the_rim_of_a_tilted_cylinder_has_its_lowest_point_as_a_corner() {
        let at = turned();
        let up = Vec3::new(0.1, -0.3, 0.9).normalized().0;
        let mut body = Body::of_core(Core::Cylinder { radius: 0.2, half: 0.1 }, 0.0);
        let mut outline = Outline::default();
        let top = outline.trace(&mut body, &at, up, 1e-4);
        assert_eq!(outline.corners.len(), 1);
        assert!((up.dot(outline.corners[0]) - top).abs() < 1e-15);
        // steep: the highest and the lowest point of each end
        outline.trace(&mut body, &at, up, 1.0);
        assert_eq!(outline.corners.len(), 4);
        let mean = outline.corners.iter().fold(Vec3::ZERO, |s, p| s + *p).scale(0.25);
        assert!((mean - at.pos).norm() < 1e-15);
    }

    /// A line that misses by less than the tolerance counts, one that misses by more does not.
    #[test]
    fn lines_beside_a_solid_count_within_the_tolerance() {
        let (r, half, tol) = (0.2, 0.3, 1e-6);
        let near = |off: f64| {
            let x = Vec3::new(r + off, 0.05, 0.1);
            let ball = ball(Vec3::new(r + off, 0.0, -1.0), Vec3::Z, r, tol).is_some();
            let tube = tube(Vec3::new(r + off, -1.0, 0.4), Vec3::new(0.0, 0.8, 0.6), r, tol).is_some();
            let wall = along_cylinder(Vec3::new(0.0, r + off, 0.0), Vec3::Z, r, half, tol).is_some();
            let cap = along_cylinder(Vec3::new(0.05, -0.6, half + off), Vec3::Y, r, half, tol).is_some();
            let side = along_capsule(x - Vec3::Y * x[1], Vec3::Y, r, half, tol).is_some();
            let corner = along_box(Vec3::new(half + off, 0.0, -1.0), Vec3::Z, Vec3([half; 3]), tol).is_some();
            [ball, tube, wall, cap, side, corner]
        };
        for off in [-0.5 * tol, 0.0, 0.5 * tol] {
            assert_eq!(near(off), [true; 6], "{off}");
        }
        assert_eq!(near(2.0 * tol), [false; 6]);
    }

    /// Heights over round sides count only where the side looks along u: there a roll of the solid moves nothing.
    #[test]
    fn round_sides_count_where_they_look_up() {
        let at = turned();
        for (core, radius, on, off) in [
            (Core::Point, 0.2, Vec3::ZERO, Vec3::X * 1e-4),
            (Core::Segment { half: 0.3 }, 0.2, Vec3::Z * 0.25, Vec3::new(1e-4, 0.0, 0.25)),
            (Core::Segment { half: 0.3 }, 0.2, Vec3::Z * -0.25, Vec3::new(1e-4, 0.0, -0.25)),
            (Core::Segment { half: 0.3 }, 0.2, Vec3::Z * 0.3, Vec3::Z * 0.3001),
            (Core::Cylinder { radius: 0.2, half: 0.3 }, 0.0, Vec3::Z * 0.25, Vec3::X * 1e-4),
            (Core::Ellipsoid { radii: Vec3::new(0.1, 0.2, 0.3) }, 0.0, Vec3::ZERO, Vec3::X * 1e-4),
        ] {
            let mut body = Body::of_core(core, radius);
            let mut outline = Outline::default();
            outline.trace(&mut body, &at, at.mat.col(1), 1e-3);
            let z = |p: Vec3| outline.height(&body, &at, at.point(p), 1e-9);
            let top = at.mat.col(1).dot(at.pos) + 0.2;
            assert!(z(on).is_some_and(|z| (z - top).abs() < 1e-12), "{core:?}");
            assert_eq!(z(off), None, "{core:?}");
        }
    }
}

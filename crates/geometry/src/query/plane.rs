//! A plane against every convex solid, in closed form.
//!
//! With n the plane's normal and o a point on it, a surface point p of the other shape has
//!
//! ```text
//! dist = n · (p − o),        contact position p − ½ dist n
//! ```
//!
//! and the routines differ only in which points p they report:
//! sphere 1, capsule both ends, ellipsoid 1, cylinder up to 4 (lowest rim point, the rim point above it, two more
//! that complete a triangle on the lower disc), box the lower corners up to 4, mesh up to 4 corners of the polygon that
//! faces the plane.

use super::collide::Scratch;
use super::contact::{ContactPoint, Manifold, unit_or};
use super::features::{polygon, polygons_of};
use super::minkowski::ellipsoid_support;
use super::patch::{PatchScratch, spread};
use super::reduce::reduce;
use super::shape::{ConvexMesh, Placement, TriMesh};
use super::support::MeshSupport;
use stiction_spatial::{MIN_VAL, Vec3};

/// Plane normal and origin.
#[derive(Clone, Copy)]
pub(crate) struct Ground {
    origin: Vec3,
    normal: Vec3,
    margin: f64,
}

impl Ground {
    pub(crate) fn new(at: &Placement, margin: f64) -> Self {
        Ground { origin: at.pos, normal: at.mat.col(2), margin }
    }
    #[inline]
    fn height(&self, p: Vec3) -> f64 {
        (p - self.origin).dot(self.normal)
    }
    /// Reports surface point `p`, whose signed height is already known.
    #[inline]
    fn touch(&self, p: Vec3, dist: f64, out: &mut Manifold) {
        out.push(ContactPoint::new(dist, p.add_scaled(self.normal, -0.5 * dist), self.normal));
    }

    /// One sphere; true if it is within the margin.
    pub(crate) fn sphere(&self, center: Vec3, radius: f64, out: &mut Manifold) -> bool {
        let h = self.height(center);
        if h > self.margin + radius {
            return false;
        }
        let dist = h - radius;
        let pos = center.add_scaled(self.normal, -0.5 * dist - radius);
        out.push(ContactPoint::new(dist, pos, self.normal));
        true
    }

    /// Both ends of a capsule, upper end of its axis first; friction axes follow the capsule.
    pub(crate) fn capsule(&self, at: &Placement, radius: f64, half_length: f64, out: &mut Manifold) {
        let axis = at.mat.col(2);
        let first = out.len();
        self.sphere(at.pos.add_scaled(axis, half_length), radius, out);
        self.sphere(at.pos.add_scaled(axis, -half_length), radius, out);
        for p in &mut out.points_mut()[first..] {
            p.tangent = axis;
        }
    }

    /// Up to four points of a cylinder.
    ///
    /// The lowest point of the rim follows from the steepest descent within the disc. Upright (a tilt of 1e-15 … 1e-10) that is rounding
    /// noise, also along the axis, and depths of up to 1 % of the radius are invented, as in MuJoCo.
    pub(crate) fn cylinder(&self, at: &Placement, radius: f64, half_length: f64, out: &mut Manifold) {
        let n = self.normal;
        let mut axis = at.mat.col(2);
        let mut along = n.dot(axis);
        if along > 0.0 {
            axis = -axis;
            along = -along;
        }
        let down = axis.scale(along) - n;
        let len2 = down.norm_squared();
        let rim = if len2 >= MIN_VAL * MIN_VAL {
            down.scale(radius / len2.sqrt())
        } else {
            at.mat.col(0).scale(radius)
        };
        let rim_h = rim.dot(n);
        let center = self.height(at.pos);
        let axis = axis.scale(half_length);
        let axis_h = along * half_length;

        let lowest = center + axis_h + rim_h;
        if lowest > self.margin {
            return;
        }
        self.touch(at.pos + rim + axis, lowest, out);
        let above = center - axis_h + rim_h;
        if above <= self.margin {
            self.touch(at.pos + rim - axis, above, out);
        }
        // two more rim points, 120° away on the lower disc
        let side_h = center + axis_h - 0.5 * rim_h;
        if side_h <= self.margin {
            let side = unit_or(rim.cross(axis), Vec3::X).scale(radius * 3f64.sqrt() / 2.0);
            let base = at.pos + axis;
            self.touch((base + side).add_scaled(rim, -0.5), side_h, out);
            self.touch((base - side).add_scaled(rim, -0.5), side_h, out);
        }
    }

    /// The corners of a box that point down and are within the margin, at most four.
    pub(crate) fn cuboid(&self, at: &Placement, half: Vec3, out: &mut Manifold) {
        let center = self.height(at.pos);
        let mut found = 0;
        for i in 0..8 {
            let corner = at.mat.mul_vec(Vec3::new(
                if i & 1 != 0 { half[0] } else { -half[0] },
                if i & 2 != 0 { half[1] } else { -half[1] },
                if i & 4 != 0 { half[2] } else { -half[2] },
            ));
            let h = self.normal.dot(corner);
            if center + h > self.margin || h > 0.0 {
                continue;
            }
            self.touch(at.pos + corner, center + h, out);
            found += 1;
            if found == 4 {
                return;
            }
        }
    }

    /// Lowest point of an ellipsoid.
    pub(crate) fn ellipsoid(&self, at: &Placement, radii: Vec3, out: &mut Manifold) {
        let p = at.point(ellipsoid_support(radii, at.mat.tr_mul_vec(-self.normal)));
        let dist = self.height(p);
        if dist <= self.margin {
            self.touch(p, dist, out);
        }
    }

    /// The polygon of a hull that faces the plane at its lowest vertex: its corners within the margin, at most four.
    pub(crate) fn mesh(
        &self,
        at: &Placement,
        mesh: &ConvexMesh<'_>,
        patch: &mut PatchScratch,
        out: &mut Manifold,
    ) {
        let dir = at.mat.tr_mul_vec(-self.normal);
        let Some(best) = MeshSupport::new(mesh).farthest(dir) else { return };
        let lowest = at.point(mesh.vertex(best));
        let dist = self.height(lowest);
        if dist > self.margin {
            return;
        }
        let poly = facing_polygon(mesh, best, dir);
        let Some(first) = poly.iter().position(|v| *v as usize == best) else {
            self.touch(lowest, dist, out);
            return;
        };
        let points = &mut patch.points;
        points.clear();
        for k in 0..poly.len() {
            let p = at.point(mesh.vertex(poly[(first + k) % poly.len()] as usize));
            points.push((p, self.height(p)));
        }
        for (p, h) in spread(points).map(|i| points[i]) {
            if h <= self.margin {
                self.touch(p, h, out);
            }
        }
    }
}

impl Ground {
    /// Vertices of a triangle surface below the margin, thinned.
    pub(crate) fn surface(
        &self,
        at: &Placement,
        mesh: &TriMesh<'_>,
        scratch: &mut Scratch,
        out: &mut Manifold,
    ) {
        let mut points = std::mem::take(&mut scratch.points);
        points.clear();
        for i in 0..mesh.vert.len() / 3 {
            let p = at.point(mesh.vertex(i));
            let h = self.height(p);
            if h <= self.margin {
                points.push(ContactPoint::new(h, p.add_scaled(self.normal, -0.5 * h), self.normal));
            }
        }
        reduce(&mut points, &Placement::IDENTITY, out);
        scratch.points = points;
    }
}

/// Polygon around vertex `v` whose normal is nearest to `dir`; empty if the mesh has no polygons.
fn facing_polygon<'a>(mesh: &ConvexMesh<'a>, v: usize, dir: Vec3) -> &'a [i32] {
    let mut best = None;
    for &p in polygons_of(mesh, v as i32).unwrap_or(&[]) {
        let Some(n) = mesh.polynormal.get(3 * p as usize..3 * p as usize + 3) else { continue };
        let along = dir.dot(Vec3::new(n[0], n[1], n[2]));
        if best.is_none_or(|(b, _)| along > b) {
            best = Some((along, p as usize));
        }
    }
    best.map_or(&[], |(_, p)| polygon(mesh, p))
}

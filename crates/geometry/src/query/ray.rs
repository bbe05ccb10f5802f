//! Rays p + x d, x ≥ 0, against shapes: the nearest surface point and its outward normal.
//!
//! Distances count in multiples of d, which need not be unit. Quadrics give a x² + 2 b x + c = 0; surfaces are seen from inside
//! too, planes and height fields as MuJoCo sees them (a plane only from above, within its drawn rectangle).

use super::implicit::ray_sdf;
use super::ray_field::ray_height_field;
use super::ray_mesh::ray_triangles;
use super::shape::{Placement, Posed, Shape};
use stiction_spatial::{MIN_VAL, Vec3};

/// Where a ray meets a surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayHit {
    /// x ≥ 0.
    pub dist: f64,
    /// Outward unit normal of the surface, world frame.
    pub normal: Vec3,
}

/// A ray in some frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ray {
    pub pnt: Vec3,
    pub vec: Vec3,
}

impl Ray {
    /// The ray as a placed shape sees it.
    #[inline]
    pub(crate) fn seen_from(&self, at: &Placement) -> Ray {
        Ray { pnt: at.local(self.pnt), vec: at.mat.tr_mul_vec(self.vec) }
    }
    #[inline]
    pub(crate) fn at(&self, x: f64) -> Vec3 {
        self.pnt.add_scaled(self.vec, x)
    }
}

/// Nearest hit of the ray `pnt` + x `vec`, x ≥ 0, with one shape.
pub fn ray(target: &Posed<'_>, pnt: Vec3, vec: Vec3) -> Option<RayHit> {
    let at = &target.at;
    let local = Ray { pnt, vec }.seen_from(at);
    let hit = match target.shape {
        Shape::Plane { half } => plane(&local, *half),
        Shape::Sphere { radius } => sphere(&local, *radius),
        Shape::Capsule { radius, half_length } => capsule(&local, *radius, *half_length),
        Shape::Ellipsoid { radii } => ellipsoid(&local, *radii),
        Shape::Cylinder { radius, half_length } => cylinder(&local, *radius, *half_length),
        Shape::Box { half } => cuboid(&local, *half),
        Shape::HeightField(field) => ray_height_field(field, &local),
        Shape::Mesh(mesh) => mesh.surface.as_ref().and_then(|s| ray_triangles(s, &local)),
        Shape::Surface(surface) => ray_triangles(surface, &local),
        Shape::Sdf(solid) => ray_sdf(solid, &local),
    }?;
    Some(RayHit { dist: hit.dist, normal: at.mat.mul_vec(hit.normal) })
}

/// Roots of a x² + 2 b x + c, ascending; both −1 if there are none.
#[inline]
fn quadratic(a: f64, b: f64, c: f64) -> [f64; 2] {
    let det = b * b - a * c;
    if det < 0.0 || a < MIN_VAL {
        return [-1.0, -1.0];
    }
    let det = det.sqrt();
    [(-b - det) / a, (-b + det) / a]
}

/// The smaller root that is not negative.
#[inline]
fn first_root(r: [f64; 2]) -> Option<f64> {
    if r[0] >= 0.0 {
        Some(r[0])
    } else if r[1] >= 0.0 {
        Some(r[1])
    } else {
        None
    }
}

/// Roots with the sphere |p| = r.
#[inline]
fn ball(ray: &Ray, radius2: f64) -> [f64; 2] {
    let (p, d) = (ray.pnt, ray.vec);
    quadratic(d.norm_squared(), d.dot(p), p.norm_squared() - radius2)
}

fn plane(ray: &Ray, half: [f64; 2]) -> Option<RayHit> {
    if ray.vec[2] > -MIN_VAL {
        return None;
    }
    let x = -ray.pnt[2] / ray.vec[2];
    if x < 0.0 {
        return None;
    }
    let p = ray.at(x);
    let inside = |k: usize| half[k] <= 0.0 || p[k].abs() <= half[k];
    (inside(0) && inside(1)).then_some(RayHit { dist: x, normal: Vec3::Z })
}

fn sphere(ray: &Ray, radius: f64) -> Option<RayHit> {
    let x = first_root(ball(ray, radius * radius))?;
    Some(RayHit { dist: x, normal: ray.at(x).normalized().0 })
}

fn ellipsoid(ray: &Ray, radii: Vec3) -> Option<RayHit> {
    let s = Vec3(radii.0.map(|r| 1.0 / (r * r)));
    let (p, d) = (ray.pnt, ray.vec);
    let (sp, sd) = (p.hadamard(s), d.hadamard(s));
    let x = first_root(quadratic(sd.dot(d), sd.dot(p), sp.dot(p) - 1.0))?;
    Some(RayHit { dist: x, normal: ray.at(x).hadamard(s).normalized().0 })
}

/// First root with the infinite round side of radius r about z, if it lies within |z| ≤ half.
fn round_side(ray: &Ray, radius: f64, half: f64) -> Option<f64> {
    let (p, d) = (ray.pnt, ray.vec);
    let r = quadratic(
        d[0] * d[0] + d[1] * d[1],
        d[0] * p[0] + d[1] * p[1],
        p[0] * p[0] + p[1] * p[1] - radius * radius,
    );
    first_root(r).filter(|x| (p[2] + x * d[2]).abs() <= half)
}

fn capsule(ray: &Ray, radius: f64, half: f64) -> Option<RayHit> {
    let bound = radius + half;
    first_root(ball(ray, bound * bound))?;
    // (distance, z of the centre that the normal points from)
    let mut best = round_side(ray, radius, half).map(|x| (x, 0.0));
    for s in [1.0, -1.0] {
        let shifted = Ray { pnt: Vec3::new(ray.pnt[0], ray.pnt[1], ray.pnt[2] - s * half), vec: ray.vec };
        for x in ball(&shifted, radius * radius) {
            let beyond = s * (ray.pnt[2] + x * ray.vec[2]) >= half;
            if x >= 0.0 && beyond && best.is_none_or(|b| x < b.0) {
                best = Some((x, s));
            }
        }
    }
    let (x, s) = best?;
    let mut n = ray.at(x);
    n[2] = if s == 0.0 { 0.0 } else { n[2] - s * half };
    Some(RayHit { dist: x, normal: n.normalized().0 })
}

fn cylinder(ray: &Ray, radius: f64, half: f64) -> Option<RayHit> {
    first_root(ball(ray, radius * radius + half * half))?;
    let (p, d) = (ray.pnt, ray.vec);
    let mut best: Option<(f64, f64)> = None;
    if d[2].abs() > MIN_VAL {
        for s in [-1.0, 1.0] {
            let x = (s * half - p[2]) / d[2];
            let q = ray.at(x);
            let on_disc = q[0] * q[0] + q[1] * q[1] <= radius * radius;
            if x >= 0.0 && on_disc && best.is_none_or(|b| x < b.0) {
                best = Some((x, s));
            }
        }
    }
    if let Some(x) = round_side(ray, radius, half)
        && best.is_none_or(|b| x < b.0)
    {
        best = Some((x, 0.0));
    }
    let (x, s) = best?;
    let q = ray.at(x);
    let normal = if s == 0.0 { Vec3::new(q[0], q[1], 0.0).normalized().0 } else { Vec3::new(0.0, 0.0, s) };
    Some(RayHit { dist: x, normal })
}

/// Distances to the faces −x, +x, −y, +y, −z, +z of a box about the origin; −1 where the face is missed.
pub(crate) fn box_faces(ray: &Ray, half: Vec3) -> [f64; 6] {
    let mut all = [-1.0; 6];
    if first_root(ball(ray, half.norm_squared())).is_none() {
        return all;
    }
    for i in 0..3 {
        if ray.vec[i].abs() <= MIN_VAL {
            continue;
        }
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        for (slot, s) in [(0, -1.0), (1, 1.0)] {
            let x = (s * half[i] - ray.pnt[i]) / ray.vec[i];
            if x >= 0.0 {
                let p = ray.at(x);
                if p[j].abs() <= half[j] && p[k].abs() <= half[k] {
                    all[2 * i + slot] = x;
                }
            }
        }
    }
    all
}

/// Nearest of the face distances and its face.
pub(crate) fn nearest_face(all: &[f64; 6]) -> Option<(f64, usize)> {
    let mut best = None;
    for (i, &x) in all.iter().enumerate() {
        if x >= 0.0 && best.is_none_or(|(b, _)| x < b) {
            best = Some((x, i));
        }
    }
    best
}

/// Outward normal of face i.
pub(crate) fn face_normal(i: usize) -> Vec3 {
    let mut n = Vec3::ZERO;
    n[i / 2] = if i % 2 == 1 { 1.0 } else { -1.0 };
    n
}

pub(crate) fn cuboid(ray: &Ray, half: Vec3) -> Option<RayHit> {
    let (dist, face) = nearest_face(&box_faces(ray, half))?;
    Some(RayHit { dist, normal: face_normal(face) })
}

/// Result of one ray of a fan.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FanHit {
    /// Distance in multiples of the ray's vector, −1 if nothing was hit.
    pub dist: f64,
    /// Index of the target, −1 if none.
    pub target: i32,
    /// Outward normal, zero if nothing was hit.
    pub normal: Vec3,
}

impl FanHit {
    /// Nothing hit.
    pub const NONE: FanHit = FanHit { dist: -1.0, target: -1, normal: Vec3::ZERO };
}

/// Work memory of [`multi_ray`].
#[derive(Clone, Debug, Default)]
pub struct FanScratch {
    near: Vec<(u32, Vec3, f64)>,
}

/// Many rays from one point (`mj_multiRay`): the nearest of all targets for each.
///
/// `None` targets are skipped, and so are targets whose bounding sphere is farther than `cutoff` from the point. A ray
/// shorter than 1e-15 hits nothing.
pub fn multi_ray(
    pnt: Vec3,
    vec: &[Vec3],
    targets: &[Option<Posed<'_>>],
    cutoff: f64,
    scratch: &mut FanScratch,
    out: &mut [FanHit],
) {
    scratch.near.clear();
    for (i, t) in targets.iter().enumerate() {
        let Some(t) = t else { continue };
        let r = t.shape.rbound();
        let to = t.at.pos - pnt;
        if to.norm() <= cutoff + r {
            // planes have no bounding sphere
            let r2 = if r > 0.0 { r * r * (1.0 + 1e-9) } else { f64::INFINITY };
            scratch.near.push((i as u32, to, r2));
        }
    }
    for (d, hit) in vec.iter().zip(out.iter_mut()) {
        *hit = FanHit::NONE;
        let d2 = d.norm_squared();
        if d2 < MIN_VAL {
            continue;
        }
        for &(i, to, r2) in &scratch.near {
            // distance from the centre to the ray's line, and the part of the ray before the sphere
            let along = to.dot(*d);
            let gap2 = to.norm_squared() - along * along / d2;
            if gap2 > r2 || (along < 0.0 && to.norm_squared() > r2) {
                continue;
            }
            let Some(t) = &targets[i as usize] else { continue };
            if let Some(h) = ray(t, pnt, *d)
                && (hit.dist < 0.0 || h.dist < hit.dist)
            {
                *hit = FanHit { dist: h.dist, target: i as i32, normal: h.normal };
            }
        }
    }
}

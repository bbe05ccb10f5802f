//! Forces of a surrounding fluid of density ρ and viscosity β, moving with the wind.
//!
//! In the axes of the body's inertia or of the geom, with velocity (ω, v) relative to the fluid:
//!
//! inertia box (sides s)  τ = −β π d³ ω − ρ s_i (s_j⁴ + s_k⁴)|ω_i|ω_i/64,  d = mean side                            (1)
//!                        f = −3 β π d v − ½ ρ s_j s_k |v_i| v_i                                                   (2)
//! ellipsoid (semi-axes r) added mass   f = P × ω,  τ = P × v + L × ω,  P = ρ m∘v, L = ρ i∘ω                        (3)
//!                         Magnus       f = c_M ρ V ω × v                                                          (4)
//!                         Kutta        f = c_K ρ cosα A ((n × v) × v)                                             (5)
//!                         drag         f = −(3πDβ + ρ|v|(A c_b + (A_max − A) c_s)) v                              (6)
//!                         torque       τ = −(πD³β + ρ|I_c∘ω|) ω                                                   (7)
//! A is the area of the ellipsoid projected along v, n its (unnormalised) normal there, D = ⅔ Σr.
//!
//! Reads  model.{opt, body, geom}, kinematics, com, cvel     Writes qfrc_fluid
//! Cost   O(nbody · depth), no allocation
//! Source MuJoCo manual, fluid forces. Checked by: MuJoCo's qfrc_fluid; derivatives by differences.

use crate::chain::BodyPoint;
use crate::inputs::Positions;
use crate::moment::{apply_force, point_velocity};
use crate::stages::Velocities;
use std::f64::consts::PI;
use stiction_model::Model;
use stiction_model::ids::{BodyId, GeomId};
use stiction_model::kinds::GeomKind;
use stiction_spatial::{MIN_VAL, Mat3, Motion, Vec3};

/// Fluid forces on all bodies, added to `qfrc`.
pub fn forces(m: &Model, pos: &Positions<'_>, vel: &Velocities, qfrc: &mut [f64]) {
    if m.opt.viscosity == 0.0 && m.opt.density == 0.0 {
        return;
    }
    immersed(m, pos, vel, qfrc);
}

/// The same in a fluid; by itself, since mostly there is none.
#[inline(never)]
fn immersed(m: &Model, pos: &Positions<'_>, vel: &Velocities, qfrc: &mut [f64]) {
    for b in m.bodies() {
        each_shape(m, pos, vel, b, |s| {
            let f = shape_force(m, &s);
            apply_force(m, pos, [*s.mat * f.lin, *s.mat * f.ang], BodyPoint { body: b, pos: s.pos }, qfrc);
        });
    }
}

/// Torque and force on one shape, in its own axes.
#[inline]
pub(crate) fn shape_force(m: &Model, s: &Submerged<'_>) -> Motion {
    match &s.kind {
        ShapeKind::Box(sides) => box_force(m, sides, s.local),
        ShapeKind::Ellipsoid(e) => e.force(m, s.local),
    }
}

/// Something that the fluid pushes.
pub(crate) struct Submerged<'a> {
    pub(crate) kind: ShapeKind,
    pub(crate) pos: Vec3,
    pub(crate) mat: &'a Mat3,
    /// Velocity relative to the fluid, in its own axes.
    pub(crate) local: Motion,
}

pub(crate) enum ShapeKind {
    /// Sides of the equivalent inertia box.
    Box(Vec3),
    Ellipsoid(Ellipsoid),
}

/// The shapes of body `b`: its ellipsoids if any geom asks for that model, else its inertia box.
pub(crate) fn each_shape<'a>(
    m: &Model,
    pos: &Positions<'a>,
    vel: &Velocities,
    b: BodyId,
    mut visit: impl FnMut(Submerged<'a>),
) {
    if m.body.mass[b] < MIN_VAL {
        return;
    }
    let local = |p: Vec3, mat: &Mat3| {
        let v = point_velocity(m, pos, &vel.cvel, b, p);
        Motion::new(mat.tr_mul_vec(v.ang), mat.tr_mul_vec(v.lin) - mat.tr_mul_vec(m.opt.wind))
    };
    let geoms = m.body.geoms(b);
    if geoms.clone().all(|g| m.geom.fluid[g][0] <= 0.0) {
        let (p, mat) = (pos.kin.xipos[b], &pos.kin.ximat[b]);
        return visit(Submerged {
            kind: ShapeKind::Box(inertia_box(m, b)),
            pos: p,
            mat,
            local: local(p, mat),
        });
    }
    for g in geoms.filter(|&g| m.geom.fluid[g][0] != 0.0) {
        let (p, mat) = (pos.kin.geom_xpos[g], &pos.kin.geom_xmat[g]);
        let kind = ShapeKind::Ellipsoid(Ellipsoid::new(m, g));
        visit(Submerged { kind, pos: p, mat, local: local(p, mat) });
    }
}

/// Sides of the box with the body's mass and inertia.
pub(crate) fn inertia_box(m: &Model, b: BodyId) -> Vec3 {
    let i = m.body.inertia[b];
    let sum = i[0] + i[1] + i[2];
    Vec3([0, 1, 2].map(|k| ((sum - 2.0 * i[k]).max(MIN_VAL) / m.body.mass[b] * 6.0).sqrt()))
}

/// Coefficients of (1) and (2): viscous (angular, linear), then quadratic per axis (angular, linear).
pub(crate) fn box_coefficients(m: &Model, s: &Vec3) -> ([f64; 2], [Vec3; 2]) {
    let (beta, rho) = (m.opt.viscosity, m.opt.density);
    let d = (s[0] + s[1] + s[2]) / 3.0;
    let viscous = if beta > 0.0 { [PI * d * d * d * beta, 3.0 * PI * d * beta] } else { [0.0; 2] };
    let p4 = |x: f64| (x * x) * (x * x);
    let axis = |k: usize| (s[k], s[(k + 1) % 3], s[(k + 2) % 3]);
    let quadratic = if rho > 0.0 {
        [
            Vec3([0, 1, 2].map(|k| rho * axis(k).0 * (p4(axis(k).1) + p4(axis(k).2)) / 64.0)),
            Vec3([0, 1, 2].map(|k| 0.5 * rho * axis(k).1 * axis(k).2)),
        ]
    } else {
        [Vec3::ZERO; 2]
    };
    (viscous, quadratic)
}

/// Equations (1) and (2); the result is (torque, force) in local axes.
fn box_force(m: &Model, sides: &Vec3, v: Motion) -> Motion {
    let (viscous, quadratic) = box_coefficients(m, sides);
    let part = |v: Vec3, c: f64, q: Vec3| Vec3([0, 1, 2].map(|k| -c * v[k] - q[k] * v[k].abs() * v[k]));
    Motion::new(part(v.ang, viscous[0], quadratic[0]), part(v.lin, viscous[1], quadratic[1]))
}

/// a/b, zero where b vanishes: at rest, where every term that uses it vanishes too.
#[inline]
pub(crate) fn ratio(a: f64, b: f64) -> f64 {
    if b > 0.0 { a / b } else { 0.0 }
}

/// A geom under the ellipsoid model.
pub(crate) struct Ellipsoid {
    /// Semi-axes.
    pub(crate) r: Vec3,
    /// Scale of everything.
    pub(crate) scale: f64,
    pub(crate) blunt: f64,
    pub(crate) slender: f64,
    pub(crate) angular: f64,
    pub(crate) kutta: f64,
    pub(crate) magnus: f64,
    /// Virtual mass and inertia per unit density.
    pub(crate) mass: Vec3,
    pub(crate) inertia: Vec3,
}

/// What (5), (6) need of a velocity: |v|, Σ(r_j r_k)⁴v², Σ(r_j r_k)²v², projected area, normal.
pub(crate) struct Projection {
    pub(crate) speed: f64,
    pub(crate) denom: f64,
    pub(crate) num: f64,
    pub(crate) area: f64,
    pub(crate) normal: Vec3,
}

impl Ellipsoid {
    pub(crate) fn new(m: &Model, g: GeomId) -> Self {
        let s = m.geom.size[g];
        let r = match m.geom.kind[g].get() {
            Some(GeomKind::Sphere) => Vec3([s[0]; 3]),
            Some(GeomKind::Capsule) => Vec3([s[0], s[0], s[1] + s[0]]),
            Some(GeomKind::Cylinder) => Vec3([s[0], s[0], s[1]]),
            _ => Vec3(s),
        };
        let [scale, blunt, slender, angular, kutta, magnus, m0, m1, m2, i0, i1, i2] = m.geom.fluid[g];
        let (mass, inertia) = (Vec3([m0, m1, m2]), Vec3([i0, i1, i2]));
        Ellipsoid { r, scale, blunt, slender, angular, kutta, magnus, mass, inertia }
    }
    pub(crate) fn volume(&self) -> f64 {
        4.0 / 3.0 * PI * self.r[0] * self.r[1] * self.r[2]
    }
    /// Diameter of the equivalent sphere.
    pub(crate) fn diameter(&self) -> f64 {
        2.0 / 3.0 * (self.r[0] + self.r[1] + self.r[2])
    }
    /// Largest and middle semi-axis.
    fn max_mid(&self) -> (f64, f64) {
        let r = &self.r;
        let (max, min) = (r[0].max(r[1]).max(r[2]), r[0].min(r[1]).min(r[2]));
        (max, r[0] + r[1] + r[2] - max - min)
    }
    pub(crate) fn max_area(&self) -> f64 {
        let (max, mid) = self.max_mid();
        PI * max * mid
    }
    /// I_c of (7).
    pub(crate) fn drag_moments(&self) -> Vec3 {
        let p4 = |x: f64| (x * x) * (x * x);
        let (max, mid) = self.max_mid();
        let most = 8.0 / 15.0 * PI * mid * p4(max);
        Vec3([0, 1, 2].map(|k| {
            let other = self.r[(k + 1) % 3].max(self.r[(k + 2) % 3]);
            let own = 8.0 / 15.0 * PI * self.r[k] * p4(other);
            self.angular * own + self.slender * (most - own)
        }))
    }
    /// (r_j r_k)² per axis.
    pub(crate) fn areas_squared(&self) -> Vec3 {
        Vec3([0, 1, 2].map(|k| {
            let a = self.r[(k + 1) % 3] * self.r[(k + 2) % 3];
            a * a
        }))
    }
    pub(crate) fn projection(&self, v: Vec3) -> Projection {
        let a = self.areas_squared();
        let normal = a.hadamard(v);
        let (denom, num) = (normal.dot(normal), normal.dot(v));
        let area = PI * ratio(denom, num).sqrt();
        Projection { speed: v.norm(), denom, num, area, normal }
    }
    /// Equations (3) to (7); the result is (torque, force) in local axes.
    fn force(&self, m: &Model, v: Motion) -> Motion {
        let (beta, rho) = (m.opt.viscosity, m.opt.density);
        let (w, v) = (v.ang, v.lin);
        let p = v.hadamard(self.mass) * rho;
        let l = w.hadamard(self.inertia) * rho;
        let mut torque = p.cross(v) + l.cross(w);
        let mut force = p.cross(w);
        force += w.cross(v) * (self.magnus * rho * self.volume());
        let at = self.projection(v);
        let cos = ratio(at.num, at.speed * at.denom);
        force += at.normal.cross(v).cross(v) * (self.kutta * rho * cos * at.area);
        let d = self.diameter();
        let area = at.area * self.blunt + self.slender * (self.max_area() - at.area);
        force -= v * (3.0 * PI * d * beta + rho * at.speed * area);
        torque -= w * (PI * d * d * d * beta + rho * self.drag_moments().hadamard(w).norm());
        Motion::new(torque * self.scale, force * self.scale)
    }
}

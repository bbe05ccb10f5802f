//! Velocity derivatives of fluid forces, shape by shape.
//!
//! D += Jᵀ B J with B = ∂(τ, f)/∂(ω, v) in the shape's axes, the equations of [`crate::fluid`] differentiated term by term.
//!
//! The scale of a geom's fluid forces (0 or 1 in files) does not enter B, as in MuJoCo.
//!
//! Checked by: finite differences of the forces, MuJoCo's qDeriv.

use super::{Derivative, is_free_body, lower_row};
use crate::fluid::{Ellipsoid, ShapeKind, Submerged, box_coefficients, each_shape, ratio, shape_force};
use crate::inputs::{DerivativeInput, Positions};
use crate::moment::{column, each_dof, offset};
use crate::stages::Velocities;
use std::f64::consts::PI;
use stiction_model::Model;
use stiction_model::ids::BodyId;
use stiction_spatial::{Force, Mat3, Motion, Vec3};

/// A 6×6 matrix in blocks: rows (torque, force), columns (angular, linear).
#[derive(Clone, Copy, Default)]
pub(crate) struct Blocks {
    pub(crate) aa: Mat3,
    pub(crate) al: Mat3,
    pub(crate) la: Mat3,
    pub(crate) ll: Mat3,
}

/// D += fluid; `symmetric` as the fast integrator needs it.
pub(crate) fn add(m: &Model, x: &DerivativeInput<'_>, symmetric: bool, out: &mut Derivative) {
    if m.opt.viscosity <= 0.0 && m.opt.density <= 0.0 {
        return;
    }
    for b in m.bodies() {
        let keep = !symmetric || is_free_body(m, b);
        each_shape(m, &x.pos, x.vel, b, |s| {
            let mut d = shape_derivative(m, &s);
            if !keep {
                d = d.symmetrized();
            }
            add_shape(m, x, b, &s, &d, out);
        });
    }
}

/// What the fluid does to one shape of a body, in world axes at the shape's place.
#[derive(Clone, Copy, Debug)]
pub struct FluidWrench {
    /// Where it acts.
    pub pos: Vec3,
    /// Torque and force.
    pub wrench: Force,
    /// Rows (torque, force), columns (angular, linear velocity), row-major.
    pub slope: [f64; 36],
}

/// Visits what the fluid does to body `b`.
pub fn each_wrench(
    m: &Model,
    pos: &Positions<'_>,
    vel: &Velocities,
    b: BodyId,
    mut visit: impl FnMut(FluidWrench),
) {
    if m.opt.viscosity <= 0.0 && m.opt.density <= 0.0 {
        return;
    }
    each_shape(m, pos, vel, b, |s| {
        let f = shape_force(m, &s);
        let d = shape_derivative(m, &s);
        let scale = match &s.kind {
            ShapeKind::Box(_) => 1.0,
            ShapeKind::Ellipsoid(e) => e.scale,
        };
        let mut slope = [0.0; 36];
        for c in 0..6 {
            let mut e = [0.0; 6];
            e[c] = 1.0;
            let e = Motion::from_array(e);
            let answer = d.mul(Motion::new(s.mat.tr_mul_vec(e.ang), s.mat.tr_mul_vec(e.lin)));
            let answer = Motion::new(*s.mat * answer.ang, *s.mat * answer.lin).to_array();
            for (r, x) in answer.into_iter().enumerate() {
                slope[6 * r + c] = scale * x;
            }
        }
        visit(FluidWrench { pos: s.pos, wrench: Force::new(*s.mat * f.ang, *s.mat * f.lin), slope });
    });
}

/// The symmetric drag part of B of one shape.
fn shape_drag(m: &Model, kind: &ShapeKind, local: Motion) -> Blocks {
    match kind {
        ShapeKind::Box(sides) => box_derivative(m, sides, local),
        ShapeKind::Ellipsoid(e) => ellipsoid_drag(m, e, local).symmetrized(),
    }
}

/// The drag of one shape of a body, in world axes at the shape's place; rows (torque, force), columns (angular, linear), row-major.
#[derive(Clone, Copy, Debug)]
pub struct FluidDrag {
    /// Where it acts.
    pub pos: Vec3,
    /// Its symmetric slope by velocity.
    pub slope: [f64; 36],
    /// How slope · α changes with the velocity.
    pub bend: [f64; 36],
}

/// Step of the differences of a slope [m/s, rad/s].
const STEP: f64 = 1e-6;

/// Visits the drag of body `b` for a motion `alpha` of it, about the reference point of its tree.
pub fn each_drag(
    m: &Model,
    pos: &Positions<'_>,
    vel: &Velocities,
    b: BodyId,
    alpha: Motion,
    mut visit: impl FnMut(FluidDrag),
) {
    let unit = |c: usize| {
        let mut e = [0.0; 6];
        e[c] = 1.0;
        Motion::from_array(e)
    };
    each_shape(m, pos, vel, b, |s| {
        let local = |x: Motion| Motion::new(s.mat.tr_mul_vec(x.ang), s.mat.tr_mul_vec(x.lin));
        let world = |x: Motion| Motion::new(*s.mat * x.ang, *s.mat * x.lin).to_array();
        let r = offset(m, pos, b, s.pos);
        let along = local(Motion::new(alpha.ang, column(&alpha, r)));
        let here = shape_drag(m, &s.kind, s.local);
        let (mut slope, mut bend) = ([0.0; 36], [0.0; 36]);
        for c in 0..6 {
            let e = local(unit(c));
            let [up, down] = [STEP, -STEP].map(|h| {
                let v = s.local;
                shape_drag(m, &s.kind, Motion::new(v.ang.add_scaled(e.ang, h), v.lin.add_scaled(e.lin, h)))
                    .mul(along)
            });
            let (rows, change) = (world(here.mul(e)), world((up - down) * (0.5 / STEP)));
            for r in 0..6 {
                (slope[6 * r + c], bend[6 * r + c]) = (rows[r], change[r]);
            }
        }
        visit(FluidDrag { pos: s.pos, slope, bend });
    });
}

/// lower −= h JᵀDJ with the symmetric drag part of B only, in the layout of M.
pub(crate) fn add_drag(
    m: &Model,
    x: &DerivativeInput<'_>,
    columns: &mut [[f64; 6]],
    h: f64,
    lower: &mut [f64],
) {
    for b in m.bodies() {
        each_shape(m, &x.pos, x.vel, b, |s| {
            let d = shape_drag(m, &s.kind, s.local);
            local_columns(m, x, b, &s, columns);
            each_dof(m, b, |i| {
                let f = d.mul(Motion::from_array(columns[i]));
                for k in m.sparse.inertia(i.idx()) {
                    let c = Motion::from_array(columns[m.sparse.M_colind[k] as usize]);
                    lower[k] -= h * (c.ang.dot(f.ang) + c.lin.dot(f.lin));
                }
            });
        });
    }
}

/// Local columns of the chain of body `b` at the shape.
fn local_columns(m: &Model, x: &DerivativeInput<'_>, b: BodyId, s: &Submerged<'_>, columns: &mut [[f64; 6]]) {
    let r = offset(m, &x.pos, b, s.pos);
    each_dof(m, b, |i| {
        let c = &x.pos.com.cdof[i];
        columns[i] = Motion::new(s.mat.tr_mul_vec(c.ang), s.mat.tr_mul_vec(column(c, r))).to_array();
    });
}

/// B of one shape.
pub(crate) fn shape_derivative(m: &Model, s: &Submerged<'_>) -> Blocks {
    match &s.kind {
        ShapeKind::Box(sides) => box_derivative(m, sides, s.local),
        ShapeKind::Ellipsoid(e) => ellipsoid_derivative(m, e, s.local),
    }
}

/// Adds JᵀBJ over the chain of body `b`; all its dofs are related, so every pair is in the pattern.
fn add_shape(
    m: &Model,
    x: &DerivativeInput<'_>,
    b: BodyId,
    s: &Submerged<'_>,
    d: &Blocks,
    out: &mut Derivative,
) {
    let Derivative { qDeriv, mirror, columns, .. } = out;
    local_columns(m, x, b, s, columns);
    each_dof(m, b, |i| {
        let ci = Motion::from_array(columns[i]);
        let (right, left) = (d.mul(ci), d.mul_transposed(ci));
        for k in lower_row(m, i.idx()) {
            let j = m.sparse.D_colind[k] as usize;
            let cj = Motion::from_array(columns[j]);
            let pair = |f: Motion| cj.ang.dot(f.ang) + cj.lin.dot(f.lin);
            qDeriv[k] += pair(left);
            if i.idx() != j {
                qDeriv[mirror[k]] += pair(right);
            }
        }
    });
}

impl Blocks {
    fn mul(&self, v: Motion) -> Motion {
        Motion::new(self.aa * v.ang + self.al * v.lin, self.la * v.ang + self.ll * v.lin)
    }
    fn mul_transposed(&self, v: Motion) -> Motion {
        Motion::new(
            self.aa.tr_mul_vec(v.ang) + self.la.tr_mul_vec(v.lin),
            self.al.tr_mul_vec(v.ang) + self.ll.tr_mul_vec(v.lin),
        )
    }
    fn symmetrized(&self) -> Self {
        let half = |a: &Mat3, b: &Mat3| Mat3(std::array::from_fn(|k| 0.5 * (a.0[k] + b.transpose().0[k])));
        let al = half(&self.al, &self.la);
        Blocks { aa: half(&self.aa, &self.aa), al, la: al.transpose(), ll: half(&self.ll, &self.ll) }
    }
}

fn add3(a: &mut Mat3, b: &Mat3, s: f64) {
    a.0.iter_mut().zip(&b.0).for_each(|(a, b)| *a += s * b);
}

fn outer(a: Vec3, b: Vec3) -> Mat3 {
    Mat3::from_rows(b * a[0], b * a[1], b * a[2])
}

fn box_derivative(m: &Model, sides: &Vec3, v: Motion) -> Blocks {
    let (viscous, quadratic) = box_coefficients(m, sides);
    let part = |v: Vec3, c: f64, q: Vec3| Mat3::diag(Vec3([0, 1, 2].map(|k| -c - q[k] * 2.0 * v[k].abs())));
    Blocks {
        aa: part(v.ang, viscous[0], quadratic[0]),
        ll: part(v.lin, viscous[1], quadratic[1]),
        ..Blocks::default()
    }
}

fn ellipsoid_derivative(m: &Model, e: &Ellipsoid, local: Motion) -> Blocks {
    let rho = m.opt.density;
    let (w, v) = (local.ang, local.lin);
    let mut d = ellipsoid_drag(m, e, local);
    added_mass(&mut d, e, rho, local);
    let magnus = e.magnus * rho * e.volume();
    add3(&mut d.la, &Mat3::skew(v), -magnus);
    add3(&mut d.ll, &Mat3::skew(w), magnus);
    add3(&mut d.ll, &kutta(e, v), PI * e.kutta * rho);
    d
}

/// The derivatives of drag and viscous torque alone.
fn ellipsoid_drag(m: &Model, e: &Ellipsoid, local: Motion) -> Blocks {
    let (beta, rho) = (m.opt.viscosity, m.opt.density);
    let (w, v) = (local.ang, local.lin);
    let mut d = Blocks::default();
    add3(&mut d.ll, &drag(e, beta, rho, v), 1.0);
    let (i, diameter) = (e.drag_moments(), e.diameter());
    let n = i.hadamard(w).norm();
    let scaled = i.hadamard(i).hadamard(w) * ratio(rho, n);
    let linear = PI * diameter * diameter * diameter * beta + w.dot(scaled);
    add3(&mut d.aa, &Mat3::IDENTITY, -linear);
    add3(&mut d.aa, &outer(w, scaled), -1.0);
    d
}

/// f = P × ω, τ = P × v + L × ω.
fn added_mass(d: &mut Blocks, e: &Ellipsoid, rho: f64, local: Motion) {
    let (w, v) = (local.ang, local.lin);
    let (mass, inertia) = (e.mass * rho, e.inertia * rho);
    let (p, l) = (Mat3::skew(mass.hadamard(v)), Mat3::skew(inertia.hadamard(w)));
    add3(&mut d.aa, &l, 1.0);
    add3(&mut d.aa, &(Mat3::skew(w) * Mat3::diag(inertia)), -1.0);
    add3(&mut d.al, &p, 1.0);
    add3(&mut d.al, &(Mat3::skew(v) * Mat3::diag(mass)), -1.0);
    add3(&mut d.la, &p, 1.0);
    add3(&mut d.ll, &(Mat3::skew(w) * Mat3::diag(mass)), -1.0);
}

/// Lift F = g h with g = √(num/(denom |v|²)) and h = (n × v) × v = v num − n |v|², without its constant factor.
fn kutta(e: &Ellipsoid, v: Vec3) -> Mat3 {
    let a = e.areas_squared();
    let at = e.projection(v);
    let (n, v2) = (at.normal, v.dot(v));
    let h = v * at.num - n * v2;
    // num ∇g/g
    let slope = n - a.hadamard(n) * (ratio(at.num, at.denom)) - v * (ratio(at.num, v2));
    let mut dh = outer(v, n * 2.0);
    add3(&mut dh, &outer(n, v), -2.0);
    add3(&mut dh, &Mat3::diag(Vec3([0, 1, 2].map(|k| at.num - a[k] * v2))), 1.0);
    let mut d = outer(h, slope);
    add3(&mut d, &dh, at.num);
    let scale = ratio(1.0, at.denom.sqrt() * at.num.sqrt() * at.speed);
    Mat3(d.0.map(|x| x * scale))
}

/// f = −(3πDβ + ρ|v| Q(v)) v with Q = A c_b + (A_max − A) c_s.
fn drag(e: &Ellipsoid, beta: f64, rho: f64, v: Vec3) -> Mat3 {
    let a = e.areas_squared();
    let at = e.projection(v);
    let q = rho * (at.area * e.blunt + e.slender * (e.max_area() - at.area));
    // ∇A = π (num ∇denom − denom ∇num)/2 / √(num³ denom)
    let grad = a.hadamard(at.normal) * at.num - at.normal * at.denom;
    let grad = grad * ratio(PI, at.num * at.num.sqrt() * at.denom.sqrt());
    let mut d = outer(v, v);
    add3(&mut d, &Mat3::IDENTITY, v.dot(v));
    let scale = -ratio(q, at.speed);
    let mut d = Mat3(d.0.map(|x| x * scale));
    add3(&mut d, &outer(v, grad), -rho * at.speed * (e.blunt - e.slender));
    add3(&mut d, &Mat3::IDENTITY, -3.0 * PI * e.diameter() * beta);
    d
}

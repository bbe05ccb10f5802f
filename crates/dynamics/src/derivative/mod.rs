//! Derivatives of smooth forces with respect to velocity, for the integrators that are implicit in velocity.
//!
//! D = ∂(τ_passive + τ_actuator − c)/∂q̇                                                                        (1)
//!
//! restricted to pairs of dofs of which one is an ancestor of the other (the pattern of M). Parts:
//!
//! damping    −d(v p(|v|))/dv on the diagonal, −Jᵀ d J of tendons                                               (2)
//! actuators  Jᵀ (∂p/∂l̇) J                                     [`actuator`]                                     (3)
//! fluid      Jᵀ (∂f/∂v) J per shape                           [`fluid`]                                        (4)
//! bias       −∂c/∂q̇                                           [`bias`]                                         (5)
//!
//! (2), (3) are symmetric and are summed in the lower triangle; (4), (5) are not.
//!
//! Reads  model, velocities, forces     Writes Derivative
//! Cost   O(nv · depth), no allocation
//! Checked by: finite differences of the forces, MuJoCo's qDeriv.

pub mod actuator;
pub mod bias;
pub mod fluid;
pub mod free_body;
pub mod metric;

pub use free_body::{free_bias_velocity, is_free_body};

use crate::inputs::DerivativeInput;
use crate::passive::{dof_damper, tendon_damper};
use crate::stages::SparseRow;
use crate::tendon::{add_on_pattern, jacobian_row};
use std::ops::Range;
use stiction_model::Model;
use stiction_model::kinds::disable;
use stiction_spatial::Inertia;

/// D and the work space that it needs.
#[derive(Clone, Debug, Default)]
#[allow(non_snake_case)]
pub struct Derivative {
    /// D on the full pattern `model.sparse.D_*` (nD).
    pub qDeriv: Vec<f64>,
    /// Place of D_ji for every place of D_ij (nD).
    mirror: Vec<usize>,
    /// Work space of [`bias`]: composite gyroscopic matrices (nbody).
    gyro: Vec<[f64; 36]>,
    /// The same in closed form (nbody).
    turns: Vec<bias::Turn>,
    lines: bias::Lines,
    /// Work space: W of [`bias`], or local columns of a body's chain for [`fluid`] (nv).
    columns: Vec<[f64; 6]>,
}

impl Derivative {
    /// Arrays of the sizes that `m` needs.
    pub fn allocate(m: &Model) -> Self {
        let s = &m.size;
        let mut mirror = vec![0; s.nD];
        for i in 0..s.nv {
            for k in m.sparse.derivative(i) {
                let j = m.sparse.D_colind[k] as usize;
                let other = m.sparse.derivative(j);
                let at = m.sparse.D_colind[other.clone()].binary_search(&(i as i32));
                mirror[k] = other.start + at.unwrap_or(0);
            }
        }
        Derivative {
            qDeriv: vec![0.0; s.nD],
            mirror,
            gyro: vec![[0.0; 36]; s.nbody],
            turns: vec![bias::Turn::NONE; s.nbody],
            lines: bias::Lines::default(),
            columns: vec![[0.0; 6]; s.nv],
        }
    }

    /// Place of D_ji for the place `at` of D_ij.
    pub fn mirror(&self, at: usize) -> usize {
        self.mirror[at]
    }

    /// Copies the lower triangle to the upper one, which is zero.
    fn symmetrize(&mut self, m: &Model) {
        for i in 0..m.size.nv {
            let row = lower_row(m, i);
            for k in row.start..row.end - 1 {
                let v = self.qDeriv[k];
                if v != 0.0 {
                    self.qDeriv[self.mirror[k]] = v;
                }
            }
        }
    }
}

/// Places of row i of D up to the diagonal: the dof's ancestors and itself.
pub fn lower_row(m: &Model, i: usize) -> Range<usize> {
    let a = m.sparse.D_rowadr[i] as usize;
    a..a + m.sparse.D_diag[i] as usize + 1
}

/// How much of (1) to compute.
#[derive(Clone, Copy, Debug)]
pub enum Terms<'a> {
    /// All of it (`implicit`); needs the composite inertias `crb` of the mass matrix.
    WithBias(&'a [Inertia]),
    /// Without (5) and with (4) made symmetric, except for standalone free bodies (`implicitfast`).
    Fast,
}

/// Equation (1) (`mjd_smooth_vel`).
pub fn smooth_velocity(m: &Model, x: &DerivativeInput<'_>, terms: Terms<'_>, out: &mut Derivative) {
    out.qDeriv.fill(0.0);
    actuator::add(m, x, &mut out.qDeriv);
    let passive = !(m.disabled(disable::SPRING) && m.disabled(disable::DAMPER));
    if passive && !m.disabled(disable::DAMPER) {
        add_damping(m, x, &mut out.qDeriv);
    }
    out.symmetrize(m);
    if passive {
        fluid::add(m, x, matches!(terms, Terms::Fast), out);
    }
    if let Terms::WithBias(crb) = terms {
        bias::subtract(m, x, crb, out);
    }
}

/// Equation (2), lower triangle.
fn add_damping(m: &Model, x: &DerivativeInput<'_>, d: &mut [f64]) {
    for i in 0..m.size.nv {
        d[lower_row(m, i).end - 1] -= dof_damper(m, i, |c| c.slope(x.qvel[i].abs()));
    }
    for t in 0..m.size.ntendon {
        let b = -tendon_damper(m, t, |c| c.slope(x.vel.ten_velocity[t].abs()));
        add_rank_one(m, jacobian_row(m, x.ten, t), b, d);
    }
}

/// Lower triangle of D += b J Jᵀ of one sparse row J, within the pattern.
fn add_rank_one(m: &Model, row: SparseRow<'_>, b: f64, d: &mut [f64]) {
    if b == 0.0 {
        return;
    }
    for (k, &i) in row.cols.iter().enumerate() {
        let at = lower_row(m, i as usize);
        let s = b * row.vals[k];
        d[at.end - 1] += s * row.vals[k];
        if k > 0 {
            add_on_pattern(&m.sparse.D_colind[at.clone()], &mut d[at], row.head(k), s);
        }
    }
}

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
//! (2), (3) are symmetric; (4), (5) are not. Values are kept as two lower triangles in the layout of M: `lower` has D_ij
//! with j an ancestor of i, `upper` has D_ji; `q_deriv` spreads them over the full pattern.
//!
//! Reads  model, velocities, forces     Writes Derivative
//! Cost   O(nv · depth), no allocation
//! Checked by: finite differences of the forces, MuJoCo's qDeriv.

pub mod actuator;
pub mod bias;
mod fluid;
pub mod free_body;
pub mod metric;

pub use free_body::{free_bias_velocity, is_free_body};

use crate::inputs::DerivativeInput;
use crate::passive::{dof_damping, tendon_damping};
use crate::poly;
use crate::tendon::{add_on_pattern, jacobian_row};
use stiction_model::Model;
use stiction_model::fields;
use stiction_model::kinds::disable;
use stiction_spatial::Inertia;

fields! {
    /// D on the full pattern. Written by `derivative`.
    #[allow(non_snake_case)]
    pub struct QDeriv("") {
        qDeriv: Vec<f64>,
    }
}

/// Velocity derivatives and their work space.
#[derive(Clone, Debug, Default)]
pub struct Derivative {
    /// D_ij, j an ancestor of i or i itself, in the layout of M (nC).
    pub lower: Vec<f64>,
    /// D_ji, in the same layout (nC).
    pub upper: Vec<f64>,
    /// Work space of [`bias`]: composite gyroscopic matrices (nbody).
    gyro: Vec<[f64; 36]>,
    /// Work space of [`fluid`]: local columns of a body's chain (nv).
    columns: Vec<[f64; 6]>,
}

impl Derivative {
    /// Arrays of the sizes that `m` needs.
    pub fn allocate(m: &Model) -> Self {
        let s = &m.size;
        Derivative {
            lower: vec![0.0; s.nC],
            upper: vec![0.0; s.nC],
            gyro: vec![[0.0; 36]; s.nbody],
            columns: vec![[0.0; 6]; s.nv],
        }
    }
    /// D on the full pattern `model.sparse.D_*` (MuJoCo's `qDeriv`), into `out` (nD).
    pub fn q_deriv(&self, m: &Model, out: &mut [f64]) {
        for i in 0..m.size.nv {
            let a = m.sparse.D_rowadr[i] as usize;
            for k in a..a + m.sparse.D_rownnz[i] as usize {
                let from = m.sparse.mapM2D[k] as usize;
                let below = m.sparse.D_colind[k] as usize <= i;
                out[k] = if below { self.lower[from] } else { self.upper[from] };
            }
        }
    }
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
    out.lower.fill(0.0);
    actuator::add(m, x, &mut out.lower);
    let passive = !(m.disabled(disable::SPRING) && m.disabled(disable::DAMPER));
    if passive && !m.disabled(disable::DAMPER) {
        add_damping(m, x, &mut out.lower);
    }
    out.upper.copy_from_slice(&out.lower);
    if passive {
        fluid::add(m, x, matches!(terms, Terms::Fast), out);
    }
    if let Terms::WithBias(crb) = terms {
        bias::subtract(m, x, crb, out);
    }
}

/// Equation (2).
fn add_damping(m: &Model, x: &DerivativeInput<'_>, lower: &mut [f64]) {
    for i in 0..m.size.nv {
        let (d, p) = dof_damping(m, i);
        lower[diagonal(m, i)] -= poly::slope(d, &p, x.qvel[i].abs());
    }
    for t in 0..m.size.ntendon {
        let (d, p) = tendon_damping(m, t);
        let b = -poly::slope(d, &p, x.vel.ten_velocity[t].abs());
        add_rank_one(m, jacobian_row(m, x.ten, t), b, lower);
    }
}

/// Place of M_ii.
#[inline]
pub(crate) fn diagonal(m: &Model, i: usize) -> usize {
    (m.sparse.M_rowadr[i] + m.sparse.M_rownnz[i] - 1) as usize
}

/// lower += b J Jᵀ of one sparse row J, within the pattern.
pub(crate) fn add_rank_one(m: &Model, row: (&[i32], &[f64]), b: f64, lower: &mut [f64]) {
    if b == 0.0 {
        return;
    }
    for (k, &i) in row.0.iter().enumerate() {
        let a = m.sparse.M_rowadr[i as usize] as usize;
        let e = a + m.sparse.M_rownnz[i as usize] as usize;
        let head = (&row.0[..=k], &row.1[..=k]);
        add_on_pattern(&m.sparse.M_colind[a..e], &mut lower[a..e], head, b * row.1[k]);
    }
}

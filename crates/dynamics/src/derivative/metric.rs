//! The metric of the discrete step: M̂ = M + hD + h²K, and the shift −hKv of the smooth force.
//!
//! D and K are the parts of −∂f/∂v and −∂f/∂q that keep M̂ positive definite, each clamped to the sign that takes energy out:
//!
//! joints      hD + h²K on the diagonal, K the slope of the spring, D the slope of the damper                    (1)
//! fluid       hD within the pattern of M: drag only                                                             (2)
//! tendons     Jᵀ (h² k + h b) J                                                                                 (3)
//! actuators   Jᵀ (h² g_p + h g_v) J,   g_p = −∂p/∂l, g_v = −∂p/∂l̇                                              (4)
//!
//! (3) and (4) are given as one scale per tendon and per actuator (zero: no term); the rows are those of the tendon Jacobian
//! and of the moment arms.
//!
//! Reads  model, qpos, qvel, tendons, transmissions, actuation     Writes Metric
//! Cost   O(nv + nbody · depth²), no allocation     Checked by: MuJoCo's efm_*.

use super::actuator::{position_gain, velocity_gain};
use super::fluid;
use crate::inputs::DerivativeInput;
use crate::passive::{dof_damper, joint_excess, tendon_damper, tendon_excess};
use crate::poly::Poly;
use crate::stages::SparseRow;
use crate::tendon::jacobian_row;
use crate::transmission::moment_row;
use stiction_model::Model;
use stiction_model::kinds::disable;

/// What the discrete step adds to M and takes from the smooth force. Written by [`metric`] and [`actuator_metric`].
#[derive(Clone, Debug, Default)]
pub struct Metric {
    /// hD + h²K of joints, on the diagonal (nv).
    pub diag: Vec<f64>,
    /// hD of the fluid, in the layout of M (nC).
    pub fluid: Vec<f64>,
    /// h²k + hb per tendon (ntendon).
    pub tendon: Vec<f64>,
    /// h²g_p + h g_v per actuator, for each of its force outputs (nactuator).
    pub actuator: Vec<f64>,
    /// −hKv of joints and tendons, to be added to the smooth force (nv).
    pub shift: Vec<f64>,
    /// −hKv of joints alone (nv).
    pub joint_shift: Vec<f64>,
    /// −hKv of actuators, likewise (nv).
    pub actuator_shift: Vec<f64>,
    /// True if the fluid adds anything.
    pub has_fluid: bool,
    columns: Vec<[f64; 6]>,
}

impl Metric {
    /// Arrays of the sizes that `m` needs.
    pub fn allocate(m: &Model) -> Self {
        let s = &m.size;
        Metric {
            diag: vec![0.0; s.nv],
            fluid: vec![0.0; s.nC],
            tendon: vec![0.0; s.ntendon],
            actuator: vec![0.0; s.nactuator],
            shift: vec![0.0; s.nv],
            joint_shift: vec![0.0; s.nv],
            actuator_shift: vec![0.0; s.nv],
            has_fluid: false,
            columns: vec![[0.0; 6]; s.nv],
        }
    }
}

/// Equations (1) to (3), for a step of `h` seconds.
pub fn metric(m: &Model, x: &DerivativeInput<'_>, h: f64, out: &mut Metric) {
    let (springs, dampers) = (!m.disabled(disable::SPRING), !m.disabled(disable::DAMPER));
    out.shift.fill(0.0);
    for i in 0..m.size.nv {
        let k = if springs { joint_stiffness(m, x, i) } else { 0.0 };
        let d = if dampers { dof_damper(m, i, |c| c.slope(x.qvel[i].abs())).max(0.0) } else { 0.0 };
        out.diag[i] = h * d + h * h * k;
        out.shift[i] = -h * k * x.qvel[i];
    }
    out.joint_shift.copy_from_slice(&out.shift);
    for t in 0..m.size.ntendon {
        let k = if springs { tendon_stiffness(m, x, t) } else { 0.0 };
        let v = x.vel.ten_velocity[t];
        let d = if dampers { tendon_damper(m, t, |c| c.slope(v.abs())).max(0.0) } else { 0.0 };
        out.tendon[t] = h * d + h * h * k;
        add_row(jacobian_row(m, x.ten, t), -h * k * v, &mut out.shift);
    }
    out.fluid.fill(0.0);
    out.has_fluid = (springs || dampers) && (m.opt.viscosity > 0.0 || m.opt.density > 0.0);
    if out.has_fluid {
        fluid::add_drag(m, x, &mut out.columns, h, &mut out.fluid);
    }
}

/// Equation (4), for a step of `h` seconds.
pub fn actuator_metric(m: &Model, x: &DerivativeInput<'_>, h: f64, out: &mut Metric) {
    out.actuator_shift.fill(0.0);
    out.actuator.fill(0.0);
    if m.disabled(disable::ACTUATION) {
        return;
    }
    for i in 0..m.size.nactuator {
        let gp = (-position_gain(m, x, i)).max(0.0);
        let gv = (-velocity_gain(m, x, i)).max(0.0);
        out.actuator[i] = h * gv + h * h * gp;
        for o in m.actuator.outputs(i) {
            add_row(moment_row(x.trn, o), -h * gp * x.vel.actuator_velocity[o], &mut out.actuator_shift);
        }
    }
}

fn add_row(row: SparseRow<'_>, s: f64, y: &mut [f64]) {
    if s != 0.0 {
        row.cols.iter().zip(row.vals).for_each(|(c, v)| y[*c as usize] += s * v);
    }
}

/// Slope of the spring of dof `i`, not negative.
fn joint_stiffness(m: &Model, x: &DerivativeInput<'_>, i: usize) -> f64 {
    let j = m.dof.jntid[i];
    let k = Poly::new(m.jnt.stiffness[j], &m.jnt.stiffnesspoly[j]);
    if k.is_zero() { 0.0 } else { k.slope(joint_excess(m, x.qpos, x.plastic, i)).max(0.0) }
}

/// Slope of the spring of tendon `t`, not negative; zero within the dead band.
fn tendon_stiffness(m: &Model, x: &DerivativeInput<'_>, t: usize) -> f64 {
    let k = Poly::new(m.tendon.stiffness[t], &m.tendon.stiffnesspoly[t]);
    let e = tendon_excess(m, x.ten.ten_length[t], x.plastic, t);
    if e == 0.0 { 0.0 } else { k.slope(e).max(0.0) }
}

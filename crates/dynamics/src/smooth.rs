//! The unconstrained acceleration.
//!
//! τ = passive − bias + applied + actuator + Σ_b J_bᵀ xfrc_b,     q̈ = M⁻¹ τ                            (10)
//!
//! Reads  `Bias`, `Passive`, `Actuation`, applied forces, `MassMatrix`     Writes `Smooth`
//! Cost   O(nv · depth), no allocation. Checked by: MuJoCo 4.0, M q̈ + c ≡ τ.

use crate::active::Active;
use crate::chain::BodyPoint;
use crate::crba::{solve_m, solve_m_of};
use crate::jacobian::apply_ft;
use crate::stages::{Actuation, Bias, Com, Kinematics, MassMatrix, Passive, Smooth};
use stiction_linalg::TreePattern;
use stiction_model::Model;
use stiction_spatial::Vec3;

/// Forces given by the user.
#[derive(Clone, Copy, Debug)]
pub struct Applied<'a> {
    /// Joint forces (nv).
    pub qfrc_applied: &'a [f64],
    /// Force and torque on each body at its centre of mass, world axes (nbody): (force, torque).
    pub xfrc_applied: &'a [[f64; 6]],
}

/// qfrc += Σ_b J_bᵀ xfrc_b (`mj_xfrcAccumulate`).
pub fn xfrc_accumulate(m: &Model, kin: &Kinematics, com: &Com, xfrc: &[[f64; 6]], qfrc: &mut [f64]) {
    // mostly there are none: all bits but the signs; without a way out of the loop it goes several at a time
    if xfrc.as_flattened().iter().fold(0, |bits, x| bits | x.to_bits()) << 1 == 0 {
        return;
    }
    for (b, x) in xfrc.iter().enumerate().skip(1) {
        if x.iter().any(|&v| v != 0.0) {
            let (force, torque) = (Vec3([x[0], x[1], x[2]]), Vec3([x[3], x[4], x[5]]));
            apply_ft(m, com, BodyPoint { body: b.into(), pos: kin.xipos[b] }, force, torque, qfrc);
        }
    }
}

/// Joint forces from their sources, without forces on bodies.
pub fn sum_forces(
    part: Active<'_>,
    passive: &Passive,
    bias: &Bias,
    act: &Actuation,
    applied: &[f64],
    out: &mut [f64],
) {
    for r in part.dofs.iter().map(|r| r.range()) {
        let (p, b) = (&passive.qfrc_passive[r.clone()], &bias.qfrc_bias[r.clone()]);
        let sources = p.iter().zip(b).zip(&act.qfrc_actuator[r.clone()]).zip(&applied[r.clone()]);
        for (o, (((p, b), a), q)) in out[r].iter_mut().zip(sources) {
            *o = p - b + q + a;
        }
    }
}

/// q̈ = M⁻¹ τ, from `qfrc_smooth` to `qacc_smooth`.
pub fn acceleration(tree: &TreePattern, part: Active<'_>, mass: &MassMatrix, smooth: &mut Smooth) {
    for r in part.dofs.iter().map(|r| r.range()) {
        smooth.qacc_smooth[r.clone()].copy_from_slice(&smooth.qfrc_smooth[r]);
    }
    if part.resting.is_empty() {
        solve_m(tree, mass, &mut smooth.qacc_smooth);
    } else {
        solve_m_of(tree, part, mass, &mut smooth.qacc_smooth);
    }
}

//! Conventions that only the compiler resolves, once, with the dynamics at the reference configurations.
//!
//! springlength −1    the tendon's length at qpos_spring
//! dampratio ζ        kv = 2 ζ √(kp · mean over outputs of (J M⁻¹ Jᵀ)⁻¹)
//! springdamper (T,ζ) k = I/(Tζ)²,  b = 2 I/T,  1/I = mean dof_invweight0 of the joint

use super::reference::Reference;
use super::scale;
use crate::stages::SparseRow;
use crate::transmission::moment_row;
use stiction_model::Model;
use stiction_model::kinds::GainKind;
use stiction_model::spec::StatisticOverride;
use stiction_spatial::MIN_VAL;

/// Puts the springs of these tendons at rest in qpos_spring.
pub fn spring_lengths(m: &mut Model, tendons: &[usize]) {
    if tendons.is_empty() {
        return;
    }
    let mut r = Reference::allocate(m);
    let q = m.qpos_spring.clone();
    r.positions(m, &q);
    r.lengths(m, &q);
    for &t in tendons {
        m.tendon.lengthspring[t] = [r.ten.ten_length[t]; 2];
    }
}

/// Replaces the damping ratio `biasprm[2]` of these actuators by damping; `r` is the reference of `set_const`.
pub fn damp_ratios(m: &mut Model, actuators: &[usize], r: &Reference) {
    let mut work = vec![0.0; m.size.nv];
    for &a in actuators {
        let out = m.actuator.outputs(a);
        let n = out.len().max(1) as f64;
        let weight: f64 = out
            .map(|o| {
                let SparseRow { cols, vals } = moment_row(&r.trn, o);
                r.inverse_norm2(cols.iter().zip(vals).map(|(&k, &v)| (k as usize, v)), &mut work)
            })
            .sum::<f64>()
            / n;
        let inertia = if weight > MIN_VAL { 1.0 / weight } else { 0.0 };
        let pid = m.actuator.gaintype[a] == GainKind::Pid;
        let kp = if pid { -m.actuator.biasprm[a][1] } else { m.actuator.gainprm[a][0] };
        let ratio = m.actuator.biasprm[a][2];
        m.actuator.biasprm[a][2] = -2.0 * ratio * (kp * inertia).sqrt();
    }
}

/// Gives a joint the stiffness and damping of a spring–damper with this time constant (s) and damping ratio.
pub fn spring_damper(m: &mut Model, joint: usize, timeconst: f64, dampratio: f64) {
    let dofs = m.jnt.dofs(joint);
    let inertia = dofs.len() as f64 / m.dof.invweight0[dofs.clone()].iter().sum::<f64>().max(MIN_VAL);
    m.jnt.stiffness[joint] = inertia / (timeconst * timeconst * dampratio * dampratio).max(MIN_VAL);
    m.dof.damping[dofs].fill(2.0 * inertia / timeconst.max(MIN_VAL));
}

/// Statistics at qpos0, with the author's values where there are any.
pub fn statistics(m: &mut Model, r: &Reference, given: &StatisticOverride) {
    let mut s = scale::statistics(m, r);
    s.extent = given.extent.unwrap_or(s.extent);
    s.center = given.center.unwrap_or(s.center);
    s.meansize = given.meansize.unwrap_or(s.meansize);
    s.meanmass = given.meanmass.unwrap_or(s.meanmass);
    s.meaninertia = given.meaninertia.unwrap_or(s.meaninertia);
    m.stat = s;
}

//! From rows over body twists or joints to rows over dofs.
//!
//! J_row,i = Σ_k n_k · (v_i + ω_i × r_k) + w_k · ω_i = Σ_k n_k · v_i + (r_k × n_k + w_k) · ω_i                       (1)
//!
//! (ω_i, v_i) = cdof_i for dofs i that move body k, r_k from the reference point of cdof to the body frame's origin,
//! [n_k, w_k] the row's columns of body k.

use super::at::Place;
use super::traits::{Fault, Touches};
use super::writer::Numbers;
use stiction_dynamics::chain::{body_chain, reference};
use stiction_dynamics::stages::{Com, Kinematics};
use stiction_model::Model;
use stiction_model::kinds::JointKind;
use stiction_spatial::{Motion, Pose, Vec3};

/// The configuration that constraints are evaluated at.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    pub time: f64,
    pub qpos: &'a [f64],
    pub kin: &'a Kinematics,
    pub com: &'a Com,
}

/// Poses of the bodies or positions of the joints, velocities zero.
pub(super) fn gather(m: &Model, x: &View<'_>, t: Touches<'_>, out: &mut Place) -> Result<(), Fault> {
    out.clear(x.time);
    match t {
        Touches::Bodies(list) => {
            for &b in list {
                if b >= m.size.nbody {
                    return Err(Fault(format!("names body {b}, but there are {}", m.size.nbody)));
                }
                out.poses.push(Pose::new(x.kin.xpos[b], x.kin.xquat[b]));
                out.twists.push(Motion::zero());
            }
        }
        Touches::Joints(list) => {
            for &j in list {
                let kind = m.jnt.kind.get(j).copied().and_then(JointKind::from_i32);
                if !matches!(kind, Some(JointKind::Hinge | JointKind::Slide)) {
                    return Err(Fault(format!("joint {j} is not a hinge or slide joint of this model")));
                }
                out.positions.push(x.qpos[m.jnt.qposadr[j] as usize]);
                out.velocities.push(0.0);
            }
        }
    }
    Ok(())
}

/// Velocities of the objects that `gather` found.
pub(super) fn gather_velocities(m: &Model, com: &Com, qvel: &[f64], t: Touches<'_>, out: &mut Place) {
    match t {
        Touches::Bodies(list) => {
            for (k, &b) in list.iter().enumerate() {
                let mut v = Motion::zero();
                for &i in body_chain(m, b) {
                    v = v.add_scaled(com.cdof[i as usize], qvel[i as usize]);
                }
                let r = out.poses[k].pos - reference(m, com, b);
                out.twists[k] = Motion::new(v.ang, v.lin + v.ang.cross(r));
            }
        }
        Touches::Joints(list) => {
            for (k, &j) in list.iter().enumerate() {
                out.velocities[k] = qvel[m.jnt.dofadr[j] as usize];
            }
        }
    }
}

/// The ascending dofs that move any of the objects.
pub(super) fn dofs(m: &Model, t: Touches<'_>, out: &mut Vec<u32>) {
    out.clear();
    match t {
        Touches::Bodies(list) => {
            for &b in list {
                out.extend(body_chain(m, b).iter().map(|&i| i as u32));
            }
        }
        Touches::Joints(list) => out.extend(list.iter().map(|&j| m.jnt.dofadr[j] as u32)),
    }
    if !out.is_sorted_by(|a, b| a < b) {
        out.sort_unstable();
        out.dedup();
    }
}

/// Rows first … first + count − 1 over `dofs`, one after the other at `stride` in `vals`, which is zero before.
pub(super) struct Spread<'a> {
    pub m: &'a Model,
    pub com: &'a Com,
    pub touches: Touches<'a>,
    pub poses: &'a [Pose],
    pub dofs: &'a [u32],
}

impl Spread<'_> {
    /// (1) for `count` rows from `first` on.
    pub fn fill(&self, n: &Numbers, first: usize, count: usize, vals: &mut [f64], stride: usize) {
        match self.touches {
            Touches::Bodies(list) => {
                for (k, &b) in list.iter().enumerate() {
                    self.fill_body(k, b, n, first, count, &mut |at, x| vals[at.0 * stride + at.1] += x);
                }
            }
            Touches::Joints(list) => {
                for (k, &j) in list.iter().enumerate() {
                    let dof = self.m.jnt.dofadr[j] as u32;
                    let at = self.dofs.partition_point(|&d| d < dof);
                    for i in 0..count {
                        vals[i * stride + at] += n.row(first + i)[k];
                    }
                }
            }
        }
    }

    fn fill_body(
        &self,
        k: usize,
        b: usize,
        n: &Numbers,
        first: usize,
        count: usize,
        put: &mut impl FnMut((usize, usize), f64),
    ) {
        let chain = body_chain(self.m, b);
        if chain.is_empty() {
            return;
        }
        let r = self.poses[k].pos - reference(self.m, self.com, b);
        for i in 0..count {
            let c = &n.row(first + i)[6 * k..6 * k + 6];
            let (lin, ang) = (Vec3([c[0], c[1], c[2]]), Vec3([c[3], c[4], c[5]]));
            let moment = r.cross(lin) + ang;
            let mut at = 0;
            for &dof in chain {
                while self.dofs[at] != dof as u32 {
                    at += 1;
                }
                let s = &self.com.cdof[dof as usize];
                put((i, at), lin.dot(s.lin) + moment.dot(s.ang));
            }
        }
    }
}

/// Diagonal of J M⁻¹ Jᵀ of row i, from the inverse weights at the reference configuration.
pub(super) fn diagonal(m: &Model, t: Touches<'_>, row: &[f64]) -> f64 {
    let squares = |x: &[f64]| x.iter().map(|c| c * c).sum::<f64>();
    match t {
        Touches::Bodies(list) => list
            .iter()
            .zip(row.chunks_exact(6))
            .map(|(&b, c)| {
                squares(&c[..3]) * m.body.invweight0[b][0] + squares(&c[3..]) * m.body.invweight0[b][1]
            })
            .sum(),
        Touches::Joints(list) => {
            list.iter().zip(row).map(|(&j, c)| c * c * m.dof.invweight0[m.jnt.dofadr[j] as usize]).sum()
        }
    }
}

/// True if every moving object sleeps.
pub(super) fn asleep(m: &Model, t: Touches<'_>, asleep: Option<&dyn Fn(usize) -> bool>) -> bool {
    let Some(asleep) = asleep else { return false };
    let mut moving = 0;
    let mut tree = |t: i32| match usize::try_from(t) {
        Ok(t) => {
            moving += 1;
            asleep(t)
        }
        Err(_) => true,
    };
    let body = |b: usize| m.body.treeid.get(b).copied().unwrap_or(-1);
    let all = match t {
        Touches::Bodies(list) => list.iter().all(|&b| tree(body(b))),
        Touches::Joints(list) => {
            list.iter().all(|&j| tree(m.jnt.bodyid.get(j).map_or(-1, |&b| body(b as usize))))
        }
    };
    all && moving > 0
}

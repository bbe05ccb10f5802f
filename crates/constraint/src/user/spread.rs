//! From rows over body twists or joints to rows over dofs.
//!
//! J_row,i = Σ_k n_k · (v_i + ω_i × r_k) + w_k · ω_i = Σ_k n_k · v_i + (r_k × n_k + w_k) · ω_i                       (1)
//!
//! (ω_i, v_i) = cdof_i for dofs i that move body k, r_k from the reference point of cdof to the body frame's origin,
//! [n_k, w_k] the row's columns of body k.

use super::at::Place;
use super::traits::{Fault, Touches};
use super::writer::Numbers;
use stiction_dynamics::chain::{Common, body_chain, pair_dofs, reference};
use stiction_dynamics::stages::{Com, Kinematics, Velocities};
use stiction_model::Model;
use stiction_model::ids::{BodyId, TreeId};
use stiction_model::kinds::JointKind;
use stiction_spatial::{Motion, Pose, Vec3};

/// The configuration that constraints are evaluated at.
#[derive(Clone, Copy)]
pub(crate) struct View<'a> {
    pub time: f64,
    pub qpos: &'a [f64],
    pub kin: &'a Kinematics,
    pub com: &'a Com,
}

/// Poses of the bodies or positions of the joints, velocities zero.
#[inline]
pub(crate) fn gather(m: &Model, x: &View<'_>, t: Touches<'_>, out: &mut Place) -> Result<(), Fault> {
    out.time = x.time;
    match t {
        Touches::Bodies(list) => {
            out.resize(list.len(), 0);
            for ((&b, pose), twist) in list.iter().zip(&mut out.poses).zip(&mut out.twists) {
                let (Some(&pos), Some(&quat)) = (x.kin.xpos.get(b), x.kin.xquat.get(b)) else {
                    return Err(Fault(format!("names body {b}, but there are {}", m.size.nbody)));
                };
                *pose = Pose::new(pos, quat);
                *twist = Motion::zero();
            }
        }
        Touches::Joints(list) => {
            out.resize(0, list.len());
            for (k, &j) in list.iter().enumerate() {
                let kind = m.jnt.kind.get(j).and_then(|k| k.get());
                if !matches!(kind, Some(JointKind::Hinge | JointKind::Slide)) {
                    return Err(Fault(format!("joint {j} is not a hinge or slide joint of this model")));
                }
                out.positions[k] = x.qpos[m.jnt.qposadr[j]];
                out.velocities[k] = 0.0;
            }
        }
    }
    Ok(())
}

/// Where velocities come from.
#[derive(Clone, Copy)]
pub(crate) enum Speeds<'a> {
    /// Those of the bodies are known.
    Known(&'a Velocities),
    /// They are summed along the chains.
    Summed,
}

/// Velocities of the objects that `gather` found.
pub(crate) fn gather_velocities(
    m: &Model,
    com: &Com,
    qvel: &[f64],
    speeds: Speeds<'_>,
    t: Touches<'_>,
    out: &mut Place,
) {
    match t {
        Touches::Bodies(list) => {
            for (k, &b) in list.iter().enumerate() {
                let v = match speeds {
                    Speeds::Known(vel) => vel.cvel[b],
                    Speeds::Summed => {
                        let mut v = Motion::zero();
                        for &i in body_chain(m, b.into()) {
                            v = v.add_scaled(com.cdof[i as usize], qvel[i as usize]);
                        }
                        v
                    }
                };
                let r = out.poses[k].pos - reference(m, com, b.into());
                out.twists[k] = Motion::new(v.ang, v.lin + v.ang.cross(r));
            }
        }
        Touches::Joints(list) => {
            for (k, &j) in list.iter().enumerate() {
                out.velocities[k] = qvel[m.jnt.dofadr[j]];
            }
        }
    }
}

/// The ascending dofs that move any of the objects.
pub(crate) fn dofs(m: &Model, t: Touches<'_>, out: &mut Vec<u32>) {
    out.clear();
    match &t {
        &Touches::Bodies(&[a]) => return out.extend(body_chain(m, a.into()).iter().map(|&i| i as u32)),
        &Touches::Bodies(&[a, b]) => return pair_dofs(m, a.into(), b.into(), Common::Keep, out),
        Touches::Bodies(list) => {
            for &b in *list {
                out.extend(body_chain(m, b.into()).iter().map(|&i| i as u32));
            }
        }
        Touches::Joints(list) => out.extend(list.iter().map(|&j| m.jnt.dofadr[j].number() as u32)),
    }
    if !out.is_sorted_by(|a, b| a < b) {
        out.sort_unstable();
        out.dedup();
    }
}

/// Rows first … first + count − 1 over `dofs`, one after the other at `stride` in `vals`, which is zero before.
pub(crate) struct Spread<'a> {
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
                    self.fill_body(k, b.into(), n, first, count, stride, vals);
                }
            }
            Touches::Joints(list) => {
                for (k, &j) in list.iter().enumerate() {
                    let dof = self.m.jnt.dofadr[j].number() as u32;
                    let at = self.dofs.partition_point(|&d| d < dof);
                    for i in 0..count {
                        vals[i * stride + at] += n.row(first + i)[k];
                    }
                }
            }
        }
    }

    #[inline(always)]
    fn fill_body(
        &self,
        k: usize,
        b: BodyId,
        n: &Numbers,
        first: usize,
        count: usize,
        stride: usize,
        vals: &mut [f64],
    ) {
        let chain = body_chain(self.m, b);
        if chain.is_empty() || stride == 0 {
            return;
        }
        let r = self.poses[k].pos - reference(self.m, self.com, b);
        let whole = chain.len() == self.dofs.len();
        let rows = n.coeff.chunks_exact(n.width.max(1)).skip(first).take(count);
        for (row, vals) in rows.zip(vals.chunks_exact_mut(stride)) {
            let &[a, b, c, d, e, f] = &row[6 * k..6 * k + 6] else { continue };
            let (lin, ang) = (Vec3([a, b, c]), Vec3([d, e, f]));
            let moment = r.cross(lin) + ang;
            let entry = |dof: i32| {
                let s = &self.com.cdof[dof as usize];
                lin.dot(s.lin) + moment.dot(s.ang)
            };
            if whole {
                for (x, &dof) in vals.iter_mut().zip(chain) {
                    *x += entry(dof);
                }
            } else {
                let mut at = 0;
                for &dof in chain {
                    while self.dofs[at] != dof as u32 {
                        at += 1;
                    }
                    vals[at] += entry(dof);
                }
            }
        }
    }
}

/// Diagonal of J M⁻¹ Jᵀ of row i, from the inverse weights at the reference configuration.
pub(crate) fn diagonal(m: &Model, t: Touches<'_>, row: &[f64]) -> f64 {
    match t {
        Touches::Bodies(list) => {
            let mut sum = 0.0;
            for (&body, &[a, b, c, d, e, f]) in list.iter().zip(row.as_chunks::<6>().0) {
                let [lin, ang] = m.body.invweight0[body];
                sum += (a * a + b * b + c * c) * lin + (d * d + e * e + f * f) * ang;
            }
            sum
        }
        Touches::Joints(list) => {
            list.iter().zip(row).map(|(&j, c)| c * c * m.dof.invweight0[m.jnt.dofadr[j]]).sum()
        }
    }
}

/// True if every moving object sleeps.
#[inline]
pub(crate) fn asleep(m: &Model, t: Touches<'_>, asleep: Option<&dyn Fn(usize) -> bool>) -> bool {
    let Some(asleep) = asleep else { return false };
    let mut moving = 0;
    let mut tree = |t: Option<&TreeId>| match t.and_then(|t| t.get()) {
        Some(t) => {
            moving += 1;
            asleep(t.idx())
        }
        None => true,
    };
    let body = |b: usize| m.body.treeid.get(b);
    let all = match t {
        Touches::Bodies(list) => list.iter().all(|&b| tree(body(b))),
        Touches::Joints(list) => list.iter().all(|&j| tree(m.jnt.bodyid.get(j).and_then(|b| body(b.idx())))),
    };
    all && moving > 0
}

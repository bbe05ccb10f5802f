//! Parameters that the equations of motion are simple in, as columns of ∂ρ/∂z beside those of the state and the controls.
//!
//! ```text
//! ∂ρ_j/∂θ = −S_j·(∂I_b A_b + V_b ×* ∂I_b V_b)      mass, centre of mass, principal moments of body b, j that move it       (1)
//! ∂ρ_j/∂θ =  S_j·I^c_j (0, e)                      gravity along e                                                        (2)
//! ∂ρ_i/∂θ = −q̈_i, −v_i, −(q_i − q_ref), ∓1          armature, damping, stiffness, dry friction that slides                  (3)
//! ∂ρ/∂θ   =  rᵀ (input, 1, l)                      gain and bias of an actuator with moment arms r                        (4)
//! ```
//!
//! The integrator adds dM (q̈ − q̈') − (dM̂ − dM) q̈' ([`crate::advance`]): dM of (1) and of armature, h for damping.
//!
//! Reads  a finished forward pass, A and V of [`crate::rigid`]     Writes columns of g     Cost O(depth) per parameter
//! Checked by: models that are moved to either side ([`crate::parameter`]), differences of the step.

use crate::actuators::is_plain;
use crate::dense::Matrix;
use crate::soft::Soft;
use crate::tree::{last_dof, reference};
use stiction_dynamics::actuation::is_disabled;
use stiction_dynamics::derivative::is_free_body;
use stiction_dynamics::inputs::Held;
use stiction_dynamics::plastic::joint_reference;
use stiction_dynamics::stages::SparseRow;
use stiction_dynamics::transmission::moment_row;
use stiction_model::Model;
use stiction_model::kinds::{BiasKind, Integrator, JointKind, disable};
use stiction_sim::Data;
use stiction_solver::{RowKind, RowState};
use stiction_spatial::{Inertia, Mat3, Motion, Vec3};

/// A parameter with a closed form: which number of the model it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Closed {
    Mass(usize),
    /// Body and axis of its frame.
    Centre(usize, usize),
    /// Body and principal axis.
    Moment(usize, usize),
    Armature(usize),
    Damping(usize),
    Friction(usize),
    Stiffness(usize),
    Gravity(usize),
    Gain(usize),
    /// Actuator and power of its length.
    Bias(usize, usize),
}

const XYZ: [Vec3; 3] = [Vec3::X, Vec3::Y, Vec3::Z];

/// Numbers per actuator in `actuator_gainprm` and `actuator_biasprm`.
const PRM: usize = 10;

impl Closed {
    /// The number at a flat index of a field, if it has a closed form at all.
    pub fn of(field: &str, index: usize) -> Option<Self> {
        Some(match field {
            "body_mass" => Closed::Mass(index),
            "body_ipos" => Closed::Centre(index / 3, index % 3),
            "body_inertia" => Closed::Moment(index / 3, index % 3),
            "dof_armature" => Closed::Armature(index),
            "dof_damping" => Closed::Damping(index),
            "dof_frictionloss" => Closed::Friction(index),
            "jnt_stiffness" => Closed::Stiffness(index),
            "opt.gravity" => Closed::Gravity(index),
            "actuator_gainprm" if index.is_multiple_of(PRM) => Closed::Gain(index / PRM),
            "actuator_biasprm" if index % PRM < 2 => Closed::Bias(index / PRM, index % PRM),
            _ => return None,
        })
    }

    /// True if nothing else in a step of this model depends on it.
    pub fn holds(self, m: &Model) -> bool {
        let weightless = m.flg_gravcomp && !m.disabled(disable::GRAVITY);
        match self {
            Closed::Mass(b) | Closed::Moment(b, _) => !weightless && is_plain_body(m, b),
            Closed::Centre(b, _) => !weightless && is_plain_body(m, b) && m.body.sameframe[b] == 0,
            Closed::Armature(i) => m.dof.simplenum[i] == 0,
            Closed::Damping(_) => true,
            // a row comes into being with it
            Closed::Friction(i) => m.dof.frictionloss[i] > 0.0,
            Closed::Stiffness(j) => is_scalar(m, j),
            Closed::Gravity(_) => !weightless,
            Closed::Gain(i) => is_plain(m, i),
            Closed::Bias(i, _) => is_plain(m, i) && m.actuator.biastype[i] == BiasKind::Affine,
        }
    }

    /// Body and ∂I_b/∂θ about the reference point.
    fn inertia(self, m: &Model, d: &Data) -> Option<(usize, Inertia)> {
        let at = |b: usize| d.kin.xipos[b] - reference(m, &d.com.subtree_com, b);
        match self {
            Closed::Mass(b) => Some((b, Inertia::new(Vec3::ZERO, &Mat3::IDENTITY, at(b), 1.0))),
            Closed::Moment(b, k) => Some((b, Inertia::new(XYZ[k], &d.kin.ximat[b], Vec3::ZERO, 0.0))),
            Closed::Centre(b, k) => {
                let (r, by) = (at(b), d.kin.xmat[b] * XYZ[k]);
                // quadratic in the place: the difference over one unit to either side is exact
                let of = |c: Vec3| Inertia::new(Vec3::ZERO, &Mat3::IDENTITY, c, m.body.mass[b]).0;
                let (up, down) = (of(r + by), of(r - by));
                Some((b, Inertia(std::array::from_fn(|i| 0.5 * (up[i] - down[i])))))
            }
            _ => None,
        }
    }
}

/// True if mass, centre and moments of body `b` enter by its inertia alone: no fluid, no constant inertia, no ∂c/∂v in the integrator.
fn is_plain_body(m: &Model, b: usize) -> bool {
    let dry = m.opt.density == 0.0 && m.opt.viscosity == 0.0;
    let mut i = last_dof(m, b);
    while let Ok(k) = usize::try_from(i) {
        if m.dof.simplenum[k] != 0 {
            return false;
        }
        i = m.dof.parentid[k].number();
    }
    let bias = match Integrator::from_i32(m.opt.integrator) {
        Some(Integrator::Implicit) => true,
        Some(Integrator::Implicitfast) => is_free_body(m, b.into()),
        _ => false,
    };
    dry && !bias
}

fn is_scalar(m: &Model, j: usize) -> bool {
    matches!(m.jnt.kind[j].get(), Some(JointKind::Hinge | JointKind::Slide))
}

impl Soft {
    /// First column of the parameters.
    fn first(&self) -> usize {
        self.g.cols - self.theta.len()
    }

    /// ∂ρ/∂θ of every parameter into its column.
    pub(crate) fn parameters(&mut self, m: &Model, d: &Data) {
        let theta = std::mem::take(&mut self.theta);
        let first = self.g.cols - theta.len();
        for (k, p) in (first..).zip(&theta) {
            match *p {
                Closed::Mass(_) | Closed::Centre(..) | Closed::Moment(..) => self.inertial(m, d, *p, k),
                Closed::Armature(i) => self.g.add(i, k, -self.qacc[i]),
                Closed::Damping(i) if m.disabled(disable::DAMPER) => self.g.add(i, k, 0.0),
                Closed::Damping(i) => self.g.add(i, k, -d.state.qvel[i]),
                Closed::Stiffness(j) => self.stiffness_of(m, d, j, k),
                Closed::Friction(i) => self.friction(d, i, k),
                Closed::Gravity(axis) => self.gravity(m, d, axis, k),
                Closed::Gain(i) => {
                    let (w, c) = (m.actuator.actadr[i].get(), m.actuator.ctrladr[i].idx());
                    let input = w.filter(|_| m.actuator.actnum[i] > 0).map(|w| d.state.act[w.idx()]);
                    self.drive(m, d, i, input.unwrap_or(d.drives.drives.ctrl[c]), k);
                }
                Closed::Bias(i, power) => {
                    let length = d.trn.actuator_length[m.actuator.outadr[i].idx()];
                    self.drive(m, d, i, if power == 0 { 1.0 } else { length }, k);
                }
            }
        }
        self.theta = theta;
    }

    /// (1)
    fn inertial(&mut self, m: &Model, d: &Data, p: Closed, k: usize) {
        let Some((b, inertia)) = p.inertia(m, d) else { return };
        let (a, v) = (self.rigid.acc.body[b], self.along_v.body[b]);
        let f = inertia.mul(a) + v.cross_force(inertia.mul(v));
        each_above(m, d, b, |j| self.g.add(j, k, -d.com.cdof[j].dot(f)));
    }

    /// (2)
    fn gravity(&mut self, m: &Model, d: &Data, axis: usize, k: usize) {
        if m.disabled(disable::GRAVITY) {
            return;
        }
        let lift = Motion::new(Vec3::ZERO, XYZ[axis]);
        for j in 0..m.size.nv {
            let f = d.mass.crb[m.dof.bodyid[j].idx()].mul(lift);
            self.g.add(j, k, d.com.cdof[j].dot(f));
        }
    }

    /// (3), springs.
    fn stiffness_of(&mut self, m: &Model, d: &Data, j: usize, k: usize) {
        if !m.disabled(disable::SPRING) {
            let home = joint_reference(m, &d.state.plastic, j.into());
            let stretch = d.state.qpos[m.jnt.qposadr[j].idx()] - home[0];
            self.g.add(m.jnt.dofadr[j].idx(), k, -stretch);
        }
    }

    /// (3), dry friction.
    fn friction(&mut self, d: &Data, dof: usize, k: usize) {
        for b in 0..d.rows.nblock() {
            let info = &d.rows.info[b];
            if info.kind != RowKind::FrictionDof || info.id as usize != dof {
                continue;
            }
            let i = d.rows.range(b).start;
            match self.state[i] {
                RowState::LinearNeg => self.g.add(dof, k, 1.0),
                RowState::LinearPos => self.g.add(dof, k, -1.0),
                _ => {}
            }
            // it begins or ceases to slide where the residual reaches R·loss
            let (r, edge) = (d.rows.r[i], d.rows.r[i] * d.rows.frictionloss[i]);
            self.kinks.at(k, (self.x[i].abs() - edge).abs() / r);
        }
    }

    /// (4) with this slope of the force.
    fn drive(&mut self, m: &Model, d: &Data, i: usize, slope: f64, k: usize) {
        let off = m.disabled(disable::ACTUATION) || is_disabled(m, i);
        if off || d.drives.drives.held[i] == Held::Force {
            return;
        }
        let SparseRow { cols, vals } = moment_row(&d.trn, m.actuator.outadr[i]);
        for (&j, &x) in cols.iter().zip(vals) {
            if !self.blocked[j as usize] {
                self.g.add(j as usize, k, x * slope);
            }
        }
    }

    /// Adds dM w − (dM̂ − dM) q̈' of the parameters to the right-hand side of an integrator whose M̂ is not M; w = q̈ − q̈'.
    pub(crate) fn parameters_advance(&self, m: &Model, d: &Data, to: &mut Matrix, rates: [&[f64]; 2]) {
        let [w, qacc] = rates;
        for (k, p) in (self.first()..).zip(&self.theta) {
            match *p {
                Closed::Armature(i) => to.add(i, k, w[i]),
                Closed::Damping(i) if !m.disabled(disable::DAMPER) => {
                    to.add(i, k, -m.opt.timestep * qacc[i]);
                }
                _ => {
                    let Some((b, inertia)) = p.inertia(m, d) else { continue };
                    let mut moved = Motion::zero();
                    each_above(m, d, b, |j| moved = moved.add_scaled(d.com.cdof[j], w[j]));
                    let f = inertia.mul(moved);
                    each_above(m, d, b, |j| to.add(j, k, d.com.cdof[j].dot(f)));
                }
            }
        }
    }

    /// True if a damper is among the parameters.
    pub(crate) fn varies_damping(&self) -> bool {
        self.theta.iter().any(|p| matches!(p, Closed::Damping(_)))
    }
}

/// Dofs that move body `b`.
fn each_above(m: &Model, d: &Data, b: usize, mut visit: impl FnMut(usize)) {
    if let Ok(last) = usize::try_from(last_dof(m, b)) {
        d.tree.chain(last).iter().for_each(|&j| visit(j as usize));
    }
}

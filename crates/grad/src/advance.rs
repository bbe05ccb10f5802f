//! From ∂q̈/∂z to the derivative of the next state.
//!
//! ```text
//! M̂ q̈' = M q̈   ⇒   M̂ dq̈' = M dq̈ + dM (q̈ − q̈') − (dM̂ − dM) q̈'                                                   (1)
//! v⁺ = v + h q̈',   q⁺ = q ⊕ h v⁺:  dq⁺ = dq + h dv⁺, for rotations exp(−hω⁺) dq + h J_r(hω⁺) dω⁺                      (2)
//! ```
//!
//! M̂ = M for plain Euler, M + hB with damping, M − hD for the implicit integrators. dM w is the tree at rest with the
//! acceleration w; the part of D that is −∂c/∂v is quadratic in v: (∂c/∂v) w = (c(v + w) − c(v − w))/2.
//!
//! Reads  ∂q̈/∂z, the forward pass     Writes rows of the next state
//! Cost   one substitution per column; one or three passes over the tree more if M̂ ≠ M

use crate::dense::{Matrix, lu_solve, tree_mul, tree_solve};
use crate::rigid::{At, Rigid};
use crate::soft::{Soft, at_of};
use crate::tree::Cut;
use stiction_dynamics::derivative::{Derivative, Terms, is_free_body, smooth_velocity};
use stiction_dynamics::inputs::{DerivativeInput, Positions};
use stiction_dynamics::passive::damping_slope;
use stiction_dynamics::stages::Velocities;
use stiction_dynamics::velocity::com_vel;
use stiction_model::Model;
use stiction_model::ids::ActuatorId;
use stiction_model::kinds::{Integrator, JointKind, disable};
use stiction_sim::Data;
use stiction_spatial::{Mat3, Quat, Vec3};

/// Work space and result.
#[derive(Debug, Default)]
pub(crate) struct Advance {
    /// The next state in z = (q, v, w, u): rows q⁺, v⁺, w⁺.
    pub out: Matrix,
    rates: Matrix,
    moved: Matrix,
    ld: Vec<f64>,
    dinv: Vec<f64>,
    /// q̈'.
    pub qacc: Vec<f64>,
    rigid: Rigid,
    cut: Cut,
    vel: Velocities,
    derivative: Option<Derivative>,
    dense: Vec<f64>,
    pivots: Vec<usize>,
}

impl Advance {
    /// Rows of the next state from ∂q̈/∂z.
    pub fn run(&mut self, m: &Model, d: &Data, soft: &Soft) {
        let integrator = Integrator::from_i32(m.opt.integrator);
        self.rates.cols = soft.g.cols;
        self.rates.x.clone_from(&soft.g.x);
        self.qacc.clone_from(&soft.qacc);
        match integrator {
            Some(Integrator::Implicit | Integrator::Implicitfast) => {
                self.implicit(m, d, soft, integrator == Some(Integrator::Implicit));
            }
            _ if has_damping(m) || soft.varies_damping() && is_damped_implicitly(m) => {
                self.damped(m, d, soft)
            }
            _ => {}
        }
        self.state(m, d, soft);
    }

    /// Right-hand side of (1) but for the change of M̂ − M: M dq̈ + dM (q̈ − q̈').
    fn load(&mut self, m: &Model, d: &Data, soft: &Soft) {
        let nv = m.size.nv;
        self.rates.reset(nv, soft.g.cols);
        tree_mul(&d.tree, &d.mass.M, &soft.g, &mut self.rates);
        let w: Vec<f64> = soft.qacc.iter().zip(&self.qacc).map(|(a, b)| a - b).collect();
        let at = At { vel: None, ..at_of(m, d, &soft.group, &soft.along_v) };
        self.rigid.begin(&at, Vec3::ZERO, &w);
        self.moved.reset(nv, nv);
        self.rigid.finish(&at, &mut self.moved, 0);
        for i in 0..nv {
            self.rates.row_mut(i)[..nv].iter_mut().zip(self.moved.row(i)).for_each(|(r, x)| *r -= x);
        }
        soft.parameters_advance(m, d, &mut self.rates, [&w, &self.qacc]);
    }

    /// M q̈: all forces.
    fn force(&mut self, d: &Data, soft: &Soft) {
        self.qacc.resize(soft.qacc.len(), 0.0);
        d.tree.mul(&mut self.qacc, &d.mass.M, &soft.qacc);
    }

    /// Euler with implicit joint damping.
    fn damped(&mut self, m: &Model, d: &Data, soft: &Soft) {
        let (nv, h) = (m.size.nv, m.opt.timestep);
        self.ld.clone_from(&d.mass.M);
        for i in 0..nv {
            self.ld[d.tree.diag(i)] += h * damping_slope(m, i, d.state.qvel[i]);
        }
        self.dinv.resize(nv, 0.0);
        d.tree.factor(&mut self.ld, &mut self.dinv, stiction_spatial::MIN_VAL);
        self.force(d, soft);
        d.tree.solve(&self.ld, &self.dinv, &mut self.qacc);
        self.load(m, d, soft);
        self.bent_damping(m, d);
        tree_solve(&d.tree, &self.ld, &self.dinv, &mut self.rates);
    }

    /// The change of a damper's slope with velocity.
    fn bent_damping(&mut self, m: &Model, d: &Data) {
        let (nv, h) = (m.size.nv, m.opt.timestep);
        for i in 0..nv {
            let v = d.state.qvel[i];
            let e = 1e-6 * (1.0 + v.abs());
            let bend = (damping_slope(m, i, v + e) - damping_slope(m, i, v - e)) / (2.0 * e);
            if bend != 0.0 {
                self.rates.add(i, nv + i, -h * bend * self.qacc[i]);
            }
        }
    }

    /// Both integrators that are implicit in velocity.
    fn implicit(&mut self, m: &Model, d: &Data, soft: &Soft, with_bias: bool) {
        let (nv, h) = (m.size.nv, m.opt.timestep);
        let derivative = self.derivative.get_or_insert_with(|| Derivative::allocate(m));
        let terms = if with_bias { Terms::WithBias(&d.mass.crb) } else { Terms::Fast };
        smooth_velocity(m, &derivative_input(d), terms, derivative);
        let alone: Vec<bool> = (0..nv).map(|i| !with_bias && is_free_body(m, m.dof.bodyid[i])).collect();
        // M − hD, dense
        self.dense.clear();
        self.dense.resize(nv * nv, 0.0);
        for i in 0..nv {
            for k in m.sparse.derivative(i) {
                let inertia = usize::try_from(m.sparse.mapM2D[k]).map_or(0.0, |from| d.mass.M[from]);
                self.dense[i * nv + m.sparse.D_colind[k] as usize] = inertia - h * derivative.qDeriv[k];
            }
        }
        if alone.iter().any(|x| *x) {
            self.bias(m, d, soft, &d.state.qvel, 1.0, true);
            for i in (0..nv).filter(|&i| alone[i]) {
                for k in 0..nv {
                    self.dense[i * nv + k] -= h * self.moved.row(i)[nv + k];
                }
            }
        }
        self.force(d, soft);
        let mut one = Matrix { cols: 1, x: self.qacc.clone() };
        lu_solve(nv, &mut self.dense.clone(), &mut self.pivots, &mut one);
        self.qacc.clone_from(&one.x);
        self.load(m, d, soft);
        self.bent_damping(m, d);
        if with_bias || alone.iter().any(|x| *x) {
            let sum: Vec<f64> = d.state.qvel.iter().zip(&self.qacc).map(|(v, a)| v + a).collect();
            let difference: Vec<f64> = d.state.qvel.iter().zip(&self.qacc).map(|(v, a)| v - a).collect();
            self.bias(m, d, soft, &sum, 0.5 * h, true);
            self.bias(m, d, soft, &difference, -0.5 * h, false);
            for i in (0..nv).filter(|&i| with_bias || alone[i]) {
                let n = 2 * nv;
                self.rates.row_mut(i)[..n].iter_mut().zip(self.moved.row(i)).for_each(|(r, x)| *r += x);
            }
        }
        lu_solve(nv, &mut self.dense, &mut self.pivots, &mut self.rates);
    }

    /// `moved` (nv × 2 nv) ← or += −s ∂c/∂(q, v) at the velocity `qvel`, without gravity.
    fn bias(&mut self, m: &Model, d: &Data, soft: &Soft, qvel: &[f64], s: f64, first: bool) {
        let nv = m.size.nv;
        if self.vel.cvel.len() != m.size.nbody || self.vel.cdof_dot.len() != nv {
            self.vel = Velocities::allocate(m);
        }
        com_vel(m, &d.com, qvel, &mut self.vel);
        self.cut.sum(m, &soft.group, stiction_spatial::Motion::zero(), |k| d.com.cdof[k] * qvel[k]);
        let at = At {
            vel: Some((&self.cut, &self.vel.cdof_dot, qvel)),
            ..at_of(m, d, &soft.group, &soft.along_v)
        };
        self.rigid.begin(&at, Vec3::ZERO, &vec![0.0; nv]);
        let mut out = Matrix::default();
        out.reset(nv, 2 * nv);
        self.rigid.finish(&at, &mut out, nv);
        if first {
            self.moved.reset(nv, 2 * nv);
        }
        self.moved.x.iter_mut().zip(&out.x).for_each(|(a, b)| *a += s * b);
    }

    /// (2), and the activations.
    fn state(&mut self, m: &Model, d: &Data, soft: &Soft) {
        let (nv, na, h) = (m.size.nv, m.size.na, m.opt.timestep);
        let cols = soft.g.cols;
        self.out.reset(2 * nv + na, cols);
        for i in 0..nv {
            let row = self.out.row_mut(nv + i);
            row.iter_mut().zip(self.rates.row(i)).for_each(|(o, r)| *o = h * r);
            row[nv + i] += 1.0;
        }
        for w in 0..na {
            self.out.row_mut(2 * nv + w).copy_from_slice(soft.next.row(w));
        }
        for j in 0..m.size.njnt {
            let mut v = m.jnt.dofadr[j].idx();
            let kind = m.jnt.kind[j].get();
            let scalars = match kind {
                Some(JointKind::Free) => 3,
                Some(JointKind::Ball) => 0,
                _ => 1,
            };
            for i in v..v + scalars {
                for c in 0..cols {
                    self.out.x[i * cols + c] = h * self.out.x[(nv + i) * cols + c];
                }
                self.out.add(i, i, 1.0);
            }
            if matches!(kind, Some(JointKind::Free | JointKind::Ball)) {
                v += scalars;
                self.rotation(m, d, v, h);
            }
        }
    }

    /// The rotation at dofs `v..v + 3`.
    fn rotation(&mut self, m: &Model, d: &Data, v: usize, h: f64) {
        let (nv, cols) = (m.size.nv, self.out.cols);
        let turn = Vec3([0, 1, 2].map(|k| h * (d.state.qvel[v + k] + h * self.qacc[v + k])));
        let (back, jr) = (Quat::from_rotation_vector(turn).conj().to_mat(), right(turn));
        for c in 0..cols {
            let w = Vec3([0, 1, 2].map(|k| h * self.out.x[(nv + v + k) * cols + c]));
            let x = jr.mul_vec(w);
            for k in 0..3 {
                self.out.x[(v + k) * cols + c] = x[k];
            }
        }
        for r in 0..3 {
            for k in 0..3 {
                self.out.add(v + r, v + k, back.0[3 * r + k]);
            }
        }
    }
}

/// d log(exp(−θ) exp(θ + δ))/dδ: the right Jacobian of rotations.
pub(crate) fn right(theta: Vec3) -> Mat3 {
    let t2 = theta.norm_squared();
    let (b, c) = if t2 < 1e-8 {
        (0.5 - t2 / 24.0, 1.0 / 6.0 - t2 / 120.0)
    } else {
        let t = t2.sqrt();
        ((1.0 - libm::cos(t)) / t2, (t - libm::sin(t)) / (t2 * t))
    };
    let s = Mat3::skew(theta);
    let ss = s * s;
    Mat3(std::array::from_fn(|i| f64::from(u8::from(i % 4 == 0)) - b * s.0[i] + c * ss.0[i]))
}

/// True if Euler's method takes joint damping implicitly, if there is any.
fn is_damped_implicitly(m: &Model) -> bool {
    !m.disabled(disable::EULERDAMP) && !m.disabled(disable::DAMPER)
}

/// True if there is any.
fn has_damping(m: &Model) -> bool {
    is_damped_implicitly(m)
        && (0..m.size.nv).any(|i| {
            m.dof.damping[i] > 0.0
                || m.dof.dampingpoly[i] != [0.0; 2]
                || m.jnt.actuatorid[m.dof.jntid[i]] != ActuatorId::NONE
        })
}

/// What velocity derivatives read.
pub(crate) fn derivative_input(d: &Data) -> DerivativeInput<'_> {
    DerivativeInput {
        qpos: &d.state.qpos,
        qvel: &d.state.qvel,
        act: &d.state.act,
        drives: &d.drives.drives,
        plastic: &d.state.plastic,
        pos: Positions { kin: &d.kin, com: &d.com },
        ten: &d.ten,
        trn: &d.trn,
        vel: &d.vel,
        actuation: &d.actuation,
    }
}

//! Joints, tendons, actuators and their limits.
//!
//! ```text
//! dl = J dq,   dl̇ = J dv + (dJ v) dq                                 lengths of tendons and transmissions               (1)
//! dp = p_l dl + p_v dl̇ + p_w dw + p_u du                             forces of actuators, slopes of [`crate::actuators`]  (2)
//! τ_j = Σ J_oj p_o,   dτ_j = Σ J_oj dp_o + dJ_oj p_o                  what actuators do to a joint                        (3)
//! ```
//!
//! J over points in space is differenced along the dofs, poses alone ([`crate::vary`]). A limit is seen from where its row appears on: there its
//! distance has two derivatives, its speed jumps.
//!
//! Reads  rows, tendons, transmissions, slopes     Cost O(dofs of the row) per number

use super::{Seen, Slopes};
use crate::actuators::{In, Out};
use crate::soft::is_constant;
use crate::vary::{Along, Plan, Vary};
use stiction_dynamics::stages::SparseRow;
use stiction_dynamics::tendon::{is_fixed, jacobian_row};
use stiction_dynamics::transmission::moment_row;
use stiction_linalg::lanes::dot;
use stiction_model::Model;
use stiction_model::kinds::{JointKind, SensorKind, TrnKind, disable};
use stiction_sim::Data;
use stiction_solver::RowKind;
use stiction_spatial::{Quat, Vec3};

/// Why forces through contacts are differenced.
const THROUGH: &str = "actuators that act through contacts";

/// Tendons and transmissions that a sensor needs and whose Jacobian depends on the pose.
pub(super) fn plan(m: &Model) -> Plan {
    use SensorKind as K;
    let mut out = Plan::default();
    let any =
        |kinds: &[SensorKind]| m.sensor.kind.iter().any(|k| k.get().is_some_and(|k| kinds.contains(&k)));
    if any(&[K::Actuatorpos, K::Actuatorvel, K::Actuatorfrc, K::Jointactfrc, K::Tendonactfrc]) {
        let bent = |i: &usize| !is_constant(m, *i) && m.actuator.trntype[*i] != TrnKind::Body;
        out.outs.extend((0..m.size.nactuator).filter(bent).flat_map(|i| m.actuator.outputs(i).range()));
    }
    if any(&[K::Tendonvel, K::Tendonlimitvel]) {
        out.tendons.extend((0..m.size.ntendon).filter(|&t| !is_fixed(m, t)));
    }
    out
}

/// The plan along every dof.
pub(super) fn differenced(m: &Model, d: &Data, plan: &Plan, vary: &mut Vary) -> Vec<Along> {
    if plan.is_empty() {
        return Vec::new();
    }
    vary.start(m, d);
    // rows, which may come and go, are not part of the plan
    (0..m.size.nv).map(|k| vary.position(m, d, plan, k).unwrap_or_default()).collect()
}

fn id_of(m: &Model, i: usize) -> usize {
    m.sensor.objid[i].get().map_or(0, |o| o.idx())
}

impl Seen<'_> {
    pub(super) fn joint(&self, i: usize, kind: SensorKind, out: &mut Slopes) {
        let (m, j) = (self.m, id_of(self.m, i));
        let (v, nv) = (m.jnt.dofadr[j].idx(), m.size.nv);
        match kind {
            SensorKind::Jointpos => out.x.add(0, v, 1.0),
            SensorKind::Jointvel => out.x.add(0, nv + v, 1.0),
            SensorKind::Ballangvel => (0..3).for_each(|k| out.x.add(k, nv + v + k, 1.0)),
            _ => {
                let p = m.jnt.qposadr[j];
                let q = Quat([0, 1, 2, 3].map(|k| self.d.state.qpos[p + k])).normalized();
                for k in 0..3 {
                    let mut half = Quat([0.0; 4]);
                    half[1 + k] = 0.5;
                    let dq = q * half;
                    (0..4).for_each(|r| out.x.add(r, v + k, dq.0[r]));
                }
            }
        }
    }

    pub(super) fn tendon(&self, i: usize, kind: SensorKind, out: &mut Slopes) -> Result<(), &'static str> {
        let t = id_of(self.m, i);
        let SparseRow { cols, vals } = jacobian_row(self.m, &self.d.ten, t);
        let from = if kind == SensorKind::Tendonpos { 0 } else { self.m.size.nv };
        cols.iter().zip(vals).for_each(|(&k, v)| out.x.add(0, from + k as usize, *v));
        if kind == SensorKind::Tendonvel {
            self.bent_tendon(t, 1.0, out.x.row_mut(0));
        }
        Ok(())
    }

    /// s dJ v of a tendon over points in space.
    fn bent_tendon(&self, t: usize, s: f64, to: &mut [f64]) {
        let Some(n) = self.plan.tendons.iter().position(|&x| x == t) else { return };
        let SparseRow { cols, .. } = jacobian_row(self.m, &self.d.ten, t);
        for (k, along) in self.along.iter().enumerate() {
            let rate = |(&c, x): (&i32, &f64)| x * self.d.state.qvel[c as usize];
            to[k] += s * cols.iter().zip(&along.tendons[n]).map(rate).sum::<f64>();
        }
    }

    /// Where output `o` is in what was differenced.
    fn bent_out(&self, o: usize) -> Option<usize> {
        self.plan.outs.iter().position(|&x| x == o)
    }

    /// s dl of output `o`.
    fn length(&self, o: usize, s: f64, to: &mut [f64]) {
        if let Some(n) = self.bent_out(o) {
            self.along.iter().enumerate().for_each(|(k, a)| to[k] += s * a.outs[n][self.m.size.nv]);
            return;
        }
        let SparseRow { cols, vals } = moment_row(&self.d.trn, o.into());
        cols.iter().zip(vals).for_each(|(&k, v)| to[k as usize] += s * v);
    }

    /// s dl̇ of output `o`.
    fn speed(&self, o: usize, s: f64, to: &mut [f64]) {
        let nv = self.m.size.nv;
        let SparseRow { cols, vals } = moment_row(&self.d.trn, o.into());
        cols.iter().zip(vals).for_each(|(&k, v)| to[nv + k as usize] += s * v);
        if let Some(n) = self.bent_out(o) {
            let rate = |a: &Along| dot(&a.outs[n][..nv], &self.d.state.qvel);
            self.along.iter().enumerate().for_each(|(k, a)| to[k] += s * rate(a));
        }
    }

    /// s dp of output `o` by (2), into row `row`.
    fn force(&self, o: usize, s: f64, out: &mut Slopes, row: usize) {
        let (nv, na) = (self.m.size.nv, self.m.size.na);
        for slope in self.acts.slopes.iter().filter(|x| x.out == Out::Force(o)) {
            let mut one = vec![0.0; out.cols()];
            match slope.input {
                In::Control(c) => one[2 * nv + na + c] = 1.0,
                In::Activation(w) => one[2 * nv + w] = 1.0,
                In::Length(l) => self.length(l, 1.0, &mut one),
                In::Velocity(l) => self.speed(l, 1.0, &mut one),
            }
            for (k, y) in one.iter().enumerate().filter(|(_, y)| **y != 0.0) {
                out.x.add(row, k, s * slope.value * y);
                if slope.kink {
                    out.margin[k] = 0.0;
                }
            }
        }
    }

    pub(super) fn actuator(&self, i: usize, kind: SensorKind, out: &mut Slopes) -> Result<(), &'static str> {
        let (m, a) = (self.m, id_of(self.m, i));
        if m.actuator.trntype[a] == TrnKind::Body {
            return Err(THROUGH);
        }
        let first = m.actuator.outadr[a].idx();
        for row in 0..m.sensor.data(i).range().len() {
            match kind {
                SensorKind::Actuatorpos => self.length(first + row, 1.0, out.x.row_mut(row)),
                SensorKind::Actuatorvel => self.speed(first + row, 1.0, out.x.row_mut(row)),
                _ => self.force(first + row, 1.0, out, row),
            }
        }
        Ok(())
    }

    /// What actuators do to a joint or along a tendon.
    pub(super) fn drive(&self, i: usize, kind: SensorKind, out: &mut Slopes) -> Result<(), &'static str> {
        let (m, id) = (self.m, id_of(self.m, i));
        if m.actuator.trntype.contains(&TrnKind::Body.into()) {
            return Err(THROUGH);
        }
        if kind == SensorKind::Tendonactfrc {
            let own =
                |a: &usize| m.actuator.trntype[*a] == TrnKind::Tendon && m.actuator.trnid[*a][0].idx() == id;
            (0..m.size.nactuator)
                .filter(own)
                .for_each(|a| self.force(m.actuator.outadr[a].idx(), 1.0, out, 0));
            return Ok(());
        }
        if m.jnt.actgravcomp[id] {
            return Err("gravity compensation by actuators");
        }
        let j = m.jnt.dofadr[id].idx();
        for o in 0..m.size.nout {
            let SparseRow { cols, vals } = moment_row(&self.d.trn, o.into());
            let arm: f64 = cols.iter().zip(vals).filter(|(c, _)| **c as usize == j).map(|(_, v)| v).sum();
            if arm != 0.0 {
                self.force(o, arm, out, 0);
            }
            if let Some(n) = self.bent_out(o) {
                let p = self.d.actuation.actuator_force[o];
                self.along.iter().enumerate().for_each(|(k, a)| out.x.add(0, k, a.outs[n][j] * p));
            }
        }
        if m.jnt.actfrclimited[id] {
            let (f, [lo, hi]) = (self.d.actuation.qfrc_actuator[j], m.jnt.actfrcrange[id]);
            out.switch(f - lo, 0);
            out.switch(hi - f, 0);
            if f <= lo || f >= hi {
                out.x.row_mut(0).fill(0.0);
            }
        }
        Ok(())
    }

    /// The first limit row of joint or tendon `id`.
    pub(super) fn limit_block(&self, kind: RowKind, id: usize) -> Option<usize> {
        self.d.rows.info.iter().position(|r| r.kind == kind && r.id as usize == id)
    }

    /// Distance from a limit, and its rate.
    pub(super) fn limit(&self, i: usize, kind: SensorKind, out: &mut Slopes) -> Result<(), &'static str> {
        let (m, d, id) = (self.m, self.d, id_of(self.m, i));
        if m.stiction.is_hard() {
            return Err("limits as far as a hard step looks");
        }
        let joint = matches!(kind, SensorKind::Jointlimitpos | SensorKind::Jointlimitvel);
        let place = matches!(kind, SensorKind::Jointlimitpos | SensorKind::Tendonlimitpos);
        let ball = joint && m.jnt.kind[id] == JointKind::Ball;
        let Some(b) = self.limit_block(if joint { RowKind::LimitJoint } else { RowKind::LimitTendon }, id)
        else {
            self.absent(joint, id, out);
            return Ok(());
        };
        if ball && !place {
            return Err("a limit of a ball");
        }
        let r = d.rows.range(b).start;
        let from = if place { 0 } else { m.size.nv };
        for (&k, v) in d.rows.jac.dofs(b).iter().zip(d.rows.jac.row(b, 0)) {
            out.x.add(0, from + k as usize, *v);
            let gap = (d.rows.pos[r] - d.rows.margin[r]).abs();
            out.margin[k as usize] = if *v != 0.0 { gap / v.abs() } else { f64::INFINITY };
        }
        if !joint && !place {
            let SparseRow { cols, vals } = jacobian_row(m, &d.ten, id);
            let same = cols.iter().zip(vals).find(|(_, v)| **v != 0.0).is_none_or(|(&c, v)| {
                let own = d.rows.jac.dofs(b).iter().zip(d.rows.jac.row(b, 0)).find(|x| *x.0 as i32 == c);
                own.is_none_or(|(_, w)| w * v > 0.0)
            });
            self.bent_tendon(id, if same { 1.0 } else { -1.0 }, out.x.row_mut(0));
        }
        Ok(())
    }

    /// A limit that has no row may appear.
    fn absent(&self, joint: bool, id: usize, out: &mut Slopes) {
        let (m, d) = (self.m, self.d);
        let limited = if joint { m.jnt.limited[id] } else { m.tendon.limited[id] };
        if !limited || m.disabled(disable::LIMIT) || m.disabled(disable::CONSTRAINT) {
            return;
        }
        let gap = |x: f64, [lo, hi]: [f64; 2], margin: f64| (x - lo).min(hi - x) - margin;
        if !joint {
            let gap = gap(d.ten.ten_length[id], m.tendon.range[id], m.tendon.margin[id]);
            let SparseRow { cols, vals } = jacobian_row(m, &d.ten, id);
            for (&k, v) in cols.iter().zip(vals).filter(|(_, v)| **v != 0.0) {
                out.margin[k as usize] = gap.abs() / v.abs();
            }
            return;
        }
        let (p, v) = (m.jnt.qposadr[id], m.jnt.dofadr[id].idx());
        if m.jnt.kind[id] == JointKind::Ball {
            let turn: Vec3 =
                Quat([0, 1, 2, 3].map(|k| d.state.qpos[p + k])).normalized().to_rotation_vector();
            let [lo, hi] = m.jnt.range[id];
            let gap = lo.max(hi) - turn.norm() - m.jnt.margin[id];
            out.margin[v..v + 3].fill(gap.abs());
        } else {
            out.margin[v] = gap(d.state.qpos[p], m.jnt.range[id], m.jnt.margin[id]).abs();
        }
    }
}

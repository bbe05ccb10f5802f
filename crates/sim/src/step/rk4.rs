//! Fourth-order Runge–Kutta on the configuration manifold.
//!
//! x_i = x_0 ⊕ h Σ_j a_ij k_j,   k_j = (dexp⁻¹(θ_j) v_j, q̈_j, ẇ_j)                                                  (1)
//! dexp⁻¹(θ) ω = ω + ½ θ×ω + c θ×(θ×ω),  c = (1 − (|θ|/2) cot(|θ|/2))/|θ|²                                           (2)
//!
//! θ_j is the rotation that stage j stands away from x_0; (2) acts on the angular velocities of ball and free joints,
//! without which orientations would converge at second order only.

use super::frame::{Sensors, forward_from};
use super::unseen::Show;
use crate::data::Data;
use crate::hooks::Hooks;
use crate::law::Law;
use crate::stage::position::Poses;
use stiction_dynamics::manifold;
use stiction_dynamics::stages::Tendons;
use stiction_linalg::lanes::copy_short;
use stiction_model::Model;
use stiction_model::kinds::{JointKind, Stage};
use stiction_spatial::Vec3;

/// Each stage stands on the rate of the one before alone: the diagonal of a_ij.
const A: [f64; 3] = [0.5, 0.5, 1.0];
const B: [f64; 4] = [1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0];

/// Memory of the four stages.
#[derive(Clone, Debug, Default)]
pub struct RkScratch {
    /// The state at the start (q, v, w), the rates of the four stages and their sum: (velocity, q̈, ẇ) each.
    numbers: Vec<f64>,
    /// Tendons of the first stage, with which plastic springs yield.
    ten: Tendons,
}

impl RkScratch {
    /// Tendons of the first stage.
    pub(crate) fn first_tendons(&self) -> &Tendons {
        &self.ten
    }
}

/// The mean rates of four stages, the first of which has run, into the rates that advance the state. The state is as before.
/// What the stages after the first compute is seen in the last one only, if at all.
pub(super) fn rates(m: &Model, law: &Law, d: &mut Data, hooks: &mut dyn Hooks, show: Show) {
    let hides =
        matches!(law, Law::Soft(law) if law.may_hide(m)) && !hooks.watches() && d.constraints.is_empty();
    let (nq, nv, na) = (d.state.qpos.len(), d.state.qvel.len(), d.state.act.len());
    let n = 2 * nv + na;
    let mut numbers = std::mem::take(&mut d.scratch.rk.numbers);
    numbers.resize(nq + nv + na + 5 * n, 0.0);
    let (start, rest) = numbers.split_at_mut(nq + nv + na);
    let (stages, sum) = rest.split_at_mut(4 * n);
    let (q, vw) = start.split_at_mut(nq);
    let (v, w) = vw.split_at_mut(nv);
    let (h, time) = (m.opt.timestep, d.time);
    copy_short(q, &d.state.qpos);
    copy_short(v, &d.state.qvel);
    copy_short(w, &d.state.act);
    record(d, &mut stages[..n]);
    if m.size.nplastic > 0 {
        d.scratch.rk.ten.clone_from(&d.stages.ten);
    }
    for (i, &a) in A.iter().enumerate() {
        sum.iter_mut().zip(&stages[i * n..]).for_each(|(s, x)| *s = a * x);
        let (moves, others) = sum.split_at(nv);
        copy_short(&mut d.state.qpos, q);
        integrate_awake(m, d, moves, h);
        add_scaled(&mut d.state.qvel, v, &others[..nv], h);
        add_scaled(&mut d.state.act, w, &others[nv..], h);
        d.time = time + h * a;
        match law {
            Law::Soft(law) if hides && (i < 2 || show == Show::State) => {
                let poses = if i < 2 { Poses::Acting } else { Poses::All };
                law.unseen(m, d, hooks, Stage::None, poses);
            }
            _ => forward_from(m, law, d, hooks, Stage::None, Sensors::Skip),
        }
        let rate = &mut stages[(i + 1) * n..][..n];
        record(d, rate);
        correct(m, h, moves, &mut rate[..nv]);
    }
    combine(stages, sum);
    d.time = time;
    copy_short(&mut d.state.qpos, q);
    copy_short(&mut d.state.qvel, v);
    copy_short(&mut d.state.act, w);
    copy_short(&mut d.scratch.moves, &sum[..nv]);
    copy_short(&mut d.scratch.qacc, &sum[nv..2 * nv]);
    d.scratch.act_dot.clear();
    d.scratch.act_dot.extend_from_slice(&sum[2 * nv..]);
    d.scratch.rk.numbers = numbers;
}

/// q ← q ⊕ h v for what does not sleep.
fn integrate_awake(m: &Model, d: &mut Data, velocity: &[f64], h: f64) {
    for run in d.stages.sleep.part().joints {
        for j in run.range() {
            manifold::integrate_joint(m, j, &mut d.state.qpos, velocity, h);
        }
    }
}

/// Velocity, q̈ and ẇ of the stage that has run; no q̈ of what sleeps.
fn record(d: &Data, rate: &mut [f64]) {
    let (v, rest) = rate.split_at_mut(d.state.qvel.len());
    let (a, w) = rest.split_at_mut(v.len());
    copy_short(v, &d.state.qvel);
    if d.sleep.any() {
        a.fill(0.0);
    }
    for run in d.sleep.part().dofs {
        copy_short(&mut a[run.range()], &d.solution.qacc[run.range()]);
    }
    copy_short(w, &d.actuation.act_dot);
}

/// The weighted sum of the rates of all stages, one after the other.
fn combine(stages: &[f64], sum: &mut [f64]) {
    let n = sum.len();
    let [a, b, c, d] = [0, 1, 2, 3].map(|i| &stages[i * n..][..n]);
    for (k, sum) in sum.iter_mut().enumerate() {
        *sum = 0.0 + B[0] * a[k] + B[1] * b[k] + B[2] * c[k] + B[3] * d[k];
    }
}

fn add_scaled(out: &mut [f64], x: &[f64], y: &[f64], h: f64) {
    for ((o, x), y) in out.iter_mut().zip(x).zip(y) {
        *o = x + h * y;
    }
}

/// (2) for every orientation: `offset` is the tangent displacement of this stage divided by h.
fn correct(m: &Model, h: f64, offset: &[f64], velocity: &mut [f64]) {
    for j in 0..m.size.njnt {
        let a = match m.jnt.kind[j].get() {
            Some(JointKind::Free) => m.jnt.dofadr[j].idx() + 3,
            Some(JointKind::Ball) => m.jnt.dofadr[j].idx(),
            _ => continue,
        };
        let theta = Vec3([0, 1, 2].map(|k| h * offset[a + k]));
        let w = Vec3([0, 1, 2].map(|k| velocity[a + k]));
        let once = theta.cross(w);
        let twice = theta.cross(once);
        let corrected = w.add_scaled(once, 0.5).add_scaled(twice, cotangent_weight(theta.norm_squared()));
        velocity[a..a + 3].copy_from_slice(&corrected.0);
    }
}

/// c of (2) as a function of |θ|², by its series near zero.
fn cotangent_weight(t2: f64) -> f64 {
    if t2 < 1e-4 {
        return 1.0 / 12.0 + t2 / 720.0 + t2 * t2 / 30240.0;
    }
    let half = 0.5 * t2.sqrt();
    (1.0 - half / libm::tan(half)) / t2
}

#[cfg(test)]
mod tests {
    use super::cotangent_weight;

    /// 1/θ² − cot(θ/2)/(2θ), by the partial fractions of the cotangent: Σ 2/((2πk)² − θ²).
    fn fractions(t2: f64) -> f64 {
        let term = |k: u32| 2.0 / ((2.0 * std::f64::consts::PI * f64::from(k)).powi(2) - t2);
        // the tail after n terms is 1/(2 π² n) up to 1/n³
        let n = 20_000;
        (1..=n).rev().map(term).sum::<f64>()
            + 1.0 / (2.0 * std::f64::consts::PI.powi(2) * (f64::from(n) + 0.5))
    }

    #[test]
    fn weights_of_the_second_commutator() {
        for t2 in [1e-12, 2e-5, 0.99e-4, 1.01e-4, 0.3, 2.0, 7.0] {
            assert!((cotangent_weight(t2) - fractions(t2)).abs() < 1e-12, "{t2}");
        }
        // the series to its last term, where it is used
        let closed = |t2: f64| {
            let half: f64 = 0.5 * t2.sqrt();
            (1.0 - half / libm::tan(half)) / t2
        };
        assert!((cotangent_weight(0.99e-4) - closed(0.99e-4)).abs() < 1e-12);
        let slope = (cotangent_weight(0.9e-4) - cotangent_weight(0.1e-4)) / 0.8e-4;
        assert!((slope - (1.0 / 720.0 + 1e-4 / 30240.0)).abs() < 1e-10, "{slope}");
    }
}

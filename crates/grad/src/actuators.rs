//! Actuator forces and activations as functions of lengths, velocities, controls and activations.
//!
//! ```text
//! dp = p_l dl + p_v dl̇ + p_w dw + p_u du,   dl = J dq,   dl̇ = J dv + (dJ v) dq                                         (1)
//! ```
//!
//! Slopes of motors and servos are read off; those of muscles, DC motors, PID and orientation servos are differences of the
//! actuator's own scalar law. An actuator at a limit of its force does not answer.
//!
//! Reads  model.actuator, drives, transmissions     Cost O(nactuator)

use stiction_dynamics::actuation::{self, NoHooks, is_disabled, next_activation};
use stiction_dynamics::inputs::{ActuationInput, ForceScratch, Held};
use stiction_dynamics::stages::{Actuation, Transmissions, Velocities};
use stiction_model::Model;
use stiction_model::ids::ActivationId;
use stiction_model::kinds::{BiasKind, DynKind, GainKind, disable};
use stiction_sim::Data;

/// Step of the differences of scalar laws.
const STEP: f64 = 1e-6;

/// Relative disagreement of the two sides at which a law counts as having a kink.
const KINK: f64 = 1e-5;

/// One slope: how output `out` of an actuator answers to one of its inputs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slope {
    pub actuator: usize,
    pub out: Out,
    pub input: In,
    pub value: f64,
    /// The law has a kink here: the value is a mean.
    pub kink: bool,
}

/// An output of an actuator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Out {
    /// Force output (index over nout).
    Force(usize),
    /// Activation after the step, or its rate (index over na).
    Next(usize),
}

/// An input of an actuator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum In {
    Length(usize),
    Velocity(usize),
    Control(usize),
    Activation(usize),
}

/// Work space.
#[derive(Clone, Debug, Default)]
pub(crate) struct Actuators {
    pub slopes: Vec<Slope>,
    /// `Out::Next` is the rate of an activation instead of its value after the step.
    pub rates: bool,
    trn: Transmissions,
    vel: Velocities,
    work: ForceScratch,
    up: Actuation,
    down: Actuation,
    act: Vec<f64>,
    ctrl: Vec<f64>,
    hard: Vec<usize>,
}

impl Actuators {
    /// All slopes at the state of `d`.
    pub fn find(&mut self, m: &Model, d: &Data) {
        self.slopes.clear();
        self.hard.clear();
        if m.size.nactuator == 0 || m.disabled(disable::ACTUATION) {
            return;
        }
        for i in 0..m.size.nactuator {
            if is_plain(m, i) { self.plain(m, d, i) } else { self.hard.push(i) }
        }
        if !self.hard.is_empty() {
            self.by_differences(m, d);
        }
    }

    fn put(&mut self, actuator: usize, out: Out, input: In, value: f64, kink: bool) {
        if value != 0.0 || kink {
            self.slopes.push(Slope { actuator, out, input, value, kink });
        }
    }

    /// Gain times input plus an affine bias, with at most one activation.
    fn plain(&mut self, m: &Model, d: &Data, i: usize) {
        let (a, h) = (&m.actuator, m.opt.timestep);
        let (o, c) = (a.outadr[i].idx(), a.ctrladr[i].idx());
        let (l, v) = (d.trn.actuator_length[o], d.vel.actuator_velocity[o]);
        let affine = a.gaintype[i] == GainKind::Affine;
        let g = &a.gainprm[i];
        let gain = if affine { g[0] + g[1] * l + g[2] * v } else { g[0] };
        let b = if a.biastype[i] == BiasKind::Affine { a.biasprm[i] } else { [0.0; 10] };
        let answers = control(m, d, c);
        let off = is_disabled(m, i);
        let held = off || d.drives.drives.held[i] == Held::Force;
        let input = match a.actadr[i].get().map(ActivationId::idx) {
            Some(w) if a.actnum[i] > 0 => {
                let tau = a.dynprm[i][0].max(stiction_spatial::MIN_VAL);
                let (rate_u, rate_w, reach) = match a.dyntype[i].get() {
                    Some(DynKind::Integrator) => (1.0, 0.0, h),
                    Some(DynKind::Filterexact) => (1.0 / tau, -1.0 / tau, tau * (1.0 - libm::exp(-h / tau))),
                    _ => (1.0 / tau, -1.0 / tau, h),
                };
                let rate = if off { 0.0 } else { d.actuation.act_dot[w] };
                let free = d.state.act[w] + reach * rate;
                let clamped = a.actlimited[i] && !(free > a.actrange[i][0] && free < a.actrange[i][1]);
                let (own, reach) = if self.rates { (0.0, 1.0) } else { (1.0, reach) };
                if self.rates || !clamped {
                    let on = if off { 0.0 } else { 1.0 };
                    self.put(i, Out::Next(w), In::Activation(w), own + reach * rate_w * on, false);
                    self.put(i, Out::Next(w), In::Control(c), reach * rate_u * on * answers, false);
                }
                if !held {
                    self.put(i, Out::Force(o), In::Activation(w), gain, false);
                }
                d.state.act[w]
            }
            _ => {
                if !held {
                    self.put(i, Out::Force(o), In::Control(c), gain * answers, false);
                }
                d.drives.drives.ctrl[c]
            }
        };
        if !held {
            let (gl, gv) = if affine { (g[1], g[2]) } else { (0.0, 0.0) };
            self.put(i, Out::Force(o), In::Length(o), b[1] + gl * input, false);
            self.put(i, Out::Force(o), In::Velocity(o), b[2] + gv * input, false);
        }
    }

    /// The laws of all other actuators, each input nudged in all of them at once.
    fn by_differences(&mut self, m: &Model, d: &Data) {
        let a = &m.actuator;
        let hard = std::mem::take(&mut self.hard);
        let most = |f: &dyn Fn(usize) -> i32| hard.iter().map(|&i| f(i).max(0)).max().unwrap_or(0) as usize;
        let counts =
            [most(&|i| a.outnum[i]), most(&|i| a.outnum[i]), most(&|i| a.ctrlnum[i]), most(&|i| a.actnum[i])];
        if self.work.drives.ctrl.len() != m.size.nu || self.work.drives.held.len() != m.size.nactuator {
            self.work = ForceScratch::allocate(m);
        }
        // limits of tendons couple their actuators: one at a time
        let coupled = m.tendon.actfrclimited.iter().any(|&l| l);
        let sets: Vec<Vec<usize>> =
            if coupled { hard.iter().map(|&i| vec![i]).collect() } else { vec![hard.clone()] };
        for set in &sets {
            for (kind, &slots) in counts.iter().enumerate() {
                for slot in 0..slots {
                    self.nudge(m, d, set, kind, slot);
                }
            }
        }
        self.hard = hard;
    }

    /// Input `slot` of one kind: lengths, velocities, controls, activations.
    fn nudge(&mut self, m: &Model, d: &Data, set: &[usize], kind: usize, slot: usize) {
        let a = &m.actuator;
        let place = |i: usize| {
            let (adr, num) = match kind {
                0 | 1 => (a.outadr[i].number(), a.outnum[i]),
                2 => (a.ctrladr[i].number(), a.ctrlnum[i]),
                _ => (a.actadr[i].number(), a.actnum[i]),
            };
            ((slot as i32) < num && adr >= 0).then_some(adr as usize + slot)
        };
        let mut next = [Vec::new(), Vec::new()];
        for (side, sign) in [1.0, -1.0].into_iter().enumerate() {
            self.trn.clone_from(&d.trn);
            self.vel.clone_from(&d.vel);
            self.act.clone_from(&d.state.act);
            self.ctrl.clone_from(&d.input.ctrl);
            for &i in set {
                let Some(at) = place(i) else { continue };
                let x = match kind {
                    0 => &mut self.trn.actuator_length[at],
                    1 => &mut self.vel.actuator_velocity[at],
                    2 => &mut self.ctrl[at],
                    _ => &mut self.act[at],
                };
                *x += sign * STEP;
            }
            let out = if side == 0 { &mut self.up } else { &mut self.down };
            out.clone_from(&d.actuation);
            let x = ActuationInput {
                time: d.time,
                act: &self.act,
                ctrl: &self.ctrl,
                history: &d.state.history,
                trn: &self.trn,
                vel: &self.vel,
                qfrc_gravcomp: &d.passive.qfrc_gravcomp,
            };
            actuation::actuation(m, &x, &NoHooks, &mut self.work, out);
            next[side].clone_from(&self.act);
            for &i in set {
                for w in 0..a.actnum[i].max(0) as usize {
                    let w = a.actadr[i].idx() + w;
                    let rate = if is_disabled(m, i) { 0.0 } else { out.act_dot[w] };
                    next[side][w] = match self.rates {
                        true => rate,
                        false => next_activation(m, &self.vel, i, w.into(), self.act[w], rate),
                    };
                }
            }
        }
        for &i in set {
            let Some(at) = place(i) else { continue };
            let input = [In::Length(at), In::Velocity(at), In::Control(at), In::Activation(at)][kind];
            let edge = [0, 1].map(|s| {
                kind == 2
                    && a.ctrllimited[at]
                    && !m.disabled(disable::CLAMPCTRL)
                    && d.input.ctrl[at] == a.ctrlrange[at][s]
            });
            for o in a.outputs(i).range() {
                let here = d.actuation.actuator_force[o];
                let (up, down) = (self.up.actuator_force[o], self.down.actuator_force[o]);
                self.quotient(i, Out::Force(o), input, [up, here, down], edge);
            }
            for w in 0..a.actnum[i].max(0) as usize {
                let w = a.actadr[i].idx() + w;
                let rate = if is_disabled(m, i) { 0.0 } else { d.actuation.act_dot[w] };
                let here = match self.rates {
                    true => rate,
                    false => next_activation(m, &d.vel, i, w.into(), d.state.act[w], rate),
                };
                self.quotient(i, Out::Next(w), input, [next[0][w], here, next[1][w]], edge);
            }
        }
    }

    fn quotient(&mut self, i: usize, out: Out, input: In, [up, here, down]: [f64; 3], edge: [bool; 2]) {
        let (mut right, mut left) = ((up - here) / STEP, (here - down) / STEP);
        // at the edge of a control's range only the inside counts
        if edge[1] {
            right = left;
        } else if edge[0] {
            left = right;
        }
        let size = right.abs().max(left.abs());
        let noise = 1e-15 * here.abs() / STEP;
        let kink = (right - left).abs() > KINK * size + 16.0 * noise;
        self.put(i, out, input, 0.5 * (right + left), kink);
    }
}

/// How an actuator answers to control `c`: 1, or 0 beyond its range. The range is the domain of the control: at its edge the
/// derivative is that of the inside, as for differences that nudge inwards.
fn control(m: &Model, d: &Data, c: usize) -> f64 {
    let clamped = !m.disabled(disable::CLAMPCTRL) && m.actuator.ctrllimited[c];
    let ([lo, hi], u) = (m.actuator.ctrlrange[c], d.input.ctrl[c]);
    if clamped && !(lo <= u && u <= hi) { 0.0 } else { 1.0 }
}

/// Gain times input plus an affine bias.
pub(crate) fn is_plain(m: &Model, i: usize) -> bool {
    let a = &m.actuator;
    a.outnum[i] == 1
        && a.ctrlnum[i] == 1
        && a.actnum[i] <= 1
        && m.size.nhistory == 0
        && !a.actearly[i]
        && matches!(a.gaintype[i].get(), Some(GainKind::Fixed | GainKind::Affine))
        && matches!(a.biastype[i].get(), Some(BiasKind::None | BiasKind::Affine))
        && matches!(
            a.dyntype[i].get(),
            Some(DynKind::None | DynKind::Integrator | DynKind::Filter | DynKind::Filterexact)
        )
        && (a.actnum[i] == 1) == (a.dyntype[i] != DynKind::None)
        && actuation::servo::period(m, i).is_none()
        && !m.tendon.actfrclimited.iter().any(|&l| l)
}

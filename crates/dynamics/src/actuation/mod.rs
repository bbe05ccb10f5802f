//! Actuators: from controls and activations to generalized forces.
//!
//! u  = clamp(control, perhaps delayed)                                                                        (1)
//! ẇ  = dynamics(u, w, l, l̇)                          [`dynamics`]                                            (2)
//! p  = gain(l, l̇) · (u or w) + bias(l, l̇, w)         [`force`], one number per force output                  (3)
//! p ← limits of tendons, then of actuators            [`limits`]                                             (4)
//! τ  = Jᵀ p + gravity compensation, clamped per joint                                                         (5)
//!
//! Reads  model.actuator, time, act, ctrl, history, Transmissions, Velocities     Writes Actuation
//! Cost   O(nactuator + nnz(moment)), no allocation
//! Checked by: MuJoCo's act_dot, actuator_force, qfrc_actuator for every kind; muscle curves by hand.

pub mod dcmotor;
pub mod dynamics;
mod force;
pub mod hooks;
mod limits;
pub mod muscle;
mod plugin;
pub mod servo;

pub use dynamics::{advance, next_activation};
pub use hooks::{ActuatorHooks, NoHooks};

use crate::history::{History, Interpolation};
use crate::inputs::{ActuationInput, Drives, ForceScratch};
use crate::stages::Actuation;
use stiction_linalg::lanes::{clear_short, copy_short};
use stiction_model::Model;
use stiction_model::kinds::disable;

/// Controls beyond this are taken as bad (MuJoCo's `mjMAXVAL`).
pub const MAX_VAL: f64 = 1e10;

/// What went wrong but did not stop the stage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ActuationReport {
    /// The first control that is NaN or huge: all controls were taken as zero.
    pub bad_ctrl: Option<usize>,
}

/// Equations (1) to (5).
pub fn actuation(
    m: &Model,
    x: &ActuationInput<'_>,
    hooks: &dyn ActuatorHooks,
    work: &mut ForceScratch,
    out: &mut Actuation,
) -> ActuationReport {
    clear_short(&mut out.actuator_force);
    clear_short(&mut out.qfrc_actuator);
    if m.size.nactuator == 0 || m.disabled(disable::ACTUATION) {
        return ActuationReport::default();
    }
    let ForceScratch { drives: Drives { ctrl, held }, tendon, .. } = work;
    let bad_ctrl = read_controls(m, x, ctrl);
    if m.size.na > 0 {
        dynamics::rates(m, x, hooks, ctrl, &mut out.act_dot);
    }
    let motors = force::outputs(m, x, hooks, ctrl, out);
    limits::apply(m, tendon, &mut out.actuator_force, held);
    if motors {
        dcmotor::add_mechanical(m, x, out);
    }
    if joint_forces(m, x, out) {
        limits::mark_joints(m, &out.qfrc_actuator, held);
    }
    ActuationReport { bad_ctrl }
}

/// True if the actuator's group is disabled (`mj_actuatorDisabled`).
#[inline]
pub fn is_disabled(m: &Model, actuator: usize) -> bool {
    let group = m.actuator.group[actuator];
    (0..=30).contains(&group) && m.opt.disableactuator & (1 << group) != 0
}

/// Equation (1): the controls as actuators see them. Returns the first bad one, in which case all are zero.
fn read_controls(m: &Model, x: &ActuationInput<'_>, ctrl: &mut [f64]) -> Option<usize> {
    copy_short(ctrl, x.ctrl);
    if m.size.nhistory > 0 {
        delay(m, x, ctrl);
    }
    let clamps = !m.disabled(disable::CLAMPCTRL);
    let limits = m.actuator.ctrllimited.iter().zip(&m.actuator.ctrlrange);
    let mut fine = true;
    for (c, (&limited, &range)) in ctrl.iter_mut().zip(limits) {
        if clamps && limited {
            *c = clip(*c, range);
        }
        fine &= is_fine(*c);
    }
    if fine {
        return None;
    }
    let bad = ctrl.iter().position(|c| !is_fine(*c));
    ctrl.fill(0.0);
    bad
}

/// Neither NaN nor huge.
#[inline]
fn is_fine(ctrl: f64) -> bool {
    ctrl.abs() <= MAX_VAL
}

/// Controls of actuators with a delay, as they were.
#[inline(never)]
fn delay(m: &Model, x: &ActuationInput<'_>, ctrl: &mut [f64]) {
    for i in (0..m.size.nactuator).filter(|&i| m.actuator.delay[i] != 0.0) {
        let how = Interpolation::from_i32(m.actuator.history[i][1]);
        read_ctrl(m, x, i, how, &mut ctrl[m.actuator.controls(i)]);
    }
}

/// The controls of one actuator as they were `actuator_delay` ago (`mj_readCtrl`), written to `out` (ctrlnum).
pub fn read_ctrl(m: &Model, x: &ActuationInput<'_>, actuator: usize, how: Interpolation, out: &mut [f64]) {
    let controls = m.actuator.controls(actuator);
    let n = m.actuator.history[actuator][0].max(0) as usize;
    let past = m.actuator.historyadr[actuator]
        .get()
        .and_then(|adr| x.history.get(adr.idx()..))
        .and_then(|b| History::new(b, n, controls.len()));
    match past {
        Some(h) => h.read(x.time - m.actuator.delay[actuator], how, out),
        None => out.copy_from_slice(&x.ctrl[controls]),
    }
}

/// Appends the controls to the sample buffers of all actuators that have one.
pub fn record_controls(m: &Model, time: f64, ctrl: &[f64], history: &mut [f64]) {
    for i in 0..m.size.nactuator {
        let n = m.actuator.history[i][0].max(0) as usize;
        let Some(adr) = m.actuator.historyadr[i].get() else { continue };
        let now = &ctrl[m.actuator.controls(i)];
        let Some(buffer) = history.get_mut(adr.idx()..) else { continue };
        if let Some(slot) = crate::history::insert(buffer, n, now.len(), time) {
            slot.copy_from_slice(now);
        }
    }
}

/// Equation (5); true if the force of a joint is limited.
fn joint_forces(m: &Model, x: &ActuationInput<'_>, out: &mut Actuation) -> bool {
    let n = m.size.nout;
    let (adr, nnz) = (&x.trn.moment_rowadr[..n], &x.trn.moment_rownnz[..n]);
    for ((&p, &adr), &nnz) in out.actuator_force[..n].iter().zip(adr).zip(nnz) {
        if p != 0.0 {
            let row = adr as usize..adr as usize + nnz as usize;
            let (cols, vals) = (&x.trn.moment_colind[row.clone()], &x.trn.actuator_moment[row]);
            cols.iter().zip(vals).for_each(|(c, v)| out.qfrc_actuator[*c as usize] += v * p);
        }
    }
    if m.flg_gravcomp && !m.disabled(disable::GRAVITY) && m.opt.gravity.norm() != 0.0 {
        for j in (0..m.size.njnt).filter(|&j| m.jnt.actgravcomp[j]) {
            for k in m.jnt.dofs(j) {
                out.qfrc_actuator[k] += x.qfrc_gravcomp[k];
            }
        }
    }
    let mut limits = false;
    for (j, _) in m.jnt.actfrclimited.iter().enumerate().filter(|(_, limited)| **limited) {
        let f = &mut out.qfrc_actuator[m.jnt.dofadr[j]];
        *f = clip(*f, m.jnt.actfrcrange[j]);
        limits = true;
    }
    limits
}

/// x within [lo, hi]; NaN stays NaN.
#[inline]
pub(crate) fn clip(x: f64, range: [f64; 2]) -> f64 {
    if x < range[0] {
        range[0]
    } else if x > range[1] {
        range[1]
    } else {
        x
    }
}

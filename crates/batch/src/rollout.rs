//! Open-loop trajectories: inputs before every step, records after it.

use crate::cells::Cells;
use crate::fields::{DataField, copy_out};
use crate::run::Watch;
use std::sync::Arc;
use stiction_model::Model;
use stiction_model::kinds::state as bit;
use stiction_sim::state::{get_state, set_state, state_size};
use stiction_sim::{Data, NoHooks, StepError, complete, step_resetting, step_unseen};

/// What is recorded.
pub enum RecordOf {
    /// A field of `Data`.
    Field(DataField),
    /// The parts of the state that a mask selects.
    State(i32),
}

/// A record: (simulations of the call × nstep × …).
pub struct Record {
    /// What.
    pub of: RecordOf,
    /// Where.
    pub out: Arc<Cells>,
    /// Numbers per step.
    pub width: usize,
}

/// Inputs and records of a rollout.
pub struct Rollout {
    /// Number of steps.
    pub nstep: usize,
    /// (simulations of the call × nstep × inputs), or `None` to leave inputs as they are.
    pub control: Option<Vec<f64>>,
    /// The parts of the state that `control` sets.
    pub spec: i32,
    /// Records.
    pub records: Vec<Record>,
}

fn raised(d: &Data) -> [i32; 7] {
    d.warnings.map(|w| w.number)
}

impl Rollout {
    /// Rolls out simulation k of the call. A simulation whose warnings rise stops; its records repeat the last ones.
    pub(crate) fn roll(
        &self,
        m: &Model,
        d: &mut Data,
        k: usize,
        watch: &mut Watch<'_>,
    ) -> Result<(), String> {
        let width = state_size(m, self.spec);
        let seen = self.records.iter().any(|r| matches!(&r.of, RecordOf::Field(f) if f.on_demand));
        let before = raised(d);
        let mut scratch = Vec::new();
        for t in 0..self.nstep {
            if watch.stopped() {
                return Err("interrupted".into());
            }
            if raised(d) == before {
                let at = k * self.nstep + t;
                if let Some(u) = self.control.as_ref().and_then(|c| c.get(at * width..(at + 1) * width)) {
                    set_state(&mut d.time, &mut d.state, &mut d.input, self.spec, u);
                }
                let step = if seen { step_resetting } else { step_unseen };
                step(m, d, &mut NoHooks).map_err(|e| e.to_string())?;
            }
            self.record(m, d, k * self.nstep + t, &mut scratch);
        }
        Ok(())
    }

    fn record(&self, m: &Model, d: &mut Data, at: usize, scratch: &mut Vec<f64>) {
        for r in &self.records {
            match &r.of {
                RecordOf::Field(field) => {
                    copy_out(m, d, std::iter::once((field, &*r.out, at * r.width)));
                }
                RecordOf::State(mask) => {
                    scratch.resize(r.width, 0.0);
                    get_state(d.time, &d.state, &d.input, *mask, scratch);
                    r.out.write_f64(at * r.width, scratch);
                }
            }
        }
    }
}

/// One trajectory from a full physics state, with everything else of `d` as after a reset (`mujoco.rollout`).
pub struct RolloutInput<'a> {
    /// Full physics state.
    pub state0: &'a [f64],
    /// Warm start (nv); `None`: zeros.
    pub warmstart: Option<&'a [f64]>,
    /// (nstep × inputs), or `None`.
    pub control: Option<&'a [f64]>,
    /// What `control` sets.
    pub spec: i32,
    /// Number of steps.
    pub nstep: usize,
}

/// Rolls out one trajectory; `visit` sees state and sensors after every step. False from `visit` ends it.
///
/// # Errors
/// If `d` was made for another model.
pub fn roll_one(
    m: &Model,
    d: &mut Data,
    x: &RolloutInput<'_>,
    visit: &mut dyn FnMut(usize, &Data) -> bool,
) -> Result<(), StepError> {
    d.check_model(m)?;
    if crate::batch::remembers(m) {
        d.reset(m); // what the last trajectory left must not be seen
    }
    clear_inputs(m, d, x.spec);
    set_state(&mut d.time, &mut d.state, &mut d.input, bit::FULLPHYSICS, x.state0);
    match x.warmstart {
        Some(w) => d.state.qacc_warmstart.copy_from_slice(w),
        None => d.state.qacc_warmstart.fill(0.0),
    }
    d.warnings_mut().iter_mut().for_each(|w| w.number = 0);
    let width = state_size(m, x.spec);
    for t in 0..x.nstep {
        if d.warnings.iter().all(|w| w.number == 0) {
            if let Some(u) = x.control.and_then(|c| c.get(t * width..(t + 1) * width)) {
                set_state(&mut d.time, &mut d.state, &mut d.input, x.spec, u);
            }
            let step = if m.size.nsensordata > 0 { step_resetting } else { step_unseen };
            step(m, d, &mut NoHooks)?;
        }
        if !visit(t, d) {
            break;
        }
    }
    complete(m, d)
}

/// Inputs that `spec` does not set get their defaults.
fn clear_inputs(m: &Model, d: &mut Data, spec: i32) {
    if spec & bit::CTRL == 0 {
        d.input.ctrl.fill(0.0);
    }
    if spec & bit::QFRC_APPLIED == 0 {
        d.input.qfrc_applied.fill(0.0);
    }
    if spec & bit::XFRC_APPLIED == 0 {
        d.input.xfrc_applied.fill([0.0; 6]);
    }
    if spec & bit::EQ_ACTIVE == 0 {
        d.state.eq_active.copy_from_slice(&m.eq.active0);
    }
    for b in 0..m.size.nbody {
        let Some(k) = m.body.mocapid[b].get() else { continue };
        if spec & bit::MOCAP_POS == 0 {
            d.state.mocap_pos[k] = m.body.pos[b];
        }
        if spec & bit::MOCAP_QUAT == 0 {
            d.state.mocap_quat[k] = m.body.quat[b];
        }
    }
}

//! What a thread does with a simulation: load the row, compute, copy out, save the row.

use crate::batch::{Batch, Core, Expanded, Failure, Policy, lock};
use crate::cells::{Cells, Kind};
use crate::fields::{copy_out, count, direct_numbers, each_model_field};
use crate::gradient::GradientQuery;
use crate::queries::{JacQuery, RayQuery};
use crate::rollout::Rollout;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use stiction_model::Model;
use stiction_model::fields::{Numbers, NumbersMut};
use stiction_model::kinds::{Stage, enable, state as bit};
use stiction_sim::forward::{self, forward_with};
use stiction_sim::state::{get_state, set_state};
use stiction_sim::{Data, NoHooks, complete, sensor, step, step_resetting, step_unseen, try_step_unseen};

/// Asked now and then by the caller's thread: true ends the call.
pub type Interrupt = Arc<dyn Fn() -> bool + Send + Sync>;

/// How often the caller is asked.
const PERIOD: Duration = Duration::from_millis(50);

/// What to do with each simulation.
pub enum Task {
    /// `nstep` steps, then the stages up to `stage`.
    Step {
        /// Number of steps.
        nstep: usize,
        /// Stages to compute at the new state.
        stage: Stage,
        /// What happens to bad numbers.
        policy: Policy,
        /// Also compute accelerations and forces of bodies (`cacc`, `cfrc_int`, `cfrc_ext`) at the end.
        post: bool,
    },
    /// The forward stages up to this one.
    Forward(Stage),
    /// Back to the model's defaults or to a keyframe, then the stages.
    Reset {
        /// One keyframe per simulation of the call, −1 for the defaults; `None`: all defaults.
        keys: Option<Vec<i32>>,
        /// Stages to compute.
        stage: Stage,
    },
    /// Steps with inputs and records.
    Rollout(Rollout),
    /// Jacobians.
    Jac(JacQuery),
    /// Rays.
    Ray(RayQuery),
    /// Derivatives of the next step.
    Gradient(GradientQuery),
}

/// One call on many simulations.
pub struct Call {
    pub(crate) ids: Arc<[usize]>,
    pub(crate) task: Task,
    pub(crate) next: AtomicUsize,
    pub(crate) stop: AtomicBool,
    pub(crate) chunk: usize,
    pub(crate) interrupt: Option<Interrupt>,
}

/// Asks whether to go on; only the caller's thread asks the caller.
pub(crate) struct Watch<'a> {
    call: &'a Call,
    caller: bool,
    last: Instant,
    count: u32,
}

impl Watch<'_> {
    /// True if the call should end.
    #[inline]
    pub fn stopped(&mut self) -> bool {
        self.count += 1;
        if self.caller && self.count.is_multiple_of(8) && self.last.elapsed() > PERIOD {
            self.last = Instant::now();
            if self.call.interrupt.as_ref().is_some_and(|f| f()) {
                self.call.stop.store(true, Ordering::Relaxed);
            }
        }
        self.call.stop.load(Ordering::Relaxed)
    }
}

/// Working memory of a thread.
pub(crate) struct Worker {
    data: Option<Data>,
    model: Option<(u64, Model)>,
    row: Vec<f64>,
}

impl Worker {
    pub fn new(nstate: usize) -> Self {
        Worker { data: None, model: None, row: vec![0.0; nstate] }
    }
    /// The thread's own data, made when first needed.
    pub fn data(&mut self, m: &Model) -> &mut Data {
        self.data.get_or_insert_with(|| Data::new(m))
    }
}

/// A view for reading.
pub(crate) fn as_shared<'a>(n: &'a NumbersMut<'_>) -> Numbers<'a> {
    match n {
        NumbersMut::F64(x) => Numbers::F64(x),
        NumbersMut::F32(x) => Numbers::F32(x),
        NumbersMut::I32(x) => Numbers::I32(x),
        NumbersMut::I64(x) => Numbers::I64(x),
        NumbersMut::U8(x) => Numbers::U8(x),
        NumbersMut::Bool(x) => Numbers::Bool(x),
    }
}

/// Writes a simulation's parameters into a model.
pub(crate) fn write_parameters(m: &mut Model, expanded: &[Expanded], sim: usize) {
    if expanded.is_empty() {
        return;
    }
    let mut rest = false;
    for e in expanded {
        match direct_numbers(m, &e.field) {
            Some(numbers) => e.cells.read(sim * e.field.len, numbers),
            None => rest = true,
        }
    }
    if rest {
        let mut place = 0;
        each_model_field(m, &mut |_, _, numbers| {
            if let Some(e) = expanded.iter().find(|e| e.field.place == place) {
                e.cells.read(sim * e.field.len, numbers);
            }
            place += 1;
        });
    }
    // facts that say "somewhere in the model": true is always safe
    let has = |name: &str| expanded.iter().any(|e| e.name == name);
    m.flg_gravcomp |= has("body_gravcomp");
    m.flg_surfacevel |= has("geom_surfacevel");
    m.flg_adhesion |= has("geom_adhesion") || has("pair_adhesion");
}

/// Computes the forward stages up to `stage`.
pub(crate) fn compute(m: &Model, d: &mut Data, stage: Stage) -> Result<(), String> {
    if stage == Stage::Acc {
        return forward_with(m, d, &mut NoHooks).map_err(|e| e.to_string());
    }
    if stage >= Stage::Pos {
        forward::position(m, d, &mut NoHooks);
        sensor::compute(m, d, &mut NoHooks, Stage::Pos);
        if m.enabled(enable::ENERGY) {
            forward::potential_energy(m, d);
        }
    }
    if stage >= Stage::Vel {
        forward::velocities(m, d, &mut NoHooks);
        sensor::compute(m, d, &mut NoHooks, Stage::Vel);
        if m.enabled(enable::ENERGY) {
            forward::kinetic_energy(d);
        }
    }
    Ok(())
}

const INTERRUPTED: &str = "interrupted";

impl Core {
    /// The part of a call that one thread does.
    pub(crate) fn work(&self, number: usize, call: &Call) {
        let mut worker = lock(&self.workers[number]);
        let worker = &mut *worker;
        let mut watch = Watch { call, caller: number == 0, last: Instant::now(), count: 0 };
        loop {
            let first = call.next.fetch_add(call.chunk, Ordering::Relaxed);
            if first >= call.ids.len() {
                return;
            }
            for k in first..(first + call.chunk).min(call.ids.len()) {
                let sim = call.ids[k];
                let done = if watch.stopped() {
                    Err(INTERRUPTED.to_owned())
                } else {
                    catch_unwind(AssertUnwindSafe(|| self.simulate(worker, call, k, &mut watch)))
                        .unwrap_or_else(|cause| Err(panic_text(&*cause)))
                };
                self.status.set_int(sim, i32::from(done.is_err()));
                if let Err(why) = done {
                    lock(&self.errors).insert(sim, why);
                }
            }
        }
    }

    /// One simulation of a call.
    fn simulate(
        &self,
        worker: &mut Worker,
        call: &Call,
        k: usize,
        watch: &mut Watch<'_>,
    ) -> Result<(), String> {
        let sim = call.ids[k];
        let setup = self.setup();
        let Worker { data, model, row } = worker;
        let m: &Model = if let Some(models) = &setup.models {
            &models[sim]
        } else if setup.expanded.is_empty() {
            &self.model
        } else {
            let old = model.as_ref().is_none_or(|(version, _)| *version != setup.version);
            if old {
                *model = Some((setup.version, (*self.model).clone()));
            }
            match model {
                Some((_, m)) => {
                    write_parameters(m, &setup.expanded, sim);
                    // kinds and references that the program wrote must exist
                    if setup.expanded.iter().any(|e| matches!(e.field.kind, Kind::I32 | Kind::I64)) {
                        stiction_model::check::check(m)?;
                    }
                    m
                }
                None => &self.model,
            }
        };
        if matches!(call.task, Task::Step { .. } | Task::Rollout(_) | Task::Forward(_))
            && let Some(e) = stiction_sim::check::unsupported(m, 0.0)
        {
            return Err(e.to_string());
        }
        let mut kept;
        let d: &mut Data = match &self.persistent {
            Some(all) => {
                kept = lock(&all[sim]);
                &mut kept
            }
            None => data.get_or_insert_with(|| Data::new(m)),
        };
        self.state.read_f64(sim * self.nstate, row);
        set_state(&mut d.time, &mut d.state, &mut d.input, bit::INTEGRATION, row);
        self.load_warnings(sim, d);
        let read = setup.bound.iter().any(|b| b.field.on_demand);
        let moves = self.perform(m, d, call, k, watch, read)?;
        if !moves {
            return Ok(());
        }
        if read {
            complete(m, d).map_err(|e| e.to_string())?;
        }
        copy_out(m, d, setup.bound.iter().map(|b| (&b.field, &*b.cells, sim * b.field.len)));
        get_state(d.time, &d.state, &d.input, bit::INTEGRATION, row);
        self.state.write_f64(sim * self.nstate, row);
        self.save_warnings(sim, d);
        Ok(())
    }

    /// The task itself; true if it changes state and bound fields. `read`: some of those are computed on demand.
    fn perform(
        &self,
        m: &Model,
        d: &mut Data,
        call: &Call,
        k: usize,
        watch: &mut Watch<'_>,
        read: bool,
    ) -> Result<bool, String> {
        match &call.task {
            Task::Step { nstep, stage, policy, post } => {
                for i in 0..*nstep {
                    if watch.stopped() {
                        return Err(INTERRUPTED.into());
                    }
                    // between the steps of one call nobody looks
                    let seen = i + 1 == *nstep && (read || *post || *stage != Stage::None);
                    match policy {
                        Policy::Reset if seen => step_resetting(m, d, &mut NoHooks),
                        Policy::Reset => step_unseen(m, d, &mut NoHooks),
                        Policy::Quarantine if seen => step(m, d),
                        Policy::Quarantine => try_step_unseen(m, d),
                    }
                    .map_err(|e| e.to_string())?;
                }
                compute(m, d, *stage)?;
                if *post {
                    stiction_sim::post::rne_post_constraint(m, d);
                }
            }
            Task::Forward(stage) => compute(m, d, *stage)?,
            Task::Reset { keys, stage } => {
                match keys.as_ref().and_then(|k2| usize::try_from(k2[k]).ok()) {
                    Some(key) if key >= m.size.nkey => {
                        return Err(format!("keyframe {key} does not exist in this simulation's model"));
                    }
                    Some(key) => d.reset_keyframe(m, key),
                    None => d.reset(m),
                }
                compute(m, d, *stage)?;
            }
            Task::Rollout(r) => r.roll(m, d, k, watch)?,
            Task::Jac(q) => {
                q.answer(m, d, k);
                return Ok(false);
            }
            Task::Ray(q) => {
                q.answer(m, d, k);
                return Ok(false);
            }
            Task::Gradient(q) => {
                q.answer(m, d, k)?;
                return Ok(false);
            }
        }
        Ok(true)
    }

    pub(crate) fn load_warnings(&self, sim: usize, d: &mut Data) {
        let mut w = [0; 14];
        self.warning.read(sim * 14, NumbersMut::I32(&mut w));
        for (stat, pair) in d.warnings_mut().iter_mut().zip(w.chunks_exact(2)) {
            (stat.lastinfo, stat.number) = (pair[0], pair[1]);
        }
    }
    fn save_warnings(&self, sim: usize, d: &Data) {
        let mut w = [0; 14];
        for (stat, pair) in d.warnings.iter().zip(w.chunks_exact_mut(2)) {
            (pair[0], pair[1]) = (stat.lastinfo, stat.number);
        }
        self.warning.write(sim * 14, &Numbers::I32(&w));
    }
}

pub(crate) fn panic_text(cause: &(dyn std::any::Any + Send)) -> String {
    let text = cause.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| cause.downcast_ref::<&str>().copied()).unwrap_or("unknown");
    format!("internal error: {text} (a model array may hold an index that does not exist)")
}

/// Refreshes constants per simulation, on the calling thread: fields whose values differ from the model's become
/// per-simulation, as if the user had expanded them.
pub(crate) fn set_const(batch: &Batch, ids: Option<&[usize]>) -> Result<(), Failure> {
    let core = &batch.core;
    let all: Vec<usize> = (0..core.nsim).collect();
    let ids = ids.unwrap_or(&all);
    let mut failed = Failure { ids: Vec::new(), message: String::new() };
    for &sim in ids {
        let mut m = batch.model_of(sim);
        lock(&core.errors).remove(&sim);
        let before = m.clone();
        let done = catch_unwind(AssertUnwindSafe(|| {
            stiction_model::fixed::set_fixed(&mut m).map_err(|e| e.to_string())?;
            stiction_dynamics::set_const::set_const(&mut m).map_err(|e| e.to_string())
        }))
        .unwrap_or_else(|cause| Err(panic_text(&*cause)));
        core.status.set_int(sim, i32::from(done.is_err()));
        if let Err(why) = done {
            if failed.ids.is_empty() {
                failed.message.clone_from(&why);
            }
            failed.ids.push(sim);
            lock(&core.errors).insert(sim, why);
            continue;
        }
        store_changes(batch, sim, &mut m, before);
    }
    if failed.ids.is_empty() { Ok(()) } else { Err(failed) }
}

/// Writes the fields of `m` that differ from `before` to their per-simulation cells.
fn store_changes(batch: &Batch, sim: usize, m: &mut Model, mut before: Model) {
    let mut old = Vec::new();
    each_model_field(&mut before, &mut |_, _, numbers| {
        let n = as_shared(&numbers);
        let copy = Cells::zeros(crate::cells::kind_of(&n), count(&n));
        copy.write(0, &n);
        old.push(copy);
    });
    let mut changed = Vec::new();
    let mut place = 0;
    each_model_field(m, &mut |name, _, mut numbers| {
        if !same(&old[place], &mut numbers) {
            changed.push((name, place));
        }
        place += 1;
    });
    for (name, at) in changed {
        if let Ok(Some((cells, _))) = batch.expand(name) {
            let mut place = 0;
            each_model_field(m, &mut |_, _, numbers| {
                if place == at {
                    let n = as_shared(&numbers);
                    cells.write(sim * count(&n), &n);
                }
                place += 1;
            });
        }
    }
}

fn same(old: &Cells, now: &mut NumbersMut<'_>) -> bool {
    match (old.kind(), now) {
        (Kind::F64, NumbersMut::F64(x)) => {
            let mut y = vec![0.0; x.len()];
            old.read_f64(0, &mut y);
            x.iter().zip(&y).all(|(a, b)| a.to_bits() == b.to_bits())
        }
        (Kind::I32, NumbersMut::I32(x)) => {
            let mut y = vec![0; x.len()];
            old.read(0, NumbersMut::I32(&mut y));
            **x == *y
        }
        // constants are real numbers and indices
        _ => true,
    }
}

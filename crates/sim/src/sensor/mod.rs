//! Sensors: what a robot would measure, by stage of the computation.
//!
//! A sensor with a delay reads its sample buffer; one with an interval computes when its time has come and reads otherwise.
//!
//! Reads  every stage up to the sensor's own     Writes `SensorData`, and the buffers in `state.history`

mod acc;
mod contact;
mod cutoff;
mod inside;
mod pos;
mod range;
mod tactile;
mod touch_grid;
mod vel;

pub use contact::{contact_force, is_felt};
pub use inside::inside_site;
pub use pos::focal_lengths;
pub use range::RangeRays;

use crate::data::{Data, Stages, State, owner};
use crate::hooks::Hooks;
use crate::post;
use crate::query::DistanceScratch;
use crate::sleep::{SleepState, sleep_state};
use crate::stage::energy;
use contact::Match;
use std::ops::Deref;
use stiction_dynamics::history::{self, History, Interpolation};
use stiction_model::ids::HistoryId;
use stiction_model::kinds::{ObjKind, SensorKind, Stage, disable};
use stiction_model::{Model, fields};

owner!();

fields! {
    /// Outputs of all sensors. Written by `sensor`.
    pub struct SensorData("") {
        sensordata: Vec<f64>,
    }
}

impl SensorData {
    /// Arrays for `m`, zeroed.
    pub fn allocate(m: &Model) -> Self {
        SensorData { sensordata: vec![0.0; m.size.nsensordata] }
    }
}

/// Memory of sensors.
#[derive(Debug, Default)]
pub(crate) struct SensorScratch {
    /// Output of one sensor.
    value: Vec<f64>,
    /// Outputs of all sensors while they are computed: Python views point into the last ones.
    all: Vec<f64>,
    /// Contacts that match a sensor.
    matches: Vec<Match>,
    /// Distance queries.
    pub distance: DistanceScratch,
}

/// What sensors see: all that was computed, and the state.
#[derive(Clone, Copy)]
pub(crate) struct Seen<'a> {
    pub time: f64,
    pub state: &'a State,
    stages: &'a Stages,
}

impl Deref for Seen<'_> {
    type Target = Stages;
    fn deref(&self) -> &Stages {
        self.stages
    }
}

/// Computes the sensors of one stage (`mj_sensorPos`, `mj_sensorVel`, `mj_sensorAcc`).
pub fn compute(m: &Model, d: &mut Data, hooks: &mut dyn Hooks, stage: Stage) {
    if m.size.nsensor == 0 || m.disabled(disable::SENSOR) {
        return;
    }
    d.scratch.sensor.all.resize(m.size.nsensordata, 0.0);
    let mut user = false;
    for i in 0..m.size.nsensor {
        if m.sensor.needstage[i] != stage {
            continue;
        }
        if m.sensor.kind[i] == SensorKind::User {
            user = true;
            continue;
        }
        if d.sleep.any() && sleep_state(m, &d.sleep, ObjKind::Sensor, i) == SleepState::Asleep {
            continue;
        }
        let at = range(m, i);
        let mut all = std::mem::take(&mut d.scratch.sensor.all);
        compute_or_read(m, d, i, &mut all[at.clone()]);
        d.stages.sensors.write(OWNER).sensordata[at.clone()].copy_from_slice(&all[at]);
        d.scratch.sensor.all = all;
    }
    if user {
        hooks.sensor(m, d, stage);
        let user = |i: &usize| m.sensor.kind[*i] == SensorKind::User && m.sensor.needstage[*i] == stage;
        for i in (0..m.size.nsensor).filter(user) {
            cutoff::apply(m, i, &mut d.stages.sensors.write(OWNER).sensordata[range(m, i)]);
        }
    }
}

/// Computes the sensors of the stage of positions that velocities change.
pub(crate) fn of_velocities(m: &Model, d: &mut Data) {
    if m.disabled(disable::SENSOR) || !m.sensor.kind.contains(&SensorKind::EKinetic.into()) {
        return;
    }
    energy::kinetic(d);
    for i in (0..m.size.nsensor).filter(|&i| m.sensor.kind[i] == SensorKind::EKinetic) {
        let mut out = [0.0];
        compute_or_read(m, d, i, &mut out);
        d.stages.sensors.write(OWNER).sensordata[range(m, i)].copy_from_slice(&out);
    }
}

/// Where sensor i writes.
fn range(m: &Model, i: usize) -> std::ops::Range<usize> {
    m.sensor.data(i).range()
}

fn samples(m: &Model, i: usize) -> usize {
    m.sensor.history[i][0].max(0) as usize
}

fn compute_or_read(m: &Model, d: &mut Data, i: usize, out: &mut [f64]) {
    if samples(m, i) > 0 {
        let (delay, interval) = (m.sensor.delay[i], m.sensor.interval[i][0]);
        let due = d.state.history[m.sensor.historyadr[i]] + interval <= d.time;
        if delay > 0.0 || (interval > 0.0 && !due) {
            return read(m, d, i, d.time, None, out);
        }
    }
    evaluate(m, d, i, out);
}

/// The value of a sensor with a buffer at time t − delay (`mj_readSensor`).
pub fn read(m: &Model, d: &Data, i: usize, t: f64, how: Option<Interpolation>, out: &mut [f64]) {
    let how = how.unwrap_or_else(|| Interpolation::from_i32(m.sensor.history[i][1]));
    let adr = m.sensor.historyadr[i].max(HistoryId::FIRST).idx();
    match History::new(&d.state.history[adr..], samples(m, i), out.len()) {
        Some(h) => h.read(t - m.sensor.delay[i], how, out),
        None => out.copy_from_slice(&d.sensors.sensordata[range(m, i)]),
    }
}

/// Computes one sensor now.
fn evaluate(m: &Model, d: &mut Data, i: usize, out: &mut [f64]) {
    before_cutoff(m, d, i, out);
    cutoff::apply(m, i, out);
}

/// What sensor `i` measures after a forward pass, whatever its cutoff; sensors of the user's are left as they are.
pub fn before_cutoff(m: &Model, d: &mut Data, i: usize, out: &mut [f64]) {
    prepare(m, d, i);
    let Data { time, state, stages, scratch, .. } = d;
    let seen = Seen { time: *time, state, stages };
    match m.sensor.needstage[i].get() {
        Some(Stage::Pos) => pos::evaluate(m, &seen, i, &mut scratch.sensor, out),
        Some(Stage::Vel) => vel::evaluate(m, &seen, i, &mut scratch.sensor, out),
        Some(Stage::Acc) => acc::evaluate(m, &seen, i, &mut scratch.sensor, out),
        _ => {}
    }
}

/// Computes what sensor i reads and nobody has computed yet.
fn prepare(m: &Model, d: &mut Data, i: usize) {
    use SensorKind as K;
    let flags = d.flags;
    match m.sensor.kind[i].get() {
        Some(K::EPotential) if !flags.energypos => energy::potential(m, d),
        Some(K::EKinetic) if !flags.energyvel => energy::kinetic(d),
        Some(K::Subtreelinvel | K::Subtreeangmom) if !flags.subtreevel => post::subtree_velocities(m, d),
        Some(K::Accelerometer | K::Force | K::Torque | K::Framelinacc | K::Frameangacc) if !flags.rnepost => {
            post::rne_post_constraint(m, d);
        }
        _ => {}
    }
}

/// Outputs as they were.
pub(crate) fn put_back(s: &mut Stages, from: &SensorData) {
    s.sensors.write(OWNER).clone_from(from);
}

/// Appends to the sample buffers, before time advances.
pub(crate) fn record(m: &Model, d: &mut Data) {
    for i in 0..m.size.nsensor {
        let n = samples(m, i);
        if n == 0 {
            continue;
        }
        let (adr, dim) = (m.sensor.historyadr[i].idx(), m.sensor.dim[i] as usize);
        let (delay, interval) = (m.sensor.delay[i], m.sensor.interval[i][0]);
        if interval > 0.0 {
            if d.state.history[adr] + interval > d.time {
                continue;
            }
            d.state.history[adr] += interval;
        }
        let mut value = std::mem::take(&mut d.scratch.sensor.value);
        value.clear();
        value.resize(dim, 0.0);
        if delay > 0.0 {
            evaluate(m, d, i, &mut value);
        } else {
            value.copy_from_slice(&d.sensors.sensordata[range(m, i)]);
        }
        if let Some(slot) = history::insert(&mut d.state.history[adr..], n, dim, d.time) {
            slot.copy_from_slice(&value);
        }
        d.scratch.sensor.value = value;
    }
}

/// Sets one sample buffer: zero values at the given times.
fn reset_buffer(
    history: &mut [f64],
    adr: HistoryId,
    n: i32,
    dim: usize,
    user: f64,
    time: impl Fn(usize) -> f64,
) {
    let (Some(adr), Ok(n)) = (adr.get(), usize::try_from(n)) else { return };
    if n == 0 {
        return;
    }
    let Some(buffer) = history.get_mut(adr.span(history::buffer_len(n, dim)).range()) else { return };
    buffer.fill(0.0);
    buffer[0] = user;
    buffer[1] = (n - 1) as f64;
    for (k, t) in buffer[2..2 + n].iter_mut().enumerate() {
        *t = time(k);
    }
}

/// Empty sample buffers, their times in the past: one step apart, or one interval rounded up to steps.
pub(crate) fn reset_history(m: &Model, history: &mut [f64]) {
    let h = m.opt.timestep;
    for i in 0..m.size.nactuator {
        let n = m.actuator.history[i][0];
        let (adr, dim) = (m.actuator.historyadr[i], m.actuator.ctrlnum[i] as usize);
        reset_buffer(history, adr, n, dim, 0.0, |k| -f64::from(n - k as i32) * h);
    }
    for i in 0..m.size.nsensor {
        let n = m.sensor.history[i][0];
        let (adr, dim) = (m.sensor.historyadr[i], m.sensor.dim[i] as usize);
        let [period, phase] = m.sensor.interval[i];
        if period > 0.0 {
            let last = if phase == 0.0 { -period } else { phase };
            let at = |k: usize| libm::ceil((last - f64::from(n - 1 - k as i32) * period) / h) * h;
            reset_buffer(history, adr, n, dim, last, at);
        } else {
            reset_buffer(history, adr, n, dim, -h, |k| -f64::from(n - k as i32) * h);
        }
    }
}

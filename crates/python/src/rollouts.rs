//! Trajectories from many states on threads: what `stiction.mujoco.rollout` and `stiction.distributed` call.

use crate::batch::{Signals, array, count};
use crate::callbacks;
use crate::data::MjData;
use crate::errors::FatalError;
use crate::model::{Inner, MjModel};
use crate::views::{Input, Output, Shared};
use pyo3::exceptions::{PyMemoryError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use stiction_batch::{Cells, Interrupt, Kind, Pool, RolloutInput, check_memory, roll_one};
use stiction_model::kinds::state as bit;
use stiction_sim::Data;
use stiction_sim::state::{get_state, state_size};

/// Threads for rollouts.
#[pyclass(frozen, module = "stiction._native")]
pub struct RolloutPool {
    pool: Pool,
}

/// What the threads of a rollout share.
struct Trajectories {
    models: Vec<Arc<Inner>>,
    data: Vec<Arc<Shared<Data>>>,
    nstep: usize,
    spec: i32,
    state0: Vec<f64>,
    warmstart: Option<Vec<f64>>,
    control: Option<Vec<f64>>,
    state: Arc<Cells>,
    sensors: Arc<Cells>,
    next: AtomicUsize,
    stop: AtomicBool,
    error: Mutex<Option<PyErr>>,
    interrupt: Interrupt,
}

impl Trajectories {
    fn fail(&self, e: PyErr) {
        self.stop.store(true, Ordering::Relaxed);
        self.error.lock().unwrap_or_else(std::sync::PoisonError::into_inner).get_or_insert(e);
    }
    fn work(&self, worker: usize) {
        let Some(own) = self.data.get(worker) else { return };
        let mut d = match own.write() {
            Ok(d) => d,
            Err(e) => return self.fail(e),
        };
        let (mut last, mut scratch) = (std::time::Instant::now(), Vec::new());
        while !self.stop.load(Ordering::Relaxed) {
            let r = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(inner) = self.models.get(r) else { return };
            let m = match inner.model.read() {
                Ok(m) => m,
                Err(e) => return self.fail(e),
            };
            let (nstate, ncontrol) = (state_size(&m, bit::FULLPHYSICS), state_size(&m, self.spec));
            let (nv, ns) = (m.size.nv, m.size.nsensordata);
            let input = RolloutInput {
                state0: &self.state0[r * nstate..(r + 1) * nstate],
                warmstart: self.warmstart.as_ref().map(|w| &w[r * nv..(r + 1) * nv]),
                control: self
                    .control
                    .as_ref()
                    .map(|c| &c[r * self.nstep * ncontrol..(r + 1) * self.nstep * ncontrol]),
                spec: self.spec,
                nstep: self.nstep,
            };
            scratch.resize(nstate, 0.0);
            let run = std::panic::AssertUnwindSafe(|| {
                roll_one(&m, &mut d, &input, &mut |t, d| {
                    let at = r * self.nstep + t;
                    get_state(d.time, &d.state, &d.input, bit::FULLPHYSICS, &mut scratch);
                    self.state.write_f64(at * nstate, &scratch);
                    self.sensors.write_f64(at * ns, &d.sensors.sensordata);
                    if worker == 0 && t % 8 == 0 && last.elapsed().as_millis() > 50 {
                        last = std::time::Instant::now();
                        if (self.interrupt)() {
                            self.stop.store(true, Ordering::Relaxed);
                        }
                    }
                    !self.stop.load(Ordering::Relaxed)
                })
            });
            let failed = match std::panic::catch_unwind(run) {
                Ok(Ok(())) => continue,
                Ok(Err(e)) => e.to_string(),
                Err(_) => "internal error".to_owned(),
            };
            return self.fail(PyRuntimeError::new_err(format!("rollout {r} failed: {failed}")));
        }
    }
}

#[pymethods]
impl RolloutPool {
    /// A pool in which `nthread` threads compute (0 and 1: the caller's only).
    #[new]
    fn new(nthread: i64) -> PyResult<Self> {
        Ok(RolloutPool { pool: Pool::new(count(nthread, "nthread")?) })
    }
    #[getter]
    fn nthread(&self) -> usize {
        self.pool.nthread()
    }
    /// Trajectories from full physics states; returns (state, sensordata), or fills `state` and `sensordata` if given.
    #[pyo3(signature = (models, data, nstep, spec, state0, warmstart=None, control=None, state=None, sensordata=None))]
    #[allow(clippy::type_complexity)]
    fn rollout<'py>(
        &self,
        py: Python<'py>,
        models: Vec<Bound<'py, MjModel>>,
        data: Vec<Bound<'py, MjData>>,
        nstep: i64,
        spec: i32,
        state0: &Bound<'py, PyAny>,
        warmstart: Option<&Bound<'py, PyAny>>,
        control: Option<&Bound<'py, PyAny>>,
        state: Option<&Bound<'py, PyAny>>,
        sensordata: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        if callbacks::any() {
            return Err(PyValueError::new_err(
                "a rollout cannot run while a Python callback is set (set_mjcb_*)",
            ));
        }
        let nstep = count(nstep, "nstep")?;
        if data.is_empty() {
            return Err(PyValueError::new_err("The list of data instances is empty"));
        }
        let Some(first) = models.first() else {
            return Err(PyValueError::new_err("The list of models is empty"));
        };
        let n = models.len();
        for d in &data {
            callbacks::fits(first, d)?;
        }
        for m in &models {
            if let Some(e) = stiction_sim::check::unsupported(&*m.get().inner.model.read()?, 0.0) {
                return Err(FatalError::new_err(e.to_string()));
            }
        }
        let (nstate, ns, nv, ncontrol) = {
            let m = first.get().inner.model.read()?;
            (state_size(&m, bit::FULLPHYSICS), m.size.nsensordata, m.size.nv, state_size(&m, spec))
        };
        let read = |x: Option<&Bound<'py, PyAny>>, name: &str, size: usize| -> PyResult<Option<Vec<f64>>> {
            let Some(x) = x else { return Ok(None) };
            let x = Input::<f64>::of(x)?.data;
            if x.len() != size {
                return Err(PyValueError::new_err(format!("{name}.size should be {size}, got {}", x.len())));
            }
            Ok(Some(x))
        };
        let bytes = n.checked_mul(nstep).and_then(|x| x.checked_mul(8 * (nstate + ns)));
        check_memory(bytes).map_err(PyMemoryError::new_err)?;
        let signals = Signals::new();
        let job = Arc::new(Trajectories {
            models: models.iter().map(|m| m.get().inner.clone()).collect(),
            data: data.iter().map(|d| d.get().inner.clone()).collect(),
            nstep,
            spec,
            state0: read(Some(state0), "initial_state", n * nstate)?.unwrap_or_default(),
            warmstart: read(warmstart, "initial_warmstart", n * nv)?,
            control: read(control, "control", n * nstep * ncontrol)?,
            state: Arc::new(Cells::zeros(Kind::F64, n * nstep * nstate)),
            sensors: Arc::new(Cells::zeros(Kind::F64, n * nstep * ns)),
            next: AtomicUsize::new(0),
            stop: AtomicBool::new(false),
            error: Mutex::new(None),
            interrupt: signals.interrupt(),
        });
        let shared = job.clone();
        py.detach(|| self.pool.run(Arc::new(move |w| shared.work(w))));
        signals.finish()?;
        if let Some(e) = job.error.lock().unwrap_or_else(std::sync::PoisonError::into_inner).take() {
            return Err(e);
        }
        let give = |cells: &Arc<Cells>, given: Option<&Bound<'py, PyAny>>, width: usize, name: &str| {
            let Some(given) = given else { return array(py, cells, &[n, nstep, width]) };
            let mut out = Output::<f64>::of(given)
                .filter(|o| o.len == cells.len())
                .ok_or_else(|| PyValueError::new_err(format!("{name}.size should be {}", cells.len())))?;
            let mut all = vec![0.0; cells.len()];
            cells.read_f64(0, &mut all);
            out.write(&all);
            Ok(given.clone())
        };
        Ok((give(&job.state, state, nstate, "state")?, give(&job.sensors, sensordata, ns, "sensordata")?))
    }
}

/// Adds the class to a module.
pub fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_class::<RolloutPool>()
}

//! Many simulations at once: the engine's batch and rollouts as Python objects. The friendly classes are in Python
//! (`stiction.batch`, `stiction.mujoco.batch`, `stiction.mujoco.rollout`); this is what they call.

use crate::callbacks;
use crate::computed::{TABLE, Value};
use crate::data::MjData;
use crate::errors::FatalError;
use crate::model::MjModel;
use crate::views::{Input, Owner, Slot};
use pyo3::exceptions::{PyMemoryError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use std::sync::{Arc, Mutex};
use stiction_batch::{
    Batch, Cells, Failure, GradientQuery, Interrupt, JacQuery, Kind, Owned, Policy, RayQuery, Record,
    RecordOf, Rollout, Task, check_memory, find_data_field,
};
use stiction_model::Model;
use stiction_model::fields::Shape;
use stiction_model::kinds::{Stage, state as bit};
use stiction_sim::Data;
use stiction_sim::state::state_size;

/// A live array over cells.
pub(crate) fn array<'py>(py: Python<'py>, cells: &Arc<Cells>, dims: &[usize]) -> PyResult<Bound<'py, PyAny>> {
    let owner = Py::new(py, Owner(cells.clone()))?;
    Slot::cells(cells, dims).array(py, &owner)
}

/// (nsim, numbers) as an array of the field's shape.
fn shaped<'py>(py: Python<'py>, cells: &Arc<Cells>, n: usize, shape: Shape) -> PyResult<Bound<'py, PyAny>> {
    match shape.cols {
        Some(cols) => array(py, cells, &[n, shape.rows, cols]),
        None => array(py, cells, &[n, shape.rows]),
    }
}

fn stage(i: i32) -> PyResult<Stage> {
    Stage::from_i32(i).ok_or_else(|| PyValueError::new_err(format!("stage must be in 0 to 3, got {i}")))
}

pub(crate) fn count(n: i64, what: &str) -> PyResult<usize> {
    usize::try_from(n).map_err(|_| PyValueError::new_err(format!("{what} must be non-negative, got {n}")))
}

/// Lets Python handle signals while a call runs; keeps the exception that one raises.
pub(crate) struct Signals(Arc<Mutex<Option<PyErr>>>);

impl Signals {
    pub(crate) fn new() -> Self {
        Signals(Arc::default())
    }
    pub(crate) fn interrupt(&self) -> Interrupt {
        let slot = self.0.clone();
        Arc::new(move || {
            Python::attach(|py| match py.check_signals() {
                Ok(()) => false,
                Err(e) => {
                    *slot.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = Some(e);
                    true
                }
            })
        })
    }
    pub(crate) fn finish(self) -> PyResult<()> {
        let mut slot = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        slot.take().map_or(Ok(()), Err)
    }
}

/// Computed fields whose size does not change from step to step.
const FIXED: &[&str] = &[
    "ncon",
    "nefc",
    "ne",
    "nf",
    "nl",
    "nJ",
    "nA",
    "nisland",
    "nidof",
    "solver_niter",
    "solver_nnz",
    "solver_fwdinv",
    "tree_awake",
    "body_awake",
    "body_awake_ind",
    "parent_awake_ind",
    "dof_awake_ind",
    "bvh_active",
    "bvh_aabb_dyn",
];

fn computed(name: &str) -> Option<stiction_batch::Compute> {
    let f = TABLE.iter().find(|t| t.0 == name && FIXED.contains(&name))?.1;
    Some(Arc::new(move |m: &Model, d: &Data| match f(m, d) {
        Value::Int(i) => Owned::I32(vec![i as i32]),
        Value::F64(x, _) => Owned::F64(x),
        Value::I32(x) => Owned::I32(x),
        Value::Bool(x) => Owned::Bool(x),
    }))
}

/// The engine's batch.
#[pyclass(frozen, module = "stiction._native")]
pub struct BatchCore {
    batch: Batch,
    /// A template, to find fields.
    template: Mutex<Data>,
    policy: Policy,
}

type Ids<'a> = Option<Vec<usize>>;

impl BatchCore {
    fn run(&self, py: Python<'_>, ids: &Ids<'_>, task: Task) -> PyResult<usize> {
        if callbacks::any() {
            return Err(PyValueError::new_err(
                "a Python callback is set (set_mjcb_control, …): a batch cannot call it, its threads do not hold the interpreter",
            ));
        }
        let signals = Signals::new();
        let interrupt = signals.interrupt();
        let done = py.detach(|| self.batch.run(ids.as_deref(), task, Some(interrupt)));
        signals.finish()?;
        Ok(done.map_or_else(|f: Failure| f.ids.len(), |()| 0))
    }
    fn sim(&self, sim: i64) -> PyResult<usize> {
        let n = self.batch.nsim();
        usize::try_from(sim).ok().filter(|i| *i < n).ok_or_else(|| {
            pyo3::exceptions::PyIndexError::new_err(format!("sim must be in [0, {n}), got {sim}"))
        })
    }
    fn field(&self, name: &str) -> Option<RecordOf> {
        let mut d = self.template.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        find_data_field(&mut d, name).map(|(field, _)| RecordOf::Field(field))
    }
}

#[pymethods]
impl BatchCore {
    /// `nsim` simulations of a copy of `model`; `reset`: bad numbers restart a simulation instead of failing it.
    #[new]
    fn new(
        model: &Bound<'_, MjModel>,
        nsim: i64,
        nthread: i64,
        persistent: bool,
        reset: bool,
    ) -> PyResult<Self> {
        if nsim < 1 {
            return Err(PyValueError::new_err(format!("nsim must be positive, got {nsim}")));
        }
        let (nsim, nthread) = (count(nsim, "nsim")?, count(nthread, "nthread")?);
        let m = model.get().inner.model.read()?;
        let batch = Batch::new(&m, nsim, nthread, persistent).map_err(PyValueError::new_err)?;
        let policy = if reset { Policy::Reset } else { Policy::Quarantine };
        Ok(BatchCore { batch, template: Mutex::new(Data::new(&m)), policy })
    }
    #[getter]
    fn nsim(&self) -> usize {
        self.batch.nsim()
    }
    #[getter]
    fn nthread(&self) -> usize {
        self.batch.nthread()
    }
    #[getter]
    fn nstate(&self) -> usize {
        self.batch.nstate()
    }
    #[getter]
    fn persistent(&self) -> bool {
        self.batch.persistent()
    }
    /// State rows, (nsim, nstate).
    fn state<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        array(py, self.batch.state(), &[self.batch.nsim(), self.batch.nstate()])
    }
    /// Warnings, (nsim, 7, 2): last index and number.
    fn warning<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        array(py, self.batch.warning(), &[self.batch.nsim(), 7, 2])
    }
    /// Non-zero for simulations that failed in their last call, (nsim,).
    fn status<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        array(py, self.batch.status(), &[self.batch.nsim()])
    }
    /// Why a simulation failed in its last call, or "".
    fn error(&self, sim: i64) -> PyResult<String> {
        Ok(self.batch.error(self.sim(sim)?))
    }
    /// Offset and size of a component of the state rows.
    fn state_component(&self, component: i32) -> (usize, usize) {
        self.batch.component(component)
    }
    /// Binds a field of the data; None if there is no such field.
    fn output<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        let n = self.batch.nsim();
        if let Some(f) = computed(name) {
            let cells = self.batch.bind_computed(name, f);
            return Ok(Some(array(py, &cells, &[n, cells.len() / n])?));
        }
        self.batch.bind(name).map(|(cells, shape)| shaped(py, &cells, n, shape)).transpose()
    }
    /// True if `output` accepts this name.
    fn has_output(&self, name: &str) -> bool {
        computed(name).is_some() || self.field(name).is_some()
    }
    /// Gives a model field a value per simulation; None if there is no such field.
    fn expand<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        let found = self.batch.expand(name).map_err(FatalError::new_err)?;
        found.map(|(cells, shape)| shaped(py, &cells, self.batch.nsim(), shape)).transpose()
    }
    /// The values of a field that is per-simulation, or None.
    fn expanded<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        let found = self.batch.expanded(name);
        found.map(|(cells, shape)| shaped(py, &cells, self.batch.nsim(), shape)).transpose()
    }
    /// Steps, then stages; returns how many simulations failed.
    #[pyo3(signature = (ids, nstep, stage_, post=false))]
    fn step(&self, py: Python<'_>, ids: Ids<'_>, nstep: i64, stage_: i32, post: bool) -> PyResult<usize> {
        let nstep = count(nstep, "nstep")?;
        let task = Task::Step { nstep, stage: stage(stage_)?, policy: self.policy, post };
        self.run(py, &ids, task)
    }
    fn forward(&self, py: Python<'_>, ids: Ids<'_>, stage_: i32) -> PyResult<usize> {
        self.run(py, &ids, Task::Forward(stage(stage_)?))
    }
    fn reset(&self, py: Python<'_>, ids: Ids<'_>, keys: Option<Vec<i32>>, stage_: i32) -> PyResult<usize> {
        let n = ids.as_ref().map_or(self.batch.nsim(), Vec::len);
        if keys.as_ref().is_some_and(|k| k.len() != n) {
            return Err(PyValueError::new_err("one keyframe per simulation is needed"));
        }
        self.run(py, &ids, Task::Reset { keys, stage: stage(stage_)? })
    }
    fn set_const(&self, py: Python<'_>, ids: Ids<'_>) -> usize {
        py.detach(|| self.batch.set_const(ids.as_deref())).map_or_else(|f| f.ids.len(), |()| 0)
    }
    /// A new MjModel: the batch's, with the values of one simulation.
    fn get_model(&self, py: Python<'_>, sim: i64) -> PyResult<Py<MjModel>> {
        let m = self.batch.model_of(self.sim(sim)?);
        MjModel::wrap(py, m, None)
    }
    /// Writes one simulation into an MjData.
    fn get_data(&self, sim: i64, data: &Bound<'_, MjData>) -> PyResult<()> {
        let sim = self.sim(sim)?;
        let own = data.get().model.bind(data.py()).get().inner.model.read()?.size.clone();
        if own != self.batch.model().size {
            return Err(PyValueError::new_err("data was made for a model of other sizes"));
        }
        data.get().complete(data.py())?;
        self.batch.data_of(sim, &mut *data.get().inner.write()?);
        Ok(())
    }
    /// Runs each simulation on its own model, all on one, or (None) on the batch's.
    fn set_models(&self, models: &Bound<'_, PyAny>) -> PyResult<()> {
        let n = self.batch.nsim();
        let copy = |m: &Bound<'_, MjModel>| -> PyResult<Arc<Model>> {
            Ok(Arc::new(m.get().inner.model.read()?.clone()))
        };
        let list = if models.is_none() {
            None
        } else if let Ok(one) = models.cast::<MjModel>() {
            Some(vec![copy(one)?; n])
        } else {
            let mut list = Vec::new();
            for m in models.try_iter()? {
                let m = m?;
                let m = m
                    .cast::<MjModel>()
                    .map_err(|_| PyTypeError::new_err("models must be MjModel objects"))?;
                list.push(copy(m)?);
            }
            Some(list)
        };
        self.batch.set_models(list).map_err(|e| {
            if e.contains("per-simulation") { FatalError::new_err(e) } else { PyValueError::new_err(e) }
        })
    }
    /// Steps with inputs and records; returns (failures, one flat array per record).
    #[allow(clippy::type_complexity)]
    fn rollout<'py>(
        &self,
        py: Python<'py>,
        ids: Ids<'_>,
        nstep: i64,
        control: Option<&Bound<'py, PyAny>>,
        spec: i32,
        items: Vec<(Option<String>, i32)>,
    ) -> PyResult<(usize, Vec<Bound<'py, PyAny>>)> {
        let (n, nstep) = (ids.as_ref().map_or(self.batch.nsim(), Vec::len), count(nstep, "nstep")?);
        if spec & !bit::USER != 0 {
            return Err(PyValueError::new_err("control_spec can only contain bits in mjSTATE_USER"));
        }
        let control = control.map(Input::<f64>::of).transpose()?.map(|c| c.data);
        let width = state_size(self.batch.model(), spec);
        if control.as_ref().is_some_and(|c| c.len() != n * nstep * width) {
            return Err(PyValueError::new_err(format!("control must be of shape ({n}, {nstep}, {width})")));
        }
        let (mut records, mut outs) = (Vec::new(), Vec::new());
        for (name, mask) in items {
            let (of, width, kind) = match name {
                Some(name) => {
                    let of = match computed(&name) {
                        Some(f) => RecordOf::Field(self.batch.computed_field(f)),
                        None => self
                            .field(&name)
                            .ok_or_else(|| PyValueError::new_err(format!("{name} cannot be recorded")))?,
                    };
                    let (len, kind) = match &of {
                        RecordOf::Field(f) => (f.len, f.kind),
                        RecordOf::State(_) => (0, Kind::F64),
                    };
                    (of, len, kind)
                }
                None => (RecordOf::State(mask), state_size(self.batch.model(), mask), Kind::F64),
            };
            let size = n.checked_mul(nstep).and_then(|x| x.checked_mul(width));
            check_memory(size.and_then(|s| s.checked_mul(8))).map_err(PyMemoryError::new_err)?;
            let size = size.unwrap_or(0);
            let out = Arc::new(Cells::zeros(kind, size));
            outs.push((out.clone(), width));
            records.push(Record { of, out, width });
        }
        let failed = self.run(py, &ids, Task::Rollout(Rollout { nstep, control, spec, records }))?;
        let arrays = outs.iter().map(|(c, w)| array(py, c, &[n, nstep, *w])).collect::<PyResult<_>>()?;
        Ok((failed, arrays))
    }
    /// Jacobians of points; returns (failures, jacp, jacr).
    fn jac<'py>(
        &self,
        py: Python<'py>,
        ids: Ids<'_>,
        body: Vec<usize>,
        point: &Bound<'py, PyAny>,
    ) -> PyResult<(usize, Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let n = ids.as_ref().map_or(self.batch.nsim(), Vec::len);
        let point = triples(&Input::<f64>::of(point)?.data);
        let nbody = self.batch.model().size.nbody;
        if body.len() != n || point.len() != n || body.iter().any(|b| *b >= nbody) {
            return Err(PyValueError::new_err("one body and one point per simulation are needed"));
        }
        let nv = self.batch.model().size.nv;
        let jacp = Arc::new(Cells::zeros(Kind::F64, n * 3 * nv));
        let jacr = Arc::new(Cells::zeros(Kind::F64, n * 3 * nv));
        let query = JacQuery { body, point, jacp: jacp.clone(), jacr: jacr.clone() };
        let failed = self.run(py, &ids, Task::Jac(query))?;
        Ok((failed, array(py, &jacp, &[n, 3, nv])?, array(py, &jacr, &[n, 3, nv])?))
    }
    /// Derivatives of the next step; returns (failures, A, B, labels).
    #[allow(clippy::type_complexity)]
    fn gradient<'py>(
        &self,
        py: Python<'py>,
        ids: Ids<'_>,
        method: &str,
    ) -> PyResult<(usize, Bound<'py, PyAny>, Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let method = crate::gradients::method_of(method)?;
        let n = ids.as_ref().map_or(self.batch.nsim(), Vec::len);
        let s = &self.batch.model().size;
        let (nx, nu) = (2 * s.nv + s.na, s.nu);
        let (a, b) = (Cells::zeros(Kind::F64, n * nx * nx), Cells::zeros(Kind::F64, n * nx * nu));
        let (a, b) = (Arc::new(a), Arc::new(b));
        let label = Arc::new(Cells::zeros(Kind::I32, n * (nx + nu)));
        let query = GradientQuery { method, a: a.clone(), b: b.clone(), label: label.clone() };
        let failed = self.run(py, &ids, Task::Gradient(query))?;
        let found = (array(py, &a, &[n, nx, nx])?, array(py, &b, &[n, nx, nu])?);
        Ok((failed, found.0, found.1, array(py, &label, &[n, nx + nu])?))
    }
    /// Rays; returns (failures, dist, geomid, normals).
    #[allow(clippy::type_complexity)]
    fn ray<'py>(
        &self,
        py: Python<'py>,
        ids: Ids<'_>,
        pnt: &Bound<'py, PyAny>,
        vec: &Bound<'py, PyAny>,
        geomgroup: Option<Vec<u8>>,
        flg_static: bool,
        exclude: Vec<i32>,
    ) -> PyResult<(usize, Bound<'py, PyAny>, Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let n = ids.as_ref().map_or(self.batch.nsim(), Vec::len);
        let (pnt, vec) = (triples(&Input::<f64>::of(pnt)?.data), triples(&Input::<f64>::of(vec)?.data));
        let nray = pnt.len().checked_div(n).unwrap_or(0);
        if pnt.len() != n * nray || vec.len() != pnt.len() || exclude.len() != pnt.len() {
            return Err(PyValueError::new_err("pnt, vec and bodyexclude must have one entry per ray"));
        }
        let groups = geomgroup.map(|g| <[u8; 6]>::try_from(g.as_slice())).transpose();
        let groups = groups.map_err(|_| PyValueError::new_err("geomgroup should be of shape (6,)"))?;
        let dist = Arc::new(Cells::zeros(Kind::F64, pnt.len()));
        let geom = Arc::new(Cells::zeros(Kind::I32, pnt.len()));
        let normal = Arc::new(Cells::zeros(Kind::F64, 3 * pnt.len()));
        let query = RayQuery {
            nray,
            pnt,
            vec,
            groups,
            static_geoms: flg_static,
            exclude,
            dist: dist.clone(),
            geom: geom.clone(),
            normal: Some(normal.clone()),
        };
        let failed = self.run(py, &ids, Task::Ray(query))?;
        Ok((
            failed,
            array(py, &dist, &[n, nray])?,
            array(py, &geom, &[n, nray])?,
            array(py, &normal, &[n, nray, 3])?,
        ))
    }
}

fn triples(x: &[f64]) -> Vec<[f64; 3]> {
    x.chunks_exact(3).map(|c| [c[0], c[1], c[2]]).collect()
}

/// Adds the classes to a module.
pub fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_class::<BatchCore>()
}

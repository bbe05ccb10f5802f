//! The batch: rows of states, bound fields, per-simulation parameters, and the calls that run them.

use crate::cells::{Cells, Kind, check_memory};
use crate::fields::{Compute, DataField, ModelField, computed_field, find_data_field, find_model_field};
use crate::pool::Pool;
use crate::run::{Call, Interrupt, Task, Worker};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use stiction_model::Model;
use stiction_model::check::is_structure;
use stiction_model::fields::Shape;
use stiction_model::kinds::{enable, state as bit};
use stiction_sim::state::{get_state, set_state, state_size};
use stiction_sim::{Data, complete};

/// What a simulation does when its numbers are no longer finite.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Policy {
    /// It fails: it keeps the state it had before the call, and the call reports it. The others go on.
    #[default]
    Quarantine,
    /// It counts a warning and starts anew, as MuJoCo's step does.
    Reset,
}

/// Simulations of a call that failed, in order, with the first one's reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Simulations.
    pub ids: Vec<usize>,
    /// Reason of the first.
    pub message: String,
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.ids[..] {
            [] => write!(f, "{}", self.message),
            [one] => write!(f, "simulation {one}: {}", self.message),
            [first, ..] => {
                write!(f, "{} simulations failed, first {first}: {}", self.ids.len(), self.message)
            }
        }
    }
}
impl std::error::Error for Failure {}

/// A field that is copied out after every call.
#[derive(Clone)]
pub(crate) struct Bound {
    pub name: String,
    pub field: DataField,
    pub cells: Arc<Cells>,
}

/// A model field with a value per simulation.
#[derive(Clone)]
pub(crate) struct Expanded {
    pub name: String,
    pub field: ModelField,
    pub cells: Arc<Cells>,
}

/// What the user has set up; constant during a call.
#[derive(Default)]
pub(crate) struct Setup {
    pub bound: Vec<Bound>,
    pub expanded: Vec<Expanded>,
    /// One model per simulation instead of the batch's.
    pub models: Option<Vec<Arc<Model>>>,
    /// Counts changes, so that workers know when their copy of the model is old.
    pub version: u64,
}

/// What threads share.
pub struct Core {
    /// The batch's own copy of the model.
    pub model: Arc<Model>,
    pub(crate) nsim: usize,
    pub(crate) nstate: usize,
    pub(crate) state: Arc<Cells>,
    pub(crate) warning: Arc<Cells>,
    pub(crate) status: Arc<Cells>,
    pub(crate) errors: Mutex<BTreeMap<usize, String>>,
    pub(crate) setup: RwLock<Setup>,
    pub(crate) workers: Vec<Mutex<Worker>>,
    pub(crate) persistent: Option<Vec<Mutex<Data>>>,
}

/// Locks that a panic cannot spoil: what they guard is rewritten by the next call.
pub(crate) fn lock<T>(m: &Mutex<T>) -> MutexGuard<'_, T> {
    m.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Core {
    pub(crate) fn setup(&self) -> RwLockReadGuard<'_, Setup> {
        self.setup.read().unwrap_or_else(PoisonError::into_inner)
    }
    fn setup_mut(&self) -> RwLockWriteGuard<'_, Setup> {
        self.setup.write().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Many simulations of one model.
pub struct Batch {
    pub(crate) core: Arc<Core>,
    pool: Arc<Pool>,
}

impl Batch {
    /// `nsim` simulations of a copy of `model` at its reference configuration, computed by `nthread` threads (0: as many as
    /// there are processors), the caller's among them. A persistent batch keeps one `Data` per simulation; models with contact
    /// laws of our own always are.
    ///
    /// # Errors
    /// If the model needs memory beyond its state vector (sleeping) and the batch is not persistent.
    pub fn new(model: &Model, nsim: usize, nthread: usize, persistent: bool) -> Result<Self, String> {
        let threads = if nthread == 0 { crate::pool::processors() } else { nthread };
        Self::with_pool(model, nsim, Arc::new(Pool::new(threads.min(nsim.max(1)))), persistent)
    }

    /// The same on a pool that already exists.
    ///
    /// # Errors
    /// As [`Batch::new`].
    pub fn with_pool(model: &Model, nsim: usize, pool: Arc<Pool>, persistent: bool) -> Result<Self, String> {
        if model.enabled(enable::SLEEP) && !persistent {
            return Err("sleeping bodies need persistent=True: their memory is not in the state".into());
        }
        if let Some(e) = stiction_sim::check::unsupported(model, 0.0) {
            return Err(e.to_string());
        }
        // what a simulation remembers must not be another's
        let persistent = persistent || remembers(model);
        let nstate = state_size(model, bit::INTEGRATION);
        // a persistent simulation needs some kilobytes more
        let each = (nstate + 16).checked_mul(if persistent { 64 } else { 8 });
        check_memory(each.and_then(|e| e.checked_mul(nsim)))?;
        let cells = nsim * nstate;
        let first = Data::new(model);
        let core = Core {
            nsim,
            nstate,
            state: Arc::new(Cells::zeros(Kind::F64, cells)),
            warning: Arc::new(Cells::zeros(Kind::I32, nsim * 14)),
            status: Arc::new(Cells::zeros(Kind::I32, nsim)),
            errors: Mutex::default(),
            setup: RwLock::default(),
            workers: (0..pool.nthread()).map(|_| Mutex::new(Worker::new(nstate))).collect(),
            persistent: persistent.then(|| (0..nsim).map(|_| Mutex::new(first.clone())).collect()),
            model: Arc::new(model.clone()),
        };
        let mut row = vec![0.0; nstate];
        get_state(first.time, &first.state, &first.input, bit::INTEGRATION, &mut row);
        for sim in 0..nsim {
            core.state.write_f64(sim * nstate, &row);
        }
        Ok(Batch { core: Arc::new(core), pool })
    }

    /// Number of simulations.
    pub fn nsim(&self) -> usize {
        self.core.nsim
    }
    /// Threads.
    pub fn nthread(&self) -> usize {
        self.pool.nthread()
    }
    /// Numbers per state row.
    pub fn nstate(&self) -> usize {
        self.core.nstate
    }
    /// True if every simulation has its own `Data`.
    pub fn persistent(&self) -> bool {
        self.core.persistent.is_some()
    }
    /// The batch's model.
    pub fn model(&self) -> &Arc<Model> {
        &self.core.model
    }
    /// The pool.
    pub fn pool(&self) -> &Arc<Pool> {
        &self.pool
    }
    /// State rows (nsim × nstate): what is written here is a simulation's state at its next call.
    pub fn state(&self) -> &Arc<Cells> {
        &self.core.state
    }
    /// Warnings (nsim × 7 × 2): for each kind, the index it was last raised for and how often.
    pub fn warning(&self) -> &Arc<Cells> {
        &self.core.warning
    }
    /// 1 for simulations that failed in their last call (nsim).
    pub fn status(&self) -> &Arc<Cells> {
        &self.core.status
    }
    /// Why a simulation failed in its last call, or "".
    pub fn error(&self, sim: usize) -> String {
        lock(&self.core.errors).get(&sim).cloned().unwrap_or_default()
    }

    /// Offset and size of one component of the state row.
    pub fn component(&self, component: i32) -> (usize, usize) {
        let below = component.saturating_sub(1) & bit::INTEGRATION;
        // components stand in the order of their bits
        let offset = state_size(&self.core.model, below & !component);
        (offset, state_size(&self.core.model, component))
    }

    /// Binds a field of `Data`: an array (nsim × …) that every call refreshes for its simulations. `None`: no such field.
    pub fn bind(&self, name: &str) -> Option<(Arc<Cells>, Shape)> {
        let mut worker = lock(&self.core.workers[0]);
        let d = worker.data(&self.core.model);
        let (field, shape) = find_data_field(d, name)?;
        Some((self.bind_field(name, field), shape))
    }

    /// Binds a field that a function computes; the number of its numbers must not change.
    pub fn bind_computed(&self, name: &str, f: Compute) -> Arc<Cells> {
        let field = {
            let mut worker = lock(&self.core.workers[0]);
            computed_field(&self.core.model, worker.data(&self.core.model), f)
        };
        self.bind_field(name, field)
    }

    /// A computed field, for records.
    pub fn computed_field(&self, f: Compute) -> DataField {
        let mut worker = lock(&self.core.workers[0]);
        computed_field(&self.core.model, worker.data(&self.core.model), f)
    }

    fn bind_field(&self, name: &str, field: DataField) -> Arc<Cells> {
        let mut setup = self.core.setup_mut();
        if let Some(b) = setup.bound.iter().find(|b| b.name == name) {
            return b.cells.clone();
        }
        let cells = Arc::new(Cells::zeros(field.kind, self.core.nsim * field.len));
        setup.bound.push(Bound { name: name.into(), field, cells: cells.clone() });
        cells
    }

    /// Gives a model field a value per simulation, (nsim × …), starting with the model's. `None`: no such field.
    ///
    /// # Errors
    /// If the simulations have models of their own, or the field is part of the structure.
    pub fn expand(&self, name: &str) -> Result<Option<(Arc<Cells>, Shape)>, String> {
        let mut setup = self.core.setup_mut();
        if setup.models.is_some() {
            return Err(
                "fields cannot be expanded while the simulations run on caller models (set_models)".into()
            );
        }
        if let Some(e) = setup.expanded.iter().find(|e| e.name == name) {
            return Ok(Some((e.cells.clone(), e.field.shape)));
        }
        if is_structure(name) {
            return Err(format!("{name} is part of the structure, which all simulations share"));
        }
        let mut model = (*self.core.model).clone();
        let Some(field) = find_model_field(&mut model, name) else { return Ok(None) };
        let cells = Arc::new(Cells::zeros(field.kind, self.core.nsim * field.len));
        let mut place = 0;
        crate::fields::each_model_field(&mut model, &mut |_, _, numbers| {
            if place == field.place {
                let numbers = crate::run::as_shared(&numbers);
                (0..self.core.nsim).for_each(|sim| cells.write(sim * field.len, &numbers));
            }
            place += 1;
        });
        setup.expanded.push(Expanded { name: name.into(), field, cells: cells.clone() });
        setup.version += 1;
        Ok(Some((cells, field.shape)))
    }

    /// The values of a field that is already per-simulation.
    pub fn expanded(&self, name: &str) -> Option<(Arc<Cells>, Shape)> {
        let setup = self.core.setup();
        setup.expanded.iter().find(|e| e.name == name).map(|e| (e.cells.clone(), e.field.shape))
    }

    /// Runs every simulation on a model of its own; `None`: on the batch's again.
    ///
    /// # Errors
    /// If there are not `nsim` models, one has other sizes, or fields are expanded.
    pub fn set_models(&self, models: Option<Vec<Arc<Model>>>) -> Result<(), String> {
        let mut setup = self.core.setup_mut();
        if let Some(list) = &models {
            if !setup.expanded.is_empty() {
                return Err("models cannot be set: fields have per-simulation values".into());
            }
            if list.len() != self.core.nsim {
                return Err(format!(
                    "one model per simulation is needed: {} for {}",
                    list.len(),
                    self.core.nsim
                ));
            }
            for (i, m) in list.iter().enumerate() {
                if !same_layout(m, &self.core.model) {
                    return Err(format!("model {i} does not have the sizes of the batch's model"));
                }
                if remembers(m) && self.core.persistent.is_none() {
                    return Err(format!(
                        "model {i}: sleeping bodies and hard contact need a persistent batch"
                    ));
                }
            }
        }
        setup.models = models;
        setup.version += 1;
        Ok(())
    }

    /// The model that a simulation runs on, with its own values.
    pub fn model_of(&self, sim: usize) -> Model {
        let setup = self.core.setup();
        if let Some(models) = &setup.models {
            return (*models[sim]).clone();
        }
        let mut m = (*self.core.model).clone();
        crate::run::write_parameters(&mut m, &setup.expanded, sim);
        m
    }

    /// Writes a simulation's state (and, in a persistent batch, everything else) to `data`.
    pub fn data_of(&self, sim: usize, data: &mut Data) {
        if let Some(all) = &self.core.persistent {
            let mut own = lock(&all[sim]);
            // its model has the structure that the data was made for
            let _ = complete(&self.model_of(sim), &mut own);
            data.copy_from(&own);
        }
        let mut row = vec![0.0; self.core.nstate];
        self.core.state.read_f64(sim * self.core.nstate, &mut row);
        set_state(&mut data.time, &mut data.state, &mut data.input, bit::INTEGRATION, &row);
        self.core.load_warnings(sim, data);
    }

    /// Runs a task for the simulations `ids` (sorted, unique; `None`: all). The others are untouched.
    ///
    /// # Errors
    /// The simulations that failed; they keep the state they had.
    pub fn run(
        &self,
        ids: Option<&[usize]>,
        task: Task,
        interrupt: Option<Interrupt>,
    ) -> Result<(), Failure> {
        let ids: Arc<[usize]> = match ids {
            Some(ids) => ids.into(),
            None => (0..self.core.nsim).collect(),
        };
        if ids.is_empty() {
            return Ok(());
        }
        {
            let mut errors = lock(&self.core.errors);
            ids.iter().for_each(|i| drop(errors.remove(i)));
        }
        let call = Arc::new(Call {
            ids: ids.clone(),
            task,
            next: AtomicUsize::new(0),
            stop: AtomicBool::new(false),
            chunk: (ids.len() / (self.nthread() * 10)).clamp(1, 32),
            interrupt,
        });
        let core = self.core.clone();
        let shared = call.clone();
        self.pool.run(Arc::new(move |worker| core.work(worker, &shared)));
        let failed: Vec<usize> = ids.iter().copied().filter(|i| self.core.status.int(*i) != 0).collect();
        match failed.first() {
            None => Ok(()),
            Some(&first) => Err(Failure { message: self.error(first), ids: failed }),
        }
    }

    /// Recomputes the constants that follow from per-simulation fields; what changes becomes per-simulation.
    ///
    /// # Errors
    /// The simulations whose model is inconsistent; they keep the constants they had.
    pub fn set_const(&self, ids: Option<&[usize]>) -> Result<(), Failure> {
        crate::run::set_const(self, ids)
    }
}

/// True if a step of this model remembers more than the state vector: forces of the last step, or who sleeps.
pub(crate) fn remembers(m: &Model) -> bool {
    m.enabled(enable::SLEEP)
        || m.stiction.to_text() != stiction_model::stiction::Stiction::default().to_text()
}

/// True if data of one model fits the other.
fn same_layout(a: &Model, b: &Model) -> bool {
    let key = |m: &Model| {
        let s = &m.size;
        [
            s.nq,
            s.nv,
            s.nu,
            s.nactuator,
            s.nout,
            s.na,
            s.nbody,
            s.njnt,
            s.ngeom,
            s.nsite,
            s.ncam,
            s.nlight,
            s.neq,
            s.ntendon,
            s.nwrap,
            s.nsensor,
            s.nsensordata,
            s.nmocap,
            s.nuserdata,
            s.nplastic,
            s.nhistory,
            s.nM,
            s.nC,
            s.nD,
            s.nB,
            s.nJmom,
            s.nJten,
            s.ntree,
        ]
    };
    key(a) == key(b)
}

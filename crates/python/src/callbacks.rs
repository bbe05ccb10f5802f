//! Python functions that run inside a step (`set_mjcb_*`), and how calls borrow model and data.
//!
//! While such a function runs, the data is lent back to Python on this thread (see `Shared::lend`), so it may read and write
//! arrays and call functions that need no step of their own. An exception in it stops later calls of the same step and is
//! raised when the step returns.
#![allow(non_snake_case)]

use crate::data::MjData;
use crate::errors::{FatalError, UnexpectedError};
use crate::model::MjModel;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard};
use stiction_dynamics::actuation::ActuatorHooks;
use stiction_dynamics::inputs::ActuationInput;
use stiction_model::Model;
use stiction_model::kinds::Stage;
use stiction_sim::{Data, Hooks, NoHooks};

/// Places where Python functions can be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Slot {
    Control,
    Passive,
    Sensor,
    ContactFilter,
    ActDyn,
    ActGain,
    ActBias,
    Time,
    Warning,
}

const SLOTS: usize = 9;
static FUNCTIONS: Mutex<[Option<Py<PyAny>>; SLOTS]> = Mutex::new([const { None }; SLOTS]);
/// Number of functions that a step has to call.
static SET: AtomicUsize = AtomicUsize::new(0);

fn table() -> MutexGuard<'static, [Option<Py<PyAny>>; SLOTS]> {
    FUNCTIONS.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// The function set at a place.
pub fn get(py: Python<'_>, slot: Slot) -> Option<Py<PyAny>> {
    table()[slot as usize].as_ref().map(|f| f.clone_ref(py))
}

fn set(slot: Slot, function: &Bound<'_, PyAny>) -> PyResult<()> {
    if !function.is_none() && !function.is_callable() {
        return Err(PyTypeError::new_err("a callable or None is needed"));
    }
    let old = {
        let mut all = table();
        let new = (!function.is_none()).then(|| function.clone().unbind());
        let old = std::mem::replace(&mut all[slot as usize], new);
        SET.store(all.iter().take(Slot::Warning as usize).filter(|f| f.is_some()).count(), Ordering::Relaxed);
        old
    };
    drop(old); // may run Python code, so not under the lock
    Ok(())
}

/// True if a step has Python functions to call.
pub fn any() -> bool {
    SET.load(Ordering::Relaxed) > 0
}

/// Hooks of one call.
struct PyHooks {
    model: Py<MjModel>,
    data: Py<MjData>,
    error: RefCell<Option<PyErr>>,
    filters: bool,
}

impl PyHooks {
    /// Calls the function at a place with model, data and more; errors are kept for the end of the step.
    fn call<R>(
        &self,
        slot: Slot,
        args: impl FnOnce(&Bound<'_, PyAny>, &Bound<'_, MjModel>, &Bound<'_, MjData>) -> PyResult<R>,
    ) -> Option<R> {
        if self.error.borrow().is_some() {
            return None;
        }
        Python::attach(|py| {
            let function = get(py, slot)?;
            let (m, d) = (self.model.bind(py), self.data.bind(py));
            match d.get().inner.lend(|| args(function.bind(py), m, d)) {
                Ok(r) => Some(r),
                Err(e) => {
                    *self.error.borrow_mut() = Some(e);
                    None
                }
            }
        })
    }
}

impl Hooks for PyHooks {
    fn control(&mut self, _m: &Model, _d: &mut Data) {
        self.call(Slot::Control, |f, m, d| f.call1((m, d)).map(drop));
    }
    fn passive(&mut self, _m: &Model, _d: &mut Data) {
        self.call(Slot::Passive, |f, m, d| f.call1((m, d)).map(drop));
    }
    fn sensor(&mut self, _m: &Model, _d: &mut Data, stage: Stage) {
        self.call(Slot::Sensor, |f, m, d| f.call1((m, d, stage as i32)).map(drop));
    }
    fn filters_contacts(&self) -> bool {
        self.filters
    }
    fn reject_contact(&self, _m: &Model, geom1: usize, geom2: usize) -> bool {
        self.call(Slot::ContactFilter, |f, m, d| f.call1((m, d, geom1, geom2))?.is_truthy()).unwrap_or(false)
    }
    fn actuators(&self) -> &dyn ActuatorHooks {
        self
    }
}

impl ActuatorHooks for PyHooks {
    fn rates(&self, _m: &Model, _x: &ActuationInput<'_>, actuator: usize, act_dot: &mut [f64]) {
        let rate = self.call(Slot::ActDyn, |f, m, d| f.call1((m, d, actuator))?.extract::<f64>());
        if let (Some(rate), Some(last)) = (rate, act_dot.last_mut()) {
            *last = rate;
        }
    }
    fn gain(&self, _m: &Model, _x: &ActuationInput<'_>, actuator: usize) -> f64 {
        self.call(Slot::ActGain, |f, m, d| f.call1((m, d, actuator))?.extract::<f64>()).unwrap_or(1.0)
    }
    fn bias(&self, _m: &Model, _x: &ActuationInput<'_>, actuator: usize) -> f64 {
        self.call(Slot::ActBias, |f, m, d| f.call1((m, d, actuator))?.extract::<f64>()).unwrap_or(0.0)
    }
}

/// The clock of `set_mjcb_time`.
fn python_clock() -> f64 {
    Python::attach(|py| {
        let now = get(py, Slot::Time).and_then(|f| f.call0(py).ok());
        now.and_then(|x| x.extract::<f64>(py).ok()).unwrap_or(0.0)
    })
}

/// An error unless this data fits this model.
pub fn fits(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>) -> PyResult<()> {
    let own = &d.get().model;
    if own.is(m) {
        return Ok(());
    }
    let (data, model) = (d.get().inner.read()?, m.get().inner.model.read()?);
    data.check_model(&model).map_err(|e| FatalError::new_err(e.to_string()))
}

fn panicked(cause: &(dyn std::any::Any + Send)) -> PyErr {
    let text =
        cause.downcast_ref::<String>().map(String::as_str).or_else(|| cause.downcast_ref::<&str>().copied());
    UnexpectedError::new_err(format!(
        "internal error: {}. A model array may hold an index that does not exist.",
        text.unwrap_or("unknown")
    ))
}

/// Runs `f` with exclusive use of the data. The interpreter stays attached: for short calls.
pub fn run<R>(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    f: impl FnOnce(&Model, &mut Data, &mut dyn Hooks) -> R,
) -> PyResult<R> {
    fits(m, d)?;
    d.get().complete(m.py())?;
    let model = m.get().inner.model.read()?;
    let mut data = d.get().inner.write()?;
    let guarded = |hooks: &mut dyn Hooks| {
        catch_unwind(AssertUnwindSafe(|| f(&model, &mut data, hooks))).map_err(|cause| panicked(&*cause))
    };
    let out = with_hooks(m, d, guarded)?;
    crate::user::check(m.py(), &mut data)?;
    Ok(out)
}

/// The same with the interpreter released: for calls that compute.
pub fn run_detached<R: Send>(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    f: impl FnOnce(&Model, &mut Data, &mut dyn Hooks) -> R + Send,
) -> PyResult<R> {
    d.get().complete(m.py())?;
    run_steps(m, d, f)
}

/// The same for steps, which need nothing that the step before left out.
pub fn run_steps<R: Send>(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    f: impl FnOnce(&Model, &mut Data, &mut dyn Hooks) -> R + Send,
) -> PyResult<R> {
    fits(m, d)?;
    let py = m.py();
    let model = m.get().inner.model.read()?;
    let mut data = d.get().inner.write()?;
    if SET.load(Ordering::Relaxed) > 0 {
        // Python code runs inside: releasing and taking the interpreter around each call would only cost
        let guarded = |hooks: &mut dyn Hooks| {
            catch_unwind(AssertUnwindSafe(|| f(&model, &mut data, hooks))).map_err(|cause| panicked(&*cause))
        };
        let out = with_hooks(m, d, guarded)?;
        crate::user::check(py, &mut data)?;
        return Ok(out);
    }
    let (model, lent) = (&*model, &mut *data);
    lent.timers.clock = None;
    let out = py
        .detach(move || catch_unwind(AssertUnwindSafe(|| f(model, lent, &mut NoHooks))))
        .map_err(|cause| panicked(&*cause))?;
    crate::user::check(py, &mut data)?;
    Ok(out)
}

fn with_hooks<R>(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    run: impl FnOnce(&mut dyn Hooks) -> PyResult<R>,
) -> PyResult<R> {
    if SET.load(Ordering::Relaxed) == 0 {
        return run(&mut NoHooks);
    }
    let filters = table()[Slot::ContactFilter as usize].is_some();
    let mut hooks =
        PyHooks { model: m.clone().unbind(), data: d.clone().unbind(), error: RefCell::new(None), filters };
    let out = run(&mut hooks);
    match hooks.error.into_inner() {
        Some(e) => Err(e),
        None => out,
    }
}

/// The clock that steps should use, if one is set.
pub fn clock() -> Option<fn() -> f64> {
    table()[Slot::Time as usize].is_some().then_some(python_clock as fn() -> f64)
}

macro_rules! setters {
    ($($set:ident, $get:ident => $slot:ident;)*) => {
        $(
            /// Sets the function, or None.
            #[pyfunction]
            fn $set(function: &Bound<'_, PyAny>) -> PyResult<()> {
                set(Slot::$slot, function)
            }
            /// The function that is set.
            #[pyfunction]
            fn $get(py: Python<'_>) -> Option<Py<PyAny>> {
                get(py, Slot::$slot)
            }
        )*
        /// Adds the functions to a module.
        pub fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
            $(
                m.add_function(wrap_pyfunction!($set, m)?)?;
                m.add_function(wrap_pyfunction!($get, m)?)?;
            )*
            m.add_function(wrap_pyfunction!(mj_resetCallbacks, m)?)
        }
    };
}

setters! {
    set_mjcb_control, get_mjcb_control => Control;
    set_mjcb_passive, get_mjcb_passive => Passive;
    set_mjcb_sensor, get_mjcb_sensor => Sensor;
    set_mjcb_contactfilter, get_mjcb_contactfilter => ContactFilter;
    set_mjcb_act_dyn, get_mjcb_act_dyn => ActDyn;
    set_mjcb_act_gain, get_mjcb_act_gain => ActGain;
    set_mjcb_act_bias, get_mjcb_act_bias => ActBias;
    set_mjcb_time, get_mjcb_time => Time;
    set_mju_user_warning, get_mju_user_warning => Warning;
}

/// Removes all functions.
#[pyfunction]
#[allow(non_snake_case)]
fn mj_resetCallbacks(py: Python<'_>) -> PyResult<()> {
    let none = py.None().into_bound(py);
    for slot in [
        Slot::Control,
        Slot::Passive,
        Slot::Sensor,
        Slot::ContactFilter,
        Slot::ActDyn,
        Slot::ActGain,
        Slot::ActBias,
        Slot::Time,
    ] {
        set(slot, &none)?;
    }
    Ok(())
}

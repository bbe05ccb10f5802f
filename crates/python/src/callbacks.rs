//! Python functions that run inside a step (`set_mjcb_*`), and how calls borrow model and data.
//!
//! A call with such functions takes the data out of the object that Python sees, and puts it back while one of them runs
//! (see `Shared::lend`): it may read and write arrays and call any function on this thread, to any depth; other threads are refused.
//! An exception in it stops later calls of the same step and is raised when the step returns.
//!
//! A panic in the engine becomes `InternalError`, and the state is what it was before the call.
#![allow(non_snake_case)]

use crate::data::MjData;
use crate::errors::{FatalError, InternalError};
use crate::model::MjModel;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::time::Instant;
use stiction_model::Model;
use stiction_model::kinds::Stage;
use stiction_sim::data::State;
use stiction_sim::timer::Stage as Timer;
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
        return Err(PyTypeError::new_err("callback is not an Optional[Callable]"));
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
    drives: bool,
}

impl PyHooks {
    /// Calls the function at a place with model, data and more; errors are kept for the end of the step.
    fn call<R>(
        &self,
        slot: Slot,
        data: &mut Data,
        args: impl FnOnce(&Bound<'_, PyAny>, &Bound<'_, MjModel>, &Bound<'_, MjData>) -> PyResult<R>,
    ) -> Option<R> {
        if self.error.borrow().is_some() {
            return None;
        }
        Python::attach(|py| {
            let function = get(py, slot)?;
            let (m, d) = (self.model.bind(py), self.data.bind(py));
            let clock = data.timers.clock;
            let out = d.get().inner.lend(data, || args(function.bind(py), m, d)).and_then(|called| called);
            // calls inside may have lent a clock of their own
            data.timers.clock = clock;
            out.map_err(|e| *self.error.borrow_mut() = Some(e)).ok()
        })
    }
    /// The answer of a function about one actuator.
    fn number(&self, slot: Slot, data: &mut Data, actuator: usize) -> Option<f64> {
        self.call(slot, data, |f, m, d| f.call1((m, d, actuator))?.extract::<f64>())
    }
}

impl Hooks for PyHooks {
    fn control(&mut self, _m: &Model, d: &mut Data) {
        self.call(Slot::Control, d, |f, m, d| f.call1((m, d)).map(drop));
    }
    fn passive(&mut self, _m: &Model, d: &mut Data) {
        self.call(Slot::Passive, d, |f, m, d| f.call1((m, d)).map(drop));
    }
    fn sensor(&mut self, _m: &Model, d: &mut Data, stage: Stage) {
        self.call(Slot::Sensor, d, |f, m, d| f.call1((m, d, stage as i32)).map(drop));
    }
    fn filters_contacts(&self) -> bool {
        self.filters
    }
    fn reject_contact(&mut self, _m: &Model, d: &mut Data, geom1: usize, geom2: usize) -> bool {
        self.call(Slot::ContactFilter, d, |f, m, d| f.call1((m, d, geom1, geom2))?.is_truthy())
            .unwrap_or(false)
    }
    fn drives_actuators(&self) -> bool {
        self.drives
    }
    fn act_dyn(&mut self, _m: &Model, d: &mut Data, actuator: usize) -> f64 {
        self.number(Slot::ActDyn, d, actuator).unwrap_or(0.0)
    }
    fn act_gain(&mut self, _m: &Model, d: &mut Data, actuator: usize) -> f64 {
        self.number(Slot::ActGain, d, actuator).unwrap_or(1.0)
    }
    fn act_bias(&mut self, _m: &Model, d: &mut Data, actuator: usize) -> f64 {
        self.number(Slot::ActBias, d, actuator).unwrap_or(0.0)
    }
}

thread_local! {
    /// What went wrong in the clock since a call began.
    static CLOCK_ERROR: RefCell<Option<PyErr>> = const { RefCell::new(None) };
}

/// The clock of `set_mjcb_time`. It stands still after an error, which is raised when the call returns.
fn python_clock() -> f64 {
    Python::attach(|py| {
        let Some(f) = get(py, Slot::Time).filter(|_| CLOCK_ERROR.with_borrow(Option::is_none)) else {
            return 0.0;
        };
        let now = f.call0(py).and_then(|x| {
            let number = x.extract::<f64>(py);
            number.map_err(|_| PyTypeError::new_err("mjcb_time callback did not return a number"))
        });
        now.unwrap_or_else(|e| {
            CLOCK_ERROR.set(Some(e));
            0.0
        })
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

/// A bug of the engine as an exception.
pub fn internal_error(cause: &(dyn std::any::Any + Send)) -> PyErr {
    let text =
        cause.downcast_ref::<String>().map(String::as_str).or_else(|| cause.downcast_ref::<&str>().copied());
    InternalError::new_err(format!(
        "a defect of the engine: {}. The state is as it was before the call.",
        text.unwrap_or("unknown")
    ))
}

/// Data that stands where data was taken out.
static STAND_INS: Mutex<Vec<Box<Data>>> = Mutex::new(Vec::new());

fn stand_in() -> Box<Data> {
    let spare = STAND_INS.lock().unwrap_or_else(std::sync::PoisonError::into_inner).pop();
    spare.unwrap_or_else(|| Box::new(Data::new(&Model::default())))
}

fn keep_stand_in(d: Box<Data>) {
    let mut all = STAND_INS.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if all.len() < 16 {
        all.push(d);
    }
}

thread_local! {
    /// States kept for the way back, reused: a call inside a callback needs one of its own.
    static SAVED: RefCell<Vec<State>> = const { RefCell::new(Vec::new()) };
}

/// Runs `f`; if it panics, the state is what it was, and everything computed from it is cleared.
fn guard<R>(m: &Model, d: &mut Data, f: impl FnOnce(&mut Data) -> R) -> PyResult<R> {
    let mut state = SAVED.with_borrow_mut(Vec::pop).unwrap_or_default();
    state.clone_from(&d.state);
    let time = d.time;
    let out = catch_unwind(AssertUnwindSafe(|| f(&mut *d))).map_err(|cause| {
        // a second defect on the way back must not hide the first
        let _ = catch_unwind(AssertUnwindSafe(|| d.recover(m, time, &state)));
        internal_error(&*cause)
    });
    SAVED.with_borrow_mut(|all| all.push(state));
    out
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
    if any() {
        return with_hooks(m, d, &model, f);
    }
    let mut data = d.get().inner.write()?;
    d.get().held.sync(&mut data, model.size.ngeom)?;
    let out = guard(&model, &mut data, |data| f(&model, data, &mut NoHooks))?;
    d.get().held.sync(&mut data, model.size.ngeom)?;
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
    if any() {
        // Python code runs inside: releasing and taking the interpreter around each call would only cost
        return with_hooks(m, d, &model, f);
    }
    let mut data = d.get().inner.write()?;
    d.get().held.sync(&mut data, model.size.ngeom)?;
    let (model, lent) = (&*model, &mut *data);
    lent.timers.clock = None;
    let out = py.detach(move || guard(model, lent, |data| f(model, data, &mut NoHooks)))?;
    d.get().held.sync(&mut data, model.size.ngeom)?;
    crate::user::check(py, &mut data)?;
    Ok(out)
}

/// Takes the data out, so that no reference to it is alive while Python code runs.
fn with_hooks<R>(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    model: &Model,
    f: impl FnOnce(&Model, &mut Data, &mut dyn Hooks) -> R,
) -> PyResult<R> {
    let set = |slot: Slot| table()[slot as usize].is_some();
    let mut hooks = PyHooks {
        model: m.clone().unbind(),
        data: d.clone().unbind(),
        error: RefCell::new(None),
        filters: set(Slot::ContactFilter),
        drives: set(Slot::ActDyn) || set(Slot::ActGain) || set(Slot::ActBias),
    };
    let mut data = d.get().inner.take_out(stand_in())?;
    let written = d.get().held.sync(&mut data, model.size.ngeom);
    let out = guard(model, &mut data, |data| f(model, data, &mut hooks));
    let checked = written
        .and(d.get().held.sync(&mut data, model.size.ngeom))
        .and(crate::user::check(m.py(), &mut data));
    keep_stand_in(data.put_back());
    if let Some(e) = CLOCK_ERROR.take().or(hooks.error.into_inner()) {
        return Err(e);
    }
    checked.and(out)
}

/// Counts a call and its time where no clock of the user's times every stage.
pub fn time_call(d: &mut Data, stage: Timer, begun: Instant, calls: i64) {
    if d.timers.clock.is_none() {
        let stat = &mut d.timers.stats[stage as usize];
        stat.duration += begun.elapsed().as_secs_f64();
        stat.number = stat.number.wrapping_add(calls as u32);
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

//! `d.warning`, `d.timer`, `d.solver`: lists that are also arrays.
//!
//! Warnings and timers are live: `d.warning.number` is a view of the counters. Solver statistics are copies.

use crate::computed::{SOLVER_STATS, solver_stat};
use crate::data::MjData;
use crate::views::{Owner, Record, Shared, Slot, add_fields, column};
use numpy::PyArray1;
use pyo3::exceptions::{PyAttributeError, PyIndexError};
use pyo3::prelude::*;
use std::sync::Arc;
use stiction_model::fields::Number;
use stiction_solver::Stat;

fn number<T: Number>(v: &mut T) -> Slot {
    Slot::scalar(T::wrap_mut(std::slice::from_mut(v)))
}

macro_rules! stat_class {
    ($(#[$doc:meta])* $Class:ident, $names:expr, $Store:ty, $slots:expr) => {
        $(#[$doc])*
        #[pyclass(frozen, extends = Record, subclass, module = "stiction.mujoco")]
        pub struct $Class;
        impl $Class {
            fn of(py: Python<'_>, slots: Vec<Slot>, owner: Py<Owner>) -> PyResult<Bound<'_, PyAny>> {
                let made = PyClassInitializer::from(Record::new(slots, owner)).add_subclass($Class);
                Ok(Bound::new(py, made)?.into_any())
            }
        }
        #[pymethods]
        impl $Class {
            #[new]
            fn new(py: Python<'_>) -> PyResult<PyClassInitializer<Self>> {
                let shared = Arc::new(Shared::new(<$Store>::default()));
                let slots = $slots(&mut *shared.write()?);
                let owner = Py::new(py, Owner(shared))?;
                Ok(PyClassInitializer::from(Record::new(slots, owner)).add_subclass($Class))
            }
            fn __copy__(slf: &Bound<'_, Self>) -> PyResult<Py<Self>> {
                let copy = Bound::new(slf.py(), Self::new(slf.py())?)?;
                copy.as_super().get().assign(slf.as_super().get());
                Ok(copy.unbind())
            }
            fn __deepcopy__(slf: &Bound<'_, Self>, _memo: &Bound<'_, PyAny>) -> PyResult<Py<Self>> {
                Self::__copy__(slf)
            }
            fn __eq__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> bool {
                other.cast::<Self>().is_ok_and(|o| {
                    crate::structs::same(slf.as_super().get(), o.as_super().get())
                })
            }
            fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
                crate::structs::repr(slf.as_any(), &slf.get_type().name()?.to_string(), $names)
            }
        }
    };
}

const WARNING: &[&str] = &["lastinfo", "number"];
const TIMER: &[&str] = &["duration", "number"];
const SOLVER: &[&str] = &["improvement", "gradient", "lineslope", "nactive", "nchange", "neval", "nupdate"];

/// A warning that stands alone, in the order of [`WARNING`].
#[derive(Default)]
struct WarningStat {
    lastinfo: i32,
    number: i32,
}

/// A timer that stands alone, in the order of [`TIMER`].
#[derive(Default)]
struct TimerStat {
    duration: f64,
    number: u32,
}

fn warning_slots(s: &mut WarningStat) -> Vec<Slot> {
    vec![number(&mut s.lastinfo), number(&mut s.number)]
}

fn timer_slots(s: &mut TimerStat) -> Vec<Slot> {
    vec![number(&mut s.duration), Slot::count(&mut s.number)]
}

/// The numbers of one iteration, in the order of [`SOLVER`].
fn solver_slots(s: &mut Stat) -> Vec<Slot> {
    let counts = [&mut s.nactive, &mut s.nchange, &mut s.neval, &mut s.nupdate].map(Slot::count);
    let mut slots = vec![number(&mut s.improvement), number(&mut s.gradient), number(&mut s.lineslope)];
    slots.extend(counts);
    slots
}

stat_class! {
    /// Count of one warning.
    MjWarningStat, WARNING, WarningStat, warning_slots
}
stat_class! {
    /// Time spent in one stage.
    MjTimerStat, TIMER, TimerStat, timer_slots
}
stat_class! {
    /// Statistics of one solver iteration.
    MjSolverStat, SOLVER, Stat, solver_slots
}

/// A live list of counters.
#[pyclass(frozen, name = "_MjStatList", module = "stiction.mujoco")]
pub struct StatList {
    owner: Py<Owner>,
    items: Vec<[Slot; 2]>,
    timer: bool,
}

impl StatList {
    /// The warnings of a simulation.
    pub fn warnings(data: &Bound<'_, MjData>) -> PyResult<Self> {
        let mut d = data.get().inner.write()?;
        let items =
            d.warnings_mut().iter_mut().map(|w| [number(&mut w.lastinfo), number(&mut w.number)]).collect();
        Ok(StatList { owner: data.as_super().get().owner.clone_ref(data.py()), items, timer: false })
    }
    /// The timers of a simulation.
    pub fn timers(data: &Bound<'_, MjData>) -> PyResult<Self> {
        let mut d = data.get().inner.write()?;
        let items = d
            .timers
            .stats
            .iter_mut()
            .map(|t| [number(&mut t.duration), Slot::count(&mut t.number)])
            .collect();
        Ok(StatList { owner: data.as_super().get().owner.clone_ref(data.py()), items, timer: true })
    }
    fn names(&self) -> &'static [&'static str] {
        if self.timer { TIMER } else { WARNING }
    }
}

#[pymethods]
impl StatList {
    fn __len__(&self) -> usize {
        self.items.len()
    }
    fn __getitem__<'py>(&self, py: Python<'py>, index: i64) -> PyResult<Bound<'py, PyAny>> {
        let found = usize::try_from(index).ok().and_then(|i| self.items.get(i));
        let slots =
            found.ok_or_else(|| PyIndexError::new_err(format!("index {index} of {}", self.items.len())))?;
        let owner = self.owner.clone_ref(py);
        if self.timer {
            MjTimerStat::of(py, slots.to_vec(), owner)
        } else {
            MjWarningStat::of(py, slots.to_vec(), owner)
        }
    }
    fn __getattr__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let k = self.names().iter().position(|n| *n == name);
        let k = k.ok_or_else(|| {
            PyAttributeError::new_err(format!("a list of counters has no attribute '{name}'"))
        })?;
        let slots: Vec<Slot> = self.items.iter().map(|i| i[k]).collect();
        column(py, &self.owner, &slots)
    }
    fn __dir__(&self) -> Vec<&'static str> {
        self.names().to_vec()
    }
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let bytes = |l: &StatList| l.items.iter().flatten().flat_map(Slot::bytes).collect::<Vec<u8>>();
        other.cast::<Self>().is_ok_and(|o| self.timer == o.get().timer && bytes(self) == bytes(o.get()))
    }
    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let class = if slf.get().timer { "_MjTimerStatList" } else { "_MjWarningStatList" };
        crate::structs::repr(slf.as_any(), class, slf.get().names())
    }
}

/// Statistics of the solver's iterations, island by island.
#[pyclass(frozen, name = "_MjSolverStatList", module = "stiction.mujoco")]
pub struct SolverList {
    /// The simulation.
    pub data: Py<MjData>,
}

#[pymethods]
impl SolverList {
    fn __len__(&self) -> usize {
        SOLVER_STATS
    }
    fn __getitem__<'py>(&self, py: Python<'py>, index: i64) -> PyResult<Bound<'py, PyAny>> {
        let i = usize::try_from(index).ok().filter(|i| *i < SOLVER_STATS);
        let i = i.ok_or_else(|| PyIndexError::new_err(format!("index {index} of {SOLVER_STATS}")))?;
        let shared = Arc::new(Shared::new(solver_stat(&*self.data.bind(py).get().read(py)?, i)));
        let slots = solver_slots(&mut *shared.write()?);
        MjSolverStat::of(py, slots, Py::new(py, Owner(shared))?)
    }
    fn __getattr__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let d = self.data.bind(py).get().read(py)?;
        let real = |f: fn(&Stat) -> f64| {
            PyArray1::from_vec(py, (0..SOLVER_STATS).map(|i| f(&solver_stat(&d, i))).collect()).into_any()
        };
        let whole = |f: fn(&Stat) -> u32| {
            PyArray1::from_vec(py, (0..SOLVER_STATS).map(|i| f(&solver_stat(&d, i)) as i32).collect())
                .into_any()
        };
        Ok(match name {
            "improvement" => real(|s| s.improvement),
            "gradient" => real(|s| s.gradient),
            "lineslope" => real(|s| s.lineslope),
            "nactive" => whole(|s| s.nactive),
            "nchange" => whole(|s| s.nchange),
            "neval" => whole(|s| s.neval),
            "nupdate" => whole(|s| s.nupdate),
            _ => {
                return Err(PyAttributeError::new_err(format!(
                    "solver statistics have no attribute '{name}'"
                )));
            }
        })
    }
    fn __dir__(&self) -> Vec<&'static str> {
        SOLVER.to_vec()
    }
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let py = other.py();
        let Ok(other) = other.cast::<Self>() else { return Ok(false) };
        let all = |l: &SolverList| -> PyResult<Vec<Stat>> {
            let d = l.data.bind(py).get().read(py)?;
            Ok((0..SOLVER_STATS).map(|i| solver_stat(&d, i)).collect())
        };
        Ok(all(self)? == all(other.get())?)
    }
}

/// Adds the classes to a module.
pub fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = m.py();
    m.add_class::<MjWarningStat>()?;
    m.add_class::<MjTimerStat>()?;
    m.add_class::<MjSolverStat>()?;
    m.add_class::<StatList>()?;
    m.add_class::<SolverList>()?;
    add_fields(&py.get_type::<MjWarningStat>(), WARNING)?;
    add_fields(&py.get_type::<MjTimerStat>(), TIMER)?;
    add_fields(&py.get_type::<MjSolverStat>(), SOLVER)
}

//! `MjData`: the state of one simulation and everything computed from it.
//!
//! Arrays of fixed size are live views of the engine's memory ([`Data::each_mut`]); counts, contacts and constraint rows are
//! built when read ([`crate::computed`]).
//!
//! Steps leave out what nobody reads ([`stiction_sim::ON_DEMAND`]). Whoever reads it completes the step first, and the last step of the
//! next call then shows it at once; once a live array of it was handed out, the last step of every call does.

use crate::absent_data;
use crate::args::InVec;
use crate::computed::{TABLE, Value};
use crate::contact::{ContactList, Held};
use crate::errors::FatalError;
use crate::model::MjModel;
use crate::named::{self, Kind, Views};
use crate::stats::{SolverList, StatList};
use crate::user::ConstraintList;
use crate::views::{Before, Num, Owner, Read, Record, Shared, Slot, add_fields_with};
use numpy::PyArray1;
use pyo3::exceptions::{PyAttributeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use stiction_constraint::Budget;
use stiction_model::Model;
use stiction_model::fields::Shape;
use stiction_sim::Data;

/// Shape of the energies.
const ENERGY: Shape = Shape { rows: 2, cols: None };

/// Calls `visit` with every stored field in the order of the class's descriptors.
fn each_slot(d: &mut Data, visit: &mut dyn FnMut(&'static str, Slot)) {
    d.each_mut(&mut |name, shape, numbers| {
        let slot = Slot::of(shape, numbers);
        // what stages computed to find their way is read-only; what sleeps belongs to the state
        let index = slot.num == Num::I32 && name != "tree_asleep";
        visit(name, if index { slot.fixed() } else { slot });
    });
    d.each_scalar_mut(&mut |name, numbers| {
        visit(name, if name == "energy" { Slot::of(ENERGY, numbers) } else { Slot::scalar(numbers) });
    });
    for (name, num, dims) in absent_data::ARRAYS {
        visit(name, Slot::empty(*num, dims));
    }
}

/// An error unless the trees that sleep name trees.
fn check(d: &Data) -> Result<(), String> {
    let all = &d.state.tree_asleep;
    let bad = all.iter().position(|t| usize::try_from(*t).is_ok_and(|t| t >= all.len()));
    bad.map_or(Ok(()), |i| Err(format!("tree_asleep[{i}] is {}: there are {} trees", all[i], all.len())))
}

/// Names of the stored fields in the order of the slots.
pub fn field_names() -> Vec<&'static str> {
    let mut names = Vec::new();
    each_slot(&mut Data::new(&Model::default()), &mut |name, _| names.push(name));
    names
}

/// The data of one simulation.
#[pyclass(frozen, extends = Record, subclass, weakref, module = "stiction.mujoco")]
pub struct MjData {
    /// The shared data.
    pub inner: Arc<Shared<Data>>,
    /// The model it was made for.
    pub model: Py<MjModel>,
    /// Contacts that Python has.
    pub held: Held,
    /// What was shown of its objects.
    pub views: Views,
    demand: Demand,
}

/// Whether what steps leave out is read.
#[derive(Default)]
struct Demand {
    /// The last step left something out.
    missing: AtomicBool,
    /// It was asked for since the last step.
    asked: AtomicBool,
    /// A live array of it is out.
    held: AtomicBool,
}

/// Before a field is read that steps leave out.
fn before_field(obj: &Bound<'_, PyAny>) -> PyResult<()> {
    obj.cast::<MjData>()?.get().hold(obj.py())
}

/// True if steps leave the stored field with this place out.
pub fn is_on_demand(index: usize) -> bool {
    static ON_DEMAND: OnceLock<Vec<bool>> = OnceLock::new();
    let all = ON_DEMAND
        .get_or_init(|| field_names().into_iter().map(|n| stiction_sim::ON_DEMAND.contains(&n)).collect());
    all.get(index).copied().unwrap_or(false)
}

impl MjData {
    /// Shows what the last step left out, and lets the next one show it by itself.
    pub fn complete(&self, py: Python<'_>) -> PyResult<()> {
        self.demand.asked.store(true, Ordering::Relaxed);
        if self.demand.missing.swap(false, Ordering::Relaxed) {
            let m = self.model.bind(py).get().inner.model.read()?;
            let done = stiction_sim::complete(&m, &mut *self.inner.write()?);
            done.map_err(|e| FatalError::new_err(e.to_string()))?;
        }
        Ok(())
    }
    /// A live array of what steps leave out is handed out.
    pub fn hold(&self, py: Python<'_>) -> PyResult<()> {
        self.demand.held.store(true, Ordering::Relaxed);
        self.complete(py)
    }
    /// The data with all that a step shows.
    pub fn read(&self, py: Python<'_>) -> PyResult<Read<'_, Data>> {
        self.complete(py)?;
        self.inner.read()
    }
    /// True if the last step of a call must show everything.
    pub fn is_watched(&self) -> bool {
        self.demand.asked.swap(false, Ordering::Relaxed) || self.demand.held.load(Ordering::Relaxed)
    }
    /// Notes whether the steps of a call left something out.
    pub fn note_step(&self, complete: bool) {
        self.demand.missing.store(!complete, Ordering::Relaxed);
    }
    fn parts(py: Python<'_>, model: Py<MjModel>, data: Data) -> PyResult<PyClassInitializer<Self>> {
        let demand = Demand { missing: AtomicBool::new(!data.is_complete()), ..Demand::default() };
        let inner = Arc::new(Shared::checked(data, check));
        let owner = Py::new(py, Owner(inner.clone()))?;
        let mut slots = Vec::with_capacity(200);
        each_slot(&mut *inner.write()?, &mut |_, slot| slots.push(slot));
        let data = MjData { inner, model, held: Held::default(), views: Views::default(), demand };
        Ok(PyClassInitializer::from(Record::new(slots, owner)).add_subclass(data))
    }
    /// The Python object of a simulation.
    pub fn wrap(py: Python<'_>, model: Py<MjModel>, data: Data) -> PyResult<Py<Self>> {
        Py::new(py, Self::parts(py, model, data)?)
    }
    /// View of one object's part of the data.
    fn data_row<'py>(
        slf: &Bound<'py, Self>,
        kind: Kind,
        key: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        named::row(slf.as_super(), slf.get().model.bind(slf.py()), kind, key, named::Side::Data)
    }
}

named::methods! { MjData, data_row {
    actuator: Actuator, body: Body, cam: Camera, camera: Camera, eq: Equality, equality: Equality, geom: Geom, jnt: Joint,
    joint: Joint, light: Light, sensor: Sensor, site: Site, ten: Tendon, tendon: Tendon
} {
    /// Data of a model at its reference configuration.
    #[new]
    fn new(py: Python<'_>, model: Option<&Bound<'_, MjModel>>) -> PyResult<PyClassInitializer<Self>> {
        let model = model.ok_or_else(|| PyTypeError::new_err("MjModel cannot be None"))?;
        let data = Data::new(&*model.get().inner.model.read()?);
        Self::parts(py, model.clone().unbind(), data)
    }
    /// The model this data was made for.
    #[getter]
    fn model(&self, py: Python<'_>) -> Py<MjModel> {
        self.model.clone_ref(py)
    }
    /// Contacts of the last collision detection.
    #[getter]
    fn contact(slf: &Bound<'_, Self>) -> ContactList {
        ContactList { data: slf.clone().unbind() }
    }
    /// Constraints written in Python.
    #[getter]
    fn constraints(slf: &Bound<'_, Self>) -> ConstraintList {
        ConstraintList { data: slf.clone().unbind() }
    }
    /// Counts of warnings.
    #[getter]
    fn warning(slf: &Bound<'_, Self>) -> PyResult<StatList> {
        StatList::warnings(slf)
    }
    /// Seconds spent in steps, forward and inverse dynamics; with a clock (`set_mjcb_time`) in every stage.
    #[getter]
    fn timer(slf: &Bound<'_, Self>) -> PyResult<StatList> {
        StatList::timers(slf)
    }
    /// Statistics of solver iterations.
    #[getter]
    fn solver(slf: &Bound<'_, Self>) -> SolverList {
        SolverList { data: slf.clone().unbind() }
    }
    #[getter]
    fn signature(&self, py: Python<'_>) -> PyResult<u64> {
        Ok(crate::pack::signature(&*self.model.bind(py).get().inner.model.read()?))
    }
    /// Bytes of all arrays.
    #[getter]
    fn nbuffer(slf: &Bound<'_, Self>) -> usize {
        slf.as_super().get().slots.iter().filter(|s| !s.dims().is_empty()).map(|s| s.len() * s.num.size()).sum()
    }
    #[getter]
    fn _address(&self) -> usize {
        Arc::as_ptr(&self.inner) as usize
    }
    #[classattr]
    fn _all_fields() -> Vec<&'static str> {
        let mut all = field_names();
        all.extend(TABLE.iter().map(|t| t.0));
        all
    }
    /// True if every array of this object is still the engine's own memory (for tests).
    fn _views_ok(slf: &Bound<'_, Self>) -> PyResult<bool> {
        let slots = &slf.as_super().get().slots;
        let (mut i, mut same) = (0, true);
        each_slot(&mut *slf.get().inner.write()?, &mut |_, slot| {
            same &= slots.get(i).is_some_and(|s| s.same_place(&slot));
            i += 1;
        });
        Ok(same && i == slots.len())
    }
    /// All that is needed to continue from here with the same bits, what sleeps included.
    fn snapshot(&self) -> PyResult<Snapshot> {
        Ok(Snapshot(self.inner.read()?.snapshot()))
    }
    /// Returns to a snapshot.
    fn restore(&self, py: Python<'_>, snapshot: &Snapshot) -> PyResult<()> {
        let model = self.model.bind(py).get().inner.model.read()?;
        if self.inner.write()?.restore(&model, &snapshot.0) {
            Ok(())
        } else {
            Err(PyValueError::new_err("this snapshot is of another model"))
        }
    }
    /// What the exact law's next step starts from: the part of the state that `mj_getState` has no room for. Its length changes with
    /// the contacts.
    fn get_warm_start<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let mut out = Vec::new();
        self.inner.read()?.warm_start(&mut out);
        Ok(PyArray1::from_vec(py, out))
    }
    /// Sets it, after `mj_setState`: then the simulation goes on with the same bits.
    fn set_warm_start(&self, numbers: InVec) -> PyResult<()> {
        if self.inner.write()?.set_warm_start(&numbers.0) {
            Ok(())
        } else {
            Err(PyValueError::new_err("these numbers were not made by get_warm_start"))
        }
    }
    /// Limits what one step may be, in counts that are the same on every machine: `pairs` of geoms that are looked at, `contacts`,
    /// constraint `rows`, and the `iterations` that options may ask for; what is not given has no limit. A step beyond is refused with
    /// an error that names the limit, and the state stays.
    #[pyo3(signature = (*, pairs=None, contacts=None, rows=None, iterations=None))]
    fn set_budget(
        &self,
        pairs: Option<usize>,
        contacts: Option<usize>,
        rows: Option<usize>,
        iterations: Option<u32>,
    ) -> PyResult<()> {
        let none = Budget::UNLIMITED;
        self.inner.write()?.set_budget(Budget {
            pairs: pairs.unwrap_or(none.pairs),
            contacts: contacts.unwrap_or(none.contacts),
            rows: rows.unwrap_or(none.rows),
            iterations: iterations.unwrap_or(none.iterations),
        });
        Ok(())
    }
    fn __copy__(&self, py: Python<'_>) -> PyResult<Py<Self>> {
        let copy = self.read(py)?.clone();
        Self::wrap(py, self.model.clone_ref(py), copy)
    }
    fn __deepcopy__(&self, memo: &Bound<'_, PyAny>) -> PyResult<Py<Self>> {
        let py = memo.py();
        let model = self.model.bind(py).call_method1("__deepcopy__", (memo,))?.cast_into::<MjModel>()?;
        let copy = self.read(py)?.clone();
        Self::wrap(py, model.unbind(), copy)
    }
    /// Rebuilds data from the bytes of its arrays.
    #[staticmethod]
    fn _from_bytes(py: Python<'_>, model: &Bound<'_, MjModel>, bytes: &[u8]) -> PyResult<Py<Self>> {
        let data = Data::new(&*model.get().inner.model.read()?);
        let made = Self::wrap(py, model.clone().unbind(), data)?;
        let mut rest = bytes;
        for slot in &made.bind(py).as_super().get().slots {
            let cut = rest.split_at_checked(slot.len() * slot.num.size());
            let (head, tail) = cut.ok_or_else(|| PyValueError::new_err("these bytes are not data of this model"))?;
            if !slot.write_bytes(head) {
                return Err(PyValueError::new_err("these bytes are not data of this model"));
            }
            rest = tail;
        }
        check(&*made.get().inner.read()?).map_err(PyValueError::new_err)?;
        let model = model.get().inner.model.read()?;
        let mut data = made.get().inner.write()?;
        stiction_sim::sleep::restored(&model, &mut data);
        let numbers: Vec<f64> = rest.as_chunks().0.iter().map(|b| f64::from_le_bytes(*b)).collect();
        if !data.carry(&model, &numbers) {
            return Err(PyValueError::new_err("these bytes are not data of this model"));
        }
        drop(data);
        Ok(made)
    }
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let py = slf.py();
        let data = slf.get().read(py)?;
        let mut bytes: Vec<u8> = slf.as_super().get().slots.iter().flat_map(Slot::bytes).collect();
        bytes.extend(data.carried().into_iter().flat_map(f64::to_le_bytes));
        let args = (slf.get().model.clone_ref(py), PyBytes::new(py, &bytes)).into_pyobject(py)?;
        Ok((py.get_type::<Self>().getattr("_from_bytes")?, args))
    }
}}

/// A saved state ([`MjData::snapshot`]).
#[pyclass(frozen, module = "stiction._native")]
pub struct Snapshot(stiction_sim::Snapshot);

/// Descriptor of an attribute that is built when read.
#[pyclass(frozen, module = "stiction._native")]
pub struct Computed {
    index: usize,
}

#[pymethods]
impl Computed {
    fn __get__(
        slf: &Bound<'_, Self>,
        obj: &Bound<'_, PyAny>,
        _class: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        if obj.is_none() {
            return Ok(slf.clone().into_any().unbind());
        }
        let data = obj.cast::<MjData>()?.get();
        // the count that every loop asks for needs no model and no rows
        if TABLE[slf.get().index].0 == "ncon" {
            let ncon = data.inner.peek()?.contacts.list.len();
            return Ok(ncon.into_pyobject(obj.py())?.into_any().unbind());
        }
        data.complete(obj.py())?;
        let value: Value = {
            // counts and rows are the engine's own: what Python may have written is not among them
            let m = data.model.bind(obj.py()).get().inner.model.peek()?;
            (TABLE[slf.get().index].1)(&m, &*data.inner.peek()?)
        };
        value.into_py(obj.py())
    }
    fn __set__(&self, _obj: &Bound<'_, PyAny>, _value: &Bound<'_, PyAny>) -> PyResult<()> {
        let name = TABLE[self.index].0;
        Err(PyAttributeError::new_err(format!("'{name}' is computed when it is read and cannot be set")))
    }
    fn __repr__(&self) -> String {
        format!("<computed field '{}'>", TABLE[self.index].0)
    }
}

/// Adds the class to a module.
pub fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_class::<MjData>()?;
    let class = m.py().get_type::<MjData>();
    let before: Before = before_field;
    add_fields_with(&class, &field_names(), |name| {
        stiction_sim::ON_DEMAND.contains(&name).then_some(before)
    })?;
    for (index, (name, _)) in TABLE.iter().enumerate() {
        class.setattr(*name, Computed { index })?;
    }
    Ok(())
}

//! `MjContact` and the list of contacts.
//!
//! `d.contact[i]` is contact i: what is written there counts when the engine looks next ([`Held`]), and what the engine finds shows
//! there. `d.contact.dist`, `.geom`, … are arrays over all contacts, made when read and not to be written.

#![allow(non_snake_case)] // MuJoCo's names

use crate::data::MjData;
use crate::model::MjModel;
use crate::views::{Owner, Record, Shared, Slot, add_fields};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PySlice};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use stiction_constraint::contact::Contact;
use stiction_model::fields::{Number, Shape};
use stiction_sim::Data;

/// A contact with the fields that only MuJoCo has.
struct Full {
    c: Contact,
    geom1: i32,
    geom2: i32,
    flex: [i32; 2],
    elem: [i32; 2],
    vert: [i32; 2],
    hessian: [f64; 36],
}

impl Full {
    fn of(c: Contact) -> Full {
        let [geom1, geom2] = c.geom;
        Full { c, geom1, geom2, flex: [-1; 2], elem: [-1; 2], vert: [-1; 2], hessian: [0.0; 36] }
    }
    /// The contact as written, `was` what it was before: the geoms have two names.
    fn taken(&self, was: &Contact) -> Contact {
        let mut c = self.c;
        for (k, one) in [self.geom1, self.geom2].into_iter().enumerate() {
            if c.geom[k] == was.geom[k] {
                c.geom[k] = one;
            }
        }
        c
    }
}

/// A contact that Python has: which one, as the engine last knew it, and what Python sees.
struct Hold {
    index: usize,
    was: Contact,
    shown: Arc<Shared<Full>>,
}

/// The contacts of a simulation that Python has.
#[derive(Default)]
pub struct Held {
    any: AtomicBool,
    all: Mutex<Vec<Hold>>,
}

impl Held {
    fn lock(&self) -> MutexGuard<'_, Vec<Hold>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }
    /// What Python sees of contact `index`, which the engine knows as `was`: one for all who have it.
    fn shown(&self, index: usize, was: Contact) -> Arc<Shared<Full>> {
        self.any.store(true, Ordering::Relaxed);
        let mut all = self.lock();
        if let Some(hold) = all.iter().find(|h| h.index == index && h.was == was) {
            return hold.shown.clone();
        }
        let shown = Arc::new(Shared::new(Full::of(was)));
        all.push(Hold { index, was, shown: shown.clone() });
        shown
    }
    /// Before and after the engine is at work: what Python wrote goes into the data, what the engine found goes to Python. A contact that
    /// cannot be is an error, and what was written there is forgotten.
    pub fn sync(&self, d: &mut Data, ngeom: usize) -> PyResult<()> {
        if !self.any.load(Ordering::Relaxed) {
            return Ok(());
        }
        let mut wrong = None;
        let mut all = self.lock();
        let mut kept = Vec::with_capacity(all.len());
        for mut hold in all.drain(..) {
            let Some(&now) = d.contacts.list.get(hold.index) else { continue };
            let mine = hold.shown.read()?.taken(&hold.was);
            if now == hold.was && mine != hold.was {
                match possible(&mine, ngeom) {
                    Ok(()) => {
                        d.set_contact(hold.index, mine);
                        hold.was = mine;
                    }
                    Err(e) => wrong = Some(e),
                }
            }
            let now = d.contacts.list.get(hold.index).copied().unwrap_or(now);
            if Arc::strong_count(&hold.shown) > 1 {
                let mut shown = hold.shown.write()?;
                (shown.c, shown.geom1, shown.geom2) = (now, now.geom[0], now.geom[1]);
                drop(shown);
                hold.was = now;
                kept.push(hold);
            }
        }
        self.any.store(!kept.is_empty(), Ordering::Relaxed);
        *all = kept;
        wrong.map_or(Ok(()), Err)
    }
    /// The contacts as Python sees them, with what it wrote; and their Hessians, which only Python has.
    fn over(&self, list: &mut [Contact], hessian: &mut [[f64; 36]]) -> PyResult<()> {
        if !self.any.load(Ordering::Relaxed) {
            return Ok(());
        }
        for hold in self.lock().iter() {
            let Some(now) = list.get_mut(hold.index) else { continue };
            if *now != hold.was {
                continue; // the engine found another one since
            }
            let shown = hold.shown.read()?;
            *now = shown.taken(&hold.was);
            if let Some(h) = hessian.get_mut(hold.index) {
                *h = shown.hessian;
            }
        }
        Ok(())
    }
}

/// An error unless there can be such a contact.
fn possible(c: &Contact, ngeom: usize) -> PyResult<()> {
    if c.geom.iter().any(|g| !usize::try_from(*g).is_ok_and(|g| g < ngeom)) {
        return Err(PyIndexError::new_err(format!("contact between geoms {:?}: there are {ngeom}", c.geom)));
    }
    if !matches!(c.dim, 1 | 3 | 4 | 6) {
        return Err(PyValueError::new_err(format!("contact dimension {}: 1, 3, 4 or 6 is needed", c.dim)));
    }
    Ok(())
}

fn numbers<T: Number>(v: &mut [T]) -> Slot {
    Slot::of(Shape { rows: v.len(), cols: None }, T::wrap_mut(v))
}
fn number<T: Number>(v: &mut T) -> Slot {
    Slot::scalar(T::wrap_mut(std::slice::from_mut(v)))
}

/// Names of the fields, in the order of [`slots`].
const NAMES: &[&str] = &[
    "dist",
    "pos",
    "frame",
    "includemargin",
    "friction",
    "solref",
    "solreffriction",
    "solimp",
    "adhesion",
    "surfacevel",
    "mu",
    "H",
    "dim",
    "geom1",
    "geom2",
    "geom",
    "flex",
    "elem",
    "vert",
    "exclude",
    "efc_address",
];

fn slots(f: &mut Full) -> Vec<Slot> {
    let c = &mut f.c;
    vec![
        number(&mut c.dist),
        numbers(&mut c.pos.0),
        numbers(&mut c.frame.0),
        number(&mut c.includemargin),
        numbers(&mut c.friction),
        numbers(&mut c.solref),
        numbers(&mut c.solreffriction),
        numbers(&mut c.solimp),
        number(&mut c.adhesion),
        numbers(&mut c.surfacevel),
        number(&mut c.mu),
        numbers(&mut f.hessian),
        number(&mut c.dim),
        number(&mut f.geom1),
        number(&mut f.geom2),
        numbers(&mut c.geom),
        numbers(&mut f.flex),
        numbers(&mut f.elem),
        numbers(&mut f.vert),
        number(&mut c.exclude),
        number(&mut c.efc_address),
    ]
}

/// One contact.
#[pyclass(frozen, extends = Record, subclass, module = "stiction.mujoco")]
pub struct MjContact;

impl MjContact {
    fn of(py: Python<'_>, c: Contact) -> PyResult<PyClassInitializer<Self>> {
        Self::over(py, Arc::new(Shared::new(Full::of(c))))
    }
    /// Contact `index` of a simulation, which the engine knows as `c`.
    fn held<'py>(data: &Bound<'py, MjData>, index: usize, c: Contact) -> PyResult<Bound<'py, Self>> {
        let shown = data.get().held.shown(index, c);
        Bound::new(data.py(), Self::over(data.py(), shown)?)
    }
    fn over(py: Python<'_>, shared: Arc<Shared<Full>>) -> PyResult<PyClassInitializer<Self>> {
        let slots = slots(&mut *shared.write()?);
        let owner = Py::new(py, Owner(shared))?;
        Ok(PyClassInitializer::from(Record::new(slots, owner)).add_subclass(MjContact))
    }
}

#[pymethods]
impl MjContact {
    #[new]
    fn new(py: Python<'_>) -> PyResult<PyClassInitializer<Self>> {
        Self::of(py, Contact::default())
    }
    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        crate::structs::repr(slf.as_any(), "MjContact", NAMES)
    }
    fn __copy__(slf: &Bound<'_, Self>) -> PyResult<Py<Self>> {
        let copy = Bound::new(slf.py(), Self::of(slf.py(), Contact::default())?)?;
        copy.as_super().get().assign(slf.as_super().get());
        Ok(copy.unbind())
    }
    fn __deepcopy__(slf: &Bound<'_, Self>, _memo: &Bound<'_, PyAny>) -> PyResult<Py<Self>> {
        Self::__copy__(slf)
    }
    fn __eq__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> bool {
        let bytes = |r: &Record| r.slots.iter().flat_map(Slot::bytes).collect::<Vec<u8>>();
        other.cast::<Self>().is_ok_and(|o| bytes(slf.as_super().get()) == bytes(o.as_super().get()))
    }
}

/// Numbers of `rows` contacts as an array that cannot be written: it is a copy.
fn table<T: numpy::Element, const N: usize>(
    flat: Bound<'_, PyArray1<T>>,
    rows: usize,
) -> PyResult<Py<PyAny>> {
    flat.readwrite().make_nonwriteable();
    Ok(if N == 1 { flat.into_any().unbind() } else { flat.reshape([rows, N])?.into_any().unbind() })
}

/// All contacts of a simulation.
#[pyclass(frozen, name = "_MjContactList", module = "stiction.mujoco")]
pub struct ContactList {
    /// The simulation.
    pub data: Py<MjData>,
}

impl ContactList {
    fn all(&self, py: Python<'_>) -> PyResult<Vec<Contact>> {
        let data = self.data.bind(py).get();
        let mut list = data.read(py)?.contacts.list.clone();
        data.held.over(&mut list, &mut [])?;
        Ok(list)
    }
    /// One row of real numbers per contact.
    fn real<const N: usize>(&self, py: Python<'_>, f: impl Fn(&Contact) -> [f64; N]) -> PyResult<Py<PyAny>> {
        let list = self.all(py)?;
        table::<_, N>(PyArray1::from_vec(py, list.iter().flat_map(f).collect()), list.len())
    }
    /// One row of integers per contact.
    fn whole<const N: usize>(&self, py: Python<'_>, f: impl Fn(&Contact) -> [i32; N]) -> PyResult<Py<PyAny>> {
        let list = self.all(py)?;
        table::<_, N>(PyArray1::from_vec(py, list.iter().flat_map(f).collect()), list.len())
    }
}

#[pymethods]
impl ContactList {
    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(self.data.bind(py).get().inner.read()?.contacts.list.len())
    }
    fn __getitem__<'py>(&self, key: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = key.py();
        if let Ok(slice) = key.cast::<PySlice>() {
            let list = self.data.bind(py).get().read(py)?.contacts.list.clone();
            let picked = slice.indices(list.len() as isize)?;
            let mut out = Vec::new();
            let mut i = picked.start;
            for _ in 0..picked.slicelength {
                out.push(MjContact::held(self.data.bind(py), i as usize, list[i as usize])?);
                i += picked.step;
            }
            return Ok(PyList::new(py, out)?.into_any());
        }
        let i: i64 = key.extract()?;
        let list = self.data.bind(py).get().read(py)?.contacts.list.clone();
        let found = usize::try_from(i).ok().and_then(|i| Some((i, *list.get(i)?)));
        let (i, c) = found.ok_or_else(|| PyIndexError::new_err(format!("contact {i} of {}", list.len())))?;
        Ok(MjContact::held(self.data.bind(py), i, c)?.into_any())
    }
    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        crate::structs::repr(slf.as_any(), "_MjContactList", NAMES)
    }
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let py = other.py();
        let Ok(other) = other.cast::<Self>() else { return Ok(false) };
        let bytes = |c: Contact| -> PyResult<Vec<u8>> {
            let one = Bound::new(py, MjContact::of(py, c)?)?;
            Ok(one.as_super().get().slots.iter().flat_map(Slot::bytes).collect())
        };
        let (mine, theirs) = (self.all(py)?, other.get().all(py)?);
        if mine.len() != theirs.len() {
            return Ok(false);
        }
        for (a, b) in mine.into_iter().zip(theirs) {
            if bytes(a)? != bytes(b)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
    #[getter]
    fn dist(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.real(py, |c| [c.dist])
    }
    #[getter]
    fn pos(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.real(py, |c| c.pos.0)
    }
    #[getter]
    fn frame(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.real(py, |c| c.frame.0)
    }
    #[getter]
    fn includemargin(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.real(py, |c| [c.includemargin])
    }
    #[getter]
    fn friction(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.real(py, |c| c.friction)
    }
    #[getter]
    fn solref(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.real(py, |c| c.solref)
    }
    #[getter]
    fn solreffriction(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.real(py, |c| c.solreffriction)
    }
    #[getter]
    fn solimp(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.real(py, |c| c.solimp)
    }
    #[getter]
    fn adhesion(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.real(py, |c| [c.adhesion])
    }
    #[getter]
    fn surfacevel(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.real(py, |c| c.surfacevel)
    }
    #[getter]
    fn mu(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.real(py, |c| [c.mu])
    }
    /// Hessians of the cones; this engine does not keep them: what Python wrote, or zero.
    #[getter(H)]
    fn hessian(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let data = self.data.bind(py).get();
        let mut list = data.read(py)?.contacts.list.clone();
        let mut hessian = vec![[0.0; 36]; list.len()];
        data.held.over(&mut list, &mut hessian)?;
        table::<_, 36>(PyArray1::from_vec(py, hessian.into_flattened()), list.len())
    }
    #[getter]
    fn dim(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.whole(py, |c| [c.dim])
    }
    #[getter]
    fn geom1(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.whole(py, |c| [c.geom[0]])
    }
    #[getter]
    fn geom2(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.whole(py, |c| [c.geom[1]])
    }
    #[getter]
    fn geom(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.whole(py, |c| c.geom)
    }
    #[getter]
    fn flex(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.whole(py, |_| [-1; 2])
    }
    #[getter]
    fn elem(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.whole(py, |_| [-1; 2])
    }
    #[getter]
    fn vert(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.whole(py, |_| [-1; 2])
    }
    #[getter]
    fn exclude(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.whole(py, |c| [c.exclude])
    }
    #[getter]
    fn efc_address(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.whole(py, |c| [c.efc_address])
    }
}

/// The contact that an `MjContact` holds.
fn taken(c: &Bound<'_, MjContact>) -> PyResult<Contact> {
    let mut full = Full::of(Contact::default());
    for (to, from) in slots(&mut full).iter().zip(c.as_super().get().slots.iter()) {
        to.copy_from(from);
    }
    Ok(full.c)
}

/// Adds a contact to `d.contact`, to be called between `mj_collision` and `mj_makeConstraint`. Returns 0, or 1 if the list is
/// full.
#[pyfunction]
fn mj_addContact(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>, con: &Bound<'_, MjContact>) -> PyResult<i32> {
    let c = taken(con)?;
    possible(&c, m.get().inner.model.read()?.size.ngeom)?;
    Ok(i32::from(!d.get().inner.write()?.add_contact(c)))
}

/// Adds the classes to a module.
pub fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_class::<MjContact>()?;
    m.add_class::<ContactList>()?;
    m.add_function(wrap_pyfunction!(mj_addContact, m)?)?;
    add_fields(&m.py().get_type::<MjContact>(), NAMES)
}

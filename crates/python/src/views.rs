//! Rust memory seen from Python: with `crates/loan` and the capsules of [`crate::gpu`] the only place of the package with `unsafe`.
//!
//! | type | what |
//! |---|---|
//! | [`Shared`] | a value that Python objects share; borrowed and lent at run time, so that misuse raises instead of corrupting |
//! | [`Slot`] | address, number type and shape of one field inside a shared value |
//! | [`Record`] | base of all Python classes with fields: slots, the arrays made of them, and the owner of the memory |
//! | [`Input`], [`Output`] | array arguments of functions |
//!
//! Arrays keep the memory alive through [`Owner`], not through the Python object that made them: numpy arrays do not take
//! part in garbage collection, so a cycle object → array → object would never be freed.
//!
//! **Aliasing.** A numpy view is an address. Rust code reads and writes the same memory while a function of this package
//! runs, and only then; no reference into a field outlives a call, and none is alive while a callback of the user's runs: the data is
//! moved out of the shared cell for the call and put back for the callback (`stiction_loan::shared`). Python code that writes
//! an array while another thread steps the same data races with it, exactly as with any C engine; the run-time borrow stops two *calls*
//! from overlapping.
//!
//! **What arrays may hold.** Indices that a model's structure rests on are read-only. Flags and other integers are watched from the
//! moment Python has an array of them: flags are made 0 or 1, and a model whose integers changed is checked before it is used again.

use numpy::npyffi::{
    _PyArray_GET_ITEM_DATA as array_fields, NPY_ARRAY_CARRAY, NPY_ARRAY_WRITEABLE, NpyTypes, PY_ARRAY_API,
    get_type_object, npy_intp,
};
use numpy::{Element, PyArrayDescrMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::{
    PyAttributeError, PyOverflowError, PyRecursionError, PyRuntimeError, PyTypeError, PyValueError,
};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyEllipsis, PyType};
use std::ops::Deref;
use std::sync::Arc;
use stiction_loan::{Denied, Place, Taken, Value, Watch, Write};
pub use stiction_loan::{Num, Read};
use stiction_model::fields::{NumbersMut, Shape};

/// A value shared by Python objects ([`stiction_loan::Shared`]) whose refusals are Python's errors.
pub struct Shared<T>(stiction_loan::Shared<T>);

impl<T> Shared<T> {
    /// Wraps a value.
    pub fn new(value: T) -> Self {
        Shared(stiction_loan::Shared::new(value))
    }
    /// Wraps a value that is checked again whenever Python has written integers of it.
    pub fn checked(value: T, check: fn(&T) -> Result<(), String>) -> Self {
        Shared(stiction_loan::Shared::checked(value, check))
    }
    /// Borrows for reading; an error if another call is writing.
    pub fn read(&self) -> PyResult<Read<'_, T>> {
        self.0.read().map_err(denied)
    }
    /// The same for what Python cannot write: watched fields are not looked at and must not be read.
    pub fn peek(&self) -> PyResult<Read<'_, T>> {
        self.0.peek().map_err(denied)
    }
    /// Borrows for writing; an error if another call is using the value.
    pub fn write(&self) -> PyResult<Write<'_, T>> {
        self.0.write().map_err(denied)
    }
    /// Borrows for writing and moves the value out, so that Python code can run inside ([`Shared::lend`]).
    pub fn take_out(&self, stand_in: Box<T>) -> PyResult<Taken<'_, T>> {
        Ok(self.write()?.take_out(stand_in))
    }
    /// Runs Python code of the user's in the middle of a call that has taken the value out: this thread may borrow it
    /// meanwhile, others may not.
    pub fn lend<R>(&self, value: &mut T, run: impl FnOnce() -> R) -> PyResult<R> {
        self.0.lend(value, run).map_err(denied)
    }
}

fn denied(why: Denied) -> PyErr {
    match why {
        Denied::Busy => PyRuntimeError::new_err(
            "Already borrowed: this object is in use by another call (one MjData cannot be used by two threads at once)",
        ),
        Denied::Deep => {
            PyRecursionError::new_err("a callback calls the function that it was called from, too often")
        }
        Denied::Invalid(what) => PyValueError::new_err(what),
    }
}

/// Memory that arrays point at.
pub trait Memory: Send + Sync {
    /// What must be looked at after Python had an array of it.
    fn watch(&self) -> Option<&Watch>;
}

impl<T: Send + Sync> Memory for Shared<T> {
    fn watch(&self) -> Option<&Watch> {
        self.0.expose();
        Some(self.0.watch())
    }
}

impl Memory for stiction_batch::Cells {
    /// Cells are atomic bytes; whoever takes numbers out makes them valid.
    fn watch(&self) -> Option<&Watch> {
        None
    }
}

/// Keeps the memory behind arrays alive.
#[pyclass(frozen, module = "stiction._native", name = "Memory")]
pub struct Owner(pub Arc<dyn Memory>);

/// Address, number type and shape of one field.
#[derive(Clone, Copy, Debug)]
pub struct Slot(Place);

impl Deref for Slot {
    type Target = Place;
    fn deref(&self) -> &Place {
        &self.0
    }
}

impl Slot {
    /// The field that these numbers are.
    pub fn of(shape: Shape, numbers: NumbersMut<'_>) -> Slot {
        match shape.cols {
            Some(cols) => Slot::at(numbers, &[shape.rows, cols]),
            None => Slot::at(numbers, &[shape.rows]),
        }
    }
    /// The first of these numbers, as a scalar.
    pub fn scalar(numbers: NumbersMut<'_>) -> Slot {
        Slot::at(numbers, &[])
    }
    fn at(numbers: NumbersMut<'_>, dims: &[usize]) -> Slot {
        let (start, num, len) = address(numbers);
        debug_assert!(dims.iter().product::<usize>() <= len);
        // SAFETY: the numbers are those of a field of a value that `Owner` keeps alive and that never moves them: vectors of fixed
        // length expose their own pointer where they are visited, scalars stand in the cell (`Memory::watch` exposes it).
        Slot(unsafe { Place::new(start, num, dims) })
    }
    /// An array over the cells of a batch.
    pub fn cells(cells: &stiction_batch::Cells, dims: &[usize]) -> Slot {
        use stiction_batch::Kind;
        let num = match cells.kind() {
            Kind::F64 => Num::F64,
            Kind::F32 => Num::F32,
            Kind::I32 => Num::I32,
            Kind::I64 => Num::I64,
            Kind::U8 => Num::U8,
            Kind::Bool => Num::Bool,
        };
        let fits = dims.iter().product::<usize>() <= cells.len();
        let start = cells.address();
        let _ = start.expose_provenance();
        // SAFETY: that many cells of this type stand at the address, which does not change, and the owner keeps them alive.
        Slot(unsafe { Place::new(start, num, if fits { dims } else { &[0] }) })
    }
    /// A size: a scalar that Python cannot write.
    pub fn size(value: &mut usize) -> Slot {
        // SAFETY: as in `at`.
        Slot(unsafe { Place::new(std::ptr::from_mut(value).cast(), Num::Usize, &[]) }.fixed())
    }
    /// A counter.
    pub fn count(value: &mut u32) -> Slot {
        // SAFETY: as in `at`.
        Slot(unsafe { Place::new(std::ptr::from_mut(value).cast(), Num::I32, &[]) })
    }
    /// A size that is zero.
    pub fn zero_size() -> Slot {
        Slot(Place::nothing(Num::Usize, &[]))
    }
    /// An array without elements.
    pub fn empty(num: Num, dims: &[usize]) -> Slot {
        Slot(Place::nothing(num, dims))
    }
    /// The same as a fact that Python cannot write.
    pub fn fixed(self) -> Slot {
        Slot(self.0.fixed())
    }
    /// The same as Python can write it, for those who build a value.
    pub fn open(self) -> Slot {
        Slot(self.0.open())
    }
    /// Rows `start .. start + count` as an array of its own, or `None` if they are not there.
    pub fn rows(&self, start: usize, count: usize, dims: &[usize]) -> Option<Slot> {
        self.0.rows(start, count, dims).map(Slot)
    }
    /// The bytes, copied.
    pub fn bytes(&self) -> Vec<u8> {
        self.0.bytes()
    }
    /// The scalar as a Python number.
    fn get_scalar(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let value = self.get(0).ok_or_else(|| PyTypeError::new_err("there is no number"))?;
        Ok(match value {
            Value::Real(x) => x.into_pyobject(py)?.into_any().unbind(),
            Value::Int(x) => x.into_pyobject(py)?.into_any().unbind(),
            Value::Unsigned(x) => x.into_pyobject(py)?.into_any().unbind(),
            Value::Flag(x) => x.into_pyobject(py)?.to_owned().into_any().unbind(),
        })
    }
    /// Writes the scalar.
    fn set_scalar(&self, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let new = match self.num {
            Num::F64 | Num::F32 => Value::Real(value.extract()?),
            Num::Bool => Value::Flag(value.is_truthy()?),
            Num::U64 | Num::Usize => Value::Unsigned(value.extract()?),
            Num::I32 | Num::I64 | Num::U8 | Num::I8 => Value::Int(value.extract()?),
        };
        if self.put(0, new) {
            Ok(())
        } else {
            Err(PyOverflowError::new_err(format!("{new:?} does not fit into this field")))
        }
    }
    /// Writes the field: a number, or as many numbers as a short vector has.
    pub fn set(&self, value: &Bound<'_, PyAny>) -> PyResult<()> {
        if self.dims().is_empty() {
            return self.set_scalar(value);
        }
        let numbers = Input::<f64>::of(value)?.data;
        if numbers.len() != self.len() {
            return Err(PyTypeError::new_err(format!("{} numbers expected", self.len())));
        }
        let done = numbers.into_iter().enumerate().all(|(i, x)| self.put(i, Value::Real(x)));
        if done { Ok(()) } else { Err(PyTypeError::new_err("not a vector of real numbers")) }
    }
    /// Tells the owner of the memory that Python is about to have an array of this field.
    pub fn watch(&self, owner: &Py<Owner>) {
        let watch = owner.get().0.watch();
        if self.writable
            && let Some(watch) = watch
        {
            watch.add(self.0);
        }
    }
    /// A live numpy view.
    pub fn array<'py>(&self, py: Python<'py>, owner: &Py<Owner>) -> PyResult<Bound<'py, PyAny>> {
        let descr = match self.num {
            Num::F64 => f64::get_dtype(py),
            Num::F32 => f32::get_dtype(py),
            Num::I32 => i32::get_dtype(py),
            Num::I64 => i64::get_dtype(py),
            Num::U8 => u8::get_dtype(py),
            Num::I8 => i8::get_dtype(py),
            Num::U64 => u64::get_dtype(py),
            Num::Bool => bool::get_dtype(py),
            Num::Usize => usize::get_dtype(py),
        };
        self.watch(owner);
        let mut dims = [0; 3];
        dims.iter_mut().zip(self.dims()).for_each(|(a, b)| *a = *b as npy_intp);
        let flags = if self.writable { NPY_ARRAY_CARRAY } else { NPY_ARRAY_CARRAY & !NPY_ARRAY_WRITEABLE };
        // SAFETY: the address is valid for the product of the dimensions, C order, for as long as `owner` lives, and the
        // array holds a reference to it; a failed call leaves a Python error that `from_owned_ptr_or_err` takes.
        unsafe {
            let array = PY_ARRAY_API.PyArray_NewFromDescr(
                py,
                get_type_object(py, NpyTypes::PyArray_Type),
                descr.into_dtype_ptr(),
                self.dims().len() as i32,
                dims.as_mut_ptr(),
                std::ptr::null_mut(),
                self.start().cast(),
                flags,
                std::ptr::null_mut(),
            );
            let array = Bound::from_owned_ptr_or_err(py, array)?;
            let base = owner.clone_ref(py).into_ptr();
            if PY_ARRAY_API.PyArray_SetBaseObject(py, array.as_ptr().cast(), base) < 0 {
                return Err(PyErr::fetch(py));
            }
            Ok(array)
        }
    }
}

fn address(numbers: NumbersMut<'_>) -> (*mut u8, Num, usize) {
    match numbers {
        NumbersMut::F64(s) => (s.as_mut_ptr().cast(), Num::F64, s.len()),
        NumbersMut::F32(s) => (s.as_mut_ptr().cast(), Num::F32, s.len()),
        NumbersMut::I32(s) => (s.as_mut_ptr().cast(), Num::I32, s.len()),
        NumbersMut::I64(s) => (s.as_mut_ptr().cast(), Num::I64, s.len()),
        NumbersMut::U8(s) => (s.as_mut_ptr().cast(), Num::U8, s.len()),
        NumbersMut::Bool(s) => (s.as_mut_ptr().cast(), Num::Bool, s.len()),
    }
}

/// A live array over scalars that stand at equal distances in memory.
pub fn column<'py>(py: Python<'py>, owner: &Py<Owner>, slots: &[Slot]) -> PyResult<Bound<'py, PyAny>> {
    let places: Vec<Place> = slots.iter().map(|s| s.0).collect();
    let (all, step) =
        Place::stretch(&places).ok_or_else(|| PyTypeError::new_err("these fields do not form a column"))?;
    let (count, all) = (all.len() as isize, Slot(all).array(py, owner)?);
    all.get_item(pyo3::types::PySlice::new(py, 0, count, step as isize))
}

/// Base of the Python classes that have fields.
#[pyclass(frozen, subclass, module = "stiction._native")]
pub struct Record {
    /// The fields, in the order of the class's [`Field`] descriptors.
    pub slots: Box<[Slot]>,
    /// Arrays made so far.
    cache: Box<[PyOnceLock<Py<PyAny>>]>,
    /// What keeps the memory alive.
    pub owner: Py<Owner>,
}

impl Record {
    /// A record over memory that `owner` keeps alive.
    pub fn new(slots: Vec<Slot>, owner: Py<Owner>) -> Self {
        let cache = slots.iter().map(|_| PyOnceLock::new()).collect();
        Record { slots: slots.into(), cache, owner }
    }
    /// Field i: an array (made once) or a number.
    pub fn get_field(&self, py: Python<'_>, i: usize) -> PyResult<Py<PyAny>> {
        let slot = self.slots.get(i).ok_or_else(|| PyTypeError::new_err("this object has no such field"))?;
        if slot.dims().is_empty() {
            return slot.get_scalar(py);
        }
        let made = self.cache[i].get_or_try_init(py, || slot.array(py, &self.owner).map(Bound::unbind))?;
        Ok(made.clone_ref(py))
    }
    /// Writes field i; arrays are filled as by `array[...] = value`.
    pub fn set_field(&self, i: usize, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let slot = self.slots.get(i).ok_or_else(|| PyTypeError::new_err("this object has no such field"))?;
        if slot.dims().is_empty() {
            return slot.set_scalar(value);
        }
        fill(self.get_field(value.py(), i)?.bind(value.py()), value)
    }
    /// Fills the array of this name, read-only or not, while the value is being built. Names that are not here are passed over.
    pub fn build(&self, names: &[&str], name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let slot = names.iter().position(|n| *n == name).and_then(|i| self.slots.get(i));
        match slot {
            Some(slot) if !slot.dims().is_empty() => {
                fill(&slot.open().array(value.py(), &self.owner)?, value)
            }
            _ => Ok(()),
        }
    }
    /// Copies all fields of another record of the same class.
    pub fn assign(&self, other: &Record) {
        // sizes stay: those that a rigid model does not have share one read-only zero
        let fact = |s: &Slot| s.dims().is_empty() && !s.writable;
        for (a, b) in self.slots.iter().zip(other.slots.iter()).filter(|(a, _)| !fact(a)) {
            a.copy_from(b);
        }
    }
}

/// `array[...] = value`.
pub fn fill(array: &Bound<'_, PyAny>, value: &Bound<'_, PyAny>) -> PyResult<()> {
    array.set_item(PyEllipsis::get(array.py()), value)
}

// Descriptor of one field of a [`Record`] class. Not a doc comment: a docstring of the class would hide those of the fields.
#[allow(missing_docs)]
#[pyclass(frozen, module = "stiction._native")]
pub struct Field {
    index: usize,
    name: String,
    class: String,
    before: Option<Before>,
}

/// What runs before a field is read or written.
pub type Before = fn(&Bound<'_, PyAny>) -> PyResult<()>;

impl Field {
    fn prepare(&self, obj: &Bound<'_, PyAny>) -> PyResult<()> {
        self.before.map_or(Ok(()), |f| f(obj))
    }
}

#[pymethods]
impl Field {
    fn __get__(
        slf: &Bound<'_, Self>,
        obj: &Bound<'_, PyAny>,
        _class: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        if obj.is_none() {
            return Ok(slf.clone().into_any().unbind());
        }
        slf.get().prepare(obj)?;
        obj.cast::<Record>()?.get().get_field(obj.py(), slf.get().index)
    }
    fn __set__(&self, obj: &Bound<'_, PyAny>, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let record = obj.cast::<Record>()?.get();
        let fixed = record.slots.get(self.index).is_some_and(|s| s.dims().is_empty() && !s.writable);
        if fixed {
            let class = obj.get_type().name()?;
            return Err(PyAttributeError::new_err(format!(
                "property '{}' of '{class}' object has no setter",
                self.name
            )));
        }
        self.prepare(obj)?;
        record.set_field(self.index, value)
    }
    fn __delete__(&self, obj: &Bound<'_, PyAny>) -> PyResult<()> {
        let class = obj.get_type().name()?;
        Err(PyAttributeError::new_err(format!("property '{}' of '{class}' object has no deleter", self.name)))
    }
    #[getter]
    fn __name__(&self) -> &str {
        &self.name
    }
    /// Sizes and unit of the field.
    #[getter]
    fn __doc__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("stiction._field_docs")?.call_method1("doc", (&self.class, &self.name))
    }
    fn __repr__(&self) -> String {
        format!("<field '{}'>", self.name)
    }
}

/// Gives a class one descriptor per name, in the order of its slots.
pub fn add_fields(class: &Bound<'_, PyType>, names: &[&str]) -> PyResult<()> {
    add_fields_with(class, names, |_| None)
}

/// The same with what runs before each of them.
pub fn add_fields_with(
    class: &Bound<'_, PyType>,
    names: &[&str],
    before: impl Fn(&str) -> Option<Before>,
) -> PyResult<()> {
    let of = class.name()?.to_string();
    for (index, name) in names.iter().enumerate() {
        let field = Field { index, name: (*name).to_owned(), class: of.clone(), before: before(name) };
        class.setattr(*name, field)?;
    }
    Ok(())
}

/// Numbers given by the caller: any array-like, converted to `T`, copied.
pub struct Input<T> {
    /// The numbers in C order.
    pub data: Vec<T>,
    /// Dimensions as given.
    pub dims: Vec<usize>,
}

/// An array of the caller that a function writes: exact type, C-contiguous, writable.
pub struct Output<'py, T> {
    array: Bound<'py, PyUntypedArray>,
    start: *mut u8,
    kind: std::marker::PhantomData<T>,
    /// Number of elements.
    pub len: usize,
    /// Dimensions.
    pub dims: Vec<usize>,
}

impl<'py, T: Element + Copy> Output<'py, T> {
    /// The array behind `value`, or `None` if it cannot be written as it is.
    pub fn of(value: &Bound<'py, PyAny>) -> Option<Self> {
        let array = value.cast::<PyUntypedArray>().ok()?.clone();
        let typed = array.dtype().is_equiv_to(&T::get_dtype(value.py()));
        // SAFETY: `array` is a live numpy array; flags and data are plain fields of it.
        let (flags, data) = unsafe {
            let fields = array_fields(array.as_array_ptr());
            ((*fields).flags, (*fields).data)
        };
        if !typed || flags & NPY_ARRAY_WRITEABLE == 0 || !array.is_c_contiguous() {
            return None;
        }
        let (len, dims) = (array.len(), array.shape().to_vec());
        Some(Output { array, start: data.cast(), kind: std::marker::PhantomData, len, dims })
    }
    /// Writes the numbers.
    pub fn write(&mut self, values: &[T]) {
        let n = self.len.min(values.len());
        // SAFETY: the array is contiguous, writable, of type T, at least n long, and alive through `self.array`; bytes need no
        // alignment, and `copy` allows the array to be a view of `values`.
        unsafe { std::ptr::copy(values.as_ptr().cast::<u8>(), self.start, n * size_of::<T>()) };
    }
    /// The numbers as they are now.
    pub fn read(&self) -> Vec<T> {
        debug_assert_eq!(self.array.len(), self.len);
        // SAFETY: as in `write`.
        unsafe { copied(self.start, self.len) }
    }
}

/// Copies `len` numbers of a type that any bytes are valid for (numpy's number types are; flags are not read this way).
///
/// # Safety
/// `start` must point at that many initialised numbers, aligned or not.
unsafe fn copied<T: Copy>(start: *const u8, len: usize) -> Vec<T> {
    let mut out = Vec::<T>::with_capacity(len);
    // SAFETY: the caller's contract; the vector has room for them, and all are initialised when its length is set.
    unsafe {
        std::ptr::copy_nonoverlapping(start, out.as_mut_ptr().cast::<u8>(), len * size_of::<T>());
        out.set_len(len);
    }
    out
}

impl<T: Element + Copy> Input<T> {
    /// Converts an array-like.
    pub fn of(value: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Some(out) = direct::<T>(value) {
            return Ok(out);
        }
        let py = value.py();
        let numpy = py.import(pyo3::intern!(py, "numpy"))?;
        let kwargs = pyo3::types::PyDict::new(py);
        kwargs.set_item("dtype", T::get_dtype(py))?;
        kwargs.set_item("order", "C")?;
        let array = numpy.call_method("asarray", (value,), Some(&kwargs))?;
        direct::<T>(&array).ok_or_else(|| PyTypeError::new_err("array expected"))
    }
}

/// Reads an array that already has the type and layout.
fn direct<T: Element + Copy>(value: &Bound<'_, PyAny>) -> Option<Input<T>> {
    let array = value.cast::<PyUntypedArray>().ok()?;
    if !array.dtype().is_equiv_to(&T::get_dtype(value.py())) || !array.is_c_contiguous() {
        return None;
    }
    // SAFETY: a live, contiguous array of type T, aligned or not; copied at once while the interpreter is attached.
    let data = unsafe { copied((*array_fields(array.as_array_ptr())).data.cast::<u8>(), array.len()) };
    Some(Input { data, dims: array.shape().to_vec() })
}

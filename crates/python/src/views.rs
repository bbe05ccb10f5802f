//! Rust memory seen from Python: the only module of the package with `unsafe`.
//!
//! | type | what |
//! |---|---|
//! | [`Shared`] | a value that Python objects share; borrowed at run time, so that misuse raises instead of corrupting |
//! | [`Slot`] | address, number type and shape of one field inside a shared value |
//! | [`Record`] | base of all Python classes with fields: slots, the arrays made of them, and the owner of the memory |
//! | [`Input`], [`Output`] | array arguments of functions |
//!
//! Arrays keep the memory alive through [`Owner`], not through the Python object that made them: numpy arrays do not take
//! part in garbage collection, so a cycle object → array → object would never be freed.
//!
//! **Aliasing.** A numpy view is a raw address. Rust code reads and writes the same memory while a function of this package
//! runs, and only then; no reference into a field outlives a call. Python code that writes an array while another thread
//! steps the same data races with it, exactly as with any C engine; the run-time borrow stops two *calls* from overlapping.

use numpy::npyffi::{
    _PyArray_GET_ITEM_DATA as array_fields, NPY_ARRAY_CARRAY, NPY_ARRAY_WRITEABLE, NpyTypes, PY_ARRAY_API,
    get_type_object, npy_intp,
};
use numpy::{Element, PyArrayDescrMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::{PyAttributeError, PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyEllipsis, PyType};
use std::any::Any;
use std::cell::UnsafeCell;
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;
use std::sync::Arc;
use std::sync::atomic::{AtomicI32, AtomicU64, Ordering};
use stiction_model::fields::{NumbersMut, Shape};

/// A value shared by Python objects, borrowed at run time: any number of readers or one writer.
pub struct Shared<T> {
    /// Readers, or −1 for a writer.
    state: AtomicI32,
    /// Thread that a writer has lent the value to (see [`Shared::lend`]); 0: none.
    lent_to: AtomicU64,
    cell: UnsafeCell<T>,
}

// SAFETY: `read` and `write` hand out references only under the run-time borrow above.
unsafe impl<T: Send + Sync> Sync for Shared<T> {}

/// A shared borrow.
pub struct Read<'a, T>(&'a Shared<T>);
/// An exclusive borrow.
pub struct Write<'a, T>(&'a Shared<T>);

impl<T> Shared<T> {
    /// Wraps a value.
    pub fn new(value: T) -> Self {
        Shared { state: AtomicI32::new(0), lent_to: AtomicU64::new(0), cell: UnsafeCell::new(value) }
    }
    /// Borrows for reading; an error if another call is writing.
    pub fn read(&self) -> PyResult<Read<'_, T>> {
        self.check_lent()?;
        let taken =
            self.state.fetch_update(Ordering::Acquire, Ordering::Relaxed, |s| (s >= 0).then_some(s + 1));
        taken.map(|_| Read(self)).map_err(|_| busy())
    }
    /// Borrows for writing; an error if another call is using the value.
    pub fn write(&self) -> PyResult<Write<'_, T>> {
        self.check_lent()?;
        let taken = self.state.compare_exchange(0, -1, Ordering::Acquire, Ordering::Relaxed);
        taken.map(|_| Write(self)).map_err(|_| busy())
    }
}

impl<T> Shared<T> {
    /// Runs Python code of the user's in the middle of a call that holds the exclusive borrow: this thread may borrow
    /// meanwhile, others may not. The caller must not touch its own reference until `run` returns.
    pub fn lend<R>(&self, run: impl FnOnce() -> R) -> R {
        self.lent_to.store(thread_number(), Ordering::Relaxed);
        self.state.store(0, Ordering::Release);
        let out = run();
        self.state.store(-1, Ordering::Release);
        self.lent_to.store(0, Ordering::Relaxed);
        out
    }
    fn check_lent(&self) -> PyResult<()> {
        let to = self.lent_to.load(Ordering::Relaxed);
        if to == 0 || to == thread_number() { Ok(()) } else { Err(busy()) }
    }
}

/// A number for the current thread, never 0.
fn thread_number() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    thread_local!(static MINE: u64 = NEXT.fetch_add(1, Ordering::Relaxed));
    MINE.with(|n| *n)
}

fn busy() -> PyErr {
    PyRuntimeError::new_err(
        "Already borrowed: this object is in use by another call (one MjData cannot be used by two threads at once)",
    )
}

impl<T> Deref for Read<'_, T> {
    type Target = T;
    fn deref(&self) -> &T {
        // SAFETY: the state counts this reader, so no writer exists.
        unsafe { &*self.0.cell.get() }
    }
}
impl<T> Drop for Read<'_, T> {
    fn drop(&mut self) {
        self.0.state.fetch_sub(1, Ordering::Release);
    }
}
impl<T> Deref for Write<'_, T> {
    type Target = T;
    fn deref(&self) -> &T {
        // SAFETY: the state says that this is the only borrow.
        unsafe { &*self.0.cell.get() }
    }
}
impl<T> DerefMut for Write<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: the state says that this is the only borrow.
        unsafe { &mut *self.0.cell.get() }
    }
}
impl<T> Drop for Write<'_, T> {
    fn drop(&mut self) {
        self.0.state.store(0, Ordering::Release);
    }
}

/// Keeps the memory behind arrays alive.
#[pyclass(frozen, module = "stiction._native", name = "Memory")]
pub struct Owner(#[allow(dead_code)] pub Arc<dyn Any + Send + Sync>);

/// Number types of fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Num {
    F64,
    F32,
    I32,
    I64,
    U8,
    I8,
    U64,
    Bool,
    Usize,
}

impl Num {
    /// Bytes per number.
    pub fn size(self) -> usize {
        match self {
            Num::F64 | Num::I64 | Num::U64 => 8,
            Num::F32 | Num::I32 => 4,
            Num::U8 | Num::I8 | Num::Bool => 1,
            Num::Usize => size_of::<usize>(),
        }
    }
}

/// Address, number type and shape of one field.
#[derive(Clone, Copy, Debug)]
pub struct Slot {
    ptr: NonNull<u8>,
    /// Number type.
    pub num: Num,
    ndim: u8,
    dims: [usize; 3],
    /// Scalars only: false for sizes and other facts.
    pub writable: bool,
}

// SAFETY: a slot is an address; it is used only while the owner of the memory is alive and the interpreter is attached.
unsafe impl Send for Slot {}
// SAFETY: as above.
unsafe impl Sync for Slot {}

/// Stands in for the address of arrays without elements; aligned for every number type.
static NOTHING: [u64; 1] = [0];

impl Slot {
    fn new(ptr: *mut u8, num: Num, dims: &[usize]) -> Slot {
        let mut full = [1; 3];
        full[..dims.len()].copy_from_slice(dims);
        let empty = !dims.is_empty() && dims.contains(&0);
        let nothing = NonNull::from(&NOTHING).cast();
        let ptr = if empty { nothing } else { NonNull::new(ptr).unwrap_or(nothing) };
        Slot { ptr, num, ndim: dims.len() as u8, dims: full, writable: true }
    }
    /// The field that these numbers are.
    pub fn of(shape: Shape, numbers: NumbersMut<'_>) -> Slot {
        let (ptr, num) = address(numbers);
        match shape.cols {
            Some(cols) => Slot::new(ptr, num, &[shape.rows, cols]),
            None => Slot::new(ptr, num, &[shape.rows]),
        }
    }
    /// The first of these numbers, as a scalar.
    pub fn scalar(numbers: NumbersMut<'_>) -> Slot {
        let (ptr, num) = address(numbers);
        Slot::new(ptr, num, &[])
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
        Slot::new(cells.address(), num, if fits { dims } else { &[0] })
    }
    /// A size: a scalar that Python cannot write.
    pub fn size(value: &mut usize) -> Slot {
        Slot { writable: false, ..Slot::new(std::ptr::from_mut(value).cast(), Num::Usize, &[]) }
    }
    /// A counter.
    pub fn count(value: &mut u32) -> Slot {
        Slot::new(std::ptr::from_mut(value).cast(), Num::I32, &[])
    }
    /// True if this is the same memory with the same type and shape.
    pub fn same_place(&self, other: &Slot) -> bool {
        self.ptr == other.ptr && self.num == other.num && self.dims() == other.dims()
    }
    /// A size that is zero.
    pub fn zero_size() -> Slot {
        Slot { writable: false, ..Slot::new(std::ptr::null_mut(), Num::Usize, &[]) }
    }
    /// An array without elements.
    pub fn empty(num: Num, dims: &[usize]) -> Slot {
        Slot::new(std::ptr::null_mut(), num, dims)
    }
    /// Dimensions.
    pub fn dims(&self) -> &[usize] {
        &self.dims[..usize::from(self.ndim)]
    }
    /// Numbers in all.
    pub fn len(&self) -> usize {
        self.dims().iter().product()
    }
    /// Numbers per row.
    pub fn width(&self) -> usize {
        self.dims().iter().skip(1).product()
    }
    /// Rows `start .. start + count` as an array of its own, or `None` if they are not there.
    pub fn rows(&self, start: usize, count: usize, dims: &[usize]) -> Option<Slot> {
        let end = start.checked_add(count)?;
        let need = count.checked_mul(self.width())?;
        if self.ndim == 0 || end > self.dims[0] || dims.iter().product::<usize>() != need {
            return None;
        }
        // SAFETY: the rows lie within the field, so the address stays inside its memory.
        let ptr = unsafe { self.ptr.add(start * self.width() * self.num.size()) };
        Some(Slot::new(ptr.as_ptr(), self.num, dims))
    }
    /// Integer i of an integer field.
    pub fn int(&self, i: usize) -> Option<i64> {
        if i >= self.len() {
            return None;
        }
        // SAFETY: i is within the field, whose memory is alive and holds numbers of this type.
        unsafe {
            match self.num {
                Num::I32 => Some(i64::from(self.ptr.cast::<i32>().add(i).read())),
                Num::I64 => Some(self.ptr.cast::<i64>().add(i).read()),
                Num::U8 => Some(i64::from(self.ptr.add(i).read())),
                Num::Usize => i64::try_from(self.ptr.cast::<usize>().add(i).read()).ok(),
                _ => None,
            }
        }
    }
    /// The bytes, copied.
    pub fn bytes(&self) -> Vec<u8> {
        let n = self.len() * self.num.size();
        // SAFETY: the field is that many bytes of live memory.
        unsafe { std::slice::from_raw_parts(self.ptr.as_ptr(), n) }.to_vec()
    }
    /// Overwrites the field with bytes of the same length.
    pub fn write_bytes(&self, bytes: &[u8]) -> bool {
        let flags_ok = self.num != Num::Bool || bytes.iter().all(|b| *b <= 1);
        if bytes.len() != self.len() * self.num.size() || !flags_ok {
            return false;
        }
        // SAFETY: the field is that many bytes of live memory, and these bytes are valid numbers of its type.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), self.ptr.as_ptr(), bytes.len()) };
        true
    }
    /// Copies another field of the same type and size over this one.
    pub fn copy_from(&self, other: &Slot) -> bool {
        if self.num != other.num || self.len() != other.len() {
            return false;
        }
        // SAFETY: both are live memory of that many bytes; `copy` allows overlap.
        unsafe { std::ptr::copy(other.ptr.as_ptr(), self.ptr.as_ptr(), self.len() * self.num.size()) };
        true
    }
    /// The scalar as a Python number.
    fn get_scalar(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        // SAFETY: the owner keeps the memory alive; a scalar slot holds one number of this type.
        unsafe {
            Ok(match self.num {
                Num::F64 => self.ptr.cast::<f64>().read().into_pyobject(py)?.into_any().unbind(),
                Num::F32 => f64::from(self.ptr.cast::<f32>().read()).into_pyobject(py)?.into_any().unbind(),
                Num::I32 => self.ptr.cast::<i32>().read().into_pyobject(py)?.into_any().unbind(),
                Num::I64 => self.ptr.cast::<i64>().read().into_pyobject(py)?.into_any().unbind(),
                Num::U8 => self.ptr.read().into_pyobject(py)?.into_any().unbind(),
                Num::I8 => self.ptr.cast::<i8>().read().into_pyobject(py)?.into_any().unbind(),
                Num::U64 => self.ptr.cast::<u64>().read().into_pyobject(py)?.into_any().unbind(),
                Num::Bool => (self.ptr.read() != 0).into_pyobject(py)?.to_owned().into_any().unbind(),
                // a limit that is not set is −1, kept as the largest number
                Num::Usize => self.ptr.cast::<isize>().read().into_pyobject(py)?.into_any().unbind(),
            })
        }
    }
    /// Writes the scalar.
    fn set_scalar(&self, value: &Bound<'_, PyAny>) -> PyResult<()> {
        // SAFETY: as in `get_scalar`; the value is converted before the write.
        unsafe {
            match self.num {
                Num::F64 => self.ptr.cast().write(value.extract::<f64>()?),
                Num::F32 => self.ptr.cast().write(value.extract::<f64>()? as f32),
                Num::I32 => self.ptr.cast().write(value.extract::<i32>()?),
                Num::I64 => self.ptr.cast().write(value.extract::<i64>()?),
                Num::U8 => self.ptr.write(value.extract::<u8>()?),
                Num::I8 => self.ptr.cast().write(value.extract::<i8>()?),
                Num::U64 => self.ptr.cast().write(value.extract::<u64>()?),
                Num::Bool => self.ptr.write(u8::from(value.is_truthy()?)),
                Num::Usize => self.ptr.cast().write(value.extract::<usize>()?),
            }
        }
        Ok(())
    }
    /// Writes the field: a number, or as many numbers as a short vector has.
    pub fn set(&self, value: &Bound<'_, PyAny>) -> PyResult<()> {
        if self.ndim == 0 {
            return self.set_scalar(value);
        }
        let numbers = Input::<f64>::of(value)?.data;
        if numbers.len() != self.len() {
            return Err(PyTypeError::new_err(format!("{} numbers expected", self.len())));
        }
        // SAFETY: element i is within the field, whose memory is alive and holds numbers of this type.
        unsafe {
            for (i, x) in numbers.into_iter().enumerate() {
                match self.num {
                    Num::F64 => self.ptr.cast::<f64>().add(i).write(x),
                    Num::F32 => self.ptr.cast::<f32>().add(i).write(x as f32),
                    _ => return Err(PyTypeError::new_err("not a vector of real numbers")),
                }
            }
        }
        Ok(())
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
        let mut dims = self.dims.map(|d| d as npy_intp);
        // SAFETY: the address is valid for the product of the dimensions, C order, for as long as `owner` lives, and the
        // array holds a reference to it; a failed call leaves a Python error that `from_owned_ptr_or_err` takes.
        unsafe {
            let array = PY_ARRAY_API.PyArray_NewFromDescr(
                py,
                get_type_object(py, NpyTypes::PyArray_Type),
                descr.into_dtype_ptr(),
                i32::from(self.ndim),
                dims.as_mut_ptr(),
                std::ptr::null_mut(),
                self.ptr.as_ptr().cast(),
                NPY_ARRAY_CARRAY,
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

fn address(numbers: NumbersMut<'_>) -> (*mut u8, Num) {
    match numbers {
        NumbersMut::F64(s) => (s.as_mut_ptr().cast(), Num::F64),
        NumbersMut::F32(s) => (s.as_mut_ptr().cast(), Num::F32),
        NumbersMut::I32(s) => (s.as_mut_ptr().cast(), Num::I32),
        NumbersMut::I64(s) => (s.as_mut_ptr().cast(), Num::I64),
        NumbersMut::U8(s) => (s.as_mut_ptr().cast(), Num::U8),
        NumbersMut::Bool(s) => (s.as_mut_ptr().cast(), Num::Bool),
    }
}

/// A live array over scalars that stand at equal distances in memory.
pub fn column<'py>(py: Python<'py>, owner: &Py<Owner>, slots: &[Slot]) -> PyResult<Bound<'py, PyAny>> {
    let bad = || PyTypeError::new_err("these fields do not form a column");
    let [first, second, ..] = slots else { return Err(bad()) };
    let at = |s: &Slot| s.ptr.as_ptr() as isize;
    let step = at(second) - at(first);
    let even = slots.windows(2).all(|w| at(&w[1]) - at(&w[0]) == step && w[0].num == w[1].num);
    let width = first.num.size() as isize;
    if !even || step <= 0 || step % width != 0 {
        return Err(bad());
    }
    // the whole stretch as one array, of which every `step`-th number is taken; the last one ends the stretch
    let count = (step / width) as usize * (slots.len() - 1) + 1;
    let all = Slot { dims: [count, 1, 1], ndim: 1, ..*first }.array(py, owner)?;
    all.get_item(pyo3::types::PySlice::new(py, 0, count as isize, step / width))
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
        if slot.ndim == 0 {
            return slot.get_scalar(py);
        }
        let made = self.cache[i].get_or_try_init(py, || slot.array(py, &self.owner).map(Bound::unbind))?;
        Ok(made.clone_ref(py))
    }
    /// Writes field i; arrays are filled as by `array[...] = value`.
    pub fn set_field(&self, i: usize, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let slot = self.slots.get(i).ok_or_else(|| PyTypeError::new_err("this object has no such field"))?;
        if slot.ndim == 0 {
            return slot.set_scalar(value);
        }
        fill(self.get_field(value.py(), i)?.bind(value.py()), value)
    }
    /// Copies all fields of another record of the same class.
    pub fn assign(&self, other: &Record) {
        // facts stay: sizes that a rigid model does not have share one read-only zero
        for (a, b) in self.slots.iter().zip(other.slots.iter()).filter(|(a, _)| a.writable) {
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
        let fixed = record.slots.get(self.index).is_some_and(|s| s.ndim == 0 && !s.writable);
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
    ptr: *mut T,
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
        Some(Output { array, ptr: data.cast(), len, dims })
    }
    /// Writes the numbers.
    pub fn write(&mut self, values: &[T]) {
        let n = self.len.min(values.len());
        // SAFETY: the array is contiguous, writable, of type T, at least n long, and alive through `self.array`; `values`
        // is Rust memory that does not overlap it.
        unsafe { std::ptr::copy_nonoverlapping(values.as_ptr(), self.ptr, n) };
    }
    /// The numbers as they are now.
    pub fn read(&self) -> Vec<T> {
        debug_assert_eq!(self.array.len(), self.len);
        // SAFETY: as in `write`; nothing else runs while the slice exists.
        unsafe { std::slice::from_raw_parts(self.ptr, self.len) }.to_vec()
    }
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
    // SAFETY: a live, contiguous array of type T; copied at once while the interpreter is attached.
    let data = unsafe {
        let ptr = (*array_fields(array.as_array_ptr())).data.cast::<T>();
        if array.is_empty() { Vec::new() } else { std::slice::from_raw_parts(ptr, array.len()).to_vec() }
    };
    Some(Input { data, dims: array.shape().to_vec() })
}

//! Many simulations on a GPU. The friendly classes are in Python (`stiction.device`); this is what they call.
//!
//! Arrays stay in the device's memory. Python gets their addresses, or DLPack capsules that keep the memory alive.

use crate::errors::FatalError;
use crate::model::MjModel;
use crate::views::Input;
use numpy::PyArray1;
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::ffi;
use pyo3::prelude::*;
use std::ffi::{CStr, c_void};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use stiction_gpu::{Controls, Error, Field, Output, Scalar, TALLY, VERDICT, Who, Worlds};
use stiction_model::Model;

/// Worlds of either precision.
enum Either {
    Single(Worlds<f32>),
    Double(Worlds<f64>),
}

/// The same expression for both precisions.
macro_rules! both {
    ($either:expr, $w:ident => $e:expr) => {
        match $either {
            Either::Single($w) => $e,
            Either::Double($w) => $e,
        }
    };
}

fn error(e: Error) -> PyErr {
    match e {
        Error::NoDriver | Error::Driver(_) => PyRuntimeError::new_err(e.to_string()),
        Error::Unsupported(_) => PyValueError::new_err(format!("not on a GPU yet: {e}")),
        Error::Length(..) | Error::Structure => PyValueError::new_err(e.to_string()),
    }
}

fn field(name: &str) -> PyResult<Field> {
    match name {
        "qpos" => Ok(Field::Qpos),
        "qvel" => Ok(Field::Qvel),
        "qacc" => Ok(Field::Qacc),
        "ctrl" => Ok(Field::Ctrl),
        "act" => Ok(Field::Act),
        _ => Err(PyValueError::new_err(format!("{name} is not kept on a GPU"))),
    }
}

/// An output that is computed when it is asked for.
fn output(name: &str) -> Option<Output> {
    Output::ALL.into_iter().find(|o| o.name() == name)
}

fn convert<F: Scalar>(x: &[f64]) -> Vec<F> {
    x.iter().map(|&x| F::of(x)).collect()
}

/// Verdicts as they stand on the device, world after world.
fn rows<F: Scalar>(w: &Worlds<F>) -> Result<Vec<f64>, Error> {
    let number = |x: F| x.to_f64();
    Ok(w.verdicts()?
        .into_iter()
        .flat_map(|(v, flagged)| {
            [number(v.violation), number(v.depth), f64::from(v.worst), f64::from(u8::from(flagged))]
        })
        .collect())
}

/// Where a reset leads to.
struct Start([Vec<f64>; 4]);

impl Start {
    fn new(m: &Model, key: Option<usize>) -> Self {
        Start(match key {
            Some(k) => [&m.key.qpos, &m.key.qvel, &m.key.ctrl, &m.key.act].map(|x| x.row(k).to_vec()),
            None => [m.qpos0.clone(), vec![0.0; m.size.nv], vec![0.0; m.size.nu], vec![0.0; m.size.na]],
        })
    }
}

/// A batch on a device.
#[pyclass(frozen, module = "stiction._native")]
pub struct DeviceCore {
    inner: Arc<Mutex<Either>>,
    model: Model,
    device: usize,
}

impl DeviceCore {
    fn lock(&self) -> MutexGuard<'_, Either> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl DeviceCore {
    /// `nsim` simulations of a copy of `model` on device number `device`, in numbers of `bits` bits.
    #[new]
    fn new(
        py: Python<'_>,
        model: &Bound<'_, MjModel>,
        nsim: usize,
        device: usize,
        bits: u32,
    ) -> PyResult<Self> {
        if nsim == 0 || u32::try_from(nsim).is_err() {
            return Err(PyValueError::new_err(format!("nsim must be positive and below 2^32, got {nsim}")));
        }
        let model = model.get().inner.model.read()?.clone();
        let made = py.detach(|| match bits {
            32 => Worlds::new(&model, nsim, device).map(Either::Single),
            _ => Worlds::new(&model, nsim, device).map(Either::Double),
        });
        Ok(DeviceCore { inner: Arc::new(Mutex::new(made.map_err(error)?)), model, device })
    }
    /// Address of a field and numbers per world.
    fn address(&self, name: &str) -> PyResult<(u64, usize)> {
        let field = field(name)?;
        Ok(both!(&*self.lock(), w => (w.address(field), w.width(field))))
    }
    /// Computes an output at the present states, and returns its address; does not wait.
    fn look(&self, py: Python<'_>, name: &str) -> PyResult<u64> {
        let output =
            output(name).ok_or_else(|| PyValueError::new_err(format!("{name} is not computed on a GPU")))?;
        py.detach(|| both!(&mut *self.lock(), w => w.look(&self.model, output)))
            .map(|(at, _)| at)
            .map_err(error)
    }
    /// Address of the tallies and integers per world.
    fn tally_address(&self) -> (u64, usize) {
        (both!(&*self.lock(), w => w.tally_address()), TALLY)
    }
    /// Address of the verdicts of the hard law and numbers per world; None under the soft law.
    fn verdict_address(&self) -> Option<(u64, usize)> {
        both!(&*self.lock(), w => w.verdict_address()).map(|at| (at, VERDICT))
    }
    /// Copies the verdicts to the host; waits.
    fn verdicts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let all = py.detach(|| both!(&*self.lock(), w => rows(w))).map_err(error)?;
        Ok(PyArray1::<f64>::from_vec(py, all).into_any())
    }
    /// Whom the third number of a verdict means: two geoms, or a degree of freedom and -1; None if nobody is off.
    fn who(&self, worst: u32) -> Option<(i64, i64)> {
        match both!(&*self.lock(), w => w.tables().who(&self.model, worst)) {
            Who::Nobody => None,
            Who::Geoms([a, b]) => Some((a as i64, b as i64)),
            Who::Dof(i) => Some((i as i64, -1)),
        }
    }
    /// Copies a field, or an output as it was last computed, to the host; waits.
    fn read<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let seen = output(name);
        let field = if seen.is_some() { Field::Qpos } else { field(name)? };
        enum Copy {
            Single(Vec<f32>),
            Double(Vec<f64>),
        }
        let copy = py.detach(|| match &*self.lock() {
            Either::Single(w) => seen.map_or_else(|| w.read(field), |o| w.seen(o)).map(Copy::Single),
            Either::Double(w) => seen.map_or_else(|| w.read(field), |o| w.seen(o)).map(Copy::Double),
        });
        Ok(match copy.map_err(error)? {
            Copy::Single(x) => PyArray1::from_vec(py, x).into_any(),
            Copy::Double(x) => PyArray1::from_vec(py, x).into_any(),
        })
    }
    /// Sets a field of all simulations from an array of the host.
    fn write(&self, py: Python<'_>, name: &str, x: &Bound<'_, PyAny>) -> PyResult<()> {
        let (field, x) = (field(name)?, Input::<f64>::of(x)?.data);
        py.detach(|| both!(&mut *self.lock(), w => w.write(field, &convert(&x)))).map_err(error)
    }
    /// Copies the tallies to the host; waits.
    fn tallies<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let all = py.detach(|| both!(&*self.lock(), w => w.tallies())).map_err(error)?;
        let flat = all.iter().flatten().map(|&x| x as i32).collect();
        Ok(PyArray1::<i32>::from_vec(py, flat).into_any())
    }
    /// Steps: controls held, given by the host for every step and simulation, or by an address in the device's memory.
    #[pyo3(signature = (nstep, ctrl=None, at=None))]
    fn step(
        &self,
        py: Python<'_>,
        nstep: u32,
        ctrl: Option<&Bound<'_, PyAny>>,
        at: Option<u64>,
    ) -> PyResult<()> {
        let ctrl = ctrl.map(Input::<f64>::of).transpose()?.map(|c| c.data);
        py.detach(|| {
            both!(&mut *self.lock(), w => match (&ctrl, at) {
                (Some(x), _) => w.step(nstep, Controls::Each(&convert(x))),
                (None, Some(at)) => w.step(nstep, Controls::At(at)),
                (None, None) => w.step(nstep, Controls::Held),
            })
        })
        .map_err(error)
    }
    /// Puts simulations back to the model's defaults or to a keyframe: those of a mask of the host, or of one in the device's memory.
    fn reset(&self, py: Python<'_>, mask: Option<Vec<bool>>, at: u64, stride: u32, key: i64) -> PyResult<()> {
        let key = usize::try_from(key).ok();
        if key.is_some_and(|k| k >= self.model.size.nkey) {
            return Err(PyValueError::new_err(format!("the model has {} keyframes", self.model.size.nkey)));
        }
        let Start(start) = Start::new(&self.model, key);
        py.detach(|| {
            both!(&mut *self.lock(), w => {
                let start = start.each_ref().map(|x| convert(x));
                let start = start.each_ref().map(Vec::as_slice);
                match &mask {
                    Some(mask) => w.reset(mask, start),
                    None => w.reset_at(at, stride, start),
                }
            })
        })
        .map_err(error)
    }
    /// Gives every simulation the numbers of its own model.
    fn set_models(&self, py: Python<'_>, models: &Bound<'_, PyAny>) -> PyResult<()> {
        let mut list = Vec::new();
        for m in models.try_iter()? {
            let m = m?;
            let m =
                m.cast::<MjModel>().map_err(|_| PyTypeError::new_err("models must be MjModel objects"))?;
            list.push(m.get().inner.model.read()?.clone());
        }
        py.detach(|| both!(&mut *self.lock(), w => w.set_models(list.iter()))).map_err(error)
    }
    /// Calls go to this stream from now on.
    fn set_stream(&self, stream: u64) {
        // SAFETY: the caller's stream, as for every library that takes one by its address.
        both!(&mut *self.lock(), w => unsafe { w.set_stream(stream) });
    }
    /// Waits for all calls.
    fn wait(&self, py: Python<'_>) -> PyResult<()> {
        py.detach(|| both!(&*self.lock(), w => w.wait())).map_err(error)
    }
    /// Memory from an address on as a DLPack capsule of this shape. `code` is DLPack's kind of number.
    fn dlpack(&self, py: Python<'_>, at: u64, shape: Vec<i64>, code: u8, bits: u8) -> PyResult<Py<PyAny>> {
        let mut strides = vec![1; shape.len()];
        for k in (1..shape.len()).rev() {
            strides[k - 1] = strides[k] * shape[k];
        }
        let managed = Box::new(Managed {
            tensor: ManagedTensor {
                tensor: Tensor {
                    data: at as *mut c_void,
                    device: Device { kind: CUDA, number: self.device as i32 },
                    ndim: shape.len() as i32,
                    kind: Kind { code, bits, lanes: 1 },
                    shape: std::ptr::null_mut(),
                    strides: std::ptr::null_mut(),
                    offset: 0,
                },
                context: std::ptr::null_mut(),
                deleter: Some(free),
            },
            shape,
            strides,
            _memory: self.inner.clone(),
        });
        let managed = Box::into_raw(managed);
        // SAFETY: the box lives until `free`, which the consumer or the capsule calls once; the interpreter is attached.
        unsafe {
            (*managed).tensor.tensor.shape = (*managed).shape.as_mut_ptr();
            (*managed).tensor.tensor.strides = (*managed).strides.as_mut_ptr();
            (*managed).tensor.context = managed.cast();
            let capsule =
                ffi::PyCapsule_New((&raw mut (*managed).tensor).cast(), NAME.as_ptr(), Some(unused));
            if capsule.is_null() {
                free(&raw mut (*managed).tensor);
                return Err(PyErr::take(py).unwrap_or_else(|| FatalError::new_err("no capsule")));
            }
            Ok(Bound::from_owned_ptr(py, capsule).unbind())
        }
    }
}

/// Name of a capsule that nobody has taken yet.
const NAME: &CStr = c"dltensor";
/// DLPack's number for CUDA.
const CUDA: i32 = 2;

/// DLPack's `DLDevice`.
#[repr(C)]
struct Device {
    kind: i32,
    number: i32,
}
/// DLPack's `DLDataType`.
#[repr(C)]
struct Kind {
    code: u8,
    bits: u8,
    lanes: u16,
}
/// DLPack's `DLTensor`.
#[repr(C)]
struct Tensor {
    data: *mut c_void,
    device: Device,
    ndim: i32,
    kind: Kind,
    shape: *mut i64,
    strides: *mut i64,
    offset: u64,
}
/// DLPack's `DLManagedTensor`.
#[repr(C)]
struct ManagedTensor {
    tensor: Tensor,
    context: *mut c_void,
    deleter: Option<unsafe extern "C" fn(*mut ManagedTensor)>,
}

/// What a capsule points to.
struct Managed {
    tensor: ManagedTensor,
    shape: Vec<i64>,
    strides: Vec<i64>,
    _memory: Arc<Mutex<Either>>,
}

/// Called by whoever took the tensor.
unsafe extern "C" fn free(tensor: *mut ManagedTensor) {
    // SAFETY: `context` is the box that `dlpack` made, and this is called once.
    unsafe { drop(Box::from_raw((*tensor).context.cast::<Managed>())) };
}

/// Called when a capsule goes; one that was taken has another name.
unsafe extern "C" fn unused(capsule: *mut ffi::PyObject) {
    // SAFETY: called by the interpreter with the capsule.
    unsafe {
        if ffi::PyCapsule_IsValid(capsule, NAME.as_ptr()) != 0 {
            free(ffi::PyCapsule_GetPointer(capsule, NAME.as_ptr()).cast());
        }
    }
}

/// Adds the class to a module.
pub fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_class::<DeviceCore>()
}

//! Array arguments of functions.
//!
//! Inputs are any array-like, converted to the number type and copied, so an output may be the same array as an input. Outputs
//! are the caller's own arrays and must have the exact type, be writable and C-contiguous; results are written at the end.
//! A wrong shape is a `TypeError`, as in MuJoCo.

use crate::views::{Input, Output};
use numpy::Element;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

/// A vector is one-dimensional or a column.
fn is_vector(dims: &[usize]) -> bool {
    matches!(dims, [_] | [_, 1])
}

fn not_writable<T>(what: &str) -> PyResult<T> {
    Err(PyTypeError::new_err(format!("a writable, C-contiguous {what} is needed")))
}

/// N numbers in.
pub struct In<const N: usize>(pub [f64; N]);

impl<'a, 'py, const N: usize> FromPyObject<'a, 'py> for In<N> {
    type Error = PyErr;
    fn extract(obj: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let given = Input::<f64>::of(&obj)?;
        match <[f64; N]>::try_from(given.data) {
            Ok(data) if is_vector(&given.dims) => Ok(In(data)),
            _ => Err(PyTypeError::new_err(format!("array of shape ({N},) expected, not {:?}", given.dims))),
        }
    }
}

/// N numbers out.
pub struct Out<'py, const N: usize>(Output<'py, f64>);

impl<'a, 'py, const N: usize> FromPyObject<'a, 'py> for Out<'py, N> {
    type Error = PyErr;
    fn extract(obj: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        match Output::of(&obj) {
            Some(out) if out.len == N && is_vector(&out.dims) => Ok(Out(out)),
            _ => not_writable(&format!("float64 array of shape ({N},)")),
        }
    }
}

impl<const N: usize> Out<'_, N> {
    /// Writes the result.
    pub fn set(&mut self, values: [f64; N]) {
        self.0.write(&values);
    }
    /// The numbers as they are.
    pub fn get(&self) -> [f64; N] {
        let mut out = [0.0; N];
        out.copy_from_slice(&self.0.read());
        out
    }
}

/// Any number of numbers in.
pub struct InVec<T = f64>(pub Vec<T>);

impl<'a, 'py, T: Element + Copy> FromPyObject<'a, 'py> for InVec<T> {
    type Error = PyErr;
    fn extract(obj: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let given = Input::<T>::of(&obj)?;
        if is_vector(&given.dims) {
            Ok(InVec(given.data))
        } else {
            Err(PyTypeError::new_err(format!("a vector is expected, not an array of shape {:?}", given.dims)))
        }
    }
}

/// Any number of numbers out.
pub struct OutVec<'py, T = f64>(pub Output<'py, T>);

impl<'a, 'py, T: Element + Copy> FromPyObject<'a, 'py> for OutVec<'py, T> {
    type Error = PyErr;
    fn extract(obj: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        match Output::of(&obj) {
            Some(out) if is_vector(&out.dims) => Ok(OutVec(out)),
            _ => not_writable("vector of the right type"),
        }
    }
}

impl<T: Element + Copy> OutVec<'_, T> {
    /// Number of elements.
    pub fn len(&self) -> usize {
        self.0.len
    }
    /// The numbers as they are.
    pub fn get(&self) -> Vec<T> {
        self.0.read()
    }
    /// Writes the result.
    pub fn set(&mut self, values: &[T]) {
        self.0.write(values);
    }
}

/// A matrix in; a vector counts as one column.
pub struct InMat {
    /// Rows, one after the other.
    pub data: Vec<f64>,
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub cols: usize,
}

impl<'a, 'py> FromPyObject<'a, 'py> for InMat {
    type Error = PyErr;
    fn extract(obj: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let given = Input::<f64>::of(&obj)?;
        match given.dims[..] {
            [rows, cols] => Ok(InMat { data: given.data, rows, cols }),
            [rows] => Ok(InMat { data: given.data, rows, cols: 1 }),
            _ => Err(PyTypeError::new_err("a matrix is expected")),
        }
    }
}

/// A matrix out.
pub struct OutMat<'py> {
    out: Output<'py, f64>,
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub cols: usize,
}

impl<'a, 'py> FromPyObject<'a, 'py> for OutMat<'py> {
    type Error = PyErr;
    fn extract(obj: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let Some(out) = Output::<f64>::of(&obj) else { return not_writable("float64 matrix") };
        match out.dims[..] {
            [rows, cols] => Ok(OutMat { out, rows, cols }),
            [rows] => Ok(OutMat { out, rows, cols: 1 }),
            _ => not_writable("float64 matrix"),
        }
    }
}

impl OutMat<'_> {
    /// The numbers as they are.
    pub fn get(&self) -> Vec<f64> {
        self.out.read()
    }
    /// Writes the result.
    pub fn set(&mut self, values: &[f64]) {
        self.out.write(values);
    }
    /// Number of elements.
    pub fn len(&self) -> usize {
        self.out.len
    }
}

/// `TypeError` with this message unless `ok`.
pub fn check(ok: bool, message: &str) -> PyResult<()> {
    if ok { Ok(()) } else { Err(PyTypeError::new_err(message.to_owned())) }
}

/// "`a` and `b` should have the same size".
pub fn same(na: usize, nb: usize, a: &str, b: &str) -> PyResult<()> {
    if na == nb {
        Ok(())
    } else {
        Err(PyTypeError::new_err(format!("{a} and {b} should have the same size")))
    }
}

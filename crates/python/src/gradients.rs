//! `stiction.gradient`: derivatives of one step, each column with its label.

use crate::callbacks::{any, run_detached};
use crate::data::MjData;
use crate::model::MjModel;
use crate::native::raise;
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::cell::RefCell;
use stiction_grad::{Differentiator, Gradient as Found, Method};
use stiction_sim::difference::{Sides, transition};
use stiction_sim::{Data, Input, NoHooks, State};

thread_local! {
    /// Work space of the last model on this thread.
    static WORK: RefCell<Option<Differentiator>> = const { RefCell::new(None) };
}

/// Derivatives of one step: x⁺ = A dx + B du, sensors = C dx + D du, in the tangent space of the configuration, x = (q, v, act).
///
/// Labels tell what each column is: 0 exact, 1 one-sided (a switch is within reach), 2 set-valued, 3 differences.
#[pyclass(frozen, module = "stiction")]
pub struct Gradient {
    model: Py<MjModel>,
    time: f64,
    state: State,
    input: Input,
    #[pyo3(get, name = "A")]
    a: Py<PyArray2<f64>>,
    #[pyo3(get, name = "B")]
    b: Py<PyArray2<f64>>,
    #[pyo3(get, name = "label_A")]
    label_a: Py<PyArray1<i64>>,
    #[pyo3(get, name = "label_B")]
    label_b: Py<PyArray1<i64>>,
    #[pyo3(get, name = "margin_A")]
    margin_a: Py<PyArray1<f64>>,
    #[pyo3(get, name = "margin_B")]
    margin_b: Py<PyArray1<f64>>,
    /// Why the columns are differences, or None.
    #[pyo3(get)]
    reason: Option<&'static str>,
}

fn matrix(py: Python<'_>, x: Vec<f64>, rows: usize, cols: usize) -> PyResult<Py<PyArray2<f64>>> {
    Ok(PyArray1::from_vec(py, x).reshape([rows, cols])?.unbind())
}

impl Gradient {
    /// C and D, by centred differences of the sensors.
    fn sensors(&self, py: Python<'_>) -> PyResult<(Py<PyArray2<f64>>, Py<PyArray2<f64>>)> {
        let model = self.model.get().inner.model.read()?;
        let s = &model.size;
        let (nx, nu, ns) = (2 * s.nv + s.na, s.nu, s.nsensordata);
        let mut d = Data::new(&model);
        d.time = self.time;
        d.state.clone_from(&self.state);
        d.input.clone_from(&self.input);
        let t = transition(&model, &mut d, &mut NoHooks, 1e-6, Sides::Centred);
        Ok((matrix(py, t.c, ns, nx)?, matrix(py, t.d, ns, nu)?))
    }
}

#[pymethods]
#[allow(non_snake_case)]
impl Gradient {
    /// Sensors by state (nsensordata, 2 nv + na), by differences, computed when read.
    #[getter]
    fn C(&self, py: Python<'_>) -> PyResult<Py<PyArray2<f64>>> {
        Ok(self.sensors(py)?.0)
    }
    /// Sensors by controls (nsensordata, nu), by differences, computed when read.
    #[getter]
    fn D(&self, py: Python<'_>) -> PyResult<Py<PyArray2<f64>>> {
        Ok(self.sensors(py)?.1)
    }
}

/// Derivatives of the step from the state and controls of `data`, which stay as they are.
///
/// `method`: "auto" is analytic wherever the model allows it and says so in the labels; "fd" are centred differences.
#[pyfunction]
#[pyo3(signature = (model, data, method = "auto"))]
fn gradient(model: &Bound<'_, MjModel>, data: &Bound<'_, MjData>, method: &str) -> PyResult<Gradient> {
    let method = match method {
        "auto" => Method::Auto,
        "fd" => Method::Differences,
        _ => return Err(PyValueError::new_err(format!("method {method:?} is neither \"auto\" nor \"fd\""))),
    };
    let hooked = any();
    let (found, time, state, input) = run_detached(model, data, |m, d, hooks| {
        let found = if hooked {
            Ok(stiction_grad::by_differences(m, d, hooks, "functions of the user's"))
        } else {
            WORK.with_borrow_mut(|work| work.get_or_insert_with(|| Differentiator::new(m)).at(m, d, method))
        };
        (found, d.time, d.state.clone(), d.input.clone())
    })?;
    let py = model.py();
    let found: Found = found.map_err(|e| raise(py, &e))?;
    let (nx, nu) = (found.label_a.len(), found.label_b.len());
    let labels =
        |x: &[stiction_grad::Label]| PyArray1::from_vec(py, x.iter().map(|l| *l as i64).collect()).unbind();
    Ok(Gradient {
        model: model.clone().unbind(),
        time,
        state,
        input,
        label_a: labels(&found.label_a),
        label_b: labels(&found.label_b),
        a: matrix(py, found.a, nx, nx)?,
        b: matrix(py, found.b, nx, nu)?,
        margin_a: PyArray1::from_vec(py, found.margin_a).unbind(),
        margin_b: PyArray1::from_vec(py, found.margin_b).unbind(),
        reason: found.reason,
    })
}

/// Adds the functions to the module.
pub fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_class::<Gradient>()?;
    m.add_function(wrap_pyfunction!(gradient, m)?)
}

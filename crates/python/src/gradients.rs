//! `stiction.gradient`: derivatives of one step, each column with its label.

use crate::callbacks::{any, run_detached};
use crate::data::MjData;
use crate::model::MjModel;
use crate::native::raise;
use numpy::{PyArray1, PyArray2, PyArray3, PyArrayMethods, PyReadonlyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyDict;
use std::cell::Cell;
use stiction_dynamics::manifold::differentiate_pos;
use stiction_grad::{
    Differentiator, Driven, Gradient as Found, Label, Method, Parameter, SensorGradient, Trajectory,
};
use stiction_sim::{Data, Input, State};

thread_local! {
    /// Work space of the last model on this thread: large, so it is lent by its address.
    static WORK: Cell<Option<Box<Differentiator>>> = const { Cell::new(None) };
}

/// Calls `f` with the work space, which is taken out meanwhile: a constraint of the user's may ask for derivatives inside of derivatives.
fn with_work<R>(f: impl FnOnce(&mut Option<Box<Differentiator>>) -> R) -> R {
    let mut work = WORK.take();
    let out = f(&mut work);
    WORK.set(work);
    out
}

/// The work space, made for `m` if there is none.
fn space<'a>(work: &'a mut Option<Box<Differentiator>>, m: &stiction_model::Model) -> &'a mut Differentiator {
    work.get_or_insert_with(|| Box::new(Differentiator::new(m)))
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
    /// Where hard solves start from.
    warm: Vec<f64>,
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
    /// Labels of (A | B).
    labels: Vec<Label>,
    sides: PyOnceLock<Py<PyDict>>,
    method: Method,
    sensors: PyOnceLock<Sensing>,
    /// The direction of x⁺, of length 1, along which set-valued columns are sets; None if there are none.
    #[pyo3(get)]
    generator: Option<Py<PyArray1<f64>>>,
    /// Why the columns are differences, or None.
    #[pyo3(get)]
    reason: Option<&'static str>,
}

/// A matrix that Python owns.
type Matrix = Py<PyArray2<f64>>;

fn matrix(py: Python<'_>, x: Vec<f64>, rows: usize, cols: usize) -> PyResult<Matrix> {
    Ok(PyArray1::from_vec(py, x).reshape([rows, cols])?.unbind())
}

/// Both sides of columns: {column: (below, above)}.
fn dict(py: Python<'_>, sides: Vec<stiction_grad::Sides>) -> PyResult<Py<PyDict>> {
    let out = PyDict::new(py);
    for s in sides {
        out.set_item(s.column, (PyArray1::from_vec(py, s.below), PyArray1::from_vec(py, s.above)))?;
    }
    Ok(out.unbind())
}

impl Gradient {
    /// Data at the state that was differentiated.
    fn start(&self, model: &stiction_model::Model) -> Data {
        let mut d = Data::new(model);
        d.time = self.time;
        d.state.clone_from(&self.state);
        d.input.clone_from(&self.input);
        d.set_warm_start(&self.warm);
        d
    }

    /// C and D with their labels, once they are asked for.
    fn sensing(&self, py: Python<'_>) -> PyResult<&Sensing> {
        self.sensors.get_or_try_init(py, || {
            let model = self.model.get().inner.model.read()?;
            let d = self.start(&model);
            let found = with_work(|work| space(work, &model).sensors(&model, &d, self.method));
            Sensing::new(
                py,
                found.map_err(|e| raise(py, &e))?,
                [self.label_a.bind(py).len()?, self.label_b.bind(py).len()?],
            )
        })
    }
}

/// Derivatives of the sensors as Python sees them.
struct Sensing {
    c: Matrix,
    d: Matrix,
    label_c: Py<PyArray2<i64>>,
    label_d: Py<PyArray2<i64>>,
    reason: Vec<Option<&'static str>>,
}

impl Sensing {
    fn new(py: Python<'_>, found: SensorGradient, [nx, nu]: [usize; 2]) -> PyResult<Self> {
        let n = found.reason.len();
        Ok(Sensing {
            c: matrix(py, found.c, n, nx)?,
            d: matrix(py, found.d, n, nu)?,
            label_c: labels(py, &found.label_c).reshape([n, nx])?.unbind(),
            label_d: labels(py, &found.label_d).reshape([n, nu])?.unbind(),
            reason: found.reason,
        })
    }
}

#[pymethods]
#[allow(non_snake_case)]
impl Gradient {
    /// Columns of (A | B) that are one-sided, and their derivatives to smaller and to larger values: {column: (below, above)};
    /// computed when read.
    #[getter]
    fn sides(&self, py: Python<'_>) -> PyResult<Py<PyDict>> {
        let found = self.sides.get_or_try_init(py, || {
            let (nx, model) = (self.label_a.bind(py).len()?, self.model.get().inner.model.read()?);
            let (a, b) = self.labels.split_at(nx);
            let mut found = Found { label_a: a.to_vec(), label_b: b.to_vec(), ..Found::default() };
            let d = self.start(&model);
            let done = with_work(|work| space(work, &model).add_sides(&model, &d, &mut found));
            done.map_err(|e| raise(py, &e))?;
            dict(py, found.sides)
        })?;
        Ok(found.clone_ref(py))
    }
    /// Sensors by state (nsensordata, 2 nv + na), computed when read.
    #[getter]
    fn C(&self, py: Python<'_>) -> PyResult<Py<PyArray2<f64>>> {
        Ok(self.sensing(py)?.c.clone_ref(py))
    }
    /// Sensors by controls (nsensordata, nu), computed when read.
    #[getter]
    fn D(&self, py: Python<'_>) -> PyResult<Py<PyArray2<f64>>> {
        Ok(self.sensing(py)?.d.clone_ref(py))
    }
    /// What every entry of C is: 0 exact, 1 one-sided, 2 set-valued, 3 differences.
    #[getter]
    fn label_C(&self, py: Python<'_>) -> PyResult<Py<PyArray2<i64>>> {
        Ok(self.sensing(py)?.label_c.clone_ref(py))
    }
    /// What every entry of D is.
    #[getter]
    fn label_D(&self, py: Python<'_>) -> PyResult<Py<PyArray2<i64>>> {
        Ok(self.sensing(py)?.label_d.clone_ref(py))
    }
    /// Why a number of the sensors is differenced, or None, one per row of C and D.
    #[getter]
    fn sensor_reason(&self, py: Python<'_>) -> PyResult<Vec<Option<&'static str>>> {
        Ok(self.sensing(py)?.reason.clone())
    }
}

pub(crate) fn method_of(name: &str) -> PyResult<Method> {
    match name {
        "auto" => Ok(Method::Auto),
        "fd" => Ok(Method::Differences),
        _ => Err(PyValueError::new_err(format!("method {name:?} is neither \"auto\" nor \"fd\""))),
    }
}

fn labels<'py>(py: Python<'py>, x: &[Label]) -> Bound<'py, PyArray1<i64>> {
    PyArray1::from_vec(py, x.iter().map(|l| *l as i64).collect())
}

/// Derivatives of the step from the state and controls of `data`, which stay as they are.
///
/// `method`: "auto" is analytic wherever the model allows it and says so in the labels; "fd" are centred differences.
#[pyfunction]
#[pyo3(signature = (model, data, method = "auto"))]
fn gradient(model: &Bound<'_, MjModel>, data: &Bound<'_, MjData>, method: &str) -> PyResult<Gradient> {
    let method = method_of(method)?;
    let hooked = any();
    let (found, sensed, warm, time, state, input) = run_detached(model, data, |m, d, hooks| {
        let by_user = "functions of the user's";
        // what calls back is not there later
        let sensed = hooked.then(|| stiction_grad::sensors_by_differences(m, d, hooks, by_user));
        let found = if hooked {
            Ok(stiction_grad::by_differences(m, d, hooks, by_user))
        } else {
            with_work(|work| {
                let work = space(work, m);
                let mut found = work.at(m, d, method)?;
                // constraints of the user's are not kept
                if !d.constraints.is_empty() {
                    work.add_sides(m, d, &mut found)?;
                }
                Ok(found)
            })
        };
        // constraints of the user's are not kept
        let sensed = match sensed {
            None if !d.constraints.is_empty() => {
                with_work(|work| work.as_mut().and_then(|w| w.sensors(m, d, method).ok()))
            }
            sensed => sensed,
        };
        let mut warm = Vec::new();
        d.warm_start(&mut warm);
        (found, sensed, warm, d.time, d.state.clone(), d.input.clone())
    })?;
    let py = model.py();
    let found: Found = found.map_err(|e| raise(py, &e))?;
    let (nx, nu) = (found.label_a.len(), found.label_b.len());
    let open = !found.generator.is_empty();
    let sides = PyOnceLock::new();
    let sensors = PyOnceLock::new();
    if let Some(sensed) = sensed {
        sensors.get_or_try_init(py, || Sensing::new(py, sensed, [nx, nu]))?;
    }
    if !found.sides.is_empty() {
        sides.get_or_try_init(py, || dict(py, found.sides))?;
    }
    Ok(Gradient {
        model: model.clone().unbind(),
        time,
        state,
        input,
        warm,
        labels: found.label_a.iter().chain(&found.label_b).copied().collect(),
        label_a: labels(py, &found.label_a).unbind(),
        label_b: labels(py, &found.label_b).unbind(),
        a: matrix(py, found.a, nx, nx)?,
        b: matrix(py, found.b, nx, nu)?,
        margin_a: PyArray1::from_vec(py, found.margin_a).unbind(),
        margin_b: PyArray1::from_vec(py, found.margin_b).unbind(),
        sides,
        method,
        sensors,
        generator: open.then(|| PyArray1::from_vec(py, found.generator).unbind()),
        reason: found.reason,
    })
}

/// Adjoint of a rollout: how a function of x₁ … x_N changes with the state of `data` and with the controls.
///
/// `controls` (N, nu), `seeds` (N, 2 nv + na): ∂L/∂x after each step, in the tangent space. States are kept every `every` steps
/// (0: about √N) and made again from there. Returns (∂L/∂x₀, ∂L/∂controls, the worst label of each step).
#[pyfunction]
#[pyo3(signature = (model, data, controls, seeds, every = 0, method = "auto"))]
#[allow(clippy::type_complexity)]
fn vjp<'py>(
    model: &Bound<'py, MjModel>,
    data: &Bound<'py, MjData>,
    controls: PyReadonlyArray2<'py, f64>,
    seeds: PyReadonlyArray2<'py, f64>,
    every: usize,
    method: &str,
) -> PyResult<(Bound<'py, PyArray1<f64>>, Bound<'py, PyArray2<f64>>, Bound<'py, PyArray1<i64>>)> {
    let method = method_of(method)?;
    let (nx, nu) = {
        let s = &model.get().inner.model.read()?.size;
        (2 * s.nv + s.na, s.nu)
    };
    let (controls, seeds) = (controls.as_array().to_owned(), seeds.as_array().to_owned());
    let n = seeds.nrows();
    if controls.shape() != [n, nu] || seeds.ncols() != nx {
        let text =
            format!("controls should be of shape (N, {nu}), seeds of shape (N, {nx}), with the same N");
        return Err(PyValueError::new_err(text));
    }
    if any() {
        return Err(PyValueError::new_err("steps that call Python functions have no adjoint"));
    }
    let (controls, seeds): (Vec<f64>, Vec<f64>) =
        (controls.into_iter().collect(), seeds.into_iter().collect());
    for (name, values) in [("controls", &controls), ("seeds", &seeds)] {
        if let Some(k) = values.iter().position(|x| !x.is_finite()) {
            return Err(PyValueError::new_err(format!("number {k} of {name} is {}", values[k])));
        }
    }
    let found = run_detached(model, data, |m, d, _| {
        let t = Trajectory { controls: &controls, seeds: &seeds, every, method };
        with_work(|work| stiction_grad::vjp(m, d, &t, space(work, m)))
    })?;
    let py = model.py();
    let found = found.map_err(|e| raise(py, &e))?;
    Ok((
        PyArray1::from_vec(py, found.start),
        PyArray1::from_vec(py, found.controls).reshape([n, nu])?,
        labels(py, &found.labels),
    ))
}

/// Numbers of a model by field and index, to be differentiated: closed forms where there are any, else the model is moved to either
/// side of each.
#[pyclass(frozen, module = "stiction")]
pub struct ModelParameters(Vec<Parameter>);

/// An index: a number, or several.
#[derive(FromPyObject)]
enum Index {
    One(usize),
    Many(Vec<usize>),
}

#[pymethods]
impl ModelParameters {
    /// From pairs (field, index): `("body_mass", 2)`, `("geom_friction", (4, 0))`, `("opt.gravity", 2)`.
    #[new]
    fn new(model: &Bound<'_, MjModel>, names: Vec<(String, Index)>) -> PyResult<Self> {
        let m = model.get().inner.model.read()?;
        let one = |(field, index): &(String, Index)| {
            let index = match index {
                Index::One(i) => std::slice::from_ref(i),
                Index::Many(i) => i,
            };
            Parameter::new(&m, field, index).ok_or_else(|| {
                let text = format!("no real number of the model at index {index:?} of {field:?}");
                PyValueError::new_err(text)
            })
        };
        Ok(ModelParameters(names.iter().map(one).collect::<PyResult<_>>()?))
    }

    /// How the next state changes with each parameter (2 nv + na, number of parameters), from the state and controls of `data`.
    #[pyo3(signature = (model, data, method = "auto"))]
    fn gradient<'py>(
        &self,
        model: &Bound<'py, MjModel>,
        data: &Bound<'py, MjData>,
        method: &str,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let method = method_of(method)?;
        let found = run_detached(model, data, |m, d, _| {
            with_work(|work| space(work, m).parameters(m, d, &self.0, method))
        })?;
        let py = model.py();
        let columns = found.map_err(|e| raise(py, &e))?;
        let (rows, cols) = (columns.first().map_or(0, Vec::len), columns.len());
        let flat = (0..rows).flat_map(|i| columns.iter().map(move |c| c[i])).collect();
        PyArray1::from_vec(py, flat).reshape([rows, cols])
    }
}

/// A motion and how it changes with parameters of its model.
#[pyclass(frozen, get_all, module = "stiction")]
pub struct Sensitivities {
    /// Positions after each step (N, nq).
    qpos: Py<PyArray2<f64>>,
    /// Velocities after each step (N, nv).
    qvel: Py<PyArray2<f64>>,
    /// Activations after each step (N, na).
    act: Py<PyArray2<f64>>,
    /// How the state after each step changes with each parameter (N, 2 nv + na, number of parameters), in the tangent space.
    slopes: Py<PyArray3<f64>>,
    /// The worst label of the columns that mattered in each step (N).
    labels: Py<PyArray1<i64>>,
}

/// A motion of N steps from the state of `data`, which stays as it is, under `controls` (N, nu), and how every state of it changes with
/// `parameters`.
#[pyfunction]
#[pyo3(signature = (model, data, controls, parameters, method = "auto"))]
fn sensitivities(
    model: &Bound<'_, MjModel>,
    data: &Bound<'_, MjData>,
    controls: PyReadonlyArray2<'_, f64>,
    parameters: &ModelParameters,
    method: &str,
) -> PyResult<Sensitivities> {
    let method = method_of(method)?;
    let (nq, nv, na, nu) = {
        let s = &model.get().inner.model.read()?.size;
        (s.nq, s.nv, s.na, s.nu)
    };
    let controls = controls.as_array();
    if controls.ncols() != nu {
        return Err(PyValueError::new_err(format!("controls should be of shape (N, {nu})")));
    }
    if any() {
        return Err(PyValueError::new_err("steps that call Python functions have no sensitivities"));
    }
    let n = controls.nrows();
    let controls: Vec<f64> = controls.iter().copied().collect();
    let found = run_detached(model, data, |m, d, _| {
        let motion = Driven { steps: n, controls: &controls, method };
        with_work(|work| {
            let work = space(work, m);
            work.sensitivities(m, d, &motion, &parameters.0)
        })
    })?;
    let py = model.py();
    let found = found.map_err(|e| raise(py, &e))?;
    let cube = PyArray1::from_vec(py, found.slopes).reshape([n, 2 * nv + na, parameters.0.len()])?;
    Ok(Sensitivities {
        qpos: matrix(py, found.qpos, n, nq)?,
        qvel: matrix(py, found.qvel, n, nv)?,
        act: matrix(py, found.act, n, na)?,
        slopes: cube.unbind(),
        labels: labels(py, &found.labels).unbind(),
    })
}

/// Differences of configurations row by row (N, nv): what leads from `first` (N, nq) to `second` (N, nq) in the tangent space.
#[pyfunction]
fn position_differences<'py>(
    model: &Bound<'py, MjModel>,
    first: PyReadonlyArray2<'py, f64>,
    second: PyReadonlyArray2<'py, f64>,
) -> PyResult<Bound<'py, PyArray2<f64>>> {
    let m = model.get().inner.model.read()?;
    let (nq, nv) = (m.size.nq, m.size.nv);
    let (a, b) = (first.as_array(), second.as_array());
    if a.ncols() != nq || a.shape() != b.shape() {
        return Err(PyValueError::new_err(format!("both should be of the same shape (N, {nq})")));
    }
    let n = a.nrows();
    let (a, b): (Vec<f64>, Vec<f64>) = (a.iter().copied().collect(), b.iter().copied().collect());
    let mut out = vec![0.0; n * nv];
    for k in 0..n {
        let (from, to) = (&a[k * nq..(k + 1) * nq], &b[k * nq..(k + 1) * nq]);
        differentiate_pos(&m, &mut out[k * nv..(k + 1) * nv], 1.0, from, to);
    }
    PyArray1::from_vec(model.py(), out).reshape([n, nv])
}

/// Adds the functions to the module.
pub fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_class::<Gradient>()?;
    m.add_class::<ModelParameters>()?;
    m.add_class::<Sensitivities>()?;
    m.add_function(wrap_pyfunction!(sensitivities, m)?)?;
    m.add_function(wrap_pyfunction!(position_differences, m)?)?;
    m.add_function(wrap_pyfunction!(vjp, m)?)?;
    m.add_function(wrap_pyfunction!(gradient, m)?)
}

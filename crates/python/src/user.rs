//! Constraints written in Python: a class with `evaluate` and, for speed, `jacobian`.
//!
//! The object that the methods see (`x`) is made once per constraint; its arrays are written before every call. Without `bias`,
//! J̇v comes from two more calls of `jacobian` along the motion; without `jacobian`, J comes from differences of `evaluate`. If a
//! method asks for `x.time` and there is no `time_rate`, ∂C/∂t comes from differences too.
//! What a method raises becomes the cause of the `StepError` that names the constraint.

use crate::data::MjData;
use crate::native::StepError;
use crate::user_make::make;
use crate::views::Input;
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArrayDyn};
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use stiction_constraint::user::{
    At, Bounds, Constraint, ConstraintError, Fault, Handle, Law, Level, RateWriter, Rates, RowWriter, Touches,
};
use stiction_sim::Data;
use stiction_spatial::{Motion, Pose, Quat};

/// The last exception of a Python constraint, to be the cause of the error that names it.
static RAISED: Mutex<Option<PyErr>> = Mutex::new(None);

/// What a constraint's methods see: time, and the arrays of its bodies (`pos` n×3, `quat` n×4, `vel` n×3, `angvel` n×3) or joints
/// (`q`, `qvel`).
#[pyclass(frozen, module = "stiction")]
pub struct Where {
    time: Mutex<f64>,
    /// A method has asked for the time: C may depend on it.
    timed: AtomicBool,
    #[pyo3(get)]
    pos: Py<PyArray2<f64>>,
    #[pyo3(get)]
    quat: Py<PyArray2<f64>>,
    #[pyo3(get)]
    vel: Py<PyArray2<f64>>,
    #[pyo3(get)]
    angvel: Py<PyArray2<f64>>,
    #[pyo3(get)]
    q: Py<PyArray1<f64>>,
    #[pyo3(get)]
    qvel: Py<PyArray1<f64>>,
}

#[pymethods]
impl Where {
    /// Time (s).
    #[getter]
    fn time(&self) -> f64 {
        self.timed.store(true, Ordering::Relaxed);
        self.time.lock().map_or(f64::NAN, |t| *t)
    }
    /// Rotation matrices of the bodies, n×3×3.
    #[getter]
    fn mat<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let quat = self.quat.bind(py).readonly();
        let flat: Vec<f64> = quat
            .as_slice()?
            .chunks_exact(4)
            .flat_map(|q| Quat([q[0], q[1], q[2], q[3]]).to_mat().0)
            .collect();
        let n = flat.len() / 9;
        PyArray1::from_vec(py, flat).call_method1("reshape", ((n, 3, 3),))
    }
}

impl Where {
    pub(crate) fn new(py: Python<'_>, bodies: usize, joints: usize) -> Self {
        let two = |cols: usize| PyArray2::zeros(py, [bodies, cols], false).unbind();
        let one = || PyArray1::zeros(py, joints, false).unbind();
        Where {
            time: Mutex::new(0.0),
            timed: AtomicBool::new(false),
            pos: two(3),
            quat: two(4),
            vel: two(3),
            angvel: two(3),
            q: one(),
            qvel: one(),
        }
    }

    pub(crate) fn set(&self, py: Python<'_>, at: &At<'_>) -> PyResult<()> {
        if let Ok(mut t) = self.time.lock() {
            *t = at.time;
        }
        let put = |a: &Py<PyArray2<f64>>, get: &dyn Fn(usize, &mut [f64]), cols: usize| -> PyResult<()> {
            let mut w = a.bind(py).try_readwrite()?;
            for (k, row) in w.as_slice_mut()?.chunks_exact_mut(cols).enumerate() {
                get(k, row);
            }
            Ok(())
        };
        if !at.poses.is_empty() {
            put(&self.pos, &|k, r| r.copy_from_slice(&at.poses[k].pos.0), 3)?;
            put(&self.quat, &|k, r| r.copy_from_slice(&at.poses[k].quat.0), 4)?;
            put(&self.vel, &|k, r| r.copy_from_slice(&at.twists[k].lin.0), 3)?;
            put(&self.angvel, &|k, r| r.copy_from_slice(&at.twists[k].ang.0), 3)?;
        }
        if !at.positions.is_empty() {
            self.q.bind(py).try_readwrite()?.as_slice_mut()?.copy_from_slice(at.positions);
            self.qvel.bind(py).try_readwrite()?.as_slice_mut()?.copy_from_slice(at.velocities);
        }
        Ok(())
    }
}

/// A Python object as a constraint of the engine.
pub struct PyConstraint {
    pub(crate) place: Py<Where>,
    pub(crate) name: String,
    pub(crate) objects: Vec<usize>,
    pub(crate) joints: bool,
    pub(crate) dim: usize,
    pub(crate) bounds: Bounds,
    pub(crate) law: Law,
    pub(crate) level: Level,
    pub(crate) evaluate: Py<PyAny>,
    pub(crate) jacobian: Option<Py<PyAny>>,
    pub(crate) bias: Option<Py<PyAny>>,
    pub(crate) time_rate: Option<Py<PyAny>>,
    pub(crate) is_active: Option<Py<PyAny>>,
}

/// Step of the differences that replace a missing Jacobian.
const DELTA: f64 = 1e-6;
/// Characters of an exception that a message tells.
const TOLD: usize = 300;
/// Time over which J is followed for J̇v (s).
const ALONG: f64 = 1e-5;

/// What went wrong in a method, in words; the exception itself is kept as the cause of the step's.
pub(crate) fn fault(py: Python<'_>, method: &str, e: PyErr) -> Fault {
    // its cause has the whole of it; a step inside a constraint inside a step would quote quotes without end
    let told = e.value(py).repr().map_or(String::new(), |r| r.to_string().chars().take(TOLD).collect());
    let text = format!("{method} raised {told}");
    // the one before may take frames along whose objects run code of the user's: not under the lock
    let before = RAISED.lock().ok().and_then(|mut slot| slot.replace(e));
    drop(before);
    Fault(text)
}

impl PyConstraint {
    /// Calls a method with `x` at `at` and hands its numbers on.
    fn call(
        &self,
        name: &str,
        method: &Py<PyAny>,
        at: &At<'_>,
        take: &mut dyn FnMut(&[f64]) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        Python::attach(|py| {
            self.place.get().set(py, at).map_err(|e| fault(py, name, e))?;
            let out = method.bind(py).call1((self.place.bind(py),)).map_err(|e| fault(py, name, e))?;
            if let Ok(array) = out.extract::<PyReadonlyArrayDyn<'_, f64>>()
                && let Ok(s) = array.as_slice()
            {
                return take(s);
            }
            if let Ok(x) = out.extract::<f64>() {
                return take(&[x]);
            }
            match Input::<f64>::of(&out) {
                Ok(given) => take(&given.data),
                Err(e) => Err(fault(py, name, e)),
            }
        })
    }

    fn sized(&self, what: &str, got: usize, want: usize) -> Result<(), Fault> {
        if got == want { Ok(()) } else { Err(Fault(format!("{what} returned {got} numbers, not {want}"))) }
    }

    fn width(&self) -> usize {
        if self.joints { self.objects.len() } else { 6 * self.objects.len() }
    }

    /// J into `rows`, dim × width.
    fn rows(&self, at: &At<'_>, rows: &mut Vec<f64>) -> Result<(), Fault> {
        let (dim, wide) = (self.dim, self.width());
        rows.clear();
        rows.resize(dim * wide, 0.0);
        if let Some(j) = &self.jacobian {
            return self.call("jacobian", j, at, &mut |x| {
                self.sized("jacobian", x.len(), dim * wide)?;
                rows.copy_from_slice(x);
                Ok(())
            });
        }
        for k in 0..wide {
            for sign in [1.0, -1.0] {
                let p = Moved::column(at, k, sign * DELTA);
                self.call("evaluate", &self.evaluate, &p.at(at.time), &mut |x| {
                    self.sized("evaluate", x.len(), dim)?;
                    for i in 0..dim {
                        rows[i * wide + k] += sign * x[i] / (2.0 * DELTA);
                    }
                    Ok(())
                })?;
            }
        }
        Ok(())
    }

    /// ∂C/∂t by differences of `evaluate` in time alone.
    fn time_differences(&self, at: &At<'_>, out: &mut RateWriter<'_>) -> Result<(), Fault> {
        let mut rate = vec![0.0; self.dim];
        for sign in [1.0, -1.0] {
            let p = At { time: at.time + sign * ALONG, ..*at };
            self.call("evaluate", &self.evaluate, &p, &mut |x| {
                self.sized("evaluate", x.len(), self.dim)?;
                rate.iter_mut().zip(x).for_each(|(r, c)| *r += sign * c / (2.0 * ALONG));
                Ok(())
            })?;
        }
        rate.iter().enumerate().for_each(|(i, r)| out.time(i, *r));
        Ok(())
    }

    /// J v at a place, per row.
    fn along(&self, p: &Moved, time: f64, v: &At<'_>, out: &mut Vec<f64>) -> Result<(), Fault> {
        let mut rows = Vec::new();
        self.rows(&p.at(time), &mut rows)?;
        out.clear();
        for row in rows.chunks_exact(self.width()) {
            let mut sum = 0.0;
            if self.joints {
                sum += row.iter().zip(v.velocities).map(|(a, b)| a * b).sum::<f64>();
            } else {
                for (c, t) in row.chunks_exact(6).zip(v.twists) {
                    sum += (0..3).map(|i| c[i] * t.lin[i] + c[3 + i] * t.ang[i]).sum::<f64>();
                }
            }
            out.push(sum);
        }
        Ok(())
    }
}

/// A place moved along velocities.
struct Moved {
    poses: Vec<Pose>,
    twists: Vec<Motion>,
    positions: Vec<f64>,
    velocities: Vec<f64>,
}

impl Moved {
    fn along(at: &At<'_>, twists: &[Motion], velocities: &[f64], s: f64) -> Self {
        let pose = |(x, v): (&Pose, &Motion)| {
            Pose::new(x.pos.add_scaled(v.lin, s), Quat::from_rotation_vector(v.ang * s) * x.quat)
        };
        Moved {
            poses: at.poses.iter().zip(twists).map(pose).collect(),
            twists: at.twists.to_vec(),
            positions: at.positions.iter().zip(velocities).map(|(q, v)| q + s * v).collect(),
            velocities: at.velocities.to_vec(),
        }
    }
    fn column(at: &At<'_>, k: usize, s: f64) -> Self {
        let mut twists = vec![Motion::zero(); at.poses.len()];
        let mut velocities = vec![0.0; at.positions.len()];
        if at.poses.is_empty() {
            velocities[k] = 1.0;
        } else if k % 6 < 3 {
            twists[k / 6].lin[k % 3] = 1.0;
        } else {
            twists[k / 6].ang[k % 3] = 1.0;
        }
        Self::along(at, &twists, &velocities, s)
    }
    fn at(&self, time: f64) -> At<'_> {
        At {
            time,
            poses: &self.poses,
            twists: &self.twists,
            positions: &self.positions,
            velocities: &self.velocities,
        }
    }
}

impl Constraint for PyConstraint {
    fn name(&self) -> &str {
        &self.name
    }
    fn touches(&self) -> Touches<'_> {
        if self.joints { Touches::Joints(&self.objects) } else { Touches::Bodies(&self.objects) }
    }
    fn dim(&self) -> usize {
        self.dim
    }
    fn bounds(&self) -> Bounds {
        self.bounds
    }
    fn law(&self) -> Law {
        self.law
    }
    fn level(&self) -> Level {
        self.level
    }
    fn is_active(&self, at: &At<'_>) -> bool {
        let Some(f) = &self.is_active else { return true };
        Python::attach(|py| {
            // a failure shows itself again, with its message, in `evaluate`
            self.place.get().set(py, at).is_err()
                || f.bind(py).call1((self.place.bind(py),)).and_then(|x| x.is_truthy()).unwrap_or(true)
        })
    }
    fn evaluate(&self, at: &At<'_>, out: &mut RowWriter<'_>) -> Result<(), Fault> {
        self.call("evaluate", &self.evaluate, at, &mut |x| {
            self.sized("evaluate", x.len(), self.dim)?;
            for (i, c) in x.iter().enumerate() {
                if self.level == Level::Position { out.value(i, *c) } else { out.target(i, *c) }
            }
            Ok(())
        })?;
        if self.level == Level::Velocity && self.jacobian.is_none() {
            return Err("a velocity-level constraint needs a jacobian".into());
        }
        let mut rows = Vec::new();
        self.rows(at, &mut rows)?;
        for (i, row) in rows.chunks_exact(self.width()).enumerate() {
            out.row(i).copy_from_slice(row);
        }
        if self.time_rate.is_none() && !self.place.get().timed.load(Ordering::Relaxed) {
            out.steady();
        }
        Ok(())
    }
    fn values(&self, at: &At<'_>, out: &mut RowWriter<'_>) -> Result<(), Fault> {
        self.call("evaluate", &self.evaluate, at, &mut |x| {
            self.sized("evaluate", x.len(), self.dim)?;
            x.iter().enumerate().for_each(|(i, c)| out.value(i, *c));
            Ok(())
        })
    }
    fn rates(&self, at: &At<'_>, out: &mut RateWriter<'_>) -> Result<Rates, Fault> {
        if let Some(f) = &self.time_rate {
            self.call("time_rate", f, at, &mut |x| {
                self.sized("time_rate", x.len(), self.dim)?;
                x.iter().enumerate().for_each(|(i, r)| out.time(i, *r));
                Ok(())
            })?;
        }
        // who writes J but no `time_rate`, and reads the time, has a C that moves: differences must not miss it
        let moves = self.level == Level::Position
            && self.time_rate.is_none()
            && self.place.get().timed.load(Ordering::Relaxed);
        if let Some(f) = &self.bias {
            if moves {
                self.time_differences(at, out)?;
            }
            self.call("bias", f, at, &mut |x| {
                self.sized("bias", x.len(), self.dim)?;
                x.iter().enumerate().for_each(|(i, g)| out.bias(i, *g));
                Ok(())
            })?;
            return Ok(Rates::Given);
        }
        if self.jacobian.is_none() || moves || self.time_rate.is_some() || self.level == Level::Velocity {
            return Ok(Rates::ByDifferences);
        }
        // C does not depend on time: J̇v from J along the motion
        let mut ends = [Vec::new(), Vec::new()];
        for (end, sign) in ends.iter_mut().zip([1.0, -1.0]) {
            let p = Moved::along(at, at.twists, at.velocities, sign * ALONG);
            self.along(&p, at.time, at, end)?;
        }
        for i in 0..self.dim {
            out.bias(i, (ends[0][i] - ends[1][i]) / (2.0 * ALONG));
        }
        Ok(Rates::Given)
    }
}

/// Names a constraint that was added.
#[pyclass(frozen, eq, hash, module = "stiction")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ConstraintHandle(pub Handle);

/// The constraints of a simulation that were written in Python.
#[pyclass(frozen, module = "stiction")]
pub struct ConstraintList {
    /// The data.
    pub data: Py<MjData>,
}

#[pymethods]
impl ConstraintList {
    /// Adds a constraint; it acts from the next `forward` or `step` on.
    fn add(&self, constraint: &Bound<'_, PyAny>) -> PyResult<ConstraintHandle> {
        let data = self.data.get();
        let model = data.model.bind(constraint.py()).get().inner.model.read()?;
        let c = make(&model, constraint)?;
        Ok(ConstraintHandle(data.inner.write()?.constraints.add(c)))
    }
    /// Removes a constraint. False if it is not there.
    fn remove(&self, handle: &ConstraintHandle) -> PyResult<bool> {
        let gone = self.data.get().inner.write()?.constraints.remove(handle.0);
        Ok(gone.is_some())
    }
    /// Removes all.
    fn clear(&self) -> PyResult<()> {
        self.data.get().inner.write()?.constraints.clear();
        Ok(())
    }
    /// Multipliers of a constraint after the last step [N or N·m].
    fn force<'py>(&self, py: Python<'py>, handle: &ConstraintHandle) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let f = self.data.get().inner.read()?.constraint_force(handle.0);
        Ok(PyArray1::from_vec(py, f.ok_or_else(|| PyKeyError::new_err("this constraint was removed"))?))
    }
    /// C of a constraint at its last evaluation.
    fn value<'py>(&self, py: Python<'py>, handle: &ConstraintHandle) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let d = self.data.get().inner.read()?;
        let v = d.constraints.values(handle.0).map(<[f64]>::to_vec);
        Ok(PyArray1::from_vec(py, v.ok_or_else(|| PyKeyError::new_err("this constraint was removed"))?))
    }
    fn __len__(&self) -> PyResult<usize> {
        Ok(self.data.get().inner.read()?.constraints.len())
    }
}

/// The exception of a constraint that could not be evaluated.
pub fn error(py: Python<'_>, e: &ConstraintError) -> PyErr {
    refused(py, "Constraint", &e.to_string(), &e.name, &e.what)
}

/// The exception of a step that something written in Python did not let be taken.
pub fn refused(py: Python<'_>, kind: &str, message: &str, object: &str, cause: &str) -> PyErr {
    let err = StepError::new_err(format!("{message}: the step was not taken"));
    let raised = RAISED.lock().ok().and_then(|mut slot| slot.take());
    if raised.is_some() {
        err.set_cause(py, raised);
    }
    let value = err.value(py);
    let set = || -> PyResult<()> {
        value.setattr("kind", kind)?;
        value.setattr("object", object)?;
        value.setattr("cause", cause)
    };
    set().err().unwrap_or(err)
}

/// The error of the last call, if a constraint had one. It is taken out of the data.
pub fn check(py: Python<'_>, d: &mut Data) -> PyResult<()> {
    match d.constraints.take_error() {
        Some(e) => Err(error(py, &e)),
        None => Ok(()),
    }
}

/// Adds the classes to a module.
pub fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_class::<Where>()?;
    m.add_class::<ConstraintHandle>()?;
    m.add_class::<ConstraintList>()
}

//! The native functions of the package `stiction`: errors instead of resets, reports instead of silence.

use crate::callbacks::run_detached;
use crate::data::MjData;
use crate::model::MjModel;
use pyo3::create_exception;
use pyo3::exceptions::{PyArithmeticError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyType};
use std::time::{Duration, Instant};
use stiction_model::Model;
use stiction_model::kinds::{JointKind, ObjKind, Stage};
use stiction_sim::certificate::Geometry;
use stiction_sim::check::first_bad;
use stiction_sim::step::{StepReport as Report, step_report, step_with};
use stiction_sim::{Data, forward as dynamics, inverse as backwards};

create_exception!(
    stiction,
    StepError,
    PyArithmeticError,
    "A simulation that diverged. Attributes: kind, index, value, time, object, cause. The data is as before the bad step."
);

/// What the contacts of a step are worth.
#[pyclass(frozen, get_all, module = "stiction")]
#[derive(Clone)]
pub struct GeometryReport {
    /// How deep the deepest pair of geoms is, at most, m.
    depth: f64,
    /// Its geoms, or None.
    deepest: Option<(usize, usize)>,
    /// Pairs in each other that have no contact.
    missing: u32,
    /// The deepest of them, or None.
    missing_geoms: Option<(usize, usize)>,
    /// Contacts whose normal is outside the normal cones of what touches.
    bent: u32,
    /// The worst of them (index into `data.contact`), or None.
    bent_contact: Option<usize>,
    /// Pairs that were compared.
    checked: u32,
    /// Near pairs of which nothing is known: both are height fields or exact triangles.
    unchecked: u32,
}

#[pymethods]
impl GeometryReport {
    fn __repr__(&self) -> String {
        format!(
            "GeometryReport(depth={:.1e}, missing={}, bent={}, checked={}, unchecked={})",
            self.depth, self.missing, self.bent, self.checked, self.unchecked
        )
    }
}

impl From<Geometry> for GeometryReport {
    fn from(g: Geometry) -> Self {
        let pair = |p: Option<[usize; 2]>| p.map(|[a, b]| (a, b));
        GeometryReport {
            depth: g.depth,
            deepest: pair(g.deepest),
            missing: g.missing,
            missing_geoms: pair(g.missing_geoms),
            bent: g.bent,
            bent_contact: g.bent_contact,
            checked: g.checked,
            unchecked: g.unchecked,
        }
    }
}

/// What the last step tells about itself.
#[pyclass(frozen, get_all, module = "stiction")]
pub struct StepReport {
    /// Contacts.
    ncon: usize,
    /// Constraint rows.
    nefc: usize,
    /// Islands.
    nisland: usize,
    /// Iterations of the solver, all islands together.
    iterations: u32,
    /// What the answer is worth: `Solved`, `Accepted`, `Stuck`, `Geometry`, `Contradiction` or `NotFinite`.
    status: String,
    /// True for `Solved` and `Accepted`.
    solved: bool,
    /// Contact points that did not fit.
    dropped_contacts: u32,
    /// Residual of the convex problem by the independent checker: the worst of any contact over its own speeds.
    convex: f64,
    /// The same of Coulomb's problem.
    coulomb: f64,
    /// How far the worst contact or row is from its law, m/s.
    violation: f64,
    /// The contact with the worst residual (index into `data.contact`); None if it is no contact, or nothing is off.
    worst_contact: Option<i32>,
    /// Its geoms, or None.
    worst_geoms: Option<(i32, i32)>,
    /// Length of the part of the step that the last solve covers, s: the step, unless impacts divided it.
    substep: f64,
    /// Impacts that acted at their own time within the step.
    impacts: u32,
    /// True if some impact acted at the end of the step instead: too many bodies or impacts at once.
    crowded: bool,
    /// How long something stood still within the step, because it would have passed through something, s.
    held: f64,
    /// How much deeper than before a pair of geoms ended the step or a part of it, m, where that is more than slop and rounding; such a step is not solved.
    sunk: f64,
    /// That pair, or None.
    sunk_geoms: Option<(usize, usize)>,
    /// Islands that each rung of psn's ladder solved, all parts of the step together.
    rungs: (u32, u32, u32),
    /// How impacts were shared among bodies that touched: `newton` or `sequential`.
    impact_law: &'static str,
    /// Parts that the step was made of to reach the accuracy; None if none was asked for.
    parts: Option<u32>,
    /// Parts that were given up because their error was too large; None if no accuracy was asked for.
    rejected: Option<u32>,
    /// Largest error of a part by comparison with two halves of it, m and rad; None if no accuracy was asked for.
    error: Option<f64>,
    /// Worst speed below the target of a contact or limit, m/s.
    penetration_speed: f64,
    /// Worst force outside its cone, N.
    cone_excess: f64,
    /// Worst power of a force along the motion it must not do, W.
    complementarity: f64,
    /// Largest entry of the momentum balance, N s.
    momentum_defect: f64,
    /// Energy that friction took within the step, J.
    friction_energy: f64,
    /// Energy that impacts and limits took within the step, J.
    impact_energy: f64,
    /// Energy that dampers took within the step, J.
    damping_energy: f64,
    /// Name of the solver.
    solver: String,
    /// Rows beyond what the dofs can tell apart: forces are then not unique; motion is, but for what slides and turns at once.
    redundant: u32,
    /// True if hard rows contradict each other.
    inconsistent: bool,
    /// Rate by which penetration or drift that should be removed is not, because bodies are wedged, m/s.
    wedged: f64,
    /// What the contacts themselves are worth, by a check that uses no contact routine: with `strict`, or where `report` was asked for it.
    geometry: Option<GeometryReport>,
    /// Redundancy or inconsistency in words, or None.
    diagnosis: Option<&'static str>,
    /// By how many contacts the memory of the contact list grew; zero after warm-up.
    contact_growth: usize,
}

#[pymethods]
impl StepReport {
    fn __repr__(&self) -> String {
        format!(
            "StepReport(status={}, solver={}, iterations={}, ncon={}, nefc={}, nisland={}, convex={:.1e}, coulomb={:.1e})",
            self.status,
            self.solver,
            self.iterations,
            self.ncon,
            self.nefc,
            self.nisland,
            self.convex,
            self.coulomb
        )
    }
}

impl From<Report> for StepReport {
    fn from(r: Report) -> Self {
        let worst = r.certificate.worst.filter(|w| w.kind.is_contact());
        StepReport {
            ncon: r.ncon,
            nefc: r.nefc,
            nisland: r.nisland,
            iterations: r.iterations,
            status: format!("{:?}", r.status),
            solved: r.status.is_solved(),
            dropped_contacts: r.dropped_contacts,
            convex: r.certificate.convex,
            coulomb: r.certificate.coulomb,
            violation: r.certificate.violation,
            worst_contact: worst.map(|w| w.id),
            worst_geoms: worst.map(|w| (w.geom[0], w.geom[1])),
            substep: r.certificate.substep,
            impacts: r.certificate.impacts,
            crowded: r.certificate.crowded,
            held: r.certificate.held,
            sunk: r.certificate.sunk,
            sunk_geoms: r.certificate.sunk_geoms.map(|[a, b]| (a, b)),
            rungs: r.certificate.rungs.into(),
            impact_law: r.certificate.impact_law.word(),
            parts: r.certificate.work.map(|w| w.parts),
            rejected: r.certificate.work.map(|w| w.rejected),
            error: r.certificate.work.map(|w| w.error),
            penetration_speed: r.certificate.penetration_speed,
            cone_excess: r.certificate.cone_excess,
            complementarity: r.certificate.complementarity,
            momentum_defect: r.certificate.momentum_defect,
            friction_energy: r.certificate.dissipated.friction,
            impact_energy: r.certificate.dissipated.impact,
            damping_energy: r.certificate.dissipated.damping,
            solver: format!("{:?}", r.certificate.solver).to_lowercase(),
            redundant: r.certificate.redundant,
            inconsistent: r.certificate.inconsistent,
            wedged: r.certificate.wedged,
            geometry: r.certificate.geometry.map(Into::into),
            diagnosis: r.certificate.diagnosis(),
            contact_growth: r.contact_growth,
        }
    }
}

pub(crate) fn raise(py: Python<'_>, e: &stiction_sim::StepError) -> PyErr {
    let err = StepError::new_err(e.to_string());
    let value = err.value(py);
    let set = || -> PyResult<()> {
        value.setattr("kind", format!("{:?}", e.kind))?;
        value.setattr("index", e.index)?;
        value.setattr("value", e.value)?;
        value.setattr("time", e.time)?;
        value.setattr("object", &e.object)?;
        value.setattr("cause", e.cause)
    };
    set().err().unwrap_or(err)
}

/// An input that no step can begin with.
struct BadInput {
    field: &'static str,
    index: usize,
    value: f64,
    time: f64,
    /// What it belongs to, e.g. `joint 'knee'`.
    object: String,
    cause: &'static str,
}

/// `InputError(StepError, ValueError)`: what was written into the data cannot be simulated.
fn input_error(py: Python<'_>) -> PyResult<&Bound<'_, PyType>> {
    static TYPE: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let made = TYPE.get_or_try_init(py, || {
        let bases = (py.get_type::<StepError>(), py.get_type::<PyValueError>());
        let names = PyDict::new(py);
        names.set_item(
            "__doc__",
            "Numbers in the data that no step can begin with. Attributes as StepError; nothing was changed.",
        )?;
        names.set_item("__module__", "stiction")?;
        let made = py.get_type::<PyType>().call1(("InputError", bases, names))?;
        PyResult::Ok(made.cast_into::<PyType>()?.unbind())
    })?;
    Ok(made.bind(py))
}

impl BadInput {
    fn raise(&self, py: Python<'_>) -> PyErr {
        let BadInput { field, index, value, time, object, cause } = self;
        let told = format!("{field}[{index}] of {object} is {value} at t = {time:.6} s: {cause}");
        let set = || -> PyResult<PyErr> {
            let error = input_error(py)?.call1((told.as_str(),))?;
            error.setattr("kind", format!("Bad{}", field))?;
            error.setattr("index", *index)?;
            error.setattr("value", *value)?;
            error.setattr("time", *time)?;
            error.setattr("object", object)?;
            error.setattr("cause", *cause)?;
            Ok(PyErr::from_value(error))
        };
        set().unwrap_or_else(|e| e)
    }
}

/// `kind 'name'`, or its number where it has no name.
fn called(m: &Model, word: &str, kind: ObjKind, id: usize) -> String {
    match m.names.get(kind, id) {
        "" => format!("{word} {id}"),
        name => format!("{word} '{name}'"),
    }
}

/// What the i-th number of an input belongs to.
fn owner(m: &Model, field: &str, i: usize) -> String {
    let joint = |j: i32| called(m, "joint", ObjKind::Joint, usize::try_from(j).unwrap_or_default());
    match field {
        // the last joint that begins at or before it
        "qpos" => joint(m.jnt.qposadr.partition_point(|a| a.idx() <= i) as i32 - 1),
        "qvel" | "qfrc_applied" => joint(m.dof.jntid.get(i).map_or(0, |j| j.number())),
        "xfrc_applied" => called(m, "body", ObjKind::Body, i / 6),
        "act" => {
            let has = |k: &usize| m.actuator.activations(*k).contains(i.into());
            let k = (0..m.size.nactuator).find(has).unwrap_or_default();
            called(m, "actuator", ObjKind::Actuator, k)
        }
        _ => called(m, "control", ObjKind::Actuator, i),
    }
}

/// Refuses numbers that are not finite and quaternions without direction.
fn check_inputs(m: &Model, d: &Data) -> Result<(), BadInput> {
    let fields: [(&'static str, &[f64]); 6] = [
        ("qpos", &d.state.qpos),
        ("qvel", &d.state.qvel),
        ("act", &d.state.act),
        ("ctrl", &d.input.ctrl),
        ("qfrc_applied", &d.input.qfrc_applied),
        ("xfrc_applied", stiction_spatial::flat::flat(&d.input.xfrc_applied)),
    ];
    for (field, values) in fields {
        if let Some(index) = first_bad(values) {
            let (value, object) = (values[index], owner(m, field, index));
            let cause = "it was written so; nothing was changed";
            return Err(BadInput { field, index, value, time: d.time, object, cause });
        }
    }
    for (j, (kind, adr)) in m.jnt.kind.iter().zip(&m.jnt.qposadr).enumerate() {
        let at = match kind.get() {
            Some(JointKind::Free) => adr.idx() + 3,
            Some(JointKind::Ball) => adr.idx(),
            _ => continue,
        };
        let norm2: f64 = d.state.qpos.get(at..at + 4).map_or(1.0, |q| q.iter().map(|x| x * x).sum());
        if norm2 < 1e-20 {
            return Err(BadInput {
                field: "qpos",
                index: at,
                value: d.state.qpos[at],
                time: d.time,
                object: called(m, "joint", ObjKind::Joint, j),
                cause: "its quaternion is zero and has no direction",
            });
        }
    }
    Ok(())
}

/// Why nothing was computed.
enum Refused {
    Input(BadInput),
    Step(stiction_sim::StepError),
}

impl Refused {
    fn raise(&self, py: Python<'_>) -> PyErr {
        match self {
            Refused::Input(e) => e.raise(py),
            Refused::Step(e) => raise(py, e),
        }
    }
}

/// Advances `data` by `nstep` steps of `model.opt.timestep` seconds and reports on the last one.
///
/// Raises StepError if the simulation diverges, and InputError, which is a StepError and a ValueError, if an input is not finite.
/// Releases the interpreter.
#[pyfunction]
#[pyo3(signature = (model, data, nstep=1))]
fn step(model: &Bound<'_, MjModel>, data: &Bound<'_, MjData>, nstep: i64) -> PyResult<StepReport> {
    let py = model.py();
    let mut left = nstep.max(0);
    let mut last = Report::default();
    while left > 0 {
        let (done, report) = run_detached(model, data, |m, d, hooks| {
            check_inputs(m, d).map_err(Refused::Input)?;
            let (start, mut done, mut report) = (Instant::now(), 0, Report::default());
            while done < left {
                report = match step_with(m, d, hooks) {
                    Ok(r) => r,
                    Err(e) => return Err(Refused::Step(e)),
                };
                done += 1;
                if done % 8 == 0 && start.elapsed() > Duration::from_millis(50) {
                    break;
                }
            }
            Ok((done, report))
        })?
        .map_err(|e| e.raise(py))?;
        last = report;
        left -= done;
        if left > 0 {
            py.check_signals()?;
        }
    }
    Ok(last.into())
}

/// Computes everything at the current state: poses, contacts, forces, `data.qacc`.
#[pyfunction]
fn forward(model: &Bound<'_, MjModel>, data: &Bound<'_, MjData>) -> PyResult<()> {
    run_detached(model, data, |m, d, hooks| {
        check_inputs(m, d).map_err(Refused::Input)?;
        dynamics::forward_with(m, d, hooks).map_err(Refused::Step)
    })?
    .map_err(|e| e.raise(model.py()))
}

/// Computes the force `data.qfrc_inverse` that moves the system with the acceleration `data.qacc`.
#[pyfunction]
fn inverse(model: &Bound<'_, MjModel>, data: &Bound<'_, MjData>) -> PyResult<()> {
    run_detached(model, data, |m, d, hooks| {
        check_inputs(m, d).map_err(Refused::Input)?;
        backwards::inverse_skip(m, d, hooks, Stage::None).map_err(Refused::Step)
    })?
    .map_err(|e| e.raise(model.py()))
}

/// What the last solve of `data` tells about itself, by a checker that no solver uses.
///
/// With `geometry=True` (None: if `model.stiction.strict`) the contacts are checked too, at the present state: what is missing, which normals
/// are wrong, how deep bodies are in each other.
#[pyfunction]
#[pyo3(signature = (data, geometry=None))]
fn report(data: &Bound<'_, MjData>, geometry: Option<bool>) -> PyResult<StepReport> {
    let model = data.getattr("model")?.cast_into::<MjModel>()?;
    let told = run_detached(&model, data, |m, d, hooks| {
        let mut report = step_report(m, d);
        if geometry.unwrap_or(m.stiction.strict) {
            report.check_geometry(m, d, hooks);
        }
        report
    });
    told.map(Into::into)
}

/// Adds the functions to a module.
pub fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add("EDITION", stiction::EDITION)?;
    m.add("StepError", m.py().get_type::<StepError>())?;
    m.add("InputError", input_error(m.py())?)?;
    m.add_class::<StepReport>()?;
    m.add_class::<GeometryReport>()?;
    m.add_function(wrap_pyfunction!(step, m)?)?;
    m.add_function(wrap_pyfunction!(forward, m)?)?;
    m.add_function(wrap_pyfunction!(report, m)?)?;
    m.add_function(wrap_pyfunction!(inverse, m)?)
}

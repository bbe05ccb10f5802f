//! `solve_contact`: a frictional contact problem given as arrays, solved by the engine's exact solvers.
//!
//! ```text
//! u = A λ + g,   K ∋ λ ⊥ u + s(u) ∈ K*   (three rows per contact, normal first)
//! ```
//!
//! The Python side turns scipy and numpy matrices into compressed columns; here they are checked, solved and returned.

use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::time::{Duration, Instant};
use stiction_solver::contact::{ContactOptions, ContactProblem, Csc, solve_boxes, solve_contact as solve};
use stiction_solver::{End, Friction, Method, Status};

/// Answer of `solve_contact`; every figure below `status` comes from the checker, not from the solver.
#[pyclass(frozen, get_all, module = "stiction")]
pub struct ContactResult {
    /// λ, three per contact, normal first.
    impulse: Py<PyArray1<f64>>,
    /// u = A λ + g.
    velocity: Py<PyArray1<f64>>,
    /// `converged`, `max_iterations`, `inexact` or `not_finite`.
    status: String,
    /// True if the residual asked for was reached.
    converged: bool,
    /// Iterations of the method.
    iterations: u32,
    /// Which rung of psn's ladder found the answer, from 1; 0: another method.
    rung: u8,
    /// Residual under the law that was asked for, relative to ‖g‖.
    residual: f64,
    /// Residual of the convex model.
    residual_convex: f64,
    /// Residual of Coulomb's law.
    residual_coulomb: f64,
    /// Worst approach speed.
    approach: f64,
    /// Worst force outside its cone.
    cone_excess: f64,
    /// Worst |λ · u|.
    complementarity: f64,
    /// Relative change of the bounds in the last outer step (solver "box"; 0 for others).
    outer_residual: f64,
    /// Power taken out by friction.
    dissipation: f64,
    /// Wall time of the solve.
    seconds: f64,
}

#[pymethods]
impl ContactResult {
    fn __repr__(&self) -> String {
        format!(
            "ContactResult(status={}, residual={:.1e}, iterations={}, seconds={:.2e})",
            self.status, self.residual, self.iterations, self.seconds
        )
    }
}

fn method(name: &str, sides: u32) -> PyResult<Method> {
    Ok(match name {
        "psn" => Method::Psn,
        "admm" => Method::Admm,
        "pgs" => Method::Pgs,
        "ipm" => Method::Ipm,
        "asm" => Method::Asm,
        "poly" => Method::Poly { sides },
        _ => {
            let text = format!("solver {name:?} is not one of psn, admm, pgs, ipm, asm, poly, box");
            return Err(PyValueError::new_err(text));
        }
    })
}

fn law(name: &str) -> PyResult<Friction> {
    match name {
        "convex" => Ok(Friction::Convex),
        "coulomb" => Ok(Friction::Coulomb),
        _ => Err(PyValueError::new_err(format!("friction {name:?} is neither \"convex\" nor \"coulomb\""))),
    }
}

fn index(name: &str, v: &PyReadonlyArray1<i64>) -> PyResult<Vec<usize>> {
    let wrong = || PyValueError::new_err(format!("A: negative number in {name}"));
    v.as_slice()?.iter().map(|&i| usize::try_from(i).map_err(|_| wrong())).collect()
}

/// Arrays of a CSC matrix in, an answer out.
#[pyfunction]
pub fn solve_contact_csc(
    py: Python<'_>,
    matrix: (PyReadonlyArray1<i64>, PyReadonlyArray1<i64>, PyReadonlyArray1<f64>),
    vectors: (PyReadonlyArray1<f64>, PyReadonlyArray1<f64>),
    names: (String, String, u32),
    limits: (f64, u32, Option<f64>),
) -> PyResult<ContactResult> {
    let ((g, mu), (tolerance, iterations, max_seconds)) = (vectors, limits);
    let boxes = names.0 == "box";
    let options = ContactOptions {
        method: if boxes { Method::Psn } else { method(&names.0, names.2)? },
        friction: law(&names.1)?,
        tolerance,
        iterations,
    };
    let (indptr, indices) = (index("indptr", &matrix.0)?, index("indices", &matrix.1)?);
    let a = Csc { indptr: &indptr, indices: &indices, data: matrix.2.as_slice()? };
    let began = Instant::now();
    let error = |e: stiction_solver::contact::ContactError| PyValueError::new_err(e.to_string());
    let problem = ContactProblem::new(a, g.as_slice()?, mu.as_slice()?).map_err(error)?;
    let limit = max_seconds.map(|s| Duration::try_from_secs_f64(s).unwrap_or(Duration::MAX));
    let (answer, outer_residual) = py
        .detach(|| {
            if boxes {
                solve_boxes(&problem, iterations, tolerance).map(|b| (b.solution, b.outer_residual))
            } else {
                let stop = &mut || limit.is_some_and(|l| began.elapsed() >= l);
                solve(&problem, &options, stop).map(|s| (s, 0.0))
            }
        })
        .map_err(error)?;
    let r = answer.residuals;
    Ok(ContactResult {
        impulse: PyArray1::from_vec(py, answer.impulse).unbind(),
        velocity: PyArray1::from_vec(py, answer.velocity).unbind(),
        status: match (answer.status, answer.end) {
            (Status::Solved, _) => "converged",
            (Status::NotFinite, _) => "not_finite",
            (_, End::MaxIterations) => "max_iterations",
            _ => "inexact",
        }
        .into(),
        converged: answer.status == Status::Solved,
        iterations: answer.iterations,
        rung: answer.rung,
        residual: if options.friction == Friction::Coulomb { r.coulomb } else { r.convex },
        residual_convex: r.convex,
        residual_coulomb: r.coulomb,
        approach: r.approach,
        cone_excess: r.cone_excess,
        complementarity: r.complementarity,
        outer_residual,
        dissipation: r.dissipation,
        seconds: began.elapsed().as_secs_f64(),
    })
}

pub fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_class::<ContactResult>()?;
    m.add_function(wrap_pyfunction!(solve_contact_csc, m)?)
}

//! Exceptions, and diagnostics as Python objects.

use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyValueError};
pub use pyo3::panic::PanicException as InternalError;
use pyo3::prelude::*;
use pyo3::types::PyType;
use stiction_model::diag::{Diagnostics, Severity};

create_exception!(stiction.mujoco, FatalError, PyException, "A call that MuJoCo's engine would refuse.");
create_exception!(stiction.mujoco, UnexpectedError, PyException, "An internal error.");
create_exception!(
    stiction,
    ModelError,
    PyValueError,
    "A model that cannot be loaded. `diagnostics` lists every problem with its place and a hint."
);

/// One problem of a model.
#[pyclass(frozen, get_all, module = "stiction")]
pub struct Diagnostic {
    /// `"error"` or `"warning"`.
    severity: &'static str,
    /// What is wrong.
    message: String,
    /// The element concerned.
    element: String,
    /// What to do about it.
    hint: Option<String>,
    /// File.
    file: Option<String>,
    /// Line, from 1.
    line: Option<u32>,
    /// Column, from 1.
    column: Option<u32>,
}

#[pymethods]
impl Diagnostic {
    fn __str__(&self) -> String {
        let mut out = String::new();
        if let Some(file) = &self.file {
            out.push_str(&format!("{file}:{}:{}: ", self.line.unwrap_or(0), self.column.unwrap_or(0)));
        }
        out.push_str(self.severity);
        out.push_str(": ");
        if !self.element.is_empty() {
            out.push_str(&format!("{}: ", self.element));
        }
        out.push_str(&self.message);
        if let Some(hint) = &self.hint {
            out.push_str(&format!(" (hint: {hint})"));
        }
        out
    }
    fn __repr__(&self) -> String {
        format!("<Diagnostic {}>", self.__str__())
    }
}

/// The problems as Python objects.
pub fn list(d: &Diagnostics) -> Vec<Diagnostic> {
    d.list
        .iter()
        .map(|p| Diagnostic {
            severity: if p.severity == Severity::Error { "error" } else { "warning" },
            message: p.message.clone(),
            element: p.element.clone(),
            hint: p.hint.clone(),
            file: p.loc.and_then(|l| d.sources.get(l.file as usize)).map(|s| s.name.clone()),
            line: p.loc.map(|l| l.line),
            column: p.loc.map(|l| l.col),
        })
        .collect()
}

/// The exception of a model that does not load.
pub fn model_error(py: Python<'_>, d: &Diagnostics) -> PyErr {
    let err = ModelError::new_err(d.to_string());
    let attached = err.value(py).setattr("diagnostics", list(d));
    attached.err().unwrap_or(err)
}

/// What every entry raises when Rust panics: one boundary for all functions, constructors, properties and pickles. Its base is
/// `Exception`, so that programs which handle errors handle a defect of the engine too.
fn internal_error(py: Python<'_>) -> PyResult<Bound<'_, PyType>> {
    let class = py.get_type::<InternalError>();
    class.setattr("__bases__", (py.get_type::<PyException>(),))?;
    class.setattr("__name__", "InternalError")?;
    class.setattr("__qualname__", "InternalError")?;
    class.setattr("__module__", "stiction")?;
    class.setattr(
        "__doc__",
        "A defect of the engine. The state is as it was before the call; please report it.",
    )?;
    Ok(class)
}

/// Adds the exceptions to a module.
pub fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = m.py();
    m.add("FatalError", py.get_type::<FatalError>())?;
    m.add("UnexpectedError", py.get_type::<UnexpectedError>())?;
    m.add("ModelError", py.get_type::<ModelError>())?;
    m.add("InternalError", internal_error(py)?)?;
    m.add_class::<Diagnostic>()
}

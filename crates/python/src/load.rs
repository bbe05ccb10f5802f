//! Reading models: paths, text and dictionaries of assets become a compiled [`Model`]; problems become exceptions.

use pyo3::exceptions::PyNotImplementedError;
use pyo3::prelude::*;
use std::path::PathBuf;
use stiction_model::Model;

/// The model in a file.
pub fn from_path(_py: Python<'_>, _path: PathBuf, _assets: Option<&Bound<'_, PyAny>>) -> PyResult<Model> {
    Err(PyNotImplementedError::new_err("loading"))
}

/// The model in a text.
pub fn from_text(
    _py: Python<'_>,
    _xml: &Bound<'_, PyAny>,
    _assets: Option<&Bound<'_, PyAny>>,
) -> PyResult<Model> {
    Err(PyNotImplementedError::new_err("loading"))
}

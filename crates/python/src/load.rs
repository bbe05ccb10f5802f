//! Reading models: paths, text and dictionaries of assets become a compiled model; problems become exceptions.

use crate::callbacks::{self, Slot};
use crate::errors::model_error;
use crate::model::{Origin, Source};
use pyo3::exceptions::{PyTypeError, PyUserWarning, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyMapping, PyString};
use std::path::PathBuf;
use stiction::mjcf::files::{DiskAssets, Fallback, MemoryAssets};
use stiction::{Assets, Diagnostics, Loaded, Model};

/// Files of a dictionary {name: bytes}.
pub fn memory(assets: Option<&Bound<'_, PyAny>>) -> PyResult<MemoryAssets> {
    let mut files = MemoryAssets::new();
    let Some(given) = assets else { return Ok(files) };
    let items = match given.cast::<PyMapping>() {
        Ok(map) => map.items()?,
        Err(_) => return Err(PyTypeError::new_err("assets must be a mapping from file names to bytes")),
    };
    for item in items.iter() {
        let (name, data): (String, Bound<'_, PyAny>) = item.extract()?;
        if let Ok(bytes) = data.cast::<PyBytes>() {
            files.insert(&name, bytes.as_bytes());
        } else if let Ok(text) = data.cast::<PyString>() {
            files.insert(&name, text.to_str()?.as_bytes());
        } else {
            files.insert(&name, data.extract::<Vec<u8>>()?);
        }
    }
    Ok(files)
}

/// The files given, as assets or as a virtual folder.
pub fn one_of<'a, 'py>(
    assets: Option<&'a Bound<'py, PyAny>>,
    vfs: Option<&'a Bound<'py, PyAny>>,
) -> PyResult<Option<&'a Bound<'py, PyAny>>> {
    if assets.is_some() && vfs.is_some() {
        return Err(PyValueError::new_err("files are given as assets or as vfs, not both"));
    }
    Ok(assets.or(vfs))
}

/// Files for a loader of models, where a file's name counts without its folders: two of one name are an error, as in MuJoCo.
fn unrepeated(assets: Option<&Bound<'_, PyAny>>) -> PyResult<MemoryAssets> {
    let files = memory(assets)?;
    let mut names: Vec<&str> = files.names().filter_map(|n| n.rsplit(['/', '\\']).next()).collect();
    names.sort_unstable();
    if let Some(twice) = names.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(PyValueError::new_err(format!("Repeated file name in assets: '{}'", twice[0])));
    }
    Ok(files)
}

/// The model and its spec, or the exception; warnings are told to Python.
fn finish(py: Python<'_>, result: Result<Loaded, Diagnostics>) -> PyResult<(Model, Source)> {
    let loaded = result.map_err(|d| model_error(py, &d))?;
    for line in loaded.warnings.to_string().lines() {
        match callbacks::get(py, Slot::Warning) {
            Some(f) => drop(f.call1(py, (line,))?),
            None => {
                let text = std::ffi::CString::new(line.replace('\0', " ")).unwrap_or_default();
                PyErr::warn(py, &py.get_type::<PyUserWarning>(), &text, 1)?;
            }
        }
    }
    let origin = Origin::new(loaded.simpler.unwrap_or(loaded.spec), &loaded.model);
    Ok((loaded.model, Some(origin)))
}

/// The model in a file.
pub fn from_path(
    py: Python<'_>,
    path: PathBuf,
    assets: Option<&Bound<'_, PyAny>>,
) -> PyResult<(Model, Source)> {
    let files = unrepeated(assets)?;
    let result = py.detach(move || {
        if files.names().next().is_none() {
            return stiction::load_path(&path);
        }
        let disk = DiskAssets::new(path.parent().unwrap_or(&PathBuf::new()));
        let both = Fallback(&files, &disk);
        let name = path.file_name().map_or(String::new(), |n| n.to_string_lossy().into_owned());
        match both.load(&name) {
            Ok(bytes) => stiction::load_string(&String::from_utf8_lossy(&bytes), &both),
            Err(_) => stiction::load_path(&path),
        }
    });
    finish(py, result)
}

/// The model in a text; files that are not among the assets are looked up from the current folder.
pub fn from_text(
    py: Python<'_>,
    xml: &Bound<'_, PyAny>,
    assets: Option<&Bound<'_, PyAny>>,
) -> PyResult<(Model, Source)> {
    let text = match xml.cast::<PyBytes>() {
        Ok(bytes) => String::from_utf8_lossy(bytes.as_bytes()).into_owned(),
        Err(_) => xml.extract::<String>()?,
    };
    let files = unrepeated(assets)?;
    let result = py.detach(move || stiction::load_string(&text, &Fallback(&files, &DiskAssets::new(""))));
    finish(py, result)
}

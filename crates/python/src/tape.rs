//! Recordings of runs, as pages and as exact states: what `stiction.viewer.record`, `report` and `replay` are made of.

use crate::callbacks::fits;
use crate::data::MjData;
use crate::drawing::with_textures;
use crate::load::memory;
use crate::model::MjModel;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::BufWriter;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};
use stiction::LoadOptions;
use stiction::mjcf::files::{DiskAssets, Fallback};
use stiction_model::Model;
use stiction_model::fields::NumbersMut;
use stiction_record::{Bundle, Recorder, Recording};
use stiction_viewer::Player;
use stiction_viewer::film::Film;

/// Frames of a run, taken at a rate per simulated second.
#[pyclass(frozen, module = "stiction._native")]
pub struct Tape {
    model: Py<MjModel>,
    film: Mutex<Film>,
}

impl Tape {
    fn film(&self) -> MutexGuard<'_, Film> {
        self.film.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Tape {
    #[new]
    #[pyo3(signature = (model, rate = 60.0, frames = 36000))]
    fn new(model: &Bound<'_, MjModel>, rate: f64, frames: usize) -> PyResult<Self> {
        if !(rate > 0.0 && rate.is_finite()) {
            return Err(PyValueError::new_err("the rate is a positive number of frames per second"));
        }
        let film = Film::new(&with_textures(&*model.get().inner.model.read()?), rate, frames);
        Ok(Tape { model: model.clone().unbind(), film: Mutex::new(film) })
    }
    /// Takes a frame of the state if it is time for one; the state itself is not touched.
    fn push(&self, data: &Bound<'_, MjData>) -> PyResult<()> {
        fits(self.model.bind(data.py()), data)?;
        let model = data.get().model.bind(data.py()).get();
        data.get().complete(data.py())?;
        let (m, d) = (model.inner.model.read()?, data.get().inner.read()?);
        self.film().push(&m, &d);
        Ok(())
    }
    /// Times of the frames (s).
    #[getter]
    fn times(&self) -> Vec<f64> {
        self.film().times().to_vec()
    }
    fn __len__(&self) -> usize {
        self.film().len()
    }
    /// A page that replays the frames anywhere, offline.
    fn page(&self) -> String {
        self.film().page()
    }
    /// A page with facts (name, value), plots and the replay.
    fn report(&self, title: &str, facts: Vec<(String, String)>) -> String {
        self.film().report(title, &facts)
    }
}

/// The page of a recording (`.stic`): frames at 60 per second.
#[pyfunction]
fn replay_page(bytes: Vec<u8>) -> PyResult<String> {
    let wrong = PyValueError::new_err::<String>;
    let mut recording = Recording::read(bytes).map_err(wrong)?;
    let m = Player::model_of(&recording).map_err(|d| wrong(d.to_string()))?;
    let mut d = stiction_sim::Data::new(&m);
    let mut film = Film::new(&m, 60.0, usize::MAX);
    for i in 0..recording.times(&m).map_err(wrong)?.len() {
        recording.load(&m, &mut d, i).map_err(wrong)?;
        film.push(&m, &d);
    }
    Ok(film.page())
}

/// Simulates a recording again and compares every bit: how many states, and number and time (s) of the first that differs.
#[pyfunction]
fn verify_recording(bytes: Vec<u8>) -> PyResult<(usize, Option<(usize, f64)>)> {
    let wrong = PyValueError::new_err::<String>;
    let mut recording = Recording::read(bytes).map_err(wrong)?;
    let m = Player::model_of(&recording).map_err(|d| wrong(d.to_string()))?;
    let verdict = recording.verify(&m).map_err(wrong)?;
    Ok((verdict.compared, verdict.first))
}

/// The bits of every number of a model, by field.
fn bits(m: &mut Model) -> BTreeMap<&'static str, Vec<u64>> {
    let mut out = BTreeMap::new();
    m.each_mut(&mut |name, _, numbers| {
        let words = match numbers {
            NumbersMut::F64(x) => x.iter().map(|v| v.to_bits()).collect(),
            NumbersMut::F32(x) => x.iter().map(|v| u64::from(v.to_bits())).collect(),
            NumbersMut::I32(x) => x.iter().map(|v| *v as u64).collect(),
            NumbersMut::I64(x) => x.iter().map(|v| *v as u64).collect(),
            NumbersMut::U8(x) => x.iter().map(|v| u64::from(*v)).collect(),
            NumbersMut::Bool(x) => x.iter().map(|v| u64::from(*v)).collect(),
        };
        // where files lay is no part of the physics
        if !name.ends_with("pathadr") {
            out.insert(name, words);
        }
    });
    out
}

/// The first thing in which two models differ.
fn difference(a: &Model, b: &Model) -> Option<String> {
    if a.opt != b.opt || a.stiction != b.stiction {
        return Some("opt".into());
    }
    let (x, y) = (bits(&mut a.clone()), bits(&mut b.clone()));
    x.iter().find(|(k, v)| y.get(*k) != Some(v)).map(|(k, _)| (*k).to_owned())
}

/// Every state of a run on its way into a file (`.stic`), exactly, behind the model's own file.
#[pyclass(frozen, module = "stiction._native")]
pub struct StateTape {
    model: Py<MjModel>,
    to: Mutex<Option<Recorder<BufWriter<File>>>>,
}

impl StateTape {
    fn lock(&self) -> MutexGuard<'_, Option<Recorder<BufWriter<File>>>> {
        self.to.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl StateTape {
    /// Begins a file. `xml` is the model as text, `assets` and `folder` have the files that it names; what they give must be the model.
    #[new]
    #[pyo3(signature = (model, path, xml, assets = None, folder = PathBuf::new()))]
    fn new(
        model: &Bound<'_, MjModel>,
        path: PathBuf,
        xml: String,
        assets: Option<&Bound<'_, PyAny>>,
        folder: PathBuf,
    ) -> PyResult<Self> {
        let m = model.get().inner.model.read()?;
        let (given, disk) = (memory(assets)?, DiskAssets::new(&folder));
        let options = LoadOptions { permissive: true, textures: true, ..LoadOptions::default() };
        let files = Fallback(&given, &disk);
        let (mut loaded, bundle) =
            Bundle::keeping("model.xml", xml.into_bytes(), &files, &options).map_err(|d| {
                PyValueError::new_err(format!("the model cannot be written into the recording: {d}"))
            })?;
        if m.tex.adr.contains(&-1) {
            // the recording holds what the model has by reference
            loaded.model.tex = m.tex.clone();
        }
        if let Some(field) = difference(&m, &loaded.model) {
            let why = "the model cannot be written into the recording: its file would give another";
            return Err(PyValueError::new_err(format!("{why} {field}")));
        }
        let file = File::create(&path)?;
        let to = Recorder::new(BufWriter::new(file), &m, &bundle, "")?;
        Ok(StateTape { model: model.clone().unbind(), to: Mutex::new(Some(to)) })
    }
    /// Adds the state of the data.
    fn push(&self, data: &Bound<'_, MjData>) -> PyResult<()> {
        fits(self.model.bind(data.py()), data)?;
        let model = data.get().model.bind(data.py()).get();
        let (m, d) = (model.inner.model.read()?, data.get().inner.read()?);
        match self.lock().as_mut() {
            Some(to) => Ok(to.push(&m, &d)?),
            None => Err(PyValueError::new_err("the recording is closed")),
        }
    }
    /// Ends the file.
    fn close(&self) -> PyResult<()> {
        let to = self.lock().take();
        Ok(to.map_or(Ok(()), |t| t.finish(None))?)
    }
}

/// Adds the classes and the functions to a module.
pub fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_function(wrap_pyfunction!(replay_page, m)?)?;
    m.add_function(wrap_pyfunction!(verify_recording, m)?)?;
    m.add_class::<StateTape>()?;
    m.add_class::<Tape>()
}

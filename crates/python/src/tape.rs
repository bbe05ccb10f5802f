//! Recordings of runs as pages: what `stiction.viewer.record`, `report` and `replay` are made of.

use crate::data::MjData;
use crate::model::MjModel;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::sync::{Mutex, MutexGuard, PoisonError};
use stiction_record::Recording;
use stiction_viewer::Player;
use stiction_viewer::film::Film;

/// Frames of a run, taken at a rate per simulated second.
#[pyclass(frozen, module = "stiction._native")]
pub struct Tape {
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
        let film = Film::new(&*model.get().inner.model.read()?, rate, frames);
        Ok(Tape { film: Mutex::new(film) })
    }
    /// Takes a frame of the state if it is time for one; the state itself is not touched.
    fn push(&self, data: &Bound<'_, MjData>) -> PyResult<()> {
        let model = data.get().model.bind(data.py()).get();
        data.get().complete(data.py())?;
        let (m, d) = (model.inner.model.read()?, data.get().inner.read()?);
        self.film().push(&m, &d);
        Ok(())
    }
    /// Times of the frames [s].
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

/// Adds the class and the function to a module.
pub fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_function(wrap_pyfunction!(replay_page, m)?)?;
    m.add_class::<Tape>()
}

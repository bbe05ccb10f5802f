//! Force laws of a world that are written in Python.

use crate::user::{Where, fault};
use crate::views::Input;
use pyo3::prelude::*;
use stiction_constraint::user::At;
use stiction_sim::world::{BodyId, ForceLaw};
use stiction_spatial::{Force, Vec3};

/// A function of where its bodies are, as a force law of the engine.
pub struct PyForce {
    place: Py<Where>,
    bodies: Vec<BodyId>,
    forces: Py<PyAny>,
    energy: Option<Py<PyAny>>,
}

impl PyForce {
    /// The law of these bodies.
    pub fn new(
        py: Python<'_>,
        bodies: Vec<BodyId>,
        forces: Py<PyAny>,
        energy: Option<Py<PyAny>>,
    ) -> PyResult<Self> {
        let place = Py::new(py, Where::new(py, bodies.len(), 0))?;
        Ok(PyForce { place, bodies, forces, energy })
    }
}

impl ForceLaw for PyForce {
    fn bodies(&self) -> &[BodyId] {
        &self.bodies
    }
    fn forces(&self, at: &At<'_>, out: &mut [Force]) -> Result<(), String> {
        Python::attach(|py| {
            let told = || -> PyResult<Vec<f64>> {
                self.place.get().set(py, at)?;
                let answer = self.forces.bind(py).call1((self.place.bind(py),))?;
                Ok(Input::<f64>::of(&answer)?.data)
            };
            let told = told().map_err(|e| fault(py, "the force", e).0)?;
            if told.len() != 6 * out.len() || told.iter().any(|x| !x.is_finite()) {
                let needs = 6 * out.len();
                return Err(format!(
                    "it must give {needs} finite numbers, force and torque of each body, not {told:?}"
                ));
            }
            for (f, x) in out.iter_mut().zip(told.chunks_exact(6)) {
                *f = Force::new(Vec3([x[3], x[4], x[5]]), Vec3([x[0], x[1], x[2]]));
            }
            Ok(())
        })
    }
    fn energy(&self, at: &At<'_>) -> f64 {
        let Some(energy) = &self.energy else { return 0.0 };
        Python::attach(|py| {
            let told =
                || self.place.get().set(py, at).and_then(|()| energy.call1(py, (&self.place,))?.extract(py));
            told().unwrap_or(f64::NAN)
        })
    }
}

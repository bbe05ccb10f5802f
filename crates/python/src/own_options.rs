//! `model.stiction`: our own options (contact law, friction model, solver, restitution) as attributes.

use crate::model::Inner;
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use std::sync::Arc;
use stiction_model::stiction::{Problem, Stiction};

/// Our own options of a model, read and written in the words of the custom text `stiction`.
#[pyclass(frozen, name = "StictionOptions", module = "stiction")]
pub struct StictionOptions {
    inner: Arc<Inner>,
}

fn refuse(p: Problem) -> PyErr {
    let hint = if p.hint.is_empty() { String::new() } else { format!(" (hint: {})", p.hint) };
    PyValueError::new_err(p.message + &hint)
}

impl StictionOptions {
    /// The options of a model.
    pub fn of(inner: &Arc<Inner>) -> Self {
        StictionOptions { inner: inner.clone() }
    }
    fn get<T>(&self, of: impl Fn(&Stiction) -> T) -> PyResult<T> {
        Ok(of(&self.inner.model.read()?.stiction))
    }
    fn put(&self, key: &str, value: &str) -> PyResult<()> {
        self.inner.model.write()?.stiction.set(key, value).map_err(refuse)
    }
}

#[pymethods]
impl StictionOptions {
    /// Contact law: `soft` or `hard`.
    #[getter]
    fn contact(&self) -> PyResult<&'static str> {
        self.get(|s| s.contact.word())
    }
    #[setter]
    fn set_contact(&self, value: &str) -> PyResult<()> {
        self.put("contact", value)
    }
    /// Friction model: `convex` or `coulomb`.
    #[getter]
    fn friction(&self) -> PyResult<&'static str> {
        self.get(|s| s.friction.word())
    }
    #[setter]
    fn set_friction(&self, value: &str) -> PyResult<()> {
        self.put("friction", value)
    }
    /// Solver, or None for the usual one.
    #[getter]
    fn solver(&self) -> PyResult<Option<&'static str>> {
        self.get(|s| s.solver.map(|x| x.word()))
    }
    #[setter]
    fn set_solver(&self, value: Option<&str>) -> PyResult<()> {
        if let Some(v) = value {
            return self.put("solver", v);
        }
        self.inner.model.write()?.stiction.solver = None;
        Ok(())
    }
    /// True if the hard law overrides `opt.integrator` (preset `exact`).
    #[getter]
    fn own_integrator(&self) -> PyResult<bool> {
        self.get(|s| s.own_integrator)
    }
    #[setter]
    fn set_own_integrator(&self, value: bool) -> PyResult<()> {
        self.inner.model.write()?.stiction.own_integrator = value;
        Ok(())
    }
    /// Whether another solver takes over when the residual stays above the tolerance.
    #[getter]
    fn strict(&self) -> PyResult<bool> {
        self.get(|s| s.strict)
    }
    #[setter]
    fn set_strict(&self, value: bool) -> PyResult<()> {
        self.inner.model.write()?.stiction.strict = value;
        Ok(())
    }
    /// Penetration that the position pass leaves, m.
    #[getter]
    fn slop(&self) -> PyResult<f64> {
        self.get(|s| s.slop)
    }
    #[setter]
    fn set_slop(&self, value: f64) -> PyResult<()> {
        self.put("slop", &value.to_string())
    }
    /// Approach speed below which nothing rebounds, m/s; None: four times gravity times the step.
    #[getter]
    fn rest_velocity(&self) -> PyResult<Option<f64>> {
        self.get(|s| s.rest_velocity)
    }
    #[setter]
    fn set_rest_velocity(&self, value: Option<f64>) -> PyResult<()> {
        if let Some(v) = value {
            return self.put("rest_velocity", &v.to_string());
        }
        self.inner.model.write()?.stiction.rest_velocity = None;
        Ok(())
    }
    /// Relaxation factor of `pgs`.
    #[getter]
    fn omega(&self) -> PyResult<f64> {
        self.get(|s| s.omega)
    }
    #[setter]
    fn set_omega(&self, value: f64) -> PyResult<()> {
        self.put("omega", &value.to_string())
    }
    /// Solver for islands that did not converge: `pgs` or None.
    #[getter]
    fn fallback(&self) -> PyResult<Option<&'static str>> {
        self.get(|s| s.fallback.map(|x| x.word()))
    }
    #[setter]
    fn set_fallback(&self, value: Option<&str>) -> PyResult<()> {
        self.put("fallback", value.unwrap_or("none"))
    }
    /// Residual at which the exact solvers stop, or None for their default.
    #[getter]
    fn tolerance(&self) -> PyResult<Option<f64>> {
        self.get(|s| s.tolerance)
    }
    #[setter]
    fn set_tolerance(&self, value: Option<f64>) -> PyResult<()> {
        if let Some(v) = value {
            return self.put("tolerance", &v.to_string());
        }
        self.inner.model.write()?.stiction.tolerance = None;
        Ok(())
    }
    /// Time that a tree must be at rest before it falls asleep, s; None: ten steps.
    #[getter]
    fn sleep_time(&self) -> PyResult<Option<f64>> {
        self.get(|s| s.sleep_time)
    }
    #[setter]
    fn set_sleep_time(&self, value: Option<f64>) -> PyResult<()> {
        self.put("sleep_time", &value.map_or_else(|| "none".into(), |v| v.to_string()))
    }
    /// How impacts are shared among bodies that touch: `newton` (at once) or `sequential` (pair after pair).
    #[getter]
    fn impact(&self) -> PyResult<&'static str> {
        self.get(|s| s.impact.word())
    }
    #[setter]
    fn set_impact(&self, value: &str) -> PyResult<()> {
        self.put("impact", value)
    }
    /// Error of positions that a part of a hard step may have, m and rad: steps divide themselves until it holds. None: they do not.
    #[getter]
    fn accuracy(&self) -> PyResult<Option<f64>> {
        self.get(|s| s.accuracy)
    }
    #[setter]
    fn set_accuracy(&self, value: Option<f64>) -> PyResult<()> {
        self.put("accuracy", &value.map_or("none".to_owned(), |v| v.to_string()))
    }
    /// The edition of the physics that is asked for; None: that of the package (`stiction.EDITION`).
    #[getter]
    fn edition(&self) -> PyResult<Option<u16>> {
        self.get(|s| s.edition)
    }
    #[setter]
    fn set_edition(&self, value: Option<u16>) -> PyResult<()> {
        if let Some(e) = value {
            return self.put("edition", &e.to_string());
        }
        self.inner.model.write()?.stiction.edition = None;
        Ok(())
    }
    /// Radius of the disc over which contacts of every geom press evenly, m; 0 where they are points.
    #[getter]
    fn patch(&self) -> PyResult<Vec<f64>> {
        self.get(|s| s.patch.clone())
    }
    /// Gives a geom the radius of the disc over which its contacts press evenly, m; 0: a point.
    fn set_patch(&self, geom: usize, value: f64) -> PyResult<()> {
        if !(0.0..=1e10).contains(&value) {
            return Err(PyValueError::new_err(format!("patch must be a radius, not {value}")));
        }
        let mut m = self.inner.model.write()?;
        let n = m.size.ngeom;
        m.stiction.patch.resize(n, 0.0);
        let r = m.stiction.patch.get_mut(geom);
        *r.ok_or_else(|| PyIndexError::new_err(format!("there is no geom {geom}")))? = value;
        Ok(())
    }
    /// Coefficient of restitution of every geom; negative where none is given.
    #[getter]
    fn restitution(&self) -> PyResult<Vec<f64>> {
        self.get(|s| s.restitution.clone())
    }
    /// Gives a geom its coefficient of restitution, 0 to 1; a negative value takes it away.
    fn set_restitution(&self, geom: usize, value: f64) -> PyResult<()> {
        if value.is_nan() || value > 1.0 {
            return Err(PyValueError::new_err(format!("restitution must be between 0 and 1, not {value}")));
        }
        let mut m = self.inner.model.write()?;
        let n = m.size.ngeom;
        m.stiction.restitution.resize(n, -1.0);
        let e = m.stiction.restitution.get_mut(geom);
        *e.ok_or_else(|| PyIndexError::new_err(format!("there is no geom {geom}")))? = value;
        Ok(())
    }
    /// Hard contact, Coulomb friction, solver `psn`, with the hard step's own integrator.
    fn exact(&self) -> PyResult<()> {
        self.inner.model.write()?.stiction.exact();
        Ok(())
    }
    /// Applies `key=value` words as in the custom text.
    fn apply(&self, text: &str) -> PyResult<()> {
        let mut copy = self.inner.model.read()?.stiction.clone();
        match copy.apply(text).into_iter().next() {
            Some(p) => Err(refuse(p)),
            None => {
                self.inner.model.write()?.stiction = copy;
                Ok(())
            }
        }
    }
    fn __repr__(&self) -> PyResult<String> {
        self.get(|s| format!("<StictionOptions {}>", s.to_text()))
    }
}

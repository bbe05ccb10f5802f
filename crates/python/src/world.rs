//! `stiction.World`: bodies that come and go, from Python.

use crate::args::In;
use crate::data::MjData;
use crate::errors::model_error;
use crate::model::MjModel;
use crate::native::{self, StepReport};
use crate::user::{self, ConstraintHandle};
use crate::world_force::PyForce;
use crate::world_shape::shape_of;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::{Mutex, MutexGuard, TryLockError};
use std::time::{Duration, Instant};
use stiction::WorldExt;
use stiction_sim::world::{
    BodyDesc, BodyId, Join, ModelId, Motion, Shape, Snapshot, Spring, Touch, World as Inner, WorldError,
};
use stiction_spatial::{Pose, Quat, Vec3};

/// A body of a world.
#[pyclass(frozen, eq, hash, ord, module = "stiction")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct WorldBody(BodyId);

#[pymethods]
impl WorldBody {
    /// Number of its slot.
    #[getter]
    fn index(&self) -> usize {
        self.0.index()
    }
    fn __repr__(&self) -> String {
        format!("<WorldBody {}>", self.0.index())
    }
}

/// A model in a world.
#[pyclass(frozen, eq, hash, module = "stiction")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct WorldModel(ModelId);

/// A copy of a world to come back to.
#[pyclass(frozen, module = "stiction")]
pub struct WorldSnapshot(Snapshot);

/// A world of bodies that come and go. Structural changes are queued and done at the next step.
#[pyclass(frozen, module = "stiction")]
pub struct World(Mutex<Inner>);

/// Steps that are taken before signals (Ctrl-C) are looked at again take so long.
const BETWEEN_SIGNALS: Duration = Duration::from_millis(50);

type Triple = (f64, f64, f64);

fn triple(v: Vec3) -> Triple {
    (v[0], v[1], v[2])
}

impl World {
    /// The world for one call. Nobody waits: the one who has it may need the interpreter, or be this thread's own step whose constraint asks.
    fn lock(&self) -> PyResult<MutexGuard<'_, Inner>> {
        match self.0.try_lock() {
            Ok(w) => Ok(w),
            Err(TryLockError::Poisoned(w)) => Ok(w.into_inner()),
            Err(TryLockError::WouldBlock) => Err(PyRuntimeError::new_err(
                "the world is in use: by another thread, or by the step that calls this constraint",
            )),
        }
    }
    /// The Python exception of a world's error.
    fn raise(py: Python<'_>, w: &Inner, e: &WorldError) -> PyErr {
        match (e, w.data().constraints.error()) {
            (WorldError::Step(_), Some(c)) => user::error(py, c),
            (WorldError::Step(e), None) => native::raise(py, e),
            (WorldError::Force(what), _) => user::refused(py, "Force", &e.to_string(), "force law", what),
            (WorldError::Compile(_), _) => PyRuntimeError::new_err(e.to_string()),
            _ => PyValueError::new_err(e.to_string()),
        }
    }
    /// Puts a model into the world by one of the façade's ways.
    fn put(
        &self,
        py: Python<'_>,
        how: impl FnOnce(&mut Inner) -> Result<ModelId, stiction::Error> + Send,
    ) -> PyResult<WorldModel> {
        py.detach(|| {
            how(&mut *self.lock()?).map(WorldModel).map_err(|e| match e {
                stiction::Error::Model(d) => Python::attach(|py| model_error(py, &d)),
                e => PyRuntimeError::new_err(e.to_string()),
            })
        })
    }
    fn with<R>(
        &self,
        py: Python<'_>,
        f: impl FnOnce(&mut Inner) -> Result<R, WorldError> + Send,
    ) -> PyResult<R>
    where
        R: Send,
    {
        py.detach(|| {
            let mut w = self.lock()?;
            f(&mut w).map_err(|e| Python::attach(|py| Self::raise(py, &w, &e)))
        })
    }
}

#[pymethods]
impl World {
    /// An empty world.
    #[new]
    #[pyo3(signature = (gravity=In([0.0, 0.0, -9.81])))]
    fn new(gravity: In<3>) -> PyResult<Self> {
        let w = Inner::new(Vec3(gravity.0)).map_err(|e| PyRuntimeError::new_err(e.to_string()))?;
        Ok(World(Mutex::new(w)))
    }
    /// Adds a body: `shape` is sphere, box, capsule, cylinder, ellipsoid, hull (size: points), plane (environment only), compound (size: a
    /// list of (shape, size, pos, quat)), mesh (size: points and triangles; it collides by its triangles) or field (size: (half x, half y)
    /// and rows of heights, from −y to y; environment only).
    /// `environment=True` makes it immovable, with restitution 0.5 unless given; `kinematic=True` lets it move as `set_motion` tells;
    /// `sensor=True` lets others pass, and `events` tells who overlaps it. `groups` are the groups that it is in and those that it
    /// collides with, as bits.
    #[pyo3(signature = (shape, size=None, *, pos=In([0.0; 3]), quat=In([1.0, 0.0, 0.0, 0.0]), vel=In([0.0; 3]), angvel=In([0.0; 3]),
        mass=None, density=1000.0, restitution=None, friction=1.0, environment=false, kinematic=false, sensor=false, groups=(1, 1)))]
    #[allow(clippy::too_many_arguments)]
    fn spawn(
        &self,
        py: Python<'_>,
        shape: &str,
        size: Option<&Bound<'_, PyAny>>,
        pos: In<3>,
        quat: In<4>,
        vel: In<3>,
        angvel: In<3>,
        mass: Option<f64>,
        density: f64,
        restitution: Option<f64>,
        friction: f64,
        environment: bool,
        kinematic: bool,
        sensor: bool,
        groups: (u32, u32),
    ) -> PyResult<WorldBody> {
        let none = py.None().into_bound(py);
        let shape = shape_of(shape, size.unwrap_or(&none))?;
        let mut d = if environment || shape == Shape::Plane {
            BodyDesc::environment(shape)
        } else if kinematic || sensor {
            BodyDesc::kinematic(shape)
        } else {
            BodyDesc::dynamic(shape)
        };
        d.pose = Pose::new(Vec3(pos.0), Quat(quat.0).normalized());
        d.velocity = [Vec3(vel.0), Vec3(angvel.0)];
        (d.mass, d.density, d.friction) = (mass, density, friction);
        if restitution.is_some() {
            d.restitution = restitution;
        }
        debug_assert!(d.motion != Motion::Environment || d.restitution.is_some());
        (d.sensor, d.groups) = (sensor, [groups.0, groups.1]);
        self.with(py, |w| Ok(WorldBody(w.spawn(d))))
    }
    /// Puts the model of a file (MJCF or URDF) into the world, with all its bodies, joints, actuators and sensors.
    #[pyo3(signature = (path, *, pos=In([0.0; 3]), quat=In([1.0, 0.0, 0.0, 0.0])))]
    fn load(
        &self,
        py: Python<'_>,
        path: std::path::PathBuf,
        pos: In<3>,
        quat: In<4>,
    ) -> PyResult<WorldModel> {
        let pose = Pose::new(Vec3(pos.0), Quat(quat.0).normalized());
        self.put(py, |w| w.load(path, pose))
    }
    /// The same from XML that names no other files.
    #[pyo3(signature = (xml, *, pos=In([0.0; 3]), quat=In([1.0, 0.0, 0.0, 0.0])))]
    fn parse(&self, py: Python<'_>, xml: &str, pos: In<3>, quat: In<4>) -> PyResult<WorldModel> {
        let pose = Pose::new(Vec3(pos.0), Quat(quat.0).normalized());
        self.put(py, |w| w.parse(xml, pose))
    }
    /// Removes a model with all its bodies at the next step.
    fn remove_model(&self, py: Python<'_>, model: &WorldModel) -> PyResult<()> {
        self.with(py, |w| w.remove_model(model.0))
    }
    /// A body of a model by its name.
    fn body_of(&self, py: Python<'_>, model: &WorldModel, name: &str) -> PyResult<WorldBody> {
        self.with(py, |w| w.body_of(model.0, name)).map(WorldBody)
    }
    /// All bodies of a model; the last one carries what its worldbody carried.
    fn bodies_of(&self, py: Python<'_>, model: &WorldModel) -> PyResult<Vec<WorldBody>> {
        let list = self.with(py, |w| w.bodies_of(model.0))?;
        Ok(list.into_iter().map(WorldBody).collect())
    }
    /// Coordinates of a joint.
    fn q(&self, py: Python<'_>, model: &WorldModel, joint: &str) -> PyResult<Vec<f64>> {
        self.with(py, |w| w.q(model.0, joint).map(<[f64]>::to_vec))
    }
    /// Speeds of a joint.
    fn v(&self, py: Python<'_>, model: &WorldModel, joint: &str) -> PyResult<Vec<f64>> {
        self.with(py, |w| w.v(model.0, joint).map(<[f64]>::to_vec))
    }
    /// Sets the coordinates of a joint.
    fn set_q(&self, py: Python<'_>, model: &WorldModel, joint: &str, q: Vec<f64>) -> PyResult<()> {
        self.with(py, |w| w.set_q(model.0, joint, &q))
    }
    /// Sets the speeds of a joint.
    fn set_v(&self, py: Python<'_>, model: &WorldModel, joint: &str, v: Vec<f64>) -> PyResult<()> {
        self.with(py, |w| w.set_v(model.0, joint, &v))
    }
    /// Sets the control of an actuator: a number, or as many as it takes.
    fn set_control(
        &self,
        py: Python<'_>,
        model: &WorldModel,
        actuator: &str,
        u: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let u: Vec<f64> = u.extract::<f64>().map(|x| vec![x]).or_else(|_| u.extract())?;
        self.with(py, |w| w.set_controls(model.0, actuator, &u))
    }
    /// What a sensor read in the last step.
    fn sensor(&self, py: Python<'_>, model: &WorldModel, sensor: &str) -> PyResult<Vec<f64>> {
        self.with(py, |w| w.sensor(model.0, sensor).map(<[f64]>::to_vec))
    }
    /// Puts a body somewhere else, with this velocity; a kinematic body has the velocity of the way from pose to pose.
    #[pyo3(signature = (body, pos, quat=In([1.0, 0.0, 0.0, 0.0]), *, vel=In([0.0; 3]), angvel=In([0.0; 3])))]
    fn set_motion(
        &self,
        py: Python<'_>,
        body: &WorldBody,
        pos: In<3>,
        quat: In<4>,
        vel: In<3>,
        angvel: In<3>,
    ) -> PyResult<()> {
        let pose = Pose::new(Vec3(pos.0), Quat(quat.0).normalized());
        self.with(py, |w| w.set_motion(body.0, pose, [Vec3(vel.0), Vec3(angvel.0)]))
    }
    /// A force (N) and torque (N·m) at a body's centre of mass that act until changed.
    #[pyo3(signature = (body, force, torque=In([0.0; 3])))]
    fn set_force(&self, py: Python<'_>, body: &WorldBody, force: In<3>, torque: In<3>) -> PyResult<()> {
        self.with(py, |w| w.set_force(body.0, Vec3(force.0), Vec3(torque.0)))
    }
    /// Potential and kinetic energy (J).
    fn energy(&self, py: Python<'_>) -> PyResult<(f64, f64)> {
        self.with(py, |w| w.energy().map(|[potential, kinetic]| (potential, kinetic)))
    }
    /// Where a shape first touches a body when it is moved along `motion` without turning: (body, fraction of the motion, point, normal
    /// towards the body), or None.
    #[pyo3(signature = (shape, size, motion, *, pos=In([0.0; 3]), quat=In([1.0, 0.0, 0.0, 0.0])))]
    fn cast(
        &self,
        py: Python<'_>,
        shape: &str,
        size: &Bound<'_, PyAny>,
        motion: In<3>,
        pos: In<3>,
        quat: In<4>,
    ) -> PyResult<Option<(WorldBody, f64, Triple, Triple)>> {
        let shape = shape_of(shape, size)?;
        let pose = Pose::new(Vec3(pos.0), Quat(quat.0).normalized());
        let hit = self.with(py, |w| w.cast(shape, pose, Vec3(motion.0)))?;
        Ok(hit.map(|h| (WorldBody(h.body), h.fraction, triple(h.point), triple(h.normal))))
    }
    /// Removes a body at the next step, with the constraints that touch it.
    fn remove(&self, py: Python<'_>, body: &WorldBody) -> PyResult<()> {
        self.with(py, |w| w.remove(body.0))
    }
    /// Advances by `dt` seconds, `n` times. Returns True if the structure was compiled anew.
    #[pyo3(signature = (dt, n=1))]
    fn step(&self, py: Python<'_>, dt: f64, n: usize) -> PyResult<bool> {
        let (mut anew, mut left) = (false, n);
        while left > 0 {
            left = self.with(py, |w| {
                let start = Instant::now();
                while left > 0 && start.elapsed() < BETWEEN_SIGNALS {
                    anew |= w.step(dt)?.recompiled;
                    left -= 1;
                }
                Ok(left)
            })?;
            py.check_signals()?;
        }
        Ok(anew)
    }
    /// Does what is queued without a step. Returns True if the structure was compiled anew.
    fn flush(&self, py: Python<'_>) -> PyResult<bool> {
        self.with(py, Inner::flush)
    }
    /// What the last step tells about itself.
    #[getter]
    fn report(&self, py: Python<'_>) -> PyResult<StepReport> {
        self.with(py, |w| Ok(w.report())).map(Into::into)
    }
    /// A copy of the engine's model as it is now, e.g. to draw it.
    fn model(&self, py: Python<'_>) -> PyResult<Py<MjModel>> {
        let model = self.with(py, |w| w.flush().map(|_| w.model().clone()))?;
        MjModel::wrap(py, model, None)
    }
    /// A copy of the engine's data as it is now, with a copy of its model.
    fn data(&self, py: Python<'_>) -> PyResult<Py<MjData>> {
        let (model, data) = self.with(py, |w| w.refresh().map(|()| (w.model().clone(), w.data().clone())))?;
        MjData::wrap(py, MjModel::wrap(py, model, None)?, data)
    }
    /// Our own options in the words of the custom text `stiction`, e.g. "preset=exact accuracy=1e-4". What is written is changed, the rest stays.
    #[getter]
    fn options(&self) -> PyResult<String> {
        Ok(self.lock()?.model().stiction.to_text())
    }
    #[setter]
    fn set_options(&self, words: &str) -> PyResult<()> {
        let mut w = self.lock()?;
        let mut s = w.model().stiction.clone();
        let mut wrong: Vec<String> =
            s.apply(words).into_iter().map(|p| format!("{} ({})", p.message, p.hint)).collect();
        wrong.extend(s.undefined(&w.model().opt).map(|(why, hint)| format!("{why} ({hint})")));
        if !wrong.is_empty() {
            return Err(PyValueError::new_err(wrong.join("; ")));
        }
        w.model_mut().stiction = s;
        Ok(())
    }
    /// Gravity (m/s²).
    #[getter]
    fn gravity(&self) -> PyResult<Triple> {
        Ok(triple(self.lock()?.model().opt.gravity))
    }
    #[setter]
    fn set_gravity(&self, gravity: In<3>) -> PyResult<()> {
        self.lock()?.model_mut().opt.gravity = Vec3(gravity.0);
        Ok(())
    }
    /// Position and quaternion of a body.
    fn pose(&self, py: Python<'_>, body: &WorldBody) -> PyResult<(Triple, (f64, f64, f64, f64))> {
        let x = self.with(py, |w| w.pose(body.0))?;
        Ok((triple(x.pos), (x.quat[0], x.quat[1], x.quat[2], x.quat[3])))
    }
    /// Velocity and angular velocity of a body, world axes.
    fn velocity(&self, py: Python<'_>, body: &WorldBody) -> PyResult<(Triple, Triple)> {
        let v = self.with(py, |w| w.velocity(body.0))?;
        Ok((triple(v[0]), triple(v[1])))
    }
    /// Mass of a body (kg).
    fn mass(&self, py: Python<'_>, body: &WorldBody) -> PyResult<f64> {
        self.with(py, |w| w.mass(body.0))
    }
    /// A force (N) at a world point of a body, for the next step only.
    fn push(&self, py: Python<'_>, body: &WorldBody, force: In<3>, point: In<3>) -> PyResult<()> {
        self.with(py, |w| w.push(body.0, Vec3(force.0), Vec3(point.0)))
    }
    /// A spring between points of two bodies; without `b`, `to` is a point of the world. The number is for `remove_force`.
    #[pyo3(signature = (a, b=None, *, at=In([0.0; 3]), to=In([0.0; 3]), stiffness, length=0.0, damping=0.0))]
    #[allow(clippy::too_many_arguments)]
    fn spring(
        &self,
        py: Python<'_>,
        a: &WorldBody,
        b: Option<&WorldBody>,
        at: In<3>,
        to: In<3>,
        stiffness: f64,
        length: f64,
        damping: f64,
    ) -> PyResult<usize> {
        let bodies = [Some(a), b].into_iter().flatten().map(|x| x.0).collect();
        let law = Spring { bodies, from: Vec3(at.0), to: Vec3(to.0), stiffness, length, damping };
        self.with(py, |w| Ok(w.add_force(law)))
    }
    /// A force law: `forces(x)` gives force (N) and torque (N·m) on each of the bodies, at its frame's origin in world axes, n × 6, at the
    /// state that a step begins with; `x` has `pos`, `quat`, `mat`, `vel`, `angvel` and `time`, as for constraints. `energy(x)` (J), if
    /// given, counts in `energy()`. The number is for `remove_force`.
    #[pyo3(signature = (bodies, forces, *, energy=None))]
    fn add_force(
        &self,
        py: Python<'_>,
        bodies: Vec<Py<WorldBody>>,
        forces: Py<PyAny>,
        energy: Option<Py<PyAny>>,
    ) -> PyResult<usize> {
        let law = PyForce::new(py, bodies.iter().map(|b| b.get().0).collect(), forces, energy)?;
        self.with(py, |w| Ok(w.add_force(law)))
    }
    /// Removes a spring or another force law. False if it is not there.
    fn remove_force(&self, py: Python<'_>, number: usize) -> PyResult<bool> {
        self.with(py, |w| Ok(w.remove_force(number)))
    }
    /// Joins two bodies where they stand: kind is hinge, slider, weld or ball, about a world point and axis. None is the world.
    #[pyo3(signature = (kind, a, b, point, axis=In([0.0, 0.0, 1.0])))]
    fn join(
        &self,
        py: Python<'_>,
        kind: &str,
        a: Option<&WorldBody>,
        b: Option<&WorldBody>,
        point: In<3>,
        axis: In<3>,
    ) -> PyResult<ConstraintHandle> {
        let how = match kind {
            "hinge" => Join::Hinge,
            "slider" => Join::Slider,
            "weld" => Join::Weld,
            "ball" => Join::Ball,
            _ => {
                let wrong = format!("joint '{kind}' is not hinge, slider, weld or ball");
                return Err(PyValueError::new_err(wrong));
            }
        };
        let pair = [a, b].map(|x| x.map(|x| x.0));
        self.with(py, |w| w.join(how, pair, Vec3(point.0), Vec3(axis.0))).map(ConstraintHandle)
    }
    /// A rod of fixed length between the frames of two bodies. None is the world's origin.
    fn rod(
        &self,
        py: Python<'_>,
        a: Option<&WorldBody>,
        b: Option<&WorldBody>,
        length: f64,
    ) -> PyResult<ConstraintHandle> {
        let pair = [a, b].map(|x| x.map(|x| x.0));
        self.with(py, |w| w.rod(pair, length)).map(ConstraintHandle)
    }
    /// Adds a constraint written in Python (`stiction.Constraint`); its `bodies` are those of this world.
    fn add_constraint(&self, py: Python<'_>, constraint: &Bound<'_, PyAny>) -> PyResult<ConstraintHandle> {
        let bodies: Vec<Option<Py<WorldBody>>> = constraint.getattr("bodies")?.extract()?;
        let index = |b: &Option<Py<WorldBody>>| match b {
            Some(b) => self.with(py, |w| w.index(b.get().0)),
            None => Ok(0),
        };
        let ids = bodies.iter().map(index).collect::<PyResult<Vec<usize>>>()?;
        let c = crate::user_make::over_bodies(constraint, ids)?;
        self.with(py, |w| Ok(ConstraintHandle(w.add_constraint(c))))
    }
    /// Removes a constraint. False if it is not there.
    fn remove_constraint(&self, py: Python<'_>, handle: &ConstraintHandle) -> PyResult<bool> {
        self.with(py, |w| Ok(w.remove_constraint(handle.0)))
    }
    /// Constraints that touch a body.
    fn constraints_of(&self, py: Python<'_>, body: &WorldBody) -> PyResult<Vec<ConstraintHandle>> {
        let list = self.with(py, |w| w.constraints_of(body.0))?;
        Ok(list.into_iter().map(ConstraintHandle).collect())
    }
    /// Removes every constraint that touches a body.
    fn clear_constraints(&self, py: Python<'_>, body: &WorldBody) -> PyResult<()> {
        self.with(py, |w| w.clear_constraints(body.0))
    }
    /// Multipliers of a constraint in the last step; None if it was removed.
    fn constraint_force(&self, py: Python<'_>, handle: &ConstraintHandle) -> PyResult<Option<Vec<f64>>> {
        self.with(py, |w| Ok(w.constraint_force(handle.0)))
    }
    /// Contacts of the last step: dictionaries with bodies, position, normal, distance, force (on the second body).
    fn contacts<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let list = self.with(py, |w| Ok(w.contacts()))?;
        list.into_iter()
            .map(|c| {
                let d = PyDict::new(py);
                d.set_item("bodies", (WorldBody(c.bodies[0]), WorldBody(c.bodies[1])))?;
                d.set_item("position", triple(c.position))?;
                d.set_item("normal", triple(c.normal))?;
                d.set_item("distance", c.distance)?;
                d.set_item("force", triple(c.force))?;
                Ok(d)
            })
            .collect()
    }
    /// Contacts that began or ended in the last step: ("begin" or "end", body, body).
    fn events(&self, py: Python<'_>) -> PyResult<Vec<(&'static str, WorldBody, WorldBody)>> {
        let word = |t: Touch| if t == Touch::Begin { "begin" } else { "end" };
        self.with(py, |w| {
            let name = |e: &stiction_sim::world::Event| {
                (word(e.touch), WorldBody(e.bodies[0]), WorldBody(e.bodies[1]))
            };
            Ok(w.events().iter().map(name).collect())
        })
    }
    /// The first body on a ray: (body, distance in units of the direction, normal), or None.
    fn ray(
        &self,
        py: Python<'_>,
        origin: In<3>,
        direction: In<3>,
    ) -> PyResult<Option<(WorldBody, f64, Triple)>> {
        let hit = self.with(py, |w| w.ray(Vec3(origin.0), Vec3(direction.0)))?;
        Ok(hit.map(|h| (WorldBody(h.body), h.distance, triple(h.normal))))
    }
    /// A copy to come back to.
    fn snapshot(&self, py: Python<'_>) -> PyResult<WorldSnapshot> {
        self.with(py, |w| Ok(WorldSnapshot(w.snapshot())))
    }
    /// Back to a snapshot.
    fn restore(&self, py: Python<'_>, snapshot: &WorldSnapshot) -> PyResult<()> {
        self.with(py, |w| {
            w.restore(&snapshot.0);
            Ok(())
        })
    }
    /// Time (s).
    #[getter]
    fn time(&self) -> PyResult<f64> {
        Ok(self.lock()?.time())
    }
    fn __len__(&self) -> PyResult<usize> {
        Ok(self.lock()?.len())
    }
}

/// Adds the classes to a module.
pub fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_class::<WorldBody>()?;
    m.add_class::<WorldModel>()?;
    m.add_class::<WorldSnapshot>()?;
    m.add_class::<World>()
}

//! Forces of a world: springs, potentials by their energy alone, anything the user writes.
//!
//! spring      f = −k (|d| − L) n − c ḋ · n                                                                          (1)
//! potential   [f, τ] = −∂V/∂x over the twist directions, V by dual numbers                                            (2)
//!
//! Forces are taken at the state that a step begins with and held through it.

use super::World;
use super::body::BodyId;
use crate::data::Data;
use stiction_constraint::user::{At, Config, Constraint, Holonomic, Law, RowValues, Touches};
use stiction_spatial::{Force, Motion, Pose, Scalar, Vec3};

/// A force between bodies.
pub trait ForceLaw: Send + Sync {
    /// Bodies it acts on. A body that is gone switches the law off.
    fn bodies(&self) -> &[BodyId];
    /// Writes force and torque on every body, at its frame's origin, world axes.
    ///
    /// # Errors
    /// Why there is none; the step is then not taken.
    fn forces(&self, at: &At<'_>, out: &mut [Force]) -> Result<(), String>;
    /// Potential energy (J), if it has one.
    fn energy(&self, at: &At<'_>) -> f64 {
        let _ = at;
        0.0
    }
}

/// A spring with a damper between points of two bodies (or of one and the world), (1).
#[derive(Clone, Debug, PartialEq)]
pub struct Spring {
    /// One or two bodies.
    pub bodies: Vec<BodyId>,
    /// Point of the first body in its frame (m).
    pub from: Vec3,
    /// Point of the second body in its frame, or of the world (m).
    pub to: Vec3,
    /// Stiffness k (N/m).
    pub stiffness: f64,
    /// Rest length L (m).
    pub length: f64,
    /// Damping c [N·s/m].
    pub damping: f64,
}

impl Spring {
    /// Ends, arms and the vector between them.
    fn ends(&self, at: &At<'_>) -> ([Vec3; 2], Vec3, Vec3) {
        let two = at.poses.len() > 1;
        let arms = [at.arm(0, self.from), if two { at.arm(1, self.to) } else { Vec3::ZERO }];
        let end = if two { at.poses[1].pos + arms[1] } else { self.to };
        let moving = if two { at.velocity(1, arms[1]) } else { Vec3::ZERO };
        (arms, end - at.poses[0].pos - arms[0], moving - at.velocity(0, arms[0]))
    }
}

impl ForceLaw for Spring {
    fn bodies(&self) -> &[BodyId] {
        &self.bodies
    }
    fn forces(&self, at: &At<'_>, out: &mut [Force]) -> Result<(), String> {
        let (arms, d, rate) = self.ends(at);
        let (n, length) = d.normalized();
        let pull = n * (self.stiffness * (length - self.length) + self.damping * rate.dot(n));
        out[0] = Force::new(arms[0].cross(pull), pull);
        if let Some(second) = out.get_mut(1) {
            *second = Force::new(-arms[1].cross(pull), -pull);
        }
        Ok(())
    }
    fn energy(&self, at: &At<'_>) -> f64 {
        let stretch = self.ends(at).1.norm() - self.length;
        0.5 * self.stiffness * stretch * stretch
    }
}

/// A potential given by its energy alone, (2).
pub struct Potential<V> {
    bodies: Vec<BodyId>,
    field: Field<V>,
}

/// Energy as a function of poses: V as the C of a constraint, whose Jacobian is the gradient.
struct Field<V> {
    bodies: Vec<usize>,
    energy: V,
}

/// V(x) (J) over poses, written once for numbers and dual numbers.
pub trait Energy: Send + Sync {
    /// The energy.
    fn energy<T: Scalar>(&self, x: &Config<'_, T>) -> T;
}

impl<V: Energy> Potential<V> {
    /// A potential of these bodies.
    pub fn new(bodies: Vec<BodyId>, energy: V) -> Self {
        let list = (0..bodies.len()).collect();
        Potential { bodies, field: Field { bodies: list, energy } }
    }
}

impl<V: Energy> Holonomic for Field<V> {
    fn name(&self) -> &str {
        "potential"
    }
    fn touches(&self) -> Touches<'_> {
        Touches::Bodies(&self.bodies)
    }
    fn dim(&self) -> usize {
        1
    }
    fn law(&self) -> Law {
        Law::SOFT
    }
    fn c<T: Scalar>(&self, x: &Config<'_, T>, c: &mut [T]) {
        c[0] = self.energy.energy(x);
    }
}

impl<V: Energy> ForceLaw for Potential<V> {
    fn bodies(&self) -> &[BodyId] {
        &self.bodies
    }
    fn forces(&self, at: &At<'_>, out: &mut [Force]) -> Result<(), String> {
        let mut row = RowValues::default();
        row.evaluate(&self.field as &dyn Constraint, at).map_err(|e| e.to_string())?;
        for (f, c) in out.iter_mut().zip(row.row(0).chunks_exact(6)) {
            *f = Force::new(-Vec3([c[3], c[4], c[5]]), -Vec3([c[0], c[1], c[2]]));
        }
        Ok(())
    }
    fn energy(&self, at: &At<'_>) -> f64 {
        self.field.energy.energy(&Config { time: at.time, poses: at.poses, positions: &[] })
    }
}

/// Memory of force evaluation.
#[derive(Clone, Default)]
pub(super) struct ForceWork {
    poses: Vec<Pose>,
    twists: Vec<Motion>,
    out: Vec<Force>,
}

/// Where the bodies of a law are; false if one is not in the model.
fn gather(world: &World, law: &dyn ForceLaw, w: &mut ForceWork) -> bool {
    w.poses.clear();
    w.twists.clear();
    for &id in law.bodies() {
        let (Ok(pose), Ok([v, spin])) = (world.pose(id), world.velocity(id)) else { return false };
        w.poses.push(Pose::new(pose.pos, pose.quat.normalized()));
        w.twists.push(Motion::new(spin, v));
    }
    true
}

fn at<'a>(w: &'a ForceWork, d: &Data) -> At<'a> {
    At { time: d.time, poses: &w.poses, twists: &w.twists, positions: &[], velocities: &[] }
}

/// Writes xfrc_applied of all bodies.
pub(super) fn apply(world: &mut World, w: &mut ForceWork) -> Result<(), String> {
    for (k, s) in world.slots.iter_mut().enumerate() {
        if !s.compiled {
            continue;
        }
        let f = &mut world.data.input.xfrc_applied[k + 1];
        for i in 0..6 {
            f[i] = s.force[i] + std::mem::take(&mut s.impulse[i]);
        }
    }
    let laws = std::mem::take(&mut world.forces);
    let done = laws.iter().flatten().try_for_each(|law| act(world, law.as_ref(), w));
    world.forces = laws;
    done
}

/// Adds the forces of one law.
fn act(world: &mut World, law: &dyn ForceLaw, w: &mut ForceWork) -> Result<(), String> {
    if !gather(world, law, w) {
        return Ok(());
    }
    let mut out = std::mem::take(&mut w.out);
    out.clear();
    out.resize(w.poses.len(), Force::zero());
    let done = law.forces(&at(w, &world.data), &mut out);
    if done.is_ok() {
        for ((id, f), x) in law.bodies().iter().zip(&out).zip(&w.poses) {
            let b = id.slot as usize + 1;
            // from the frame's origin to the centre of mass
            let arm = x.quat.rotate(world.model.body.ipos[b]);
            let torque = f.ang - arm.cross(f.lin);
            let to = &mut world.data.input.xfrc_applied[b];
            for i in 0..3 {
                to[i] += f.lin[i];
                to[3 + i] += torque[i];
            }
        }
    }
    w.out = out;
    done
}

/// Potential energy of all laws.
pub(super) fn energy(world: &World) -> f64 {
    let mut w = ForceWork::default();
    let mut sum = 0.0;
    for law in world.forces.iter().flatten() {
        if gather(world, law.as_ref(), &mut w) {
            sum += law.energy(&at(&w, &world.data));
        }
    }
    sum
}

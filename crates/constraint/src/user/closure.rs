//! A constraint from a function: C as a closure over numbers that carry their derivatives along a motion.
//!
//! ```text
//! J e_k = dC/ds along the unit twist e_k,      ∂C/∂t and γ along the motion as it is                                    (1)
//! ```
//!
//! A closure has one type of number, a jet, so that J takes one evaluation per direction; a constraint that is evaluated in every step
//! of a large model is quicker as a [`super::Holonomic`].
//!
//! Reads  poses, twists, time     Writes rows
//! Cost   6 evaluations per body, or 1 per joint

use super::at::At;
use super::auto::{Config, MAX_BODIES, MAX_DIM, MAX_JOINTS, limits, moving};
use super::traits::{Bounds, Constraint, Fault, Law, Rates, Touches};
use super::writer::{RateWriter, RowWriter};
use stiction_model::ids::{BodyId, JointId};
use stiction_spatial::{Jet, Motion, Pose, Scalar, Vec3};

/// What the function is over.
enum Over {
    Bodies(Vec<usize>),
    Joints(Vec<usize>),
}

/// A constraint whose C is a closure `|x, c| …` that writes every row of `c`; see [`over_bodies`] and [`over_joints`].
pub struct Closure<F> {
    name: String,
    over: Over,
    dim: usize,
    law: Law,
    bounds: Bounds,
    c: F,
}

/// `dim` rows of C over the poses of bodies, by their ids or numbers: hard, C = 0, unless told otherwise.
pub fn over_bodies<B, F>(bodies: impl IntoIterator<Item = B>, dim: usize, c: F) -> Closure<F>
where
    B: Into<BodyId>,
    F: Fn(&Config<'_, Jet>, &mut [Jet]) + Send + Sync,
{
    Closure::new(Over::Bodies(bodies.into_iter().map(|b| b.into().idx()).collect()), dim, c)
}

/// The same over the positions of hinges and slides.
pub fn over_joints<J, F>(joints: impl IntoIterator<Item = J>, dim: usize, c: F) -> Closure<F>
where
    J: Into<JointId>,
    F: Fn(&Config<'_, Jet>, &mut [Jet]) + Send + Sync,
{
    Closure::new(Over::Joints(joints.into_iter().map(|j| j.into().idx()).collect()), dim, c)
}

impl<F> Closure<F> {
    fn new(over: Over, dim: usize, c: F) -> Self {
        Closure { name: "closure".into(), over, dim, law: Law::Hard, bounds: Bounds::Equality, c }
    }

    /// With a name for messages.
    pub fn named(mut self, name: &str) -> Self {
        self.name = name.into();
        self
    }

    /// Held by this law.
    pub fn with_law(mut self, law: Law) -> Self {
        self.law = law;
        self
    }

    /// With multipliers in these bounds.
    pub fn with_bounds(mut self, bounds: Bounds) -> Self {
        self.bounds = bounds;
        self
    }
}

/// The motion along which numbers carry derivatives.
enum Along {
    Nothing,
    /// Unit twist or velocity of column k.
    Column(usize),
    Motion,
}

impl<F: Fn(&Config<'_, Jet>, &mut [Jet]) + Send + Sync> Closure<F> {
    fn values(&self, at: &At<'_>, along: &Along) -> [Jet; MAX_DIM] {
        let unit = |k: usize, body: usize| {
            let mut e = [0.0; 6];
            if k / 6 == body {
                e[k % 6] = 1.0;
            }
            Motion::new(Vec3([e[3], e[4], e[5]]), Vec3([e[0], e[1], e[2]]))
        };
        let poses: [Pose<Jet>; MAX_BODIES] = std::array::from_fn(|b| match (at.poses.get(b), along) {
            (None, _) => Pose::default(),
            (Some(x), Along::Nothing) => moving(x, &Motion::zero()),
            (Some(x), Along::Column(k)) => moving(x, &unit(*k, b)),
            (Some(x), Along::Motion) => moving(x, &at.twists[b]),
        });
        let positions: [Jet; MAX_JOINTS] = std::array::from_fn(|j| {
            let d1 = match along {
                Along::Nothing => 0.0,
                Along::Column(k) => f64::from(u8::from(*k == j)),
                Along::Motion => at.velocities.get(j).copied().unwrap_or(0.0),
            };
            at.positions.get(j).map_or(Jet::default(), |&re| Jet { re, d1, d2: 0.0, dt: 0.0 })
        });
        let d1 = if matches!(along, Along::Motion) { 1.0 } else { 0.0 };
        let time = Jet { re: at.time, d1, d2: 0.0, dt: 1.0 };
        let mut c = [Jet::from_f64(f64::NAN); MAX_DIM];
        let x = Config { time, poses: &poses[..at.poses.len()], positions: &positions[..at.positions.len()] };
        (self.c)(&x, &mut c[..self.dim]);
        c
    }
}

impl<F: Fn(&Config<'_, Jet>, &mut [Jet]) + Send + Sync> Constraint for Closure<F> {
    fn name(&self) -> &str {
        &self.name
    }
    fn touches(&self) -> Touches<'_> {
        match &self.over {
            Over::Bodies(b) => Touches::Bodies(b),
            Over::Joints(j) => Touches::Joints(j),
        }
    }
    fn dim(&self) -> usize {
        self.dim
    }
    fn bounds(&self) -> Bounds {
        self.bounds
    }
    fn law(&self) -> Law {
        self.law
    }
    fn evaluate(&self, at: &At<'_>, out: &mut RowWriter<'_>) -> Result<(), Fault> {
        limits(self.dim, self.touches())?;
        let columns = 6 * at.poses.len() + at.positions.len();
        for k in 0..columns {
            let c = Closure::values(self, at, &Along::Column(k));
            for (i, c) in c[..self.dim].iter().enumerate() {
                out.row(i)[k] = c.d1;
                if k == 0 {
                    out.value(i, c.re);
                    out.time(i, c.dt);
                }
            }
        }
        Ok(())
    }
    fn values(&self, at: &At<'_>, out: &mut RowWriter<'_>) -> Result<(), Fault> {
        limits(self.dim, self.touches())?;
        let c = Closure::values(self, at, &Along::Nothing);
        for (i, c) in c[..self.dim].iter().enumerate() {
            out.value(i, c.re);
        }
        Ok(())
    }
    fn rates(&self, at: &At<'_>, out: &mut RateWriter<'_>) -> Result<Rates, Fault> {
        let c = Closure::values(self, at, &Along::Motion);
        for (i, c) in c[..self.dim].iter().enumerate() {
            out.time(i, c.dt);
            out.bias(i, c.d2);
        }
        Ok(Rates::Given)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::user::check::check_constraint;
    use crate::user::library::SquaredDistance;
    use crate::user::values::RowValues;

    fn twist() -> Motion {
        Motion::new(Vec3([0.3, -0.2, 0.5]), Vec3([1.0, 0.4, -0.7]))
    }

    #[test]
    fn a_closure_is_the_constraint_that_it_computes() {
        let sphere = over_bodies([1], 1, |x, c| {
            let p = x.poses[0].pos;
            c[0] = p[0] * p[0] + p[1] * p[1] + p[2] * p[2] - Jet::from_f64(4.0);
        });
        let known = SquaredDistance::new(1, 2.0).expect("a length");
        let poses = [Pose::new(Vec3([1.0, -0.5, 0.3]), stiction_spatial::Quat([0.8, 0.0, 0.6, 0.0]))];
        let twists = [twist()];
        let at = At { time: 0.2, poses: &poses, twists: &twists, positions: &[], velocities: &[] };
        let (mut a, mut b) = (RowValues::default(), RowValues::default());
        a.evaluate(&sphere, &at).expect("rows");
        b.evaluate(&known, &at).expect("rows");
        let ratio = b.row(0)[0] / a.row(0)[0];
        for k in 0..6 {
            assert!((a.row(0)[k] * ratio - b.row(0)[k]).abs() < 1e-14, "{k}");
        }
    }

    #[test]
    fn its_jacobian_and_rates_pass_the_checks_that_written_ones_pass() {
        let moving = over_bodies([1, 2], 2, |x, c| {
            let d = x.point(0, Vec3([0.1, 0.2, 0.3])) - x.point(1, Vec3([-0.2, 0.0, 0.4]));
            c[0] = d[0] * d[1] - x.time * x.time;
            c[1] = d[2].sin() * d[0];
        });
        let joints = over_joints([0, 1], 1, |x, c| c[0] = x.positions[0] * x.positions[1].cos() - x.time);
        check_constraint(&moving, 20).expect("derivatives are right");
        check_constraint(&joints, 20).expect("derivatives are right");
    }
}

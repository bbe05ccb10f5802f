//! Constraints of a world: joints where bodies stand, rods, equations of the user's.

use super::body::BodyId;
use super::{World, WorldError};
use std::sync::Arc;
use stiction_constraint::user::library::{Distance, Hinge, JointFrame, PointToPoint, Prismatic, Weld};
use stiction_constraint::user::{Config, Constraint, Handle, Touches, over_bodies};
use stiction_spatial::{Jet, Pose, Vec3};

/// How two bodies are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Join {
    /// They turn about an axis.
    Hinge,
    /// They slide along an axis.
    Slider,
    /// They do not move against each other.
    Weld,
    /// They turn about a point.
    Ball,
}

impl World {
    /// Joins two bodies where they stand, about a world point (m) and axis; `None` is the world. Welds and balls need no axis.
    ///
    /// # Errors
    /// If there is no such body.
    pub fn join(
        &mut self,
        how: Join,
        [a, b]: [Option<BodyId>; 2],
        point: Vec3,
        axis: Vec3,
    ) -> Result<Handle, WorldError> {
        let f = self.frame(a, b, point, axis)?;
        Ok(match how {
            Join::Hinge => self.add_constraint(Hinge::new(f)),
            Join::Slider => self.add_constraint(Prismatic::new(f)),
            Join::Weld => self.add_constraint(Weld::new(f)),
            Join::Ball => self.add_constraint(PointToPoint::new(f.bodies, f.points)),
        })
    }

    /// A rod of fixed length (m) between the frames of two bodies; `None` is the world's origin.
    ///
    /// # Errors
    /// If there is no such body.
    pub fn rod(&mut self, [a, b]: [Option<BodyId>; 2], length: f64) -> Result<Handle, WorldError> {
        let f = self.frame(a, b, Vec3::ZERO, Vec3::Z)?;
        Ok(self.add_constraint(Distance::new(f.bodies, [Vec3::ZERO; 2], length)))
    }

    /// A constraint from its equation: `c(x, out)` writes the `rows` values that are held at zero, over the poses `x.poses` of these
    /// bodies. It is hard; [`over_bodies`] has other laws and bounds, for [`World::add_constraint`].
    ///
    /// # Errors
    /// If there is no such body.
    pub fn constrain<F>(&mut self, bodies: &[BodyId], rows: usize, c: F) -> Result<Handle, WorldError>
    where
        F: Fn(&Config<'_, Jet>, &mut [Jet]) + Send + Sync + 'static,
    {
        let indices = bodies.iter().map(|b| self.index(*b)).collect::<Result<Vec<_>, _>>()?;
        Ok(self.add_constraint(over_bodies(indices, rows, c)))
    }

    /// Adds a constraint between bodies; indices in it are those of [`World::index`].
    pub fn add_constraint(&mut self, constraint: impl Constraint + 'static) -> Handle {
        self.data.constraints.add(constraint)
    }

    /// Removes a constraint. False if it is not there.
    pub fn remove_constraint(&mut self, h: Handle) -> bool {
        self.data.constraints.remove(h).is_some()
    }

    /// Constraints that touch a body.
    ///
    /// # Errors
    /// If there is no such body.
    pub fn constraints_of(&self, body: BodyId) -> Result<Vec<Handle>, WorldError> {
        let index = self.index(body)?;
        let touches =
            |c: &Arc<dyn Constraint>| matches!(c.touches(), Touches::Bodies(b) if b.contains(&index));
        Ok(self.data.constraints.iter().filter(|(_, c)| touches(c)).map(|(h, _)| h).collect())
    }

    /// Removes every constraint that touches a body.
    ///
    /// # Errors
    /// If there is no such body.
    pub fn clear_constraints(&mut self, body: BodyId) -> Result<(), WorldError> {
        if self.data.constraints.is_empty() {
            return self.slot(body).map(|_| ());
        }
        for h in self.constraints_of(body)? {
            self.data.constraints.remove(h);
        }
        Ok(())
    }

    /// Multipliers of a constraint in the last step [N or N·m].
    pub fn constraint_force(&self, h: Handle) -> Option<Vec<f64>> {
        self.data.constraint_force(h)
    }

    /// Joint frames of two bodies where they stand, about a world point and axis; `None` is the world.
    ///
    /// # Errors
    /// If there is no such body.
    pub fn frame(
        &mut self,
        a: Option<BodyId>,
        b: Option<BodyId>,
        point: Vec3,
        axis: Vec3,
    ) -> Result<JointFrame, WorldError> {
        let mut pair = [(0, Pose::default()); 2];
        for (p, body) in pair.iter_mut().zip([a, b]) {
            if let Some(body) = body {
                *p = (self.index(body)?, self.pose(body)?);
            }
        }
        Ok(JointFrame::at(pair.map(|p| p.0), pair.map(|p| p.1), point, axis))
    }

    /// Body of the model that this body is, for constraints.
    ///
    /// # Errors
    /// If there is no such body.
    pub fn index(&self, body: BodyId) -> Result<usize, WorldError> {
        self.slot(body).map(|k| k + 1)
    }
}

//! The configuration that a constraint sees: poses and twists of its bodies, or positions and velocities of its joints.

use stiction_spatial::{Motion, Pose, Quat, Vec3};

/// Where a constraint is evaluated.
#[derive(Clone, Copy, Debug)]
pub struct At<'a> {
    /// Time [s].
    pub time: f64,
    /// X_WB of the bodies it touches, in its order.
    pub poses: &'a [Pose],
    /// Their twists: velocity of the frame's origin and angular velocity, world axes.
    pub twists: &'a [Motion],
    /// Positions of the joints it touches [m or rad].
    pub positions: &'a [f64],
    /// Their velocities.
    pub velocities: &'a [f64],
}

impl At<'_> {
    /// A point of body k, given in its frame, in the world.
    #[inline]
    pub fn point(&self, k: usize, local: Vec3) -> Vec3 {
        self.poses[k].point(local)
    }
    /// A direction of body k, given in its frame, in the world.
    #[inline]
    pub fn direction(&self, k: usize, local: Vec3) -> Vec3 {
        self.poses[k].quat.rotate(local)
    }
    /// The arm R p from the frame's origin of body k to its point p.
    #[inline]
    pub fn arm(&self, k: usize, local: Vec3) -> Vec3 {
        self.direction(k, local)
    }
    /// Acceleration of a point at `arm` from the origin of body k at constant twist: ω × (ω × arm).
    #[inline]
    pub fn centripetal(&self, k: usize, arm: Vec3) -> Vec3 {
        let w = self.twists[k].ang;
        w.cross(w.cross(arm))
    }
    /// Velocity of a point at `arm` from the origin of body k.
    #[inline]
    pub fn velocity(&self, k: usize, arm: Vec3) -> Vec3 {
        self.twists[k].lin + self.twists[k].ang.cross(arm)
    }
}

/// Owned storage behind [`At`], reused from step to step.
#[derive(Clone, Debug, Default)]
pub(crate) struct Place {
    pub time: f64,
    pub poses: Vec<Pose>,
    pub twists: Vec<Motion>,
    pub positions: Vec<f64>,
    pub velocities: Vec<f64>,
}

impl Place {
    /// Room for this many bodies and joints.
    #[inline]
    pub fn resize(&mut self, bodies: usize, joints: usize) {
        if self.poses.len() != bodies {
            self.poses.resize(bodies, Pose::default());
            self.twists.resize(bodies, Motion::zero());
        }
        if self.positions.len() != joints {
            self.positions.resize(joints, 0.0);
            self.velocities.resize(joints, 0.0);
        }
    }
    #[inline]
    pub fn at(&self) -> At<'_> {
        At {
            time: self.time,
            poses: &self.poses,
            twists: &self.twists,
            positions: &self.positions,
            velocities: &self.velocities,
        }
    }
    /// This place moved along its velocities for `s` seconds, the clock by `dt`.
    pub fn moved(&self, s: f64, dt: f64, out: &mut Place) {
        out.time = self.time + dt;
        out.resize(self.poses.len(), self.positions.len());
        for ((x, v), out) in self.poses.iter().zip(&self.twists).zip(&mut out.poses) {
            let turn = Quat::from_rotation_vector(v.ang * s);
            *out = Pose::new(x.pos.add_scaled(v.lin, s), turn * x.quat);
        }
        out.twists.copy_from_slice(&self.twists);
        for ((q, v), out) in self.positions.iter().zip(&self.velocities).zip(&mut out.positions) {
            *out = q + s * v;
        }
        out.velocities.copy_from_slice(&self.velocities);
    }
}

//! Motions of the kinematic tree, cut at every dof: what the derivatives of spatial quantities are made of.
//!
//! For a tangent vector x, X_b = Σ S_j x_j over the chain of body b, and X_k⁻ the same sum up to the joint of dof k, k not
//! included. Everything beyond k moves rigidly with S_k when q_k moves, so that                    (k on the chain of b)
//!
//! ```text
//! ∂X_b/∂q_k = S_k × (X_b − X_k⁻)                                                                              (1)
//! ```
//!
//! The three axes of a ball (and of the rotation of a free joint) are carried by the ball itself: X_k⁻ is then the sum before
//! the ball, and (1) holds with all three axes beyond each of them.
//!
//! Reads  model, com     Cost O(nbody + nv). Checked by: differences of velocities.

use stiction_model::Model;
use stiction_model::kinds::JointKind;
use stiction_spatial::{Motion, Vec3};

/// Sums of one tangent vector along the tree.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cut {
    /// X_k⁻ (nv).
    pub before: Vec<Motion>,
    /// X_b (nbody).
    pub body: Vec<Motion>,
}

/// First dof of the group that turns together with dof k: a ball's, or k itself.
pub(crate) fn groups(m: &Model, out: &mut Vec<u32>) {
    out.clear();
    out.extend(0..m.size.nv as u32);
    for j in 0..m.size.njnt {
        let first = m.jnt.dofadr[j].number() as u32;
        let ball = match m.jnt.kind[j].get() {
            Some(JointKind::Ball) => first,
            Some(JointKind::Free) => first + 3,
            _ => continue,
        };
        out[ball as usize..ball as usize + 3].fill(ball);
    }
}

impl Cut {
    /// The sums of Σ `term`(j), starting from `world`.
    pub fn sum(&mut self, m: &Model, group: &[u32], world: Motion, term: impl Fn(usize) -> Motion) {
        self.before.resize(m.size.nv, Motion::zero());
        self.body.resize(m.size.nbody, Motion::zero());
        self.body[0] = world;
        for b in 1..m.size.nbody {
            let mut x = self.body[m.body.parentid[b]];
            for k in m.body.dofs(b).range() {
                let g = group[k] as usize;
                self.before[k] = if g < k { self.before[g] } else { x };
                x += term(k);
            }
            self.body[b] = x;
        }
    }
}

/// Reference point of the spatial quantities of body `b`.
#[inline]
pub(crate) fn reference(m: &Model, com: &[Vec3], b: usize) -> Vec3 {
    com[m.body.rootid[b]]
}

/// Last dof that moves `body`, or −1.
#[inline]
pub(crate) fn last_dof(m: &Model, body: usize) -> i32 {
    stiction_dynamics::moment::last_dof(m, body.into()).number()
}

/// Linear velocity of the point at `r` from the reference point.
#[inline]
pub(crate) fn at(x: Motion, r: Vec3) -> Vec3 {
    x.lin + x.ang.cross(r)
}

//! Dof chains of bodies and Jacobian blocks over them: what constraint rows are made of.
//!
//! Column of dof k for a point p of body i:   J_k = (S_ω, S_v + S_ω × (p − c))    k an ancestor dof of i     (9)
//! Pair (a, b):                               J = J_b − J_a over the ascending union of both chains
//!
//! Bodies are numbered depth first, so two chains share a prefix and their tails do not interleave: the union is
//! prefix, tail, tail.
//!
//! Reads  model.{body, dof, sparse}, `Com`     Writes the caller's buffers
//! Cost   O(chain length), no allocation once the buffers have grown. Checked by: dense Jacobians.

use crate::stages::{Com, Velocities};
use stiction_model::Model;
use stiction_model::ids::{BodyId, DofId};
use stiction_model::kinds::JointKind;
use stiction_spatial::{Motion, Vec3};

/// A point fixed to a body, in world coordinates.
#[derive(Clone, Copy, Debug)]
pub struct BodyPoint {
    /// Body.
    pub body: BodyId,
    /// Position in the world.
    pub pos: Vec3,
}

/// What to do with dofs that move both bodies of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Common {
    /// They get columns (needed when the two points differ).
    Keep,
    /// They are left out: at one common point their columns vanish.
    Skip,
}

/// Dofs that move `body`, ascending.
#[inline]
pub fn body_chain(m: &Model, body: BodyId) -> &[i32] {
    let b = m.body.weldid[body];
    let num = m.body.dofnum[b] as usize;
    if num == 0 {
        return &[];
    }
    let first = m.body.dofadr[b];
    // rows of M list ancestors; the rows of a simple body are single diagonals, one after the other
    let (start, len) = if m.dof.simplenum[first] != 0 {
        (m.sparse.M_rowadr[first] as usize, num)
    } else {
        let last = first + (num - 1);
        (m.sparse.M_rowadr[last] as usize, m.sparse.M_rownnz[last] as usize)
    };
    &m.sparse.M_colind[start..start + len]
}

/// S_k moved to a point at `offset` from the centre of mass of the tree, eq. (9).
#[inline(always)]
pub fn column(s: Motion, offset: Vec3) -> Motion {
    Motion { ang: s.ang, lin: s.lin + s.ang.cross(offset) }
}

/// Centre of mass of the tree of `body`: the reference point of its axes and velocities.
#[inline(always)]
pub fn reference(m: &Model, com: &Com, body: BodyId) -> Vec3 {
    com.subtree_com[m.body.rootid[body]]
}

/// A Jacobian over an ascending dof list: column k is the rate of (rotation, position) per unit velocity of `dofs[k]`.
#[derive(Clone, Debug, Default)]
pub struct Columns {
    /// Dofs, strictly ascending.
    pub dofs: Vec<u32>,
    /// One column per dof.
    pub cols: Vec<Motion>,
}

impl Columns {
    /// Memory for models of this size.
    pub fn allocate(m: &Model) -> Self {
        Columns { dofs: Vec::with_capacity(m.size.nv), cols: Vec::with_capacity(m.size.nv) }
    }
    fn clear(&mut self) {
        self.dofs.clear();
        self.cols.clear();
    }
    /// Becomes the Jacobian of one point.
    pub fn point(&mut self, m: &Model, com: &Com, p: BodyPoint) {
        self.clear();
        self.append(com, body_chain(m, p.body), |s| column(s, p.pos - reference(m, com, p.body)));
    }
    /// Becomes the Jacobian of b minus that of a.
    pub fn pair(&mut self, m: &Model, com: &Com, a: BodyPoint, b: BodyPoint, common: Common) {
        self.clear();
        let (ca, cb) = (body_chain(m, a.body), body_chain(m, b.body));
        let shared = prefix(ca, cb);
        if common == Common::Keep {
            let gap = b.pos - a.pos;
            self.append(com, &ca[..shared], |s| Motion { ang: Vec3::ZERO, lin: s.ang.cross(gap) });
        }
        let (ta, tb) = (&ca[shared..], &cb[shared..]);
        let (oa, ob) = (a.pos - reference(m, com, a.body), b.pos - reference(m, com, b.body));
        if ta.first() < tb.first() {
            self.append(com, ta, |s| -column(s, oa));
            self.append(com, tb, |s| column(s, ob));
        } else {
            self.append(com, tb, |s| column(s, ob));
            self.append(com, ta, |s| -column(s, oa));
        }
    }
    /// Becomes the time derivative of the Jacobian of one point, which moves with its body (`mj_jacDot`).
    pub fn point_dot(&mut self, m: &Model, com: &Com, vel: &Velocities, p: BodyPoint) {
        self.clear();
        let at = PointRate::new(m, com, vel, p);
        for &k in body_chain(m, p.body) {
            self.dofs.push(k as u32);
            self.cols.push(at.column(m, com, vel, DofId::of(k)));
        }
    }
    #[inline(always)]
    fn append(&mut self, com: &Com, dofs: &[i32], f: impl Fn(Motion) -> Motion) {
        self.dofs.extend(dofs.iter().map(|&k| k as u32));
        self.cols.extend(dofs.iter().map(|&k| f(com.cdof[k as usize])));
    }
    /// Writes n·lin for each `n` of `axes`: row-major axes.len() × dofs.len().
    #[inline]
    pub fn linear_rows(&self, axes: &[Vec3], out: &mut [f64]) {
        let k = self.cols.len();
        for (i, n) in axes.iter().enumerate() {
            for (o, c) in out[i * k..(i + 1) * k].iter_mut().zip(&self.cols) {
                *o = n.dot(c.lin);
            }
        }
    }
    /// Writes n·ang for each `n` of `axes`: row-major axes.len() × dofs.len().
    #[inline]
    pub fn angular_rows(&self, axes: &[Vec3], out: &mut [f64]) {
        let k = self.cols.len();
        for (i, n) in axes.iter().enumerate() {
            for (o, c) in out[i * k..(i + 1) * k].iter_mut().zip(&self.cols) {
                *o = n.dot(c.ang);
            }
        }
    }
    /// J v.
    #[inline]
    pub fn mul(&self, qvel: &[f64]) -> Motion {
        let mut sum = Motion::zero();
        for (&k, c) in self.dofs.iter().zip(&self.cols) {
            sum = sum.add_scaled(*c, qvel[k as usize]);
        }
        sum
    }
}

/// Length of the common prefix of two chains.
#[inline]
fn prefix(a: &[i32], b: &[i32]) -> usize {
    // chains of different trees differ at once; chains of one body are equal
    a.iter().zip(b).take_while(|(x, y)| x == y).count()
}

/// Ascending union of the chains of two bodies, without columns.
pub fn pair_dofs(m: &Model, a: BodyId, b: BodyId, common: Common, out: &mut Vec<u32>) {
    let (ca, cb) = (body_chain(m, a), body_chain(m, b));
    let shared = prefix(ca, cb);
    let mut push = |dofs: &[i32]| out.extend(dofs.iter().map(|&k| k as u32));
    if common == Common::Keep {
        push(&ca[..shared]);
    }
    let (ta, tb) = (&ca[shared..], &cb[shared..]);
    let (first, second) = if ta.first() < tb.first() { (ta, tb) } else { (tb, ta) };
    push(first);
    push(second);
}

/// Offset and velocity of a point of a body, for the derivative of its Jacobian.
pub(crate) struct PointRate {
    offset: Vec3,
    velocity: Vec3,
}

impl PointRate {
    pub(crate) fn new(m: &Model, com: &Com, vel: &Velocities, p: BodyPoint) -> Self {
        let offset = p.pos - reference(m, com, p.body);
        PointRate { offset, velocity: column(vel.cvel[p.body], offset).lin }
    }
    /// d/dt of eq. (9). The reference point needs no term of its own: S and Ṡ are taken about a point that is fixed for an
    /// instant.
    #[inline]
    pub(crate) fn column(&self, m: &Model, com: &Com, vel: &Velocities, k: DofId) -> Motion {
        let (s, rate) = (com.cdof[k], axis_rate(m, com, vel, k));
        Motion { ang: rate.ang, lin: rate.lin + rate.ang.cross(self.offset) + s.ang.cross(self.velocity) }
    }
}

/// Ṡ_k as seen in the world. `cdof_dot` leaves out the turning of a ball's axes by the ball itself; it is put back here.
#[inline]
pub fn axis_rate(m: &Model, com: &Com, vel: &Velocities, k: DofId) -> Motion {
    let j = m.dof.jntid[k];
    let kind = m.jnt.kind[j];
    let turning = kind == JointKind::Ball || (kind == JointKind::Free && k >= m.jnt.dofadr[j] + 3);
    if turning { vel.cvel[m.dof.bodyid[k]].cross_motion(com.cdof[k]) } else { vel.cdof_dot[k] }
}

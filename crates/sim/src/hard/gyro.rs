//! Gyroscopic force of bodies that float alone, by implicit midpoint.
//!
//! M̂ a = τ − c(v + h a/2) …,   c = [m ω×(ω×s);  Rᵀ(s × m ω×(ω×s) + ω × Iω)]                                        (1)
//!
//! A tumbling body then keeps its kinetic energy to rounding if its origin is its centre of mass: at the midpoint the term does
//! no work. It changes only the smooth force, so that the matrix of the contacts stays symmetric.
//!
//! Reads  kin, com, crb, qvel, metric     Writes metric.force
//! Source DESIGN section 2. Checked by: energy of a tumbling box (`truths.py: tumble`).

use crate::data::Data;
use stiction_linalg::lu;
use stiction_model::Model;
use stiction_model::kinds::JointKind;
use stiction_spatial::{Mat3, Vec3};

/// Newton steps; each squares the error.
const MAX_STEPS: usize = 8;

/// Replaces c(v) by c(v + h a/2) in the smooth force of every tree that is one free body.
pub fn midpoint(m: &Model, d: &mut Data) {
    for t in 0..m.size.ntree {
        let first = m.tree.dofadr[t] as usize;
        let joint = m.dof.jntid[first] as usize;
        if m.tree.dofnum[t] != 6 || m.jnt.kind[joint] != JointKind::Free as i32 {
            continue;
        }
        let spin2: f64 = d.state.qvel[first + 3..first + 6].iter().map(|x| x * x).sum();
        if spin2 > 0.0 || d.metric.force[first + 3..first + 6].iter().any(|x| *x != 0.0) {
            body(m, d, m.jnt.bodyid[joint] as usize, first);
        }
    }
}

/// Mass, offset of the centre of mass and inertia about it in world axes, and the rotation of the body.
struct Free {
    mass: f64,
    s: Vec3,
    inertia: Mat3,
    rot: Mat3,
}

impl Free {
    fn of(m: &Model, d: &Data, b: usize) -> Self {
        let com = d.com.subtree_com[m.body.rootid[b] as usize];
        let [xx, yy, zz, xy, xz, yz, ..] = d.mass.crb[b].0;
        Free {
            mass: m.body.subtreemass[b],
            s: com - d.kin.xpos[b],
            inertia: Mat3([xx, xy, xz, xy, yy, yz, xz, yz, zz]),
            rot: d.kin.xmat[b],
        }
    }

    /// c of (1) at the angular velocity `w` in the body's axes: force, then torque in the body's axes.
    fn bias(&self, w: Vec3) -> [f64; 6] {
        let w = self.rot.mul_vec(w);
        let f = w.cross(w.cross(self.s)) * self.mass;
        let t = self.s.cross(f) + w.cross(self.inertia.mul_vec(w));
        let t = self.rot.tr_mul_vec(t);
        [f[0], f[1], f[2], t[0], t[1], t[2]]
    }

    /// ∂c/∂w, exact: c is a quadratic form, so the central difference over unit steps is its derivative.
    fn slope(&self, w: Vec3) -> [[f64; 3]; 6] {
        let mut out = [[0.0; 3]; 6];
        for (k, e) in [Vec3::X, Vec3::Y, Vec3::Z].into_iter().enumerate() {
            let (a, b) = (self.bias(w + e), self.bias(w - e));
            for (r, row) in out.iter_mut().enumerate() {
                row[k] = 0.5 * (a[r] - b[r]);
            }
        }
        out
    }
}

fn body(m: &Model, d: &mut Data, b: usize, first: usize) {
    let (free, h) = (Free::of(m, d, b), m.opt.timestep);
    let v = &d.state.qvel[first + 3..first + 6];
    let w0 = Vec3([v[0], v[1], v[2]]);
    let c0 = free.bias(w0);
    let mhat = block(d, first);
    let force: [f64; 6] = std::array::from_fn(|k| d.metric.force[first + k] + c0[k]);
    let mut a = [0.0; 6];
    let mut c = c0;
    let mut last = f64::INFINITY;
    for _ in 0..MAX_STEPS {
        let w = w0 + Vec3([a[3], a[4], a[5]]) * (0.5 * h);
        c = free.bias(w);
        let mut x: [f64; 6] =
            std::array::from_fn(|r| force[r] - c[r] - (0..6).map(|k| mhat[r][k] * a[k]).sum::<f64>());
        let size = x.iter().map(|x| x.abs()).fold(0.0, f64::max);
        if !(size < last) {
            break;
        }
        last = size;
        let (mut j, slope) = (mhat, free.slope(w));
        for (row, s) in j.iter_mut().zip(&slope) {
            (0..3).for_each(|k| row[3 + k] += 0.5 * h * s[k]);
        }
        if !lu::solve6(j, &mut x) {
            return;
        }
        (0..6).for_each(|k| a[k] += x[k]);
    }
    for k in 0..6 {
        d.metric.force[first + k] = force[k] - c[k];
    }
}

/// M̂_b of one free body.
fn block(d: &Data, first: usize) -> [[f64; 6]; 6] {
    let mut out = [[0.0; 6]; 6];
    for r in 0..6 {
        for at in d.tree.row(first + r) {
            let c = d.tree.colind[at] as usize - first;
            out[r][c] = d.metric.m[at];
            out[c][r] = d.metric.m[at];
        }
    }
    out
}

//! Sizes of bodies, lengths of dofs, statistics of the model at qpos0.
//!
//! size of a body   the farthest of its joints, its children's joints and its geoms from its centre of mass
//! dof_length       1 for translations, the body's size for rotations: makes velocities comparable
//! statistics       bounding box (centre, extent), mean size, mass and inertia

use super::reference::Reference;
use crate::stages::Kinematics;
use stiction_model::Model;
use stiction_model::kinds::{GeomKind, JointKind};
use stiction_model::options::Statistics;
use stiction_spatial::Vec3;

/// No body is taken to be smaller (m).
const MIN_SIZE: f64 = 1e-5;

/// Size of every body; 0 for the world.
fn body_sizes(m: &Model, kin: &Kinematics) -> Vec<f64> {
    let mut size = vec![0.0_f64; m.size.nbody];
    for j in 0..m.size.njnt {
        let b = m.jnt.bodyid[j];
        for b in [b, m.body.parentid[b]] {
            size[b] = size[b].max((kin.xipos[b] - kin.xanchor[j]).norm());
        }
    }
    for g in 0..m.size.ngeom {
        let (b, r) = (m.geom.bodyid[g].idx(), m.geom.rbound[g]);
        if r > 0.0 {
            size[b] = size[b].max(r + (kin.xipos[b] - kin.geom_xpos[g]).norm());
        }
    }
    size.iter_mut().for_each(|s| *s = s.max(MIN_SIZE));
    size[..1].fill(0.0);
    size
}

pub(super) fn dof_length(m: &mut Model, kin: &Kinematics) {
    let size = body_sizes(m, kin);
    for i in 0..m.size.nv {
        let j = m.dof.jntid[i];
        let translates = match m.jnt.kind[j].get() {
            Some(JointKind::Slide) => true,
            Some(JointKind::Free) => i < m.jnt.dofadr[j].idx() + 3,
            _ => false,
        };
        m.dof.length[i] = if translates { 1.0 } else { size[m.dof.bodyid[i]] };
    }
}

/// A box that grows.
struct Bounds(Vec3, Vec3);

impl Bounds {
    fn add(&mut self, p: Vec3, r: f64) {
        for k in 0..3 {
            self.0[k] = self.0[k].min(p[k] - r);
            self.1[k] = self.1[k].max(p[k] + r);
        }
    }
}

/// Radius with which a geom enters the bounding box; a tenth for planes and height fields, which would dwarf the rest.
fn radius(m: &Model, g: usize) -> f64 {
    if m.geom.rbound[g] > 0.0 {
        return m.geom.rbound[g];
    }
    let widest = |s: &[f64]| s.iter().fold(0.0, |a: f64, b| a.max(*b));
    match m.geom.kind[g].get() {
        Some(GeomKind::Plane) => {
            let w = widest(&m.geom.size[g][..2]);
            if w > 0.0 { 0.1 * w } else { 0.01 }
        }
        Some(GeomKind::Hfield) => m.geom.dataid[g].get().map_or(0.0, |h| 0.1 * widest(&m.hfield.size[h])),
        _ => 0.0,
    }
}

/// Statistics at the reference configuration.
pub(super) fn statistics(m: &Model, r: &Reference) -> Statistics {
    let kin = &r.kin;
    let mut bounds = Bounds(Vec3([1e10; 3]), Vec3([-1e10; 3]));
    for b in 1..m.size.nbody {
        bounds.add(kin.xpos[b], 0.0);
        bounds.add(kin.xipos[b], 0.0);
    }
    kin.xanchor.iter().chain(&kin.site_xpos).for_each(|&p| bounds.add(p, 0.0));
    (0..m.size.ngeom).for_each(|g| bounds.add(kin.geom_xpos[g], radius(m, g)));
    let Bounds(lo, hi) = bounds;
    let mut s = Statistics { center: (lo + hi) * 0.5, ..m.stat.clone() };
    if hi[0] > lo[0] {
        s.extent = MIN_SIZE.max(hi[0] - lo[0]).max(hi[1] - lo[1]).max(hi[2] - lo[2]);
    }
    let moving = m.size.nbody.saturating_sub(1) as f64;
    if moving > 0.0 {
        s.meansize = body_sizes(m, kin).iter().skip(1).map(|x| x / moving).sum();
        s.meanmass = m.body.mass.iter().skip(1).sum::<f64>() / moving;
    }
    s.extent = s.extent.max(2.0 * s.meansize);
    let nv = m.size.nv;
    if nv > 0 {
        s.meaninertia = (0..nv).map(|i| r.mass.M[r.tree.diag(i)]).sum::<f64>() / nv as f64;
    }
    s
}

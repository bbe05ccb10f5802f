//! Tactile sensors: how deep each vertex (taxel) of a mesh is inside the geoms that touch the sensor's body, and how fast they slide.
//!
//! ```text
//! depth_j = max_g max(0, −φ_g(x_j)),   slide_jk = Σ_g |t_jk · (v_sensor(x_j) − v_g(x_j))|   over geoms with φ_g(x_j) < 0     (1)
//! ```
//!
//! φ_g is the signed distance of geom g, exact outside, inside a box measured along a field that turns from radial to the face
//! normals (the reference's choice, smooth across edges). Height fields, and meshes whose distance was not sampled, are left out, as in
//! MuJoCo.
//!
//! Reads  contacts, poses, velocities, mesh vertices and frames     Writes 3 × vertices: depths, then two slides

use super::Seen;
use stiction_constraint::contact::{geom_shape, octree};
use stiction_geometry::query::Shape;
use stiction_model::Model;
use stiction_model::ids::{BodyId, Object};
use stiction_model::kinds::GeomKind;
use stiction_spatial::Vec3;

/// Output of sensor `i`.
pub(super) fn evaluate(m: &Model, d: &Seen<'_>, i: usize, out: &mut [f64]) {
    out.fill(0.0);
    let (mesh, geom) = (m.sensor.objid[i].idx(), m.sensor.refid[i].idx());
    let weld = m.body.weldid[m.geom.bodyid[geom]];
    let sensor = Taxels { m, d, mesh, geom, weld };
    for (k, c) in d.contacts.list.iter().enumerate() {
        for side in 0..2 {
            let other = c.geom[1 - side];
            let own = m.body.weldid[m.geom.bodyid[c.geom[side] as usize]] == weld;
            if own && !seen(m, d, k, other, weld) {
                sensor.add(other as usize, out);
            }
        }
    }
}

/// True if an earlier contact of the same body has named this geom.
fn seen(m: &Model, d: &Seen<'_>, before: usize, geom: i32, weld: BodyId) -> bool {
    let own = |g: i32| m.body.weldid[m.geom.bodyid[g as usize]] == weld;
    d.contacts.list[..before].iter().any(|c| (0..2).any(|s| own(c.geom[s]) && c.geom[1 - s] == geom))
}

struct Taxels<'a> {
    m: &'a Model,
    d: &'a Seen<'a>,
    mesh: usize,
    geom: usize,
    weld: BodyId,
}

impl Taxels<'_> {
    /// Adds what one geom does to every taxel.
    fn add(&self, other: usize, out: &mut [f64]) {
        let (m, d) = (self.m, self.d);
        let n = m.mesh.vertnum[self.mesh] as usize;
        let frames = m.mesh.normalnum[self.mesh] as usize == 3 * n;
        let (first, normals) = (m.mesh.vertadr[self.mesh] as usize, m.mesh.normaladr[self.mesh] as usize);
        let body = m.geom.bodyid[other];
        for j in 0..n {
            let local = Vec3(m.mesh.vert[first + j].map(f64::from));
            let x = d.kin.geom_xpos[self.geom] + d.kin.geom_xmat[self.geom].mul_vec(local);
            let at = d.kin.geom_xmat[other].tr_mul_vec(x - d.kin.geom_xpos[other]);
            let Some(phi) = distance(m, other, at).filter(|phi| *phi < 0.0) else { continue };
            out[j] = out[j].max(-phi);
            if frames {
                let v = velocity(m, d, self.weld, x) - velocity(m, d, body, x);
                for k in 1..3 {
                    let t = Vec3(m.mesh.normal[normals + 3 * j + k].map(f64::from));
                    out[k * n + j] += v.dot(d.kin.geom_xmat[self.geom].mul_vec(t)).abs();
                }
            }
        }
    }
}

/// Velocity of the point x of a body, world axes.
fn velocity(m: &Model, d: &Seen<'_>, body: BodyId, x: Vec3) -> Vec3 {
    let v = d.vel.cvel[body];
    v.lin + v.ang.cross(x - d.com.subtree_com[m.body.rootid[body]])
}

/// Signed distance of a point in the geom's frame; none for shapes without one.
fn distance(m: &Model, geom: usize, x: Vec3) -> Option<f64> {
    let size = Vec3(m.geom.size[geom]);
    Some(match m.geom.kind[geom].get()? {
        GeomKind::Plane => x[2],
        GeomKind::Sphere => x.norm() - size[0],
        GeomKind::Capsule => {
            Vec3([x[0], x[1], x[2] - stiction_spatial::clip(x[2], -size[1], size[1])]).norm() - size[0]
        }
        GeomKind::Ellipsoid => {
            let a = Vec3([0, 1, 2].map(|k| x[k] / size[k]));
            let b = Vec3([0, 1, 2].map(|k| a[k] / size[k]));
            a.norm() * (a.norm() - 1.0) / b.norm()
        }
        GeomKind::Cylinder => {
            let side = (x[0] * x[0] + x[1] * x[1]).sqrt() - size[0];
            let cap = x[2].abs() - size[1];
            let outside = (side.max(0.0) * side.max(0.0) + cap.max(0.0) * cap.max(0.0)).sqrt();
            side.max(cap).min(0.0) + outside
        }
        GeomKind::Box => box_distance(size, x),
        GeomKind::Mesh => octree(m, m.geom.dataid[geom].get()?.of_kind())?.value(x),
        GeomKind::Sdf => match geom_shape(m, geom)? {
            Shape::Sdf(solid) => solid.distances.value(x),
            _ => return None,
        },
        _ => return None,
    })
}

fn box_distance(size: Vec3, x: Vec3) -> f64 {
    let a = Vec3([0, 1, 2].map(|k| x[k].abs() - size[k]));
    if a.0.iter().any(|&v| v >= 0.0) {
        return Vec3(a.0.map(|v| v.max(0.0))).norm();
    }
    let (field, _) = Vec3([0, 1, 2].map(|k| -size[k] / a[k])).normalized();
    let reach = [0, 1, 2].map(|k| -a[k] / field[k]);
    -reach[0].min(reach[1]).min(reach[2])
}

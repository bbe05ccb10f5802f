//! From slots to a model: specs, compilation, and state carried over slot by slot.

use super::WorldError;
use super::body::{BodyDesc, Motion, Shape, Slot, Use};
use super::pool;
use crate::data::Data;
use stiction_dynamics::set_const;
use stiction_model::Model;
use stiction_model::assets::NoAssets;
use stiction_model::compile as structure;
use stiction_model::kinds::{GeomKind, JointKind};
use stiction_model::spec::{Mesh, Meta, Orient, Spec};

/// Structure and constants of a spec (no actuators, so no length ranges).
pub(super) fn compile(spec: &Spec) -> Result<Model, WorldError> {
    let told = |e: String| WorldError::Compile(e);
    let structure::Compiled { mut model, pending, .. } =
        structure::compile(spec, &NoAssets).map_err(|e| told(e.to_string()))?;
    set_const::resolve(&mut model, &pending).map_err(|e| told(e.to_string()))?;
    Ok(model)
}

/// Spare slots that a recompile makes for every kind of body it adds.
fn spares(live: usize) -> usize {
    4 + live / 4
}

/// The spec of all slots, with spare slots for what was just added.
pub(super) fn spec(slots: &mut Vec<Slot>, m: &Model) -> Spec {
    let wanted: Vec<BodyDesc> = slots
        .iter()
        .filter(|s| s.state == Use::New { fits: false } && s.desc.motion == Motion::Dynamic)
        .map(|s| s.desc.clone())
        .collect();
    if let Some(desc) = wanted.last() {
        let parked = slots.iter().filter(|s| s.state == Use::Parked).count();
        let n = spares(slots.len() - parked).saturating_sub(parked);
        let spare = Slot {
            generation: 0,
            state: Use::Parked,
            desc: desc.clone(),
            compiled: false,
            force: [0.0; 6],
            impulse: [0.0; 6],
        };
        slots.extend(std::iter::repeat_n(spare, n));
    }
    let mut spec = Spec::new();
    spec.option = m.opt.clone();
    for (k, s) in slots.iter().enumerate() {
        add(&mut spec, &s.desc, k);
    }
    spec
}

/// A model of one body alone.
pub(super) fn alone(desc: &BodyDesc) -> Result<Model, WorldError> {
    let mut spec = Spec::new();
    add(&mut spec, desc, 0);
    compile(&spec)
}

fn add(spec: &mut Spec, desc: &BodyDesc, k: usize) {
    let body = spec.add_body(0, &format!("body{k}"));
    let b = &mut spec.bodies[body];
    b.pos = desc.pose.pos;
    b.orient = Orient::Quat(desc.pose.quat);
    if desc.motion == Motion::Dynamic {
        let j = spec.add_joint(body);
        j.kind = JointKind::Free;
    }
    let g = spec.add_geom(body);
    let (kind, size) = match &desc.shape {
        Shape::Sphere(r) => (GeomKind::Sphere, [*r, 0.0, 0.0]),
        Shape::Box(h) => (GeomKind::Box, h.0),
        Shape::Capsule(r, h) => (GeomKind::Capsule, [*r, *h, 0.0]),
        Shape::Cylinder(r, h) => (GeomKind::Cylinder, [*r, *h, 0.0]),
        Shape::Ellipsoid(h) => (GeomKind::Ellipsoid, h.0),
        Shape::Hull(_) => (GeomKind::Mesh, [0.0; 3]),
        Shape::Plane => (GeomKind::Plane, [0.0, 0.0, 1.0]),
    };
    (g.kind, g.size, g.mass, g.density) = (kind, size, desc.mass, desc.density);
    if let Shape::Hull(points) = &desc.shape {
        let name = hull_name(spec, points, k);
        if let Some(g) = spec.geoms.last_mut() {
            g.meshname = name;
        }
    }
}

/// The mesh of these points: one for all bodies that share them.
fn hull_name(spec: &mut Spec, points: &[stiction_spatial::Vec3], k: usize) -> String {
    let vertices: Vec<f32> = points.iter().flat_map(|p| p.0.map(|x| x as f32)).collect();
    if let Some(m) = spec.meshes.iter().find(|m| m.uservert == vertices) {
        return m.meta.name.clone();
    }
    let name = format!("hull{k}");
    let meta = Meta { name: name.clone(), ..Meta::default() };
    spec.meshes.push(Mesh { meta, uservert: vertices, ..Mesh::default() });
    name
}

/// Copies the numbers of the only body of `one` into body b of `m`, which has the same structure.
pub(super) fn copy_body(one: &Model, m: &mut Model, b: usize) {
    macro_rules! copy {
        ($table:ident, $to:expr, $from:expr, $($field:ident),*) => {
            $( m.$table.$field[$to] = one.$table.$field[$from]; )*
        };
    }
    let before = m.body.mass[b];
    copy!(body, b, 1, pos, quat, ipos, iquat, mass, subtreemass, inertia, invweight0, margin, sameframe);
    m.body.subtreemass[0] += m.body.mass[b] - before;
    let g = m.body.geomadr[b] as usize;
    copy!(geom, g, 0, size, aabb, rbound, pos, quat, margin, gap, sameframe, condim, fluid);
    let (dof, joint) = (m.body.dofadr[b], m.body.jntadr[b]);
    if let (Ok(dof), Ok(joint)) = (usize::try_from(dof), usize::try_from(joint)) {
        for k in 0..6 {
            copy!(dof, dof + k, k, invweight0, M0);
        }
        let q = m.jnt.qposadr[joint] as usize;
        m.qpos0[q..q + 7].copy_from_slice(&one.qpos0[..7]);
    }
    if let (Ok(to), Ok(from)) = (usize::try_from(m.body.bvhadr[b]), usize::try_from(one.body.bvhadr[1])) {
        m.bvh.aabb[to] = one.bvh.aabb[from];
    }
}

/// Friction, restitution and collision flags of body b.
pub(super) fn set_surface(m: &mut Model, b: usize, desc: &BodyDesc) {
    let g = m.body.geomadr[b] as usize;
    m.geom.friction[g][0] = desc.friction;
    let bit = i32::from(desc.collides);
    (m.geom.contype[g], m.geom.conaffinity[g]) = (bit, bit);
    (m.body.contype[b], m.body.conaffinity[b]) = (bit, bit);
    if let Some(e) = m.stiction.restitution.get_mut(g) {
        *e = desc.restitution.unwrap_or(-1.0);
    }
}

/// State of every slot in the new model.
pub(super) fn carry(slots: &mut [Slot], old: (&Model, &Data), new: (&mut Model, &mut Data)) {
    let ((om, od), (m, d)) = (old, new);
    for (k, s) in slots.iter_mut().enumerate() {
        let b = k + 1;
        set_surface(m, b, &s.desc);
        match s.state {
            Use::Live => copy_state(om, od, m, d, b),
            Use::Parked | Use::Leaving => {
                s.state = Use::Parked;
                pool::park(m, d, b);
            }
            Use::New { .. } => {
                s.state = Use::Live;
                pool::set_motion(m, d, b, &s.desc);
            }
        }
        s.compiled = true;
    }
}

/// Position, velocity and warm start of body b, which has the same index in both models.
fn copy_state(om: &Model, od: &Data, m: &Model, d: &mut Data, b: usize) {
    let (from, to) = (om.body.jntadr[b], m.body.jntadr[b]);
    let (Ok(from), Ok(to)) = (usize::try_from(from), usize::try_from(to)) else { return };
    let (q0, q1) = (om.jnt.qposadr[from] as usize, m.jnt.qposadr[to] as usize);
    let (v0, v1) = (om.jnt.dofadr[from] as usize, m.jnt.dofadr[to] as usize);
    d.state.qpos[q1..q1 + 7].copy_from_slice(&od.state.qpos[q0..q0 + 7]);
    d.state.qvel[v1..v1 + 6].copy_from_slice(&od.state.qvel[v0..v0 + 6]);
    let warm = &od.state.qacc_warmstart[v0..v0 + 6];
    d.state.qacc_warmstart[v1..v1 + 6].copy_from_slice(warm);
}

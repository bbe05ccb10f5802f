//! From slots to a model: specs, compilation, and state carried over slot by slot.

use super::WorldError;
use super::body::{BodyDesc, Class, Motion, Shape, Slot, Use};
use super::part::Part;
use super::{assets, hull, pool};
use crate::data::Data;
use crate::length_range::set_length_ranges;
use stiction_dynamics::set_const;
use stiction_model::Model;
use stiction_model::assets::{Assets, NoAssets};
use stiction_model::compile as structure;
use stiction_model::ids::ObjectId;
use stiction_model::kinds::{GeomKind, JointKind};
use stiction_model::spec::{Orient, Spec};
use stiction_spatial::{Pose, Quat, Vec3};

/// Structure and constants of a spec.
pub(super) fn compile(spec: &Spec, files: &dyn Assets) -> Result<Model, WorldError> {
    let told = |e: String| WorldError::Compile(e);
    let structure::Compiled { mut model, pending, .. } =
        structure::compile(spec, files).map_err(|e| told(e.to_string()))?;
    set_const::resolve(&mut model, &pending).map_err(|e| told(e.to_string()))?;
    set_length_ranges(&mut model, &pending.lengthrange).map_err(|e| told(e.to_string()))?;
    Ok(model)
}

/// Spare slots that a recompile makes for every class of bodies it adds.
fn spares(live: usize) -> usize {
    4 + live / 4
}

/// Adds spare slots of the classes that are just added to.
pub(super) fn add_spares(slots: &mut Vec<Slot>) {
    for class in Class::POOLED {
        let of = |s: &&Slot| s.class == class;
        if !slots.iter().filter(of).any(|s| s.state == Use::New { fits: false }) {
            continue;
        }
        let parked = slots.iter().filter(of).filter(|s| s.state == Use::Parked).count();
        let n = spares(slots.iter().filter(of).count() - parked).saturating_sub(parked);
        slots.extend(std::iter::repeat_n(Slot::new(Use::Parked, class.example()), n));
    }
}

/// The spec of all slots: every body that came alone is the example of its class, and becomes itself by numbers; those with a structure of
/// their own, and models, are as they are.
pub(super) fn spec(slots: &[Slot], parts: &[Part], m: &Model) -> Result<Spec, WorldError> {
    let mut spec = Spec::new();
    spec.option = m.opt.clone();
    for (k, s) in slots.iter().enumerate() {
        match s.part {
            None if s.class == Class::Own => add(&mut spec, &s.desc, k),
            None => add(&mut spec, &s.class.example(), k),
            Some(n) if parts[n].first == k => parts[n].write(n, &mut spec)?,
            Some(_) => {}
        }
    }
    Ok(spec)
}

/// A model of one body alone.
pub(super) fn alone(desc: &BodyDesc) -> Result<Model, WorldError> {
    let mut spec = Spec::new();
    add(&mut spec, desc, 0);
    compile(&spec, &NoAssets)
}

fn add(spec: &mut Spec, desc: &BodyDesc, k: usize) {
    let body = spec.add_body(0, &format!("body{k}"));
    let b = &mut spec.bodies[body];
    b.pos = desc.pose.pos;
    b.orient = Orient::Quat(desc.pose.quat);
    b.mocap = desc.motion == Motion::Kinematic;
    if desc.motion == Motion::Dynamic {
        let j = spec.add_joint(body);
        j.kind = JointKind::Free;
    }
    add_shape(spec, &desc.shape, Pose::default(), &Place { body, k, desc });
}

/// Where a shape goes.
struct Place<'a> {
    body: usize,
    k: usize,
    desc: &'a BodyDesc,
}

/// Adds a shape at a pose in its body; a compound shape by shape.
fn add_shape(spec: &mut Spec, shape: &Shape, at: Pose, to: &Place<'_>) {
    let (mut at, mut mesh, mut field) = (at, String::new(), String::new());
    let (kind, size) = match shape {
        Shape::Sphere(r) => (GeomKind::Sphere, [*r, 0.0, 0.0]),
        Shape::Box(h) => (GeomKind::Box, h.0),
        Shape::Capsule(r, h) => (GeomKind::Capsule, [*r, *h, 0.0]),
        Shape::Cylinder(r, h) => (GeomKind::Cylinder, [*r, *h, 0.0]),
        Shape::Ellipsoid(h) => (GeomKind::Ellipsoid, h.0),
        Shape::Plane => (GeomKind::Plane, [0.0, 0.0, 1.0]),
        Shape::Hull(points) => {
            mesh = assets::hull(spec, points, to.k);
            (GeomKind::Mesh, [0.0; 3])
        }
        Shape::Mesh(points, triangles) => {
            mesh = assets::surface(spec, points, triangles, to.desc.motion == Motion::Dynamic);
            (GeomKind::Mesh, [0.0; 3])
        }
        Shape::HeightField { half, columns, heights } => {
            let lowest;
            (field, lowest) = assets::height_field(spec, *half, *columns, heights);
            at = at * Pose::new(Vec3([0.0, 0.0, lowest]), Quat::IDENTITY);
            (GeomKind::Hfield, [0.0; 3])
        }
        Shape::Compound(parts) => {
            for (pose, part) in parts {
                add_shape(spec, part, at * *pose, to);
            }
            return;
        }
    };
    let g = spec.add_geom(to.body);
    (g.kind, g.size, g.mass, g.density) = (kind, size, to.desc.mass, to.desc.density);
    (g.pos, g.orient) = (at.pos, Orient::Quat(at.quat));
    (g.meshname, g.hfieldname) = (mesh, field);
}

/// The body with the density that gives a compound its mass; others have their mass in their only geom.
pub(super) fn by_density(desc: BodyDesc) -> BodyDesc {
    let (Some(mass), Shape::Compound(_)) = (desc.mass, &desc.shape) else { return desc };
    let unit = BodyDesc { mass: None, density: 1.0, ..desc.clone() };
    match alone(&unit) {
        Ok(one) => BodyDesc { mass: None, density: mass / one.body.mass[1], ..desc },
        // what is wrong with it is told when it is compiled
        Err(_) => desc,
    }
}

/// Copies the numbers of body `from.1` into body b of `m`, which has a place for it. Its mesh is `mesh`.
pub(super) fn copy_body(one: &Model, a: usize, m: &mut Model, b: usize, mesh: i32) {
    macro_rules! copy {
        ($table:ident, $to:expr, $from:expr, $($field:ident),*) => {
            $( m.$table.$field[$to] = one.$table.$field[$from]; )*
        };
    }
    let before = m.body.mass[b];
    copy!(body, b, a, pos, quat, ipos, iquat, mass, subtreemass, inertia, invweight0, margin, sameframe);
    m.body.subtreemass[0] += m.body.mass[b] - before;
    let (g, h) = (m.body.geomadr[b].idx(), one.body.geomadr[a].idx());
    copy!(geom, g, h, kind, size, aabb, rbound, pos, quat, margin, gap, sameframe, condim, fluid);
    m.geom.dataid[g] = ObjectId::of(mesh);
    let place = |m: &Model, b: usize| {
        let (dof, joint) = (m.body.dofadr[b].get(), m.body.jntadr[b].get());
        Some((dof?, m.jnt.qposadr[joint?]))
    };
    if let (Some((dof, q)), Some((from, r))) = (place(m, b), place(one, a)) {
        for k in 0..6 {
            copy!(dof, dof + k, from + k, invweight0, M0);
        }
        m.qpos0[q.span(7)].copy_from_slice(&one.qpos0[r.span(7)]);
    }
    if let (Ok(to), Ok(from)) = (usize::try_from(m.body.bvhadr[b]), usize::try_from(one.body.bvhadr[a])) {
        m.bvh.aabb[to] = one.bvh.aabb[from];
    }
}

/// Mesh of the geom of a body, −1 if it has none.
pub(super) fn mesh_of(m: &Model, b: usize) -> i32 {
    let g = m.body.geomadr[b].idx();
    if hull::is_mesh(m, g) { m.geom.dataid[g].number() } else { -1 }
}

/// Friction, restitution and collision flags of body b.
pub(super) fn set_surface(m: &mut Model, b: usize, desc: &BodyDesc) {
    let [of, with] = if desc.sensor { [0; 2] } else { desc.groups.map(u32::cast_signed) };
    (m.body.contype[b], m.body.conaffinity[b]) = (of, with);
    for g in m.body.geoms(b) {
        m.geom.friction[g][0] = desc.friction;
        (m.geom.contype[g], m.geom.conaffinity[g]) = (of, with);
        if let Some(e) = m.stiction.restitution.get_mut(g.idx()) {
            *e = desc.restitution.unwrap_or(-1.0);
        }
    }
}

/// Numbers and state of every slot in the new model; `new` are the models of the slots that are new.
pub(super) fn carry(
    slots: &mut [Slot],
    new: &[(usize, Model)],
    om: &Model,
    od: &Data,
    m: &mut Model,
    d: &mut Data,
) {
    let mut meshes = vec![-1; om.size.nmesh];
    for (k, s) in slots.iter_mut().enumerate() {
        let b = k + 1;
        match s.state {
            Use::Live if s.part.is_some() => copy_state(om, od, m, d, b),
            Use::Live if s.class == Class::Own => {
                set_surface(m, b, &s.desc);
                copy_state(om, od, m, d, b);
            }
            Use::Live => {
                let mesh = mesh_of(om, b);
                if let Some(now) = usize::try_from(mesh).ok().and_then(|mesh| meshes.get_mut(mesh))
                    && *now < 0
                {
                    *now = hull::append(om, mesh as usize, m);
                }
                let mesh = usize::try_from(mesh).map_or(-1, |mesh| meshes[mesh]);
                copy_body(om, b, m, b, mesh);
                set_surface(m, b, &s.desc);
                copy_state(om, od, m, d, b);
            }
            Use::Parked | Use::Leaving => {
                s.state = Use::Parked;
                pool::park(m, d, b);
            }
            Use::New { .. } => {
                if let Ok(i) = new.binary_search_by_key(&k, |(slot, _)| *slot) {
                    pool::fill(&new[i].1, None, m, d, b, &s.desc);
                } else if s.part.is_none() {
                    set_surface(m, b, &s.desc);
                    pool::set_motion(m, d, b, &s.desc);
                }
                s.state = Use::Live;
            }
        }
        s.compiled = true;
    }
}

/// Position, velocity and warm start of body b, which has the same index in both models.
fn copy_state(om: &Model, od: &Data, m: &Model, d: &mut Data, b: usize) {
    if let (Some(from), Some(to)) = (om.body.mocapid[b].get(), m.body.mocapid[b].get()) {
        d.state.mocap_pos[to] = od.state.mocap_pos[from];
        d.state.mocap_quat[to] = od.state.mocap_quat[from];
    }
    let (from, to) = (om.body.jntadr[b], m.body.jntadr[b]);
    let (Some(from), Some(to)) = (from.get(), to.get()) else { return };
    for k in 0..m.body.jntnum[b].min(om.body.jntnum[b]) as usize {
        let (q0, v0) = (om.jnt.positions(from + k), om.jnt.dofs(from + k));
        let (q1, v1) = (m.jnt.positions(to + k), m.jnt.dofs(to + k));
        d.state.qpos[q1].copy_from_slice(&od.state.qpos[q0]);
        d.state.qvel[v1.clone()].copy_from_slice(&od.state.qvel[v0.clone()]);
        d.state.qacc_warmstart[v1].copy_from_slice(&od.state.qacc_warmstart[v0]);
    }
}

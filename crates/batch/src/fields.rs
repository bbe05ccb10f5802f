//! Fields by name: where a bound field of `Data` is read, and where a per-simulation field of `Model` is written.
//!
//! A field is found once by its name and then by its place in the visitor of its struct; the fields that learning code reads
//! in every step have a direct way.

use crate::cells::{Cells, Kind, Owned, kind_of};
use std::sync::Arc;
use stiction_model::Model;
use stiction_model::fields::{FieldData, Numbers, NumbersMut, Shape};
use stiction_sim::{Data, ON_DEMAND};
use stiction_spatial::flat::flat;

/// A field that is computed when it is read.
pub type Compute = Arc<dyn Fn(&Model, &Data) -> Owned + Send + Sync>;

/// How a field of `Data` is read.
#[derive(Clone)]
pub(crate) enum Source {
    /// Its own slice.
    Direct(fn(&Data) -> &[f64]),
    /// Place in the order of `Data::each_mut`.
    Place(usize),
    /// Potential and kinetic energy.
    Energy,
    /// A function.
    Computed(Compute),
}

/// A field of `Data`: how to read it, and its type and size for one simulation.
#[derive(Clone)]
pub struct DataField {
    pub(crate) source: Source,
    /// Number type.
    pub kind: Kind,
    /// Numbers per simulation.
    pub len: usize,
    /// Steps that nobody reads leave it out.
    pub(crate) on_demand: bool,
}

fn direct(name: &str) -> Option<fn(&Data) -> &[f64]> {
    Some(match name {
        "qpos" => |d| &d.state.qpos,
        "qvel" => |d| &d.state.qvel,
        "act" => |d| &d.state.act,
        "ctrl" => |d| &d.input.ctrl,
        "qacc" => |d| &d.solution.qacc,
        "sensordata" => |d| &d.sensors.sensordata,
        "xpos" => |d| flat(&d.kin.xpos),
        "xquat" => |d| flat(&d.kin.xquat),
        "xipos" => |d| flat(&d.kin.xipos),
        "geom_xpos" => |d| flat(&d.kin.geom_xpos),
        "site_xpos" => |d| flat(&d.kin.site_xpos),
        "subtree_com" => |d| flat(&d.com.subtree_com),
        "xmat" => |d| flat(&d.kin.xmat),
        "geom_xmat" => |d| flat(&d.kin.geom_xmat),
        "site_xmat" => |d| flat(&d.kin.site_xmat),
        "cinert" => |d| flat(&d.com.cinert),
        "cfrc_ext" => |d| flat(&d.post.cfrc_ext),
        "cvel" => |d| flat(&d.vel.cvel),
        "qfrc_actuator" => |d| &d.actuation.qfrc_actuator,
        "qfrc_constraint" => |d| &d.solution.qfrc_constraint,
        _ => return None,
    })
}

/// The field of `Data` with this name; `shape` of one simulation.
pub fn find_data_field(d: &mut Data, name: &str) -> Option<(DataField, Shape)> {
    if name == "energy" {
        let field = DataField { source: Source::Energy, kind: Kind::F64, len: 2, on_demand: true };
        return Some((field, Shape { rows: 2, cols: None }));
    }
    let (mut place, mut found) = (0, None);
    d.each_mut(&mut |n, shape, numbers| {
        if n == name {
            let numbers = shared(&numbers);
            let field = DataField {
                source: direct(name).map_or(Source::Place(place), Source::Direct),
                kind: kind_of(&numbers),
                len: count(&numbers),
                on_demand: ON_DEMAND.contains(&name),
            };
            found = Some((field, shape));
        }
        place += 1;
    });
    found
}

/// A computed field.
pub(crate) fn computed_field(m: &Model, d: &Data, f: Compute) -> DataField {
    let now = f(m, d);
    let numbers = now.numbers();
    DataField { kind: kind_of(&numbers), len: count(&numbers), source: Source::Computed(f), on_demand: true }
}

fn shared<'a>(n: &'a NumbersMut<'_>) -> Numbers<'a> {
    match n {
        NumbersMut::F64(x) => Numbers::F64(x),
        NumbersMut::F32(x) => Numbers::F32(x),
        NumbersMut::I32(x) => Numbers::I32(x),
        NumbersMut::I64(x) => Numbers::I64(x),
        NumbersMut::U8(x) => Numbers::U8(x),
        NumbersMut::Bool(x) => Numbers::Bool(x),
    }
}

pub(crate) fn count(n: &Numbers<'_>) -> usize {
    match n {
        Numbers::F64(x) => x.len(),
        Numbers::F32(x) => x.len(),
        Numbers::I32(x) => x.len(),
        Numbers::I64(x) => x.len(),
        Numbers::U8(x) => x.len(),
        Numbers::Bool(x) => x.len(),
    }
}

/// Copies fields out of `d`: field k of `list` to its cells at position `at(k)`.
pub(crate) fn copy_out<'a>(
    m: &Model,
    d: &mut Data,
    list: impl Iterator<Item = (&'a DataField, &'a Cells, usize)> + Clone,
) {
    let mut visit_all = false;
    for (field, cells, at) in list.clone() {
        match &field.source {
            Source::Direct(f) => cells.write_f64(at, f(d)),
            Source::Energy => cells.write_f64(at, &d.energy[..]),
            Source::Computed(f) => {
                let now = f(m, d);
                if count(&now.numbers()) == field.len {
                    cells.write(at, &now.numbers());
                }
            }
            Source::Place(_) => visit_all = true,
        }
    }
    if visit_all {
        let mut place = 0;
        d.each_mut(&mut |_, _, numbers| {
            for (field, cells, at) in list.clone() {
                if matches!(field.source, Source::Place(p) if p == place) {
                    cells.write(at, &shared(&numbers));
                }
            }
            place += 1;
        });
    }
}

/// Calls `visit` with the arrays of `m`, then its options as `opt.…`, in a fixed order.
pub(crate) fn each_model_field(m: &mut Model, visit: &mut dyn FnMut(&'static str, Shape, NumbersMut<'_>)) {
    m.each_mut(visit);
    let o = &mut m.opt;
    macro_rules! scalars {
        ($kind:ident: $($f:ident),*) => {$(
            visit(
                concat!("opt.", stringify!($f)),
                Shape { rows: 1, cols: None },
                NumbersMut::$kind(std::slice::from_mut(&mut o.$f)),
            );
        )*};
    }
    scalars!(F64: timestep, impratio, tolerance, ls_tolerance, noslip_tolerance, ccd_tolerance, sleep_tolerance, density,
        viscosity, o_margin);
    scalars!(I32: integrator, cone, jacobian, solver, iterations, ls_iterations, noslip_iterations, ccd_iterations,
        disableflags, enableflags, disableactuator, sdf_initpoints, sdf_iterations);
    macro_rules! vectors {
        ($($f:ident),*) => {$(
            let x: &mut [f64] = &mut o.$f;
            visit(concat!("opt.", stringify!($f)), Shape { rows: x.len(), cols: None }, NumbersMut::F64(x));
        )*};
    }
    vectors!(o_solref, o_solimp, o_friction);
    for (name, v) in
        [("opt.gravity", &mut o.gravity), ("opt.wind", &mut o.wind), ("opt.magnetic", &mut o.magnetic)]
    {
        visit(name, Shape { rows: 3, cols: None }, NumbersMut::F64(&mut v.0));
    }
}

/// Fields that programs vary per simulation, or that follow from those: reached without visiting all others.
macro_rules! direct_model {
    ($($table:ident.$field:ident = $name:literal),* $(,)?) => {
        const DIRECT: &[(&str, fn(&mut Model) -> NumbersMut<'_>)] =
            &[$(($name, |m| FieldData::numbers_mut(&mut m.$table.$field))),*];
    };
}
direct_model! {
    body.mass = "body_mass", body.inertia = "body_inertia", body.ipos = "body_ipos", body.iquat = "body_iquat",
    body.pos = "body_pos", body.quat = "body_quat", body.gravcomp = "body_gravcomp", body.subtreemass = "body_subtreemass",
    body.invweight0 = "body_invweight0", jnt.stiffness = "jnt_stiffness", jnt.range = "jnt_range", jnt.margin = "jnt_margin",
    dof.damping = "dof_damping", dof.armature = "dof_armature", dof.frictionloss = "dof_frictionloss", dof.M0 = "dof_M0",
    dof.invweight0 = "dof_invweight0", geom.friction = "geom_friction", geom.size = "geom_size", geom.pos = "geom_pos",
    geom.quat = "geom_quat", geom.solref = "geom_solref", geom.solimp = "geom_solimp", geom.margin = "geom_margin",
    geom.rgba = "geom_rgba", site.pos = "site_pos", site.quat = "site_quat", pair.friction = "pair_friction",
    tendon.stiffness = "tendon_stiffness", tendon.damping = "tendon_damping", tendon.length0 = "tendon_length0",
    tendon.invweight0 = "tendon_invweight0", actuator.gainprm = "actuator_gainprm", actuator.biasprm = "actuator_biasprm",
    actuator.dynprm = "actuator_dynprm", actuator.gear = "actuator_gear", actuator.ctrlrange = "actuator_ctrlrange",
    actuator.forcerange = "actuator_forcerange", actuator.acc0 = "actuator_acc0", actuator.length0 = "actuator_length0",
    cam.pos = "cam_pos", cam.quat = "cam_quat", cam.pos0 = "cam_pos0", cam.poscom0 = "cam_poscom0", cam.mat0 = "cam_mat0",
    light.pos0 = "light_pos0", light.poscom0 = "light_poscom0", light.dir0 = "light_dir0",
}

/// The numbers of a field that has a direct way.
pub(crate) fn direct_numbers<'m>(m: &'m mut Model, field: &ModelField) -> Option<NumbersMut<'m>> {
    field.direct.and_then(|k| DIRECT.get(k)).map(|(_, f)| f(m))
}

/// A field of `Model`: its place, type and size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ModelField {
    pub(crate) place: usize,
    /// Place among the fields with a direct way.
    pub(crate) direct: Option<usize>,
    /// Number type.
    pub kind: Kind,
    /// Numbers per simulation.
    pub len: usize,
    /// Rows and columns of one simulation.
    pub shape: Shape,
}

/// The field of `Model` with this name (options as `opt.timestep`).
pub fn find_model_field(m: &mut Model, name: &str) -> Option<ModelField> {
    let (mut place, mut found) = (0, None);
    each_model_field(m, &mut |n, shape, numbers| {
        if n == name {
            let numbers = shared(&numbers);
            let direct = DIRECT.iter().position(|d| d.0 == name);
            found = Some(ModelField { place, direct, kind: kind_of(&numbers), len: count(&numbers), shape });
        }
        place += 1;
    });
    found
}

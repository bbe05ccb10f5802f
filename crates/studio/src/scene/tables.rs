//! The model's tables as the page needs them.

use crate::{Json, json};
use stiction::Model;
use stiction::kinds::{ObjKind, Projection};
use stiction::spatial::Pose;

/// A list of one object per row.
fn rows(n: usize, row: impl Fn(usize) -> Json) -> Json {
    Json::Array((0..n).map(row).collect())
}

pub fn all(m: &Model) -> Vec<(String, Json)> {
    let s = &m.size;
    [
        ("bodies", rows(s.nbody, |i| body(m, i))),
        ("geoms", rows(s.ngeom, |i| geom(m, i))),
        ("sites", rows(s.nsite, |i| site(m, i))),
        ("materials", rows(s.nmat, |i| material(m, i))),
        ("cameras", rows(s.ncam, |i| camera(m, i))),
        ("lights", rows(s.nlight, |i| light(m, i))),
        ("joints", rows(s.njnt, |i| joint(m, i))),
        ("actuators", controls(m)),
        ("tendons", rows(s.ntendon, |i| tendon(m, i))),
        ("equalities", rows(s.neq, |i| equality(m, i))),
        ("sensors", rows(s.nsensor, |i| sensor(m, i))),
        ("keyframes", json!(m.names.list(ObjKind::Key))),
        ("visual", visual(m)),
        ("options", options(m)),
        ("stats", json!(crate::frame::STATS)),
    ]
    .into_iter()
    .map(|(k, v)| (k.to_owned(), v))
    .collect()
}

fn body(m: &Model, i: usize) -> Json {
    let b = &m.body;
    json!({
        "name": m.names.get(ObjKind::Body, i),
        "parent": b.parentid[i].number(),
        "root": b.rootid[i].number(),
        "tree": b.treeid[i].number(),
        "mocap": b.mocapid[i].number(),
        "weld": b.weldid[i].number(),
        "mass": b.mass[i],
        "inertia": b.inertia[i].0,
        "ipos": b.ipos[i].0,
        "iquat": b.iquat[i].0,
        "dofs": b.dofnum[i],
    })
}

fn geom(m: &Model, i: usize) -> Json {
    let g = &m.geom;
    json!({
        "name": m.names.get(ObjKind::Geom, i),
        "type": g.kind[i].number(),
        "body": g.bodyid[i].number(),
        "size": g.size[i],
        "pos": g.pos[i].0,
        "quat": g.quat[i].0,
        "rgba": g.rgba[i],
        "mat": g.matid[i].number(),
        "data": g.dataid[i].number(),
        "group": g.group[i],
        "shadow": g.castshadow[i],
        "contype": g.contype[i],
        "friction": g.friction[i],
    })
}

fn site(m: &Model, i: usize) -> Json {
    let g = &m.site;
    // where it is drawn
    let mut pose = Pose::new(g.pos[i], g.quat[i]);
    if let Some(own) = m.site_offset(i) {
        pose = pose * own;
    }
    json!({
        "name": m.names.get(ObjKind::Site, i),
        "type": g.kind[i].number(),
        "body": g.bodyid[i].number(),
        "size": g.size[i],
        "pos": pose.pos.0,
        "quat": pose.quat.0,
        "rgba": g.rgba[i],
        "mat": g.matid[i].number(),
        "data": g.dataid[i].number(),
        "group": g.group[i],
    })
}

fn material(m: &Model, i: usize) -> Json {
    let t = &m.mat;
    // role 1 is the plain colour texture, role 0 what files without roles give
    let texture = [t.texid[i][1], t.texid[i][0]].into_iter().find(|x| x.is_some()).map_or(-1, |x| x.number());
    json!({
        "texture": texture,
        "uniform": t.texuniform[i],
        "repeat": t.texrepeat[i],
        "emission": t.emission[i],
        "specular": t.specular[i],
        "shininess": t.shininess[i],
        "reflectance": t.reflectance[i],
        "metallic": t.metallic[i],
        "roughness": t.roughness[i],
        "rgba": t.rgba[i],
    })
}

fn camera(m: &Model, i: usize) -> Json {
    json!({
        "name": m.names.get(ObjKind::Camera, i),
        "fovy": m.cam.fovy[i],
        "orthographic": m.cam.projection[i] == Projection::Orthographic,
    })
}

fn light(m: &Model, i: usize) -> Json {
    let l = &m.light;
    json!({
        "type": l.kind[i].number(),
        "active": l.active[i],
        "shadow": l.castshadow[i],
        "cutoff": l.cutoff[i],
        "attenuation": l.attenuation[i],
        "ambient": l.ambient[i],
        "diffuse": l.diffuse[i],
        "specular": l.specular[i],
    })
}

fn joint(m: &Model, i: usize) -> Json {
    let j = &m.jnt;
    json!({
        "name": m.names.get(ObjKind::Joint, i),
        "type": j.kind[i].number(),
        "body": j.bodyid[i].number(),
        "qpos": j.qposadr[i].number(),
        "dof": j.dofadr[i].number(),
        "limited": j.limited[i],
        "range": j.range[i],
        "pos": j.pos[i].0,
        "axis": j.axis[i].0,
    })
}

/// One entry per control; an actuator may have several.
fn controls(m: &Model) -> Json {
    let mut out = Vec::new();
    for i in 0..m.size.nactuator {
        let name = match m.names.get(ObjKind::Actuator, i) {
            "" => format!("actuator {i}"),
            n => n.to_owned(),
        };
        for (k, c) in m.actuator.controls(i).range().enumerate() {
            let label = if m.actuator.ctrlnum[i] > 1 { format!("{name}[{k}]") } else { name.clone() };
            let limited = m.actuator.ctrllimited.get(c).copied().unwrap_or(false);
            let range = m.actuator.ctrlrange.get(c).copied().unwrap_or([0.0; 2]);
            let force = m.actuator.outputs(i).range().nth(k);
            out.push(json!({ "name": label, "ctrl": c, "force": force, "limited": limited, "range": range }));
        }
    }
    Json::Array(out)
}

fn tendon(m: &Model, i: usize) -> Json {
    let t = &m.tendon;
    let rgba = t.matid[i].get().map_or(t.rgba[i], |k| m.mat.rgba[k]);
    json!({ "name": m.names.get(ObjKind::Tendon, i), "width": t.width[i], "rgba": rgba })
}

fn equality(m: &Model, i: usize) -> Json {
    json!({ "name": m.names.get(ObjKind::Equality, i), "type": m.eq.kind[i].number(), "active": m.eq.active0[i] })
}

fn sensor(m: &Model, i: usize) -> Json {
    json!({ "name": m.names.get(ObjKind::Sensor, i), "dim": m.sensor.dim[i], "adr": m.sensor.adr[i].number() })
}

fn visual(m: &Model) -> Json {
    let v = &m.vis;
    json!({
        "extent": m.stat.extent,
        "center": m.stat.center.0,
        "meansize": m.stat.meansize,
        "meanmass": m.stat.meanmass,
        "fovy": v.global.fovy,
        "orthographic": v.global.orthographic != 0,
        "azimuth": v.global.azimuth,
        "elevation": v.global.elevation,
        "headlight": v.headlight.active != 0,
        "ambient": v.headlight.ambient,
        "diffuse": v.headlight.diffuse,
        "haze": v.rgba.haze,
        "znear": v.map.znear,
        "zfar": v.map.zfar,
        "force": v.map.force,
    })
}

fn options(m: &Model) -> Json {
    json!({ "timestep": m.opt.timestep, "gravity": m.opt.gravity.0, "choices": crate::live::choices(m) })
}

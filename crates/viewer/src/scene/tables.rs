//! The model's tables as the page needs them.

use crate::json::Json;
use stiction::Model;
use stiction::kinds::ObjKind;

fn num(x: impl Into<f64>) -> Json {
    Json::Num(x.into())
}

/// A list of one object per row.
fn rows(n: usize, row: impl Fn(usize) -> Json) -> Json {
    Json::List((0..n).map(row).collect())
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
        ("keyframes", Json::strs(m.names.list(ObjKind::Key))),
        ("visual", visual(m)),
        ("options", options(m)),
        ("stats", Json::strs(crate::frame::STATS)),
    ]
    .into_iter()
    .map(|(k, v)| (k.to_owned(), v))
    .collect()
}

fn body(m: &Model, i: usize) -> Json {
    let b = &m.body;
    Json::object([
        ("name", Json::str(m.names.get(ObjKind::Body, i))),
        ("parent", num(b.parentid[i])),
        ("root", num(b.rootid[i])),
        ("tree", num(b.treeid[i])),
        ("mocap", num(b.mocapid[i])),
        ("weld", num(b.weldid[i])),
        ("mass", num(b.mass[i])),
        ("inertia", Json::nums(&b.inertia[i].0)),
        ("ipos", Json::nums(&b.ipos[i].0)),
        ("iquat", Json::nums(&b.iquat[i].0)),
        ("dofs", num(b.dofnum[i])),
    ])
}

fn geom(m: &Model, i: usize) -> Json {
    let g = &m.geom;
    Json::object([
        ("name", Json::str(m.names.get(ObjKind::Geom, i))),
        ("type", num(g.kind[i])),
        ("body", num(g.bodyid[i])),
        ("size", Json::nums(&g.size[i])),
        ("pos", Json::nums(&g.pos[i].0)),
        ("quat", Json::nums(&g.quat[i].0)),
        ("rgba", Json::nums(&g.rgba[i])),
        ("mat", num(g.matid[i])),
        ("data", num(g.dataid[i])),
        ("group", num(g.group[i])),
        ("shadow", Json::Bool(g.castshadow[i])),
        ("contype", num(g.contype[i])),
        ("friction", Json::nums(&g.friction[i])),
    ])
}

fn site(m: &Model, i: usize) -> Json {
    let g = &m.site;
    Json::object([
        ("name", Json::str(m.names.get(ObjKind::Site, i))),
        ("type", num(g.kind[i])),
        ("body", num(g.bodyid[i])),
        ("size", Json::nums(&g.size[i])),
        ("pos", Json::nums(&g.pos[i].0)),
        ("quat", Json::nums(&g.quat[i].0)),
        ("rgba", Json::nums(&g.rgba[i])),
        ("mat", num(g.matid[i])),
        ("data", num(g.dataid[i])),
        ("group", num(g.group[i])),
    ])
}

fn material(m: &Model, i: usize) -> Json {
    let t = &m.mat;
    // role 1 is the plain colour texture, role 0 what files without roles give
    let texture = [t.texid[i][1], t.texid[i][0]].into_iter().find(|x| *x >= 0).unwrap_or(-1);
    Json::object([
        ("texture", num(texture)),
        ("uniform", Json::Bool(t.texuniform[i])),
        ("repeat", Json::nums(&t.texrepeat[i])),
        ("emission", num(t.emission[i])),
        ("specular", num(t.specular[i])),
        ("shininess", num(t.shininess[i])),
        ("reflectance", num(t.reflectance[i])),
        ("metallic", num(t.metallic[i])),
        ("roughness", num(t.roughness[i])),
        ("rgba", Json::nums(&t.rgba[i])),
    ])
}

fn camera(m: &Model, i: usize) -> Json {
    Json::object([
        ("name", Json::str(m.names.get(ObjKind::Camera, i))),
        ("fovy", num(m.cam.fovy[i])),
        ("orthographic", Json::Bool(m.cam.projection[i] == 1)),
    ])
}

fn light(m: &Model, i: usize) -> Json {
    let l = &m.light;
    Json::object([
        ("type", num(l.kind[i])),
        ("active", Json::Bool(l.active[i])),
        ("shadow", Json::Bool(l.castshadow[i])),
        ("cutoff", num(l.cutoff[i])),
        ("attenuation", Json::nums(&l.attenuation[i])),
        ("ambient", Json::nums(&l.ambient[i])),
        ("diffuse", Json::nums(&l.diffuse[i])),
        ("specular", Json::nums(&l.specular[i])),
    ])
}

fn joint(m: &Model, i: usize) -> Json {
    let j = &m.jnt;
    Json::object([
        ("name", Json::str(m.names.get(ObjKind::Joint, i))),
        ("type", num(j.kind[i])),
        ("body", num(j.bodyid[i])),
        ("qpos", num(j.qposadr[i])),
        ("dof", num(j.dofadr[i])),
        ("limited", Json::Bool(j.limited[i])),
        ("range", Json::nums(&j.range[i])),
        ("pos", Json::nums(&j.pos[i].0)),
        ("axis", Json::nums(&j.axis[i].0)),
    ])
}

/// One entry per control; an actuator may have several.
fn controls(m: &Model) -> Json {
    let mut out = Vec::new();
    for i in 0..m.size.nactuator {
        let name = match m.names.get(ObjKind::Actuator, i) {
            "" => format!("actuator {i}"),
            n => n.to_owned(),
        };
        for k in 0..m.actuator.ctrlnum[i] {
            let label = if m.actuator.ctrlnum[i] > 1 { format!("{name}[{k}]") } else { name.clone() };
            let c = (m.actuator.ctrladr[i] + k) as usize;
            let limited = m.actuator.ctrllimited.get(c).copied().unwrap_or(false);
            let range = m.actuator.ctrlrange.get(c).copied().unwrap_or([0.0; 2]);
            out.push(Json::object([
                ("name", Json::Str(label)),
                ("ctrl", Json::count(c)),
                ("limited", Json::Bool(limited)),
                ("range", Json::nums(&range)),
            ]));
        }
    }
    Json::List(out)
}

fn tendon(m: &Model, i: usize) -> Json {
    let t = &m.tendon;
    let rgba = usize::try_from(t.matid[i]).map_or(t.rgba[i], |k| m.mat.rgba[k]);
    Json::object([
        ("name", Json::str(m.names.get(ObjKind::Tendon, i))),
        ("width", num(t.width[i])),
        ("rgba", Json::nums(&rgba)),
    ])
}

fn equality(m: &Model, i: usize) -> Json {
    Json::object([
        ("name", Json::str(m.names.get(ObjKind::Equality, i))),
        ("type", num(m.eq.kind[i])),
        ("active", Json::Bool(m.eq.active0[i])),
    ])
}

fn sensor(m: &Model, i: usize) -> Json {
    Json::object([
        ("name", Json::str(m.names.get(ObjKind::Sensor, i))),
        ("dim", num(m.sensor.dim[i])),
        ("adr", num(m.sensor.adr[i])),
    ])
}

fn visual(m: &Model) -> Json {
    let v = &m.vis;
    Json::object([
        ("extent", num(m.stat.extent)),
        ("center", Json::nums(&m.stat.center.0)),
        ("meansize", num(m.stat.meansize)),
        ("meanmass", num(m.stat.meanmass)),
        ("fovy", num(v.global.fovy)),
        ("azimuth", num(v.global.azimuth)),
        ("elevation", num(v.global.elevation)),
        ("headlight", Json::Bool(v.headlight.active != 0)),
        ("ambient", Json::nums(&v.headlight.ambient)),
        ("diffuse", Json::nums(&v.headlight.diffuse)),
        ("haze", Json::nums(&v.rgba.haze)),
        ("znear", num(v.map.znear)),
        ("zfar", num(v.map.zfar)),
        ("force", num(v.map.force)),
    ])
}

fn options(m: &Model) -> Json {
    Json::object([
        ("timestep", num(m.opt.timestep)),
        ("gravity", Json::nums(&m.opt.gravity.0)),
        ("choices", crate::live::choices(m)),
    ])
}

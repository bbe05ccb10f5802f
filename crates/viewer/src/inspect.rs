//! Answers to what a viewer asks once: the rows of the last step, everything about a body.

use crate::json::Json;
use stiction::kinds::ObjKind;
use stiction::solver::RowKind;
use stiction::{Data, Model};

/// Rows that are told at most.
const MAX_ROWS: usize = 400;

/// The answer to a question by its name; none if there is no such question.
pub fn answer(m: &Model, d: &Data, what: &str, id: usize) -> Option<Json> {
    Some(match what {
        "rows" => rows(m, d),
        "body" => body(m, d, id),
        "state" => state(d),
        _ => return None,
    })
}

/// The exact state, for tests and scripts in the page.
fn state(d: &Data) -> Json {
    Json::object([
        ("event", Json::str("state")),
        ("time", Json::Num(d.time)),
        ("qpos", Json::nums(&d.state.qpos)),
        ("qvel", Json::nums(&d.state.qvel)),
        ("ctrl", Json::nums(&d.input.ctrl)),
    ])
}

/// The constraint rows of the last step.
fn rows(m: &Model, d: &Data) -> Json {
    let mut out = Vec::new();
    for b in 0..d.rows.nblock() {
        let info = d.rows.info[b];
        for r in d.rows.range(b) {
            if out.len() >= MAX_ROWS || d.solution.efc_force.len() <= r {
                break;
            }
            out.push(Json::object([
                ("row", Json::count(r)),
                ("kind", Json::str(kind(info.kind))),
                ("of", Json::Str(owner(m, d, info.kind, info.id as usize))),
                ("pos", Json::Num(d.rows.pos[r])),
                ("vel", Json::Num(d.rows.vel[r])),
                ("aref", Json::Num(d.rows.aref[r])),
                ("R", Json::Num(d.rows.r[r])),
                ("force", Json::Num(d.solution.efc_force[r])),
                ("island", Json::Num(d.islands.block_island.get(b).map_or(-1.0, |i| f64::from(*i)))),
            ]));
        }
    }
    Json::object([
        ("event", Json::str("rows")),
        ("time", Json::Num(d.time)),
        ("total", Json::count(d.rows.nefc())),
        ("rows", Json::List(out)),
    ])
}

fn kind(k: RowKind) -> &'static str {
    match k {
        RowKind::Equality => "equality",
        RowKind::FrictionDof => "friction of a joint",
        RowKind::FrictionTendon => "friction of a tendon",
        RowKind::LimitJoint => "limit of a joint",
        RowKind::LimitTendon => "limit of a tendon",
        RowKind::ContactFrictionless => "contact",
        RowKind::ContactPyramidal => "contact, pyramid",
        RowKind::ContactElliptic => "contact, cone",
        #[allow(unreachable_patterns)]
        _ => "constraint",
    }
}

fn named(m: &Model, kind: ObjKind, id: usize) -> String {
    match m.names.get(kind, id) {
        "" => format!("{kind:?} {id}").to_lowercase(),
        n => n.to_owned(),
    }
}

fn owner(m: &Model, d: &Data, k: RowKind, id: usize) -> String {
    match k {
        RowKind::Equality => named(m, ObjKind::Equality, id),
        RowKind::FrictionDof => named(m, ObjKind::Joint, m.dof.jntid.get(id).map_or(0, |j| *j as usize)),
        RowKind::FrictionTendon | RowKind::LimitTendon => named(m, ObjKind::Tendon, id),
        RowKind::LimitJoint => named(m, ObjKind::Joint, id),
        _ => d.contacts.list.get(id).map_or(String::new(), |c| {
            let [a, b] =
                c.geom.map(|g| usize::try_from(g).map_or(String::new(), |g| named(m, ObjKind::Geom, g)));
            format!("{a} – {b}")
        }),
    }
}

/// Everything about a body.
fn body(m: &Model, d: &Data, b: usize) -> Json {
    if b >= m.size.nbody {
        return Json::object([("event", Json::str("refused")), ("why", Json::str("no such body"))]);
    }
    let v = d.vel.cvel[b];
    let com = d.kin.xipos[b];
    let linear = v.lin + v.ang.cross(com - d.com.subtree_com[m.body.rootid[b] as usize]);
    let contacts =
        d.contacts.list.iter().filter(|c| {
            c.geom.iter().any(|g| usize::try_from(*g).is_ok_and(|g| m.geom.bodyid[g] as usize == b))
        });
    let joints = (0..m.body.jntnum[b]).map(|k| joint(m, d, (m.body.jntadr[b] + k) as usize));
    let geoms =
        (0..m.body.geomnum[b]).map(|k| Json::Str(named(m, ObjKind::Geom, (m.body.geomadr[b] + k) as usize)));
    Json::object([
        ("event", Json::str("body")),
        ("id", Json::count(b)),
        ("name", Json::Str(named(m, ObjKind::Body, b))),
        ("parent", Json::Str(named(m, ObjKind::Body, m.body.parentid[b] as usize))),
        ("mass", Json::Num(m.body.mass[b])),
        ("subtree mass", Json::Num(m.body.subtreemass[b])),
        ("inertia", Json::nums(&m.body.inertia[b].0)),
        ("position", Json::nums(&d.kin.xpos[b].0)),
        ("quaternion", Json::nums(&d.kin.xquat[b].0)),
        ("centre of mass", Json::nums(&com.0)),
        ("velocity", Json::nums(&linear.0)),
        ("angular velocity", Json::nums(&v.ang.0)),
        ("applied", Json::nums(&d.input.xfrc_applied[b])),
        ("contacts", Json::count(contacts.count())),
        (
            "island",
            Json::Num(tree(m, b).and_then(|t| d.islands.tree_island.get(t)).map_or(-1.0, |i| f64::from(*i))),
        ),
        ("asleep", Json::Bool(tree(m, b).and_then(|t| d.state.tree_asleep.get(t)).is_some_and(|s| *s >= 0))),
        ("joints", Json::List(joints.collect())),
        ("geoms", Json::List(geoms.collect())),
    ])
}

fn tree(m: &Model, b: usize) -> Option<usize> {
    usize::try_from(m.body.treeid[b]).ok()
}

fn joint(m: &Model, d: &Data, j: usize) -> Json {
    let (nq, nv) = match m.jnt.kind[j] {
        0 => (7, 6),
        1 => (4, 3),
        _ => (1, 1),
    };
    let (q, v) = (m.jnt.qposadr[j] as usize, m.jnt.dofadr[j] as usize);
    Json::object([
        ("name", Json::Str(named(m, ObjKind::Joint, j))),
        ("qpos", Json::nums(&d.state.qpos[q..q + nq])),
        ("qvel", Json::nums(&d.state.qvel[v..v + nv])),
        ("actuator", Json::nums(&d.actuation.qfrc_actuator[v..v + nv])),
        ("passive", Json::nums(&d.passive.qfrc_passive[v..v + nv])),
        ("constraint", Json::nums(&d.solution.qfrc_constraint[v..v + nv])),
    ])
}

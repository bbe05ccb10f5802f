//! Answers to what a viewer asks once: the rows of the last step, everything about a body.

use crate::{Json, json};
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
        "fields" => crate::edit::fields(m, id),
        "state" => state(d),
        _ => return None,
    })
}

/// The bits of positions and velocities as one number (FNV-1a of each): equal runs have equal numbers, on every machine.
pub fn state_hash(d: &Data) -> u64 {
    let hash = |x: &[f64]| {
        x.iter()
            .flat_map(|v| v.to_bits().to_le_bytes())
            .fold(0xCBF2_9CE4_8422_2325, |h: u64, b| (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01B3))
    };
    hash(&d.state.qpos) ^ hash(&d.state.qvel).rotate_left(1)
}

/// The exact state, for tests and scripts in the page.
fn state(d: &Data) -> Json {
    json!({
        "event": "state",
        "hash": format!("{:016x}", state_hash(d)),
        "time": d.time,
        "qpos": d.state.qpos,
        "qvel": d.state.qvel,
        "ctrl": d.input.ctrl,
    })
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
            out.push(json!({
                "row": r,
                "kind": kind(info.kind),
                "of": owner(m, d, info.kind, info.id as usize),
                "pos": d.rows.pos[r],
                "vel": d.rows.vel[r],
                "aref": d.rows.aref[r],
                "R": d.rows.r[r],
                "force": d.solution.efc_force[r],
                "island": d.islands.block_island.get(b).map_or(-1.0, |i| f64::from(*i)),
            }));
        }
    }
    json!({ "event": "rows", "time": d.time, "total": d.rows.nefc(), "rows": out })
}

pub(crate) fn kind(k: RowKind) -> &'static str {
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

pub(crate) fn named(m: &Model, kind: ObjKind, id: usize) -> String {
    match m.names.get(kind, id) {
        "" => format!("{kind:?} {id}").to_lowercase(),
        n => n.to_owned(),
    }
}

pub(crate) fn owner(m: &Model, d: &Data, k: RowKind, id: usize) -> String {
    match k {
        RowKind::Equality => named(m, ObjKind::Equality, id),
        RowKind::FrictionDof => named(m, ObjKind::Joint, m.dof.jntid.get(id).map_or(0, |j| j.idx())),
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
        return json!({ "event": "refused", "why": "no such body" });
    }
    let v = d.vel.cvel[b];
    let com = d.kin.xipos[b];
    let linear = v.lin + v.ang.cross(com - d.com.subtree_com[m.body.rootid[b]]);
    let contacts =
        d.contacts.list.iter().filter(|c| {
            c.geom.iter().any(|g| usize::try_from(*g).is_ok_and(|g| m.geom.bodyid[g].idx() == b))
        });
    let joints = m.body.joints(b).range().map(|j| joint(m, d, j));
    let geoms = m.body.geoms(b).range().map(|g| named(m, ObjKind::Geom, g));
    json!({
        "event": "body",
        "id": b,
        "name": named(m, ObjKind::Body, b),
        "parent": named(m, ObjKind::Body, m.body.parentid[b].idx()),
        "mass": m.body.mass[b],
        "subtree mass": m.body.subtreemass[b],
        "inertia": m.body.inertia[b].0,
        "position": d.kin.xpos[b].0,
        "quaternion": d.kin.xquat[b].0,
        "centre of mass": com.0,
        "velocity": linear.0,
        "angular velocity": v.ang.0,
        "applied": d.input.xfrc_applied[b],
        "contacts": contacts.count(),
        "island": tree(m, b).and_then(|t| d.islands.tree_island.get(t)).map_or(-1.0, |i| f64::from(*i)),
        "asleep": tree(m, b).and_then(|t| d.state.tree_asleep.get(t)).is_some_and(|s| *s >= 0),
        "joints": joints.collect::<Vec<_>>(),
        "geoms": geoms.collect::<Vec<_>>(),
    })
}

fn tree(m: &Model, b: usize) -> Option<usize> {
    m.body.treeid[b].get().map(|t| t.idx())
}

fn joint(m: &Model, d: &Data, j: usize) -> Json {
    let (q, v) = (m.jnt.positions(j), m.jnt.dofs(j).range());
    json!({
        "name": named(m, ObjKind::Joint, j),
        "qpos": &d.state.qpos[q],
        "qvel": &d.state.qvel[v.clone()],
        "actuator": &d.actuation.qfrc_actuator[v.clone()],
        "passive": &d.passive.qfrc_passive[v.clone()],
        "constraint": &d.solution.qfrc_constraint[v],
    })
}

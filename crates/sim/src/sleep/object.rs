//! Whether an object sleeps (`mj_sleepState`): that of its body; of two trees' things, asleep only if both are.

use super::Sleeping;
use stiction_model::Model;
use stiction_model::ids::{BodyId, ObjectId};
use stiction_model::kinds::{EqKind, ObjKind, SensorKind, TrnKind};

/// State of an object, with MuJoCo's numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum SleepState {
    /// Never moves.
    Static = -1,
    /// Sleeps.
    Asleep = 0,
    /// Moves.
    Awake = 1,
}
use SleepState::{Asleep, Awake, Static};
use stiction_model::Code;

fn body(d: &Sleeping, b: BodyId) -> SleepState {
    match d.lists.body_awake.get(b.idx()) {
        Some(0) => Asleep,
        Some(-1) => Static,
        _ => Awake,
    }
}

/// State of object `id` of a kind; things without one are awake.
pub fn sleep_state(m: &Model, d: &Sleeping, kind: ObjKind, id: usize) -> SleepState {
    let of = |table: &[BodyId]| table.get(id).map_or(Awake, |&b| body(d, b));
    match kind {
        ObjKind::Body | ObjKind::Xbody => body(d, id.into()),
        ObjKind::Joint => of(&m.jnt.bodyid),
        ObjKind::Dof => of(&m.dof.bodyid),
        ObjKind::Geom => of(&m.geom.bodyid),
        ObjKind::Site => of(&m.site.bodyid),
        ObjKind::Camera => of(&m.cam.bodyid),
        ObjKind::Light => of(&m.light.bodyid),
        ObjKind::Tendon => tendon_state(m, d, id),
        ObjKind::Actuator => actuator_state(m, d, id),
        ObjKind::Equality => equality_state(m, d, id),
        ObjKind::Sensor => sensor_state(m, d, id),
        _ => Awake,
    }
}

pub(super) fn tendon_state(m: &Model, d: &Sleeping, t: usize) -> SleepState {
    let awake = |k: usize| d.lists.tree_awake[m.tendon.treeid[t][k]] != 0;
    match m.tendon.treenum[t] {
        0 => Static,
        1 if !awake(0) => Asleep,
        2 if !awake(0) && !awake(1) => Asleep,
        _ => Awake,
    }
}

fn either(a: SleepState, b: SleepState) -> SleepState {
    if a == Awake || b == Awake { Awake } else { Asleep }
}

fn actuator_state(m: &Model, d: &Sleeping, i: usize) -> SleepState {
    let [first, second] = m.actuator.trnid[i];
    let state = |kind, id: ObjectId| id.get().map_or(Awake, |id| sleep_state(m, d, kind, id.idx()));
    match m.actuator.trntype[i].get() {
        Some(TrnKind::Joint | TrnKind::Jointinparent) => state(ObjKind::Joint, first),
        Some(TrnKind::Slidercrank) => either(state(ObjKind::Site, first), state(ObjKind::Site, second)),
        Some(TrnKind::Tendon) => state(ObjKind::Tendon, first),
        Some(TrnKind::Site) => state(ObjKind::Site, first),
        Some(TrnKind::So3) if second.is_none() => state(ObjKind::Joint, first),
        Some(TrnKind::So3) => either(state(ObjKind::Site, first), state(ObjKind::Site, second)),
        Some(TrnKind::Body) => state(ObjKind::Body, first),
        _ => Awake,
    }
}

fn equality_state(m: &Model, d: &Sleeping, e: usize) -> SleepState {
    let kind = match m.eq.kind[e].get() {
        Some(EqKind::Connect | EqKind::Weld) => m.eq.objtype[e].get().unwrap_or(ObjKind::Body),
        Some(EqKind::Joint) => ObjKind::Joint,
        Some(EqKind::Tendon) => ObjKind::Tendon,
        _ => return Awake,
    };
    let state = |id: ObjectId| id.get().map_or(Static, |id| sleep_state(m, d, kind, id.idx()));
    either(state(m.eq.obj1id[e]), state(m.eq.obj2id[e]))
}

/// A sensor of one thing sleeps with it; one of two things, if neither is awake; one of nothing, never.
fn sensor_state(m: &Model, d: &Sleeping, i: usize) -> SleepState {
    let kind = |t: Code<ObjKind>| t.get().unwrap_or(ObjKind::Unknown);
    let (obj, reference) = (kind(m.sensor.objtype[i]), kind(m.sensor.reftype[i]));
    let always = [SensorKind::User, SensorKind::Plugin, SensorKind::Rangefinder];
    let volume =
        m.sensor.kind[i] == SensorKind::Contact && (obj == ObjKind::Site || reference == ObjKind::Site);
    if volume || always.iter().any(|k| m.sensor.kind[i] == *k) {
        return Awake;
    }
    let state = |kind, id: ObjectId| id.get().map_or(Awake, |id| sleep_state(m, d, kind, id.idx()));
    let a = state(obj, m.sensor.objid[i]);
    let b = state(reference, m.sensor.refid[i]);
    let alone = |s| if s == Asleep { Asleep } else { Awake };
    match (obj, reference) {
        (ObjKind::Unknown, ObjKind::Unknown) => Awake,
        (ObjKind::Unknown, _) => alone(b),
        (_, ObjKind::Unknown) => alone(a),
        _ => either(a, b),
    }
}

//! Contact forces, touch sensors and contact sensors.
//!
//! A contact sensor matches contacts by geom, body, subtree or site, reduces them to a fixed number of slots, and copies the
//! requested fields into each: found, force, torque, dist, pos, normal, tangent, linvel, angvel.

use super::inside;
use super::pos::{Object, object, reference};
use super::{Seen, SensorScratch};
use crate::data::Stages;
use stiction_constraint::Contact;
use stiction_dynamics::object::{Axes, Frame, velocity};
use stiction_geometry::query::{Posed, ray};
use stiction_model::Model;
use stiction_model::ids::BodyId;
use stiction_model::kinds::{ContactField, ObjKind};
use stiction_solver::RowKind;
use stiction_spatial::{Force, MIN_VAL, Mat3, Motion, Vec3};

/// Force and torque of a contact in its own frame: (normal, tangents), (spin, rolling), its adhesion included (`mj_contactForce`).
pub fn contact_force(d: &Stages, id: usize) -> [f64; 6] {
    let mut out = [0.0; 6];
    let Some(c) = d.contacts.list.get(id) else { return out };
    let Ok(first) = usize::try_from(c.efc_address) else { return out };
    let dim = c.dim as usize;
    let b = d.rows.jac.blocks.partition_point(|b| (b.row as usize) < first);
    let f = |k: usize| d.solution.efc_force.get(first + k).copied().unwrap_or(0.0);
    if d.rows.info[b].kind == RowKind::ContactPyramidal {
        // edges n ± μ t: the normal is their sum, a tangent the weighted difference of its pair
        out[0] = (0..2 * (dim - 1)).map(f).sum();
        for k in 0..dim - 1 {
            out[1 + k] = c.friction[k] * (f(2 * k) - f(2 * k + 1));
        }
    } else {
        for (k, x) in out.iter_mut().enumerate().take(dim) {
            *x = f(k);
        }
    }
    // the rows hold the contact apart against its adhesion, which is no part of what they press with
    out[0] -= c.adhesion;
    out
}

fn bodies(m: &Model, c: &Contact) -> [BodyId; 2] {
    c.geom.map(|g| m.geom.bodyid[g as usize])
}

/// Whether the ray along the force of contact `c`, passes through the volume of `site`.
pub fn is_felt(m: &Model, d: &Stages, site: usize, c: &Contact) -> bool {
    let body = m.site.bodyid[site];
    let Some(shape) = inside::site_shape(m, site) else { return false };
    let on = bodies(m, c);
    if c.efc_address < 0 || (on[0] != body && on[1] != body) {
        return false;
    }
    let n = c.frame.row(0).normalized().0;
    let direction = if on[1] == body { -n } else { n };
    ray(&Posed::new(&shape, inside::site_placement(m, d, site)), c.pos, direction).is_some()
}

/// Sum of normal forces whose rays pass through the site's volume.
pub(super) fn touch(m: &Model, d: &Seen<'_>, site: usize) -> f64 {
    let mut sum = 0.0;
    for (j, c) in d.contacts.list.iter().enumerate() {
        let normal = contact_force(d, j)[0];
        if normal > 0.0 && is_felt(m, d, site, c) {
            sum += normal;
        }
    }
    sum
}

/// A contact that matches, and whether its normal is seen from the other side.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Match {
    id: usize,
    flip: bool,
    criterion: f64,
}

/// True if body or geom is what the sensor names.
fn matches(m: &Model, body: usize, geom: usize, kind: ObjKind, id: usize) -> bool {
    match kind {
        ObjKind::Unknown | ObjKind::Site => true,
        ObjKind::Geom => id == geom,
        ObjKind::Body => id == body,
        ObjKind::Xbody => {
            let mut b = body;
            while b > id {
                b = m.body.parentid[b].idx();
            }
            b == id
        }
        _ => false,
    }
}

/// `Some(flip)` if the contact matches both objects of the sensor.
fn match_contact(m: &Model, d: &Seen<'_>, c: &Contact, a: Object, b: Object) -> Option<bool> {
    if a.kind == ObjKind::Unknown && b.kind == ObjKind::Unknown {
        return Some(false);
    }
    if a.kind == ObjKind::Site && !inside::inside_site(m, d, a.id, c.pos) {
        return None;
    }
    let on = bodies(m, c);
    let is = |side: usize, o: Object| matches(m, on[side].idx(), c.geom[side] as usize, o.kind, o.id);
    let (a0, a1, b0, b1) = (is(0, a), is(1, a), is(0, b), is(1, b));
    if !(a0 || a1) || !(b0 || b1) {
        return None;
    }
    match (a.kind != ObjKind::Unknown, b.kind != ObjKind::Unknown) {
        (true, true) => match (a0 && b1, a1 && b0) {
            (true, _) => Some(false),
            (false, true) => Some(true),
            (false, false) => None,
        },
        (true, false) => Some(!a0),
        _ => Some(!b1),
    }
}

const SIZES: [usize; 9] = [1, 3, 3, 1, 3, 3, 3, 3, 3];

/// Reductions, with MuJoCo's numbers.
const MIN_DIST: i32 = 1;
const MAX_FORCE: i32 = 2;
const NET_FORCE: i32 = 3;

pub(super) fn evaluate(m: &Model, d: &Seen<'_>, i: usize, work: &mut SensorScratch, out: &mut [f64]) {
    let [spec, reduce, _] = m.sensor.intprm[i];
    let size: usize = (0..9).filter(|k| spec & (1 << k) != 0).map(|k| SIZES[k]).sum();
    out.fill(0.0);
    if size == 0 {
        return;
    }
    let (a, b) = (object(m, i), reference(m, i).unwrap_or(Object { kind: ObjKind::Unknown, id: 0 }));
    let found = &mut work.matches;
    found.clear();
    for (id, c) in d.contacts.list.iter().enumerate() {
        if let Some(flip) = match_contact(m, d, c, a, b) {
            let criterion = match reduce {
                MIN_DIST => c.dist,
                MAX_FORCE => {
                    let f = contact_force(d, id);
                    -(f[0] * f[0] + f[1] * f[1] + f[2] * f[2])
                }
                _ => 0.0,
            };
            found.push(Match { id, flip, criterion });
        }
    }
    if found.is_empty() {
        return;
    }
    if reduce == NET_FORCE {
        net_force(d, found, spec, &mut out[..size]);
    } else {
        if matches!(reduce, MIN_DIST | MAX_FORCE) {
            found.sort_unstable_by(|x, y| x.criterion.total_cmp(&y.criterion).then(x.id.cmp(&y.id)));
        }
        for (slot, x) in out.chunks_exact_mut(size).zip(found.iter()) {
            fill(m, d, x, found.len(), spec, slot);
        }
    }
}

/// Writes the requested fields one after the other.
fn write(spec: i32, slot: &mut [f64], field: impl Fn(ContactField) -> Vec3) {
    let mut at = 0;
    for (k, &f) in ContactField::ALL.iter().enumerate() {
        if spec & (1 << k) != 0 {
            slot[at..at + SIZES[k]].copy_from_slice(&field(f).0[..SIZES[k]]);
            at += SIZES[k];
        }
    }
}

/// One contact. Seen from the other side, the frame turns by 180° about its second tangent, and the third components of
/// force and velocity change sign.
fn fill(m: &Model, d: &Seen<'_>, x: &Match, nfound: usize, spec: i32, slot: &mut [f64]) {
    let c = &d.contacts.list[x.id];
    let sign = if x.flip { -1.0 } else { 1.0 };
    let turned = |v: Vec3| Vec3([v[0], v[1], sign * v[2]]);
    let f = contact_force(d, x.id);
    let rel = relative_velocity(m, d, c);
    write(spec, slot, |field| match field {
        ContactField::Found => Vec3([nfound as f64, 0.0, 0.0]),
        ContactField::Force => turned(Vec3([f[0], f[1], f[2]])),
        ContactField::Torque => turned(Vec3([f[3], f[4], f[5]])),
        ContactField::Dist => Vec3([c.dist, 0.0, 0.0]),
        ContactField::Pos => c.pos,
        ContactField::Normal => c.frame.row(0) * sign,
        ContactField::Tangent => c.frame.row(1) * sign,
        ContactField::Linvel => turned(rel.lin),
        ContactField::Angvel => turned(rel.ang),
    });
}

/// Velocity of the second body relative to the first at the contact, in the contact frame.
fn relative_velocity(m: &Model, d: &Seen<'_>, c: &Contact) -> Motion {
    let at = |body: BodyId| {
        velocity(m, &d.com, &d.vel, &Frame { body, pos: c.pos, mat: Mat3::IDENTITY }, Axes::World)
    };
    let [b1, b2] = bodies(m, c);
    let v = at(b2) - at(b1);
    Motion::new(c.frame.mul_vec(v.ang), c.frame.mul_vec(v.lin))
}

/// One synthetic contact at the force-weighted centre, in world axes.
fn net_force(d: &Seen<'_>, found: &[Match], spec: i32, slot: &mut [f64]) {
    let wrench = |x: &Match| {
        let f = contact_force(d, x.id).map(|v| if x.flip { -v } else { v });
        Force::new(Vec3([f[3], f[4], f[5]]), Vec3([f[0], f[1], f[2]]))
    };
    let (mut point, mut total) = (Vec3::ZERO, 0.0);
    for x in found {
        let weight = wrench(x).lin.norm();
        point = point.add_scaled(d.contacts.list[x.id].pos, weight);
        total += weight;
    }
    point = point / f64::max(total, MIN_VAL);
    let mut sum = Force::zero();
    for x in found {
        let (c, w) = (&d.contacts.list[x.id], wrench(x));
        let force = c.frame.tr_mul_vec(w.lin);
        sum += Force::new(c.frame.tr_mul_vec(w.ang) + (c.pos - point).cross(force), force);
    }
    write(spec, slot, |field| match field {
        ContactField::Found => Vec3([found.len() as f64, 0.0, 0.0]),
        ContactField::Force => sum.lin,
        ContactField::Torque => sum.ang,
        ContactField::Pos => point,
        ContactField::Normal => Vec3::X,
        ContactField::Tangent => Vec3::Y,
        _ => Vec3::ZERO,
    });
}

//! Tendons: lengths, moment arms, paths, and their inertia.
//!
//! fixed    L = Σ c_j q_j,                 J_j = c_j                                                          (1)
//! spatial  L = Σ |p_{k+1} − p_k| / s + Σ wrapped arcs / s,
//!          J = Σ u_kᵀ (∂p_{k+1}/∂q − ∂p_k/∂q) / s,   u_k the unit vector of straight piece k                 (2)
//! armature M += a JᵀJ,   c += Jᵀ a (J̇ q̇)                                                                    (3)
//!
//! s is the divisor of the last pulley. Wrapped arcs do not enter J: the points on a geom move with the geom, and the path
//! leaves it along the tangent.
//!
//! Reads  model.tendon, model.wrap, kinematics, com     Writes Tendons (J on `model.sparse.ten_J_*`)
//! Cost   O(Σ path length · depth), no allocation
//! Checked by: finite differences of L, MuJoCo's ten_length, ten_J, wrap_xpos, qfrc_bias.

use crate::inputs::Positions;
use crate::moment::{PointPair, axis_rate, each_dof, each_dof_of_two, offset, point_velocity};
use crate::stages::{SparseRow, Tendons, Velocities};
use crate::wrap::{Obstacle, wrap};
use stiction_model::Model;
use stiction_model::ids::{ActuatorId, BodyId, JointId, Object, ObjectId, SiteId, TendonId, WrapId};
use stiction_model::kinds::{TendonKind, TrnKind, WrapKind};
use stiction_spatial::{Code, flat::flat_mut};
use stiction_spatial::{MIN_VAL, Vec3};

/// Mark of a pulley in `wrap_obj`.
const PULLEY: i32 = -2;
/// Mark of a site in `wrap_obj`.
const SITE: i32 = -1;

/// Lengths, Jacobian and paths of all tendons.
pub fn tendons(m: &Model, qpos: &[f64], pos: &Positions<'_>, out: &mut Tendons) {
    let mut path = Path { next: 0 };
    out.ten_J.fill(0.0);
    for i in 0..m.size.ntendon {
        out.ten_wrapadr[i] = path.next as i32;
        out.ten_length[i] =
            if is_fixed(m, i) { fixed(m, qpos, i, out) } else { spatial(m, pos, i, out, &mut path) };
        out.ten_wrapnum[i] = path.next as i32 - out.ten_wrapadr[i];
    }
}

/// True for a tendon made of joints.
pub fn is_fixed(m: &Model, tendon: usize) -> bool {
    m.tendon.kind[tendon] == TendonKind::Fixed
}

/// Columns and numbers of row `i` of the tendon Jacobian.
pub fn jacobian_row<'a>(m: &'a Model, ten: &'a Tendons, i: usize) -> SparseRow<'a> {
    let r = m.sparse.tendon(i);
    SparseRow { cols: &m.sparse.ten_J_colind[r.clone()], vals: &ten.ten_J[r] }
}

/// Equation (1).
fn fixed(m: &Model, qpos: &[f64], i: usize, out: &mut Tendons) -> f64 {
    let r = m.sparse.tendon(i);
    let mut length = 0.0;
    for w in m.tendon.wraps(i) {
        let joint = m.wrap.objid[w].joint();
        let (c, dof) = (m.wrap.prm[w], m.jnt.dofadr[joint]);
        length += c * qpos[m.jnt.qposadr[joint]];
        if let Ok(k) = m.sparse.ten_J_colind[r.clone()].binary_search(&dof.number()) {
            out.ten_J[r.start + k] += c;
        }
    }
    length
}

/// The next free place in `wrap_obj`, `wrap_xpos`.
struct Path {
    next: usize,
}

impl Path {
    fn push(&mut self, out: &mut Tendons, object: i32, x: Vec3) {
        let (objects, points) = (flat_mut(&mut out.wrap_obj), flat_mut(&mut out.wrap_xpos));
        if self.next < objects.len() {
            objects[self.next] = object;
            points[3 * self.next..3 * self.next + 3].copy_from_slice(&x.0);
        }
        self.next += 1;
    }
}

/// One element of a spatial path.
#[derive(Clone, Copy)]
struct Element {
    kind: Code<WrapKind>,
    id: ObjectId,
    prm: f64,
}

fn element(m: &Model, w: WrapId) -> Element {
    Element { kind: m.wrap.kind[w], id: m.wrap.objid[w], prm: m.wrap.prm[w] }
}

fn is_geom(kind: Code<WrapKind>) -> bool {
    kind == WrapKind::Sphere || kind == WrapKind::Cylinder
}

/// A stretch of a spatial path from a site to the next site, perhaps over a geom.
struct Stretch {
    from: SiteId,
    geom: Option<Element>,
    to: SiteId,
    divisor: f64,
    /// A pulley follows, or the tendon ends.
    last: bool,
}

/// What a walk along a spatial path meets.
enum Step {
    Pulley,
    Stretch(Stretch),
}

/// Calls `visit` for every pulley and every stretch of spatial tendon `i`, in order.
fn walk(m: &Model, i: usize, mut visit: impl FnMut(Step)) {
    let (adr, num) = (m.tendon.adr[i], m.tendon.num[i] as usize);
    let mut divisor = 1.0;
    let mut j = 0;
    while j + 1 < num {
        let (a, b) = (element(m, adr + j), element(m, adr + j + 1));
        if a.kind == WrapKind::Pulley {
            divisor = a.prm;
            visit(Step::Pulley);
        }
        if a.kind == WrapKind::Pulley || b.kind == WrapKind::Pulley {
            j += 1;
            continue;
        }
        let geom = is_geom(b.kind).then_some(b);
        j += if geom.is_some() { 2 } else { 1 };
        if j >= num {
            return; // a geom must be followed by a site; the compiler checks it
        }
        let last = j + 1 == num || m.wrap.kind[adr + j + 1] == WrapKind::Pulley;
        visit(Step::Stretch(Stretch {
            from: a.id.site(),
            geom,
            to: element(m, adr + j).id.site(),
            divisor,
            last,
        }));
    }
}

/// Equation (2).
fn spatial(m: &Model, pos: &Positions<'_>, i: usize, out: &mut Tendons, path: &mut Path) -> f64 {
    let mut length = 0.0;
    walk(m, i, |step| match step {
        Step::Pulley => path.push(out, PULLEY, Vec3::ZERO),
        Step::Stretch(s) => {
            length += stretch(m, pos, i, &s, out, path) / s.divisor;
            if s.last {
                path.push(out, SITE, pos.kin.site_xpos[s.to]);
            }
        }
    });
    length
}

/// Length of one stretch; its moment arms are added to row `i`, its points to the path (but for the last).
fn stretch(m: &Model, pos: &Positions<'_>, i: usize, s: &Stretch, out: &mut Tendons, path: &mut Path) -> f64 {
    let x = [pos.kin.site_xpos[s.from], pos.kin.site_xpos[s.to]];
    let body = [m.site.bodyid[s.from], m.site.bodyid[s.to]];
    path.push(out, SITE, x[0]);
    let touched = s.geom.and_then(|g| {
        let side = g.prm.round();
        let side = (side >= 0.0).then(|| pos.kin.site_xpos.get(side as usize).copied()).flatten();
        let sphere = g.kind == WrapKind::Sphere;
        let at = g.id.geom();
        let radius = m.geom.size[at][0];
        let o = Obstacle { pos: pos.kin.geom_xpos[at], mat: &pos.kin.geom_xmat[at], radius, sphere };
        wrap(x, &o, side).map(|w| (at, w))
    });
    let scale = 1.0 / s.divisor;
    let Some((geom, w)) = touched else {
        return straight(m, pos, PointPairOf { bodies: body, points: x, scale }, i, out);
    };
    for p in w.points {
        path.push(out, geom.number(), p);
    }
    let mid = m.geom.bodyid[geom];
    let first = PointPairOf { bodies: [body[0], mid], points: [x[0], w.points[0]], scale };
    let second = PointPairOf { bodies: [mid, body[1]], points: [w.points[1], x[1]], scale };
    straight(m, pos, first, i, out) + w.length + straight(m, pos, second, i, out)
}

/// A straight piece between two bodies.
struct PointPairOf {
    bodies: [BodyId; 2],
    points: [Vec3; 2],
    scale: f64,
}

/// Length of a straight piece; its moment arm is added to row `i`.
fn straight(m: &Model, pos: &Positions<'_>, piece: PointPairOf, i: usize, out: &mut Tendons) -> f64 {
    let dif = piece.points[1] - piece.points[0];
    if piece.bodies[0] == piece.bodies[1] {
        return dif.norm();
    }
    let (u, length) = dif.normalized();
    let pair = PointPair::new(m, pos, piece.bodies, piece.points);
    let r = m.sparse.tendon(i);
    let cols = &m.sparse.ten_J_colind[r.clone()];
    let mut at = cols.len();
    each_dof_of_two(m, piece.bodies, |k, side| {
        while at > 0 && cols[at - 1] > k.number() {
            at -= 1;
        }
        if at > 0 && cols[at - 1] == k.number() {
            out.ten_J[r.start + at - 1] += piece.scale * pair.column(&pos.com.cdof[k], side).dot(u);
        }
    });
    length
}

/// J q̇ of every tendon.
pub fn velocities(m: &Model, ten: &Tendons, qvel: &[f64], out: &mut [f64]) {
    for (i, v) in out.iter_mut().enumerate().take(m.size.ntendon) {
        let SparseRow { cols, vals } = jacobian_row(m, ten, i);
        *v = cols.iter().zip(vals).fold(0.0, |s, (c, x)| s + x * qvel[*c as usize]);
    }
}

/// Why a tendon has no J̇.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrappingHasNoDerivative {
    /// The tendon.
    pub tendon: usize,
}

/// J̇ · x of one tendon (`mj_tendonDot`). Paths over geoms have no derivative here, as in MuJoCo.
pub fn jacobian_dot(
    m: &Model,
    pos: &Positions<'_>,
    vel: &Velocities,
    tendon: usize,
    x: &[f64],
) -> Result<f64, WrappingHasNoDerivative> {
    if is_fixed(m, tendon) {
        return Ok(0.0);
    }
    let mut sum = 0.0;
    let mut wraps = false;
    walk(m, tendon, |step| {
        if let Step::Stretch(s) = step {
            wraps |= s.geom.is_some();
            sum += stretch_dot(m, pos, vel, &s, x) / s.divisor;
        }
    });
    if wraps { Err(WrappingHasNoDerivative { tendon }) } else { Ok(sum) }
}

/// d/dt(uᵀ (J₁ − J₀)) x of one stretch between sites.
fn stretch_dot(m: &Model, pos: &Positions<'_>, vel: &Velocities, s: &Stretch, x: &[f64]) -> f64 {
    let p = [pos.kin.site_xpos[s.from], pos.kin.site_xpos[s.to]];
    let body = [m.site.bodyid[s.from], m.site.bodyid[s.to]];
    if body[0] == body[1] {
        return 0.0;
    }
    let v = [0, 1].map(|k| point_velocity(m, pos, &vel.cvel, body[k], p[k]).lin);
    let (u, norm) = (p[1] - p[0]).normalized();
    let dv = v[1] - v[0];
    let du = (dv - u * u.dot(dv)) * if norm > MIN_VAL { 1.0 / norm } else { 0.0 };
    let mut sum = 0.0;
    for (k, sign) in [(0, -1.0), (1, 1.0)] {
        let r = offset(m, pos, body[k], p[k]);
        each_dof(m, body[k], |i| {
            let (c, cd) = (&pos.com.cdof[i], axis_rate(m, pos, vel, i));
            let column = c.lin + c.ang.cross(r);
            let column_dot = cd.lin + cd.ang.cross(r) + c.ang.cross(v[k]);
            sum += sign * x[i] * (u.dot(column_dot) + du.dot(column));
        });
    }
    sum
}

/// Inertia of a tendon along its length: its own and that of the actuators that pull it.
pub fn armature(m: &Model, tendon: usize) -> f64 {
    m.tendon.armature[tendon]
        + actuators_on(m, Target::Tendon(tendon.into()))
            .fold(0.0, |s, a| s + m.actuator.armature[a] * gear_squared(m, a))
}

/// True if any tendon has inertia.
#[inline]
pub fn any_armature(m: &Model) -> bool {
    m.size.ntendon > 0 && (0..m.size.ntendon).any(|t| armature(m, t) != 0.0)
}

/// Inertia that actuators add to a joint's dofs.
pub fn joint_armature(m: &Model, joint: JointId) -> f64 {
    actuators_on(m, Target::Joint(joint)).fold(0.0, |s, a| s + m.actuator.armature[a] * gear_squared(m, a))
}

/// M += a JᵀJ of every tendon, on the lower-triangular pattern `model.sparse.M_*`.
#[allow(non_snake_case)]
pub fn add_armature(m: &Model, ten: &Tendons, M: &mut [f64]) {
    for t in 0..m.size.ntendon {
        let a = armature(m, t);
        if a == 0.0 {
            continue;
        }
        let row = jacobian_row(m, ten, t);
        for (k, &i) in row.cols.iter().enumerate() {
            if row.vals[k] == 0.0 {
                continue;
            }
            let adr = m.sparse.M_rowadr[i as usize] as usize;
            let n = m.sparse.M_rownnz[i as usize] as usize;
            add_on_pattern(&m.sparse.M_colind[adr..adr + n], &mut M[adr..adr + n], row, a * row.vals[k]);
        }
    }
}

/// y += s·x where the ascending columns of x and y agree; the rest of x is dropped.
#[inline]
pub(crate) fn add_on_pattern(y_cols: &[i32], y: &mut [f64], x: SparseRow<'_>, s: f64) {
    let mut k = 0;
    for (c, v) in x.cols.iter().zip(x.vals) {
        while k < y_cols.len() && y_cols[k] < *c {
            k += 1;
        }
        if k == y_cols.len() {
            return;
        }
        if y_cols[k] == *c {
            y[k] += s * v;
        }
    }
}

/// qfrc += Jᵀ a (J̇ q̇) of every tendon with inertia (`mj_tendonBias`).
pub fn add_bias(
    m: &Model,
    pos: &Positions<'_>,
    ten: &Tendons,
    vel: &Velocities,
    qvel: &[f64],
    qfrc: &mut [f64],
) -> Result<(), WrappingHasNoDerivative> {
    for t in 0..m.size.ntendon {
        let a = armature(m, t);
        if a == 0.0 {
            continue;
        }
        let c = a * jacobian_dot(m, pos, vel, t, qvel)?;
        let SparseRow { cols, vals } = jacobian_row(m, ten, t);
        for (i, v) in cols.iter().zip(vals) {
            qfrc[*i as usize] += c * v;
        }
    }
    Ok(())
}

/// What an actuator acts on, when it lends its damping and armature.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Target {
    Joint(JointId),
    Tendon(TendonId),
}

/// The actuators that lend damping and armature to a joint or tendon.
pub(crate) fn actuators_on(m: &Model, target: Target) -> impl Iterator<Item = ActuatorId> + '_ {
    let mark = match target {
        Target::Joint(j) => m.jnt.actuatorid[j],
        Target::Tendon(t) => m.tendon.actuatorid[t],
    };
    // −1: none; −2: several; otherwise the only one
    let list = match mark.number() {
        -1 => mark.span(0),
        0.. => mark.span(1),
        _ => m.actuators(),
    };
    list.filter(move |&a| {
        let (trn, id) = (m.actuator.trntype[a], m.actuator.trnid[a][0]);
        let acts = match target {
            Target::Joint(j) => (trn == TrnKind::Joint || trn == TrnKind::Jointinparent) && id.joint() == j,
            Target::Tendon(t) => trn == TrnKind::Tendon && id.tendon() == t,
        };
        mark.is_some() || acts
    })
}

/// What inertia and damping on the actuator's side of the gear are multiplied with on the joint's side.
#[inline]
pub(crate) fn gear_squared(m: &Model, actuator: ActuatorId) -> f64 {
    let gear = m.actuator.gear[m.actuator.outadr[actuator]][0];
    gear * gear
}

//! Rows of equality constraints.
//!
//! connect   r = p₁ − p₂                                              3 rows
//! weld      r = (p₁ − p₂,  s · vec(q₂⁻¹ q₁ q_rel))                    6 rows, s = torquescale
//! joint     r = (x₁ − x₁⁰) − a₀ − Σ a_k (x₂ − x₂⁰)ᵏ,  k = 1 … 4        1 row; tendon: the same with lengths
//!
//! The rotational Jacobian of a weld is ½ s vec(q₂⁻¹ (ω₁ − ω₂) q₁ q_rel), linear in the relative angular velocity.

use super::pair::offset;
use super::reference::{bias_acceleration, weld_rotation_bias};
use super::{RowInput, RowScratch};
use stiction_dynamics::kinematics::to_world;
use stiction_dynamics::stages::SparseRow;
use stiction_dynamics::tendon::jacobian_row;
use stiction_model::Model;
use stiction_model::ids::{BodyId, JointId, MocapId, Object, ObjectId, TendonId, TreeId};
use stiction_model::kinds::{EqKind, ObjKind, disable};
use stiction_solver::{BlockInfo, Cone, RowKind, Rows};
use stiction_spatial::{Force, Mat3, Quat, Vec3};

/// Anchors of a connect or weld: bodies and world points.
#[derive(Clone, Copy, Debug)]
pub(super) struct Anchors {
    pub bodies: [BodyId; 2],
    pub points: [Vec3; 2],
}

/// Where the two sides of a connect or weld are held.
pub(super) fn anchors(m: &Model, input: &RowInput<'_>, e: usize) -> Anchors {
    let objects = [m.eq.obj1id[e], m.eq.obj2id[e]];
    if m.eq.objtype[e] == ObjKind::Site {
        let sites = objects.map(Object::site);
        let (bodies, points) = (sites.map(|s| m.site.bodyid[s]), sites.map(|s| input.kin.site_xpos[s]));
        return Anchors { bodies, points };
    }
    let bodies = objects.map(Object::body);
    let d = &m.eq.data[e];
    let local = |k: usize| Vec3([d[k], d[k + 1], d[k + 2]]);
    // a connect keeps the anchor of body 1 first, a weld that of body 2
    let (a1, a2) = if m.eq.kind[e] == EqKind::Connect { (local(0), local(3)) } else { (local(3), local(0)) };
    Anchors { bodies, points: [to_world(input.kin, bodies[0], a1), to_world(input.kin, bodies[1], a2)] }
}

/// (q₁ q_rel, q₂⁻¹) of a weld.
pub(super) fn weld_quats(m: &Model, input: &RowInput<'_>, e: usize, bodies: [BodyId; 2]) -> (Quat, Quat) {
    let (q1, q2) = (input.kin.xquat[bodies[0]], input.kin.xquat[bodies[1]]);
    if m.eq.objtype[e] == ObjKind::Site {
        let (s1, s2) = (m.eq.obj1id[e].site(), m.eq.obj2id[e].site());
        (q1 * m.site.quat[s1], (q2 * m.site.quat[s2]).conj())
    } else {
        let d = &m.eq.data[e];
        (q1 * Quat([d[6], d[7], d[8], d[9]]), q2.conj())
    }
}

/// vec(a (0, x) b) for a world vector x.
pub(super) fn sandwich(a: Quat, x: Vec3, b: Quat) -> Vec3 {
    (a * Quat([0.0, x[0], x[1], x[2]]) * b).vec()
}

/// Trees that the objects of an equality belong to (none: static).
fn trees(m: &Model, e: usize) -> [TreeId; 2] {
    let (o1, o2) = (m.eq.obj1id[e], m.eq.obj2id[e]);
    let site = m.eq.objtype[e] == ObjKind::Site;
    let of_body = |o: ObjectId| m.body.treeid[if site { m.site.bodyid[o.site()] } else { o.body() }];
    let of_joint = |o: ObjectId| o.get().map_or(TreeId::NONE, |o| m.body.treeid[m.jnt.bodyid[o.joint()]]);
    match m.eq.kind[e].get() {
        Some(EqKind::Connect | EqKind::Weld) => [of_body(o1), of_body(o2)],
        Some(EqKind::Joint) => [of_joint(o1), of_joint(o2)],
        _ => [TreeId::NONE; 2],
    }
}

/// True if equality `e` holds something to a mocap body, which moves by command.
pub fn led_by_mocap(m: &Model, e: usize) -> bool {
    leading_mocap(m, e).is_some()
}

/// The mocap body (0 … nmocap − 1) that equality `e` holds something to.
pub fn leading_mocap(m: &Model, e: usize) -> Option<MocapId> {
    if m.size.nmocap == 0 || !matches!(m.eq.kind[e].get(), Some(EqKind::Connect | EqKind::Weld)) {
        return None;
    }
    let site = m.eq.objtype[e] == ObjKind::Site;
    [m.eq.obj1id[e], m.eq.obj2id[e]].into_iter().find_map(|o| {
        let b = if site { m.site.bodyid[o.site()] } else { o.body() };
        m.body.mocapid[m.body.rootid[b]].get()
    })
}

/// An equality sleeps if every dynamic tree it touches does.
pub(crate) fn equality_sleeps(m: &Model, e: usize, asleep: Option<&dyn Fn(usize) -> bool>) -> bool {
    let Some(asleep) = asleep else { return false };
    let t = trees(m, e);
    t.iter().any(|t| t.is_some()) && t.iter().all(|t| t.is_none() || asleep(t.idx()))
}

pub(super) fn push(m: &Model, input: &RowInput<'_>, scratch: &mut RowScratch, rows: &mut Rows) {
    if m.disabled(disable::EQUALITY) {
        return;
    }
    for e in 0..m.size.neq {
        if input.eq_active[e] && !equality_sleeps(m, e, input.tree_asleep) {
            push_equality(m, input, e, scratch, rows);
        }
    }
}

/// The rows of one equality; none if they move nothing.
pub(crate) fn push_equality(
    m: &Model,
    input: &RowInput<'_>,
    e: usize,
    scratch: &mut RowScratch,
    rows: &mut Rows,
) {
    match m.eq.kind[e].get() {
        Some(EqKind::Connect) => push_spatial(m, input, e, 3, scratch, rows),
        Some(EqKind::Weld) => push_spatial(m, input, e, 6, scratch, rows),
        Some(EqKind::Joint) => push_joint(m, input, e, rows),
        Some(EqKind::Tendon) => push_tendon(m, input, e, scratch, rows),
        _ => {}
    }
}

fn info(e: usize) -> BlockInfo {
    BlockInfo { kind: RowKind::Equality, id: e as i32, cone: Cone::Free }
}

fn push_spatial(
    m: &Model,
    input: &RowInput<'_>,
    e: usize,
    dim: usize,
    scratch: &mut RowScratch,
    rows: &mut Rows,
) {
    let a = anchors(m, input, e);
    let pair = &mut scratch.pair;
    pair.set(m, a.bodies[0], a.bodies[1], false);
    let n = pair.dofs.len();
    if n == 0 {
        return;
    }
    let b = rows.push(info(e), &pair.dofs, dim);
    let first = rows.range(b).start;
    let error = a.points[0] - a.points[1];
    rows.pos[first..first + 3].copy_from_slice(&error.0);
    let weight = |k: usize| m.body.invweight0[a.bodies[0]][k] + m.body.invweight0[a.bodies[1]][k];
    rows.diag[first..first + 3].fill(weight(0));
    let mut turn = Mat3::IDENTITY;
    if dim == 6 {
        let error;
        (error, turn) = weld_turn(m, input, e, a.bodies);
        rows.pos[first + 3..first + 6].copy_from_slice(&error.0);
        rows.diag[first + 3..first + 6].fill(weight(1));
    }
    let offsets = [0, 1].map(|s| offset(m, input.com, a.bodies[s], a.points[s]));
    let stride = rows.jac.blocks[b].stride as usize;
    let jac = rows.jac.vals_mut(b);
    for c in 0..n {
        let (lin, ang) = pair.difference(input.com, offsets, c);
        for k in 0..3 {
            jac[k * stride + c] = lin[k];
        }
        if dim == 6 {
            let rot = turn.mul_vec(ang);
            for k in 0..3 {
                jac[(3 + k) * stride + c] = rot[k];
            }
        }
    }
    rows.keep_if_moved(b);
}

/// Value and derivative of Σ a_k xᵏ, k = 1 … 4.
fn polynomial(a: &[f64; 12], x: f64) -> (f64, f64) {
    (
        a[1] * x + a[2] * x * x + a[3] * x * x * x + a[4] * x * x * x * x,
        a[1] + 2.0 * a[2] * x + 3.0 * a[3] * x * x + 4.0 * a[4] * x * x * x,
    )
}

/// The row of a joint equality.
pub(crate) struct JointEquality {
    /// Dofs, ascending, with their coefficients; the first `count` of them.
    pub entries: [(u32, f64); 2],
    pub count: usize,
    /// Residual.
    pub pos: f64,
    /// Approximate diagonal.
    pub diag: f64,
}

pub(crate) fn joint_equality(m: &Model, input: &RowInput<'_>, e: usize) -> JointEquality {
    let value = |j: JointId| {
        let q = m.jnt.qposadr[j];
        input.qpos[q] - m.qpos0[q]
    };
    let j1 = m.eq.obj1id[e].joint();
    let d1 = m.jnt.dofadr[j1].number() as u32;
    let a = &m.eq.data[e];
    let (pos, diag) = (value(j1) - a[0], m.dof.invweight0[d1 as usize]);
    let Some(j2) = m.eq.obj2id[e].joint().get() else {
        return JointEquality { entries: [(d1, 1.0); 2], count: 1, pos, diag };
    };
    let (p, dp) = polynomial(a, value(j2));
    let d2 = m.jnt.dofadr[j2].number() as u32;
    let (entries, count) = match d1.cmp(&d2) {
        std::cmp::Ordering::Less => ([(d1, 1.0), (d2, -dp)], 2),
        std::cmp::Ordering::Greater => ([(d2, -dp), (d1, 1.0)], 2),
        std::cmp::Ordering::Equal => ([(d1, 1.0 - dp); 2], 1),
    };
    JointEquality { entries, count, pos: pos - p, diag: diag + m.dof.invweight0[d2 as usize] }
}

fn push_joint(m: &Model, input: &RowInput<'_>, e: usize, rows: &mut Rows) {
    let x = joint_equality(m, input, e);
    let dofs = x.entries.map(|e| e.0);
    let b = rows.push(info(e), &dofs[..x.count], 1);
    let r = rows.range(b).start;
    for (v, entry) in rows.jac.row_mut(b, 0).iter_mut().zip(&x.entries) {
        *v = entry.1;
    }
    rows.pos[r] = x.pos;
    rows.diag[r] = x.diag;
    rows.keep_if_moved(b);
}

/// Appends dofs and coefficients of a tendon equality, ascending; its residual and approximate diagonal.
pub(crate) fn tendon_equality(
    m: &Model,
    input: &RowInput<'_>,
    e: usize,
    entries: &mut Vec<(u32, f64)>,
) -> (f64, f64) {
    let value = |t: TendonId| input.ten.ten_length[t] - m.tendon.length0[t];
    let t1 = m.eq.obj1id[e].tendon();
    let a = &m.eq.data[e];
    let mut pos = value(t1) - a[0];
    let mut diag = m.tendon.invweight0[t1];
    let first = jacobian_row(m, input.ten, t1.idx());
    let (mut second, mut slope) = (SparseRow::default(), 0.0);
    if let Some(t2) = m.eq.obj2id[e].tendon().get() {
        let (p, dp) = polynomial(a, value(t2));
        pos -= p;
        diag += m.tendon.invweight0[t2];
        (second, slope) = (jacobian_row(m, input.ten, t2.idx()), -dp);
    }
    merge(first, second, slope, entries);
    (pos, diag)
}

fn push_tendon(m: &Model, input: &RowInput<'_>, e: usize, scratch: &mut RowScratch, rows: &mut Rows) {
    scratch.entries.clear();
    let (pos, diag) = tendon_equality(m, input, e, &mut scratch.entries);
    if scratch.entries.is_empty() {
        return;
    }
    scratch.dofs.clear();
    scratch.dofs.extend(scratch.entries.iter().map(|e| e.0));
    let b = rows.push(info(e), &scratch.dofs, 1);
    let r = rows.range(b).start;
    for (v, entry) in rows.jac.row_mut(b, 0).iter_mut().zip(&scratch.entries) {
        *v = entry.1;
    }
    rows.pos[r] = pos;
    rows.diag[r] = diag;
    rows.keep_if_moved(b);
}

/// first + slope · second over the union of their ascending columns.
fn merge(first: SparseRow<'_>, second: SparseRow<'_>, slope: f64, entries: &mut Vec<(u32, f64)>) {
    let (mut i, mut j) = (0, 0);
    while i < first.cols.len() || j < second.cols.len() {
        let (ci, cj) =
            (first.cols.get(i).copied().unwrap_or(i32::MAX), second.cols.get(j).copied().unwrap_or(i32::MAX));
        let col = ci.min(cj);
        let mut v = 0.0;
        if ci == col {
            v += first.vals[i];
            i += 1;
        }
        if cj == col {
            v += slope * second.vals[j];
            j += 1;
        }
        entries.push((col as u32, v));
    }
}

/// A connect or weld without its Jacobian: first body minus second along six axes, the last three turned and scaled by the weld.
pub(crate) struct SpatialEquality {
    pub bodies: [BodyId; 2],
    pub points: [Vec3; 2],
    pub axes: [Vec3; 6],
    /// Residual, its norm, its rate, and J̇v.
    pub error: [f64; 6],
    pub norm: f64,
    pub velocity: [f64; 6],
    pub bias: [f64; 6],
}

/// The `dim` rows (connect 3, weld 6) of equality `e`.
pub(crate) fn spatial_equality(m: &Model, input: &RowInput<'_>, e: usize, dim: usize) -> SpatialEquality {
    let a = anchors(m, input, e);
    let motion = [0, 1].map(|s| {
        let (v, r) = (input.vel.cvel[a.bodies[s]], offset(m, input.com, a.bodies[s], a.points[s]));
        (v.lin + v.ang.cross(r), v.ang)
    });
    let bias = [0, 1].map(|s| bias_acceleration(m, input, a.bodies[s], a.points[s]));
    let mut out = SpatialEquality {
        bodies: a.bodies,
        points: a.points,
        axes: [Vec3::X, Vec3::Y, Vec3::Z, Vec3::ZERO, Vec3::ZERO, Vec3::ZERO],
        error: [0.0; 6],
        norm: 0.0,
        velocity: [0.0; 6],
        bias: [0.0; 6],
    };
    out.error[..3].copy_from_slice(&(a.points[0] - a.points[1]).0);
    out.velocity[..3].copy_from_slice(&(motion[0].0 - motion[1].0).0);
    out.bias[..3].copy_from_slice(&(bias[0].lin - bias[1].lin).0);
    if dim == 6 {
        let (error, turn) = weld_turn(m, input, e, a.bodies);
        out.error[3..].copy_from_slice(&error.0);
        out.velocity[3..].copy_from_slice(&turn.mul_vec(motion[0].1 - motion[1].1).0);
        out.bias[3..]
            .copy_from_slice(&weld_rotation_bias(m, input, e, a.bodies, bias[0].ang - bias[1].ang).0);
        for k in 0..3 {
            out.axes[3 + k] = turn.row(k);
        }
    }
    out.norm = out.error[..dim].iter().map(|x| x * x).sum::<f64>().sqrt();
    out
}

/// Rotational residual of a weld, and the matrix that takes the relative angular velocity to its rate.
fn weld_turn(m: &Model, input: &RowInput<'_>, e: usize, bodies: [BodyId; 2]) -> (Vec3, Mat3) {
    let scale = m.eq.data[e][10];
    let (q1, q2) = weld_quats(m, input, e, bodies);
    let col = |x: Vec3| sandwich(q2, x, q1) * (0.5 * scale);
    ((q2 * q1).vec() * scale, Mat3::from_cols(col(Vec3::X), col(Vec3::Y), col(Vec3::Z)))
}

/// Forces of a connect or weld on its two bodies: (body, world point, wrench), from the row forces. `None` for other kinds.
pub fn equality_wrench(
    m: &Model,
    input: &RowInput<'_>,
    e: usize,
    force: &[f64],
) -> Option<[(BodyId, Vec3, Force); 2]> {
    let dim = match m.eq.kind[e].get() {
        Some(EqKind::Connect) => 3,
        Some(EqKind::Weld) => 6,
        _ => return None,
    };
    let a = anchors(m, input, e);
    let lin = Vec3([force[0], force[1], force[2]]);
    let mut ang = Vec3::ZERO;
    if dim == 6 {
        // torque = ½ s Gᵀ f, G of the rotational Jacobian
        let (q1, q2) = weld_quats(m, input, e, a.bodies);
        let f = Vec3([force[3], force[4], force[5]]) * (0.5 * m.eq.data[e][10]);
        ang = Vec3([Vec3::X, Vec3::Y, Vec3::Z].map(|x| sandwich(q2, x, q1).dot(f)));
    }
    let w = Force::new(ang, lin);
    Some([(a.bodies[0], a.points[0], w), (a.bodies[1], a.points[1], -w)])
}

/// d(residual of equality e)/d(length of tendon t).
pub fn tendon_equality_weight(
    m: &Model,
    ten: &stiction_dynamics::stages::Tendons,
    e: usize,
    t: usize,
) -> f64 {
    if m.eq.kind[e] != EqKind::Tendon {
        return 0.0;
    }
    let mut w = 0.0;
    if m.eq.obj1id[e].idx() == t {
        w += 1.0;
    }
    if m.eq.obj2id[e].is_some() && m.eq.obj2id[e].idx() == t {
        w -= polynomial(&m.eq.data[e], ten.ten_length[t] - m.tendon.length0[t]).1;
    }
    w
}

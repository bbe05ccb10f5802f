//! Transmissions: the length of every actuator and its moment arms, one row per force output.
//!
//! joint         l = g q,                         J = g at the joint's dofs                                    (1)
//! slider-crank  l = aᵀv − √((aᵀv)² + r² − |v|²), a the slider's axis, v from slider to crank, r the rod       (2)
//! tendon        l = g L,                         J = g J_L                                                    (3)
//! site          l = 0 (or the pose relative to a reference site · g),  J = gᵀ (site Jacobian, relative)       (4)
//! body          l = 0,                           J = −mean of the normal Jacobians of its contacts            (5)
//! so3           l = log(relative rotation) ∈ ℝ³, J = relative angular velocity in the site's axes             (6)
//!
//! Reads  model.actuator, qpos, kinematics, com, tendons, contacts     Writes Transmissions (CSR rows)
//! Cost   O(Σ depth), no allocation
//! Checked by: finite differences of lengths, MuJoCo's actuator_length, actuator_moment.

use crate::inputs::{ContactPoint, Positions};
use crate::moment::{PointPair, Side, column, each_dof, each_dof_of_two, offset};
use crate::stages::{SparseRow, Tendons, Transmissions};
use crate::tendon::jacobian_row;
use stiction_model::Model;
use stiction_model::ids::{DofId, JointId, Object, ObjectId, OutputId, QposId, SiteId};
use stiction_model::kinds::{JointKind, TrnKind};
use stiction_spatial::{Code, Quat, Vec3};

/// What transmissions read.
#[derive(Clone, Copy, Debug)]
pub struct TransmissionInput<'a> {
    /// Configuration (nq).
    pub qpos: &'a [f64],
    /// Poses and dof axes.
    pub pos: Positions<'a>,
    /// Tendon lengths and Jacobian.
    pub ten: &'a Tendons,
    /// Contacts, for transmissions that act on bodies.
    pub contacts: &'a [ContactPoint],
}

/// Lengths and moment arms of all actuators; `row` is work space over dofs (nv).
pub fn transmissions(m: &Model, x: &TransmissionInput<'_>, row: &mut [f64], out: &mut Transmissions) {
    let (a, n) = (&m.actuator, m.size.nactuator);
    let (outadr, trnid, trntype) = (&a.outadr[..n], &a.trnid[..n], &a.trntype[..n]);
    let first = on_joints(m, x.qpos, out);
    let mut rows = Rows { out, next: first };
    for i in first..n {
        let [id, id2] = trnid[i];
        let at = Place { actuator: i, out: outadr[i], id: id.max(ObjectId::FIRST), second: id2.get() };
        general(m, x, trntype[i], at, row, &mut rows);
    }
}

/// Equation (1) of the actuators up to the first that is not on a hinge or slide, mostly all; their number, which is that of their
/// rows and entries.
fn on_joints(m: &Model, qpos: &[f64], out: &mut Transmissions) -> usize {
    let (a, n, k) =
        (&m.actuator, m.size.nactuator.min(m.size.nout).min(out.actuator_moment.len()), m.size.njnt);
    let (outadr, trnid, trntype, gear) = (&a.outadr[..n], &a.trnid[..n], &a.trntype[..n], &a.gear[..n]);
    let (kinds, dofadr, qposadr) = (&m.jnt.kind[..k], &m.jnt.dofadr[..k], &m.jnt.qposadr[..k]);
    let (length, value) = (&mut out.actuator_length[..n], &mut out.actuator_moment[..n]);
    let (rowadr, rownnz) = (&mut out.moment_rowadr[..n], &mut out.moment_rownnz[..n]);
    let colind = &mut out.moment_colind[..n];
    for i in 0..n {
        let joint = trntype[i] == TrnKind::Joint || trntype[i] == TrnKind::Jointinparent;
        let j = trnid[i][0].joint().max(JointId::FIRST);
        if !joint || outadr[i].idx() != i || !is_scalar(kinds[j]) {
            return i;
        }
        let g = gear[i][0];
        length[i] = qpos[qposadr[j]] * g;
        (rowadr[i], rownnz[i], colind[i], value[i]) = (i as i32, 1, dofadr[j].number(), g);
    }
    n
}

/// True for a hinge or slide.
#[inline]
fn is_scalar(joint: Code<JointKind>) -> bool {
    joint == JointKind::Hinge || joint == JointKind::Slide
}

/// A transmission of any kind.
fn general(
    m: &Model,
    x: &TransmissionInput<'_>,
    kind: Code<TrnKind>,
    at: Place,
    row: &mut [f64],
    rows: &mut Rows<'_>,
) {
    let o = at.out;
    match kind.get() {
        Some(TrnKind::Joint) => joint(m, x, at, Frame::Child, rows),
        Some(TrnKind::Jointinparent) => joint(m, x, at, Frame::Parent, rows),
        Some(TrnKind::Slidercrank) => slider_crank(m, x, at, rows),
        Some(TrnKind::Tendon) => {
            let g = m.actuator.gear[o][0];
            let SparseRow { cols, vals } = jacobian_row(m, x.ten, at.id.idx());
            rows.start(o, x.ten.ten_length[at.id] * g);
            cols.iter().zip(vals).for_each(|(c, v)| rows.push(o, DofId::of(*c), g * v));
        }
        Some(TrnKind::Site) => site(m, x, at, rows),
        Some(TrnKind::Body) => body(m, x, at, row, rows),
        Some(TrnKind::So3) => so3(m, x, at, rows),
        Some(TrnKind::Undefined) | None => {
            m.actuator.outputs(at.actuator).for_each(|o| rows.start(o, 0.0));
        }
    }
}

/// J q̇ of every force output.
pub fn velocities(m: &Model, trn: &Transmissions, qvel: &[f64], out: &mut [f64]) {
    let n = m.size.nout.min(out.len());
    let (adr, nnz) = (&trn.moment_rowadr[..n], &trn.moment_rownnz[..n]);
    for ((v, &adr), &nnz) in out.iter_mut().zip(adr).zip(nnz) {
        let range = adr as usize..adr as usize + nnz as usize;
        let (cols, vals) = (&trn.moment_colind[range.clone()], &trn.actuator_moment[range]);
        *v = cols.iter().zip(vals).fold(0.0, |s, (c, x)| s + x * qvel[*c as usize]);
    }
}

/// Columns and numbers of row `o` of the moment arms.
#[inline]
pub fn moment_row(trn: &Transmissions, o: OutputId) -> SparseRow<'_> {
    let a = trn.moment_rowadr[o] as usize;
    let b = a + trn.moment_rownnz[o] as usize;
    SparseRow { cols: &trn.moment_colind[a..b], vals: &trn.actuator_moment[a..b] }
}

/// Which actuator is being written.
#[derive(Clone, Copy)]
struct Place {
    actuator: usize,
    out: OutputId,
    id: ObjectId,
    second: Option<ObjectId>,
}

/// The frame in which the gear of a ball or free joint is given.
#[derive(Clone, Copy, PartialEq)]
enum Frame {
    Child,
    Parent,
}

/// Writes CSR rows one after the other.
struct Rows<'a> {
    out: &'a mut Transmissions,
    next: usize,
}

impl Rows<'_> {
    #[inline]
    fn start(&mut self, o: OutputId, length: f64) {
        self.out.actuator_length[o] = length;
        self.out.moment_rowadr[o] = self.next as i32;
        self.out.moment_rownnz[o] = 0;
    }
    #[inline]
    fn push(&mut self, o: OutputId, dof: DofId, value: f64) {
        if self.next < self.out.actuator_moment.len() {
            self.out.moment_colind[self.next] = dof.number();
            self.out.actuator_moment[self.next] = value;
            self.out.moment_rownnz[o] += 1;
            self.next += 1;
        }
    }
    fn push_nonzero(&mut self, o: OutputId, dof: DofId, value: f64) {
        if value != 0.0 {
            self.push(o, dof, value);
        }
    }
    /// The row was pushed with descending dofs: make it ascending.
    fn reverse(&mut self, o: OutputId) {
        let a = self.out.moment_rowadr[o] as usize;
        self.out.moment_colind[a..self.next].reverse();
        self.out.actuator_moment[a..self.next].reverse();
    }
}

fn gear(m: &Model, o: OutputId) -> [Vec3; 2] {
    let g = &m.actuator.gear[o];
    [Vec3([g[0], g[1], g[2]]), Vec3([g[3], g[4], g[5]])]
}

fn quat_at(q: &[f64], adr: QposId) -> Quat {
    Quat([q[adr], q[adr + 1], q[adr + 2], q[adr + 3]]).normalized()
}

/// Equation (1).
fn joint(m: &Model, x: &TransmissionInput<'_>, at: Place, frame: Frame, rows: &mut Rows<'_>) {
    let (o, j) = (at.out, at.id.joint());
    let (dof, adr) = (m.jnt.dofadr[j], m.jnt.qposadr[j]);
    let kind = m.jnt.kind[j];
    if is_scalar(kind) {
        let g = m.actuator.gear[o][0];
        rows.start(o, x.qpos[adr] * g);
        return rows.push(o, dof, g);
    }
    let [g0, g1] = gear(m, o);
    // the gear in the axes of the joint's dofs
    let turned = |g: Vec3, q: Quat| if frame == Frame::Parent { q.conj().rotate(g) } else { g };
    if kind == JointKind::Ball {
        let q = quat_at(x.qpos, adr);
        let g = turned(g0, q);
        rows.start(o, q.to_rotation_vector().dot(g));
        (0..3).for_each(|k| rows.push(o, dof + k, g[k]));
    } else {
        let g = turned(g1, quat_at(x.qpos, adr + 3));
        rows.start(o, 0.0);
        (0..3).for_each(|k| rows.push(o, dof + k, g0[k]));
        (0..3).for_each(|k| rows.push(o, dof + 3 + k, g[k]));
    }
}

/// Equation (2).
fn slider_crank(m: &Model, x: &TransmissionInput<'_>, at: Place, rows: &mut Rows<'_>) {
    let (o, crank) = (at.out, at.id.site());
    let slider = at.second.map_or(crank, |s| s.site());
    let kin = x.pos.kin;
    let rod = m.actuator.cranklength[at.actuator];
    let g = m.actuator.gear[o][0];
    let a = kin.site_xmat[slider].col(2);
    let v = kin.site_xpos[crank] - kin.site_xpos[slider];
    let av = v.dot(a);
    let det = av * av + rod * rod - v.dot(v);
    let (length, dl_da, dl_dv) = if det <= 0.0 {
        (av, v, a)
    } else {
        let root = det.sqrt();
        let k = 1.0 - av / root;
        (av - root, v * k, a * k + v * (1.0 / root))
    };
    rows.start(o, length * g);
    let bodies = [m.site.bodyid[slider], m.site.bodyid[crank]];
    let pair = PointPair::new(m, &x.pos, bodies, [kin.site_xpos[slider], kin.site_xpos[crank]]);
    each_dof_of_two(m, bodies, |i, side| {
        let s = &x.pos.com.cdof[i];
        // dofs that move both sites leave the mechanism's shape as it is
        let value = match side {
            Side::Both => 0.0,
            Side::First => dl_dv.dot(pair.column(s, side)) + dl_da.dot(s.ang.cross(a)),
            Side::Second => dl_dv.dot(pair.column(s, side)),
        };
        rows.push_nonzero(o, i, value * g);
    });
    rows.reverse(o);
}

/// Equation (4).
fn site(m: &Model, x: &TransmissionInput<'_>, at: Place, rows: &mut Rows<'_>) {
    let (o, id) = (at.out, at.id.site());
    let kin = x.pos.kin;
    let [g0, g1] = gear(m, o);
    let b = m.site.bodyid[id];
    let Some(reference) = at.second.map(Object::site) else {
        let (force, torque) = (kin.site_xmat[id] * g0, kin.site_xmat[id] * g1);
        let r = offset(m, &x.pos, b, kin.site_xpos[id]);
        rows.start(o, 0.0);
        each_dof(m, b, |i| {
            let s = &x.pos.com.cdof[i];
            rows.push_nonzero(o, i, column(s, r).dot(force) + s.ang.dot(torque));
        });
        return rows.reverse(o);
    };
    let mat = &kin.site_xmat[reference];
    let (force, torque) = (*mat * g0, *mat * g1);
    let mut length = 0.0;
    if g0 != Vec3::ZERO {
        length += mat.tr_mul_vec(kin.site_xpos[id] - kin.site_xpos[reference]).dot(g0);
    }
    if g1 != Vec3::ZERO {
        length += relative_rotation(x, id, reference).dot(g1);
    }
    rows.start(o, length);
    let bodies = [m.site.bodyid[reference], b];
    let pair = PointPair::new(m, &x.pos, bodies, [kin.site_xpos[reference], kin.site_xpos[id]]);
    each_dof_of_two(m, bodies, |i, side| {
        let s = &x.pos.com.cdof[i];
        // dofs that move both sites do not move one against the other
        let value = match side {
            Side::Both => 0.0,
            Side::First => pair.column(s, side).dot(force) - s.ang.dot(torque),
            Side::Second => pair.column(s, side).dot(force) + s.ang.dot(torque),
        };
        rows.push_nonzero(o, i, value);
    });
    rows.reverse(o);
}

/// Rotation vector of the site relative to the reference site.
fn relative_rotation(x: &TransmissionInput<'_>, id: SiteId, reference: SiteId) -> Vec3 {
    x.pos.kin.site_xquat[id].difference(x.pos.kin.site_xquat[reference])
}

/// Equation (6).
fn so3(m: &Model, x: &TransmissionInput<'_>, at: Place, rows: &mut Rows<'_>) {
    let o = at.out;
    let Some(reference) = at.second.map(Object::site) else {
        let j = at.id.joint();
        let l = quat_at(x.qpos, m.jnt.qposadr[j]).to_rotation_vector();
        for k in 0..3 {
            rows.start(o + k, l[k]);
            rows.push(o + k, m.jnt.dofadr[j] + k, 1.0);
        }
        return;
    };
    let id = at.id.site();
    let l = relative_rotation(x, id, reference);
    let bodies = [m.site.bodyid[reference], m.site.bodyid[id]];
    for k in 0..3 {
        let axis = x.pos.kin.site_xmat[id].col(k);
        rows.start(o + k, l[k]);
        each_dof_of_two(m, bodies, |i, side| {
            let w = x.pos.com.cdof[i].ang.dot(axis);
            match side {
                Side::Both => {}
                Side::First => rows.push_nonzero(o + k, i, -w),
                Side::Second => rows.push_nonzero(o + k, i, w),
            }
        });
        rows.reverse(o + k);
    }
}

/// Equation (5).
fn body(m: &Model, x: &TransmissionInput<'_>, at: Place, row: &mut [f64], rows: &mut Rows<'_>) {
    row.fill(0.0);
    let mut count = 0.0;
    for c in x.contacts.iter().filter(|c| c.body.contains(&at.id.body())) {
        count += 1.0;
        let pair = PointPair::new(m, &x.pos, c.body, [c.pos; 2]);
        each_dof_of_two(m, c.body, |i, side| row[i] += pair.column(&x.pos.com.cdof[i], side).dot(c.normal));
    }
    rows.start(at.out, 0.0);
    if count > 0.0 {
        for (i, v) in m.dofs().zip(row.iter()) {
            rows.push_nonzero(at.out, i, v * (-1.0 / count));
        }
    }
}

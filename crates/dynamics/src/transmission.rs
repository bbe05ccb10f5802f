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

use crate::inputs::{ContactPoint, ForceScratch, Positions};
use crate::moment::{PointPair, Side, column, each_dof, each_dof_of_two, offset};
use crate::stages::{SparseRow, Tendons, Transmissions};
use crate::tendon::jacobian_row;
use stiction_model::Model;
use stiction_model::kinds::{JointKind, TrnKind};
use stiction_spatial::{Quat, Vec3};

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

/// Lengths and moment arms of all actuators.
pub fn transmissions(m: &Model, x: &TransmissionInput<'_>, work: &mut ForceScratch, out: &mut Transmissions) {
    let mut rows = Rows { out, next: 0 };
    let (a, n) = (&m.actuator, m.size.nactuator);
    let (outadr, trnid, trntype) = (&a.outadr[..n], &a.trnid[..n], &a.trntype[..n]);
    for i in 0..n {
        let o = outadr[i] as usize;
        let [id, id2] = trnid[i];
        let at = Place { actuator: i, out: o, id: id.max(0) as usize, second: usize::try_from(id2).ok() };
        let joint = trntype[i] == TrnKind::Joint as i32 || trntype[i] == TrnKind::Jointinparent as i32;
        if !(joint && scalar_joint(m, x, at, &mut rows)) {
            general(m, x, at, work, &mut rows);
        }
    }
}

/// A transmission of any kind; by itself, so that the loop over hinges and slides loads nothing that only others need.
#[inline(never)]
fn general(m: &Model, x: &TransmissionInput<'_>, at: Place, work: &mut ForceScratch, rows: &mut Rows<'_>) {
    let o = at.out;
    match TrnKind::from_i32(m.actuator.trntype[at.actuator]) {
        Some(TrnKind::Joint) => joint(m, x, at, Frame::Child, rows),
        Some(TrnKind::Jointinparent) => joint(m, x, at, Frame::Parent, rows),
        Some(TrnKind::Slidercrank) => slider_crank(m, x, at, rows),
        Some(TrnKind::Tendon) => {
            let g = m.actuator.gear[o][0];
            let SparseRow { cols, vals } = jacobian_row(m, x.ten, at.id);
            rows.start(o, x.ten.ten_length[at.id] * g);
            cols.iter().zip(vals).for_each(|(c, v)| rows.push(o, *c as usize, g * v));
        }
        Some(TrnKind::Site) => site(m, x, at, rows),
        Some(TrnKind::Body) => body(m, x, at, work, rows),
        Some(TrnKind::So3) => so3(m, x, at, rows),
        Some(TrnKind::Undefined) | None => {
            (o..o + m.actuator.outnum[at.actuator] as usize).for_each(|o| rows.start(o, 0.0));
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
pub fn moment_row(trn: &Transmissions, o: usize) -> SparseRow<'_> {
    let a = trn.moment_rowadr[o] as usize;
    let b = a + trn.moment_rownnz[o] as usize;
    SparseRow { cols: &trn.moment_colind[a..b], vals: &trn.actuator_moment[a..b] }
}

/// Which actuator is being written.
#[derive(Clone, Copy)]
struct Place {
    actuator: usize,
    out: usize,
    id: usize,
    second: Option<usize>,
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
    fn start(&mut self, o: usize, length: f64) {
        self.out.actuator_length[o] = length;
        self.out.moment_rowadr[o] = self.next as i32;
        self.out.moment_rownnz[o] = 0;
    }
    /// A row with one entry.
    #[inline]
    fn single(&mut self, o: usize, length: f64, dof: usize, value: f64) {
        let (out, next) = (&mut *self.out, self.next);
        out.actuator_length[o] = length;
        out.moment_rowadr[o] = next as i32;
        let room = next < out.actuator_moment.len();
        out.moment_rownnz[o] = i32::from(room);
        if room {
            out.moment_colind[next] = dof as i32;
            out.actuator_moment[next] = value;
            self.next += 1;
        }
    }
    #[inline]
    fn push(&mut self, o: usize, dof: usize, value: f64) {
        if self.next < self.out.actuator_moment.len() {
            self.out.moment_colind[self.next] = dof as i32;
            self.out.actuator_moment[self.next] = value;
            self.out.moment_rownnz[o] += 1;
            self.next += 1;
        }
    }
    fn push_nonzero(&mut self, o: usize, dof: usize, value: f64) {
        if value != 0.0 {
            self.push(o, dof, value);
        }
    }
    /// The row was pushed with descending dofs: make it ascending.
    fn reverse(&mut self, o: usize) {
        let a = self.out.moment_rowadr[o] as usize;
        self.out.moment_colind[a..self.next].reverse();
        self.out.actuator_moment[a..self.next].reverse();
    }
}

fn gear(m: &Model, o: usize) -> [Vec3; 2] {
    let g = &m.actuator.gear[o];
    [Vec3([g[0], g[1], g[2]]), Vec3([g[3], g[4], g[5]])]
}

fn quat_at(q: &[f64], adr: usize) -> Quat {
    Quat([q[adr], q[adr + 1], q[adr + 2], q[adr + 3]]).normalized()
}

/// Equation (1) of a hinge or slide, most actuators; false for another joint.
#[inline]
fn scalar_joint(m: &Model, x: &TransmissionInput<'_>, at: Place, rows: &mut Rows<'_>) -> bool {
    let (kind, g) = (m.jnt.kind[at.id], m.actuator.gear[at.out][0]);
    let scalar = kind == JointKind::Hinge as i32 || kind == JointKind::Slide as i32;
    if scalar {
        let length = x.qpos[m.jnt.qposadr[at.id] as usize] * g;
        rows.single(at.out, length, m.jnt.dofadr[at.id] as usize, g);
    }
    scalar
}

/// Equation (1) of a ball or a free joint.
fn joint(m: &Model, x: &TransmissionInput<'_>, at: Place, frame: Frame, rows: &mut Rows<'_>) {
    let (o, j) = (at.out, at.id);
    let (dof, adr) = (m.jnt.dofadr[j] as usize, m.jnt.qposadr[j] as usize);
    let kind = m.jnt.kind[j];
    let [g0, g1] = gear(m, o);
    // the gear in the axes of the joint's dofs
    let turned = |g: Vec3, q: Quat| if frame == Frame::Parent { q.conj().rotate(g) } else { g };
    if kind == JointKind::Ball as i32 {
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
    let (o, crank) = (at.out, at.id);
    let slider = at.second.unwrap_or(crank);
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
    let bodies = [m.site.bodyid[slider] as usize, m.site.bodyid[crank] as usize];
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
    let (o, id) = (at.out, at.id);
    let kin = x.pos.kin;
    let [g0, g1] = gear(m, o);
    let b = m.site.bodyid[id] as usize;
    let Some(reference) = at.second else {
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
    let bodies = [m.site.bodyid[reference] as usize, b];
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
fn relative_rotation(x: &TransmissionInput<'_>, id: usize, reference: usize) -> Vec3 {
    x.pos.kin.site_xquat[id].difference(x.pos.kin.site_xquat[reference])
}

/// Equation (6).
fn so3(m: &Model, x: &TransmissionInput<'_>, at: Place, rows: &mut Rows<'_>) {
    let (o, id) = (at.out, at.id);
    let Some(reference) = at.second else {
        let l = quat_at(x.qpos, m.jnt.qposadr[id] as usize).to_rotation_vector();
        for k in 0..3 {
            rows.start(o + k, l[k]);
            rows.push(o + k, m.jnt.dofadr[id] as usize + k, 1.0);
        }
        return;
    };
    let l = relative_rotation(x, id, reference);
    let bodies = [m.site.bodyid[reference] as usize, m.site.bodyid[id] as usize];
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
fn body(m: &Model, x: &TransmissionInput<'_>, at: Place, work: &mut ForceScratch, rows: &mut Rows<'_>) {
    let row = &mut work.row;
    row.fill(0.0);
    let mut count = 0.0;
    for c in x.contacts.iter().filter(|c| c.body.contains(&at.id)) {
        count += 1.0;
        let pair = PointPair::new(m, &x.pos, c.body, [c.pos; 2]);
        each_dof_of_two(m, c.body, |i, side| row[i] += pair.column(&x.pos.com.cdof[i], side).dot(c.normal));
    }
    rows.start(at.out, 0.0);
    if count > 0.0 {
        for (i, v) in row.iter().enumerate() {
            rows.push_nonzero(at.out, i, v * (-1.0 / count));
        }
    }
}

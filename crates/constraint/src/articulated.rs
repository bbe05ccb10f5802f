//! Rows without a Jacobian: equalities, limits, friction loss and contacts as the articulated-body solver takes them.
//!
//! The numbers are those of [`crate::rows`] (impedance, R, a_ref): one block per contact, connect or weld, one row per dof, one row over
//! several dofs per tendon, coupled joint or ball limit, so that the two ways to solve a step have the same answer. If too much acts
//! between moving bodies, [`gather`] says so, and the step then goes the way of rows.
//!
//! Reads  model, state, com, vel, contacts     Writes blocks and rows of `Articulated`
//! Cost   O(contacts + joints), no allocation after growth
//! Checked by: qacc and forces of the step with rows, on every model of the conformance sets.

use crate::contact::Contact;
use crate::rows::{
    RowInput, ball_limit_distance, contact_numbers, joint_equality, offset, row_numbers, spatial_equality,
    tendon_equality, tendon_limit_active,
};
use stiction_dynamics::stages::Com;
use stiction_model::Model;
use stiction_model::kinds::{ConeKind, EqKind, JointKind, disable};
use stiction_solver::articulated::{Articulated, DofLaw, DofRow, Entry, Links, Point, PointLaw, Span, WORLD};
use stiction_solver::{Ellipse, RowState};
use stiction_spatial::{Inertia, MIN_VAL, Vec3};

/// The links of a model: bodies with dofs, each with what is welded to it.
#[derive(Clone, Debug, Default)]
pub struct ModelLinks {
    /// As the solver walks them.
    pub links: Links,
    /// Link of every body (nbody).
    pub of_body: Vec<u32>,
    /// The body is the first of its link, the one with the dofs (nbody).
    leads: Vec<bool>,
    /// The first body with dofs, if every link is one body and they follow each other.
    single: Option<usize>,
    /// False for models whose dofs are not in the order of their bodies: those go the way of rows.
    pub usable: bool,
}

impl ModelLinks {
    /// The links of `m`.
    pub fn new(m: &Model) -> Self {
        let mut out = ModelLinks { usable: true, ..ModelLinks::default() };
        out.of_body.resize(m.size.nbody, WORLD);
        out.leads.extend(m.body.dofnum.iter().map(|&n| n > 0));
        for b in 1..m.size.nbody {
            let parent = out.of_body[m.body.parentid[b]];
            let ndof = m.body.dofnum[b].max(0) as u32;
            out.of_body[b] = if ndof == 0 {
                parent
            } else {
                out.usable &= m.body.dofadr[b].idx() == out.links.nv();
                let free = m.jnt.kind[m.body.jntadr[b]] == JointKind::Free;
                out.links.push(parent, ndof, free)
            };
        }
        out.usable &= out.links.nv() == m.size.nv && out.links.ntree() == m.size.ntree;
        let first = out.leads.iter().position(|&leads| leads).unwrap_or(0);
        let alone = |b: usize| out.of_body[b] == if b < first { WORLD } else { (b - first) as u32 };
        let moves = first..first + out.links.len();
        out.single = (moves.end == m.size.nbody && (0..m.size.nbody).all(alone)).then_some(first);
        out
    }

    /// Those of the bodies, if every link is one body.
    pub fn inertias_of_bodies<'a>(&self, com: &'a Com) -> Option<&'a [Inertia]> {
        self.single.map(|first| &com.cinert[first..first + self.links.len()])
    }

    /// Inertias of the links by those of their bodies, in `sums` where something is welded to a link.
    pub fn inertias<'a>(&self, com: &'a Com, sums: &'a mut Vec<Inertia>) -> &'a [Inertia] {
        if let Some(same) = self.inertias_of_bodies(com) {
            return same;
        }
        sums.resize(self.links.len(), Inertia::ZERO);
        for ((&l, &leads), inertia) in self.of_body.iter().zip(&self.leads).zip(&com.cinert) {
            if leads {
                sums[l as usize] = *inertia;
            } else if l != WORLD {
                sums[l as usize] += *inertia;
            }
        }
        sums
    }
}

/// Rows over several dofs that a step may have before rows with a Jacobian are cheaper: each costs two passes over the links between it
/// and the roots.
const MOST_SPANS: usize = 9;

/// Contacts between moving bodies above which their graph is not looked at: rows are cheaper.
const MOST_PAIRED: usize = 200;

/// Fills blocks and rows. False if something at work does not fit: then the step goes the way of rows.
pub fn gather(
    m: &Model,
    links: &ModelLinks,
    input: &RowInput<'_>,
    contacts: &[Contact],
    out: &mut Articulated,
) -> bool {
    out.points.clear();
    out.rows.clear();
    out.rows.reserve(m.size.nv + 2 * m.size.njnt);
    out.spans.clear();
    out.entries.clear();
    if m.disabled(disable::CONSTRAINT) {
        return true;
    }
    if contacts.len() > MOST_PAIRED && paired(m, links, contacts) > MOST_PAIRED {
        return false;
    }
    if m.size.neq > 0 && !m.disabled(disable::EQUALITY) && !equalities(m, links, input, out) {
        return false;
    }
    if !m.disabled(disable::FRICTIONLOSS) {
        friction(m, input, out);
    }
    if !m.disabled(disable::LIMIT) {
        limits(m, input, out);
    }
    if !contacts.is_empty() && !m.disabled(disable::CONTACT) {
        points(m, links, input, contacts, out);
    }
    for (i, row) in out.rows.iter_mut().enumerate() {
        row.id = i as u32;
    }
    for (i, span) in out.spans.iter_mut().enumerate() {
        span.row.id = i as u32;
    }
    out.spans.len() <= MOST_SPANS
}

/// Contacts between bodies that both move.
fn paired(m: &Model, links: &ModelLinks, contacts: &[Contact]) -> usize {
    let moves = |g: i32| links.of_body[m.geom.bodyid[g as usize]] != WORLD;
    contacts.iter().filter(|c| c.geom.iter().all(|&g| moves(g))).count()
}

/// Equalities; false if one of them holds points of one and the same link together, which no force of its can.
#[inline(never)]
fn equalities(m: &Model, links: &ModelLinks, input: &RowInput<'_>, out: &mut Articulated) -> bool {
    for e in (0..m.size.neq).filter(|&e| input.eq_active[e]) {
        let fits = match m.eq.kind[e].get() {
            Some(EqKind::Connect) => held(m, links, input, e, 3, out),
            Some(EqKind::Weld) => held(m, links, input, e, 6, out),
            Some(EqKind::Joint) => coupled_joints(m, input, e, out),
            Some(EqKind::Tendon) => coupled_tendons(m, input, e, out),
            _ => true,
        };
        if !fits {
            return false;
        }
    }
    true
}

/// A connect (3 directions) or a weld (6) as a block.
fn held(
    m: &Model,
    links: &ModelLinks,
    input: &RowInput<'_>,
    e: usize,
    dim: usize,
    out: &mut Articulated,
) -> bool {
    let x = spatial_equality(m, input, e, dim);
    // rows are first body minus second, blocks second link minus first
    let ends = [1, 0].map(|s| links.of_body[x.bodies[s]]);
    if ends[0] == ends[1] {
        return ends[0] == WORLD;
    }
    let (solref, solimp) = (m.eq.solref[e], m.eq.solimp[e]);
    let kinds = [0, 1].map(|k| {
        let weight = m.body.invweight0[x.bodies[0]][k] + m.body.invweight0[x.bodies[1]][k];
        row_numbers(m, solref, solimp, x.norm, 0.0, weight)
    });
    let mut d = [0.0; 6];
    let mut aref = [0.0; 6];
    for k in 0..dim {
        let n = &kinds[k / 3];
        d[k] = 1.0 / n.r;
        aref[k] = -n.damping[0] * x.velocity[k] - n.stiffness * x.error[k] - x.bias[k];
    }
    let mut p = Point::new(ends, PointLaw::Free, dim, d);
    p.offset = [1, 0].map(|s| offset(m, input.com, x.bodies[s], x.points[s]));
    (p.axes, p.aref) = (x.axes, aref);
    p.id = EQUALITIES + e as u32;
    out.points.push(p);
    true
}

/// Numbers of blocks of equalities begin here, above those of contacts.
pub const EQUALITIES: u32 = 1 << 31;

fn coupled_joints(m: &Model, input: &RowInput<'_>, e: usize, out: &mut Articulated) -> bool {
    let x = joint_equality(m, input, e);
    let aref = scalar_reference(m, input, e, x.pos, x.diag, &x.entries[..x.count]);
    push_row(out, &x.entries[..x.count], DofLaw::Free, aref);
    true
}

fn coupled_tendons(m: &Model, input: &RowInput<'_>, e: usize, out: &mut Articulated) -> bool {
    let first = out.entries.len();
    let (pos, diag) = tendon_equality(m, input, e, &mut out.entries);
    if out.entries.len() > first {
        let numbers = scalar_reference(m, input, e, pos, diag, &out.entries[first..]);
        push_span(out, first, DofLaw::Free, numbers);
    }
    true
}

/// D and a_ref of an equality with one row.
fn scalar_reference(
    m: &Model,
    input: &RowInput<'_>,
    e: usize,
    pos: f64,
    diag: f64,
    entries: &[Entry],
) -> [f64; 2] {
    let x = row_numbers(m, m.eq.solref[e], m.eq.solimp[e], pos, 0.0, diag);
    [1.0 / x.r, -x.damping[0] * rate(entries, input.qvel) - x.stiffness * pos]
}

/// J v of a row.
fn rate(entries: &[Entry], qvel: &[f64]) -> f64 {
    entries.iter().map(|&(i, c)| c * qvel[i as usize]).sum()
}

/// A row on one dof or over several.
fn push_row(out: &mut Articulated, entries: &[Entry], law: DofLaw, numbers: [f64; 2]) {
    if let &[(dof, c)] = entries {
        out.rows.push(DofRow::new(dof, c, law, numbers, RowState::Quadratic));
    } else {
        let first = out.entries.len();
        out.entries.extend_from_slice(entries);
        push_span(out, first, law, numbers);
    }
}

/// The row whose entries begin at `first`.
fn push_span(out: &mut Articulated, first: usize, law: DofLaw, numbers: [f64; 2]) {
    let row = DofRow::new(out.entries[first].0, 1.0, law, numbers, RowState::Quadratic);
    out.spans.push(Span { row, entries: first as u32..out.entries.len() as u32 });
}

/// A row along a tendon with this sign; false if no dof moves it.
fn tendon_entries(m: &Model, input: &RowInput<'_>, t: usize, sign: f64, entries: &mut Vec<Entry>) -> bool {
    let range = m.sparse.tendon(t);
    let columns = &m.sparse.ten_J_colind[range.clone()];
    entries.extend(columns.iter().zip(&input.ten.ten_J[range]).map(|(&i, &v)| (i as u32, sign * v)));
    !columns.is_empty()
}

fn friction(m: &Model, input: &RowInput<'_>, out: &mut Articulated) {
    for (i, &loss) in m.dof.frictionloss.iter().enumerate() {
        if loss != 0.0 {
            dof_friction(m, input, i, loss, out);
        }
    }
    if m.size.ntendon > 0 {
        tendon_friction(m, input, out);
    }
}

#[inline(never)]
fn tendon_friction(m: &Model, input: &RowInput<'_>, out: &mut Articulated) {
    for (t, &loss) in m.tendon.frictionloss.iter().enumerate() {
        let first = out.entries.len();
        if loss == 0.0 || !tendon_entries(m, input, t, 1.0, &mut out.entries) {
            continue;
        }
        let (solref, solimp) = (m.tendon.solref_fri[t], m.tendon.solimp_fri[t]);
        let x = row_numbers(m, solref, solimp, 0.0, 0.0, m.tendon.invweight0[t]);
        let aref = -x.damping[0] * rate(&out.entries[first..], input.qvel);
        push_span(out, first, DofLaw::Interval { loss }, [1.0 / x.r, aref]);
    }
}

/// Friction loss of one dof. Rows stand in functions of their own, so that loops that find none load nothing for them.
#[inline(never)]
fn dof_friction(m: &Model, input: &RowInput<'_>, i: usize, loss: f64, out: &mut Articulated) {
    let x = row_numbers(m, m.dof.solref[i], m.dof.solimp[i], 0.0, 0.0, m.dof.invweight0[i]);
    let numbers = [1.0 / x.r, -x.damping[0] * input.qvel[i]];
    out.rows.push(DofRow::new(i as u32, 1.0, DofLaw::Interval { loss }, numbers, RowState::Quadratic));
}

/// Limits of joints and tendons.
fn limits(m: &Model, input: &RowInput<'_>, out: &mut Articulated) {
    let n = m.size.njnt;
    let (limited, kind, adr) = (&m.jnt.limited[..n], &m.jnt.kind[..n], &m.jnt.qposadr[..n]);
    let (range, margin) = (&m.jnt.range[..n], &m.jnt.margin[..n]);
    for j in (0..n).filter(|&j| limited[j]) {
        match kind[j].get() {
            Some(JointKind::Slide | JointKind::Hinge) => {}
            Some(JointKind::Ball) => {
                ball_limit(m, input, j, out);
                continue;
            }
            _ => continue,
        }
        let value = input.qpos[adr[j]];
        let (below, above) = (value - range[j][0], range[j][1] - value);
        if below < margin[j] {
            joint_limit(m, input, j, below, 1.0, out);
        }
        if above < margin[j] {
            joint_limit(m, input, j, above, -1.0, out);
        }
    }
    if m.size.ntendon > 0 {
        tendon_limits(m, input, out);
    }
}

/// One side of a hinge's or slide's limit.
#[inline(never)]
fn joint_limit(m: &Model, input: &RowInput<'_>, j: usize, dist: f64, sign: f64, out: &mut Articulated) {
    let (dof, margin) = (m.jnt.dofadr[j].idx(), m.jnt.margin[j]);
    let x = row_numbers(m, m.jnt.solref[j], m.jnt.solimp[j], dist, margin, m.dof.invweight0[dof]);
    let aref = -x.damping[0] * (sign * input.qvel[dof]) - x.stiffness * (dist - margin);
    let numbers = [1.0 / x.r, aref];
    out.rows.push(DofRow::new(dof as u32, sign, DofLaw::Orthant, numbers, RowState::Quadratic));
}

#[inline(never)]
fn tendon_limits(m: &Model, input: &RowInput<'_>, out: &mut Articulated) {
    for t in 0..m.size.ntendon {
        let length = input.ten.ten_length[t];
        if !tendon_limit_active(m, length, t) {
            continue;
        }
        let (range, margin) = (m.tendon.range[t], m.tendon.margin[t]);
        for (dist, sign) in [(length - range[0], 1.0), (range[1] - length, -1.0)] {
            let first = out.entries.len();
            if dist < margin && tendon_entries(m, input, t, sign, &mut out.entries) {
                let (solref, solimp) = (m.tendon.solref_lim[t], m.tendon.solimp_lim[t]);
                let x = row_numbers(m, solref, solimp, dist, margin, m.tendon.invweight0[t]);
                let v = rate(&out.entries[first..], input.qvel);
                let aref = -x.damping[0] * v - x.stiffness * (dist - margin);
                push_span(out, first, DofLaw::Orthant, [1.0 / x.r, aref]);
            }
        }
    }
}

#[inline(never)]
fn ball_limit(m: &Model, input: &RowInput<'_>, j: usize, out: &mut Articulated) {
    let (dist, axis) = ball_limit_distance(m, input, j);
    let (dof, margin) = (m.jnt.dofadr[j].idx(), m.jnt.margin[j]);
    if dist < margin {
        let x = row_numbers(m, m.jnt.solref[j], m.jnt.solimp[j], dist, margin, m.dof.invweight0[dof]);
        let entries = [0, 1, 2].map(|k| ((dof + k) as u32, -axis[k]));
        let aref = -x.damping[0] * rate(&entries, input.qvel) - x.stiffness * (dist - margin);
        push_row(out, &entries, DofLaw::Orthant, [1.0 / x.r, aref]);
    }
}

/// Contacts.
#[inline(never)]
fn points(m: &Model, links: &ModelLinks, input: &RowInput<'_>, contacts: &[Contact], out: &mut Articulated) {
    let pyramidal = m.opt.cone == ConeKind::Pyramidal as i32;
    for (i, c) in contacts.iter().enumerate() {
        if !matches!(c.exclude, 0 | 3) {
            continue;
        }
        let at = Place::of(m, links, input, c);
        if at.ends[0] == at.ends[1] {
            continue;
        }
        let mut point = if pyramidal && c.dim > 1 { pyramid(m, c, &at) } else { ellipse(m, c, &at) };
        point.id = i as u32;
        out.points.push(point);
    }
}

/// Where a contact acts.
struct Place {
    ends: [u32; 2],
    offset: [Vec3; 2],
    /// Velocity of the second body against the first, along the contact's directions; surfaces that move included.
    velocity: [f64; 6],
    /// Inverse weights, translation and rotation.
    weight: [f64; 2],
}

impl Place {
    fn of(m: &Model, links: &ModelLinks, input: &RowInput<'_>, c: &Contact) -> Self {
        let bodies = c.geom.map(|g| m.geom.bodyid[g as usize]);
        let place = bodies.map(|b| offset(m, input.com, b, c.pos));
        let rate = |s: usize| {
            let v = input.vel.cvel[bodies[s]];
            (v.lin + v.ang.cross(place[s]), v.ang)
        };
        let (first, second) = (rate(0), rate(1));
        let (point, turn) = (second.0 - first.0, second.1 - first.1);
        let mut velocity = [0.0; 6];
        for k in 0..c.dim as usize {
            velocity[k] = if k < 3 { c.frame.row(k).dot(point) } else { c.frame.row(k - 3).dot(turn) };
        }
        for k in 0..3.min(c.dim as usize - 1) {
            velocity[k + 1] += c.surfacevel[k];
        }
        Place {
            ends: bodies.map(|b| links.of_body[b]),
            offset: place,
            velocity,
            weight: [0, 1].map(|k| m.body.invweight0[bodies[0]][k] + m.body.invweight0[bodies[1]][k]),
        }
    }
}

/// Direction k of a contact: normal, tangents, then spin and rolling about the same axes.
fn direction(c: &Contact, k: usize) -> Vec3 {
    c.frame.row(k % 3)
}

fn pyramid(m: &Model, c: &Contact, at: &Place) -> Point {
    let (dim, mu) = (c.dim as usize, c.friction);
    let x = contact_numbers(m, c, at.weight[0] + mu[0] * mu[0] * at.weight[0]);
    let regular = mu[0] * (1.0 / m.opt.impratio.max(MIN_VAL)).sqrt();
    let r = 2.0 * regular * regular * x.r;
    let mut p = Point::new(at.ends, PointLaw::Pyramid, dim, [1.0 / r; 6]);
    p.offset = at.offset;
    p.axes[0] = direction(c, 0);
    // a pull is shared by the edges
    let pull = if c.adhesion == 0.0 { 0.0 } else { r * c.adhesion / (2 * (dim - 1)) as f64 };
    p.aref[0] = pull - x.damping[0] * at.velocity[0] - x.stiffness * (c.dist - c.includemargin);
    for k in 1..dim {
        p.axes[k] = direction(c, k).scale(mu[k - 1]);
        p.aref[k] = -x.damping[0] * mu[k - 1] * at.velocity[k];
    }
    p
}

fn ellipse(m: &Model, c: &Contact, at: &Place) -> Point {
    let dim = c.dim as usize;
    let x = contact_numbers(m, c, at.weight[0]);
    let mut d = [1.0 / x.r; 6];
    let mut law = PointLaw::Normal;
    if dim > 1 {
        let r1 = x.r / m.opt.impratio.max(MIN_VAL);
        let mu_reg = c.friction[0] * (r1 / x.r).sqrt();
        for k in 1..dim {
            let mu = c.friction[k - 1];
            d[k] = mu * mu / (r1 * c.friction[0] * c.friction[0]);
        }
        law = PointLaw::Ellipse(Ellipse { mu: c.friction, mu_reg });
    }
    let mut p = Point::new(at.ends, law, dim, d);
    p.offset = at.offset;
    p.axes[0] = direction(c, 0);
    p.aref[0] = x.r * c.adhesion - x.damping[0] * at.velocity[0] - x.stiffness * (c.dist - c.includemargin);
    for k in 1..dim {
        p.axes[k] = direction(c, k);
        p.aref[k] = -x.damping[1] * at.velocity[k];
    }
    p
}

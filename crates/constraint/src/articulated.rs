//! Rows without a Jacobian: contacts, limits and friction loss as the articulated-body solver takes them.
//!
//! The numbers are those of [`crate::rows`] (impedance, R, a_ref), one block per contact and one row per dof, so that the two ways to
//! solve a step have the same answer. What the solver cannot take (equalities, tendons, ball limits at work, many contacts between moving
//! bodies) is said by [`gather`], and the step then goes the way of rows.
//!
//! Reads  model, state, com, vel, contacts     Writes blocks and rows of `Articulated`
//! Cost   O(contacts + joints), no allocation after growth
//! Checked by: qacc and forces of the step with rows, on every model of the conformance sets.

use crate::contact::Contact;
use crate::rows::{RowInput, contact_numbers, offset, row_numbers, tendon_limit_active};
use stiction_dynamics::stages::Com;
use stiction_model::Model;
use stiction_model::kinds::{ConeKind, JointKind, disable};
use stiction_solver::articulated::{Articulated, DofLaw, DofRow, Links, Point, PointLaw, Sym6, WORLD};
use stiction_solver::{Ellipse, RowState};
use stiction_spatial::{MIN_VAL, Vec3};

/// The links of a model: bodies with dofs, each with what is welded to it.
#[derive(Clone, Debug, Default)]
pub struct ModelLinks {
    /// As the solver walks them.
    pub links: Links,
    /// Link of every body (nbody).
    pub of_body: Vec<u32>,
    /// False for models whose dofs are not in the order of their bodies: those go the way of rows.
    pub usable: bool,
}

impl ModelLinks {
    /// The links of `m`.
    pub fn new(m: &Model) -> Self {
        let mut out = ModelLinks { usable: true, ..ModelLinks::default() };
        out.of_body.resize(m.size.nbody, WORLD);
        for b in 1..m.size.nbody {
            let parent = out.of_body[m.body.parentid[b] as usize];
            let ndof = m.body.dofnum[b].max(0) as u32;
            out.of_body[b] = if ndof == 0 {
                parent
            } else {
                out.usable &= m.body.dofadr[b] as usize == out.links.nv();
                let free = m.jnt.kind[m.body.jntadr[b] as usize] == JointKind::Free as i32;
                out.links.push(parent, ndof, free)
            };
        }
        out.usable &= out.links.nv() == m.size.nv && out.links.ntree() == m.size.ntree;
        out
    }

    /// Inertias of the links by those of their bodies.
    pub fn inertias(&self, com: &Com, out: &mut Vec<Sym6>) {
        out.clear();
        out.resize(self.links.len(), Sym6::default());
        for (b, &l) in self.of_body.iter().enumerate() {
            if l != WORLD {
                out[l as usize].add(&com.cinert[b].into());
            }
        }
    }
}

/// Directions of contacts between moving bodies that a step may have before rows are cheaper: each costs two passes over the links
/// between the contact and the roots.
pub const MOST_PAIRED: usize = 9;

/// Whether a model's elements can be solved without rows; contacts and limits are looked at in every step.
pub fn fits(m: &Model, links: &ModelLinks) -> bool {
    links.usable && m.tendon.frictionloss.iter().all(|&f| f == 0.0)
}

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
    if m.disabled(disable::CONSTRAINT) {
        return true;
    }
    if input.eq_active.iter().any(|&on| on) && !m.disabled(disable::EQUALITY) {
        return false;
    }
    if !m.disabled(disable::FRICTIONLOSS) {
        friction(m, input, out);
    }
    let fit = (m.disabled(disable::LIMIT) || limits(m, input, out))
        && (m.disabled(disable::CONTACT) || points(m, links, input, contacts, out));
    for (i, row) in out.rows.iter_mut().enumerate() {
        row.id = i as u32;
    }
    fit
}

fn friction(m: &Model, input: &RowInput<'_>, out: &mut Articulated) {
    for (i, &loss) in m.dof.frictionloss.iter().enumerate() {
        if loss == 0.0 {
            continue;
        }
        let x = row_numbers(m, m.dof.solref[i], m.dof.solimp[i], 0.0, 0.0, m.dof.invweight0[i]);
        let aref = -x.damping[0] * input.qvel[i];
        out.rows.push(DofRow::new(
            i as u32,
            1.0,
            DofLaw::Interval { loss },
            [1.0 / x.r, aref],
            RowState::Quadratic,
        ));
    }
}

/// Joint limits; false if a ball joint or a tendon is at its limit.
fn limits(m: &Model, input: &RowInput<'_>, out: &mut Articulated) -> bool {
    for j in 0..m.size.njnt {
        if !m.jnt.limited[j] {
            continue;
        }
        match JointKind::from_i32(m.jnt.kind[j]) {
            Some(JointKind::Slide | JointKind::Hinge) => {}
            Some(JointKind::Ball) => return false,
            _ => continue,
        }
        let (value, dof) = (input.qpos[m.jnt.qposadr[j] as usize], m.jnt.dofadr[j] as usize);
        let (range, margin) = (m.jnt.range[j], m.jnt.margin[j]);
        for (dist, sign) in [(value - range[0], 1.0), (range[1] - value, -1.0)] {
            if dist < margin {
                let (solref, solimp) = (m.jnt.solref[j], m.jnt.solimp[j]);
                let x = row_numbers(m, solref, solimp, dist, margin, m.dof.invweight0[dof]);
                let aref = -x.damping[0] * (sign * input.qvel[dof]) - x.stiffness * (dist - margin);
                let numbers = [1.0 / x.r, aref];
                out.rows.push(DofRow::new(dof as u32, sign, DofLaw::Orthant, numbers, RowState::Quadratic));
            }
        }
    }
    !(0..m.size.ntendon).any(|t| tendon_limit_active(m, input.ten.ten_length[t], t))
}

/// Contacts; false if too many are between moving bodies.
fn points(
    m: &Model,
    links: &ModelLinks,
    input: &RowInput<'_>,
    contacts: &[Contact],
    out: &mut Articulated,
) -> bool {
    let pyramidal = m.opt.cone == ConeKind::Pyramidal as i32;
    let mut paired = 0;
    for (i, c) in contacts.iter().enumerate() {
        if !matches!(c.exclude, 0 | 3) {
            continue;
        }
        let at = Place::of(m, links, input, c);
        if at.ends[0] == at.ends[1] {
            continue;
        }
        if !at.ends.contains(&WORLD) {
            paired += c.dim as usize;
        }
        let mut point = if pyramidal && c.dim > 1 { pyramid(m, c, &at) } else { ellipse(m, c, &at) };
        point.id = i as u32;
        out.points.push(point);
    }
    paired <= MOST_PAIRED
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
        let bodies = c.geom.map(|g| m.geom.bodyid[g as usize] as usize);
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

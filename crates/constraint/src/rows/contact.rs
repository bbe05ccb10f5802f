//! Rows of contacts, in the contact frame: normal, two tangents, then spin and two rolling axes.
//!
//! frictionless   1 row     r = dist                       f ≥ 0
//! pyramidal      2(d−1)    J_n ± μ_k J_k, r = dist        f ≥ 0 each
//! elliptic       d         J_n, J_1 …, r = (dist, 0 …)     f in the friction ellipse
//!
//! Diagonal: translation weight of both bodies for translations, rotation weight for rotations; pyramid edges combine
//! them as t + μ_k² (t or rot).

use super::pair::offset;
use super::{RowInput, RowScratch};
use crate::contact::Contact;
use stiction_model::Model;
use stiction_model::kinds::{ConeKind, disable};
use stiction_model::stiction::Friction;
use stiction_solver::{BlockInfo, Cone, Ellipse, RowKind, Rows};

pub(super) fn push(
    m: &Model,
    input: &RowInput<'_>,
    contacts: &mut [Contact],
    scratch: &mut RowScratch,
    rows: &mut Rows,
) {
    if m.disabled(disable::CONTACT) {
        return;
    }
    // Coulomb's law is a law of round cones
    let pyramidal = m.opt.cone == ConeKind::Pyramidal as i32 && m.stiction.friction == Friction::Convex;
    for (i, c) in contacts.iter_mut().enumerate() {
        c.efc_address = -1;
        if c.exclude != 0 {
            continue;
        }
        let bodies = [0, 1].map(|s| m.geom.bodyid[c.geom[s] as usize]);
        scratch.pair.set(m, bodies[0], bodies[1], true);
        if scratch.pair.dofs.is_empty() {
            c.exclude = 3;
            continue;
        }
        c.efc_address = rows.jac.nrow() as i32;
        let weight = |k: usize| m.body.invweight0[bodies[0]][k] + m.body.invweight0[bodies[1]][k];
        let weights = [weight(0), weight(1)];
        let offsets = bodies.map(|b| offset(m, input.com, b, c.pos));
        if c.dim > 1 && pyramidal {
            push_pyramid(i, c, input, offsets, weights, scratch, rows);
        } else {
            push_ellipse(i, c, input, offsets, weights, scratch, rows);
        }
    }
}

/// One frictionless row, or the d rows of an elliptic contact.
fn push_ellipse(
    i: usize,
    c: &Contact,
    input: &RowInput<'_>,
    offsets: [stiction_spatial::Vec3; 2],
    weights: [f64; 2],
    scratch: &mut RowScratch,
    rows: &mut Rows,
) {
    let dim = c.dim as usize;
    let (kind, cone) = if dim == 1 {
        (RowKind::ContactFrictionless, Cone::Orthant)
    } else {
        (RowKind::ContactElliptic, Cone::Ellipse(Ellipse { mu: c.friction, mu_reg: 0.0 }))
    };
    let b = rows.push(BlockInfo { kind, id: i as i32, cone }, &scratch.pair.dofs, dim);
    let first = rows.range(b).start;
    rows.pos[first] = c.dist;
    rows.margin[first] = c.includemargin;
    for k in 0..dim {
        rows.diag[first + k] = weights[usize::from(k > 2)];
    }
    scratch.pair.contact_rows(input.com, offsets, &c.frame, dim, rows.jac.vals_mut(b));
}

fn push_pyramid(
    i: usize,
    c: &Contact,
    input: &RowInput<'_>,
    offsets: [stiction_spatial::Vec3; 2],
    weights: [f64; 2],
    scratch: &mut RowScratch,
    rows: &mut Rows,
) {
    let dim = c.dim as usize;
    let edges = 2 * (dim - 1);
    let info = BlockInfo { kind: RowKind::ContactPyramidal, id: i as i32, cone: Cone::Orthant };
    let b = rows.push(info, &scratch.pair.dofs, edges);
    let first = rows.range(b).start;
    let n = rows.jac.blocks[b].stride as usize;
    scratch.vals.clear();
    scratch.vals.resize(dim * n, 0.0);
    scratch.pair.contact_rows(input.com, offsets, &c.frame, dim, &mut scratch.vals);
    rows.pos[first..first + edges].fill(c.dist);
    rows.margin[first..first + edges].fill(c.includemargin);
    let (normal, tangents) = scratch.vals.split_at(n);
    let jac = rows.jac.vals_mut(b);
    for (k, tangent) in tangents.chunks_exact(n).enumerate() {
        let mu = c.friction[k];
        let diag = weights[0] + mu * mu * weights[usize::from(k > 1)];
        rows.diag[first + 2 * k..first + 2 * k + 2].fill(diag);
        let (plus, minus) = jac[2 * k * n..(2 * k + 2) * n].split_at_mut(n);
        for x in 0..n {
            plus[x] = normal[x] + mu * tangent[x];
            minus[x] = normal[x] - mu * tangent[x];
        }
    }
}

//! Forces that hold strictly, where the rows leave a choice.
//!
//! ```text
//! f′ = f + y,   Jᵀ y = 0 over the rows of limits, contacts and equalities that are held,   slack(f′) > 0            (1)
//! ```
//!
//! Bodies move alike under all forces of (1). If one of them is inside of every cone, what is held stays held: that a solver took
//! one on an edge is no switch. Found by projections in turn: onto cones with some slack, and onto (1).
//!
//! Reads  held rows, forces     Cost   O(rows² · dofs), where something that is held has next to nothing to spare
//! Checked by: a box on four corners, one of which a solver may leave without force.

use super::{Partition, Zone};
use crate::soft::Soft;
use stiction_linalg::lanes::{axpy, dot};
use stiction_sim::Data;
use stiction_solver::Cone;

/// Rounds of projections.
const ROUNDS: usize = 40;

/// Slack over the largest normal force that is looked for.
const ENOUGH: f64 = 1e-2;

/// Slack, over the same, below which another force is looked for.
const SCARCE: f64 = 1e-4;

/// Part of its length that a column of J must have of its own to count.
const OWN: f64 = 1e-9;

/// Friction over the coefficients: Σ (f_j/μ_j)², rooted.
fn rub(mu: &[f64], f: &[f64]) -> f64 {
    let part = |(m, f): (&f64, &f64)| if *m > 0.0 { (f / m) * (f / m) } else { 0.0 };
    mu.iter().zip(&f[1..]).map(part).sum::<f64>().sqrt()
}

/// What a block that is held has to spare.
pub(super) fn slack(cone: &Cone, f: &[f64]) -> f64 {
    match cone {
        Cone::Ellipse(e) => f[0] - rub(&e.mu, f),
        Cone::Free => f64::INFINITY,
        _ => f[0],
    }
}

/// Adds slack up to `want`: half by the normal force, half by friction, as far as there is any.
fn loosen(cone: &Cone, f: &mut [f64], want: f64) {
    let miss = want - slack(cone, f);
    if !(miss > 0.0) {
        return;
    }
    let Cone::Ellipse(e) = cone else {
        f[0] += miss;
        return;
    };
    let rub = rub(&e.mu, f);
    let less = (0.5 * miss).min(rub);
    f[0] += miss - less;
    if rub > 0.0 {
        f[1..].iter_mut().for_each(|x| *x *= 1.0 - less / rub);
    }
}

impl Partition {
    /// Forces of all rows with (1), or those of the solve where none are found.
    pub(super) fn strict(&self, soft: &Soft, d: &Data) -> Vec<f64> {
        let rows = &d.rows;
        let kept = |b: &usize| self.zones[*b] == Zone::Held && !matches!(rows.info[*b].cone, Cone::Interval);
        let island = |b: &usize| d.islands.block_island.get(*b).copied();
        let mut blocks: Vec<usize> = (0..rows.nblock()).filter(kept).collect();
        blocks.sort_by_key(island);
        let mut f = soft.f.clone();
        // what is solved apart shares nothing
        for together in blocks.chunk_by(|a, b| island(a) == island(b)) {
            share(d, &soft.f, together, &mut f);
        }
        f
    }
}

/// (1) over the blocks of one island.
fn share(d: &Data, found: &[f64], blocks: &[usize], f: &mut [f64]) {
    let rows = &d.rows;
    let pushes = |b: &&usize| rows.info[**b].cone != Cone::Free;
    let largest = blocks.iter().filter(pushes).fold(0.0_f64, |y, &b| y.max(found[rows.range(b).start]));
    let least = |f: &[f64]| {
        blocks.iter().map(|&b| slack(&rows.info[b].cone, &f[rows.range(b)])).fold(f64::INFINITY, f64::min)
    };
    let before = least(found);
    if blocks.len() < 2 || before > SCARCE * largest {
        return;
    }
    // rows that nothing moves are not shared
    let moves = |b: usize, i: usize| rows.jac.row(b, i - rows.range(b).start).iter().any(|x| *x != 0.0);
    let all = blocks.iter().flat_map(|&b| rows.range(b).map(move |i| (b, i)));
    let held: Vec<(usize, usize)> = all.filter(|&(b, i)| moves(b, i)).collect();
    let basis = range_of_jacobian(d, &held);
    let rounds = if basis.len() < held.len() { ROUNDS } else { 0 };
    for _ in 0..rounds {
        for &b in blocks {
            loosen(&rows.info[b].cone, &mut f[rows.range(b)], ENOUGH * largest);
        }
        let mut y: Vec<f64> = held.iter().map(|&(_, i)| f[i] - found[i]).collect();
        for q in &basis {
            let along = dot(q, &y);
            axpy(&mut y, -along, q);
        }
        held.iter().zip(&y).for_each(|(&(_, i), y)| f[i] = found[i] + y);
    }
    if !(least(f) > before) {
        blocks.iter().for_each(|&b| f[rows.range(b)].copy_from_slice(&found[rows.range(b)]));
    }
}

/// An orthonormal basis of the range of J, over the rows `held`.
fn range_of_jacobian(d: &Data, held: &[(usize, usize)]) -> Vec<Vec<f64>> {
    let nv = d.tree.nv();
    let mut columns = vec![Vec::new(); nv];
    for (r, &(b, i)) in held.iter().enumerate() {
        let row = d.rows.jac.row(b, i - d.rows.range(b).start);
        for (&j, x) in d.rows.jac.dofs(b).iter().zip(row).filter(|(_, x)| **x != 0.0) {
            let column = &mut columns[j as usize];
            column.resize(held.len(), 0.0);
            column[r] = *x;
        }
    }
    let mut basis: Vec<Vec<f64>> = Vec::new();
    for mut column in columns.into_iter().filter(|c| !c.is_empty()) {
        let whole = dot(&column, &column).sqrt();
        // twice: once leaves rounding
        for _ in 0..2 {
            for q in &basis {
                let along = dot(q, &column);
                axpy(&mut column, -along, q);
            }
        }
        let own = dot(&column, &column).sqrt();
        if own > OWN * whole {
            column.iter_mut().for_each(|x| *x /= own);
            basis.push(column);
        }
    }
    basis
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A box on a floor whose weight two corners carry, but for a trace.
    #[test]
    fn corners_share_what_one_pair_could_carry() {
        let xml = "<mujoco><worldbody><geom type='plane' size='1 1 1'/><body pos='0 0 .0999999'><freejoint/><geom type='box' size='.1 .1 .1'/></body></worldbody></mujoco>";
        let mut m = stiction::load_string(xml, &stiction::NoAssets).expect("the model loads").model;
        m.stiction.exact();
        let mut d = Data::new(&m);
        stiction_sim::forward(&m, &mut d).expect("same model");
        let rows = &d.rows;
        assert_eq!(rows.nblock(), 4);
        let mut soft = Soft::default();
        soft.x.resize(rows.jac.nrow(), 0.0);
        soft.f.resize(rows.jac.nrow(), 0.0);
        let weight: f64 = (0..4).map(|b| d.solution.efc_force[rows.range(b).start]).sum();
        let at = |b: usize| d.contacts.list[rows.info[b].id as usize].pos;
        for b in 0..4 {
            let share = if at(b)[0] * at(b)[1] > 0.0 { 0.5 - 1e-9 } else { 1e-9 };
            soft.f[rows.range(b).start] = share * weight;
        }
        let part = Partition { zones: vec![Zone::Held; 4], ..Partition::default() };
        let f = part.strict(&soft, &d);
        let least =
            (0..4).map(|b| slack(&rows.info[b].cone, &f[rows.range(b)])).fold(f64::INFINITY, f64::min);
        assert!(least > 1e-3 * weight, "{least} of {weight}");
        let mut moves = vec![0.0; 6];
        let y: Vec<f64> = f.iter().zip(&soft.f).map(|(a, b)| a - b).collect();
        rows.jac.mul_t_add(&mut moves, &y, &mut Vec::new());
        assert!(moves.iter().all(|x| x.abs() < 1e-10 * weight), "{moves:?}");
    }
}
